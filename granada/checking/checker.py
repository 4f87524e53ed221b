"""Checking any other program against the suite and against random questions."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from attrs import evolve

from granada.checking.fuzz import fuzzed, repeated
from granada.checking.program import SECONDS, Program, heeding_signals
from granada.checking.reports import failure_text
from granada.pictures import wants_colour
from granada.suite import FAILED, FUZZ, Report, cases, chapter_of, meet, no_such, protocol_failure, selected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

    from granada.rulebook import Rulings
    from granada.suite import Case, Result

RANDOM = re.compile(rf"{FUZZ}-?[0-9]{{1,18}}/[0-9]{{1,9}}")
"""The id of a random question: its seed and its number."""
BAR = 30
"""How many signs the progress bar has."""


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

    interrupted = False
    with heeding_signals(), Program(command, seconds) as program:
        examiner = meet(program, rulings)
        if examiner.silence:
            return Report((), examiner.name, examiner.silence)
        asked_cases = (examiner.explained(examiner.ask(case)) for case in wanted)
        asked_again = repeated(examiner, again)
        asked_at_random = fuzzed(examiner, fuzz, seed, wanted if names else ())
        try:
            for result in asked_cases:
                told(result)
            for result in chain(asked_again, asked_at_random):
                told(result)
                if program.given_up:
                    break
        except KeyboardInterrupt:
            interrupted = True
    progress(-1)
    graded = [_belated(result, program.late) for result in results]
    flaws = [*examiner.flaws, *program.flaws, *([program.given_up] if program.given_up else ())]
    found = (*(protocol_failure(flaw) for flaw in flaws), *graded)
    return Report(found, examiner.name, interrupted=interrupted)


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
    if report.interrupted:
        stream.write("The check was interrupted; this is what was found so far.\n\n")
    stream.write(f"{report.name}\n\n{report}\n")
