"""The script about wrong clauses, ``python -m tests.clauses.mutation``, notices one; each excuse has its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from granada.spec import cases
from tests.clauses.mutation import asked_of, excuse, excuses, judged, results
from tests.clauses.wrong import all_wrong, program, statements
from tests.conftest import THIRD
from tests.test_clauses import CHAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.clauses.wrong import Wrong

NEAR = {case.id for case in cases() if case.rule == "tied-awards-stay"}
PARTS = 6
"""Of the wrong clauses a run takes one in so many, by the number that says which third of other long tests it takes."""


def test_the_statements_are_those_of_the_chapters() -> None:
    written = "".join(path.read_text("utf-8") for path in CHAPTERS)
    lines = [line.partition("%")[0] for line in written.splitlines()]
    assert "".join("".join(lines).split()) == "".join(program().split())
    assert len(statements()) > 250


def test_a_wrong_clause_is_noticed_by_a_case_of_its_rule() -> None:
    tied = [wrong for wrong in all_wrong() if wrong.statement.text.startswith("tied_awards_stay(")]
    assert [wrong.change for wrong in tied] == ["taken away", "S < R -> S >= R", "S < R -> S <= R"]
    assert [judged(wrong, asked_of(wrong))[0] for wrong in tied] == ["rule", "rule", "rule"]


def test_the_clauses_as_they_are_fail_no_case_of_a_rule() -> None:
    tied = next(wrong for wrong in all_wrong() if wrong.statement.text.startswith("tied_awards_stay("))
    sound = tied._replace(text=tied.statement.text)
    own = [cases for who, cases in asked_of(sound) if who == "rule"]
    assert sum(map(len, own)) > 5
    assert judged(sound, [("rule", cases) for cases in own]) == ("", "")


def test_every_excuse_is_about_a_clause_that_there_is() -> None:
    assert set(map(excuse, all_wrong())) - {""} == set(excuses())


def unnoticed(chosen: Sequence[Wrong]) -> list[str]:
    """The names of those wrong clauses that nothing notices."""
    return [result.wrong.key for result in results(chosen) if not result.by]


@pytest.mark.long
def test_a_wrong_clause_that_nothing_notices_is_named() -> None:
    """A clause that is as it was changes no answer; next to it stands one that does."""
    tied = next(wrong for wrong in all_wrong() if wrong.statement.text.startswith("tied_awards_stay("))
    sound = tied._replace(change="as it was", text=tied.statement.text)
    with patch("tests.clauses.mutation.bearing", lambda _: dict.fromkeys([tied.bears_on, sound.bears_on], NEAR)):
        assert unnoticed([tied, sound]) == [sound.key]


@pytest.mark.long
def test_every_wrong_clause_is_noticed_or_excused(record_property: Callable[[str, object], None]) -> None:
    wanted = [wrong for wrong in all_wrong() if not excuse(wrong)]
    chosen = wanted if THIRD is None else wanted[THIRD % PARTS :: PARTS]
    part = "all" if THIRD is None else f"part {THIRD % PARTS + 1} of {PARTS}"
    record_property("measured: wrong clauses judged", f"{len(chosen)} of {len(wanted)} ({part})")
    assert len(chosen) > 100
    assert unnoticed(chosen) == []
