"""Cities of both games laid out from notation, and what the tests of the building rules ask of them."""

from __future__ import annotations

import pytest

from granada import Cell, City, Face, Family, Layout, Rule, violations
from granada.board.cells import START

MASKS = range(16)


WORDS = {
    "granada": {"one": "park6", "two": "library5", "last": "arena8", "ring": "school4"},
    "alhambra": {"one": "garden6", "two": "chambers5", "last": "tower8", "ring": "arcades4"},
}


BOTH = pytest.mark.parametrize("game", WORDS)


def words(game: str, rows: str) -> str:
    for name, face in WORDS[game].items():
        rows = rows.replace(name, face)
    return rows


def adding(game: str, rows: str, tile: str, cell: tuple[int, int]) -> set[Rule]:
    start = Family(game)
    city = City.parse(words(game, rows), start)
    return set(city.broken_by_adding(Face.parse(words(game, tile)), Cell(*cell)))


def near(city: City) -> list[Cell]:
    xs, ys = zip(*(START, *city), strict=True)
    return [Cell(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]


def with_tile(city: City, cell: Cell, face: Face) -> Layout:
    """A city with one more tile or another one, as a layout; the first of a second family founds it."""
    founding = city.founding
    if founding is None and face.family is not city.start:
        founding = cell
    tiles = {other: city[other] for other in city} | {cell: face}
    return Layout.of(tiles, start=city.start, founding=founding)


def kinds(city: City) -> list[Family]:
    return [city.start, *([Family.GRANADA] if city.start is Family.ALHAMBRA else [])]


def edge_towards(city: City, cell: Cell, side: int) -> int:
    return 0 if cell == START else city[cell].edges >> side & 1


def rules_of(layout: Layout) -> set[Rule]:
    return {violation.rule for violation in violations(layout)}
