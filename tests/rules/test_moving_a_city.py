"""A city that is mirrored or turned is judged the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from granada import Building, Cell, City, Face, Family, Layout, Rule, Violation, violations
from granada.board.layout import rotated
from granada.strategies import cities, layouts
from tests.rules.cities import MASKS, kinds
from tests.rules.marks import rule

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = rule("moats-match", "walkable", "edge-contact", "no-holes", "longest-moat")


def mirrored(edges: int) -> int:
    """The edges of a tile seen in a mirror: east and west change places."""
    return edges & 0b0101 | (edges >> 1 & 1) << 3 | (edges >> 3 & 1) << 1


def mirror(cell: Cell) -> Cell:
    return Cell(-cell.x, cell.y)


def quarter(cell: Cell) -> Cell:
    return Cell(cell.y, -cell.x)


def moved(layout: Layout, move: Callable[[Cell], Cell], turn: Callable[[int], int]) -> Layout:
    """A layout with every tile on another cell, and its edges turned as they lie."""
    turned = dict(layout.rotations)
    tiles = {
        move(cell): Face(
            face.building, face.price, rotated(turn(layout.edges(cell)), (360 - turned.get(cell, 0)) % 360)
        )
        for cell, face in layout.tiles
    }
    rotations = {move(cell): rotation for cell, rotation in layout.rotations}
    founding = None if layout.founding is None else move(layout.founding)
    return Layout.of(tiles, rotations=rotations, start=layout.start, founding=founding)


MOVES = {
    "mirrored": (mirror, mirrored),
    "turned": (quarter, lambda edges: rotated(edges, 90)),
}


def told(found: tuple[Violation, ...], move: Callable[[Cell], Cell]) -> list[tuple[Rule, frozenset[Cell]]]:
    return sorted(
        ((violation.rule, frozenset(map(move, violation.cells))) for violation in found),
        key=lambda each: (each[0].value, sorted(each[1])),
    )


@pytest.mark.parametrize("how", MOVES)
@given(layout=layouts())
def test_moving_a_layout_changes_no_verdict(how: str, layout: Layout) -> None:
    move, turn = MOVES[how]
    other = moved(layout, move, turn)
    assert told(violations(layout), move) == told(violations(other), lambda cell: cell)


@pytest.mark.parametrize("how", MOVES)
@given(city=cities())
def test_moving_a_city_changes_no_length_and_no_verdict(how: str, city: City) -> None:
    move, turn = MOVES[how]
    other = City.of(moved(city.layout, move, turn))
    for family in kinds(city):
        assert len(other.longest(family)) == len(city.longest(family))
    assert other.border_length == city.border_length
    assert set(other.removable) == {move(cell) for cell in city.removable}
    for edges in MASKS:
        face = Face(Building.PARK if city.start is Family.GRANADA else Building.TOWER, 9, edges)
        there = Face(face.building, 9, turn(edges))
        assert set(other.sites(there)) == {move(cell) for cell in city.sites(face)}
