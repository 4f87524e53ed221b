"""How long each program of ``specs/proofs`` takes by its window, as far as a minute goes.

Run ``python -m tests.benchmarks.proofs``; everything is printed, nothing is asserted.
``--write docs/design.md`` puts it into the documentation, and ``--seconds`` looks further or less far.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import clingo

from tests.benchmarks.playouts import written

PROOFS = Path(__file__).parents[2] / "specs" / "proofs"
PROGRAMS = (
    ("corners", 5),
    ("ring", 5),
    ("sides", 5),
    ("outline", 5),
    ("following", 5),
    ("border", 4),
    ("together", 3),
    ("adding", 3),
    ("removing", 3),
    ("swapping", 3),
    ("crossing", 3),
    ("squares", 3),
)
"""The programs, and the smallest window that is of interest."""


def proven(program: str, window: int, seconds: float) -> float | None:
    """The seconds of a processor that a proof takes, or nothing when it takes longer than it may."""
    began = time.process_time()
    control = clingo.Control([f"-cn={window}"])
    control.load(str(PROOFS / f"{program}.lp"))
    control.ground([("base", [])])
    with control.solve(async_=True) as handle:
        while not handle.wait(0.1):
            if time.process_time() - began > seconds:
                handle.cancel()
                return None
        if handle.get().satisfiable:
            message = f"{program} has a counter-example in a window of {window} x {window}"
            raise AssertionError(message)
    return time.process_time() - began


def row(program: str, window: int, seconds: float) -> str:
    """The times of a proof by its window."""
    found = []
    while (took := proven(program, window, seconds)) is not None:
        found.append(f"{window} x {window} in {took:.1f} s")
        window += 1
    found.append(f"{window} x {window} not in {seconds:.0f} s")
    return f"| `{program}.lp` | {', '.join(found)} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    lines = ["| program | proven |", "|---|---|"]
    for program, window in PROGRAMS:
        lines.append(row(program, window, options.seconds))
        print(lines[-1], flush=True)
    if options.write:
        written(options.write, "proofs", "\n".join(lines))


if __name__ == "__main__":
    main()
