"""Check any other program against the suite and against random questions."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TextIO

from attrs import evolve

from granada.causes import Cause, causes_of
from granada.checking.fuzz import fuzzed, repeated
from granada.checking.program import SECONDS, Program, heeding_signals
from granada.checking.report import Report
from granada.checking.reports import cause_text, summary_lines
from granada.errors import InvalidState, listed
from granada.examining import FAILED, FUZZ, ONLY, Asked, Result, meet, protocol_failure, selected
from granada.pictures import wants_colour
from granada.questions import Answer, no_such
from granada.rulebook import Rulings
from granada.spec import Case, case_ids, cases_of, chapter_of, renamed

RANDOM = re.compile(rf"{FUZZ}-?[0-9]{{1,18}}/[0-9]{{1,9}}")
"""Matches the id of a random question, which consists of its seed and its number."""


def check(
    answer: Callable[[Asked], Answer],
    *,
    only: Iterable[str] = (),
    rulings: Rulings | str | None = None,
    cases: Iterable[Case] | None = None,
    on_result: Callable[[Result], object] | None = None,
) -> Report:
    """Ask a Python callable the questions in the suite, grade its answers, and group the failures into causes.

    ``only`` names the chapters, rules or cases to ask about. ``rulings`` applies other readings, such as an edition's,
    to all questions. ``cases`` replaces the cases of the suite. ``on_result`` is called with each result.
    """
    names = listed(only, ONLY)
    if cases is None and (unknown := unknown_names(names)):
        raise InvalidState(*unknown)
    examiner = meet(answer, rulings)
    results = []
    for case in selected(cases_of(names) if cases is None else cases, names):
        results.append(examiner.ask(case))
        if on_result is not None:
            on_result(results[-1])
    flaws, causes = map(protocol_failure, examiner.flaws), causes_of(examiner, results)
    return Report((*flaws, *results), examiner.name, examiner.silence, explained=causes)


def renamed_names(only: Iterable[str]) -> list[str]:
    """A note about each name that is a case's former id."""
    return [f"{name} is now called {renamed()[name]}" for name in only if name in renamed()]


def unknown_names(only: Iterable[str]) -> list[str]:
    """An error message about each name that is not a chapter, rule or case, with similar names."""
    known = {*case_ids(), *chapter_of(), *chapter_of().values()}
    strange = [name for name in only if name not in known | renamed().keys() and not RANDOM.fullmatch(name)]
    return [no_such("chapter, rule or case", name, sorted(known)) for name in strange]


def check_program(
    command: Sequence[str],
    *,
    only: Iterable[str] = (),
    rulings: Rulings | str | None = None,
    seconds: float = SECONDS,
    fuzz: int = 0,
    seed: int = 0,
    cases: Iterable[Case] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Ask a program about all cases and, if requested, ask it random questions; raise OSError if it cannot be started.

    ``only`` names the chapters, rules, cases or random questions to ask about. ``cases`` replaces the cases of the
    suite. ``progress`` is called with the number of results so far and the expected total.
    """
    names = list(only)
    wanted = selected(cases_of(names) if cases is None else cases, names)
    again = [name for name in dict.fromkeys(names) if RANDOM.fullmatch(name)]
    fuzz = fuzz if wanted or not names else 0
    results: list[Result] = []

    def keep(result: Result) -> None:
        results.append(result)
        if progress is not None:
            progress(len(results), max(len(results), len(wanted) + len(again) + fuzz))

    interrupted, given_up = False, ""
    causes: tuple[Cause, ...] = ()
    with heeding_signals(), Program(command, seconds) as program:
        examiner = meet(program, rulings)
        if examiner.silence:
            return Report((), examiner.name, examiner.silence.replace("\n", "; ", 1))
        try:
            for case in wanted:
                keep(examiner.ask(case))
            for result in chain(repeated(examiner, again), fuzzed(examiner, fuzz, seed, wanted if names else ())):
                keep(result)
                if program.given_up:
                    break
            given_up = program.given_up  # changed questions must not count against it
            causes = causes_of(examiner, results)
        except KeyboardInterrupt:
            interrupted = True
    graded = [_with_belated(result, program.late) for result in results]
    told = not given_up or any(result.left_out for result in results)
    flaws = [*examiner.flaws, *program.flaws, *([] if told else [given_up])]
    return Report((*map(protocol_failure, flaws), *graded), examiner.name, interrupted=interrupted, explained=causes)


def _with_belated(result: Result, late: dict[str, str]) -> Result:
    """Mark a result as failed if the program answered the question again after its first answer had been graded."""
    why = late.get(result.case.id)
    return result if why is None or result.status == FAILED else evolve(result, status=FAILED, why=why)


def write_report(report: Report, stream: TextIO) -> None:
    """Print the failures, then the table, and finally the totals."""
    colour = wants_colour(stream)
    stream.writelines(f"{cause_text(cause, report, colour=colour)}\n\n" for cause in report.causes)
    if report.interrupted:
        stream.write("The check was interrupted; these are the results so far.\n\n")
    lines = [f"{report.name}: {report.headline}", "", *summary_lines(report), *([] if report.ok else [""])]
    stream.write("\n".join([*lines, f"{report}\n"]))
