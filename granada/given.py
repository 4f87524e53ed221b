"""What comes from outside: how much of it is read, numbers and generators of any make, and how foreign text is shown.

Whatever is read has a limit here, and whatever of it is shown again is made visible here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from numbers import Integral
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import Attribute

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801  as it is called where it comes from
        """What ``functools`` has under this name since Python 3.12: without a lock, so that it costs little."""

        def __init__(self, func: Callable[[Any], Any]) -> None:
            """Keep the function."""
            self.func, self.name, self.__doc__ = func, func.__name__, func.__doc__

        def __get__(self, value: object, kind: type | None = None) -> Any:  # noqa: ANN401  whatever it is
            """The answer, which is kept in the value: it is not asked again."""
            if value is None:
                return self
            answer = vars(value)[self.name] = self.func(value)
            return answer


T = TypeVar("T")
LONGEST_TEXT = 10_000_000
"""No text that is read has more characters, and no file or line more bytes, than this."""
DEEPEST = 100
"""Nothing that is read is nested more deeply than this."""
MOST_DIGITS = 4_300
"""No number that is read has more digits than this."""
LONGEST_SHOWN = 300
"""How many characters of a foreign text are shown, unless there is room for more."""
SHOWN = 80
"""How many characters of a value an error repeats at the most."""
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""What moves the cursor, turns the text round, or cannot be seen: controls, formats, odd blanks and lone surrogates."""


_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""How texts in other encodings begin, the longer marks first."""


class InvalidState(ValueError):  # noqa: N818  the name users catch; "Error" would add nothing
    """Something that can be read but is no game, with every reason."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Keep every reason; the message repeats the first few."""
        self.reasons = tuple(reasons)
        shown = "\n".join(self.reasons[:20])
        more = f"\nand {len(self.reasons) - 20} more" if len(self.reasons) > 20 else ""
        super().__init__(shown + more)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the reasons when unpickled."""
        return InvalidState, (self.reasons,)


def decoded(data: bytes, name: str) -> str:
    """A text from the bytes of a file; a byte order mark is skipped, a complaint names the file and its encoding."""
    if len(data) > LONGEST_TEXT:
        raise InvalidState([f"{name}: a file that is read has at most {LONGEST_TEXT:,} bytes"])
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            raise InvalidState([f"{name}: expected a text in UTF-8, and this is {encoding}"])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as flaw:
        line = data.count(b"\n", 0, flaw.start) + 1
        other = "a binary file" if b"\0" in data else "another encoding, such as Latin-1 or Windows-1252"
        wrong = f"byte 0x{data[flaw.start]:02x} in line {line}"
        raise InvalidState([f"{name}: expected a text in UTF-8, and this is {other} ({wrong})"]) from None


def visible(text: object, most: int = LONGEST_SHOWN) -> str:
    r"""Foreign text on one line of which everything can be seen, cut where it is long.

    >>> print(visible(chr(27) + "[31mred" + chr(10) + "FAILED"))
    \x1b[31mred\nFAILED
    >>> len(visible("b5 " * 1000))
    301
    """
    whole = str(text)
    told = _UNSEEN.sub(lambda sign: sign[0].encode("unicode_escape").decode(), whole[:most])
    return told if len(whole) <= most else f"{told}…"


def visible_lines(text: str, most: int = LONGEST_SHOWN) -> str:
    """The same for a text of several lines, each of which may be so long."""
    return "\n".join(visible(line, most) for line in text.split("\n"))


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


def all_lists(*values: object) -> bool:
    """Whether all of these are lists, as JSON has them."""
    return all(isinstance(value, list) for value in values)


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


__all__ = [
    "DEEPEST",
    "LONGEST_SHOWN",
    "LONGEST_TEXT",
    "MOST_DIGITS",
    "Generator",
    "HasIntegers",
    "HasRandrange",
    "InvalidState",
    "a_generator",
    "cached_property",
    "decoded",
    "instance",
    "listed",
    "shown",
    "visible",
    "visible_lines",
    "whole",
]
