"""How the cost of single steps grows with the city and the hand, and what a state weighs.

Run ``python -m tests.benchmarks.scaling``; everything is printed, nothing is asserted.
``--write docs/performance.md`` puts it into the documentation.
"""

from __future__ import annotations

import json
import pickle
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve

import granada
from granada.arena import spread
from granada.board.city import City, _city, empty_city
from granada.board.money import _mixed, _payments, handfuls
from granada.board.tile_sets import TileSet
from granada.game.state import replaced
from tests.benchmarks.page import told
from tests.benchmarks.playouts import play_granada

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
    return evolve(state, players=replaced(state.players, seat, player))


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
    for kept in (_payments, _mixed, handfuls):
        kept.cache_clear()
    cities = [_city(each.city.start, each.city.founding, dict(each.city.tiles)) for each in state.players]
    players = tuple(evolve(player, city=city) for player, city in zip(state.players, cities, strict=True))
    return len(granada.legal_actions(evolve(state, players=players)))


def laid_and_listed(state: granada.State) -> int:
    """The same, and the city is laid out anew as well."""
    seat = state.actor or 0
    player = state.players[seat]
    city = City.of(player.city.layout)
    laid = granada.Player(player.hand, city, player.reserve)
    return listed_anew(evolve(state, players=replaced(state.players, seat, laid)))


def random_game(seed: int) -> int:
    """How many decisions a random game takes."""
    return int(play_granada(seed, players=4))


def rate(workers: int, games: int = 60) -> float:
    """Decisions a second with some processes."""
    with ProcessPoolExecutor(workers) as pool:
        list(spread(random_game, range(10), pool))
        began = time.perf_counter()
        return sum(number for _, number in spread(random_game, range(games), pool)) / (time.perf_counter() - began)


def started(what: str) -> float:
    """Milliseconds that something takes in a fresh interpreter, once attrs has been imported."""
    code = f"import time, attrs; t = time.perf_counter(); {what}; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(9)]
    return 1e3 * statistics.median(float(run.stdout) for run in runs)


def report() -> str:
    """All measurements, in Markdown."""
    hand = granada.Purse.parse("b3 b5 g4 g6 o7 y2")
    lines = [
        "| tiles in the city | `legal_actions` | with the city laid out anew | adding a tile | `violations` |",
        "|--:|--:|--:|--:|--:|",
    ]
    for size in (5, 15, 30, 54):
        state = at_the_table(grown(size), hand)
        city = state.players[state.actor or 0].city
        layout, face = city.layout, next(each for each in TILES if city.sites(each))
        site = city.sites(face)[0]
        row = (
            cost(partial(listed_anew, state)),
            cost(partial(laid_and_listed, state), 20),
            cost(partial(city.added, face, site)),
            cost(partial(granada.violations, layout), 20),
        )
        lines.append(f"| {size} | {' | '.join(f'{each:.0f} µs' for each in row)} |")
    lines += ["", "| cards in the hand | `legal_actions` | purchases |", "|--:|--:|--:|"]
    everything = list(granada.new_game(3).deck.pools[0])
    for size in (5, 20, 60, 108):
        state = at_the_table(grown(5), granada.Purse(Random(1).sample(everything, size)))
        buys = sum(action.verb == "buy" for action in granada.legal_actions(state))
        lines.append(f"| {size} | {cost(partial(listed_anew, state), 20):.0f} µs | {buys} |")
    state = in_the_middle()
    text, kept = granada.to_json(state), pickle.dumps(state)
    one, two, imported = rate(1), rate(2), started("import granada")
    dealt = started("import granada, random; granada.deal(granada.new_game(4), random.Random(1))")
    lines += [
        "",
        "| | |",
        "|---|--:|",
        f"| reading a state from JSON ({len(text)} characters) | {cost(partial(granada.from_json, text), 20):.0f} µs |",
        f"| the JSON text alone | {cost(partial(json.loads, text), 20):.0f} µs |",
        f"| pickling a state ({len(kept)} bytes) | {cost(partial(pickle.dumps, state)):.0f} µs |",
        f"| unpickling it | {cost(partial(pickle.loads, kept)):.0f} µs |",
        f"| two processes, times one | {two / one:.2f} |",
        f"| importing `granada`, on top of attrs | {imported:.1f} ms |",
        f"| `import granada` and a first game dealt, on top of attrs | {dealt:.0f} ms |",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    told(__doc__, "scaling", lambda _: report())
