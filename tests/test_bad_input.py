"""Bad input: whatever is handed in, there is an answer or one of our errors, and nothing has changed."""

from __future__ import annotations

import json
import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import granada
from granada import (
    ALHAMBRA,
    COMBINED,
    GRANADA,
    Action,
    BadNotation,
    Face,
    Family,
    IllegalAction,
    InvalidState,
    Purse,
    Rule,
    TileSet,
)
from granada.strategies import states

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State

    Table = Callable[..., State]

YARD = ("school8|hospital9/s", "arena10|market11", "library4|district5", "park6|arena7")


def a_game(players: int = 3, seed: int = 1) -> State:
    return granada.deal(granada.new_game(players), Random(seed))


def refused(state: State, text: str) -> set[Rule]:
    """The rules that an action breaks; the state stays as it was."""
    before, action = granada.digest(state), Action.parse(text)
    with pytest.raises(IllegalAction) as refusal:
        granada.apply(state, action)
    assert granada.digest(state) == before
    assert not granada.is_legal(state, action)
    assert tuple(granada.broken(state, action)) == refusal.value.rules
    return set(refusal.value.rules)


# Setting up


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 8, 10**30])
def test_two_to_six_players_take_part(players: int) -> None:
    with pytest.raises(InvalidState, match="two to six players"):
        granada.new_game(players)


@pytest.mark.parametrize("players", ["3", 3.0, None, True, [3]])
def test_the_number_of_players_is_a_whole_number(players: object) -> None:
    with pytest.raises(TypeError):
        granada.new_game(players)  # type: ignore[arg-type]  # what is tested


WRONG_GAMES: list[tuple[dict[str, object], type[Exception]]] = [
    ({"game": "chess"}, InvalidState),
    ({"game": 5}, TypeError),
    ({"game": None}, TypeError),
    ({"modules": ["dragons"]}, InvalidState),
    ({"modules": [5]}, TypeError),
    ({"modules": [["vizier"]]}, TypeError),
    ({"modules": "vizier"}, TypeError),
    ({"modules": 5}, TypeError),
    ({"scoring": "double"}, InvalidState),
    ({"scoring": None}, TypeError),
    ({"scoring": ["normal"]}, TypeError),
    ({"game": "alhambra", "scoring": "simplified"}, InvalidState),
    ({"rulings": "fr"}, TypeError),
    ({"rulings": {}}, TypeError),
    ({"tiles": "default"}, TypeError),
    ({"tiles": 5}, TypeError),
    ({"tiles": TileSet.default(Family.ALHAMBRA)}, InvalidState),
    ({"tiles": [TileSet.default(Family.GRANADA)] * 2}, InvalidState),
    ({"ages": [1, 2]}, InvalidState),
    ({"ages": ["a", "b", "c"]}, TypeError),
    ({"ages": 5}, TypeError),
]


@pytest.mark.parametrize(("wrong", "error"), WRONG_GAMES)
def test_a_game_that_does_not_exist_is_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        granada.new_game(3, **wrong)


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(InvalidState) as refusal:
        granada.new_game(7, "alhambra", modules=["dragons", "dragons"], scoring="simplified", ages=[1])
    assert len(refusal.value.reasons) >= 5


# Wrong types everywhere


WRONG: list[object] = [None, 5, "take b3", b"", [], {}, object(), 1.5]
STATE = a_game()
TAKE = granada.legal_actions(STATE)[0]
ASKED: dict[str, Callable[[Any], object]] = {
    "legal_actions": granada.legal_actions,
    "broken, its state": lambda wrong: list(granada.broken(wrong, TAKE)),
    "broken, its action": lambda wrong: list(granada.broken(STATE, wrong)),
    "is_legal, its state": lambda wrong: granada.is_legal(wrong, TAKE),
    "is_legal, its action": lambda wrong: granada.is_legal(STATE, wrong),
    "apply, its state": lambda wrong: granada.apply(wrong, TAKE),
    "apply, its action": lambda wrong: granada.apply(STATE, wrong),
    "outcomes": granada.outcomes,
    "deal": lambda wrong: granada.deal(wrong, Random(0)),
    "score": lambda wrong: granada.score(wrong, "A"),
    "observe": lambda wrong: granada.observe(wrong, 0),
    "winners": granada.winners,
    "violations": granada.violations,
    "replay": lambda wrong: list(granada.replay(wrong)),
    "to_json": granada.to_json,
}


