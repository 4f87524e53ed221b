"""Exceptions, and helpers for error messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from numbers import Integral
from reprlib import Repr
from typing import Any, Self, TypeVar

from attrs import Attribute

T = TypeVar("T")
SHOWN = 80
"""How many characters of a value an error repeats at the most."""
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


LONGEST_NAME = 60
"""How much of a name is compared with those that there are, and repeated."""
MOST_FLAWS = 100
"""So many flaws of what is read are told; then reading ends."""
ENDED = f"reading ended here, after {MOST_FLAWS} flaws"


class InvalidState(ValueError):
    """Something that can be read but is no game, with its reasons: all, or a hundred and that there are more."""

    def __init__(self, *reasons: str) -> None:
        """Keep the reasons; the message repeats the first few."""
        self.reasons = reasons if len(reasons) <= MOST_FLAWS else (*reasons[:MOST_FLAWS], ENDED)
        shown = "\n".join(self.reasons[:20])
        more = f"\nand {len(self.reasons) - 20} more" if len(self.reasons) > 20 else ""
        super().__init__(shown + more)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the reasons when unpickled."""
        return InvalidState, self.reasons


class Flaws(list[str]):
    """The flaws of something that is read, as they are found; one too many ends the reading with an InvalidState."""

    def append(self, flaw: str, /) -> None:
        """Add a flaw."""
        super().append(flaw)
        if len(self) > MOST_FLAWS:
            raise InvalidState(*self) from None


class Reason(str):
    """A reason in English that can be translated: it keeps its text and the values of the placeholders.

    >>> Reason("there are only {number} cards {card}", number=3, card="b5")
    'there are only 3 cards b5'
    """

    __slots__ = ("parts", "text")
    text: str
    parts: dict[str, object]

    def __new__(cls, text: str, /, **parts: object) -> Self:
        """Fill the parts in."""
        reason = super().__new__(cls, text.format(**parts) if parts else text)
        reason.text, reason.parts = text, parts
        return reason


def at(where: str, reason: str) -> str:
    """A reason prefixed with a place; the translation leaves the place out."""
    if not isinstance(reason, Reason):
        return f"{where}{reason}"
    placed = Reason(f"{where}{reason}")
    placed.text, placed.parts = reason.text, reason.parts
    return placed


def meant(name: object, known: Iterable[str], cutoff: float = 0.6, others: Mapping[str, str] | None = None) -> str:
    """A hint for an error message: the names similar to a mistyped one; ``others`` are synonyms.

    >>> meant("plase", ["take", "place"]), meant("build", ["take", "place"], others={"build": "place"})
    ('; did you mean place?', '; did you mean place?')
    """
    written = str(name)[:LONGEST_NAME].lower()
    if others and written in others:
        return f"; did you mean {others[written]}?"
    near = get_close_matches(written, list(known), n=1, cutoff=cutoff)
    return f"; did you mean {near[0]}?" if near else ""


class MissingKernel(ImportError):
    """There is no compiled kernel where one is required, or none is wanted."""


def quoted(value: object) -> str:
    """A value as code on one line, cut short where it is long; whatever it is, nothing is raised.

    >>> quoted("b5"), len(quoted("b5 " * 1000))
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
    raise TypeError(f"{what} is a whole number, not {quoted(number)}")


def listed(items: Iterable[T], expected: str) -> tuple[T, ...]:
    """The items of a list or another iterable; a text, a dict or a single value raises TypeError.

    >>> listed({3, 4}, "ages is a list of whole numbers")
    (3, 4)
    >>> listed(5, "ages is a list of whole numbers")
    Traceback (most recent call last):
    TypeError: ages is a list of whole numbers, not 5
    """
    if not isinstance(items, Iterable) or isinstance(items, str | bytes | Mapping | type):
        raise TypeError(f"{expected}, not {quoted(items)}")
    return tuple(items)


def instance(kind: type | tuple[type, ...], expected: str) -> Callable[[object, Attribute[Any], object], None]:
    """A validator that says in one sentence what a field should have been, and how one makes it."""

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{attribute.name} is {expected}, not {quoted(value)}")

    return check
