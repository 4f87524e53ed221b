"""How likely something is, to the last fraction: all that a generator can say is tried."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

T = TypeVar("T")


class _Scripted:
    """Stands in for a random generator: its numbers are given, and it notes how likely they were."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers, self.used, self.chance, self.bound = numbers, 0, Fraction(1), 0

    def randrange(self, bound: int, /) -> int:
        """The next given number; where none is left, remember that one below the bound is wanted."""
        if self.used == len(self.numbers):
            self.bound = bound
            raise LookupError
        self.used += 1
        self.chance /= bound
        return self.numbers[self.used - 1]


def exact_odds(made: Callable[[Random], T]) -> dict[T, Fraction]:
    """How likely each result is when every number of a generator is as likely as any other."""
    found: dict[T, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        rng = _Scripted(numbers := waiting.pop())
        try:
            found[made(cast("Random", rng))] += rng.chance
        except LookupError:
            waiting += [(*numbers, number) for number in range(rng.bound)]
    return dict(found)
