"""The suite alone, without our own tests, notices every plausible bug."""

from __future__ import annotations

import building_mutants  # type: ignore[import-not-found]  # it lies beside this file
import family_mutants  # type: ignore[import-not-found]  # it lies beside this file
import pytest
import scoring_mutants  # type: ignore[import-not-found]  # it lies beside this file
import turn_mutants  # type: ignore[import-not-found]  # it lies beside this file

from granada.suite import check

MUTANTS = (*building_mutants.ALL, *scoring_mutants.ALL, *turn_mutants.ALL, *family_mutants.ALL)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.bug)
def test_the_suite_notices(mutant) -> None:
    report = check(mutant, only=mutant.rules)
    wrong = [result for result in report.failed if "error" not in (result.answer or {})]
    assert wrong, f"no case of the named rules fails {report.failed[:2]}"
