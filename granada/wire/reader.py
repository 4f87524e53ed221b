"""Read JSON text, with limits against hostile text, and read its values part by part.

Every error message says where the error is, and no error hides another. Each value has one canonical line of text.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce
from itertools import islice
from operator import length_hint
from typing import Any, TypeVar

from granada.board import NO_CARDS, Purse, Round, Tile
from granada.errors import Flaws, InvalidState, Reason, at, quoted
from granada.notation import BadNotation, a_text, too_deep, without_escapes
from granada.text import DEEPEST, MOST_DIGITS

MOST_SIGNS = 1_000_000
"""The maximum number of opening brackets and commas in JSON; each begins a value, which needs memory."""
_SIGNS = '[{}]"'
_QUOTE, _OPENING = ord('"'), frozenset(b"[{")
_OTHERS = bytes(set(range(256)) - set(_SIGNS.encode()))


def canonical_json(data: Any) -> str:
    r"""Write data as JSON on one line in canonical form, with lone surrogates escaped.

    >>> canonical_json(read_json(r'{"b": "\ud800", "a": "é"}'))
    '{"a":"é","b":"\\ud800"}'
    """
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode(errors="backslashreplace").decode()


def read_json(text: str) -> Any:
    """Read a JSON text; raise BadNotation if it is invalid, repeats a key, is too long or is nested too deeply."""
    text = a_text(text, "JSON")
    brackets = text.count("[") + text.count("{")
    if brackets + text.count(",") > MOST_SIGNS:
        raise BadNotation(f"JSON with at most {MOST_SIGNS:,} brackets and commas")
    if brackets > DEEPEST:
        _not_too_deep(text)
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_number, parse_float=_number, parse_int=_whole
        )
    except json.JSONDecodeError as flaw:
        found = text[flaw.pos : flaw.pos + 40].split("\n", maxsplit=1)[0]
        raise BadNotation(f"JSON ({flaw.msg})", found, flaw.lineno, flaw.colno) from None


def _not_too_deep(text: str) -> None:
    """Raise BadNotation if a text is nested too deeply, ignoring brackets in strings."""
    plain, depth, inside = without_escapes(text), 0, False
    signs = plain.encode(errors="replace").translate(None, _OTHERS)
    rest = iter(signs)
    for sign in rest:
        if sign == _QUOTE:
            inside = not inside
        elif not inside and sign in _OPENING:
            depth += 1
            if depth > DEEPEST:
                before = len(signs) - length_hint(rest) - 1
                places = (place for place, other in enumerate(plain) if other in _SIGNS)
                raise too_deep("JSON", text, next(islice(places, before, None)))
        elif not inside:
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadNotation(f"the key {quoted(twice)} only once")
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadNotation(f"a number of at most {MOST_DIGITS:,} digits", digits)
    return int(digits)


def _number(text: str) -> float:
    """Read a number with a fraction; refuse NaN and Infinity."""
    number = float(text)
    if not math.isfinite(number):
        raise BadNotation("a finite number", text)
    return number


_Read = TypeVar("_Read")
Choice = TypeVar("Choice", bound=str | None)

FORMATS = (1, 2)
"""The formats of states, views, scorings, layouts, cities and records; a value is written in the oldest one that fits.

