"""All tiles of a city lie the same way round: none may be turned.

The books draw a tile whose picture stands on its side or on its head, beside the start tile.
"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from granada import City, Family, Layout, Rule, Violation, violations
from granada.strategies import cities
from tests.rules.cities import BOTH, rules_of, words
from tests.rules.marks import rule

pytestmark = rule("same-orientation")


@BOTH
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_tile_may_not_be_rotated(game: str, turn: int) -> None:
    assert rules_of(Layout.parse(words(game, f"@ last~{turn}"), Family(game))) == {Rule.SAME_ORIENTATION}
    assert rules_of(Layout.parse(words(game, "@ last"), Family(game))) == set()


@BOTH
def test_a_turned_tile_is_refused_even_if_all_its_sides_match(game: str) -> None:
    assert rules_of(Layout.parse(words(game, "two one/s\n@ last/s~180"), Family(game))) == {Rule.SAME_ORIENTATION}


@given(cities().filter(len), st.data())
def test_a_turned_tile_always_breaks_the_orientation_whatever_lies_round_it(city: City, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(city)))
    turn = data.draw(st.sampled_from((90, 180, 270)))
    layout = Layout.of(city.layout.tiles, rotations={cell: turn}, start=city.start, founding=city.founding)
    assert Violation(Rule.SAME_ORIENTATION, (cell,)) in violations(layout)
    if city[cell].edges in (0, 15):
        assert rules_of(layout) == {Rule.SAME_ORIENTATION}


@given(cities())
def test_a_city_in_which_nothing_is_turned_never_breaks_it(city: City) -> None:
    assert Rule.SAME_ORIENTATION not in rules_of(city.layout)
