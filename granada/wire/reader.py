"""Reading a JSON value part by part, so that every complaint names its place and none hides another."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from granada.board import NO_CARDS, Face, InvalidState, Purse, Round, Tile
from granada.errors import Flaws
from granada.notation import BadNotation

_Read = TypeVar("_Read")
Choice = TypeVar("Choice", bound=str | None)

FORMATS = (1, 2)
"""The formats of states, views, scorings, layouts, cities and records; what needs no newer one is written in the first.

The second names the sets of tiles, where the first called them ``default``. It also has what is noted about a game,
draws that are hidden, and views of spectators and of those who remember. The suite and the protocol have a number of
their own.
"""
NEWEST = FORMATS[-1]
MOST_POINTS = 10_000
"""More points than any game can give."""


class Reader:
    """A JSON value and the path to it; what is wrong is added to ``flaws``, and something harmless is read instead."""

    def __init__(self, value: Any, path: str, flaws: Flaws) -> None:
        """Begin with a value that stands at a path."""
        self.value, self.path, self.flaws = value, path, flaws

    def bad(self, expected: str) -> None:
        """Complain that something else was expected here."""
        shown = json.dumps(self.value)[:60] if not isinstance(self.value, dict | list) else type(self.value).__name__
        self.flaws.append(f"{self.path}: expected {expected}, not {shown}")

    def members(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Reader]:
        """The members of an object; missing ones read as null."""
        if not isinstance(self.value, dict):
            self.bad("an object")
            value = {}
        else:
            value = self.value
            for key in required:
                if key not in value:
                    self.flaws.append(f"{self.path}: {key!r} is missing")
            for key in list(value)[:100]:
                if key not in required and key not in optional:
                    self.flaws.append(f"{self.path}: {key[:40]!r} is unknown")
        return {key: Reader(value.get(key), f"{self.path}.{key}", self.flaws) for key in (*required, *optional)}

    def items(self, most: int = 500) -> list[Reader]:
        """The items of a list."""
        if not isinstance(self.value, list) or len(self.value) > most:
            self.bad(f"a list of at most {most}")
            return []
        return [Reader(item, f"{self.path}[{n}]", self.flaws) for n, item in enumerate(self.value)]

    def number(self, least: int = 0, most: int = MOST_POINTS) -> int:
        """A whole number in a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.bad(f"a whole number from {least} to {most}")
            return least
        return self.value

    def number_or_none(self, least: int = 0, most: int = MOST_POINTS) -> int | None:
        """A whole number in a range, or null."""
        return None if self.value is None else self.number(least, most)

    def flag(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.bad("true or false")
        return bool(self.value)

    def choice(self, *choices: Choice) -> Choice:
        """One of a few words."""
        found = [each for each in choices if each == self.value] if isinstance(self.value, str | None) else []
        if not found:
            self.bad(" or ".join("null" if each is None else repr(str(each)) for each in choices))
        return (found or choices)[0]

    def notation(self, read: Callable[[str], _Read]) -> _Read | None:
        """A text in notation; None where it cannot be read."""
        if not isinstance(self.value, str):
            self.bad("text in notation")
            return None
        try:
            return read(self.value)
        except (BadNotation, InvalidState) as flaw:
            self.flaws.append(f"{self.path}: {flaw}")
            return None

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.bad("a text")
            return ""
        return self.value

    def format(self) -> int:
        """The number of the format; older ones are read for ever, and a newer one is refused as such."""
        if type(self.value) is int and self.value in FORMATS:
            return self.value
        if type(self.value) is int and self.value > NEWEST:
            told = f"format {self.value} is newer than this version of granada, which reads formats 1 to {NEWEST}"
            self.flaws.append(f"{self.path}: {told}; a newer version reads it")
        else:
            self.bad(f"a format from 1 to {NEWEST}")
        return NEWEST

    def purse(self) -> Purse:
        """Some cards."""
        found = self.notation(Purse.parse)
        return NO_CARDS if found is None else found

    def faces(self) -> tuple[Face, ...]:
        """Some faces, by notation."""
        found = [item.notation(Face.parse) for item in self.items()]
        return tuple(sorted(face for face in found if face is not None))

    def tiles(self) -> tuple[Tile, ...]:
        """Some tiles, by notation."""
        found = [item.notation(Tile.parse) for item in self.items()]
        return tuple(sorted(tile for tile in found if tile is not None))

    def rounds(self) -> tuple[Round, ...]:
        """Some scorings."""
        return tuple(Round(item.choice("A", "B", "C")) for item in self.items(3))

    def round(self) -> Round:
        """A scoring."""
        return Round(self.choice("A", "B", "C"))

    def numbers(self) -> tuple[int, ...]:
        """Some whole numbers."""
        return tuple(item.number() for item in self.items())


def texts(values: tuple[Any, ...]) -> list[str]:
    """Some values in notation."""
    return [str(value) for value in values]
