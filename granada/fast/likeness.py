"""What both engines have in common: positions, generators, seeds, policies, and numbers of games and threads.

An engine does better what it can do faster.
"""

from abc import abstractmethod
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Self

from granada.errors import InvalidState, quoted, whole
from granada.game import Action, Setup, State, a_seat, legal_actions
from granada.generators import Generator, a_generator
from granada.table import View, observe, winners

if TYPE_CHECKING:
    from granada.encoding import Numbers

POLICIES = ("random", "builder")
"""How a game can be played to its end: any legal action, or what the built-in builder chooses."""
SEEDS = 1 << 64
"""Seeds are numbers below this one."""
MOST_THREADS = 256
MOST_DECISIONS = 100_000
"""A game that is not over after so many decisions has no end: money is lacking, and all pass for ever."""
_WORD, _HALF = (1 << 64) - 1, 32


class Mixer:
    """A small quick generator (SplitMix64), with which imagined cards are dealt, in both engines alike.

    >>> mixer = Mixer(7)
    >>> [mixer.randrange(6) for _ in range(8)]
    [2, 0, 5, 3, 2, 1, 2, 1]
    """

    def __init__(self, seed: int) -> None:
        """Begin with a seed below 2**64."""
        self._state = seed

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, but not including, the stop; all are equally likely."""
        while True:
            self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
            mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
            number, rest = divmod(((mixed ^ mixed >> 31) >> _HALF) * stop, 1 << _HALF)
            if rest >= (1 << _HALF) % stop:
                return number


def copied(rng: Generator) -> Random:
    """A generator that goes on like the one given; one of another kind than ``random.Random`` seeds it."""
    if type(rng) is Random:
        twin = Random()
        twin.setstate(rng.getstate())
        return twin
    return Random(seed_of(rng))


def seeds(rng: Generator, number: int) -> Iterator[int]:
    """A seed for each of ``number`` games, drawn in order with ``rng.randrange(2**64)`` when it is needed."""
    if whole(number, "the number of games") < 0:
        raise InvalidState(f"there are no {number} games")
    numbers = a_generator(rng)
    return (seed_of(numbers) for _ in range(number))


def seed_of(rng: Generator) -> int:
    """A seed, drawn from a generator of any make with ``randrange(2**64)``."""
    seed = whole(a_generator(rng).randrange(SEEDS), "what a generator gives")
    if not 0 <= seed < SEEDS:
        raise InvalidState(f"a generator gives numbers below the one it is asked for, not {quoted(seed)}")
    return seed


def dream_seed(rng: Generator) -> int:
    """A seed of 64 bits for a sampled position; ``random.Random`` gives exactly these bits, which is quick."""
    return rng.getrandbits(64) if type(rng) is Random else seed_of(rng)


def a_policy(policy: str) -> str:
    """The policy itself, if there is one of that name."""
    if not isinstance(policy, str):
        raise TypeError(f"a policy is named by text, not {policy!r}")
    if policy not in POLICIES:
        raise InvalidState(f"there is no policy {policy!r}; there is {', '.join(POLICIES)}")
    return policy


def some_threads(threads: int) -> int:
    """The number of threads, if it is allowed."""
    if type(threads) is not int:
        raise TypeError(f"threads is a whole number, not {threads!r}")
    if not 1 <= threads <= MOST_THREADS:
        raise InvalidState(f"threads is 1 to {MOST_THREADS}, not {threads}")
    return threads


def a_limit(decisions: int | None) -> int:
    """A limit on decisions; where none is given, that behind which a game has no end."""
    if decisions is None:
        return MOST_DECISIONS
    if whole(decisions, "decisions") < 0:
        raise InvalidState(f"there are no {decisions} decisions")
    return min(decisions, MOST_DECISIONS)


def who_looks(seat: int | None, setup: Setup) -> int | None:
    """The seat itself, or None for a spectator, if there is one."""
    if seat is None or (type(seat) is int and 0 <= seat < setup.players):
        return seat
    return a_seat(seat, setup)


class AnyPosition:
    """A position to search in, which goes on from a state; draws are made by its own copy of a generator.

    It never waits for a draw: a seat must decide, or the game is over.

    >>> import granada, granada.fast
    >>> position = granada.fast.Position(granada.new_game(3), Random(7))
    >>> twin = position.copy()
    >>> twin.apply(0)
    >>> position.state() == granada.deal(granada.new_game(3), Random(7)), twin.state() == position.state()
    (True, False)
    """

    __slots__ = ()

    @abstractmethod
    def __init__(self, state: State, rng: Generator) -> None:
        """Go on from a state, with a copy of the generator (or one that it seeds)."""

    @abstractmethod
    def state(self) -> State:
        """The position as a state."""

    @abstractmethod
    def generator(self) -> Random:
        """A copy of the generator in its current state."""

    @abstractmethod
    def _step(self, policy: str) -> None:
        """Let a policy decide once."""

    @abstractmethod
    def _finish(self, policy: str, decisions: int) -> bool:
        """Play to the end, or up to a limit of decisions; return whether the game ended."""

    @abstractmethod
    def _numbers(self, seat: int | None, *, recall: bool) -> "Numbers":
        """What a seat, or a spectator, sees."""

    @classmethod
    def of(cls, view: View, rng: Generator) -> Self:
        """A position that looks like a view: what its seat cannot know is dealt out at random.

        Chance comes from a generator of its own, which the one given seeds, so each call gives another dream.
        """
        if not isinstance(view, View):
            raise TypeError(f"view is a View such as granada.observe gives, not {quoted(view)}")
        return cls._imagined(view, dream_seed(rng))

    @classmethod
    def _imagined(cls, view: View, seed: int) -> Self:
        """A position that looks like a view; a number decides about all that is hidden."""
        return cls(view.sample(Mixer(seed)), Random(seed))

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.state().setup

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end."""
        return self.state().actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state().over

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.state().points

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; before the end an InvalidState says so."""
        return winners(self.state())

    def count(self) -> int:
        """How many actions are legal."""
        return len(self.actions())

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; their numbers are their places."""
        return legal_actions(self.state())

    def copy(self, rng: Generator | None = None) -> Self:
        """The same position once more; without a generator it dreams the same dream, draw by draw.

        With a generator chance comes from another one, which that seeds, so each copy goes its own way.
        """
        return self._copied(None if rng is None else dream_seed(rng))

    def _copied(self, seed: int | None) -> Self:
        return type(self)(self.state(), self.generator() if seed is None else Random(seed))

    def redeal(self, seat: int | None, rng: Generator, *, recall: bool = False) -> Self:
        """A copy with everything hidden from a seat resampled, as ``view.sample`` does; None is a spectator.

        With ``recall`` the seat remembers the hands of the others. The position's own generator is not used: ``rng``
        seeds a new one, which deals the cards and makes later draws, so each call gives another sample.
        """
        return self._redealt(who_looks(seat, self.setup), dream_seed(rng), recall=bool(recall))

    def _redealt(self, seat: int | None, seed: int, *, recall: bool) -> Self:
        return self._imagined(observe(self.state(), seat, recall=recall), seed)

    def step(self, policy: str = "random") -> None:
        """Let a policy decide once; at the end of the game nothing happens."""
        a_policy(policy)
        if not self.over:
            self._step(policy)

    def finish(self, policy: str = "random", decisions: int | None = None) -> tuple[int, ...]:
        """Play to the end, or up to a limit of decisions, and return the points of each seat.

        Without a limit, a game that cannot end for lack of money raises InvalidState.
        """
        over = self._finish(a_policy(policy), a_limit(decisions))
        if not over and decisions is None:
            raise InvalidState("the game has no end: money is lacking")
        return self.points

    def numbers(self, seat: int | None, *, recall: bool = False) -> "Numbers":
        """What a seat, or a spectator, sees, in the numbers of ``granada.learning``."""
        return self._numbers(who_looks(seat, self.setup), recall=bool(recall))

    # What Python asks of every value

    def __repr__(self) -> str:
        """What it is, in one line."""
        who = "over" if self.actor is None else f"seat {self.actor + 1} decides"
        points = " ".join(map(str, self.points))
        return f"<Position: {self.setup.game}, {self.setup.players} players, {who}, points {points}>"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same state, and chance will bring the same."""
        return (
            (self.state(), self.generator().getstate()) == (other.state(), other.generator().getstate())
            if isinstance(other, type(self))
            else NotImplemented
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the state and the generator."""
        return type(self), (self.state(), self.generator())

    def __copy__(self) -> Self:
        """The same as ``copy``."""
        return self.copy()

    def __deepcopy__(self, _: object) -> Self:
        """The same as ``copy``."""
        return self.copy()
