"""Make the table of all rules with their sources and tests, and the folded clauses of a rule for its chapter."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from book_pages import folded, row_html, sifted

from granada.spec import chapter_of
from tests.authoring.rule_table import clauses, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from site_pages import Where

    from tests.authoring.rule_table import Row

HEADS = ("rule", "books", "clause", "cases", "laws", "mutants")


def rules_table(where: Where) -> str:
    """A table with a row for each rule; every empty entry gives a reason."""
    lines = (
        row_html(row.rule, HEADS, _cells(row, where), chapter=[chapter_of()[row.rule]], book=row.books)
        for row in rows()
    )
    return sifted("table-of-rules", HEADS, lines, ("chapter", "book"))


def clause_html(rule: str) -> str:
    """The clauses of a rule, folded; empty if it has none."""
    text = clauses().get(rule)
    if text is None:
        return ""
    lines = escape(text).replace("\n", "&#10;")  # a blank line would end the markup
    return f"<details class=rule-clause><summary>Clause</summary><pre>{lines}</pre></details>"


def _cells(row: Row, where: Where) -> tuple[str, ...]:
    link = f'<a href="{where.rule(row.rule)}"><code>{row.rule}</code></a><br>{escape(row.sentence)}'
    broken = f"{row.broken} break it, {row.kept} do not" if row.broken else f"{row.kept}"
    return (
        link,
        ", ".join(row.books) or _reason(row, "books"),
        f'<a href="{where.rule(row.rule)}">yes</a>' if row.clause else _reason(row, "clause"),
        broken,
        _counted(row.laws) or _reason(row, "laws"),
        _counted(row.mutants) or _reason(row, "mutants"),
    )


def _counted(names: Sequence[str]) -> str:
    """A count that unfolds to show the list."""
    items = "".join(f"<li>{escape(name)}</li>" for name in names)
    return folded(str(len(names)), f"<ul>{items}</ul>") if names else ""


def _reason(row: Row, part: str) -> str:
    """Why something is missing."""
    return f"<em>none: {escape(row.reasons[part])}</em>"
