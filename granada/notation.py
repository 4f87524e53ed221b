"""Split notation into words with their positions, and report unexpected text."""

import re
from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import Any, NamedTuple, Protocol

import granada
from granada.errors import Reason
from granada.text import DEEPEST, LONGEST_TEXT, shortened

FRONT_DOOR: Any = granada
"""The package itself, which loads ``granada.pictures`` when it is first needed."""
LONGEST_FOUND = 40
"""The maximum number of characters of a bad text that an error message quotes."""


class Printer(Protocol):
    """The pretty-printer that hypothesis and IPython use."""

    def text(self, text: str) -> None:
        """Print a text."""

    def breakable(self) -> None:
        """Print a space or a line break."""


class Pictured:
    """A value that can be drawn as SVG; ``granada.pictures`` is loaded on first use."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """The picture that a notebook displays."""
        return str(FRONT_DOOR.picture(self, columns=2))


class Notated(Pictured):
    """A value that has a notation, which its class can parse."""

    __slots__ = ()

    def __repr__(self) -> str:
        """A Python expression for the value."""
        return f"{type(self).__name__}.parse({str(self)!r})"

    def _repr_pretty_(self, printer: Printer, _: object) -> None:
        """Print a Python expression for the value instead of its fields."""
        printer.text(repr(self))


class Term(Enum):
    """An enumeration of fixed words in the game."""

    __hash__ = object.__hash__  # members are unique, and hashing the name each time is slow

    def __repr__(self) -> str:
        """A Python expression for the member."""
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        """The word."""
        return str(self.value)


class Choice(StrEnum):
    """An enumeration of options; users may also pass an option as text."""

    def __repr__(self) -> str:
        """A Python expression for the value, which is its text."""
        return repr(self.value)


def drawn(value: Pictured, width: int | None = 80) -> str:
    """A drawing of the value in text, no wider than the given width."""
    return str(FRONT_DOOR.sketch(value, width=width))


class BadNotation(ValueError):
    """Raised for an unreadable text; contains the position of the mistake and what was expected there."""

    def __init__(self, expected: str, found: str = "", line: int = 1, column: int = 1, hint: str = "") -> None:
        """Store the parts, so that a program can point to the position; the message ends with the hint."""
        self.expected, self.found, self.line, self.column, self.hint = expected, found, line, column, hint
        super().__init__(str(self.reason))

    @property
    def reason(self) -> Reason:
        """The message, which can be translated."""
        parts = {"line": self.line, "column": self.column, "expected": self.expected, "hint": self.hint}
        if not self.found:
            return Reason("line {line}, column {column}: expected {expected}{hint}", **parts)
        found = repr(shortened(self.found, LONGEST_FOUND))
        return Reason("line {line}, column {column}: expected {expected}, not {found}{hint}", **parts, found=found)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error by its parts."""
        return BadNotation, (self.expected, self.found, self.line, self.column, self.hint)


class Word(NamedTuple):
    """A word in a text, with its position."""

    text: str
    line: int
    column: int

    def bad(self, expected: str, hint: str = "") -> BadNotation:
        """The error to raise if this word is wrong, with what was expected instead."""
        return BadNotation(expected, self.text, self.line, self.column, hint)


def a_text(text: object, what: str = "notation") -> str:
    """Return a text without a byte order mark; raise TypeError if it is not a str, BadNotation if it is too long."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be read from a str, not {type(text).__name__}")
    plain = str.__str__(text)  # a user's subclass of str may override methods
    if len(plain) > LONGEST_TEXT:
        raise BadNotation(f"a text of at most {LONGEST_TEXT:,} characters", f"{len(plain):,} characters")
    return plain.removeprefix("\ufeff")


def without_escapes(text: str) -> str:
    r"""Replace escaped quotes and backslashes with spaces, so that every quote begins or ends a string.

    >>> without_escapes(r'"a \"b\" \\"')
    '"a   b     "'
    """
    return text.replace("\\\\", "  ").replace('\\"', "  ")


def too_deep(what: str, text: str, place: int) -> BadNotation:
    """The error for a text that is nested too deeply at a position."""
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    return BadNotation(f"{what} that is nested at most {DEEPEST} deep", "", line, column)


def words(text: str) -> Iterator[Word]:
    """The words in a text, which are separated by white space."""
    text = a_text(text)
    line, begin, end = 1, 0, 0
    for match in re.finditer(r"[^ \t\r\n]+", text):
        if lines := text.count("\n", end, match.start()):
            line, begin = line + lines, text.rindex("\n", end, match.start()) + 1
        end = match.end()
        yield Word(match[0], line, match.start() - begin + 1)


def only_word(text: str, expected: str) -> Word:
    """The only word in a text; raise BadNotation if there is not exactly one."""
    found = words(text)
    first = next(found, None)
    if first is None:
        raise BadNotation(expected)
    if (second := next(found, None)) is not None:
        raise second.bad(Reason("nothing further"))
    return first
