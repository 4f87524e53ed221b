"""Many games of all tables by both engines: how many were equal, and what was compared.

Run ``python tests/benchmarks/differential.py --games 20000``; it uses as many processes as there are cores.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from kernels.law import Law  # type: ignore[import-not-found]  # it lies beside this folder

AT_A_TIME = 20
"""So many games are handed to a process at once."""


def play(share: tuple[int, int]) -> tuple[Counter[str], Counter[str], list[str]]:
    """Some games: what was compared, at which tables, and where the engines differ."""
    law: Any = Law(every=100, finishing=0.12)
    tables: Counter[str] = Counter()
    differences = []
    for seed in range(*share):
        try:
            options = law.game(seed)
        except Exception as difference:  # noqa: BLE001  whatever goes wrong is told
            differences.append(f"seed {seed}: {type(difference).__name__}: {difference}")
            continue
        tables[str(options["game"])] += 1
        tables[f"{options['players']} players"] += 1
        tables.update(options["modules"])
        tables[f"{options['scoring']} scoring"] += 1
        tables["own tiles"] += options["tiles"] is not None
        tables["other rulings"] += bool(options["rulings"].chosen)
    return law.compared, tables, differences


def main() -> int:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    end = options.first + options.games
    shares = [(first, min(first + AT_A_TIME, end)) for first in range(options.first, end, AT_A_TIME)]
    compared: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    found: list[str] = []
    began = last = time.monotonic()
    with multiprocessing.Pool(options.processes) as pool:
        for more, seen, differences in pool.imap_unordered(play, shares):
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
