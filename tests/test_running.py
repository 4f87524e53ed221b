"""A game under way: it draws by itself, remembers every step, writes it down, and goes back."""

# mypy: disable-error-code="arg-type, assignment"

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import granada
from granada import Action, BuilderBot, IllegalAction, InvalidState, Record, Recorder, Table
from granada.wire import resumed
from tests.refusing import refused

if TYPE_CHECKING:
    from pathlib import Path


def by_steps(steps: int) -> Random:
    """The generator of the next draw, the same whenever a game comes to it."""
    return Random(f"7 {steps}")


def played(table: Table, decisions: int = 10_000) -> Table:
    """Let builders play on, for so many decisions or to the end."""
    for number in range(decisions):
        if table.over:
            break
        view = table.view(table.actor)
        table.do(BuilderBot(Random(number)).choose(view, table.legal_actions()), table.actor)
    return table


def test_a_table_plays_the_game_of_the_functions() -> None:
    rng, other = Random(3), Random(3)
    table = Table(granada.new_game(3), rng)
    state = granada.deal(granada.new_game(3), other)
    while not table.over:
        assert table.state == state
        assert table.actor == state.actor
        assert table.legal_actions() == granada.legal_actions(state)
        table.do(rng.choice(table.legal_actions()))
        state = granada.deal(granada.apply(state, other.choice(granada.legal_actions(state))), other)
    assert (table.state, table.winners, table.actor, table.legal_actions()) == (state, granada.winners(state), None, ())
    assert granada.referee(table.record).ok
    assert [*granada.replay(table.record)] == table.states
    refused(IllegalAction, lambda: table.do(granada.Pass()))


def test_all_that_an_action_causes_is_told() -> None:
    table = Table(granada.new_game(2), by_steps)
    before = table.state
    action = next(each for each in table.legal_actions() if isinstance(each, granada.Take))
    happened = table.do(action)
    _, own = granada.unfold(before, action)
    assert happened[: len(own)] == own
    assert len(happened) > len(own)
    assert [event for events in table.events for event in events][-len(happened) :] == [*happened]


@pytest.mark.parametrize(("game", "modules"), [("granada", ()), ("alhambra", ("bonus", "vizier"))])
def test_what_was_taken_back_comes_again_where_draws_follow_the_steps(game: str, modules: tuple[str, ...]) -> None:
    table = played(Table(granada.new_game(2, game, modules=modules), by_steps), 40)
    steps, states = list(table.steps), list(table.states)
    taken = [table.undo() for _ in range(15)]
    assert len(table.steps) < len(steps) - 14
    assert table.states == states[: len(table.states)]
    for action in reversed(taken):
        table.do(action)
    assert (table.steps, table.states) == (steps, states)


def test_one_seat_takes_its_own_decision_back() -> None:
    table = played(Table(granada.new_game(3), by_steps), 20)
    for seat in (2, 0, 1):
        place = table.last_decision(seat)
        assert place is not None
        action = table.steps[place][1]
        assert table.undo(seat) == action
        assert (table.actor, len(table.steps)) == (seat, place)
    table.back_to(0)
    assert table.last_decision() is None
    assert table.actor is not None  # the first draws were made anew
    refused(InvalidState, table.undo, lambda: table.back_to(-1), lambda: table.back_to(10_000))


def test_a_file_has_what_the_table_has(tmp_path: Path) -> None:
    path, begun = tmp_path / "game.jsonl", Record(granada.new_game(2).setup, about={"names": ["red", "blue"]})
    with Recorder(path, begun) as recorder:
        table = played(Table(begun, by_steps, recorder=recorder), 15)
        table.undo()
        assert granada.from_json(path.read_text(encoding="utf-8")) == table.record
        record, state = resumed(path.read_text(encoding="utf-8"))
        assert (record, state) == (table.record, table.state)
    with Recorder(path, record) as recorder:
        again = Table(record, by_steps, recorder=recorder)
        assert (again.steps, again.states, again.events, again.about) == (
            *(table.steps, table.states, table.events),
            {"names": ["red", "blue"]},
        )
        played(again)
    assert granada.from_json(path.read_text(encoding="utf-8")) == again.record
    assert again.record.winners == again.winners != ()
    assert again.record.steps[: len(table.steps)] == tuple(table.steps)


