"""Positions and cities in the compiled kernel, and games that it plays by itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from granada import board
from granada.board import Cell, Family, InvalidState, Purse
from granada.fast import _kernel
from granada.fast.generators import a_policy, copied, seeds, some_threads
from granada.fast.translating import Translator, in_bytes, read, translator_of
from granada.game import Action, Setup, State, apply
from granada.generators import Generator

AT_A_TIME = 1024
"""So many games are played in the kernel before Python may be interrupted."""


class Position(_kernel.Position):
    """A position to search in, which goes on from a state; draws are made by its own copy of a generator.

    It never waits for a draw: a seat must decide, or the game is over.

    >>> from random import Random
    >>> import granada
    >>> position = Position(granada.new_game(3), Random(7))
    >>> twin = position.copy()
    >>> twin.apply(0)
    >>> position.state() == granada.deal(granada.new_game(3), Random(7)), twin.state() == position.state()
    (True, False)
    """

    __slots__ = ("_next_gauss", "_translator")
    _translator: Translator
    _next_gauss: float | None

    def __init__(self, state: State, rng: Generator) -> None:
        """Go on from a state, with a copy of the generator (or one that it seeds)."""
        self._translator, record = read(state)
        _, words, self._next_gauss = (rng if type(rng) is Random else copied(rng)).getstate()
        try:
            super().__init__(self._translator.table, record, words)
        except ValueError as flaw:
            raise InvalidState([str(flaw)]) from None

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; their numbers are their places."""
        return tuple(map(self._translator.action, self._actions()))

    def _perform(self, action: Action) -> None:
        """Do an action that was not given by its number."""
        if not isinstance(action, Action):
            raise TypeError(f"an action or its number is needed, not {type(action).__name__}")
        record = self._translator.action_record(action)
        if record is None or not self._do(record):
            apply(self.state(), action)  # says which rules are broken
            raise RuntimeError(f"the kernel refuses {action}, which is legal")

    def state(self) -> State:
        """The position as a state."""
        return self._translator.state(self._record())

    def generator(self) -> Random:
        """A copy of the generator as it stands."""
        twin = Random()
        twin.setstate((3, tuple(self._generator()), self._next_gauss))
        return twin

    def copy(self) -> Position:
        """The same position once more, with a generator of its own that goes on in the same way."""
        twin = Position.__new__(Position)
        _kernel.Position.__init__(twin, self)
        twin._translator = self._translator
        twin._next_gauss = self._next_gauss
        return twin

    def finish(self, policy: str = "random") -> tuple[int, ...]:
        """Play to the end; the points of each seat. An InvalidState says when there is none, for lack of money."""
        try:
            self._finish(a_policy(policy))
        except ValueError as flaw:
            raise InvalidState([str(flaw)]) from None
        return self.points


def playouts(
    state: State, number: int, rng: Generator, *, policy: str = "random", threads: int = 1
) -> list[tuple[int, ...]]:
    """The points at the end of so many games that go on from a state.

    Each game gets a generator of its own, ``Random(rng.randrange(2**64))``, in order,
    so the results do not depend on the number of threads.

    >>> from random import Random
    >>> import granada
    >>> playouts(granada.new_game(3), 2, Random(7)) == playouts(granada.new_game(3), 2, Random(7), threads=2)
    True
    """
    some_threads(threads)
    a_policy(policy)
    translator, record = read(state)
    found: list[tuple[int, ...]] = []
    drawn = seeds(rng, number)
    try:
        while share := list(islice(drawn, AT_A_TIME * threads)):
            found += _kernel.playouts(translator.table, record, share, policy, threads)
    except ValueError as flaw:
        raise InvalidState([str(flaw)]) from None
    return found


def richest(setup: Setup, hands: Sequence[Purse], slot: int) -> int | None:
    """The seat that gets the left-over tile of a slot of the yard; None on a tie."""
    return _kernel.richest(translator_of(setup).table, list(map(in_bytes, hands)), slot)


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
