"""Bugs that engines of the Alhambra really have, as far as they are not among the other mutants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board.building import violations
from granada.board.cells import START, Cell, beyond
from granada.board.city import City
from granada.rulebook import Rule
from tests.mutants.building_mutants import all_runs, best, judging, measured, named, without_tile
from tests.mutants.mutant import Mutant, instead

if TYPE_CHECKING:
    Run = list[tuple[Cell, int]]


def opposite_sides_join(_: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """Two walls on opposite sides of a tile are taken for one stretch."""
    runs = [run for run in all_runs(loops) if run]
    joined = [
        [*one, *other]
        for one in runs
        for other in runs
        if one is not other and any((cell, (side + 2) % 4) in other for cell, side in one)
    ]
    return best([*runs, *joined])


def not_between(city: City, cell: Cell) -> tuple[Rule, ...]:
    """A tile with neighbours on opposite sides is never removed."""
    found = named(violations(without_tile(city, cell)))
    across = any(city.is_taken(beyond(cell, side)) and city.is_taken(beyond(cell, side + 2)) for side in (0, 1))
    return found or ((Rule.WALKABLE,) if across else ())


def surrounded(city: City, cell: Cell) -> tuple[Rule, ...]:
    """A removal is not asked about the hole that it leaves."""
    found = named(violations(without_tile(city, cell)))
    return tuple(rule for rule in found if rule is not Rule.NO_HOLES)


SOUND_SWAP: Any = City.broken_by_swapping
ENGINE_BUGS = (
    Mutant("walls on opposite sides of a tile are one", "longest-moat longest-wall", measured(opposite_sides_join)),
    Mutant(
        "a tile between two others is never removed",
        "remove-to-the-reserve redesigned-city-stays-legal",
        judging(broken_by_removing=not_between),
    ),
    Mutant("a surrounded tile is removed", "redesigned-city-stays-legal", judging(broken_by_removing=surrounded)),
    Mutant(
        "the start tile is exchanged",
        "start-tile-stays",
        instead(
            City, broken_by_swapping=lambda city, cell, face: () if cell == START else SOUND_SWAP(city, cell, face)
        ),
    ),
)
