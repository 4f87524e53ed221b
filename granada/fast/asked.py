"""Positions and cities in the kernel that are asked what they lead to; a position waits for its draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from granada import board
from granada.board import Cell, Family, InvalidState, Purse
from granada.fast import _kernel
from granada.fast.translating import Book, book_of, in_bytes, read
from granada.game import Action, Setup, State


class Position:
    """A position as a state is: before a draw it waits, and each draw can be tried."""

    def __init__(self, state: State) -> None:
        """Go on from a state, up to the next decision or draw."""
        self._book, record = read(state)
        try:
            self._there = _kernel.Waiting(self._book.table, record)
        except ValueError as flaw:
            raise InvalidState([str(flaw)]) from None

    @classmethod
    def _at(cls, book: Book, there: _kernel.Waiting) -> Position:
        position = cls.__new__(cls)
        position._book, position._there = book, there  # noqa: SLF001  its own kind
        return position

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None before a draw and at the end."""
        return self._there.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._there.over

    def state(self) -> State:
        """The position as a state."""
        return self._book.state(self._there.record())

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; none before a draw."""
        return tuple(map(self._book.action, self._there.actions()))

    def do(self, action: Action) -> bool:
        """Do an action, if it is legal."""
        written = self._book.written_action(action)
        return written is not None and self._there.do(written)

    def draws(self) -> Iterator[tuple[str, Fraction, Position]]:
        """What can come next, with its chance, and the position after it; the same may come in several ways.

        The kernel says below which limit it wants a number, and each of them is tried.
        """
        if not self._there.waits:
            return
        before = self._there.record()
        waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            numbers, chance = waiting.pop()
            there = _kernel.Waiting(self._there)
            drawn, limits = there.draw(numbers)
            if numbers and drawn:
                yield self._book.came(before, there.record()), chance, self._at(self._book, there)
            else:
                limit = limits[-1]
                waiting += [((*numbers, number), chance / limit) for number in reversed(range(limit))]


def richest(setup: Setup, hands: Sequence[Purse], slot: int) -> int | None:
    """The seat that gets the left-over tile of a slot of the yard; None on a tie."""
    return _kernel.richest(book_of(setup).table, list(map(in_bytes, hands)), slot)


class City:
    """A city in the kernel."""

    def __init__(self, city: board.City) -> None:
        """Read a city."""
        box = _kernel.Box([], sorted({str(face) for face in city.faces}))
        number = {text: place for place, text in enumerate(box.faces)}
        tiles = [(cell.x, cell.y, number[str(city[cell])]) for cell in city]
        self._start = city.start
        self._there = _kernel.City(box, city.start.value, tiles, city.founding)

    def longest(self, family: Family | None = None) -> list[tuple[Cell, int]]:
        """The edges, clockwise, of the longest unbroken moat or wall on the outline of a family."""
        return [(Cell(x, y), side) for x, y, side in self._there.longest((family or self._start).value)]
