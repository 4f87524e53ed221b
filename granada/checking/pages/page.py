"""The page of one report or of several: how each program fared, rule by rule, and every failure with its picture."""

from collections import Counter
from collections.abc import Sequence

from granada.checking.pages.assets import SCRIPT, STYLE
from granada.checking.pages.escaping import text
from granada.checking.pages.failures import MOST_FAILURES, described, failures_in
from granada.checking.saved_reports import LONGEST_LINE, SavedReport, by_rule, differ, outcome
from granada.examining import FAILED, PASSED, SKIPPED


def as_page(reports: Sequence[SavedReport]) -> str:
    """A page that needs nothing else."""
    failures = failures_in(reports)
    articles, styles = [], dict.fromkeys([""])
    for number, failure in enumerate(failures[:MOST_FAILURES], start=1):
        article, style = described(failure, reports, f"{number}. " if len(reports) == 1 else "")
        articles.append(article)
        styles[style] = None
    left = len(failures) - len(articles)
    more = (
        f'<p class="soft">{left} more causes are not shown here; the JSON of the report has them all.</p>'
        if left
        else ""
    )
    names = " · ".join(report.name for report in reports)
    rules = sorted({came.rule for failure in failures for came in failure.came.values() if came.status == FAILED})
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
            _strata(reports),
            '<h2 id="failures">Causes</h2>',
            _bar(reports, rules) if failures else '<p class="soft">There are none.</p>',
            *articles,
            more,
            _not_judged(reports),
            f"</main>{f'<script>{SCRIPT}</script>' if failures else ''}</body></html>",
            "",
        ]
    )


def _program(number: int, report: SavedReport) -> str:
    """A program and its totals."""
    notes = [report.headline, report.nothing_checked, "The check was interrupted." if report.interrupted else ""]
    more = "".join(f"<br>{text(note, 600)}" for note in notes if note)
    causes = "".join(f"<br>{text(line, 600)}" for line in report.causes[:MOST_FAILURES])
    return f"<li><b>{number}. {text(report.name, 80)}</b>{report.totals}{more}{causes}</li>"


def _not_judged(reports: Sequence[SavedReport]) -> str:
    """What each report says nothing about."""
    items = ""
    for number, report in enumerate(reports, start=1):
        before = f"{number}. " if len(reports) > 1 else ""
        items += "".join(f"<li>{before}{text(line, LONGEST_LINE)}</li>" for line in report.not_judged)
    return f'<h2>Not judged</h2><ul class="soft">{items}</ul>' if items else ""


def _choice(reports: Sequence[SavedReport]) -> str:
    """The box to tick for listing few rules."""
    which = "where the programs differ" if len(reports) > 1 else "where something failed"
    return f'<p><label><input type="checkbox" id="few" checked> only {which}</label></p>'


def _bar(reports: Sequence[SavedReport], rules: Sequence[str]) -> str:
    """The lists to choose a rule and a program from, whose failures are then listed alone."""
    options = "".join(f'<option value="{text(rule, 80)}">{text(rule, 80)}</option>' for rule in rules)
    found = [f'<label>rule <select id="rule"><option value="">all</option>{options}</select></label>']
    if len(reports) > 1:
        named = "".join(
            f'<option value="{at}">{at + 1}. {text(each.name, 60)}</option>' for at, each in enumerate(reports)
        )
        found.append(f'<label>program <select id="program"><option value="">all</option>{named}</select></label>')
    return f'<div class="bar">{"".join(found)}<span id="shown" class="soft"></span></div>'


def _table(reports: Sequence[SavedReport], failed: set[str]) -> str:
    """How many answers of each program are right, for each rule."""
    heads = "".join(f'<th class="number">{number}.</th>' for number in range(1, len(reports) + 1))
    rows = []
    for chapter, rule, counts in by_rule(reports):
        named = f'<button data-rule="{text(rule, 80)}">{text(rule, 80)}</button>' if rule in failed else text(rule, 80)
        cells = "".join(map(_cell, counts))
        telling = differ(counts) if len(reports) > 1 else counts[0][FAILED]
        rows.append(
            f'<tr data-telling="{"yes" if telling else "no"}"><td>{text(chapter, 40)}</td><td>{named}</td>{cells}</tr>'
        )
    head = f"<tr><th>chapter</th><th>rule</th>{heads}</tr>"
    return f'<div class="scroll"><table class="rules">{head}{"".join(rows)}</table></div>'


def _cell(counts: Counter[str]) -> str:
    """How many answers are right, and how many questions were not asked or skipped."""
    skipped = f' <span class="soft">+{counts[SKIPPED]} skipped</span>' if counts[SKIPPED] else ""
    kind = "bad" if counts[FAILED] else "good" if counts[PASSED] else ""
    return f'<td class="number {kind}">{outcome(counts)}{skipped}</td>'


def _strata(reports: Sequence[SavedReport]) -> str:
    """How many answers to random questions are right, by what they were drawn for."""
    counted = [report.strata for report in reports]
    rows = []
    for kind, name in dict.fromkeys(key for counts in counted for key in counts):
        found = [counts.get((kind, name), Counter()) for counts in counted]
        cells = "".join(map(_cell, found))
        telling = "yes" if any(each[FAILED] for each in found) else "no"
        rows.append(f'<tr data-telling="{telling}"><td>{text(kind, 40)}</td><td>{text(name, 80)}</td>{cells}</tr>')
    heads = "".join(f'<th class="number">{number}.</th>' for number in range(1, len(reports) + 1))
    head = f"<tr><th>kind</th><th>drawn for</th>{heads}</tr>"
    table = f'<div class="scroll"><table class="rules">{head}{"".join(rows)}</table></div>'
    return f"<h2>Random questions</h2>{table}" if rows else ""
