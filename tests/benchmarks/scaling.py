"""How the cost of single steps grows with the city and the hand, and what a state weighs.

Run ``python tests/benchmarks/scaling.py``; everything is printed, nothing is asserted.
"""

from __future__ import annotations

import json
import pickle
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import granada
from granada.city import empty_city
from granada.money import PAYMENTS
from granada.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Callable

TILES = [tile.up for tile in TileSet.default(granada.Family.GRANADA).tiles]


def grown(size: int, seed: int = 1) -> granada.City:
    """A legal city of some size, from as many seeds as it takes."""
    while True:
        rng = Random(seed)
        city, faces = empty_city(granada.Family.GRANADA), list(TILES)
        rng.shuffle(faces)
        for _ in range(6):
            for face in list(faces):
                if len(city) < size and (sites := city.sites(face)):
                    city = city.added(face, sites[rng.randrange(len(sites))])
                    faces.remove(face)
        if len(city) == size:
            return city
        seed += 1


def at_the_table(city: granada.City, hand: granada.Purse) -> granada.State:
    """A state in which the seat to act has a city and a hand."""
    state = granada.deal(granada.new_game(3), Random(1))
    seat = state.actor or 0
    player = granada.Player(hand, city, (granada.Face.parse("park6"), granada.Face.parse("school8/ne")))
    return state.but(players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def in_the_middle() -> granada.State:
    """A state of a random game of four, some way in."""
    rng = Random(1)
    state = granada.deal(granada.new_game(4), rng)
    for _ in range(250):
        legal = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
    return state


def cost(run: Callable[[], object], times: int = 200) -> float:
    """Microseconds of one call, the middle of several measurements."""
    found = []
    for _ in range(9):
        began = time.perf_counter()
        for _ in range(times):
            run()
        found.append((time.perf_counter() - began) / times)
    return 1e6 * statistics.median(found)


def listed_anew(state: granada.State) -> int:
    """The length of the legal actions, worked out without anything that was kept."""
    for player in state.players:
        player.city.memo.clear()
    PAYMENTS.clear()
    return len(granada.legal_actions(state))


def random_games(seeds: list[int]) -> int:
    """How many decisions some random games take."""
    decisions = 0
    for seed in seeds:
        rng = Random(seed)
        state = granada.deal(granada.new_game(4), rng)
        while not state.over:
            legal = granada.legal_actions(state)
            state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
            decisions += 1
    return decisions


def rate(workers: int, games: int = 60) -> float:
    """Decisions a second with some processes."""
    seeds = [list(range(number, games, 2 * workers)) for number in range(2 * workers)]
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(random_games, [[0]] * workers))
        began = time.perf_counter()
        return sum(pool.map(random_games, seeds)) / (time.perf_counter() - began)


def import_time() -> float:
    """Milliseconds that importing the package takes on top of attrs."""
    code = "import time, attrs; t = time.perf_counter(); import granada; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(9)]  # noqa: S603  our own interpreter
    return 1e3 * statistics.median(float(run.stdout) for run in runs)


def main() -> None:
    """Measure and print."""
    hand = granada.Purse.parse("b3 b5 g4 g6 o7 y2")
    print("| tiles in the city | legal_actions anew (µs) | kept (µs) | violations (µs) |\n|--:|--:|--:|--:|")
    for size in (5, 15, 30, 54):
        state = at_the_table(grown(size), hand)
        layout = state.players[state.actor or 0].city.layout
        row = (cost(lambda: listed_anew(state)), cost(lambda: granada.legal_actions(state)))  # noqa: B023  used at once
        print(f"| {size} | {row[0]:.0f} | {row[1]:.0f} | {cost(lambda: granada.violations(layout), 20):.0f} |")  # noqa: B023  used at once
    print("\n| cards in the hand | legal_actions anew (µs) | purchases |\n|--:|--:|--:|")
    everything = list(granada.new_game(3).deck.pools[0])
    for size in (5, 20, 60, 108):
        state = at_the_table(grown(5), granada.Purse.of(Random(1).sample(everything, size)))
        buys = sum(action.verb == "buy" for action in granada.legal_actions(state))
        print(f"| {size} | {cost(lambda: listed_anew(state), 20):.0f} | {buys} |")  # noqa: B023  used at once
    state = in_the_middle()
    text, kept = granada.to_json(state), pickle.dumps(state)
    print(f"\nreading a state from JSON: {cost(lambda: granada.from_json(text), 20):.0f} µs ({len(text)} characters)")
    print(f"reading JSON text alone: {cost(lambda: json.loads(text), 20):.0f} µs")
    print(f"pickling a state: {cost(lambda: pickle.dumps(state)):.0f} µs, {len(kept)} bytes")
    print(f"unpickling it: {cost(lambda: pickle.loads(kept)):.0f} µs")  # noqa: S301  just written
    one, two = rate(1), rate(2)
    print(f"two processes give {two / one:.2f} times one")
    print(f"importing granada takes {import_time():.1f} ms on top of attrs")


if __name__ == "__main__":
    main()
