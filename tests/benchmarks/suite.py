"""How long the suite and the fuzzer take, and what finding the causes and telling them adds; printed, asserted nowhere.

python -m tests.benchmarks.suite [--number 1000]

Seconds are those of the processor, of the program and of its checker together, so that a busy machine does not count.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from granada.checking.causes import with_causes
from granada.checking.fuzz import fuzzed
from granada.checking.pages import as_page
from granada.checking.program import Program
from granada.checking.reports import as_json, failure_text
from granada.checking.saved_reports import saved
from granada.suite.examiner import meet
from granada.suite.report import FAILED, Report
from granada.suite.suite import cases
from tests.benchmarks.causes import pieces
from tests.engines.planted import ENGINES

SERVE = [sys.executable, "-m", "granada", "serve"]


def spent() -> float:
    """The seconds that this process and all programs that have ended were running."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measured(name: str, command: list[str], fuzz: int) -> Report:
    """Check a program, and print how long the answers took and how long the rest; the report.

    It is started once to say hello, once for the answers and once for the causes, since a program tells how long it
    was running when it has ended.
    """
    started = spent()
    with Program(command) as program:
        meet(program)
    begun = spent()
    with Program(command) as program:
        examiner = meet(program)
        results = [examiner.ask(case) for case in cases()]
        results += fuzzed(examiner, fuzz, 0)
    answered = spent()
    with Program(command) as program:
        report = Report(tuple(with_causes(meet(program), results)), examiner.name)
    found = spent()
    page = as_page([saved(report)])
    cards = "".join(failure_text(result) for result in report.causes)
    told = spent()
    hello = begun - started
    asking, causes, telling = answered - begun - hello, found - answered - hello, told - found
    added = f"causes {causes:.1f} s, telling {telling:.1f} s ({(causes + telling) / asking:.0%} of the answers)"
    print(f"{name}, {fuzz} random questions: answers {asking:.1f} s, {added}")
    print(f"  {report.headline}")
    each = "".join(failure_text(result) for result in results if result.status == FAILED)
    failures = f"{len(report.failed)} failures, {len(each) // 1000:,} kB if each is told"
    sizes = f"page {len(page) // 1000:,} kB, JSON {len(as_json(report)) // 1000:,} kB"
    print(f"  {failures}; {len(report.causes)} cards, {len(cards) // 1000:,} kB; {sizes}", flush=True)
    return report


def tell_sizes(reports: list[Report]) -> None:
    """Print how large the examples of all causes are, and how large they were before they were made smaller."""
    causes = [result for report in reports for result in report.causes]
    before = median(pieces(result.made_from or result.case) for result in causes)
    after = median(pieces(result.case) for result in causes)
    print(f"examples of {len(causes)} causes: {before} tiles and cards at the median, made smaller {after}")


def main() -> None:
    """Measure our own engine, which is right, and those with planted bugs."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="how many random questions (default: %(default)s)")
    number = parser.parse_args().number
    cases()
    with TemporaryDirectory() as folder:
        for fuzz in dict.fromkeys((0, number)):
            measured("granada serve", SERVE, fuzz)
            tell_sizes([measured(engine.name, engine.command(Path(folder)), fuzz) for engine in ENGINES])


if __name__ == "__main__":
    main()
