"""The page of one report or of several: how each program fared, rule by rule, and every failure with its picture."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada.checking.pages.cards import MOST_CARDS, card, failures_in
from granada.checking.pages.looks import SCRIPT, STYLE
from granada.checking.pages.markup import text
from granada.checking.told import all_rules, differ, outcome
from granada.suite import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada.checking.told import Told


def as_page(reports: Sequence[Told]) -> str:
    """A page that needs nothing else."""
    failures = failures_in(reports)
    cards, styles = [], dict.fromkeys([""])
    for failure in failures[:MOST_CARDS]:
        markup, style = card(failure, reports)
        cards.append(markup)
        styles[style] = None
    left = len(failures) - len(cards)
    more = (
        f'<p class="soft">{left} more failures are not shown here; the JSON of the report has them all.</p>'
        if left
        else ""
    )
    names = " · ".join(report.name for report in reports)
    rules = sorted({line.rule for failure in failures for line in failure.came.values() if line.status == FAILED})
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(names, 120)}: the rules of Granada and the Alhambra</title>",
            f"<style>{STYLE}{''.join(styles)}</style></head><body><main>",
            f"<h1>{'A check' if len(reports) == 1 else 'Checks compared'}</h1>",
            f'<ul class="programs">{"".join(map(_program, range(1, len(reports) + 1), reports))}</ul>',
            "<h2>Rule by rule</h2>",
            _choice(reports) if failures else "",
            _table(reports, set(rules)),
            '<h2 id="failures">Failures</h2>',
            _bar(reports, rules) if failures else '<p class="soft">There are none.</p>',
            *cards,
            more,
            f"</main>{f'<script>{SCRIPT}</script>' if failures else ''}</body></html>",
            "",
        ]
    )


def _program(number: int, report: Told) -> str:
    """A program and its totals."""
    notes = [report.nothing_checked, "The check was interrupted." if report.interrupted else ""]
    told = "".join(f"<br>{text(note, 600)}" for note in notes if note)
    return f"<li><b>{number}. {text(report.name, 80)}</b>{report.totals}{told}</li>"


def _choice(reports: Sequence[Told]) -> str:
    """Which rules are listed."""
    which = "where the programs differ" if len(reports) > 1 else "where something failed"
    return f'<p><label><input type="checkbox" id="few" checked> only {which}</label></p>'


def _bar(reports: Sequence[Told], rules: Sequence[str]) -> str:
    """What the failures are filtered by."""
    options = "".join(f'<option value="{text(rule, 80)}">{text(rule, 80)}</option>' for rule in rules)
    found = [f'<label>rule <select id="rule"><option value="">all</option>{options}</select></label>']
    if len(reports) > 1:
        named = "".join(
            f'<option value="{at}">{at + 1}. {text(each.name, 60)}</option>' for at, each in enumerate(reports)
        )
        found.append(f'<label>program <select id="program"><option value="">all</option>{named}</select></label>')
    return f'<div class="bar">{"".join(found)}<span id="shown" class="soft"></span></div>'


def _table(reports: Sequence[Told], failed: set[str]) -> str:
    """How many passed of those that were asked, for each rule and program."""
    counted = [report.by_rule for report in reports]
    heads = "".join(f'<th class="number">{number}.</th>' for number in range(1, len(reports) + 1))
    rows = []
    for key in all_rules(reports):
        counts = [each.get(key, Counter()) for each in counted]
        cells = [outcome(each) for each in counts]
        if set(cells) == {"-"}:
            continue
        chapter, rule = key
        named = f'<button data-rule="{text(rule, 80)}">{text(rule, 80)}</button>' if rule in failed else text(rule, 80)
        marked = "".join(
            f'<td class="number {"bad" if each[FAILED] else "good" if each[PASSED] else ""}">{cell}</td>'
            for each, cell in zip(counts, cells, strict=True)
        )
        telling = differ(counts) if len(reports) > 1 else counts[0][FAILED]
        rows.append(
            f'<tr data-telling="{"yes" if telling else "no"}"><td>{text(chapter, 40)}</td><td>{named}</td>{marked}</tr>'
        )
    head = f"<tr><th>chapter</th><th>rule</th>{heads}</tr>"
    return f'<div class="scroll"><table class="rules">{head}{"".join(rows)}</table></div>'
