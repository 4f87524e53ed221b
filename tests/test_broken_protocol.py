"""What a program does instead of answering is one cause, under the protocol, and is never counted as an answer."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from granada.checking.checker import check_program
from granada.checking.reports import as_junit, summary_lines
from granada.examining.results import ERROR, FAILED, PROTOCOL, SILENT, UNREADABLE, grade
from granada.questions.protocol import answer
from granada.spec.suite import cases
from tests.test_causes import checked, of, right

if TYPE_CHECKING:
    from granada.checking.report import Report
    from tests.test_causes import Reply

ENGINE = """
import json, sys
from granada.questions.protocol import HELLO, answer
for line in sys.stdin:
    question = json.loads(line)
    kind, given = question["kind"], question.get("given", {})
    said = {"id": question["id"], **(answer(question) if kind != "hello" else {"rulings": "any"})}
    if kind != "hello":
        MISTAKE
    print(json.dumps(said), flush=True)
"""
"""An engine that is right about everything, and makes one mistake of an adapter."""
ASKED = [case for kind in ("place", "moat", "take", "buy", "apply") for case in of(kind, game="alhambra")[:12]]
"""A few cases of kinds whose answers look different."""


@cache
def reported(mistake: str) -> Report:
    return check_program([sys.executable, "-c", ENGINE.replace("MISTAKE", mistake)], cases=ASKED)


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ("print('debug:', kind, flush=True)", "it printed something that is not JSON: 'debug: place'"),
        ("del said['id']", "it answered without the id of the question"),
        ("said['id'] = said['id'].upper()", f"it answered '{ASKED[0].id.upper()}', which was not asked"),
        ("said = [said]", "it printed no JSON object: ["),
    ],
)
def test_what_is_no_answer_is_one_cause_of_all_kinds_and_never_the_same_answer(mistake: str, sentence: str) -> None:
    report = reported(mistake)
    (cause,) = report.causes
    assert cause.rule == PROTOCOL
    assert re.sub("'.*'", "", cause.sentence).startswith(re.sub("'.*'", "", sentence))
    assert len(cause.failures) == len(ASKED)
    assert {result.direction for result in report.failed} == {UNREADABLE}


def test_a_line_too_many_before_some_answers_is_told_beside_what_is_wrong() -> None:
    report = reported("print('debug') if kind == 'moat' else said.update(exact=False) if kind == 'buy' else None")
    assert max((cause.rule, len(cause.failures)) for cause in report.causes) == (PROTOCOL, 12)
    assert not any("same answer" in cause.sentence for cause in report.causes)


CRASH = "if kind == 'moat' and len(given['city']) > 1: raise IndexError('no such cell')"


def test_a_crash_is_told_with_its_exception_before_the_questions_that_were_not_asked() -> None:
    report = reported(CRASH)
    crash, left = report.causes
    assert crash.sentence == "moat: it ended with status 1: IndexError: no such cell"
    assert left.rule == PROTOCOL
    assert left.sentence.startswith("the check gave up, because the program failed 3 times in a row: ")
    assert left.sentence.endswith(f"IndexError: no such cell; {len(left.failures)} questions were not asked")
    assert len(crash.failures) + len(left.failures) == len(report.failed)


def test_questions_that_were_not_asked_are_no_answers() -> None:
    report = reported(CRASH)
    asked = [result for result in report.results if result.asked]
    assert 0 < len(asked) < len(ASKED)
    wrong = len(report.causes[0].failures)
    words = f"1 cause in {wrong} of {len(asked)} answers; the check gave up on the program and did not ask"
    assert report.headline.startswith(f"{words} {len(ASKED) - len(asked)} questions")
    moats = sum(result.kind == "moat" for result in asked)
    assert summary_lines(report)[0].endswith(f"[longest-moat; moat {wrong} of {moats}]")
    assert summary_lines(report)[1].endswith("questions were not asked [protocol]")


def test_every_failure_in_junit_says_what_the_program_died_of() -> None:
    messages = [each.get("message", "") for each in ET.fromstring(as_junit(reported(CRASH))).iter("failure")]
    assert len(messages) > 1
    assert all("it ended with status 1: IndexError: no such cell" in message for message in messages)


def test_a_program_without_last_words_is_not_said_to_have_any() -> None:
    report = reported("if kind == 'moat': raise SystemExit(3)")
    assert report.causes[0].sentence == "moat: it ended with status 3"
    assert "last words" not in "".join(result.why for result in report.results)
    assert {result.direction for result in report.failed} == {SILENT}


def test_silence_is_not_a_second_answer() -> None:
    report = reported("if kind == 'moat': said['result'] += 1\n    if kind == 'buy': raise SystemExit(3)")
    assert not any("varies" in cause.sentence for cause in report.causes)
    assert any(cause.sentence.startswith("the longest wall is measured too long") for cause in report.causes)


# The forms of an answer's parts


@pytest.mark.parametrize(
    ("kind", "part", "value", "form"),
    [
        ("moat", "result", "5", "a whole number"),
        ("moat", "result", None, "a whole number"),
        ("moat", "result", 5.0, "a whole number"),
        ("buy", "exact", 1, "true or false"),
        ("buy", "broken", [3], "a list of texts"),
        ("place", "legal", 0, "true or false"),
        ("score", "points", ["3", "4"], "a list of whole numbers"),
        ("score", "points", {"0": 3}, "a list of whole numbers"),
        ("award", "result", "0", "a list of whole numbers and nulls"),
        ("award", "result", ["0"], "a list of whole numbers and nulls"),
        ("draw", "draws", ["b3"], "an object"),
        ("legal", "actions", [["take b3"]], "a list of texts"),
        ("notation", "result", 7, "a text"),
        ("apply", "then", [], "an object"),
        ("game", "points", "12", "a list of whole numbers"),
    ],
)
def test_a_part_of_another_form_cannot_be_read(kind: str, part: str, value: object, form: str) -> None:
    wanted = (case for case in cases() if case.kind == kind and case.expect.get("legal", True))
    case = next(each for each in wanted if each.expect.get(part, [None]) not in ([None], [], None) or part == "broken")
    result = grade(case, {**answer(case.question), part: value})
    shown = json.dumps(value)
    assert (result.status, result.direction) == (FAILED, UNREADABLE)
    assert result.why.startswith(f"the answer cannot be read: {part} must be {form}")
    assert result.why.endswith(f"not {shown}")


@pytest.mark.parametrize(("fact", "value"), [("actor", "1"), ("hands", [["b3"]]), ("points", ["3"]), ("over", 0)])
def test_a_fact_of_another_form_cannot_be_read(fact: str, value: object) -> None:
    known = (case for case in cases() if case.kind == "apply" and case.expect["legal"])
    case = next(each for each in known if each.expect["then"].get(fact) is not None)
    said = answer(case.question)
    result = grade(case, {**said, "then": {**said["then"], fact: value}})
    assert (result.status, result.direction) == (FAILED, UNREADABLE)
    assert f"{fact} must be " in result.why


def test_no_value_of_the_right_form_is_unreadable() -> None:
    """Nobody instead of a seat, and a seat instead of nobody, are wrong, as is any other number."""
    awards = [case for case in cases() if case.kind == "award" and {None, 0} <= {*case.expect["result"]}]
    assert awards
    for case in awards:
        for wrong in ([0] * len(case.expect["result"]), [None] * len(case.expect["result"])):
            assert grade(case, {"result": wrong}).why.startswith("result: expected ")


def numbers_as_texts(kind: str, given: Reply) -> Reply:
    found = right(kind, given)
    return {**found, "result": str(found["result"])} if kind == "moat" else found


def test_numbers_as_texts_are_one_cause_under_the_protocol_and_no_wrong_length() -> None:
    (cause,) = checked(numbers_as_texts, of("moat", "place")).causes
    assert cause.rule == PROTOCOL
    assert re.fullmatch(r'the answer cannot be read: result must be a whole number, not "\d+"', cause.sentence)


# Errors


def test_errors_instead_of_refusals_are_told_how_to_refuse() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        found = right(kind, given)
        return found if found["legal"] else {"error": "Illegal"}

    some = [*of("place"), *of("buy")[:40]]
    report = checked(lie, some)
    assert {result.direction for result in report.failed} == {ERROR}
    (cause,) = report.causes
    assert cause.sentence == 'place and buy: it reports an error: Illegal; to refuse an action, answer {"legal": false}'


def test_an_engine_that_fails_at_legal_actions_too_is_not_told_how_to_refuse() -> None:
    (cause,) = checked(lambda *_: {"error": "not yet written"}, of("swap", "remove")).causes
    assert cause.sentence.endswith(": it reports an error: not yet written")
