"""Random playouts against python-chess doing the same in the same run.

Every figure is a ratio of two things that ran interleaved in one process, so that it holds on other machines too.
Run ``python -m tests.benchmarks.playouts``; ``--profile`` shows where the time goes,
and ``--write docs/performance.md`` puts the table into the documentation.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import statistics
import sys
import time
import tracemalloc
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import chess

import granada
import granada.fast
from tests.benchmarks.page import written

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES: dict[str, dict[str, Any]] = {
    "Granada, 4 players": {"players": 4, "game": granada.GRANADA},
    "Alhambra, 4 players": {"players": 4, "game": granada.ALHAMBRA},
    "Combined, 4 players": {"players": 4, "game": granada.COMBINED},
    "Granada, 2 players and Dirk": {"players": 2, "game": granada.GRANADA},
    "Granada, 4 players, vizier": {"players": 4, "game": granada.GRANADA, "modules": ["vizier"]},
}

KERNEL_TABLES: dict[str, dict[str, Any]] = {
    **TABLES,
    "Alhambra, 4 players, all modules": {
        "players": 4,
        "game": granada.ALHAMBRA,
        "modules": ["vizier", "exchange", "huts", "bonus"],
    },
}
BATCH = 100
"""So many games are played in the kernel at once."""


def play_granada(seed: int, **table: Any) -> int:
    """Play a random game; how many decisions it took."""
    rng = Random(seed)
    decisions = 0
    state = granada.deal(granada.new_game(**table), rng)
    while not state.over:
        actions = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, actions[rng.randrange(len(actions))]), rng)
        decisions += 1
    return decisions


def play_chess(seed: int, most: int = 400) -> int:
    """Play a random game of python-chess; how many moves it took."""
    rng = Random(seed)
    board = chess.Board()
    moves = 0
    while moves < most and not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[rng.randrange(len(legal))])
        moves += 1
    return moves


def step_kernel(seed: int, state: granada.State) -> int:
    """Play a random game in the kernel, action by action from Python; how many decisions it took."""
    rng = Random(seed)
    position = granada.fast.Position(state, rng)
    decisions = 0
    while not position.over:
        position.apply(rng.randrange(position.count()))
        decisions += 1
    return decisions


def play_batch(seed: int, state: granada.State, decisions: float) -> int:
    """Play a batch of random games in the kernel; about how many decisions they took together."""
    granada.fast.playouts(state, BATCH, Random(seed))
    return round(BATCH * decisions)


def kernel_games() -> dict[str, Callable[[int], int]]:
    """Random playouts in the kernel, in batches and stepped from Python, where it is there."""
    players: dict[str, Callable[[int], int]] = {}
    for name, options in KERNEL_TABLES.items() if granada.fast.COMPILED else ():
        state = granada.new_game(**options)
        decisions = statistics.mean(step_kernel(seed, state) for seed in range(1000, 1200))
        players[f"kernel, in batches: {name}"] = partial(play_batch, state=state, decisions=decisions)
        players[f"kernel, stepped: {name}"] = partial(step_kernel, state=state)
    return players


def stepping_costs(games: int = 60) -> list[tuple[str, float]]:
    """Where the time of a decision goes when two and Dirk are stepped from Python: microseconds, the least of nine."""
    state = granada.new_game(2)
    decisions = sum(step_kernel(seed, state) for seed in range(games))
    rng = Random(1)
    position = granada.fast.Position(state, rng)

    def repeated(task: Callable[[], object]) -> Callable[[], object]:
        return lambda: [task() for _ in range(decisions)]

    tasks: dict[str, Callable[[], object]] = {
        "in all": lambda: [step_kernel(seed, state) for seed in range(games)],
        "the games alone": lambda: granada.fast.playouts(state, games, rng),
        "loading the states": lambda: [granada.fast.Position(state, rng) for _ in range(games)],
        "numbers from Random.randrange": repeated(lambda: rng.randrange(17)),
        "a call of count": repeated(position.count),
    }
    least = dict.fromkeys(tasks, float("inf"))
    for _ in range(9):
        for name, task in tasks.items():
            began = time.perf_counter()
            task()
            least[name] = min(least[name], time.perf_counter() - began)
    return [(name, 1e6 * took / decisions) for name, took in least.items()]


def open_spiel_games() -> dict[str, Callable[[int], int]]:
    """Random playouts of OpenSpiel's games, where it is installed."""
    try:
        pyspiel = import_module("pyspiel")
        import_module("open_spiel.python.games.tic_tac_toe")  # registers the game
    except ImportError:
        return {}

    def playout(name: str) -> Callable[[int], int]:
        game = pyspiel.load_game(name)

        def play(seed: int) -> int:
            rng = Random(seed)
            moves = 0
            for _ in range(10):
                state = game.new_initial_state()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    state.apply_action(legal[rng.randrange(len(legal))])
                    moves += 1
            return moves

        return play

    return {"OpenSpiel python_tic_tac_toe": playout("python_tic_tac_toe"), "OpenSpiel chess (C++)": playout("chess")}


