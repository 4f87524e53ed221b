"""Positions played by the Python rules when there is no compiled kernel."""

from __future__ import annotations

from operator import index
from random import Random
from typing import TYPE_CHECKING, SupportsIndex

from granada.fast.likeness import AnyPosition, copied, seeds, some_threads
from granada.game import Action, State, apply, deal
from granada.generators import Generator
from granada.table import BuilderBot, observe

if TYPE_CHECKING:
    from granada.encoding import Numbers


class Position(AnyPosition):
    """A mutable position for searching, played by the compiled kernel or, if there is none, by the Python rules."""

    def __init__(self, state: State, rng: Generator) -> None:
        """Start from a state, with a copy of a ``random.Random`` or a new one seeded from any other generator."""
        self._rng = copied(rng)
        self._state = deal(state, self._rng)

    def state(self) -> State:
        """The position as a state."""
        return self._state

    def generator(self) -> Random:
        """A copy of the generator in its current state."""
        return copied(self._rng)

    def apply(self, action: SupportsIndex | Action) -> None:
        """Apply an action, which may be given by its number, and draw until a seat must decide again.

        A number out of range raises IndexError; an illegal action raises IllegalAction.
        """
        if not isinstance(action, Action):
            legal = self.actions()
            action = legal[_number(action, len(legal))]
        self._state = deal(apply(self._state, action), self._rng)

    def _step(self, policy: str) -> None:
        legal = self.actions()
        if policy == "random":
            self.apply(legal[self._rng.randrange(len(legal))])
        else:
            self.apply(BuilderBot(self._rng).choose(observe(self._state, self.actor), legal))

    def _finish(self, policy: str, decisions: int) -> bool:
        for _ in range(decisions):
            if self.over:
                break
            self._step(policy)
        return self.over

    def _numbers(self, seat: int | None, *, recall: bool) -> Numbers:
        from granada.encoding import Encoding  # noqa: PLC0415  it needs NumPy

        return Encoding(self.setup, recall).observe(observe(self._state, seat, recall=recall))

    def features(self) -> Numbers:
        """A row of numbers for each legal action, in the encoding of ``granada.learning``."""
        from granada.encoding import Encoding  # noqa: PLC0415  it needs NumPy

        return Encoding(self.setup).features(self._state)


def _number(number: object, count: int) -> int:
    """The index of an action, if it is in range."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise TypeError(f"an action or its number is needed, not {type(number).__name__}")
    found = index(number)
    if not 0 <= found < count:
        raise IndexError(f"there are {count} actions")
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
    some_threads(threads)
    return [Position(state, Random(seed)).finish(policy) for seed in seeds(rng, number)]
