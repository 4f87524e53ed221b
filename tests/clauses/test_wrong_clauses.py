"""The script about wrong clauses, ``python -m tests.clauses.mutation``, notices one; each excuse has its clause."""

import pytest

from tests.clauses.mutation import asked_of, excuse, excuses, judged, results
from tests.clauses.wrong import all_wrong, program, statements
from tests.conftest import THIRD
from tests.test_clauses import CHAPTERS

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


@pytest.mark.long
def test_every_wrong_clause_is_noticed_or_excused() -> None:
    chosen = [wrong for wrong in all_wrong() if not excuse(wrong)]
    chosen = chosen if THIRD is None else chosen[THIRD % PARTS :: PARTS]
    assert len(chosen) > 100
    assert [result.wrong.key for result in results(chosen) if not result.by] == []
