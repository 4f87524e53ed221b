"""Write reports on an engine as text with explained failures, as JSON and as JUnit XML."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from granada.causes import MADE_SMALLER, Cause
from granada.checking.report import Report
from granada.examining import FAILED, PASSED, PROTOCOL, SKIPPED, STATUSES, Result
from granada.game import Setup
from granada.pictures import sketch
from granada.questions import MoatQuestion, Question, ScoreQuestion, as_words
from granada.rulebook import Rule, sentence_of
from granada.spec import Case, laid_out, wrong_cells
from granada.text import aligned, shortened, visible
from granada.wire import canonical_json

LONGEST_TOLD = 200
LONGEST = 600
"""The maximum length of a printed part of a question or an answer."""
MOST_NAMED = 30
"""The maximum number of a cause's failures to name."""
MOST_TOLD = 3
"""The maximum number of a cause's failures to explain."""
FIRST_SEAT, SEATS = "seat 1", "seats are counted from 1 in pictures and words, from 0 in answers"
"""The first seat's name, and the note printed with every answer that mentions it."""
REPORT_FORMAT = 1
"""The format number of a JSON report; it is independent of the suite's format number."""


# For a person


def cause_text(cause: Cause, report: Report, *, colour: bool = False) -> str:
    """A cause as text: the mistake, an example with everything that is known about it, and the other failures."""
    name = f"(made smaller from {cause.example.id})" if cause.note.startswith(MADE_SMALLER) else cause.example.id
    lines = _failure_lines(cause.example, name, cause.sentence, [cause.rule], colour=colour)
    lines += [f"  {name:<9} {text}" for name, text in (("passes", cause.passes), ("note", cause.note)) if text]
    if others := cause.failures[1:]:
        lines.append(f"  and {len(others)} more like it: {named(others)}")
        known = {*others}
        likes = [(each.id, each.case.question, each.why) for each in report.failed if each.id in known]
        lines += [f"    {line}" for line in told_likes(likes)]
    if cause.toml:
        lines += ["", "  As a case:", "", cause.toml.rstrip()]
    return "\n".join(lines)


def failure_text(result: Result, *, colour: bool = False) -> str:
    """A failure as text: the city, the question, the expected answer, the actual answer, and the rules."""
    return "\n".join(_failure_lines(result, result.id, "", [result.case.rule], colour=colour))


def _failure_lines(result: Result, name: str, sentence: str, rules: list[str], *, colour: bool) -> list[str]:
    """The lines that describe a failure: its name, a sentence and its rules."""
    case = result.case
    direction = f"  ({result.direction})" if case.given else ""
    lines = [f"FAILED {name}{direction}", *([f"  {sentence}"] if sentence else []), ""]
    if case.given:
        shown = [*pictures(case.asked, colour=colour), *question_lines(case)]
        lines += [*shown, "", f"  expected  {as_text(case.expect)}"]
        lines.append(f"  came      {'nothing' if result.answer is None else as_text(without_id(result.answer))}")
        lines += [f"            {SEATS}"] if any(FIRST_SEAT in line for line in shown) else []
    also = "" if result.answer is None else "also      "  # the last words of a program stay as they are
    lines += [f"  {line}" for line in f"why       {result.why}".replace("\n", f"\n{also}").splitlines()]
    lines += [f"  {line}" for line in row_lines(result)]
    told = rules_about(rules, case.expect, case.asked.setup)
    return [*lines, *(f"  rule      {rule}: {said}" for rule, said in told)]


def rules_about(rules: Sequence[str], expected: Mapping[str, Any], setup: Setup | None) -> list[tuple[str, str]]:
    """The rules that a failure is about and the rules that should be broken, with their text for the failure's table.

    The result omits unknown rules.
    """
    illegal = expected.get("illegal", expected)
    broken = illegal.get("broken") if isinstance(illegal, dict) else ()
    known = {str(rule): rule for rule in Rule}
    names = dict.fromkeys([*rules, *(map(str, broken) if isinstance(broken, list) and PROTOCOL not in rules else ())])
    found = [known[name] for name in names if name in known]
    return [
        (str(rule), sentence_of(rule, setup.rulings, setup.game.name) if setup else rule.sentence) for rule in found
    ]