def timed(play: Callable[[int], int], seed: int, games: int = 5) -> tuple[float, float]:
    """Decisions a second, and games a second, over some games."""
    began = time.perf_counter()
    decisions = sum(play(games * seed + number) for number in range(games))
    took = time.perf_counter() - began
    return decisions / took, games / took


def measure(rounds: int) -> list[tuple[str, str, str, str]]:
    """The median ratio to python-chess of each table, its spread, and games a second."""
    players: dict[str, Callable[[int], int]] = {name: partial(play_granada, **table) for name, table in TABLES.items()}
    players |= kernel_games() | open_spiel_games()
    ratios: dict[str, list[float]] = {name: [] for name in players}
    games: dict[str, list[float]] = {name: [] for name in players}
    for number in range(-1, rounds):
        for name, play in players.items():
            before, _ = timed(play_chess, number)
            rate, per_second = timed(play, number)
            after, _ = timed(play_chess, number)
            if number >= 0:
                ratios[name].append(2 * rate / (before + after))
                games[name].append(per_second * (BATCH if "batches" in name else 1))
    rows = []
    for name in players:
        quartiles = statistics.quantiles(ratios[name], n=4)
        middle = statistics.median(ratios[name])
        spread = f"{quartiles[0]:.2f} to {quartiles[2]:.2f}"
        rows.append((name, f"{middle:.2f}", spread, f"{statistics.median(games[name]):.1f}"))
    return rows


def costs(seed: int = 1) -> list[tuple[str, float]]:
    """Microseconds for each call of ``legal_actions`` and ``apply``, and for the draws after it."""
    rng = Random(seed)
    spent = {"legal_actions": 0.0, "choosing": 0.0, "apply": 0.0, "deal": 0.0}
    decisions = 0
    for _ in range(5):
        state = granada.deal(granada.new_game(players=4), rng)
        while not state.over:
            t0 = time.perf_counter()
            actions = granada.legal_actions(state)
            t1 = time.perf_counter()
            action = actions[rng.randrange(len(actions))]
            t2 = time.perf_counter()
            state = granada.apply(state, action)
            t3 = time.perf_counter()
            state = granada.deal(state, rng)
            t4 = time.perf_counter()
            for name, took in zip(spent, (t1 - t0, t2 - t1, t3 - t2, t4 - t3), strict=True):
                spent[name] += took
            decisions += 1
    return [(name, 1e6 * total / decisions) for name, total in spent.items()]


def bytes_a_state(seed: int = 1) -> float:
    """How much memory a kept game takes for each of its states."""
    play_granada(seed, players=4)
    gc.collect()
    rng = Random(seed)
    tracemalloc.start()
    state = granada.deal(granada.new_game(players=4), rng)
    before, _ = tracemalloc.get_traced_memory()
    kept = [state]
    while not state.over:
        actions = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, actions[rng.randrange(len(actions))]), rng)
        kept.append(state)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def profile(games: int = 20) -> None:
    """Where the time goes, by function."""
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in range(games):
        play_granada(seed, players=4)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def table(rows: list[tuple[str, str, str, str]]) -> str:
    """The ratios as a Markdown table."""
    head = ["| random playouts | times python-chess | middle half | games a second |", "|---|--:|--:|--:|"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    if options.profile:
        profile()
        return
    rows = measure(max(options.rounds, 2))
    print(table(rows))
    micro = ", ".join(f"{name} {cost:.1f}" for name, cost in costs())
    kept = f"{bytes_a_state():.0f} bytes per stored state"
    print(f"\nmicroseconds per decision: {micro}\n{kept}\nPython {sys.version.split()[0]}")
    if granada.fast.COMPILED:
        parts = ", ".join(f"{name} {cost:.2f}" for name, cost in stepping_costs())
        print(f"two and Dirk stepped: microseconds per decision {parts}")
    if options.write:
        version = f"Python {sys.version.split()[0]}, python-chess {chess.__version__}"
        told = f"{table(rows)}\n\nMicroseconds per decision in Granada with four players: {micro}; {kept}. {version}."
        written(options.write, "playouts", told)


if __name__ == "__main__":
    main()
