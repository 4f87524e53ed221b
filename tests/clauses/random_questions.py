"""Ask the clauses many random questions, and tell where they answer otherwise than the rules.

GRANADA_SEED=any-text python -m tests.clauses.random_questions 20000

They go over all strata, games, modules and readings. ``--part`` gives other questions of the same seed, and
``--first`` goes on where another run ended.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections import Counter
from itertools import islice

from tests.conftest import SEED
from tests.test_clauses import BATCH, random_cases, wrong


def main() -> int:
    """Ask so many questions, and tell after each program how many differed so far."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int, help="how many questions")
    parser.add_argument("--part", default="many", help="a name for other questions of the seed (default: %(default)s)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first question (default: %(default)s)")
    args = parser.parse_args()
    print(f"GRANADA_SEED={SEED} --part {args.part} --first {args.first}")
    questions = random_cases(args.part, args.first)
    flaws = 0
    kinds = Counter[str]()
    for start in range(0, args.count, BATCH):
        asked = list(islice(questions, min(BATCH, args.count - start)))
        kinds.update(case.kind for case in asked)
        for flaw in wrong(asked):
            flaws += 1
            print(f"differs: {flaw}")
        print(f"{start + len(asked)} asked, {flaws} differ, {time.process_time():.0f} s", flush=True)
    print(*(f"{kind} {number}" for kind, number in sorted(kinds.items())), sep=", ")
    return min(flaws, 1)


if __name__ == "__main__":
    raise SystemExit(main())
