"""Games of searchers against each other: whether all end by the rules, and whether what makes them end costs strength.

``python -m tests.benchmarks.endings --games 2000`` plays one game for each seed from ``--first`` on: all three games,
two to four seats, any modules, searchers of several strengths. Each seed is a game of its own, so that a run that was
broken off goes on with a higher ``--first``, and its counts are added.

``python -m tests.benchmarks.endings --strength 100 --games 1100`` lets the search play against one that also
removes and swaps tiles, with the same playouts: each deal twice, with the seats exchanged.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import granada
from granada.arena import SearchBot, spread
from granada.game import MODULES, Add, Buy, Remove, Swap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada import Action, Record, View

PLAYOUTS = (2, 3, 5, 5, 10, 10, 20, 20, 50, 100)
"""How strong most searchers are; all small, since each game counts alike."""
STRONG = (400, 800)
"""How strong they are in one game of a hundred."""
EVERY = 100
GAMES = {"granada": ("vizier", "exchange"), "alhambra": tuple(MODULES), "combined": tuple(MODULES)}
"""The games, and the modules that can be played with each."""


class Restless(SearchBot):
    """A search that also removes and swaps tiles whenever it likes."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action that did best."""
        with patch("granada.arena.bots.advancing", lambda legal: range(len(legal))):
            return super().choose(view, legal)


def table(seed: int) -> tuple[dict[str, Any], list[int]]:
    """What is played with a seed, and how many playouts each seat has."""
    rng = Random(f"table {seed}")
    game = rng.choice(list(GAMES))
    players = rng.choice((2, 2, 3, 4))
    modules = [name for name in GAMES[game] if rng.random() < 0.4]
    strengths = STRONG if seed % EVERY == 0 else PLAYOUTS
    return {"game": game, "modules": modules}, [rng.choice(strengths) for _ in range(players)]


def ending(seed: int) -> tuple[Counter[str], int, int]:
    """How the game with a seed ended; how many decisions a seat had at the most, and redesigns without a purchase."""
    options, strengths = table(seed)
    bots = [SearchBot(Random(f"{seed} seat {seat}"), playouts) for seat, playouts in enumerate(strengths)]
    record = granada.play(bots, rng=Random(seed), **options)
    counts = Counter([options["game"], f"{len(bots)} players", *(f"search:{each}" for each in set(strengths))])
    counts.update(options["modules"])
    counts["ended by the rules" if record.winners else "cut off"] += 1
    most = max(Counter(seat for seat, _ in record.steps if seat is not None).values())
    return counts, most, idle(record)


def idle(record: Record) -> int:
    """How many redesigns there were at the most between two purchases."""
    kinds = (
        "buy" if isinstance(action, Buy) else "redesign"
        for _, action in record.steps
        if isinstance(action, Buy | Add | Remove | Swap)
    )
    return max((len(list(run)) for kind, run in groupby(kinds) if kind == "redesign"), default=0)


def share(seed: int, playouts: int) -> float:
    """What part of a deal the search wins against a restless one, in two games with the seats exchanged."""
    won = 0.0
    for own in (0, 1):
        bots: list[SearchBot] = [
            (SearchBot if seat == own else Restless)(Random(f"{seed} {own} {seat}"), playouts) for seat in (0, 1)
        ]
        winners = granada.play(bots, rng=Random(seed)).winners or (0, 1)
        won += (own in winners) / len(winners)
    return won / 2


def main() -> int:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--strength", type=int, metavar="PLAYOUTS", help="compare strength instead")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as executor:
        return (compare if options.strength else end)(options, executor)


def end(options: argparse.Namespace, executor: ProcessPoolExecutor) -> int:
    """Play games of searchers, and count how they end."""
    counts: Counter[str] = Counter()
    done = longest = redesigns = 0
    began = last = time.monotonic()
    for _, (found, most, idling) in spread(ending, range(options.first, options.first + options.games), executor):
        counts += found
        done, longest, redesigns = done + 1, max(longest, most), max(redesigns, idling)
        if time.monotonic() - last > 30:
            last = time.monotonic()
            print(f"{done:,} games, {counts['cut off']} cut off, after {last - began:.0f} s", flush=True)
    print(", ".join(f"{number:,} {what}" for what, number in counts.most_common()))
    print(f"{done:,} games: {counts['ended by the rules']:,} ended by the rules, {counts['cut off']} were cut off")
    print(f"a seat had {longest:,} decisions at the most; {redesigns} redesigns came between two purchases at the most")
    return 1 if counts["cut off"] else 0


def compare(options: argparse.Namespace, executor: ProcessPoolExecutor) -> int:
    """Let the search play against a restless one, and tell its share of the wins."""
    shares: list[float] = []
    deals = range(options.first, options.first + options.games // 2)
    last = time.monotonic()
    for _, part in spread(partial(share, playouts=options.strength), deals, executor):
        shares.append(part)
        if time.monotonic() - last > 30 and len(shares) > 1:
            last = time.monotonic()
            print(_told(shares, options.strength), flush=True)
    print(_told(shares, options.strength))
    return 0


def _told(shares: list[float], playouts: int) -> str:
    error = statistics.stdev(shares) / len(shares) ** 0.5
    mean = statistics.mean(shares)
    games = 2 * len(shares)
    return f"search:{playouts} won {100 * mean:.1f} % (± {100 * error:.1f}) of {games:,} games against a restless one"


if __name__ == "__main__":
    sys.exit(main())