def row_lines(result: Result) -> list[str]:
    """A scoring row by row: the expected points for each seat, and the answer about the row alone."""
    if not result.score_rows:
        return []
    rows = [("row", "expected", "came", "")]
    for part in result.score_rows:
        came = "not asked" if part.answer is None else _numbers(part.answer)
        wrong = part.answer not in (None, part.expected)
        rows.append((part.name, _numbers(part.expected), came, "<- wrong" if wrong else ""))
    if not any(row[3] for row in rows) and all(part.answer is not None for part in result.score_rows):
        rows.append(("", "", "", RIGHT_BY_ITSELF))
    return aligned(rows, left=4)


RIGHT_BY_ITSELF = "each row by itself is right"


def _numbers(values: object) -> str:
    """The points for each seat, or the value that the engine gave instead."""
    return " ".join(map(as_words, values)) if isinstance(values, list) else as_words(values)


def summary_lines(report: Report) -> list[str]:
    """The causes, one per line: the mistake, the rule, and the number of wrong answers for each kind of question."""
    asked = Counter(each.kind for each in report.results if each.asked and each.status != SKIPPED)
    kinds = {each.id: each.kind for each in report.failed if each.asked}
    lines = []
    for number, cause in enumerate(report.causes, start=1):
        found = Counter(kinds[name] for name in cause.failures if name in kinds).most_common()
        where = ", ".join(f"{kind} {times} of {asked[kind]}" for kind, times in found)
        lines.append(f"{number}. {cause.sentence} [{cause.rule}{where and f'; {where}'}]")
    return lines


def named(ids: Sequence[str]) -> str:
    """The ids of the given questions, up to a limit."""
    more = f" and {len(ids) - MOST_NAMED} others" if len(ids) > MOST_NAMED else ""
    return f"{', '.join(ids[:MOST_NAMED])}{more}"


