"""What events cost beside ``apply``, what a second worker brings, and what a cluster costs beside a pool of processes.

Run ``python -m tests.benchmarks.tables``; ``--write docs/performance.md`` puts it into the documentation.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import granada
from granada.arena import spread
from granada.game import choose_draw
from tests.benchmarks.page import told
from tests.waiting import dask_cluster

if TYPE_CHECKING:
    from concurrent.futures import Executor


DECISIONS = 130
"""So many decisions of builders take some 20 ms."""


def steps(seed: int, **table: Any) -> list[tuple[granada.State, granada.Action]]:
    """A random game: every state with what is done or drawn there."""
    rng, state, found = Random(seed), granada.new_game(**table), []
    while not state.over:
        legal = granada.legal_actions(state)
        action = choose_draw(state, rng) if state.actor is None else legal[rng.randrange(len(legal))]
        found.append((state, action))
        state = granada.apply(state, action)
    return found


def cost_of_events(rounds: int) -> float:
    """How many times as long ``unfold`` takes as ``apply``, over whole games of four tables; the median."""
    tables: list[dict[str, Any]] = [
        {"players": 4},
        {"players": 2},
        {"players": 4, "game": "alhambra", "modules": ["vizier", "exchange", "huts", "bonus"]},
        {"players": 3, "game": "combined"},
    ]
    games = [step for number, table in enumerate(tables) for step in steps(number, **table)]
    ratios = []
    for _ in range(rounds):
        times = []
        for do in (granada.apply, granada.unfold, granada.apply):
            began = time.perf_counter()
            for state, action in games:
                do(state, action)
            times.append(time.perf_counter() - began)
        ratios.append(2 * times[1] / (times[0] + times[2]))
    return statistics.median(ratios)


def busy(seed: int) -> int:
    """A task of some 20 ms: so many decisions of builders, in a second game when the first one is over."""
    rng, bot = Random(seed), granada.BuilderBot(Random(seed))
    state = granada.deal(granada.new_game(3), rng)
    for _ in range(DECISIONS):
        if state.over:
            state = granada.deal(granada.new_game(3), rng)
        view = granada.observe(state, state.actor)
        state = granada.deal(granada.apply(state, bot.choose(view, granada.legal_actions(state))), rng)
    return state.points[0]


def game(seed: int) -> int:
    """A whole random game by the rules; how many steps it takes."""
    return len(steps(seed, players=3))


def seconds(task: Any, number: int, executor: Executor) -> float:
    """How long an executor takes for so many tasks, once it is warm."""
    list(spread(task, range(40), executor))
    began = time.perf_counter()
    list(spread(task, range(number), executor))
    return time.perf_counter() - began


def two_workers(games: int) -> float:
    """How many times as many whole games two workers play as one in the same time."""
    context = get_context("spawn")
    with ProcessPoolExecutor(1, context) as one, ProcessPoolExecutor(2, context) as two:
        times = [seconds(game, games, pool) for pool in (one, two, one)]
    return (times[0] + times[2]) / 2 / times[1]


def cluster(tasks: int, workers: int = 2) -> tuple[float, float]:
    """Milliseconds a task, and how many times as long tasks take on a cluster as in a pool of as many processes."""
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_cluster(Path(folder), workers, Path(__file__).parent) as (address, _),
        import_module("distributed").Client(address) as client,
        ProcessPoolExecutor(workers, get_context("spawn")) as pool,
    ):
        client.wait_for_workers(workers)
        times = [seconds(busy, tasks, executor) for executor in (pool, client.get_executor(), pool)]
    here = (times[0] + times[2]) / 2
    return 1e3 * here * workers / tasks, times[1] / here


def report(rounds: int, games: int) -> str:
    """All measurements, in Markdown."""
    task, beside = cluster(10 * games)
    return "\n".join(
        [
            "| | |",
            "|---|--:|",
            f"| `unfold`, which reports events, compared with `apply` | {cost_of_events(rounds):.2f} times |",
            f"| games on two workers compared with one, {os.cpu_count()} cores | {two_workers(games):.2f} times |",
            f"| tasks of {task:.0f} ms on a Dask cluster compared with a pool of processes | {beside:.2f} times |",
        ]
    )


if __name__ == "__main__":
    told(__doc__, "tables", lambda given: report(given.rounds, given.games), rounds=9, games=120)
