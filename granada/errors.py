"""Exceptions, and helpers for error messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from numbers import Integral
from reprlib import Repr
from typing import Any, Self, TypeVar

from attrs import Attribute

T = TypeVar("T")
SHOWN = 80
"""The maximum length of a value in an error message."""
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


LONGEST_NAME = 60
"""The maximum length of a name to compare and to repeat."""
MOST_FLAWS = 100
"""The maximum number of flaws to report; after that, reading stops."""
ENDED = f"reading stopped here, after {MOST_FLAWS} flaws"


class InvalidState(ValueError):
    """Raised for readable input that is not a valid game; the error contains all the reasons, up to a hundred."""

    def __init__(self, *reasons: str) -> None:
        """Store the reasons; the message repeats the first few."""
        self.reasons = reasons if len(reasons) <= MOST_FLAWS else (*reasons[:MOST_FLAWS], ENDED)
        shown = "\n".join(self.reasons[:20])
        more = f"\nand {len(self.reasons) - 20} more" if len(self.reasons) > 20 else ""
        super().__init__(shown + more)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the reasons when unpickled."""
        return InvalidState, self.reasons


class Flaws(list[str]):
    """The flaws found while reading a value; if there are too many, raise InvalidState at once."""

    def append(self, flaw: str, /) -> None:
        """Add a flaw."""
        super().append(flaw)
        if len(self) > MOST_FLAWS:
            raise InvalidState(*self) from None


def refuse(flaws: Iterable[str]) -> None:
    """Raise an InvalidState with all the flaws, if there are any."""
    if reasons := tuple(flaws):
        raise InvalidState(*reasons)


class Reason(str):
    """A reason in English that can be translated, because it stores its text and the values of the placeholders.

    >>> Reason("there are only {number} copies of {card}", number=3, card="b5")
    'there are only 3 copies of b5'
    """

    __slots__ = ("parts", "text", "where")
    text: str
    parts: dict[str, object]
    where: str

    def __new__(cls, text: str, /, **parts: object) -> Self:
        """Fill in the placeholders."""
        reason = super().__new__(cls, text.format(**parts) if parts else text)
        reason.text, reason.parts, reason.where = text, parts, ""
        return reason


def at(where: str, reason: str) -> str:
    """Prefix a reason with a place, which consists of the names of parts and is not translated."""
    if not isinstance(reason, Reason):
        return f"{where}{reason}"
    placed = Reason(f"{where}{reason}")
    placed.text, placed.parts, placed.where = reason.text, reason.parts, f"{where}{reason.where}"
    return placed


def meant(name: object, known: Iterable[str], cutoff: float = 0.6, others: Mapping[str, str] | None = None) -> str:
    """A hint for an error message: the names similar to a mistyped name; ``others`` are synonyms.

    >>> meant("plase", ["take", "place"]), meant("build", ["take", "place"], others={"build": "place"})
    ('; did you mean place?', '; did you mean place?')
    """
    written = str(name)[:LONGEST_NAME].lower()
    if others and written in others:
        return Reason("; did you mean {name}?", name=others[written])
    near = get_close_matches(written, list(known), n=1, cutoff=cutoff)
    return Reason("; did you mean {name}?", name=near[0]) if near else ""


def known(name: object, things: Mapping[str, T], what: str) -> T:
    """Return the value with a given name; for an unknown name, raise an InvalidState that lists the possible names."""
    if not isinstance(name, str) or name not in things:
        parts = {"what": what, "name": quoted(name), "names": ", ".join(things)}
        raise InvalidState(Reason("there is no {what} {name}; choose from {names}", **parts))
    return things[name]


class MissingKernel(ImportError):
    """Raised when the compiled kernel is needed but is either missing or forbidden."""


def quoted(value: object) -> str:
    """A value as code on one line, without memory addresses, truncated if it is long; this function never raises.

    >>> quoted("b5"), len(quoted("b5 " * 1000)), quoted(object())
    ("'b5'", 60, '<object object>')
    """
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+(?=>)", "", " ".join(_SHORT.repr(value).splitlines()))
    except Exception:  # noqa: BLE001  an error message must not fail, whatever the value does
        text = f"some {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def whole(number: object, what: str) -> int:
    """Convert a whole number of any type to an int; raise TypeError for anything else.

    >>> whole(3, "a seat")
    3
    >>> whole(2.5, "a seat")
    Traceback (most recent call last):
    TypeError: a seat must be a whole number, not 2.5
    """
    if type(number) is int:
        return number
    if isinstance(number, Integral) and not isinstance(number, bool):
        return int(number)
    raise TypeError(f"{what} must be a whole number, not {quoted(number)}")


def in_range(number: object, what: str, least: int, most: int) -> int:
    """Convert a whole number of any type to an int; if out of range, raise an InvalidState that names the range."""
    found = whole(number, what)
    if not least <= found <= most:
        raise InvalidState(f"{what} must be {least} to {most:,}, not {quoted(number)}")
    return found


def listed(items: Iterable[T], expected: str) -> tuple[T, ...]:
    """The items in a list or another iterable; raise TypeError for a text, a dict or a single value.

    >>> listed({3, 4}, "ages must be a list of whole numbers")
    (3, 4)
    >>> listed(5, "ages must be a list of whole numbers")
    Traceback (most recent call last):
    TypeError: ages must be a list of whole numbers, not 5
    """
    if not isinstance(items, Iterable) or isinstance(items, str | bytes | Mapping | type):
        raise TypeError(f"{expected}, not {quoted(items)}")
    return tuple(items)


def instance(kind: type | tuple[type, ...], expected: str) -> Callable[[object, Attribute[Any], object], None]:
    """A validator whose error message says what a field must be and how to make a suitable value."""

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{attribute.name} must be {expected}, not {quoted(value)}")

    return check
