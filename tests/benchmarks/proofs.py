"""How long each program of ``specs/proofs`` takes by its window, as far as a minute goes.

Run ``python -m tests.benchmarks.proofs``; everything is printed, nothing is asserted.
``--write docs/design.md`` puts it into the documentation, and ``--seconds`` looks further or less far.
"""

from __future__ import annotations

import time

import clingo

from tests.benchmarks.page import told
from tests.test_proofs import PROOFS, WINDOWS

PROGRAMS = {window.program: min(window.usual, 5) for window in WINDOWS}
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


def report(seconds: float) -> str:
    """The times of all proofs, in Markdown; each is printed when it is known."""
    lines = ["| program | proven |", "|---|---|"]
    for program, window in PROGRAMS.items():
        lines.append(row(program, window, seconds))
        print(lines[-1], flush=True)
    return "\n".join(lines)


if __name__ == "__main__":
    told(__doc__, "proofs", lambda given: report(given.seconds), seconds=60.0)
