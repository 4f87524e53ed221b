"""Calls everything that the kernel offers with what is right, wrong, huge, aliased and shared between threads.

Run ``python -m tests.kernels.bindings_fuzz --calls 20000``; with ``--kernel`` another kernel is called. An error of
Python is an answer, and the end of the process is none.
"""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import granada
from tests.kernels.law import table, use

ERRORS = (ArithmeticError, AttributeError, BufferError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
HUGE = (
    -1,
    0,
    1,
    7,
    255,
    256,
    257,
    1 << 15,
    (1 << 31) - 1,
    1 << 31,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    1 << 64,
    -(1 << 63),
)
ODD: tuple[Any, ...] = (
    None,
    True,
    "",
    "random",
    "x" * 5_000,
    b"",
    b"\xff" * 40,
    (),
    [],
    {},
    1.5,
    object(),
    np.zeros(3, np.int8),
)


class Fuzz:
    """What there is to be called, and with what; a seed makes it the same again."""

    def __init__(self, seed: int) -> None:
        """Make a table, with some of everything."""
        from granada.fast import _kernel
        from granada.fast.encodings import encoding_of
        from granada.fast.translating import read

        self.rng, self.kernel = Random(seed), _kernel
        translator, record = read(granada.deal(granada.new_game(**table(self.rng)), self.rng))
        self.words = list(self.rng.getstate()[1])
        encoding = encoding_of(translator, recall=False)
        players, games, width = translator.setup.players, 4, 9
        self.arrays: dict[str, Any] = {
            "observation": np.zeros((games, encoding.size), np.int8),
            "mask": np.zeros((games, width), np.bool_),
            "features": np.zeros((games, width, encoding.width), np.int8),
            "counts": np.zeros(games, np.int32),
            "actors": np.zeros(games, np.int8),
            "gains": np.zeros((games, players), np.int16),
            "ends": np.zeros(games, np.uint8),
            "points": np.zeros((games, players), np.int32),
            "standing": np.zeros((games, players), np.int8),
        }
        waiting = _kernel.Waiting(translator.table, record)
        self.right: list[Any] = [
            translator.table,
            translator.box,
            record,
            self.words,
            "builder",
            waiting,
            encoding.there,
        ]
        self.right += [_kernel.Position(translator.table, record, self.words) for _ in range(3)]
        self.right += [
            _kernel.City(translator.box, "granada", [], None),
            [1, 2, 3, 4],
            self.arrays,
            *self.arrays.values(),
        ]
        self.right += [_kernel.Batch(waiting, encoding.there, [1, 2, 3, 4], n, 50, width, self.arrays) for n in (1, 2)]
        self.right += [np.zeros(encoding.size, np.int8), np.zeros(games, np.int32), 0, 1, 2, 9]
        self.made: list[Any] = []

    def value(self) -> Any:
        """Something to call with."""
        kind, rng = self.rng.random(), self.rng
        if kind < 0.6:
            return rng.choice(self.right)
        if kind < 0.75:
            return rng.choice(HUGE)
        if kind < 0.85:
            return rng.choice(ODD)
        return self.mutated(rng.choice(self.right)) if kind < 0.95 else rng.choice(self.made or self.right)

    def mutated(self, value: Any) -> Any:
        """A list, tuple or dictionary with some part of it exchanged; anything else as it is."""
        if isinstance(value, dict) and value:
            return {**value, self.rng.choice(list(value)): self.value()}
        if not isinstance(value, list | tuple) or not value:
            return value
        parts, place = list(value), self.rng.randrange(len(value))
        parts[place] = self.mutated(parts[place]) if self.rng.random() < 0.7 else self.value()
        return type(value)(parts)

    def call(self) -> partial[Any]:
        """Some call: often with as many arguments as it takes."""
        names = ("Box", "Table", "Position", "Waiting", "City", "Encoding", "Batch", "richest", "playouts")
        if self.rng.random() < 0.35:
            name = self.rng.choice(names)
            given = [self.value() for _ in range(self.rng.choice((1, 2, 3, 4, 5, 6, 7)))]
            right = self.right
            plans = {
                "Position": [right[0], self.mutated(right[2]), self.words],
                "Waiting": [right[0], self.mutated(right[2])],
                "playouts": [right[0], right[2], [1, 2], "random", self.rng.choice((1, 2, 256, *HUGE))],
                "Batch": [
                    right[5],
                    right[6],
                    [1, 2, 3, 4],
                    self.rng.choice((1, 3, *HUGE)),
                    50,
                    9,
                    self.mutated(self.arrays),
                ],
            }
            planned = plans.get(name, given)
            if self.rng.random() < 0.4:
                planned[self.rng.randrange(len(planned))] = self.value()
            return partial(getattr(self.kernel, name), *(planned if self.rng.random() < 0.7 else given))
        there = self.rng.choice([each for each in self.right if type(each).__module__.endswith("_granada_kernel")])
        methods = [name for name in dir(there) if not name.startswith("__") or name == "__init__"]
        name = self.rng.choice(methods)
        method = getattr(there, name)
        if not callable(method):
            return partial(getattr, there, name)
        given = [self.value() for _ in range(self.rng.choice((0, 1, 1, 2, 3)))]
        small, position = self.rng.randrange(4), self.right[self.rng.choice((7, 8, 9))]
        known: dict[str, list[Any]] = {
            "apply": [small],
            "game": [small],
            "step": [np.full(4, small % 2, np.int32)],
            "_step": ["random"],
            "_finish": ["builder", 3],
            "draw": [[small]],
            "observe": [position, small % 2, self.right[-6]],
            "describe": [position, self.right[-6]],
            "fits": [small, small, 1],
            "sites": [small],
        }
        return partial(method, *(known.get(name, []) if self.rng.random() < 0.6 else given))


def fuzz(calls: int, seed: int = 0) -> Counter[str]:
    """Make so many calls, some at the same time; what came of them."""
    found: Counter[str] = Counter()

    def done(call: partial[Any]) -> Any:
        try:
            return call()
        except ERRORS as flaw:
            found[type(flaw).__name__] += 1
            return None

    with ThreadPoolExecutor(4) as pool:
        while calls > 0:
            some, seed = Fuzz(seed), seed + 1
            for _ in range(50):
                batch = [some.call() for _ in range(4)]
                made = list(pool.map(done, batch))
                some.made += [each for each in made if each is not None][:40]
                del some.made[:-40]
                found["calls"] += len(batch)
            calls -= 200
    return found


def main() -> None:
    """Call, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--kernel", type=Path)
    options = parser.parse_args()
    if options.kernel:
        use(options.kernel)
    warnings.simplefilter("ignore")  # those of nanobind about what is made twice
    print(dict(fuzz(options.calls)))


if __name__ == "__main__":
    main()
