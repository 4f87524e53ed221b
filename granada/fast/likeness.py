"""The parts that both engines share: positions, generators, seeds, policies, and limits.

Each engine overrides the methods that it can speed up.
"""

from abc import abstractmethod
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Self

from granada.errors import InvalidState, in_range, quoted, whole
from granada.game import Action, Setup, State, a_seat, legal_actions
from granada.generators import Generator, a_generator
from granada.table import View, observe, winners

if TYPE_CHECKING:
    from granada.encoding import Numbers

POLICIES = ("random", "builder")
"""The policies for playouts: a random legal action, or the action that the built-in builder chooses."""
SEEDS = 1 << 64
"""The exclusive upper bound of seeds."""
MOST_THREADS = 256
MOST_DECISIONS = 100_000
"""The number of decisions after which a game can no longer end: no money is left, and all seats pass forever."""
_WORD, _HALF = (1 << 64) - 1, 32


class Mixer:
    """A small, fast random generator (SplitMix64) for sampled cards, identical in both engines.

    >>> mixer = Mixer(7)
    >>> [mixer.randrange(6) for _ in range(8)]
    [2, 0, 5, 3, 2, 1, 2, 1]
    """

    def __init__(self, seed: int) -> None:
        """Start with a seed below 2**64."""
        self._state = seed

    def randrange(self, stop: int, /) -> int:
        """A uniformly distributed number from 0 up to, but not including, the given limit."""
        while True:
            self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
            mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
            number, rest = divmod(((mixed ^ mixed >> 31) >> _HALF) * stop, 1 << _HALF)
            if rest >= (1 << _HALF) % stop:
                return number


def copied(rng: Generator) -> Random:
    """A copy of a ``random.Random``, or a ``random.Random`` seeded from any other generator."""
    if type(rng) is Random:
        twin = Random()
        twin.setstate(rng.getstate())
        return twin
    return Random(seed_of(rng))


def seeds(rng: Generator, number: int) -> Iterator[int]:
    """Yield a seed for each of ``number`` games, drawn with ``rng.randrange(2**64)`` when needed."""
    if whole(number, "the number of games") < 0:
        raise InvalidState(f"the number of games cannot be {number}")
    numbers = a_generator(rng)
    return (seed_of(numbers) for _ in range(number))


def seed_of(rng: Generator) -> int:
    """A seed, drawn from any generator with ``randrange(2**64)``."""
    seed = whole(a_generator(rng).randrange(SEEDS), "what a generator gives")
    if not 0 <= seed < SEEDS:
        raise InvalidState(f"randrange(n) of a generator must return a number below n, not {quoted(seed)}")
    return seed


def dream_seed(rng: Generator) -> int:
    """A 64-bit seed for a sampled position; for speed, a ``random.Random`` supplies the bits directly."""
    return rng.getrandbits(64) if type(rng) is Random else seed_of(rng)


def a_policy(policy: str) -> str:
    """Return the policy with this name, or raise an error if there is none."""
    if not isinstance(policy, str):
        raise TypeError(f"the name of a policy must be a str, not {policy!r}")
    if policy not in POLICIES:
        raise InvalidState(f"there is no policy {policy!r}; choose from {', '.join(POLICIES)}")
    return policy


def some_threads(threads: int) -> int:
    """Return the number of threads, or raise an error if it is invalid."""
    return in_range(threads, "threads", 1, MOST_THREADS)


def a_limit(decisions: int | None) -> int:
    """The limit on the number of decisions; by default, the number after which a game can no longer end."""
    if decisions is None:
        return MOST_DECISIONS
    if whole(decisions, "decisions") < 0:
        raise InvalidState(f"the number of decisions cannot be {decisions}")
    return min(decisions, MOST_DECISIONS)


def who_looks(seat: int | None, setup: Setup) -> int | None:
    """Return a valid seat, or None for a spectator; raise an error for anything else."""
    if seat is None or (type(seat) is int and 0 <= seat < setup.players):
        return seat
    return a_seat(seat, setup)


