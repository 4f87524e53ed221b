"""Reports name the bug: failures of one cause are one, under the rule that it breaks, each tested by asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from granada.checking.checker import check_program
from tests.engines.planted import ENGINES, Bug, Engine

if TYPE_CHECKING:
    from pathlib import Path

    from granada.suite.report import Report

MOST_CAUSES = 12
"""No report on five bugs has more causes than this."""
FOREIGN = [engine for engine in ENGINES if engine.source]
OURS = [engine for engine in ENGINES if not engine.source]


def told(report: Report, bugs: tuple[Bug, ...]) -> dict[str, str]:
    """The cause that is told for each bug, each for one bug only."""
    left, found = list(report.causes), {}
    for bug in bugs:
        cause = next((each for each in left if each.rule in bug.rules.split()), None)
        if cause is not None:
            left.remove(cause)
            found[bug.old] = cause.cause
    return found


def assert_each_bug_is_told(engine: Engine, folder: Path) -> None:
    report = check_program(engine.command(folder))
    listed = [f"{cause.rule}: {cause.cause}" for cause in report.causes]
    assert told(report, engine.bugs).keys() == {bug.old for bug in engine.bugs}, listed
    assert len(report.causes) <= MOST_CAUSES, listed


@pytest.mark.parametrize("engine", FOREIGN, ids=lambda engine: engine.name)
def test_each_of_five_bugs_has_a_card_of_its_own_in_the_report_on_an_engine(engine: Engine, tmp_path: Path) -> None:
    assert_each_bug_is_told(engine, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("engine", OURS, ids=lambda engine: engine.name)
def test_each_of_five_bugs_has_a_card_of_its_own_in_the_report_on_all_kinds(engine: Engine, tmp_path: Path) -> None:
    assert_each_bug_is_told(engine, tmp_path)
