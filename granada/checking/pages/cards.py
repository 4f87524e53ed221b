"""The part of a page for each failure: its picture, what was expected and what came, side by side."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import define, field

from granada.checking.depicting import depicted
from granada.checking.pages.markup import data, text
from granada.rulebook import Rule
from granada.suite import FAILED, FUZZ, PASSED, read_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada.checking.told import Line, Told

MOST_CARDS = 400
"""No page has more failures in full than this."""
MOST_NAMED = 30
"""How many failures of the same cause are named."""


@define
class Failure:
    """A question that some programs answered wrongly, and what became of it in each report."""

    line: Line
    """What is told of the question itself."""
    came: dict[int, Line] = field(factory=dict)
    """What came, by the number of the report."""


def failures_in(reports: Sequence[Told]) -> list[Failure]:
    """The failures that are to be told, those of the same question together."""
    found: dict[str, Failure] = {}
    for number, report in enumerate(reports):
        for line in report.lines:
            if line.status == FAILED and not line.like:
                key = f"{line.id} {json.dumps(line.question, sort_keys=True)}"
                found.setdefault(key, Failure(line)).came[number] = line
    for number, report in enumerate(reports):
        lines = {line.id: line for line in report.lines if not line.id.startswith(FUZZ)}
        for failure in found.values():
            if failure.line.id in lines:
                failure.came.setdefault(number, lines[failure.line.id])
    return list(found.values())


def card(failure: Failure, reports: Sequence[Told]) -> tuple[str, str]:
    """A failure as markup, and the style that its pictures need."""
    line = failure.line
    pictures, style = _pictures(line)
    wrong = [came for came in failure.came.values() if came.status == FAILED]
    rules = list(dict.fromkeys(came.rule for came in wrong))
    programs = " ".join(str(number) for number, came in failure.came.items() if came.status == FAILED)
    parts = [
        f'<article class="failure" data-rules="{text(" ".join(rules))}" data-programs="{programs}">',
        f"<h3>{text(line.id, 200)}</h3>",
        f'<p class="tags"><span class="tag">{text(line.kind, 40)}</span>',
        *(f'<span class="tag bad">{text(way, 60)}</span>' for way in dict.fromkeys(w.direction for w in wrong) if way),
        *(f'<span class="tag">{text(rule, 80)}</span>' for rule in rules),
        "</p>",
        *([f'<div class="pictures">{pictures}</div>'] if pictures else []),
        _asked(line.question),
        _answers(failure, reports),
        _rows(line.rows),
        *(f'<p class="why">{text(came.why)}</p>' for came in wrong[:1]),
        *(f'<p class="why">{text(came.note)}</p>' for came in wrong[:1] if came.note),
        _rules(rules, line.expected),
        _likes(failure, reports),
        *(
            [f"<details><summary>as a case</summary><pre>{text(line.toml, 20_000)}</pre></details>"]
            if line.toml
            else []
        ),
        "</article>",
    ]
    return "\n".join(part for part in parts if part), style


def _pictures(line: Line) -> tuple[str, str]:
    if not line.question:
        return "", ""
    try:
        asked = read_question(line.question)
    except (ValueError, TypeError, LookupError, AttributeError):  # a report of somebody else, or of another day
        return "", ""
    found, style = depicted(asked)
    captions = [f"<figcaption>{text(caption)}</figcaption>" if caption else "" for caption, _ in found]
    figures = (f"<figure>{svg}{caption}</figure>" for caption, (_, svg) in zip(captions, found, strict=True))
    return "".join(figures), style


_DRAWN = {"city", "cities", "layout", "state", "record"}


def _asked(question: dict[str, Any]) -> str:
    """What was asked, as far as it is not in the pictures."""
    given = question.get("given")
    if not isinstance(given, dict):
        return ""
    told = [(key, value) for key, value in given.items() if key not in _DRAWN and value not in ({}, [], "")]
    items = (f"<dt>{text(key, 40)}</dt><dd>{_value(value)}</dd>" for key, value in told)
    whole = f"<details><summary>the whole question</summary><pre>{data(question)}</pre></details>"
    return f'<dl class="given">{"".join(items)}</dl>{whole}'


def _value(value: Any) -> str:  # noqa: ANN401  a question has parts of various types
    return text(value) if isinstance(value, str) else data(value)


def _answers(failure: Failure, reports: Sequence[Told]) -> str:
    """What was expected, and beside it what came from each program."""
    line = failure.line
    if not line.question:
        return ""
    boxes = [f'<div class="box"><h4>expected</h4><pre>{data(line.expected)}</pre></div>']
    for number, came in sorted(failure.came.items()):
        title = "came" if len(reports) == 1 else f"{number + 1}. {reports[number].name}"
        if came.status == FAILED:
            said = "nothing" if came.answer is None else data(_without_id(came.answer))
        else:
            said = "as expected" if came.status == PASSED else f"skipped: {text(came.why, 200)}"
        kind = "bad" if came.status == FAILED else "good" if came.status == PASSED else ""
        boxes.append(f'<div class="box {kind}"><h4>{text(title, 80)}</h4><pre>{said}</pre></div>')
    return f'<div class="answers">{"".join(boxes)}</div>'


def _without_id(said: Any) -> Any:  # noqa: ANN401  an engine may answer anything
    return {key: value for key, value in said.items() if key != "id"} if isinstance(said, dict) else said


def _rows(rows: Sequence[dict[str, Any]]) -> str:
    """A scoring row by row."""
    if not rows:
        return ""
    lines = []
    for row in rows:
        expected, came = row.get("expected"), row.get("came")
        kind = ' class="bad"' if came is not None and came != expected else ""
        told = "not asked" if came is None else _numbers(came)
        lines.append(
            f"<tr{kind}><td>{text(row.get('row', ''), 60)}</td><td>{_numbers(expected)}</td><td>{told}</td></tr>"
        )
    head = "<tr><th>row</th><th>expected</th><th>came</th></tr>"
    return f'<div class="scroll"><table class="rows">{head}{"".join(lines)}</table></div>'


def _numbers(values: Any) -> str:  # noqa: ANN401  an engine may answer anything
    return " · ".join(text(value, 40) for value in values[:9]) if isinstance(values, list) else text(values, 40)


def _rules(rules: Sequence[str], expected: dict[str, Any]) -> str:
    """The rules that it is about, and every one that should be broken, each with its sentence."""
    broken = expected.get("broken") if isinstance(expected.get("broken"), list) else []
    known = {rule.value: rule.sentence for rule in Rule}
    named = [rule for rule in dict.fromkeys((*rules, *map(str, broken or ()))) if rule in known]
    return "".join(f'<p class="rule"><b>{rule}</b> {text(known[rule])}</p>' for rule in named)


def _likes(failure: Failure, reports: Sequence[Told]) -> str:
    """How many more there are like it."""
    names = [
        line.id
        for number, came in failure.came.items()
        if came.status == FAILED
        for line in reports[number].lines
        if line.like == came.id
    ]
    more = f" and {len(names) - MOST_NAMED} others" if len(names) > MOST_NAMED else ""
    listed = ", ".join(text(name, 80) for name in names[:MOST_NAMED])
    return f'<p class="why">{len(names)} more like it: {listed}{more}</p>' if names else ""
