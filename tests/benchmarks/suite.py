"""How long the suite and the fuzzer take, and what finding the causes and telling them adds; printed, asserted nowhere.

A page is written about every check, also about one without failures; only what the causes add to it counts for them.

python -m tests.benchmarks.suite [--number 1000]

Seconds are those of the processor, of the program and of its checker together, so that a busy machine does not count;
Linux tells them of programs that still run.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from granada.causes.causes import causes_of
from granada.checking.fuzz import fuzzed
from granada.checking.pages import as_page
from granada.checking.program import Program
from granada.checking.report import Report
from granada.checking.reports import as_json, cause_text, failure_text
from granada.checking.saved_reports import saved
from granada.examining.examiner import meet
from granada.examining.results import FAILED
from granada.spec.suite import cases
from tests.benchmarks.causes import pieces
from tests.engines.planted import ENGINES

SERVE = [sys.executable, "-m", "granada", "serve"]


def spent() -> float:
    """The seconds that this process and all that it has started were running, those that still run among them."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parent, *rest = path.read_text().rpartition(")")[2].split()[1:15]
            parents[int(path.parent.name)], ticks[int(path.parent.name)] = int(parent), sum(map(int, rest[-4:]))
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks[pid] for pid in ours) / os.sysconf("SC_CLK_TCK")


def measured(name: str, command: list[str], fuzz: int) -> list[tuple[int, int]]:
    """Check a program in one run, as the command does, and print how long the answers took and how long the rest.

    Given back are the sizes of the examples of all causes, before and after they were made smaller.
    """
    cases()  # read before anything is measured, and what that left behind collected
    gc.collect()
    with Program(command) as program:
        examiner = meet(program)
        begun = spent()
        results = [examiner.ask(case) for case in cases()]
        results += fuzzed(examiner, fuzz, 0)
        answered = spent()
        as_page([saved(Report(tuple(each for each in results if each.status != FAILED), examiner.name))])
        plain = spent() - answered
        report = Report(tuple(results), examiner.name, explained=causes_of(examiner, results))
        found = spent() - plain
        page = as_page([saved(report)])
        cards = "".join(cause_text(cause, report) for cause in report.causes)
        told = spent() - 2 * plain
    asking, causes, telling = answered - begun, found - answered, told - found
    added = f"causes {causes:.2f} s, telling them {telling:.2f} s ({(causes + telling) / asking:.0%} of the answers)"
    page_alone = f"a page without failures {plain:.2f} s"
    print(f"{name}, {fuzz} random questions: answers {asking:.2f} s, {added}; {page_alone}")
    print(f"  {report.headline}")
    each = "".join(failure_text(result) for result in results if result.status == FAILED)
    failures = f"{len(report.failed)} failures, {len(each) // 1000:,} kB if each is told"
    sizes = f"page {len(page) // 1000:,} kB, JSON {len(as_json(report)) // 1000:,} kB"
    print(f"  {failures}; {len(report.causes)} cards, {len(cards) // 1000:,} kB; {sizes}", flush=True)
    return [(pieces(cause.made_from or cause.example.case), pieces(cause.example.case)) for cause in report.causes]


def main() -> None:
    """Measure our own engine, which is right, and those with planted bugs."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="how many random questions (default: %(default)s)")
    number = parser.parse_args().number
    with TemporaryDirectory() as folder:
        programs = {"granada serve": SERVE} | {engine.name: engine.command(Path(folder)) for engine in ENGINES}
        for fuzz in dict.fromkeys((0, number)):
            with get_context("spawn").Pool(1, maxtasksperchild=1) as fresh:  # whoever checks does so for the first time
                sizes = fresh.starmap(measured, [(*each, fuzz) for each in programs.items()], chunksize=1)
            before, after = zip(*(pair for some in sizes for pair in some), strict=True)
            told = f"{median(before)} tiles and cards at the median, made smaller {median(after)}"
            print(f"examples of {len(before)} causes: {told}")


if __name__ == "__main__":
    main()
