"""Positions and cities in the compiled kernel, positions that wait for draws, and playouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Self

from granada import board
from granada.board import Cell, Family, Purse
from granada.errors import InvalidState
from granada.fast import _kernel
from granada.fast.likeness import AnyPosition, a_policy, copied, seeds, some_threads
from granada.fast.translating import NOTHING, Translator, in_bytes, read, translator_of
from granada.game import Action, Setup, State, apply
from granada.generators import Generator

if TYPE_CHECKING:
    from granada.encoding import Numbers

AT_A_TIME = 1024
"""The number of games that the kernel plays before Ctrl-C can interrupt it."""
_NEW, _INIT = _kernel.Position.__new__, _kernel.Position.__init__


@cache
def _encodings() -> ModuleType:
    """The encoder, loaded when it is first used, because it needs NumPy."""
    import_module("granada.encoding")  # which says what to install without NumPy
    return import_module("granada.fast.encodings")


class Position(_kernel.Position, AnyPosition):
    """A mutable position for searching, played by the compiled kernel."""

    __slots__ = ("next_gauss", "translator")
    translator: Translator
    next_gauss: float | None

    def __new__(cls, state: State, rng: Generator) -> Self:
        """Start from a state, with a copy of a ``random.Random`` or a new one seeded from any other generator."""
        position: Self = _NEW(cls)
        position.translator, record = read(state)
        _, words, position.next_gauss = (rng if type(rng) is Random else copied(rng)).getstate()
        try:
            _INIT(position, position.translator.table, record, words)
        except ValueError as flaw:
            raise InvalidState(str(flaw)) from None
        return position

    def __init__(self, state: State, rng: Generator) -> None:
        """Do nothing, because ``__new__`` has made the whole position."""

    @classmethod
    def within(cls, translator: Translator, there: _kernel.Position, *dealt: int) -> Position:
        """Copy a kernel position at a translator's table; ``dealt`` deals the hidden cards again."""
        position: Position = _NEW(cls)
        _INIT(position, there, *dealt)
        position.translator, position.next_gauss = translator, None
        return position

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; the number of an action is its index."""
        return self.translator.actions(self._actions())

    def _perform(self, action: Action) -> None:
        """Apply an action that was not given by its number."""
        if not isinstance(action, Action):
            raise TypeError(f"an action or its number is needed, not {type(action).__name__}")
        record = self.translator.action_record(action)
        if record is None or not self._do(record):
            apply(self.state(), action)  # says which rules are broken
            raise RuntimeError(f"the kernel refuses {action}, which is legal")

    def state(self) -> State:
        """The position as a state."""
        return self.translator.state(self._record())

    def generator(self) -> Random:
        """A copy of the generator in its current state."""
        twin = Random()
        twin.setstate((3, tuple(self._generator()), self.next_gauss))
        return twin

    @property
    def setup(self) -> Setup:
        """The table's options, such as the game and the modules."""
        return self.translator.setup

    def _copied(self, seed: int | None) -> Position:
        if seed is not None:
            return self.within(self.translator, self, seed)
        twin = _NEW(Position)
        _INIT(twin, self)
        twin.translator, twin.next_gauss = self.translator, self.next_gauss
        return twin

    def _redealt(self, seat: int | None, seed: int, *, recall: bool) -> Position:
        return self.within(self.translator, self, seed, NOTHING if seat is None else seat, recall)

    def _numbers(self, seat: int | None, *, recall: bool) -> Numbers:
        found: Numbers = _encodings().numbers(self.translator, self, seat, recall=recall)
        return found

    def features(self) -> Numbers:
        """A row of numbers for each legal action, in the encoding of ``granada.learning``."""
        found: Numbers = _encodings().features(self.translator, self)
        return found


def playouts(
    state: State, number: int, rng: Generator, *, policy: str = "random", threads: int = 1
) -> list[tuple[int, ...]]:
    """The final points of a given number of games that continue from a state.

    Each game in turn gets its own generator ``Random(rng.randrange(2**64))``,
    so the results do not depend on the number of threads.

    >>> from random import Random
    >>> import granada
    >>> playouts(granada.new_game(3), 2, Random(7)) == playouts(granada.new_game(3), 2, Random(7), threads=2)
    True
    """
    threads = some_threads(threads)
    a_policy(policy)
    translator, record = read(state)
    found: list[tuple[int, ...]] = []
    drawn = seeds(rng, number)
    try:
        while share := list(islice(drawn, AT_A_TIME * threads)):
            found += _kernel.playouts(translator.table, record, share, policy, threads)
    except ValueError as flaw:
        raise InvalidState(str(flaw)) from None
    return found


def richest(setup: Setup, hands: Sequence[Purse], slot: int) -> int | None:
    """The seat that receives the tile left in a yard slot; None if there is a tie."""
    return _kernel.richest(translator_of(setup).table, list(map(in_bytes, hands)), slot)


class City:
    """A city in the kernel."""

    def __init__(self, city: board.City) -> None:
        """Convert a city to the kernel's form."""
        box = _kernel.Box([], sorted({str(face) for face in city.faces}))
        number = {text: place for place, text in enumerate(box.faces)}
        tiles = [(cell.x, cell.y, number[str(city[cell])]) for cell in city]
        self._start = city.start
        self._there = _kernel.City(box, city.start.value, tiles, city.founding)

    def longest(self, family: Family | None = None) -> list[tuple[Cell, int]]:
        """The edges, clockwise, of the longest unbroken moat or wall on a family's outline."""
        return [(Cell(x, y), side) for x, y, side in self._there.longest((family or self._start).value)]


class WaitingPosition:
    """A position that, like a state, waits before a draw, so that each draw can be tried."""

    def __init__(self, state: State) -> None:
        """Start from a state, and continue to the next decision or draw."""
        self._translator, record = read(state)
        try:
            self._there = _kernel.Waiting(self._translator.table, record)
        except ValueError as flaw:
            raise InvalidState(str(flaw)) from None

    @classmethod
    def _at(cls, translator: Translator, there: _kernel.Waiting) -> WaitingPosition:
        position = cls.__new__(cls)
        position._translator, position._there = translator, there
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
        return self._translator.state(self._there.record())

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; none before a draw."""
        return self._translator.actions(self._there.actions())

    def do(self, action: Action) -> bool:
        """Apply an action if it is legal; return whether it was."""
        record = self._translator.action_record(action)
        return record is not None and self._there.do(record)

    def draws(self) -> Iterator[tuple[str, Fraction, WaitingPosition]]:
        """The possible draws, each with its probability and the resulting position; a draw may occur more than once.

        The kernel requests a number below a limit, and this method tries each possible number.
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
                what = self._translator.drawn_between(before, there.record())
                yield what, chance, self._at(self._translator, there)
            else:
                limit = limits[-1]
                waiting += [((*numbers, number), chance / limit) for number in reversed(range(limit))]
