"""How long the suite and the fuzzer take against ``granada serve``; printed, asserted nowhere."""

from __future__ import annotations

import sys
from time import perf_counter

from granada.checking.checker import check_program

SERVE = [sys.executable, "-m", "granada", "serve"]


def main() -> None:
    for title, goal, fuzz in (("the whole suite", 10, 0), ("the suite and 1000 random questions", 60, 1000)):
        before = perf_counter()
        report = check_program(SERVE, fuzz=fuzz)
        print(f"{title}: {perf_counter() - before:.1f} s (meant to take less than {goal} s), {report.totals}")


if __name__ == "__main__":
    main()