class AnyPosition:
    """A position for searching, started from a state; its own copy of a generator makes the draws.

    The position never waits for a draw: either a seat must decide or the game is over.

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
        """Start from a state, with a copy of a ``random.Random`` or a new one seeded from any other generator."""

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
        """Play to the end, or up to a limit on the number of decisions; return whether the game ended."""

    @abstractmethod
    def _numbers(self, seat: int | None, *, recall: bool) -> "Numbers":
        """A seat's or a spectator's observation."""

    @classmethod
    def of(cls, view: View, rng: Generator) -> Self:
        """A position that agrees with a view; cards that the view's seat cannot know are dealt at random.

        ``rng`` seeds a new generator for the position, so each call returns a different sample.
        """
        if not isinstance(view, View):
            raise TypeError(f"view must be a View such as granada.observe returns, not {quoted(view)}")
        return cls._imagined(view, dream_seed(rng))

    @classmethod
    def _imagined(cls, view: View, seed: int) -> Self:
        """A position that agrees with a view; the given number determines all hidden cards."""
        return cls(view.sample(Mixer(seed)), Random(seed))

    @property
    def setup(self) -> Setup:
        """The table's options, such as the game and the modules."""
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
        """The seats that have won; raise InvalidState before the end of the game."""
        return winners(self.state())

    def count(self) -> int:
        """The number of legal actions."""
        return len(self.actions())

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; the number of an action is its index."""
        return legal_actions(self.state())

    def copy(self, rng: Generator | None = None) -> Self:
        """A copy of the position, which makes the same draws unless a generator is given.

        A given generator seeds a new generator, so each copy makes its own draws.
        """
        return self._copied(None if rng is None else dream_seed(rng))

    def _copied(self, seed: int | None) -> Self:
        return type(self)(self.state(), self.generator() if seed is None else Random(seed))

    def redeal(self, seat: int | None, rng: Generator, *, recall: bool = False) -> Self:
        """A copy in which all cards hidden from a seat (or a spectator: None) are dealt again, as in ``view.sample``.

        With ``recall``, the seat remembers the other players' hands. A generator seeded by ``rng`` replaces the
        position's own: it deals the cards and makes later draws, so each call returns a different sample.
        """
        return self._redealt(who_looks(seat, self.setup), dream_seed(rng), recall=bool(recall))

    def _redealt(self, seat: int | None, seed: int, *, recall: bool) -> Self:
        return self._imagined(observe(self.state(), seat, recall=recall), seed)

    def step(self, policy: str = "random") -> None:
        """Let a policy decide once; do nothing at the end of the game."""
        a_policy(policy)
        if not self.over:
            self._step(policy)

    def finish(self, policy: str = "random", decisions: int | None = None) -> tuple[int, ...]:
        """Play to the end, or up to a limit on the number of decisions, and return the points of each seat.

        Without a limit, a game that cannot end because money is lacking raises InvalidState.
        """
        over = self._finish(a_policy(policy), a_limit(decisions))
        if not over and decisions is None:
            raise InvalidState("the game has no end: money is lacking")
        return self.points

    def numbers(self, seat: int | None, *, recall: bool = False) -> "Numbers":
        """A seat's or a spectator's observation, in the encoding of ``granada.learning``."""
        return self._numbers(who_looks(seat, self.setup), recall=bool(recall))

    # Python's special methods

    def __repr__(self) -> str:
        """A short description of the position."""
        who = "over" if self.actor is None else f"seat {self.actor + 1} decides"
        points = " ".join(map(str, self.points))
        return f"<Position: {self.setup.game}, {self.setup.players} players, {who}, points {points}>"

    def __eq__(self, other: object) -> bool:
        """Whether the states and the generators are equal."""
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
        """Return ``copy()``."""
        return self.copy()

    def __deepcopy__(self, _: object) -> Self:
        """Return ``copy()``."""
        return self.copy()
