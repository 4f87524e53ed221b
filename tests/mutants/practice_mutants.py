"""Mutants with the bugs that programs were found to have, as far as no other mutant has them."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from granada.board.city import City
from granada.game.actions import Buy, Take
from granada.rulebook import Rule
from tests.mutants.mutant import Mutant, refuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board.tiles import Family


def stored(*changes: str) -> Any:
    """The moat is measured when a tile is built, and not again after a change of another kind."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        measure, known = City.longest, dict[int, tuple[City, City]]()

        def kept(name: str) -> Any:
            sound = getattr(City, name)

            def change(city: City, *args: Any) -> City:
                after: City = sound(city, *args)
                known[id(after)] = after, known.get(id(city), (city, city))[1]
                return after

            return change

        def longest(city: City, family: Family | None = None) -> Any:
            return measure(known.get(id(city), (city, city))[1], family)

        with ExitStack() as stack:
            for name in changes:
                stack.enter_context(patch.object(City, name, kept(name)))
            stack.enter_context(patch.object(City, "longest", longest))
            yield

    return spoiled


ALL = (
    Mutant("the moat is not measured after a removal", "longest-moat", stored("removed")),
    Mutant("the moat is not measured after an exchange", "longest-moat", stored("swapped")),
    Mutant("the moat is not measured after an addition", "longest-moat", stored("added")),
    refuses(
        "a single large card is not taken",
        Take,
        Rule.TAKE_SEVERAL_UP_TO_FIVE,
        lambda _, __, take: take.cards.total() > 8,
    ),
    refuses(
        "a tile is paid with two cards at the most",
        Buy,
        Rule.PAY_AT_LEAST_THE_PRICE,
        lambda _, __, buy: len(buy.cards) > 2,
    ),
)
