"""Whatever is written as JSON can be read again, and who says what is expected gets that or an error."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING, assert_type

import pytest
from hypothesis import given, strategies as st

import granada
from granada import Action, Bureau, Card, City, InvalidState, Layout, Record, Scoring, State, Tile, View
from granada.game import VERBS, HiddenDraw
from granada.strategies import states
from tests.refusing import refused

if TYPE_CHECKING:
    from granada.wire import Written


def values() -> list[Written]:
    state = granada.deal(granada.new_game(3), Random(5))
    city = City.parse("@ park6/n")
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(3))
    return [state, granada.observe(state, 1), granada.score(state, "B"), city, city.layout, record]


PIECES: list[Action | Tile | Card | Bureau] = [
    *(Action.parse(text) for text in ("take b3 g2", "buy 2a with b/g b5", "buy 1 with g4", "flip park6/n paying y3")),
    *(Action.parse(text) for text in ("place school8/ne at 0,1", "store park6", "give park6", "add park6 at -1,0")),
    *(Action.parse(text) for text in ("remove 1,-2", "swap 1,0 for park6", "hut garden/s", "reveal garden10")),
    *(Action.parse(text) for text in ("reactivate", "decline", "stop", "pass", "draw b7", "draw b/y", "draw A")),
    *(Action.parse(text) for text in ("draw arena10|market11/n", "draw garden-hut/s")),
    HiddenDraw(),
    *map(Tile.parse, ("arena10|market11/n", "garden10/esw", "park6", "garden-hut/s")),
    *map(Card.parse, ("b7", "y1")),
    Bureau.parse("b/y"),
]


def test_actions_tiles_and_cards_survive_json() -> None:
    assert {type(each) for each in PIECES} >= {*VERBS.values(), HiddenDraw, Tile, Card, Bureau}
    for piece in PIECES:
        data = granada.to_data(piece)
        assert granada.from_data(data) == granada.from_json(granada.to_json(piece)) == piece
        assert data["format"] == 1


def test_an_action_is_written_with_its_fields() -> None:
    written = granada.to_data(Action.parse("buy 2a with b5 b7"))
    assert written == {
        "kind": "action",
        "format": 1,
        "verb": "buy",
        "space": 2,
        "cards": "b5 b7",
        "family": "alhambra",
    }
    assert granada.to_data(Tile.parse("arena10|market11/n")) == {
        "kind": "tile",
        "format": 1,
        "up": {"building": "arena", "price": 10, "edges": "n"},
        "down": {"building": "market", "price": 11, "edges": "n"},
    }
    assert granada.to_data(Card.parse("b7")) == {"kind": "card", "format": 1, "currency": "b", "value": 7}
    assert granada.to_data(Bureau.parse("b/y")) == {"kind": "bureau", "format": 1, "first": "b", "second": "y"}


def test_lists_survive_json() -> None:
    state = granada.deal(granada.new_game(3), Random(5))
    legal = granada.legal_actions(state)
    _, happened = granada.unfold(state, legal[0])
    hand = state.players[0].hand.cards
    assert granada.from_json(granada.to_json(legal), list[Action]) == [*legal]
    assert granada.from_data(granada.to_data(legal), list[Action]) == [*legal]
    assert granada.from_data(granada.to_data(happened), list[granada.Event]) == [*happened]
    assert granada.from_data(granada.to_data(hand), list[Card]) == [*hand]
    assert granada.from_data(granada.to_data(()), list[Tile]) == []
    assert granada.from_data(granada.to_data([state, state]), list[State]) == [state, state]
    assert_type(granada.from_json("[]", list[Action]), list[Action])
    assert_type(granada.from_data([], list[Tile]), list[Tile])
    assert_type(granada.from_data(granada.to_data(state), State), State)
    assert granada.digest(legal) == granada.digest([*legal]) != granada.digest(legal[1:])


def test_a_list_names_each_value_that_is_wrong() -> None:
    good, park = granada.to_data(Action.parse("pass")), granada.to_data(Tile.parse("park6"))
    with pytest.raises(InvalidState) as refusal:
        granada.from_data([good, {**good, "verb": "build"}, park, {**good, "mood": 1}], list[Action])
    verbs = ", ".join(VERBS)
    assert refusal.value.reasons == (
        f"[1]: action.verb: expected one of {verbs}, not 'build'; did you mean place?",
        "[2]: expected an action, not a tile",
        "[3]: action: 'mood' is unknown",
    )
    with pytest.raises(InvalidState) as refusal:
        granada.from_data([{"verb": "pass"}], list[Action])
    assert refusal.value.reasons == ('[0]: expected an action, but "kind": "action" is missing',)
    refused(InvalidState, lambda: granada.from_json("{}", list[Action]))
    lists: list[list[object]] = [[good, good], [good], []]
    for data in lists:
        with pytest.raises(InvalidState) as refusal:
            granada.from_data(data)
        assert refusal.value.reasons == ("to read a list, pass its type, such as list[Action]",)
    refused(InvalidState, lambda: granada.from_json("[]"))
    refused(InvalidState, lambda: granada.from_data('{"kind": "state"}'))
    refused(
        TypeError,
        lambda: granada.from_json("[]", list[Record]),
        lambda: granada.from_json("[]", list[int]),  # type: ignore[type-var]  # the point of the test
        lambda: granada.to_data(granada.Purse.parse("b5")),  # type: ignore[arg-type]  # the same
        lambda: granada.to_data([[Action.parse("pass")]]),  # type: ignore[list-item]  # the same
    )


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_a_piece_that_is_wrong_in_one_place_is_refused(piece: Action | Tile | Card | Bureau) -> None:
    data = granada.to_data(piece)
    bad: tuple[object, ...] = (-1, "no such thing", [], {"building": "park"}, True)
    wrong = [{**data, key: each} for key in data for each in bad]
    wrong += [{k: v for k, v in data.items() if k != key} for key in data]
    wrong += [{**data, "mood": "good"}, {**data, "format": 3}]
    refused(InvalidState, *(partial(granada.from_data, each) for each in wrong))


def test_a_piece_that_there_is_not_is_refused() -> None:
    hut, tile = granada.to_data(Action.parse("hut garden/s")), granada.to_data(Tile.parse("arena10|market11/n"))
    bureau = granada.to_data(Bureau.parse("b/y"))
    wrong = (
        {**hut, "face": "garden10"},
        {**tile, "down": {**tile["down"], "edges": "s"}},
        {**tile, "up": {**tile["up"], "price": 1}},
        {**tile, "up": {**tile["up"], "edges": "en"}},
        {**tile, "up": {**tile["up"], "price": 0}},
        {**bureau, "first": "y"},
    )
    refused(InvalidState, *(partial(granada.from_data, each) for each in wrong))


def test_everything_that_is_written_is_read_again() -> None:
    for value in values():
        assert granada.from_json(granada.to_json(value)) == value
        assert granada.from_json(granada.to_json(value), type(value)) == value


@given(states(), st.sampled_from("ABC"))
def test_a_scoring_survives_json(state: State, which: str) -> None:
    scoring = granada.score(state, which)
    assert granada.from_json(granada.to_json(scoring), Scoring) == scoring


def test_who_expects_one_kind_gets_no_other() -> None:
    for value in values():
        text = granada.to_json(value)
        for kind in (State, View, Scoring, Layout, City, Record):
            if kind is not type(value):
                with pytest.raises(InvalidState):
                    granada.from_json(text, kind)


def test_a_kind_is_one_that_can_be_written() -> None:
    text = granada.to_json(City.parse("@"))
    for kind in (int, object, granada.Face, "State", 5):
        with pytest.raises(TypeError):
            granada.from_json(text, kind)  # type: ignore[type-var, arg-type]  # the point of the test


def test_a_type_checker_knows_what_is_read() -> None:
    text = granada.to_json(granada.new_game(2))
    everything = State | View | Scoring | Layout | City | Record | granada.Event | Action | Tile | Card | Bureau
    assert_type(granada.from_json(text), everything)
    assert_type(granada.from_json(text, State), State)


def test_a_scoring_whose_rows_do_not_add_up_is_refused() -> None:
    record = granada.play([granada.BuilderBot(Random(seat)) for seat in range(2)], rng=Random(1))
    *_, last = granada.replay(record)
    data = json.loads(granada.to_json(granada.score(last, "C")))
    row = next(row for row in data["rows"] if row["standings"])
    first = "rows[0].standings[0]"
    bad: list[tuple[str, dict[str, object]]] = [
        ("points", {"points": [point + 1 for point in data["points"]]}),
        ("points", {"dirk": data["dirk"] + 1}),
        ("rows", {"rows": [*data["rows"], row]}),
        ("rows", {"rows": [row | {"standings": row["standings"] * 2}]}),
        ("points", {"points": []}),
        (f"{first}.edges[0]", {"rows": [row | {"standings": [row["standings"][0] | {"edges": ["1,0 x"]}]}]}),
        ("rows[0].name", {"rows": [row | {"name": "roofs"}]}),
    ]
    for place, changed in bad:
        with pytest.raises(InvalidState) as refusal:
            granada.from_json(json.dumps(data | changed))
        assert refusal.value.reasons[0].startswith(f"scoring.{place}: ")
