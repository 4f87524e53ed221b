"""The page for one or more reports: the results of each program by rule, and every failure with its picture.

A badge is a small picture that shows a program's result.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files

from granada.checking.pages.failures import MOST_CARDS, Card, cards_of, described, text
from granada.checking.saved_reports import LONGEST_LINE, SavedReport, by_rule, differ, outcome
from granada.examining import FAILED, PASSED, SKIPPED


def as_page(reports: Sequence[SavedReport]) -> str:
    """A self-contained page that starts with the causes."""
    cards = cards_of(reports)
    articles, styles = [], dict.fromkeys([""])
    for number, card in enumerate(cards[:MOST_CARDS], start=1):
        article, style = described(card, reports, number)
        articles.append(article)
        styles[style] = None
    left = len(cards) - len(articles)
    more = f'<p class="soft">{left} more causes are not shown here; the JSON report lists them all.</p>'
    names = " · ".join(report.name for report in reports)
    rules = sorted({rule for card in cards for rule in card.rules(reports)})
    script = f"<script>{_file('page.js')}</script>"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(names, 120)}: the rules of Granada and the Alhambra</title>",
            f"<style>{_file('page.css')}{''.join(styles)}</style></head><body><main>",
            f"<h1>{'A check' if len(reports) == 1 else 'Checks compared'}</h1>",
            f'<ul class="programs">{"".join(map(_program, range(1, len(reports) + 1), reports))}</ul>',
            '<h2 id="failures">Causes</h2>',
            _listed(cards, reports) if cards else '<p class="soft">There are none.</p>',
            _bar(reports, rules) if cards else "",
            *articles,
            more if left else "",
            "<h2>Rule by rule</h2>",
            _choice(reports) if cards else "",
            _table(reports, set(rules)),
            _strata(reports),
            _not_judged(reports),
            f"</main>{script if cards else ''}</body></html>",
            "",
        ]
    )


def _listed(cards: Sequence[Card], reports: Sequence[SavedReport]) -> str:
    """The list of causes with links to their cards; for a single report, in the same words as its text."""
    lines = [card.first.sentence or card.first.example.id for card in cards]
    if len(reports) == 1 and len(reports[0].summary) == len(cards):
        lines = [line.partition(". ")[2] for line in reports[0].summary]
    items = (
        f'<li><a href="#cause-{at}">{text(line, 600)}</a></li>' for at, line in enumerate(lines[:MOST_CARDS], start=1)
    )
    return f'<ol class="causes">{"".join(items)}</ol>'


def _file(name: str) -> str:
    """The text of a file in this folder, preceded by a line break."""
    return "\n" + files(__package__).joinpath(name).read_text(encoding="utf-8")


def _program(number: int, report: SavedReport) -> str:
    """The list item for a program, with its totals."""
    notes = [report.headline, report.nothing_checked, "The check was interrupted." if report.interrupted else ""]
    more = "".join(f"<br>{text(note, 600)}" for note in dict.fromkeys(notes) if note)
    return f"<li><b>{number}. {text(report.name, 80)}</b>{report.totals}{more}</li>"


def _not_judged(reports: Sequence[SavedReport]) -> str:
    """A list of the questions in each report that do not count."""
    items = ""
    for number, report in enumerate(reports, start=1):
        before = f"{number}. " if len(reports) > 1 else ""
        items += "".join(f"<li>{before}{text(line, LONGEST_LINE)}</li>" for line in report.not_judged)
    return f'<h2>Not judged</h2><ul class="soft">{items}</ul>' if items else ""


def _choice(reports: Sequence[SavedReport]) -> str:
    """The check box that shortens the table of rules."""
    which = "where the programs differ" if len(reports) > 1 else "where something failed"
    return f'<p><label><input type="checkbox" id="few" checked> only {which}</label></p>'


def _bar(reports: Sequence[SavedReport], rules: Sequence[str]) -> str:
    """The drop-down lists that filter the failures by rule and program."""
    options = "".join(f'<option value="{text(rule, 80)}">{text(rule, 80)}</option>' for rule in rules)
    found = [f'<label>rule <select id="rule"><option value="">all</option>{options}</select></label>']
    if len(reports) > 1:
        named = "".join(
            f'<option value="{at}">{at + 1}. {text(each.name, 60)}</option>' for at, each in enumerate(reports)
        )
        found.append(f'<label>program <select id="program"><option value="">all</option>{named}</select></label>')
    return f'<div class="bar">{"".join(found)}<span id="shown" class="soft"></span></div>'


def _table(reports: Sequence[SavedReport], failed: set[str]) -> str:
    """A table of each program's number of correct answers for each rule."""
    rows = []
    for chapter, rule, counts in by_rule(reports):
        named = f'<button data-rule="{text(rule, 80)}">{text(rule, 80)}</button>' if rule in failed else text(rule, 80)
        rows.append(_row(chapter, named, counts, telling=differ(counts) if len(reports) > 1 else counts[0][FAILED] > 0))
    return _rules("chapter", "rule", rows, len(reports))