def test_a_step_that_cannot_be_written_down_is_not_done() -> None:
    class Full:
        def add(self, *_: object) -> None:
            raise OSError("the disk is full")

    table = Table(granada.new_game(2), by_steps)
    table.recorder = Full()
    before = list(table.steps)
    with pytest.raises(OSError, match="full"):
        table.do(table.legal_actions()[0])
    assert table.steps == before
    assert len(table.states) == len(before) + 1


def test_a_game_is_cut_off(tmp_path: Path) -> None:
    path, begun = tmp_path / "game.jsonl", Record(granada.new_game(2).setup)
    with Recorder(path, begun) as recorder:
        table = played(Table(begun, by_steps, decisions=5, recorder=recorder))
    assert (table.cut_off, table.over, table.actor, table.legal_actions(), table.winners) == (10, True, None, (), ())
    with pytest.raises(InvalidState, match="cut off after 10 decisions"):
        table.do(granada.Pass())
    assert granada.from_json(path.read_text(encoding="utf-8"), Record) == table.record
    assert table.record.cut_off == 10


def test_a_record_that_is_longer_than_the_limit_is_cut_off_where_it_stands() -> None:
    record = played(Table(granada.new_game(2), by_steps), 8).record
    table = Table(record, by_steps, decisions=2)
    assert (table.cut_off, table.record.cut_off, table.record.steps) == (8, 8, record.steps)
    assert granada.referee(table.record).ok


@pytest.mark.parametrize("decisions", [5, 1_000])
def test_who_goes_back_to_the_end_finds_one_result_in_the_file(decisions: int, tmp_path: Path) -> None:
    path, begun = tmp_path / "game.jsonl", Record(granada.new_game(2).setup)
    with Recorder(path, begun) as recorder:
        table = played(Table(begun, by_steps, decisions=decisions, recorder=recorder))
        table.back_to(len(table.steps))
        assert granada.from_json(path.read_text(encoding="utf-8"), Record) == table.record
        table.undo()
        assert granada.from_json(path.read_text(encoding="utf-8"), Record) == table.record
        played(table)
    assert granada.from_json(path.read_text(encoding="utf-8"), Record) == table.record


def test_what_is_noted_at_a_table_does_not_change_the_record_that_it_goes_on_with() -> None:
    begun = Record(granada.new_game(2).setup, about={"names": ["red", "blue"]})
    table = Table(begun, by_steps)
    table.about["names"].append("green")
    assert begun.about == {"names": ["red", "blue"]}


def test_a_table_begins_anywhere_but_has_no_record_then() -> None:
    state = granada.deal(granada.new_game(2), Random(1))
    table = Table(state, Random(1))
    assert table.state == state
    table.do(table.legal_actions()[0])
    with pytest.raises(InvalidState, match="starts before the first draw"):
        assert table.record


def test_a_table_refuses_what_is_no_game() -> None:
    table = Table(granada.new_game(3).setup, by_steps)
    other = next(seat for seat in range(3) if seat != table.actor)
    refused(IllegalAction, lambda: table.do(Action.parse("take b1"), other), lambda: table.do(Action.parse("stop")))
    refused(InvalidState, lambda: table.take(None, Action.parse("draw b1")))
    refused(TypeError, lambda: Table(3), lambda: Table(granada.new_game(2), 5), lambda: table.back_to("1"))
    record = played(Table(granada.new_game(2, "alhambra", modules=["bonus"]), by_steps), 5).record
    refused(InvalidState, lambda: Table(record.seen_by(None)))
