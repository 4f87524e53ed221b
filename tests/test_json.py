"""Whatever is written as JSON can be read again, and who says what is expected gets that or an error."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import City, InvalidState, Layout, Record, Scoring, State, View
from granada.strategies import states

if TYPE_CHECKING:
    from granada.wire import Written


def values() -> list[Written]:
    state = granada.deal(granada.new_game(3), Random(5))
    city = City.parse("@ park6/n")
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(3))
    return [state, granada.observe(state, 1), granada.score(state, "B"), city, city.layout, record]


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
    assert_type(granada.from_json(text), State | View | Scoring | Layout | City | Record | granada.Event)
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
