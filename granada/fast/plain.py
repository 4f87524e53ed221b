"""Positions played by the rules themselves, where there is no compiled kernel."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from operator import index
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, SupportsIndex

from granada.errors import InvalidState
from granada.fast.generators import a_limit, a_policy, copied, dream_seed, seeds, some_threads, who_looks
from granada.fast.likeness import copied_deeply, described, imagined, pickled, same
from granada.game import Action, Setup, State, apply, deal, legal_actions
from granada.generators import Generator
from granada.table import BuilderBot, View, observe, winners

if TYPE_CHECKING:
    from granada.encoding import Numbers


@cache
def _encoding() -> ModuleType:
    """What writes numbers; it is loaded when they are first asked for, since it needs NumPy."""
    return import_module("granada.encoding")


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

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self._state.setup

    @classmethod
    def of(cls, view: View, rng: Generator) -> Position:
        """A position that looks like a view: what its seat cannot know is dealt out at random.

        Chance comes from a generator of its own, which the one given seeds, so each call gives another dream.
        """
        return imagined(cls, view, rng)

    def copy(self, rng: Generator | None = None) -> Position:
        """The same position once more; without a generator it dreams the same dream, draw by draw.

        With a generator chance comes from another one, which that seeds, so each copy goes its own way.
        """
        return Position(self._state, self._rng if rng is None else Random(dream_seed(rng)))

    def redeal(self, seat: int | None, rng: Generator, *, recall: bool = False) -> Position:
        """A copy in which what a seat cannot know is dealt anew, as ``view.sample`` deals it; None is a spectator.

        With ``recall`` the seat remembers the hands of the others. Nothing comes from the position's own generator:
        the one given seeds another, which deals the cards and goes on, so each call gives another dream.
        """
        return Position.of(observe(self._state, who_looks(seat, self.setup), recall=recall), rng)

    def step(self, policy: str = "random") -> None:
        """Let a policy decide once; at the end of the game nothing happens."""
        seat = self._state.actor
        if a_policy(policy) == "random":
            if seat is not None:
                self.apply(self._rng.randrange(self.count()))
        elif seat is not None:
            self.apply(BuilderBot(self._rng).choose(observe(self._state, seat), legal_actions(self._state)))

    def finish(self, policy: str = "random", decisions: int | None = None) -> tuple[int, ...]:
        """Play to the end, or so many decisions at the most; the points of each seat.

        Without a limit an InvalidState says when there is no end, for lack of money.
        """
        a_policy(policy)
        for _ in range(a_limit(decisions)):
            if self.over:
                break
            self.step(policy)
        if not self.over and decisions is None:
            raise InvalidState("the game has no end: money is lacking")
        return self.points

    def numbers(self, seat: int | None, *, recall: bool = False) -> Numbers:
        """What a seat, or a spectator, sees, in the numbers of ``granada.learning``."""
        view = observe(self._state, who_looks(seat, self.setup), recall=recall)
        found: Numbers = _encoding().Encoding(self.setup, bool(recall)).observe(view)
        return found

    def features(self) -> Numbers:
        """A row of numbers for each legal action, as ``granada.learning`` has them."""
        found: Numbers = _encoding().Encoding(self.setup).features(self._state)
        return found

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; before the end an InvalidState says so."""
        return winners(self._state)

    __repr__ = described
    __eq__ = same
    __hash__ = None  # type: ignore[assignment]  # it changes
    __reduce__ = pickled
    __copy__ = copy
    __deepcopy__ = copied_deeply


def _number(number: object, count: int) -> int:
    """The number of an action, if there are so many."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise TypeError(f"an action or its number is needed, not {type(number).__name__}")
    found = index(number)
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