@pytest.mark.parametrize("name", ASKED)
def test_every_function_refuses_values_of_another_type(name: str) -> None:
    for wrong in WRONG:
        with pytest.raises(TypeError):
            ASKED[name](wrong)


@pytest.mark.parametrize("which", ["D", "", "a", None, 1])
def test_there_is_no_other_scoring(which: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        granada.score(a_game(), which)


@pytest.mark.parametrize(
    "action", [Action(), granada.Reactivate(), granada.Decline(), granada.Action.parse("hut tower")]
)
def test_an_action_that_this_game_does_not_know_is_out_of_phase(action: Action) -> None:
    assert list(granada.broken(a_game(), action)) == [Rule.IN_ITS_PHASE]


# Actions that cannot be


def test_cards_that_are_not_held_and_tiles_that_are_not_there(table: Table) -> None:
    state = table(hands=("b8", "b9", ""), yard=(YARD[0], None, YARD[2]), display="b1 g2")
    assert refused(state, "take y9") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "take b1 b1") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "take b/y") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 1 with b9") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 1 with b8 b8") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 2 with b8") == {Rule.TILE_IS_THERE}
    assert refused(state, "buy 1g with b8") == {Rule.TILE_IS_THERE}
    assert refused(state, "add park6 at 0,1") == {Rule.TILE_IS_THERE}
    assert refused(state, "swap 1,0 for park6") == {Rule.TILE_IS_THERE}
    assert refused(state, "remove 1,0") == {Rule.TILE_IS_THERE}
    assert refused(state, "remove 200,-200") == {Rule.TILE_IS_THERE}


def test_a_cell_that_is_built_already(table: Table) -> None:
    state = table(hands=("b8", "", ""), cities=("@ park6",), reserves=(("school4",),), yard=YARD)
    assert refused(state, "add school4 at 1,0") == {Rule.CELL_IS_FREE}
    assert refused(state, "add school4 at 0,0") == {Rule.CELL_IS_FREE}
    bought = granada.apply(granada.apply(state, Action.parse("buy 1 with b8")), granada.Stop())
    assert refused(bought, "place school8/s at 1,0") == {Rule.CELL_IS_FREE}
    assert refused(bought, "place school8/s at 0,0") == {Rule.CELL_IS_FREE}


def test_actions_out_of_phase(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, display="b1")
    for text in ("place school8/s at 1,0", "store school8/s", "give school8/s", "flip school8/s paying b8", "draw b1"):
        assert refused(state, text) == {Rule.IN_ITS_PHASE}
    bought = granada.apply(granada.apply(state, Action.parse("buy 1 with b8")), granada.Stop())
    for text in ("take b1", "buy 2 with b8", "stop", "pass", "add park6 at 1,0", "remove 1,0", "draw b1"):
        assert refused(bought, text) == {Rule.IN_ITS_PHASE}


def test_a_tile_far_away_breaks_rules_but_no_program(table: Table) -> None:
    state = table(reserves=(("park6",),))
    assert refused(state, "add park6 at 200,200") == {Rule.WALKABLE, Rule.EDGE_CONTACT}
    far = granada.Add(Face.parse("park6"), granada.Cell(10**12, -(10**12)))
    assert not granada.is_legal(state, far)


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


# Hostile text


