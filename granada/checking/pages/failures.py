"""The card for each cause: a picture of its example, with the expected and the actual answer side by side."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape

from attrs import define, field

from granada.causes import MADE_SMALLER
from granada.checking.reports import (
    FIRST_SEAT,
    RIGHT_BY_ITSELF,
    SEATS,
    rules_about,
    state_lines,
    told_likes,
    without_id,
)
from granada.checking.saved_reports import LONGEST_LINE, SavedCause, SavedReport, SavedResult
from granada.examining import FAILED, FUZZ, PASSED
from granada.judging import pictures
from granada.questions import Question, as_words, read_question
from granada.text import shortened, visible_lines

LONGEST = 4_000
"""The maximum length of an untrusted text on a page."""


def text(value: object, most: int = LONGEST) -> str:
    """Escape a text for a page.

    >>> text("<b>" + chr(7) + " & so on").count(chr(7))
    0
    """
    return escape(visible_lines(shortened(str(value), most), most + 1))


def data(value: object) -> str:
    """Escape JSON for a page."""
    return text(json.dumps(value, ensure_ascii=False))


MOST_CARDS = 400
"""The maximum number of causes that a page shows in full."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@define
class Card:
    """A cause in the given reports, with the result for its example in each report.

    - ``first``: The cause as it appears in the first report that contains it.
    - ``causes``, ``came``: Mappings from the index of each report to the cause and to the result in it.
    """

    first: SavedCause
    causes: dict[int, SavedCause] = field(factory=dict)
    came: dict[int, SavedResult] = field(factory=dict)

    def rules(self, reports: Sequence[SavedReport]) -> list[str]:
        """The rules that the causes are about, and the rules of all the cases that they explain."""
        found = [cause.rule for cause in self.causes.values()]
        for number, cause in self.causes.items():
            known = {*cause.failures}
            found += [each.rule for each in reports[number].results if each.id in known and each.stratum == ""]
        return list(dict.fromkeys(found))


def cards_of(reports: Sequence[SavedReport]) -> list[Card]:
    """The cards on a page; causes in several reports share a card if their examples ask the same question."""
    found: dict[str, Card] = {}
    names = [{each.id: each for each in report.results} for report in reports]
    keys = [{each.key: each for each in report.results if not each.id.startswith(FUZZ)} for report in reports]
    for number, report in enumerate(reports):
        for cause in report.causes:
            asked = {name: part for name, part in cause.example.question.items() if name != "id"}
            card = found.setdefault(json.dumps(asked or cause.example.id, sort_keys=True), Card(cause))
            card.causes[number], card.came[number] = cause, cause.example
            origin = names[number].get(cause.example.id)
            for other, known in enumerate(keys):
                if origin and origin.key in known:
                    card.came.setdefault(other, known[origin.key])
    return list(found.values())


def described(card: Card, reports: Sequence[SavedReport], number: int) -> tuple[str, str]:
    """A card as HTML, and the style that its pictures need."""
    cause = card.first
    first = cause.example
    question = _read(first.question)
    figures, style = _figures(question)
    asked, rules = _question(first.question), list(dict.fromkeys(each.rule for each in card.causes.values()))
    small = cause.note.startswith(MADE_SMALLER)
    names = [f"(made smaller from {first.id})" if small else first.id, first.kind]
    ways = dict.fromkeys(each.example.direction for each in card.causes.values())
    concerned, programs = text(" ".join(card.rules(reports))), " ".join(map(str, card.causes))
    parts = [
        f'<article class="failure" id="cause-{number}" data-rules="{concerned}" data-programs="{programs}">',
        f"<h3>{number}. {text(cause.sentence or first.id, 400)}</h3>",
        '<p class="tags">',
        *(f'<span class="tag">{text(name, 200)}</span>' for name in names),
        *(f'<span class="tag bad">{text(way, 60)}</span>' for way in ways if way),
        *(f'<span class="tag">{text(rule, 80)}</span>' for rule in rules),
        "</p>",
        f'<div class="pictures">{figures}</div>' if figures else "",
        asked,
        _answers(card, reports),
        f'<p class="why">{SEATS}</p>' if FIRST_SEAT in figures + asked else "",
        _rows(first.rows),
        *(f'<p class="why">{text(line)}</p>' for line in (first.why, first.remark, cause.note) if line),
        f'<p class="why">passes: {text(cause.passes, LONGEST_LINE)}</p>' if cause.passes else "",
        _rules(rules, first.expected, question),
        _likes(card, reports),
        f"<details><summary>as a case</summary><pre>{text(cause.toml, 20_000)}</pre></details>" if cause.toml else "",
        "</article>",
    ]
    return "\n".join(part for part in parts if part), style


