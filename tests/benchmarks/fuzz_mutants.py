"""Which mutants of building and moats random questions notice, and after how many, for a program of each game alone.

python -m tests.benchmarks.fuzz_mutants [--number 1000]
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.mutants.fuzzing import MUTANTS, noticed_at

GAMES = ("granada", "alhambra", "combined")


def main() -> int:
    """Print a table; the exit status is 1 when something is missed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="how many questions (default: %(default)s)")
    number = parser.parse_args().number
    print(f"{'first question that is answered wrongly':<60}{''.join(game.rjust(10) for game in GAMES)}")
    missed = 0
    for mutant in MUTANTS:
        found = [noticed_at(mutant, game, number) for game in GAMES]
        missed += found.count(None)
        print(f"{mutant.bug:<60}{''.join(str(each[0] if each else '-').rjust(10) for each in found)}", flush=True)
    print(f"{len(MUTANTS)} mutants, {len(GAMES)} games, {missed} missed by {number} questions")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
