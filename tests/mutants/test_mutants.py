"""The suite alone, without our own tests, notices every plausible bug."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from every_mutant import ALL  # type: ignore[import-not-found]  # it lies beside this file
from mutant import Mutant, ignorant, zealous  # type: ignore[import-not-found]  # it lies beside this file

from granada.checking.checker import check_program
from granada.rulebook import Rule
from granada.spec.examining import check
from granada.spec.suite import cases, chapter_of

BREAKABLE = [
    str(rule)
    for rule in Rule
    if any(case.rule == str(rule) and str(rule) in case.expect.get("broken", ()) for case in cases())
]
"""The rules that an action or a layout can break."""
PIPED = (
    "there are no holes",
    "several cards up to six",
    "the marker moves every turn",
    "ties are shared",
    "a bureau may overpay",
    "the border counts once",
)
"""Some mutants that are asked as programs of their own."""


def noticed(report: Any, names: tuple[str, ...]) -> list[Any]:  # noqa: ANN401  a report
    """The cases of some rules that got a wrong answer, not merely an error."""
    return [r for r in report.failed if r.case.rule in names and "error" not in (r.answer or {})]


def test_there_are_many_different_mutants() -> None:
    assert len({mutant.bug for mutant in ALL}) == len(ALL)
    assert len(ALL) >= 200


def test_every_rule_that_a_mutant_names_exists() -> None:
    for mutant in ALL:
        for name in mutant.rules:
            assert name in chapter_of(), mutant.bug


def test_the_sound_engine_passes_the_whole_suite_in_the_clothes_of_a_mutant() -> None:
    report = check(Mutant("none", ""))
    assert report.ok, [result.why for result in report.failed[:3]]
    assert len(report.results) == len(cases())


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.bug)
def test_the_suite_notices_that(mutant: Any) -> None:  # noqa: ANN401  a mutant
    assert noticed(check(mutant, only=mutant.rules), mutant.rules), f"no case of {', '.join(mutant.rules)} fails"


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_that_nobody_has_heard_of(rule: str) -> None:
    assert noticed(check(ignorant(rule), only=[rule]), (rule,))


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_that_everything_breaks(rule: str) -> None:
    assert noticed(check(zealous(rule), only=[rule]), (rule,))


@pytest.mark.parametrize("bug", PIPED)
def test_the_checker_notices_through_a_pipe_that(bug: str) -> None:
    mutant = next(mutant for mutant in ALL if mutant.bug == bug)
    command = [sys.executable, str(Path(__file__).parent / "piped.py"), bug]
    assert noticed(check_program(command, only=mutant.rules), mutant.rules)
