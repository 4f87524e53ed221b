"""The part of a page for each failure: its picture, what was expected and what came, side by side."""

import json
import re
from collections.abc import Mapping, Sequence

from attrs import define, field

from granada.checking.pages.escaping import data, text
from granada.checking.reports import RIGHT_BY_ITSELF, more_like_it, sentences, title, told_likes, without_id
from granada.checking.saved_reports import LONGEST_LINE, SavedReport, SavedResult
from granada.examining import FAILED, FUZZ, PASSED
from granada.questions import Question, as_words, read_question
from granada.spec import pictures

MOST_FAILURES = 400
"""No page has more failures in full than this."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@define
class Failure:
    """A question that some programs answered wrongly, and what became of it in each report.

    - ``first``: The first of the wrong results, which also tells the question.
    - ``came``: What came, by the number of the report.
    """

    first: SavedResult
    came: dict[int, SavedResult] = field(factory=dict)


def failures_in(reports: Sequence[SavedReport]) -> list[Failure]:
    """The failures that a page describes, those of the same question together."""
    found: dict[str, Failure] = {}
    for number, report in enumerate(reports):
        for result in report.leads:
            asked = {name: part for name, part in result.question.items() if name != "id"}
            key = f"{result.key} {json.dumps(asked, sort_keys=True)}"
            found.setdefault(key, Failure(result)).came[number] = result
    for number, report in enumerate(reports):
        results = {result.key: result for result in report.results if not result.id.startswith(FUZZ)}
        for failure in found.values():
            if failure.first.key in results:
                failure.came.setdefault(number, results[failure.first.key])
    return list(found.values())


def described(failure: Failure, reports: Sequence[SavedReport], number: str = "") -> tuple[str, str]:
    """A failure as HTML, under a number if it has one, and the style that its pictures need."""
    first = failure.first
    question = _read(first.question)
    figures, style = _figures(question)
    wrong = [came for came in failure.came.values() if came.status == FAILED]
    rules = list(dict.fromkeys(came.rule for came in wrong))
    programs = " ".join(str(number) for number, came in failure.came.items() if came.status == FAILED)
    parts = [
        f'<article class="failure" data-rules="{text(" ".join(rules))}" data-programs="{programs}">',
        f"<h3>{number}{text(first.cause or first.id, 400)}</h3>",
        '<p class="tags">',
        *(f'<span class="tag">{text(name, 200)}</span>' for name in (title(first.id, first.note), first.kind)),
        *(f'<span class="tag bad">{text(way, 60)}</span>' for way in dict.fromkeys(w.direction for w in wrong) if way),
        *(f'<span class="tag">{text(rule, 80)}</span>' for rule in rules),
        "</p>",
        *([f'<div class="pictures">{figures}</div>'] if figures else []),
        _question(first.question),
        _answers(failure, reports),
        _rows(first.rows),
        *(f'<p class="why">{text(came.why)}</p>' for came in wrong[:1]),
        *(f'<p class="why">{text(note)}</p>' for came in wrong[:1] for note in (came.remark, came.note) if note),
        *(f'<p class="why">passes: {text(came.passes, LONGEST_LINE)}</p>' for came in wrong[:1] if came.passes),
        _rules(rules, first.expected, question),
        _likes(failure, reports),
        *(
            [f"<details><summary>as a case</summary><pre>{text(first.toml, 20_000)}</pre></details>"]
            if first.toml
            else []
        ),
        "</article>",
    ]
    return "\n".join(part for part in parts if part), style


def depicted(question: Question) -> tuple[list[tuple[str, str]], str]:
    """The pictures of a question, each with a caption that may be empty, and the style that all of them share."""
    try:
        found = list(pictures(question))
    except (ValueError, LookupError, TypeError):  # a position that cannot be drawn is described in words
        return [], ""
    styles = [style for _, svg in found for style in _STYLE.findall(svg)]
    return [(caption, _STYLE.sub("", svg)) for caption, svg in found], styles[0] if styles else ""


def _read(question: dict[str, object]) -> Question | None:
    """The question of a result; None in a report of somebody else, or of another day, in which it cannot be read."""
    try:
        return read_question(question) if question else None
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def _figures(question: Question | None) -> tuple[str, str]:
    """The pictures of a question as HTML, and their style."""
    found, style = depicted(question) if question else ([], "")
    captions = [f"<figcaption>{text(caption)}</figcaption>" if caption else "" for caption, _ in found]
    figures = (f"<figure>{svg}{caption}</figure>" for caption, (_, svg) in zip(captions, found, strict=True))
    return "".join(figures), style


_DRAWN = {"city", "cities", "layout", "state", "record"}


def _question(question: Mapping[str, object]) -> str:
    """A question, as far as it is not in the pictures."""
    given = question.get("given")
    if not isinstance(given, dict):
        return ""
    parts = [(key, value) for key, value in given.items() if key not in _DRAWN and value not in ({}, [], "")]
    items = (f"<dt>{text(key, 40)}</dt><dd>{_value(value)}</dd>" for key, value in parts)
    whole = f"<details><summary>the whole question</summary><pre>{data(question)}</pre></details>"
    return f'<dl class="given">{"".join(items)}</dl>{whole}'


def _value(value: object) -> str:
    """A part of a question: texts as they are, a list of texts joined, all else as JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return text(" · ".join(value))
    return text(value) if isinstance(value, str) else data(value)


def _answers(failure: Failure, reports: Sequence[SavedReport]) -> str:
    """What was expected, and beside it what came from each program."""
    if not failure.first.question:
        return ""
    boxes = [f'<div class="box"><h4>expected</h4><pre>{data(failure.first.expected)}</pre></div>']
    for number, came in sorted(failure.came.items()):
        title = "came" if len(reports) == 1 else f"{number + 1}. {reports[number].name}"
        if came.status == FAILED:
            answer = "nothing" if came.answer is None else data(without_id(came.answer))
        else:
            answer = "as expected" if came.status == PASSED else f"skipped: {text(came.why, 200)}"
        kind = "bad" if came.status == FAILED else "good" if came.status == PASSED else ""
        boxes.append(f'<div class="box {kind}"><h4>{text(title, 80)}</h4><pre>{answer}</pre></div>')
    return f'<div class="answers">{"".join(boxes)}</div>'


def _rows(rows: Sequence[Mapping[str, object]]) -> str:
    """A scoring row by row."""
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
    """The numbers of several seats, or whatever came instead."""
    shown = values[:9] if isinstance(values, list) else [values]
    return " · ".join(text(as_words(value), 40) for value in shown)


def _rules(rules: Sequence[str], expected: Mapping[str, object], question: Question | None) -> str:
    """The rules that it is about, and every one that should be broken, each with its sentence at that table."""
    illegal = expected.get("illegal", expected)
    broken = illegal.get("broken") if isinstance(illegal, dict) else ()
    setup = question.setup if question else None
    named = sentences((*rules, *(map(str, broken) if isinstance(broken, list) else ())), setup)
    return "".join(f'<p class="rule"><b>{rule}</b> {text(sentence)}</p>' for rule, sentence in named)


def _likes(failure: Failure, reports: Sequence[SavedReport]) -> str:
    """How many more there are like it."""
    likes = [
        result
        for number, came in failure.came.items()
        if came.status == FAILED
        for result in reports[number].results
        if result.like == came.id
    ]
    names = more_like_it([text(result.id, 80) for result in likes])
    told = told_likes([(result.id, result.question, result.why) for result in likes])
    items = "".join(f"<li>{text(line)}</li>" for line in told)
    return f'<p class="why">{names}</p><ul class="why">{items}</ul>' if likes else ""
