"""What callers give: whole numbers and random generators of any make, and one sentence where it is something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import Attribute

T = TypeVar("T")
SHOWN = 80
"""How many characters of a value an error repeats at the most."""
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def shown(value: object) -> str:
    """A value as code on one line, cut short where it is long; whatever it is, nothing is raised.

    >>> shown("b5"), len(shown("b5 " * 1000))
    ("'b5'", 60)
    """
    try:
        text = " ".join(_SHORT.repr(value).splitlines())
    except Exception:  # noqa: BLE001  a message about something wrong must not fail for what else is wrong with it
        text = f"some {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def whole(number: object, what: str) -> int:
    """A whole number of any make as an int; a TypeError says what it should have been.

    >>> whole(3, "a seat")
    3
    >>> whole(2.5, "a seat")
    Traceback (most recent call last):
    TypeError: a seat is a whole number, not 2.5
    """
    if type(number) is int:
        return number
    if isinstance(number, Integral) and not isinstance(number, bool):
        return int(number)
    message = f"{what} is a whole number, not {shown(number)}"
    raise TypeError(message)


def listed(items: Iterable[T], expected: str) -> tuple[T, ...]:
    """The items of a list or of anything like one; of a text, a dict or a single thing a TypeError says what it is not.

    >>> listed({3, 4}, "ages is a list of whole numbers")
    (3, 4)
    >>> listed(5, "ages is a list of whole numbers")
    Traceback (most recent call last):
    TypeError: ages is a list of whole numbers, not 5
    """
    if isinstance(items, list | tuple):
        return tuple(items)
    if not isinstance(items, Iterable) or isinstance(items, str | bytes | Mapping | type):
        message = f"{expected}, not {shown(items)}"
        raise TypeError(message)
    return tuple(items)


class HasRandrange(Protocol):
    """A generator such as ``random.Random``."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, the stop."""
        ...


class HasIntegers(Protocol):
    """A generator such as NumPy's."""

    def integers(self, low: int, /) -> Any:  # noqa: ANN401  a whole number of NumPy's
        """The same, as a number of its own make."""
        ...


Generator: TypeAlias = HasRandrange | HasIntegers


class _Numbers:
    """A generator with ``integers`` as one with ``randrange``."""

    __slots__ = ("_integers",)

    def __init__(self, integers: Callable[[int], Any]) -> None:
        self._integers = integers

    def randrange(self, stop: int, /) -> int:
        return int(self._integers(stop))


def a_generator(rng: Generator) -> HasRandrange:
    """A random generator of any make, with the one method that the rules use."""
    if not isinstance(rng, type):
        if hasattr(rng, "randrange"):
            return rng  # type: ignore[return-value]  # it has the method
        if hasattr(rng, "integers"):
            return _Numbers(rng.integers)
    message = f"rng is a generator such as random.Random(7), not {shown(rng)}"
    raise TypeError(message)


def instance(kind: type | tuple[type, ...], expected: str) -> Callable[[object, Attribute[Any], object], None]:
    """A validator that says in one sentence what a field should have been, and how one makes it."""

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            message = f"{attribute.name} is {expected}, not {shown(value)}"
            raise TypeError(message)

    return check


__all__ = ["Generator", "HasIntegers", "HasRandrange", "a_generator", "instance", "listed", "shown", "whole"]