def told_likes(likes: Sequence[tuple[str, Mapping[str, Any], str]]) -> list[str]:
    """The questions and errors in a few of the failures with one cause, without repetition."""
    told: dict[str, str] = {}
    for name, question, why in likes:
        do = question.get("given", {}).get("do", "") if isinstance(question.get("given"), dict) else ""
        asked = "; ".join(do) if isinstance(do, list) else str(do)
        first = why.partition("\n")[0]
        told.setdefault(f"{asked}: {first}" if asked else first, name)
    step = max(1, len(told) // MOST_TOLD)
    return [f"{name}: {visible(text, LONGEST_TOLD)}" for text, name in [*told.items()][::step][:MOST_TOLD]]


def without_id(answer: object) -> object:
    """An answer without its question's id."""
    return {key: value for key, value in answer.items() if key != "id"} if isinstance(answer, dict) else answer


def as_text(value: object) -> str:
    """JSON data as text, truncated."""
    return visible(json.dumps(value, ensure_ascii=False), LONGEST)


def pictures(question: Question, *, colour: bool = False) -> Iterator[str]:
    """Pictures of the cities in a question, with the moat or wall to measure."""
    runs: list[Any] = []
    if isinstance(question, MoatQuestion):
        runs = [question.city.longest(question.family)]
    elif isinstance(question, ScoreQuestion):
        runs = [city.longest() for city in question.cities]
    for at, (title, layout) in enumerate(laid_out(question)):
        drawn = sketch(layout, marked=wrong_cells(layout), run=runs[at] if runs else (), colour=colour)
        yield "\n".join([*([f"  {title}"] if title else []), *(f"  {line}" for line in drawn.splitlines())])


_OF_A_STATE = ("game", "modules", "scoring", "rulings", "yard", "display", "marker", "discard", "dirk", "extras")


def question_lines(case: Case) -> Iterator[str]:
    """The parts of a question in notation, except its cities, which ``pictures`` draws."""
    yield f"  kind      {case.kind}"
    for key, value in case.given.items():
        if key == "state":
            yield from (f"  {name:<9} {what}" for name, what in state_lines(value))
        elif key == "record":
            yield f"  record    {len(value)} lines"
        elif key not in {"layout", "city", "cities"} and value not in ({}, []):
            yield f"  {key:<9} {_words(value)}"
    if case.note:
        yield f"  note      {case.note}"


def state_lines(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and values of everything on the table that the pictures do not show."""
    for key in _OF_A_STATE:
        if state.get(key) not in (None, {}, [], "", "normal"):
            yield key, _words(state[key])
    for number, seat in enumerate(state.get("seats", ())):
        things = [f"{key} {_words(seat[key])}" for key in ("hand", "reserve", "points") if seat.get(key)]
        if things:
            yield f"seat {number + 1}", ", ".join(things)
    piles = state.get("deck", {}).get("pools", [])
    yield "deck", _words(piles) or "empty"
    yield "bags", ", ".join(f"{len(bag)} of {lane}" for lane, bag in state.get("bags", {}).items())
    if state.get("todo"):
        yield "waits for", _awaited(state["todo"][0])


def _awaited(step: Mapping[str, Any]) -> str:
    """A step of the agenda in words."""
    name = str(step.get("step", "")).replace("-", " ")
    seat = f", seat {step['seat'] + 1}" if isinstance(step.get("seat"), int) else ""
    rest = {key: value for key, value in step.items() if key not in {"step", "seat"} and value not in ([], None, "")}
    return f"{name}{seat}{''.join(f', {key} {_words(value)}' for key, value in rest.items())}"


def _words(value: object) -> str:
    """Format a part of a question: text is unchanged, flat lists and tables become words, and the rest becomes JSON."""
    if isinstance(value, str):
        return shortened(value, LONGEST)
    if isinstance(value, list) and all(isinstance(item, str | None) for item in value):
        return _words(" · ".join(item or "-" for item in value))
    if isinstance(value, dict) and all(isinstance(item, str | int) for item in value.values()):
        return _words(", ".join(f"{key} {item}" for key, item in value.items()))
    return as_text(value)


# For programs


def as_data(report: Report, *, known: bool = True) -> dict[str, Any]:
    """The whole report as plain data; ``known`` adds the fingerprints that identify questions across reports."""
    return {
        "format": REPORT_FORMAT,
        "name": report.name,
        "headline": report.headline,
        **{status: report.count(status) for status in STATUSES},
        **_filled(nothing_checked=report.emptiness, interrupted=report.interrupted),
        "summary": summary_lines(report),
        "causes": [_cause_data(cause) for cause in report.causes],
        "not_judged": not_judged(report),
        "results": [_result_data(result, known=known) for result in report.results],
    }


def _result_data(result: Result, *, known: bool) -> dict[str, Any]:
    """A result as data, with its case's chapter and rule."""
    case, (chapter, rule) = result.case, result.row
    data = {"id": case.id, "chapter": chapter, "rule": rule, "kind": case.kind, "status": result.status}
    data |= _filled(stratum=case.stratum, why=result.why)
    if known and result.status != SKIPPED and case.given:
        data["asks"] = fingerprint(case)
    return {**data, **_details(result)} if result.status == FAILED else data


def _cause_data(cause: Cause) -> dict[str, Any]:
    """A cause as data; the question of a shrunk example is smaller than the case whose id the example keeps."""
    return {
        "rule": cause.rule,
        "sentence": cause.sentence,
        "failures": list(cause.failures),
        **_filled(note=cause.note, passes=cause.passes, toml=cause.toml),
        "example": _result_data(cause.example, known=False),
    }


def _filled(**parts: object) -> dict[str, Any]:
    """The parts whose values are not empty."""
    return {name: part for name, part in parts.items() if part}


def not_judged(report: Report) -> list[str]:
    """Everything that does not count as a failure: cases not asked, skipped questions, and repeated actions."""
    skipped = [result for result in report.results if result.status == SKIPPED]
    reasons = Counter(result.why for result in skipped if not result.asked).most_common()
    lines = [f"not asked, {number} {'case' if number == 1 else 'cases'}: {why}" for why, number in reasons]
    passed = (result for result in report.results if result.status == PASSED)
    found = {
        "skipped by the program itself": [result.case.id for result in skipped if result.asked],
        "an action is listed more than once, which counts once": [each.case.id for each in passed if lists_twice(each)],
    }
    return lines + [f"{what}: {named(names)}" for what, names in found.items() if names]


def lists_twice(result: Result) -> bool:
    """Whether an answer lists a legal action more than once, regardless of the order of its cards."""
    if result.kind != "legal" or not isinstance(result.answer, dict):
        return False
    read = [tuple(sorted(str(text).split())) for text in result.answer["actions"]]
    return len(set(read)) < len(read)


def fingerprint(case: Case) -> str:
    """A short hash that identifies a question even if its id changes."""
    return sha256(canonical_json({"kind": case.kind, "given": case.given}).encode()).hexdigest()[:16]


def as_json(report: Report) -> str:
    """The whole report as JSON."""
    return json.dumps(as_data(report), indent=1, allow_nan=False) + "\n"


def _details(result: Result) -> dict[str, object]:
    """The details of a failure."""
    case = result.case
    rows = [
        {"row": row.name, "rule": row.rule, "expected": row.expected, "came": row.answer} for row in result.score_rows
    ]
    return {
        "direction": result.direction,
        **({"question": case.question, "expected": case.expect, "answer": result.answer} if case.given else {}),
        **_filled(rows=rows, remark=case.note),
    }


_NOT_IN_XML = re.compile("[^\t\n\x20-\x7e\xa1-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    """A text without characters that XML forbids."""
    return escape(_NOT_IN_XML.sub(lambda sign: visible(sign[0]), text))


def as_junit(report: Report) -> str:
    """The whole report as JUnit XML: a suite for each chapter, a test case for each case."""
    chapters: dict[str, list[Result]] = {}
    for result in report.results:
        chapters.setdefault(result.row[0], []).append(result)
    causes = {name: cause.sentence for cause in report.causes for name in cause.failures}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="{_xml(report.name)}" {_counts(report)}>']
    for chapter, results in chapters.items():
        lines.append(f'<testsuite name="{_xml(chapter)}" {_counts(type(report)(tuple(results)))}>')
        lines += [_testcase(chapter, result, causes.get(result.id, "")) for result in results]
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _counts(report: Report) -> str:
    """The numbers of tests, failures and skipped questions, as XML attributes."""
    tests, failed, skipped = len(report.results), report.count(FAILED), report.count(SKIPPED)
    return f'tests="{tests}" failures="{failed}" skipped="{skipped}" errors="0"'


def _testcase(chapter: str, result: Result, cause: str) -> str:
    """One result as XML; a failure includes its differences and its probable cause."""
    case = result.case
    head = f'<testcase classname="{_xml(chapter)}.{_xml(result.row[1])}" name="{_xml(case.id)}"'
    if result.status == PASSED:
        return f"{head}/>"
    if result.status == SKIPPED:
        return f'{head}><skipped message="{_xml(result.why)}"/></testcase>'
    first = result.why.partition("\n")[0] or "wrong"
    text = f"cause: {cause}\n\n{failure_text(result)}"
    return f'{head}><failure message="{_xml(first)}">{_xml(text)}</failure></testcase>'
