"""Actions that cannot be: each is refused with its rules, and the state stays as it was."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Action, Cell, City, Face, IllegalAction, InvalidState, Rule
from granada.rulebook import IMPOSSIBLE
from granada.strategies import states
from tests.rules.tables import YARD, Table, a_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State

PARK = Face.parse("park8")
CITY = City.parse("@ park6")


def refused(state: State, text: str) -> set[Rule]:
    """The rules that an action breaks; the state stays as it was."""
    before, action = granada.digest(state), Action.parse(text)
    with pytest.raises(IllegalAction) as refusal:
        granada.apply(state, action)
    assert granada.digest(state) == before
    assert not granada.is_legal(state, action)
    assert tuple(granada.broken(state, action)) == refusal.value.rules
    return set(refusal.value.rules)


HELD = ("take y9", "take b1 b1", "take b/y", "buy 1 with b9", "buy 1 with b8 b8")
THERE = ("buy 2 with b8", "buy 1g with b8", "swap 2,0 for school4", "remove 2,0", "remove 200,-200", "add park6 at 0,1")
PHASE = ("place school8/s at 2,0", "store school8/s", "give school8/s", "flip school8/s paying b8", "draw b1")
LATER = ("take b1", "buy 3 with b8", "stop", "pass", "add school4 at 2,0", "remove 1,0", "draw b1")


def test_what_is_impossible_breaks_the_rule_that_says_so(table: Table) -> None:
    assert Rule.CELL_IS_FREE in IMPOSSIBLE
    yard = (YARD[0], None, YARD[2])
    state = table(hands=("b8", "b9", ""), cities=("@ park6",), reserves=(("school4",),), yard=yard, display="b1 g2")
    bought = granada.apply(granada.apply(state, Action.parse("buy 1 with b8")), granada.Stop())
    for rule, texts in {Rule.CARDS_ARE_HELD: HELD, Rule.TILE_IS_THERE: THERE, Rule.IN_ITS_PHASE: PHASE}.items():
        for text in texts:
            assert refused(state, text) == {rule}, text
    for text in LATER:
        assert refused(bought, text) == {Rule.IN_ITS_PHASE}, text
    for cell in ("1,0", "0,0"):
        assert refused(state, f"add school4 at {cell}") == {Rule.CELL_IS_FREE}
        assert refused(bought, f"place school8/s at {cell}") == {Rule.CELL_IS_FREE}
    assert refused(state, "add school4 at 200,200") == {Rule.WALKABLE, Rule.EDGE_CONTACT}


@settings(max_examples=settings().max_examples // 4)
@given(states(at="the end"))
def test_nothing_can_be_done_in_a_finished_game(state: State) -> None:
    for text in ("take b1", "pass", "stop", "draw b1", "draw A", "remove 1,0", "decline"):
        assert refused(state, text) == {Rule.GAME_IS_OVER}
    assert granada.deal(state, Random(0)) == state


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA, COMBINED])
def test_a_draw_that_cannot_come_is_refused(game: granada.Game) -> None:
    state = granada.new_game(3, game)
    for text in ("draw b7", "draw A", "draw school8|hospital9/nes", "draw tower7/nes", "draw garden-hut"):
        assert refused(state, text) == {Rule.DRAW_CAN_COME}
    assert refused(state, "take b7") == {Rule.IN_ITS_PHASE}


@pytest.mark.parametrize(
    "action", [Action(), granada.Reactivate(), granada.Decline(), granada.Action.parse("hut tower")]
)
def test_an_action_that_this_game_does_not_know_is_out_of_phase(action: Action) -> None:
    assert list(granada.broken(a_game(), action)) == [Rule.IN_ITS_PHASE]


def test_a_record_is_played_by_those_whose_turn_it_is() -> None:
    bots = [granada.RandomBot(Random(seat)) for seat in range(3)]
    record = granada.play(bots, rng=Random(0))
    place = next(n for n, (seat, _) in enumerate(record.steps) if seat is not None)
    seat, action = record.steps[place]
    assert seat is not None
    for other in ((seat + 1) % 3, None):
        events = (*record.steps[:place], (other, action), *record.steps[place + 1 :])
        with pytest.raises(InvalidState):
            list(granada.replay(granada.Record(record.setup, events)))
    longer = granada.Record(record.setup, (*record.steps, (0, granada.Pass())))
    with pytest.raises(IllegalAction):
        list(granada.replay(longer))


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        (lambda: CITY.added(PARK, Cell(5, 0)), ["walkable", "edge-contact"]),
        (lambda: CITY.added(PARK, Cell(1, 0)), ["cell-is-free"]),
        (lambda: CITY.added(PARK, Cell(0, 0)), ["cell-is-free"]),
        (lambda: CITY.added(PARK, Cell(10**9, 0)), ["walkable", "edge-contact"]),
        (lambda: CITY.removed(Cell(7, 7)), ["tile-is-there"]),
        (lambda: CITY.removed(Cell(0, 0)), ["start-tile-stays"]),
        (lambda: City.parse("@ park6 park8 park10").removed(Cell(1, 0)), ["walkable"]),
        (lambda: CITY.swapped(Cell(7, 7), PARK), ["tile-is-there"]),
        (lambda: CITY.swapped(Cell(1, 0), Face.parse("park8/w")), ["moats-match", "walkable"]),
    ],
)
def test_a_change_that_is_illegal_is_refused_with_its_rules(change: Callable[[], City], rules: list[str]) -> None:
    with pytest.raises(InvalidState) as refused:
        change()
    assert [reason.split(" breaks ")[1].split(":")[0] for reason in refused.value.reasons] == rules
