"""The module ``_granada_kernel`` in a browser, with the functions that a search needs.

``docs/_static/shared/kernel.js`` runs the kernel in WebAssembly; without the kernel, this module cannot be imported.
The script identifies positions by numbers. Records are passed as text, and a call that returns None was refused.
"""

import json
from collections.abc import Sequence
from operator import index
from random import Random
from typing import Any

import _granada_wasm as page

Names = tuple[str, ...]
POLICIES = {"random": 0, "builder": 1}
ERRORS = {"value": ValueError, "place": IndexError, "flaw": RuntimeError}
HALF = 0xFFFFFFFF
"""Seeds of 64 bits are given in two halves."""
MOST_ACTIONS = 1 << 30
MOST_DECISIONS = 100_000
"""A game that is not over after so many decisions has no end."""


def _got(answer: int | None) -> int:
    """The kernel's answer; raises the error that the kernel reported."""
    if answer is None:
        kind, _, why = page.refusal().partition(" ")
        raise ERRORS[kind](why)
    return answer


def _write(record: object) -> None:
    """Pass a text to the kernel."""
    page.write(json.dumps(record, separators=(",", ":"), default=bytes.hex))


def _read(size: int | None) -> Any:
    """Read a record from the kernel."""
    return _held(json.loads(page.read(_got(size))))


def _held(part: Any) -> Any:
    """Convert part of a record to Python values: tuples, with purses as bytes."""
    if isinstance(part, list):
        return tuple(map(_held, part))
    return bytes.fromhex(part) if isinstance(part, str) else part


def _names(size: int | None) -> tuple[Names, ...]:
    return tuple(map(tuple, json.loads(page.read(_got(size)))))


STEPS, VERBS, ROUNDS, SIDES, BUILDINGS, MODULES, RULINGS = _names(page.names())


class Box:
    """All faces and tiles of a table."""

    def __init__(self, tiles: Sequence[str], faces: Sequence[str]) -> None:
        """Number the faces and tiles by their notation."""
        _write((tiles, faces))
        self.there = _got(page.box())
        self.tiles, self.faces = _names(page.contents(self.there))

    def __del__(self) -> None:
        """Give its room back."""
        if hasattr(self, "there"):
            page.drop_box(self.there)


class Table:
    """The set-up on which a table agreed."""

    def __init__(
        self,
        game: str,
        players: int,
        modules: Sequence[str],
        scoring: str,
        readings: dict[str, int],
        ages: Sequence[int],
        box: Box,
    ) -> None:
        """Store the set-up in the kernel."""
        _write((game, players, modules, scoring, [readings[name] for name in RULINGS], ages))
        self.there = _got(page.table(box.there))
        self.seats = range(players)

    def __del__(self) -> None:
        """Give its room back."""
        if hasattr(self, "there"):
            page.drop_table(self.there)


class Position:
    """A position in the kernel."""

    __slots__ = ("seats", "there")

    def __init__(self, source: Any, *given: Any) -> None:
        """The position of a record and a generator at a table, or a copy of another one.

        With a seed chance comes from another generator; with a seat as well, what that cannot know is dealt anew.
        """
        self.seats = source.seats
        if isinstance(source, Table):
            _write(given)
            self.there = _got(page.position(source.there))
        elif given:
            seed, *seat = given
            call = page.redealt if seat else page.sown
            self.there = _got(call(source.there, seed & HALF, seed >> 32, *seat))
        else:
            self.there = _got(page.copy(source.there))

    def __del__(self) -> None:
        """Give its room back."""
        if hasattr(self, "there"):
            page.drop(self.there)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(_got(page.over(self.there)))

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end."""
        seat = _got(page.actor(self.there))
        return None if seat < 0 else seat

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple([_got(page.points(self.there, seat)) for seat in self.seats])

    def count(self) -> int:
        """The number of legal actions."""
        return _got(page.count(self.there))

    def apply(self, action: Any) -> None:
        """Do an action, given by value or by number."""
        if isinstance(action, bool) or not hasattr(action, "__index__"):
            self._perform(action)
            return
        number = index(action)
        if not 0 <= number < MOST_ACTIONS:
            raise IndexError("there is no action with this number")
        _got(page.apply(self.there, number))

    def _perform(self, action: Any) -> None:
        raise NotImplementedError  # as whoever translates actions does it

    def _actions(self) -> Any:
        return _read(page.actions(self.there))

    def _do(self, action: Any) -> bool:
        _write(action)
        return bool(_got(page.perform(self.there)))

    def _step(self, policy: str) -> None:
        _got(page.step(self.there, POLICIES[policy]))

    def _finish(self, policy: str, decisions: int) -> bool:
        return bool(_got(page.finish(self.there, POLICIES[policy], decisions)))

    def _record(self) -> Any:
        return _read(page.record(self.there))

    def _generator(self) -> Any:
        return _read(page.generator(self.there))


def playouts(table: Table, record: Any, seeds: Sequence[int], policy: str, _: int) -> list[tuple[int, ...]]:
    """The points at the end of a game for each seed; there are no threads here."""
    found = []
    for seed in seeds:
        game = Position(table, record, Random(seed).getstate()[1])
        if not _got(page.finish(game.there, POLICIES[policy], MOST_DECISIONS)):
            raise ValueError("the game has no end: money is lacking")
        found.append(game.points)
    return found
