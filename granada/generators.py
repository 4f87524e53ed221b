"""Adapters for random generators, such as those from ``random`` and NumPy."""

from collections.abc import Callable
from typing import Protocol, SupportsInt, TypeAlias, cast

from granada.errors import quoted

HALF = 1 << 32
"""The exclusive upper bound for each half of a 64-bit number."""


class HasRandrange(Protocol):
    """A generator such as ``random.Random``."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, the given limit."""
        ...


class HasIntegers(Protocol):
    """A generator such as NumPy's."""

    def integers(self, low: int, /) -> SupportsInt:
        """A whole number from 0 up to, but not including, the given limit, in the generator's own type."""
        ...


Generator: TypeAlias = HasRandrange | HasIntegers


class _Numbers:
    """An adapter that gives a generator with ``integers`` the method ``randrange``."""

    __slots__ = ("_integers",)

    def __init__(self, integers: Callable[[int], SupportsInt]) -> None:
        self._integers = integers

    def randrange(self, stop: int, /) -> int:
        if stop <= HALF:
            return int(self._integers(stop))
        return (int(self._integers(HALF)) * HALF + int(self._integers(HALF))) % stop  # NumPy cannot draw larger numbers


def a_generator(rng: Generator) -> HasRandrange:
    """Adapt any random generator to have ``randrange``, the only method that the rules use."""
    if not isinstance(rng, type):
        if hasattr(rng, "randrange"):
            return cast("HasRandrange", rng)
        if hasattr(rng, "integers"):
            return _Numbers(rng.integers)
    raise TypeError(f"rng must be a generator such as random.Random(7), not {quoted(rng)}")