def _read(question: dict[str, object]) -> Question | None:
    """The question of a result; None if it cannot be read, as in an older report or one by another program."""
    try:
        return read_question(question) if question else None
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def _figures(question: Question | None) -> tuple[str, str]:
    """The pictures of a question as HTML, with their captions and their common style."""
    try:
        found = list(pictures(question)) if question else []
    except (ValueError, LookupError, TypeError):  # a position that cannot be drawn is described in words
        found = []
    styles = [style for _, svg in found for style in _STYLE.findall(svg)]
    captions = [f"<figcaption>{text(caption)}</figcaption>" if caption else "" for caption, _ in found]
    drawn = (_STYLE.sub("", svg) for _, svg in found)
    figures = (f"<figure>{svg}{caption}</figure>" for svg, caption in zip(drawn, captions, strict=True))
    return "".join(figures), styles[0] if styles else ""


_DRAWN = {"city", "cities", "layout", "state", "record"}


def _question(question: Mapping[str, object]) -> str:
    """The parts of a question that the pictures do not show."""
    given = question.get("given")
    if not isinstance(given, dict):
        return ""
    parts = [(key, value) for key, value in given.items() if key not in _DRAWN and value not in ({}, [], "")]
    items = [f"<dt>{text(key, 40)}</dt><dd>{_value(value)}</dd>" for key, value in parts]
    try:
        table = [*state_lines(given["state"])] if "state" in given else []
    except (ValueError, LookupError, TypeError, AttributeError):  # in another program's report
        table = []
    items += [f"<dt>{text(name, 40)}</dt><dd>{text(what)}</dd>" for name, what in table]
    whole = f"<details><summary>the whole question</summary><pre>{data(question)}</pre></details>"
    return f'<dl class="given">{"".join(items)}</dl>{whole}'


def _value(value: object) -> str:
    """Format a part of a question: text is unchanged, lists of texts are joined, and everything else becomes JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return text(" · ".join(value))
    return text(value) if isinstance(value, str) else data(value)


def _answers(card: Card, reports: Sequence[SavedReport]) -> str:
    """The expected answer next to each program's answer."""
    if not card.first.example.question:
        return ""
    boxes = [f'<div class="box"><h4>expected</h4><pre>{data(card.first.example.expected)}</pre></div>']
    for number, came in sorted(card.came.items()):
        title = "came" if len(reports) == 1 else f"{number + 1}. {reports[number].name}"
        if came.status == FAILED:
            answer = "nothing" if came.answer is None else data(without_id(came.answer))
        else:
            answer = "as expected" if came.status == PASSED else f"skipped: {text(came.why, 200)}"
        kind = "bad" if came.status == FAILED else "good" if came.status == PASSED else ""
        boxes.append(f'<div class="box {kind}"><h4>{text(title, 80)}</h4><pre>{answer}</pre></div>')
    return f'<div class="answers">{"".join(boxes)}</div>'


def _rows(rows: Sequence[Mapping[str, object]]) -> str:
    """An HTML table of a scoring, row by row."""
    if not rows:
        return ""
    lines, right = [], True
    for row in rows:
        expected, came = row.get("expected"), row.get("came")
        right = right and came == expected
        kind = ' class="bad"' if came is not None and came != expected else ""
        points = "not asked" if came is None else _numbers(came)
        lines.append(
            f"<tr{kind}><td>{text(row.get('row', ''), 60)}</td><td>{_numbers(expected)}</td><td>{points}</td></tr>"
        )
    head = "<tr><th>row</th><th>expected</th><th>came</th></tr>"
    all_right = f'<p class="why">{RIGHT_BY_ITSELF}</p>' if right else ""
    return f'<div class="scroll"><table class="rows">{head}{"".join(lines)}</table></div>{all_right}'


def _numbers(values: object) -> str:
    """The numbers for several seats, or the value that the engine gave instead."""
    shown = values[:9] if isinstance(values, list) else [values]
    return " · ".join(text(as_words(value), 40) for value in shown)


def _rules(rules: Sequence[str], expected: Mapping[str, object], question: Question | None) -> str:
    """The rules that a failure is about and the rules that should be broken, with their text for its table."""
    found = rules_about(rules, expected, question.setup if question else None)
    return "".join(f'<p class="rule"><b>{rule}</b> {text(sentence)}</p>' for rule, sentence in found)


def _likes(card: Card, reports: Sequence[SavedReport]) -> str:
    """The errors in failures with the same cause, and a collapsed list of the ids of all these failures."""
    names = list(dict.fromkeys(name for cause in card.causes.values() for name in cause.failures[1:]))
    known = {*names}
    likes = [each for number in card.causes for each in reports[number].results if each.id in known]
    told = told_likes([(result.id, result.question, result.why) for result in likes])
    items = "".join(f"<li>{text(line)}</li>" for line in told)
    ids = f"<details><summary>{len(names)} more like it</summary><p>{', '.join(map(text, names))}</p></details>"
    return f'{ids}<ul class="why">{items}</ul>' if names else ""