def _rules(first: str, second: str, rows: Iterable[str], programs: int) -> str:
    """An HTML table with two columns of names and one column for each program."""
    heads = "".join(f'<th class="number">{number}.</th>' for number in range(1, programs + 1))
    head = f"<tr><th>{first}</th><th>{second}</th>{heads}</tr>"
    return f'<div class="scroll"><table class="rules">{head}{"".join(rows)}</table></div>'


def _row(chapter: str, named: str, counts: Iterable[Counter[str]], *, telling: bool) -> str:
    cells = "".join(map(_cell, counts))
    return f'<tr data-telling="{"yes" if telling else "no"}"><td>{text(chapter, 40)}</td><td>{named}</td>{cells}</tr>'


def _cell(counts: Counter[str]) -> str:
    """The number of correct answers, and the number of questions that were not asked or were skipped."""
    skipped = f' <span class="soft skipped">+{counts[SKIPPED]} skipped</span>' if counts[SKIPPED] else ""
    kind = "bad" if counts[FAILED] else "good" if counts[PASSED] else ""
    return f'<td class="number {kind}">{outcome(counts)}{skipped}</td>'


def _strata(reports: Sequence[SavedReport]) -> str:
    """A table of the numbers of correct answers to random questions, by kind of situation."""
    counted = [report.strata for report in reports]
    rows = []
    for kind, name in dict.fromkeys(key for counts in counted for key in counts):
        found = [counts.get((kind, name), Counter()) for counts in counted]
        rows.append(_row(kind, text(name, 80), found, telling=any(each[FAILED] for each in found)))
    return f"<h2>Random questions</h2>{_rules('kind', 'drawn for', rows, len(reports))}" if rows else ""


SIGN = 6.6
"""The approximate width of a letter, in pixels."""
GOOD, BAD, NEITHER = "#2e7d32", "#b3261e", "#6d6555"


def as_badge(report: SavedReport, subject: str = "rules of granada") -> str:
    """A badge as SVG; it shows the number of correct answers, or that nothing was checked."""
    passed, failed = report.count(PASSED), report.count(FAILED)
    words = "not checked" if not passed else f"{passed} of {passed + failed}" if failed else f"all {passed}"
    colour = NEITHER if not passed else BAD if failed else GOOD
    left, right = len(subject) * SIGN + 14, len(words) * SIGN + 14
    width = left + right
    title = f"{report.name}: {words} answers right"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="20" role="img">'
        f"<title>{text(title, 200)}</title>"
        f'<clipPath id="r"><rect width="{width:.0f}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left:.0f}" height="20" fill="#3f3a33"/>'
        f'<rect x="{left:.0f}" width="{right:.0f}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="11">'
        f'<text x="{left / 2:.0f}" y="14" textLength="{left - 12:.0f}">{text(subject, 60)}</text>'
        f'<text x="{left + right / 2:.0f}" y="14" textLength="{right - 12:.0f}">{words}</text></g></svg>\n'
    )
