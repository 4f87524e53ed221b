"""Reports on an engine: its failures explained for a person, and everything as JSON and as JUnit."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from granada.given import visible
from granada.pictures import draw
from granada.rulebook import FORMAT, Rule
from granada.spec import FAILED, PASSED, SKIPPED, laid_out, wrong_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada.spec import Case, Question, Report, Result

LONGEST_SHOWN = 600
"""How much of an answer is shown."""
MOST_NAMED = 30
"""How many failures of the same cause are named."""


# For a person


def failure_text(result: Result, likes: Sequence[Result] = (), *, colour: bool = False) -> str:
    """A failure: the city, the question, what was expected, what came, the rule, and how many others are like it."""
    case = result.case
    lines = [f"FAILED {case.id}", ""]
    if case.given:
        lines += [*pictures(case.asked, colour=colour), *_question(case), ""]
        lines.append(f"  expected  {_shown(case.expect)}")
        lines.append(f"  came      {'nothing' if result.answer is None else _shown(_without_id(result.answer))}")
    lines += [f"  {line}" for line in f"why       {result.why}".splitlines()]
    if sentence := _sentence(case.rule):
        lines.append(f"  rule      {case.rule}: {sentence}")
    if likes:
        lines.append(f"  and {_named(likes)}")
    if result.toml:
        lines += ["", "  As a case:", "", result.toml.rstrip()]
    return "\n".join(lines)


def _named(likes: Sequence[Result]) -> str:
    """Failures that need not be told again, by their ids."""
    names = [result.case.id for result in likes]
    more = f" and {len(names) - MOST_NAMED} others" if len(names) > MOST_NAMED else ""
    return f"{len(names)} more like it: {', '.join(names[:MOST_NAMED])}{more}"


def _sentence(rule: str) -> str:
    return next((each.sentence for each in Rule if each.value == rule), "")


def _without_id(said: Any) -> Any:  # noqa: ANN401  an engine may answer anything
    return {key: value for key, value in said.items() if key != "id"} if isinstance(said, dict) else said


def _shown(value: Any) -> str:  # noqa: ANN401  an engine may answer anything
    return visible(json.dumps(value, ensure_ascii=False), LONGEST_SHOWN)


def pictures(asked: Question, *, colour: bool = False) -> Iterator[str]:
    """The cities that a question is about, drawn."""
    for title, layout in laid_out(asked):
        drawn = draw(layout, marked=wrong_cells(layout), colour=colour)
        yield "\n".join([*([f"  {title}"] if title else []), *(f"  {line}" for line in drawn.splitlines())])


_OF_A_STATE = ("game", "modules", "scoring", "rulings", "yard", "display", "marker", "discard", "dirk", "extras")


def _question(case: Case) -> Iterator[str]:
    """What is asked, in notation; cities have been drawn already."""
    yield f"  kind      {case.kind}"
    for key, value in case.given.items():
        if key == "state":
            yield from _state(value)
        elif key == "record":
            yield f"  record    {len(value)} lines"
        elif key not in {"layout", "city", "cities"} and value not in ({}, []):
            yield f"  {key:<9} {_words(value)}"
    if case.note:
        yield f"  note      {case.note}"


def _state(state: dict[str, Any]) -> Iterator[str]:
    for key in _OF_A_STATE:
        if state.get(key) not in (None, {}, [], "", "normal"):
            yield f"  {key:<9} {_words(state[key])}"
    for number, seat in enumerate(state.get("seats", ())):
        told = [f"{key} {_words(seat[key])}" for key in ("hand", "reserve", "points") if seat.get(key)]
        if told:
            yield f"  seat {number + 1}    {', '.join(told)}"
    piles = state.get("deck", {}).get("pools", [])
    yield f"  deck      {_words(piles) or 'empty'}"
    yield f"  bags      {', '.join(f'{len(bag)} of {lane}' for lane, bag in state.get('bags', {}).items())}"
    if state.get("todo"):
        yield f"  waits for {_words(state['todo'][0])}"


def _words(value: Any) -> str:  # noqa: ANN401  a question has parts of various types
    if isinstance(value, str):
        return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    if isinstance(value, list) and all(isinstance(item, str | None) for item in value):
        return _words(" · ".join(item or "-" for item in value))
    if isinstance(value, dict) and all(isinstance(item, str | int) for item in value.values()):
        return _words(", ".join(f"{key} {item}" for key, item in value.items()))
    return _shown(value)


# For programs


def as_json(report: Report) -> str:
    """The whole report as JSON."""
    results = [
        {
            "id": result.case.id,
            "chapter": result.row[0],
            "rule": result.case.rule,
            "kind": result.case.kind,
            "status": result.status,
            **({"why": result.why} if result.why else {}),
            **({"like": result.like} if result.like else {}),
            **(_details(result) if result.status == FAILED else {}),
        }
        for result in report.results
    ]
    counts = {status: report.count(status) for status in (PASSED, FAILED, SKIPPED)}
    data = {"format": FORMAT, "name": report.name, **counts, "results": results}
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def _details(result: Result) -> dict[str, Any]:
    case = result.case
    told = {"question": case.question, "expected": case.expect, "answer": result.answer} if case.given else {}
    return {**told, **({"toml": result.toml} if result.toml else {})}


_NOT_IN_XML = re.compile("[^\t\n\x20-\x7e\xa1-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    return escape(_NOT_IN_XML.sub(lambda sign: visible(sign[0]), text))


def as_junit(report: Report) -> str:
    """The whole report as JUnit's XML: a suite for each chapter, a case for each case."""
    chapters: dict[str, list[Result]] = {}
    for result in report.results:
        chapters.setdefault(result.row[0], []).append(result)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="{_xml(report.name)}" {_numbers(report)}>']
    for chapter, results in chapters.items():
        lines.append(f'<testsuite name="{_xml(chapter)}" {_numbers(type(report)(tuple(results)))}>')
        lines += [_testcase(chapter, result) for result in results]
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _numbers(report: Report) -> str:
    tests, failed, skipped = len(report.results), report.count(FAILED), report.count(SKIPPED)
    return f'tests="{tests}" failures="{failed}" skipped="{skipped}" errors="0"'


def _testcase(chapter: str, result: Result) -> str:
    case = result.case
    head = f'<testcase classname="{_xml(chapter)}.{_xml(result.row[1])}" name="{_xml(case.id)}"'
    if result.status == PASSED:
        return f"{head}/>"
    if result.status == SKIPPED:
        return f'{head}><skipped message="{_xml(result.why)}"/></testcase>'
    first = result.why.splitlines()[0] if result.why else "wrong"
    return f'{head}><failure message="{_xml(first)}">{_xml(failure_text(result))}</failure></testcase>'
