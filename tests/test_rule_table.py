"""The table of all rules: each has its sentence, books, clause, cases, laws and mutants, or a reason why not."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from granada import Rule
from tests.authoring.rule_table import Row, clauses, reasons, rows

ROWS = rows()


def test_there_is_a_row_for_each_rule() -> None:
    assert sorted(row.rule for row in ROWS) == sorted(map(str, Rule))
    assert all(row.sentence for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_nothing_is_missing_without_a_reason_and_no_reason_is_stale(row: Row) -> None:
    assert set(row.missing) == set(row.reasons)


def test_reasons_name_rules() -> None:
    assert {rule for rule, _ in reasons()} <= set(map(str, Rule))


def test_a_rule_that_can_be_broken_has_cases_on_both_sides_and_a_law() -> None:
    broken = [row for row in ROWS if row.broken]
    assert len(broken) == 37
    assert not [row.rule for row in broken if not row.kept or not row.laws]


def test_the_page_has_all_rows_and_a_chapter_shows_the_clauses(site: Path) -> None:
    page = (site / "rules.html").read_text(encoding="utf-8")
    assert page.count('<td data-head="clause">') == len(ROWS)
    assert "<em>none: </em>" not in page
    building = unescape((site / "rulebook" / "building.html").read_text(encoding="utf-8"))
    assert clauses()["no-holes"] in building