HOSTILE = [
    "",
    " ",
    "\x00",
    "{",
    "[",
    "[" * 100_000,
    "{" * 100_000,
    '{"a":' * 100_000,
    "[" * 5_000 + "]" * 5_000,
    '{"kind": "state"' + ', "x": 1' * 10_000 + "}",
    '{"kind": "state", "kind": "state"}',
    '{"kind": "state"}',
    '{"kind": "view"}',
    '{"kind": "layout"}',
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": 5}}',
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": "park6/w"}}',
    '{"kind": "layout", "format": 3, "start": "granada", "tiles": {}}',
    '{"kind": "layout", "format": 1, "start": "granada", "tiles": {"1,0": "*park6"}}',
    '{"kind": "layout", "format": 1, "start": "alhambra", "tiles": {"1,0": "park6"}}',
    '{"kind": ["state"]}',
    '{"kind": {"state": 1}}',
    '{"kind": 1e999}',
    "NaN",
    "Infinity",
    '{"kind": NaN}',
    '{"kind": "state", "players": -Infinity}',
    "1" * 10_000,
    "-" * 10_000,
    '"' + "x" * 1_000_000 + '"',
    "x" * 1_000_000,
    "b7 " * 300_000,
    "null",
    "true",
    "5",
    "[]",
    '"state"',
    "\n\n\n",
    "{}\n{}\n",
    '{"format": 1, "game": "granada"}',
    '{"format": 1, "game": "granada", "players": 3, "modules": [], "scoring": "normal", "rulings": {}, "tiles": 5}',
    '{"format": 1, "game": "granada", "players": 1' + "0" * 5_000 + "}",
    "\ud800",
    '"\\ud800"',
    "\u2028{}\u2028",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_with_one_of_our_errors(text: str) -> None:
    readers: tuple[Callable[[str], object], ...] = (
        granada.from_json,
        Action.parse,
        Face.parse,
        granada.Tile.parse,
        granada.Card.parse,
        granada.Cell.parse,
        granada.Layout.parse,
        granada.City.parse,
    )
    for read in readers:
        with pytest.raises((BadNotation, InvalidState)) as refusal:
            read(text)
        assert len(str(refusal.value)) < 20_000


@pytest.mark.parametrize("value", [None, 5, b"{}", [], {}])
def test_json_is_read_from_text_alone(value: Any) -> None:
    with pytest.raises(TypeError):
        granada.from_json(value)


def test_truncated_json_is_refused_everywhere() -> None:
    text = granada.to_json(a_game(2))
    for end in range(0, len(text), 37):
        with pytest.raises((BadNotation, InvalidState)):
            granada.from_json(text[:end])


def test_a_truncated_record_is_refused_or_ends_early() -> None:
    bots = [granada.RandomBot(Random(seat)) for seat in range(2)]
    record = granada.play(bots, rng=Random(0))
    text = granada.to_json(record)
    for end in range(0, len(text), 997):
        try:
            part = granada.from_json(text[:end], granada.Record)
        except (BadNotation, InvalidState):
            continue
        assert part.steps == record.steps[: len(part.steps)]


RECORD_LINES = [
    '{"draw": 5}',
    '{"draw": "x"}',
    '{"draw": "b7", "seat": 0}',
    '{"seat": 9, "do": "take b7"}',
    '{"seat": "0", "do": "take b7"}',
    '{"seat": 0, "do": "draw b7"}',
    '{"seat": 0, "do": null}',
    '{"seat": true, "do": "stop"}',
    '{"points": 5, "winners": []}',
    '{"points": ["x"], "winners": [0]}',
    "[]",
    "null",
    "5",
    '"x"',
    "{}",
]


@pytest.mark.parametrize("line", RECORD_LINES)
def test_a_line_of_a_record_that_says_nothing_is_refused(line: str) -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises((BadNotation, InvalidState)):
        granada.from_json(f"{head}\n{line}\n")


def test_nothing_follows_the_result_of_a_record() -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises(InvalidState, match="nothing follows"):
        granada.from_json(f'{head}\n{{"points": [1, 2, 3], "winners": [2]}}\n{{"draw": "b7"}}\n')


# The JSON of a state, changed anywhere


Path = tuple[Any, ...]


def paths(value: Any, path: Path = ()) -> list[Path]:
    """The way to every value inside some JSON."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            found += paths(inner, (*path, place))
    return found


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 2, 5, 6, 7, 8, 30, 10_000, 10**30, -(10**30), 1.5, 1e300),
        *("", " ", "x", "b7", "b1 b1 b1", "b7 b7 b7 b7", "b/y", "A", "B", "C", "even", "odd", "park6", "*park6/w"),
        *("school8|hospital9/s", "garden-hut/s", "tower13/nes", "0,0", "1,0", "999,0", "granada", "alhambra", "shown"),
        *("default", "state", "act", "place-tiles", "score-row", "award", "over", "x" * 10_000, "\ud800", "é"),
        *([], [[]], {}, {"x": 1}, [None], [0], ["A"], [1, 2, 3], {"0,0": "park6"}, {"1,0": "park6"}),
        *(
            {"step": "next-turn"},
            {"step": "end-test"},
            {"step": "begin"},
            {"step": "score-row", "round": "C", "row": 99},
        ),
        *({"step": "act", "seat": 9, "bought": []}, {"step": "award", "slot": 7}, {"step": "deal-hand", "seat": 5}),
        *({"step": "place-tiles", "seat": 0, "tiles": []}, {"step": "dirk-draws", "left": [9], "face": None}),
        *({"step": "score-due", "rounds": ["A", "B"]}, {"step": "act", "seat": 0, "bought": []}),
        *({"step": "refill-money"}, {"step": "refill-tiles", "moves_marker": True, "first": False}),
    ]
)


@st.composite
def changes(draw: st.DrawFn, data: Any) -> Any:
    """The same JSON with a few values replaced, taken out, added, doubled or exchanged."""
    data = json.loads(json.dumps(data))
    for _ in range(draw(st.integers(1, 3))):
        every = paths(data)
        path = draw(st.sampled_from(every))
        if not path:
            continue
        inside = at(data, path[:-1])
        match draw(st.sampled_from(("replace", "remove", "add", "copy", "exchange", "drop"))):
            case "replace":
                inside[path[-1]] = json.loads(json.dumps(draw(JUNK)))
            case "remove" | "drop":
                del inside[path[-1]]
            case "add" if isinstance(inside, list):
                inside.insert(draw(st.integers(0, len(inside))), json.loads(json.dumps(draw(JUNK))))
            case "add":
                inside[draw(st.sampled_from(("x", "1,0", "0,1", "-1,0", "step", "ages", "extra")))] = draw(JUNK)
            case "copy":
                inside[path[-1]] = json.loads(json.dumps(at(data, draw(st.sampled_from(every)))))
            case "exchange":
                kin = [other for other in every if other and type(at(data, other)) is type(at(data, path))]
                other = draw(st.sampled_from(kin))
                if path[: len(other)] != other and other[: len(path)] != path:
                    mine, theirs = at(data, path), at(data, other)
                    inside[path[-1]] = theirs
                    at(data, other[:-1])[other[-1]] = mine
    return data


def play_on(state: State, rng: Random, decisions: int = 30) -> None:
    """Play some decisions and draws at random."""
    for _ in range(decisions):
        state = granada.deal(state, rng)
        legal = granada.legal_actions(state)
        if not legal:
            assert state.over
            return
        state = granada.apply(state, legal[rng.randrange(len(legal))])
        for which in "ABC":
            granada.score(state, which)


@given(st.data(), states(), st.integers(0, 1 << 32))
def test_changed_json_of_a_state_is_refused_or_can_be_played_on(data: st.DataObject, state: State, seed: int) -> None:
    written = json.loads(granada.to_json(state))
    if data.draw(st.booleans()):
        written["tiles"] = "shown"
    for _ in range(4):
        changed = data.draw(changes(written))
        try:
            read = granada.from_json(json.dumps(changed))
        except (BadNotation, InvalidState):
            continue
        if isinstance(read, granada.State):
            assert granada.from_json(granada.to_json(read)) == read
            play_on(read, Random(seed))


@given(st.data(), states())
def test_changed_json_of_a_view_is_refused_or_can_be_sampled(data: st.DataObject, state: State) -> None:
    written = json.loads(granada.to_json(granada.observe(state, 0)))
    for _ in range(4):
        changed = data.draw(changes(written))
        try:
            read = granada.from_json(json.dumps(changed))
        except (BadNotation, InvalidState):
            continue
        if isinstance(read, granada.View):
            sampled = read.sample(Random(0))
            granada.legal_actions(sampled)
            assert len(sampled.players) == len(read.hand_sizes)


@given(st.data(), states())
def test_changed_json_of_a_scoring_is_refused_or_written_the_same(data: st.DataObject, state: State) -> None:
    written = json.loads(granada.to_json(granada.score(state, "C")))
    for _ in range(4):
        changed = data.draw(changes(written))
        try:
            read = granada.from_json(json.dumps(changed))
        except (BadNotation, InvalidState):
            continue
        if isinstance(read, granada.Scoring):
            assert json.loads(granada.to_json(read)) == changed
            assert str(read)


@cache
def record_lines(seed: int) -> list[str]:
    """The lines of the record of a game."""
    bots = [granada.RandomBot(Random(seat)) for seat in range(2)]
    return granada.to_json(granada.play(bots, rng=Random(seed))).splitlines()


@given(st.data(), st.integers(0, 4))
def test_changed_lines_of_a_record_are_refused_or_replayed_to_the_first_mistake(data: st.DataObject, seed: int) -> None:
    lines = record_lines(seed)
    place = data.draw(st.sampled_from([0, 1, 5, 50, len(lines) - 2, len(lines) - 1]))
    changed = data.draw(changes(json.loads(lines[place])))
    try:
        record = granada.from_json("\n".join([*lines[:place], json.dumps(changed), *lines[place + 1 :]]))
        if isinstance(record, granada.Record):
            for _ in granada.replay(record):
                pass
    except (BadNotation, InvalidState, IllegalAction):
        pass


def flaws(state: State, **changed: Any) -> str:
    """Why the JSON of a state is none when some of its members are changed."""
    data = json.loads(granada.to_json(state)) | changed
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(json.dumps(data))
    return "\n".join(refusal.value.reasons)


def test_a_state_that_is_no_position_of_its_game_gives_every_reason() -> None:
    state = a_game(3)
    data = json.loads(granada.to_json(state))
    assert "there are 3 players, not 2" in flaws(state, seats=data["seats"][:2])
    assert "4 slots" in flaws(state, yard=data["yard"][:3])
    assert "is there" in flaws(state, yard=[data["yard"][0]] * 4)
    assert "at most four cards" in flaws(state, display="b1 b2 b3 b4 b5")
    assert "Dirk takes part exactly when two play" in flaws(state, dirk={"faces": [], "points": 0})
    assert "there is one exactly when tiles have two faces" in flaws(state, marker=None)
    assert "'x' is unknown" in flaws(state, x=1)
    assert "format" in flaws(state, format=3)
    assert "mover" in flaws(state, mover=None)
    assert "todo" in flaws(state, todo=[{"step": "dance"}])
    assert "todo" in flaws(state, todo=[{"step": "end-test"}])
    assert "scoring cards" in flaws(state, deck=data["deck"] | {"later": [["A", 2]]})
    both = flaws(state, marker="up", mover=77, display="q")
    assert len(both.splitlines()) >= 3


def test_a_seat_that_is_missing_while_hands_are_dealt_is_told() -> None:
    state, rng = granada.new_game(3), Random(0)
    while not len(state.players[2].hand):
        draws = granada.outcomes(state)
        state = granada.apply(state, draws[rng.randrange(len(draws))][0])
    data = json.loads(granada.to_json(state))
    assert "there are 3 players, not 2" in flaws(state, seats=data["seats"][:2])


@pytest.mark.parametrize("step", [{"step": "deal-hand", "seat": 1}, {"step": "begin"}])
def test_a_step_of_the_set_up_has_no_place_in_a_turn(step: dict[str, object]) -> None:
    state = a_game(3)
    todo = json.loads(granada.to_json(state))["todo"]
    assert flaws(state, todo=[*todo[:3], step, *todo[3:]], tiles="shown")


@pytest.mark.parametrize("number", [0, 3, "1", None, True])
def test_another_format_is_refused(number: object) -> None:
    state = a_game(3)
    for value in (state, granada.observe(state, 0), state.players[0].city, state.players[0].city.layout):
        data = json.loads(granada.to_json(value)) | {"format": number}
        with pytest.raises(InvalidState, match="format"):
            granada.from_json(json.dumps(data))


def test_reading_deep_json_needs_no_deep_stack() -> None:
    limit = sys.getrecursionlimit()
    for depth in (50, 500, limit - 50, limit, 10 * limit):
        deep = '{"kind": "state", "seats": ' + "[" * depth + "]" * depth + "}"
        with pytest.raises((BadNotation, InvalidState)):
            granada.from_json(deep)


def test_a_purse_of_too_many_cards_is_refused_in_time() -> None:
    with pytest.raises(BadNotation):
        Purse.parse("b7 " * 1_000_000)


def test_a_city_of_too_many_tiles_is_refused_in_time() -> None:
    row = " ".join(["@"] + ["park6"] * 100_000)
    with pytest.raises((BadNotation, InvalidState)):
        granada.City.parse(row)
