"""Positions played by the rules themselves, where there is no compiled kernel."""

from __future__ import annotations

from operator import index
from random import Random
from typing import SupportsIndex

from granada.errors import InvalidState
from granada.fast.generators import a_policy, copied, seeds, some_threads
from granada.game import Action, State, apply, deal, legal_actions
from granada.generators import Generator
from granada.table import BuilderBot, observe

MOST_DECISIONS = 100_000
"""A game that is not over after so many decisions has no end: money is lacking, and all pass for ever."""


class Position:
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

    def __init__(self, state: State, rng: Generator) -> None:
        """Go on from a state, with a copy of the generator (or one that it seeds)."""
        self._rng = copied(rng)
        self._state = deal(state, self._rng)

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end."""
        return self._state.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.over

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self._state.points

    def count(self) -> int:
        """How many actions are legal."""
        return len(legal_actions(self._state))

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; their numbers are their places."""
        return tuple(legal_actions(self._state))

    def apply(self, action: SupportsIndex | Action) -> None:
        """Do an action, which may be given by its number, and draw until a seat must decide again.

        There is an IndexError for a number out of range, and an IllegalAction for an action against the rules.
        """
        if not isinstance(action, Action):
            legal = legal_actions(self._state)
            action = legal[_number(action, len(legal))]
        self._state = deal(apply(self._state, action), self._rng)

    def state(self) -> State:
        """The position as a state."""
        return self._state

    def generator(self) -> Random:
        """A copy of the generator as it stands."""
        return copied(self._rng)

    def copy(self) -> Position:
        """The same position once more, with a generator of its own that goes on in the same way."""
        return Position(self._state, self._rng)

    def finish(self, policy: str = "random") -> tuple[int, ...]:
        """Play to the end; the points of each seat. An InvalidState says when there is none, for lack of money."""
        bot = BuilderBot(self._rng) if a_policy(policy) == "builder" else None
        decisions = 0
        while (seat := self._state.actor) is not None:
            if decisions == MOST_DECISIONS:
                raise InvalidState(["the game has no end: money is lacking"])
            decisions += 1
            if bot is None:
                self.apply(self._rng.randrange(self.count()))
            else:
                self.apply(bot.choose(observe(self._state, seat), legal_actions(self._state)))
        return self.points


def _number(number: object, count: int) -> int:
    """The number of an action, if there are so many."""
    try:
        found = index(number)  # type: ignore[arg-type]  # whatever has no number is refused
    except TypeError:
        raise TypeError(f"an action or its number is needed, not {type(number).__name__}") from None
    if not 0 <= found < count:
        raise IndexError(f"there are {count} actions")
    return found


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
    return [Position(state, Random(seed)).finish(policy) for seed in seeds(rng, number)]
