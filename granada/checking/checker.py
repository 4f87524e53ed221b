"""The command ``granada check``: any other program against the suite and against random questions."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from itertools import chain
from typing import TYPE_CHECKING

from attrs import evolve

from granada.checking.fuzz import fuzzed, repeated
from granada.checking.program import SECONDS, Program
from granada.checking.reports import as_json, as_junit, failure_text
from granada.pictures.drawing import wants_colour
from granada.rulebook import EDITIONS
from granada.spec.grading import no_such
from granada.spec.suite import FAILED, FUZZ, Report, cases, chapter_of, meet, protocol_failure, selected

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

    from granada.rulebook import Rulings
    from granada.spec.chapters import Case
    from granada.spec.suite import Result

RANDOM = re.compile(rf"{FUZZ}-?[0-9]{{1,18}}/[0-9]{{1,9}}")
"""The id of a random question: its seed and its number."""
BAR = 30
"""How many signs the progress bar has."""


def add_arguments(parser: ArgumentParser) -> None:
    """Which program is checked, with what, and where the report goes."""
    editions = sorted({edition for edition, _ in EDITIONS})
    parser.epilog = (
        "Exit status: 0 when nothing failed, 1 when something did or not a single question was asked, "
        "2 when the program cannot be checked at all."
    )
    parser.usage = "granada check [options] -- COMMAND [ARGUMENT ...]"
    parser.add_argument("--fuzz", type=number, default=0, metavar="N", help="ask N random questions as well")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="which random questions (default: %(default)s)"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="a chapter, a rule or a case, and random questions of the same kinds, games and modules; "
        "or one random question by its id, such as fuzz/0/29",
    )
    parser.add_argument("--rulings", choices=editions, help="ask under the readings of an edition")
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help="seconds for each question (default: %(default)g)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - is standard output")
    parser.add_argument("--junit", metavar="FILE", help="write the report as JUnit's XML; - is standard output")
    parser.add_argument("program", nargs="*", metavar="COMMAND", help="the program, which speaks JSON lines")


def number(text: str) -> int:
    """A whole number that is not negative."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        message = f"expected a number such as 1000, not {text[:40]!r}"
        raise ArgumentTypeError(message)
    return int(text)


def seconds(text: str) -> float:
    """A time of more than nothing and less than a day."""
    try:
        found = float(text)
    except ValueError:
        found = 0
    if not 0 < found < 86_400:
        message = f"expected seconds, more than 0, not {text[:40]!r}"
        raise ArgumentTypeError(message)
    return found


def run(args: Namespace) -> int:
    """Check a program: 0 when nothing failed, 1 when something did or nothing was asked, 2 when it cannot be."""
    command = args.program[1:] if args.program[:1] == ["--"] else args.program
    if not command:
        return _refuse("which program? granada check -- COMMAND")
    if unknown := unknown_names(args.only):
        return _refuse("; ".join(unknown))
    if args.json == args.junit == "-":
        return _refuse("only one of --json and --junit can go to standard output")
    try:
        for path in (args.json, args.junit):
            if path not in {None, "-"}:
                _try_out(path)
        report = check_program(
            command,
            only=args.only,
            rulings=args.rulings,
            seconds=args.timeout,
            fuzz=args.fuzz,
            seed=args.seed,
            shown=sys.stderr,
        )
    except OSError as flaw:
        return _refuse(f"{flaw.filename or command[0]}: {flaw.strerror}")
    for path, text in ((args.json, as_json), (args.junit, as_junit)):
        if path:
            _write(path, text(report))
    tell(report, sys.stderr if "-" in (args.json, args.junit) else sys.stdout)
    return 0 if report.ok and report.asked else 1


def _refuse(why: str) -> int:
    sys.stderr.write(f"granada check: {why}\n")
    return 2


def _try_out(path: str) -> None:
    """See whether a file can be written, and leave it as it is."""
    with open(path, "a", encoding="utf-8"):  # noqa: PTH123  what a shell calls a file
        pass


def _write(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  what a shell calls a file
        file.write(text)


def unknown_names(only: Iterable[str]) -> list[str]:
    """A complaint about each name that is no chapter, rule or case, with the nearest that are."""
    known = {name for case in cases() for name in (case.id, case.rule, chapter_of()[case.rule])}
    strange = [name for name in only if name not in known and not RANDOM.fullmatch(name)]
    return [no_such("chapter, rule or case", name, sorted(known)) for name in strange]


def check_program(
    command: Sequence[str],
    *,
    only: Iterable[str] = (),
    rulings: Rulings | str | None = None,
    seconds: float = SECONDS,
    fuzz: int = 0,
    seed: int = 0,
    asked: Iterable[Case] | None = None,
    shown: TextIO | None = None,
) -> Report:
    """Ask a program all cases, and random questions if wanted; an OSError says why it cannot be started."""
    names = list(only)
    wanted = selected(cases() if asked is None else asked, names)
    again = [name for name in dict.fromkeys(names) if RANDOM.fullmatch(name)]
    fuzz = fuzz if wanted or not names else 0
    progress = _progress(len(wanted) + len(again) + fuzz, shown)
    results: list[Result] = []

    def told(result: Result) -> None:
        results.append(result)
        progress(len(results))

    with Program(command, seconds) as program:
        examiner = meet(program, rulings)
        for case in wanted:
            told(examiner.ask(case))
        for result in chain(repeated(examiner, again), fuzzed(examiner, fuzz, seed, wanted if names else ())):
            told(result)
            if program.given_up:
                break
    progress(-1)
    graded = [_belated(result, program.late) for result in results]
    flaws = [*examiner.flaws, *program.flaws, *([program.given_up] if program.given_up else ())]
    return Report((*(protocol_failure(flaw) for flaw in flaws), *graded), examiner.name)


def _belated(result: Result, late: dict[str, str]) -> Result:
    """A result in the light of what came after it."""
    why = late.get(result.case.id)
    return result if why is None or result.status == FAILED else evolve(result, status=FAILED, why=why)


def _progress(whole: int, stream: TextIO | None) -> Callable[[int], None]:
    """A bar that is drawn on a terminal, and nowhere else; a negative number wipes it away."""
    if stream is None or not stream.isatty() or not whole:
        return lambda _: None

    def draw(done: int) -> None:
        full = BAR * min(done, whole) // whole
        bar = f"{'█' * full}{'·' * (BAR - full)} {done}/{whole}"
        stream.write("\r\x1b[K" + (bar if done >= 0 else ""))
        stream.flush()

    return draw


def tell(report: Report, stream: TextIO) -> None:
    """Print the failures, the table and, last, the totals."""
    colour = wants_colour(stream)
    hopeless = [result for result in report.failed if result.why.startswith("it was given up") and result.case.given]
    silent = {id(result) for result in hopeless}
    for result in report.failed:
        if id(result) not in silent and not result.like:
            likes = [other for other in report.failed if other.like == result.case.id]
            stream.write(f"{failure_text(result, likes, colour=colour)}\n\n")
    if hopeless:
        stream.write(f"FAILED {len(hopeless)} more, which were not asked: the program was given up\n\n")
    stream.write(f"{report.name}\n\n{report}\n")
