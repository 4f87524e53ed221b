"""A tile touches another one, or the start tile, with at least one whole side.

The books draw a tile that touches the start tile with its corner only.
"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from granada import City, Rule
from granada.board.cells import beyond
from granada.strategies import cities, faces
from tests.rules.cities import BOTH, adding, near
from tests.rules.marks import rule

pytestmark = rule("edge-contact")


@BOTH
@pytest.mark.parametrize("corner", [(1, 1), (1, -1), (-1, -1), (-1, 1)])
def test_a_tile_may_not_touch_with_its_corner_only(game: str, corner: tuple[int, int]) -> None:
    assert adding(game, "@", "last", corner) == {Rule.WALKABLE, Rule.EDGE_CONTACT}


@BOTH
@pytest.mark.parametrize("beside", [(0, 1), (1, 0), (0, -1), (-1, 0)])
def test_one_side_is_enough(game: str, beside: tuple[int, int]) -> None:
    assert adding(game, "@", "last", beside) == set()


@given(cities(), st.data())
def test_a_new_tile_breaks_the_rule_exactly_if_no_cell_beside_it_is_taken(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if not city.is_taken(cell):
            lonely = not any(city.is_taken(beyond(cell, side)) for side in range(4))
            assert (Rule.EDGE_CONTACT in city.broken_by_adding(face, cell)) == lonely
