"""What both engines need in the same way: generators, seeds, policies, and numbers of games and threads."""

from collections.abc import Iterator
from random import Random

from granada.errors import InvalidState, quoted, whole
from granada.generators import Generator, a_generator

POLICIES = ("random", "builder")
"""How a game can be played to its end: any legal action, or what the built-in builder chooses."""
SEEDS = 1 << 64
"""Seeds are numbers below this one."""
MOST_THREADS = 256


def copied(rng: Generator) -> Random:
    """A generator that goes on like the one given; one of another kind than ``random.Random`` seeds it."""
    if type(rng) is Random:
        twin = Random()
        twin.setstate(rng.getstate())
        return twin
    return Random(_seed(rng))


def seeds(rng: Generator, number: int) -> Iterator[int]:
    """A seed for each of so many games, drawn in order with ``rng.randrange(2**64)`` when it is needed."""
    if whole(number, "the number of games") < 0:
        raise InvalidState([f"there are no {number} games"])
    numbers = a_generator(rng)
    return (_seed(numbers) for _ in range(number))


def _seed(rng: Generator) -> int:
    seed = whole(a_generator(rng).randrange(SEEDS), "what a generator gives")
    if not 0 <= seed < SEEDS:
        raise InvalidState([f"a generator gives numbers below the one it is asked for, not {quoted(seed)}"])
    return seed


def a_policy(policy: str) -> str:
    """The policy itself, if there is one of that name."""
    if not isinstance(policy, str):
        raise TypeError(f"a policy is named by text, not {policy!r}")
    if policy not in POLICIES:
        raise InvalidState([f"there is no policy {policy!r}; there is {', '.join(POLICIES)}"])
    return policy


def some_threads(threads: int) -> int:
    """The number of threads itself, if so many can be had."""
    if type(threads) is not int:
        raise TypeError(f"threads is a whole number, not {threads!r}")
    if not 1 <= threads <= MOST_THREADS:
        raise InvalidState([f"threads is 1 to {MOST_THREADS}, not {threads}"])
    return threads
