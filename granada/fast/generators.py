"""What both engines need in the same way: generators, seeds, policies, and numbers of games and threads."""

from random import Random

from granada.board import InvalidState

POLICIES = ("random", "builder")
"""How a game can be played to its end: any legal action, or what the built-in builder chooses."""
SEEDS = 1 << 64
"""Seeds are numbers below this one."""
MOST_THREADS = 256


def copied(rng: Random) -> Random:
    """A generator that goes on like the one given; one of another kind than ``random.Random`` seeds it."""
    if type(rng) is Random:
        twin = Random()  # noqa: S311  a game, not a secret
        twin.setstate(rng.getstate())
        return twin
    return Random(_seed(rng))  # noqa: S311  as above


def seeds(rng: Random, number: int) -> list[int]:
    """A seed for each of so many games, drawn in order with ``rng.randrange(2**64)``."""
    if type(number) is not int:
        raise TypeError(f"a number of games is needed, not {number!r}")
    if number < 0:
        raise InvalidState([f"there are no {number} games"])
    return [_seed(rng) for _ in range(number)]


def _seed(rng: Random) -> int:
    if not hasattr(rng, "randrange"):
        raise TypeError(f"a generator such as random.Random is needed, not {type(rng).__name__}")
    return rng.randrange(SEEDS)


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
