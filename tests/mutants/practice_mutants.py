"""Mutants with the bugs that programs were found to have, as far as no other mutant has them."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from building_mutants import all_runs, best, judging, measured, named, without_tile  # type: ignore[import-not-found]  # beside it
from mutant import Mutant, verb  # type: ignore[import-not-found]  # it lies beside this file
from turn_mutants import too  # type: ignore[import-not-found]  # it lies beside this file

from granada.board.building import violations
from granada.board.cells import beyond
from granada.board.city import City
from granada.game.actions import Buy, Take
from granada.game.steps import Act
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board.cells import Cell
    from granada.board.tiles import Family

Loops = list[list[tuple[Any, int, bool]]]


def between_two(city: City, cell: Cell) -> tuple[Rule, ...]:
    """A tile with neighbours on opposite sides is never removed."""
    near = [beyond(cell, side) in city for side in range(4)]
    between = (near[0] and near[2]) or (near[1] and near[3])
    return named(violations(without_tile(city, cell))) or ((Rule.WALKABLE,) if between else ())


def across_the_tile(_: City, loops: Loops) -> list[tuple[Any, int]]:
    """The moats on opposite edges of a tile are one stretch."""
    runs = all_runs(loops)
    longest: list[tuple[Any, int]] = best(runs)
    for one in runs:
        for other in runs:
            if one is not other and any((cell, (side + 2) % 4) in other for cell, side in one):
                longest = best([longest, [*one, *other]])
    return longest


def stored(*changes: str) -> Any:  # noqa: ANN401  what spoils the engine
    """The moat is measured when a tile is built, and not again after a change of another kind."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        measure, known = City.longest, dict[int, tuple[City, City]]()

        def kept(name: str) -> Any:  # noqa: ANN401  a method
            sound = getattr(City, name)

            def change(city: City, *args: Any) -> City:  # noqa: ANN401  as the engine calls it
                after: City = sound(city, *args)
                known[id(after)] = after, known.get(id(city), (city, city))[1]
                return after

            return change

        def longest(city: City, family: Family | None = None) -> Any:  # noqa: ANN401  as the engine answers
            return measure(known.get(id(city), (city, city))[1], family)

        with ExitStack() as stack:
            for name in changes:
                stack.enter_context(patch.object(City, name, kept(name)))
            stack.enter_context(patch.object(City, "longest", longest))
            yield

    return spoiled


ALL = (
    Mutant(
        "a tile between two others is never removed",
        "redesigned-city-stays-legal remove-to-the-reserve",
        judging(broken_by_removing=between_two),
    ),
    Mutant("moats on opposite edges of a tile are one", "longest-moat", measured(across_the_tile)),
    Mutant("the moat is not measured after a removal", "longest-moat", stored("removed")),
    Mutant("the moat is not measured after an exchange", "longest-moat", stored("swapped")),
    Mutant("the moat is not measured after an addition", "longest-moat", stored("added")),
    Mutant(
        "a single large card is not taken",
        "take-several-up-to-five",
        verb(Act, Take, judged=too(Rule.TAKE_SEVERAL_UP_TO_FIVE, lambda _, __, action: action.cards.total() > 8)),
    ),
    Mutant(
        "a tile is paid with two cards at the most",
        "pay-at-least-the-price",
        verb(Act, Buy, judged=too(Rule.PAY_AT_LEAST_THE_PRICE, lambda _, __, action: len(action.cards) > 2)),
    ),
)