Format 2 names the sets of tiles, which format 1 calls ``default``. Format 2 also adds notes about games, hidden draws,
and views for spectators and for players with recall. The suite and the protocol have their own format number.
"""
NEWEST = FORMATS[-1]
MOST_POINTS = 10_000
"""The maximum number of points, which is more than any game reaches."""


class Reader:
    """A JSON value and its path; each method adds errors to ``flaws`` and then returns a harmless default."""

    def __init__(self, value: Any, path: str, flaws: Flaws) -> None:
        """Store the value, its path and the list of errors."""
        self.value, self.path, self.flaws = value, path, flaws

    def bad(self, expected: str) -> None:
        """Add an error which says what was expected here instead of the value."""
        shown = json.dumps(self.value)[:60] if not isinstance(self.value, dict | list) else type(self.value).__name__
        self._add(Reason("expected {expected}, not {found}{hint}", expected=expected, found=shown, hint=""))

    def _add(self, reason: Reason) -> None:
        """Add an error about this value."""
        self.flaws.append(at(f"{self.path}: ", reason))

    def members(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Reader]:
        """Read the members of an object; a missing member is read as null."""
        if not isinstance(self.value, dict):
            self.bad(Reason("an object"))
            value = {}
        else:
            value = self.value
            for key in required:
                if key not in value:
                    self._add(Reason("{name} is missing", name=repr(key)))
            for key in list(value)[:100]:
                if key not in required and key not in optional:
                    self._add(Reason("{name} is unknown", name=repr(key[:40])))
        return {key: Reader(value.get(key), f"{self.path}.{key}", self.flaws) for key in (*required, *optional)}

    def items(self, most: int = 500) -> list[Reader]:
        """Read the items in a list."""
        if not isinstance(self.value, list) or len(self.value) > most:
            self.bad(Reason("a list of at most {most}", most=most))
            return []
        return [Reader(item, f"{self.path}[{n}]", self.flaws) for n, item in enumerate(self.value)]

    def number(self, least: int = 0, most: int = MOST_POINTS) -> int:
        """Read a whole number in a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.bad(Reason("a whole number from {least} to {most}", least=least, most=most))
            return least
        return self.value

    def flag(self) -> bool:
        """Read true or false."""
        if type(self.value) is not bool:
            self.bad(Reason("true or false"))
        return bool(self.value)

    def choice(self, *choices: Choice) -> Choice:
        """Read one of the given words."""
        found = [each for each in choices if each == self.value] if isinstance(self.value, str | None) else []
        if not found:
            names = ["null" if each is None else repr(str(each)) for each in choices]
            self.bad(reduce(lambda others, last: Reason("{others} or {last}", others=others, last=last), names))
        return (found or choices)[0]

    def notation(self, read: Callable[[str], _Read]) -> _Read | None:
        """Read a text in notation; return None if it is invalid."""
        if not isinstance(self.value, str):
            self.bad(Reason("text in notation"))
            return None
        try:
            return read(self.value)
        except BadNotation as flaw:
            self.flaws.append(at(f"{self.path}: ", flaw.reason))
        except InvalidState as flaw:
            self.flaws.extend(at(f"{self.path}: ", reason) for reason in flaw.reasons)
        return None

    def text(self) -> str:
        """Read a string."""
        if not isinstance(self.value, str):
            self.bad(Reason("a text"))
            return ""
        return self.value

    def format(self) -> int:
        """Read the format number; accept older formats, and refuse newer ones."""
        if type(self.value) is int and self.value in FORMATS:
            return self.value
        if type(self.value) is int and self.value > NEWEST:
            told = f"format {self.value} is newer than this version of granada, which reads formats 1 to {NEWEST}"
            self.flaws.append(f"{self.path}: {told}; a newer version reads it")
        else:
            self.bad(f"a format from 1 to {NEWEST}")
        return NEWEST

    def purse(self) -> Purse:
        """Read cards in notation."""
        found = self.notation(Purse.parse)
        return NO_CARDS if found is None else found

    def tiles(self) -> tuple[Tile, ...]:
        """Read tiles and sort them by notation."""
        found = [item.notation(Tile.parse) for item in self.items()]
        return tuple(sorted(tile for tile in found if tile is not None))

    def rounds(self) -> tuple[Round, ...]:
        """Read a list of scoring rounds."""
        return tuple(Round(item.choice("A", "B", "C")) for item in self.items(3))

    def round(self) -> Round:
        """Read a scoring round: A, B or C."""
        return Round(self.choice("A", "B", "C"))

    def numbers(self) -> tuple[int, ...]:
        """Read a list of whole numbers."""
        return tuple(item.number() for item in self.items())


def texts(values: Iterable[object]) -> list[str]:
    """Convert values to their notation."""
    return [str(value) for value in values]
