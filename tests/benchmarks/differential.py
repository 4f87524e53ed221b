"""Many games of all tables by both engines: how many were equal, and what was compared.

Run ``python -m tests.benchmarks.differential --games 20000``; it uses all cores, or ``--cluster``.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from granada.arena import spread
from granada.commands.tournament import cluster_at
from tests.kernels.law import Law


def play(seed: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """A game: what was compared, at which table, and where the engines differ."""
    law: Any = Law(every=100, finishing=0.12)
    try:
        options = law.game(seed)
    except Exception as difference:  # noqa: BLE001  whatever goes wrong is told
        return law.compared, Counter(), [f"seed {seed}: {type(difference).__name__}: {difference}"]
    table = Counter([str(options["game"]), f"{options['players']} players", *options["modules"]])
    table[f"{options['scoring']} scoring"] += 1
    table["own tiles"] += options["tiles"] is not None
    table["other rulings"] += bool(options["rulings"].chosen)
    return law.compared, table, []


def main() -> int:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", help="the address of a Dask cluster, on whose workers this folder is found too")
    options = parser.parse_args()
    compared: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    found: list[str] = []
    began = last = time.monotonic()
    with cluster_at(options.cluster) if options.cluster else ProcessPoolExecutor(options.workers) as executor:
        for _, (more, seen, differences) in spread(play, range(options.first, options.first + options.games), executor):
            compared += more
            tables += seen
            found += differences
            for difference in differences:
                print(difference, flush=True)
            if time.monotonic() - last > 30:
                last = time.monotonic()
                print(f"{compared['games']:,} games equal after {last - began:.0f} s", flush=True)
    print(", ".join(f"{number:,} {what}" for what, number in compared.most_common()))
    print(", ".join(f"{number:,} {what}" for what, number in tables.most_common()))
    print(f"{len(found)} games differ, {time.monotonic() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
