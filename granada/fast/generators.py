"""What both engines need in the same way: generators, seeds, policies, and numbers of games and threads."""

from collections.abc import Iterator
from random import Random

from granada.errors import InvalidState, quoted, whole
from granada.game import Setup, a_seat
from granada.generators import Generator, a_generator

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
    """A seed for each of so many games, drawn in order with ``rng.randrange(2**64)`` when it is needed."""
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
    """A seed of 64 bits for what is imagined; of ``random.Random`` just these bits are taken, which is quick."""
    return rng.getrandbits(64) if type(rng) is Random else seed_of(rng)


def a_policy(policy: str) -> str:
    """The policy itself, if there is one of that name."""
    if not isinstance(policy, str):
        raise TypeError(f"a policy is named by text, not {policy!r}")
    if policy not in POLICIES:
        raise InvalidState(f"there is no policy {policy!r}; there is {', '.join(POLICIES)}")
    return policy


def some_threads(threads: int) -> int:
    """The number of threads itself, if so many can be had."""
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
