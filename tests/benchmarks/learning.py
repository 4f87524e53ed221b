"""What it costs to look: batches, numbers, dreams and values against random plies of python-chess in the same run.

Every figure is a ratio of two things that ran interleaved in one process, so that it holds on other machines too.
Run ``python -m tests.benchmarks.learning``; ``--write docs/performance.md`` puts the table into the documentation.
``--census N`` counts instead how many actions there are and how far cities reach, over N decisions of each policy.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import chess
import numpy as np

import granada
import granada.fast
from granada.encoding import Numbers
from granada.fast.batches import Batch
from granada.learning import Encoding
from granada.learning.pettingzoo import env
from tests.benchmarks.page import written

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from granada import State

SECONDS = 0.1
"""So long each thing is measured in each round, in seconds of the processor."""
LONGEST = 10_000
"""A game of the census is left after so many decisions."""
FLOORS = {
    "batch of 64: observation, mask, features": 25,
    "batch of 64: observation, mask": 40,
    "copies for each redeal": 0.5,
    "state()": 1 / 3,
    "copy() and actions()": 3.5,
    "PettingZoo: observation, mask, features": 0.5,
}
"""No figure should be less."""


def rate(task: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """How many things are done in a second."""
    number, began = 0, clock()
    while (took := clock() - began) < SECONDS:
        number += task()
    return number / took


class Plies:
    """Random plies of python-chess."""

    def __init__(self) -> None:
        self.board, self.rng = chess.Board(), Random(5)

    def __call__(self) -> int:
        for _ in range(20):
            if self.board.is_game_over():
                self.board = chess.Board()
            self.board.push(self.rng.choice(list(self.board.legal_moves)))
        return 20


def stepping(state: State, number: int, *, features: bool = True, threads: int = 1) -> Callable[[], int]:
    """Steps of a batch by random actions, once its games are spread over all their phases."""
    batch, rng = Batch(state, number, 7, threads, features=features), np.random.default_rng(1)

    def step() -> int:
        batch.step((rng.random(number) * batch.counts).astype(np.int32))
        return number

    for _ in range(400):
        step()
    return step


def looking(state: State, look: Callable[[granada.fast.Position, Random], object]) -> Callable[[], int]:
    """Look at each position of random games, the playing apart as far as can be: every position is looked at often."""
    rng, number = Random(3), 8
    positions: list[granada.fast.Position] = []
    position = granada.fast.Position(state, Random(rng.getrandbits(64)))
    while len(positions) < 400:
        position.step()
        if position.over:
            position = granada.fast.Position(state, Random(rng.getrandbits(64)))
        elif rng.random() < 0.2:
            positions.append(position.copy())

    def each() -> int:
        for position in rng.sample(positions, number):
            look(position, rng)
        return number

    return each


def environment(state: State) -> Callable[[], int]:
    """Steps of PettingZoo by random actions, each with its observation and its mask."""
    table, rng = env(state.setup.players, state.setup.game.name), Random(3)
    table.reset(seed=7)

    def step() -> int:
        for _ in range(20):
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.reset()
            else:
                table.step(rng.randrange(int(seen["action_mask"].sum())))
        return 20

    for _ in range(20):
        step()
    return step


def tasks(state: State) -> dict[str, Callable[[], int]]:
    """What is measured."""
    return {
        "batch of 64: observation, mask, features": stepping(state, 64),
        "batch of 64: observation, mask": stepping(state, 64, features=False),
        "batch of 256: observation, mask, features": stepping(state, 256),
        "batch of 256: observation, mask": stepping(state, 256, features=False),
        "PettingZoo: observation, mask, features": environment(state),
        "numbers()": looking(state, lambda position, _: position.numbers(position.actor)),
        "copy() and features()": looking(state, lambda position, _: position.copy().features()),
        "copy()": looking(state, lambda position, _: position.copy()),
        "redeal()": looking(state, lambda position, rng: position.redeal(0, rng)),
        "state()": looking(state, lambda position, _: position.state()),
        "copy() and actions()": looking(state, lambda position, _: position.copy().actions()),
        "builder's playouts": looking(state, lambda position, rng: position.copy(rng).finish("builder")),
    }


def measure(state: State, rounds: int) -> dict[str, float]:
    """The median ratio of each to random plies of python-chess."""
    plies, ratios = Plies(), dict[str, list[float]]()
    todo = tasks(state)
    for _ in range(rounds):
        for name, task in todo.items():
            before, found, after = rate(plies), rate(task), rate(plies)
            ratios.setdefault(name, []).append(2 * found / (before + after))
    medians = {name: statistics.median(some) for name, some in ratios.items()}
    dreams = [one / other for one, other in zip(ratios["redeal()"], ratios["copy()"], strict=True)]
    return {**medians, "copies for each redeal": statistics.median(dreams)}


def threads_together(state: State, rounds: int) -> float:
    """How many times as many steps two threads make as one, by the clock on the wall."""
    one, two = stepping(state, 256), stepping(state, 256, threads=2)
    ratios = [rate(two, time.perf_counter) / rate(one, time.perf_counter) for _ in range(rounds)]
    return statistics.median(ratios)


def table(rounds: int) -> str:
    """All figures as a Markdown table."""
    games = ("granada", "alhambra", "combined")
    columns = [measure(granada.new_game(4, game), rounds) for game in games]
    lines = ["| four players, times python-chess | Granada | Alhambra | Combined | floor |", "|---|--:|--:|--:|--:|"]
    for name in columns[0]:
        cells = " | ".join(f"{column[name]:.2f}" for column in columns)
        floor = f"{FLOORS[name]:.2f}" if name in FLOORS else ""
        lines.append(f"| {name} | {cells} | {floor} |")
    threads = threads_together(granada.new_game(4), rounds)
    return "\n".join([*lines, f"| two threads of a batch of 256 against one | {threads:.2f} | | | 1.60 |"])


# How large things get


def census(options: dict[str, Any], policy: str, decisions: int, seed: int) -> dict[str, Counter[int]]:
    """How many actions there are, how far cities reach, and so on, at each decision of some games."""
    state, rng = granada.new_game(**options), Random(seed)
    encoding, bot = Encoding(state), granada.SearchBot(rng, playouts=20)
    found: dict[str, Counter[int]] = {}
    rows, length = list[Numbers](), 0
    position = granada.fast.Position(state, Random(rng.getrandbits(64)))
    for made in range(1, decisions + 1):
        found.setdefault("actions", Counter())[position.count()] += 1
        rows.append(position.numbers(position.actor))
        if len(rows) == 4096 or made == decisions:
            for name, each in extents(encoding, np.stack(rows)).items():
                found.setdefault(name, Counter()).update(each.tolist())
            rows.clear()
        decide(position, policy, bot, rng)
        length += 1
        if position.over or length == LONGEST:
            found.setdefault("decisions of a game", Counter())[length] += 1
            position, length = granada.fast.Position(state, Random(rng.getrandbits(64))), 0
    return found


def extents(encoding: Encoding, rows: Numbers) -> dict[str, NDArray[Any]]:
    """How large things are in some observations."""
    parts, seats = encoding.parts(rows), range(encoding.setup.players)
    owned = parts["tiles"]
    return {
        "reach": (np.abs(owned[..., 1:3]).max(-1) * (owned[..., 0] % 2 == 1)).max(-1),
        "tiles of a city": np.max([(owned[..., 0] == 2 * seat + 1).sum(-1) for seat in seats], 0),
        "reserve": np.max([(owned[..., 0] == 2 * seat + 2).sum(-1) for seat in seats], 0),
        "hand": parts["hand_sizes"].max(-1),
        "pending": (parts["pending"][..., 0] > 0).sum(-1),
        "steps of the agenda": (parts["agenda"][..., 0] > 0).sum(-1),
    }


def decide(position: granada.fast.Position, policy: str, bot: granada.SearchBot, rng: Random) -> None:
    """Let a policy decide once; a hoarder takes money 97 times of 100."""
    if policy in ("random", "builder"):
        position.step(policy)
    elif policy == "hoarder":
        takes = int((position.features()[:, 0] == 1).sum())
        position.apply(rng.randrange(takes if takes and rng.random() < 0.97 else position.count()))
    else:
        state = position.state()
        position.apply(bot.choose(granada.observe(state, state.actor), position.actions()))


def largest(counts: Counter[int]) -> str:
    """The size that one in a thousand exceeds, and the largest."""
    left = counts.total() / 1000
    for size in sorted(counts, reverse=True):
        left -= counts[size]
        if left < 0:
            return f"{size}/{max(counts)}"
    return f"0/{max(counts, default=0)}"


def sizes(decisions: int) -> str:
    """The census as a Markdown table."""
    tables: dict[str, dict[str, Any]] = {
        "Granada, 4": {"players": 4},
        "Granada, 2": {"players": 2},
        "Alhambra, 4, all modules": {
            "players": 4,
            "game": "alhambra",
            "modules": ["vizier", "exchange", "huts", "bonus"],
        },
        "Combined, 2": {"players": 2, "game": "combined"},
        "Combined, 4": {"players": 4, "game": "combined"},
    }
    lines = list[str]()
    for name, options in tables.items():
        for policy, share in (("random", 1.0), ("builder", 1.0), ("search", 0.002), ("hoarder", 0.2)):
            made = round(decisions * share)
            found = census(options, policy, made, 1)
            if not lines:
                lines = [
                    f"| {' | '.join(['table', 'play', 'decisions', *found])} |",
                    "|---|---|" + "--:|" * (1 + len(found)),
                ]
            cells = " | ".join(map(largest, found.values()))
            lines.append(f"| {name} | {policy} | {made:,} | {cells} |")
            print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--census", type=int, default=0)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    mark, text = ("census", sizes(options.census)) if options.census else ("looking", table(options.rounds))
    print(text)
    if options.write:
        written(options.write, mark, text)


if __name__ == "__main__":
    main()
