from __future__ import annotations

import json
import re
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from attrs import evolve

from granada.__main__ import main
from granada.board import InvalidState
from granada.checking.checker import check
from granada.examining.results import FAILED, PASSED, SKIPPED, Result, grade
from granada.questions.kinds import KINDS
from granada.questions.position_kinds import LegalQuestion
from granada.questions.positions import read_position
from granada.questions.protocol import answer
from granada.rulebook import Rule, Rulings, specs_folder
from granada.spec.cases import Case, answered
from granada.spec.chapters import ORDER, read_chapters
from granada.spec.suite import cases, is_fresh
from tests.authoring import __main__ as authoring
from tests.authoring.suite_writer import suite_text

CHAPTERS = read_chapters()
TEXTS = [text for chapter in CHAPTERS for text in chapter.rules]
CASES = cases()
LONGEST_QUOTE = 15


def broken_by(expect: dict[str, Any]) -> list[str]:
    found: list[str] = expect.get("broken") or expect.get("illegal", {}).get("broken", [])
    return found


BREAKABLE = sorted({rule for case in CASES for rule in broken_by(case.expect)})


# The text


def test_the_suite_is_fresh() -> None:
    assert (specs_folder() / "suite.json").read_text(encoding="utf-8") == suite_text()


def test_every_chapter_is_there() -> None:
    assert tuple(chapter.name for chapter in CHAPTERS) == ORDER
    assert {path.stem for path in specs_folder().glob("*.md")} - {"CHANGES", "README"} == set(ORDER)


def test_every_heading_is_a_rule_and_every_rule_a_heading() -> None:
    assert sorted(text.rule for text in TEXTS) == sorted(str(rule) for rule in Rule)


def test_the_first_sentence_of_a_rule_is_its_sentence() -> None:
    sentences = {str(rule): rule.sentence for rule in Rule}
    assert {t.rule: t.text[: len(sentences[t.rule])] for t in TEXTS} == {t.rule: sentences[t.rule] for t in TEXTS}


def test_every_rule_has_a_case() -> None:
    assert [text.rule for text in TEXTS if not text.cases] == []


def test_the_id_of_a_case_begins_with_its_rule_and_comes_once() -> None:
    assert all(case.id.startswith(f"{text.rule}/") for text in TEXTS for case in text.cases)
    assert len({case.id for case in CASES}) == len(CASES)


def test_every_rule_that_can_be_broken_is_broken_alone_by_some_case() -> None:
    alone = {frozenset(broken_by(case.expect)) for case in CASES}
    company = {"edge-contact": {"walkable"}}
    assert [rule for rule in BREAKABLE if frozenset({rule, *company.get(rule, ())}) not in alone] == []


def test_every_rule_that_can_be_broken_is_kept_by_some_case_of_its_own() -> None:
    kept = {case.rule for case in CASES if case.rule not in broken_by(case.expect)}
    assert [rule for rule in BREAKABLE if rule not in kept] == []


def test_quotes_are_short() -> None:
    quotes = [quote for text in TEXTS for source in text.sources for quote in re.findall(r'"([^"]*)"', source)]
    assert quotes
    assert [quote for quote in quotes if len(quote.split()) > LONGEST_QUOTE] == []


def test_no_case_depends_on_the_tiles_that_are_shipped() -> None:
    states = [case.given["state"] for case in CASES if "state" in case.given]
    headers = [json.loads(case.given["record"][0]) for case in CASES if case.kind == "game"]
    assert {state["tiles"] for state in states} == {"shown"}
    assert headers
    assert all(isinstance(header["tiles"], dict) for header in headers)


def test_a_question_does_not_contain_its_answer() -> None:
    answers = {"expect", "breaks", "broken", "legal", "points", "then", "actions", "draws", "canonical"}
    for case in cases():
        assert set(case.question) == {"id", "kind", "given"}
        assert not answers & set(case.given), case.id


# Our engine


def test_the_suite_can_be_written_and_checked(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("specs")
    copytree(specs_folder(), folder, ignore=ignore_patterns("*.lp"), dirs_exist_ok=True)
    fresh = (folder / "suite.json").read_text(encoding="utf-8")
    monkeypatch.setattr(authoring, "specs_folder", lambda: folder)
    monkeypatch.setattr(authoring, "suite_text", lambda: fresh)  # that it is so is said by another test
    monkeypatch.setattr(authoring, "index_text", lambda: "as fresh as the suite")
    monkeypatch.setattr("granada.commands.suite.specs_folder", lambda: folder)
    monkeypatch.setattr("granada.checking.checker.cases_of", lambda _: ())
    (folder / "suite.json").write_text("{}", encoding="utf-8")
    assert main(["suite", "--check"]) == 1
    assert "stale" in capsys.readouterr().out
    authoring.main()
    assert main(["suite", "--check"]) == 0
    assert "is fresh" in capsys.readouterr().out
    assert json.loads((folder / "suite.json").read_text(encoding="utf-8"))["cases"]
    assert (folder / "search.json").read_text(encoding="utf-8") == "as fresh as the suite"


def test_a_suite_without_a_case_of_its_chapters_or_with_another_rule_is_stale() -> None:
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    assert is_fresh(json.dumps(suite))
    own = next(number for number, case in enumerate(suite["cases"]) if "twin_of" not in case)
    assert not is_fresh(json.dumps({**suite, "cases": [*suite["cases"][:own], *suite["cases"][own + 1 :]]}))
    first, *rules = suite["rules"]
    assert not is_fresh(json.dumps({**suite, "rules": [{**first, "ruling": "another"}, *rules]}))


def test_the_suite_can_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite"]) == 0
    assert f"{len(cases())} cases" in capsys.readouterr().out


# Checking a callable


def test_a_callable_is_checked_in_process() -> None:
    seen: list[Result] = []
    report = check(answer, only=["building"], on_result=seen.append)
    assert report.ok
    assert tuple(seen) == report.results
    assert report.name.startswith("granada")
    assert str(report).splitlines()[-1] == f"{report.count(PASSED)} passed, 0 failed, 0 skipped"


def test_a_callable_that_raises_fails_and_does_not_stop_the_check() -> None:
    def breaks(question: dict[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError(question["id"])

    report = check(breaks, only=["moats-match"])
    assert {result.status for result in report.results} == {FAILED}
    assert "ZeroDivisionError" in report.failed[0].why


def test_what_an_engine_does_not_declare_is_skipped() -> None:
    def modest(question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] == "hello":
            return {"kinds": ["moat", "score"], "games": ["granada"]}
        return answer(question)

    report = check(modest)
    asked = [result.case for result in report.results if result.status == PASSED]
    assert report.ok
    assert {case.kind for case in asked} == {"moat", "score"}
    assert {case.given["game"] for case in asked} == {"granada"}
    assert any("does not play alhambra" in result.why for result in report.results)


def test_rules_that_were_only_skipped_share_a_line() -> None:
    def modest(question: dict[str, Any]) -> dict[str, Any]:
        return {"kinds": ["moat"], "games": ["granada"]} if question["kind"] == "hello" else answer(question)

    report = check(modest)
    graded = {row for row, counts in report.by_rule.items() if counts[PASSED]}
    chapters = {chapter for chapter, _ in graded}
    lines = str(report).splitlines()
    assert len(lines) == 1 + len(graded) + len(chapters) + 1 + 1
    assert {tuple(line.split()[:2]) for line in lines} >= graded
    assert lines[-2].startswith(f"{len(ORDER) - len(chapters)} chapters")
    assert sum(int(line.split()[-1]) for line in lines[1:-1]) == report.count(SKIPPED)


def test_a_check_that_asks_nothing_says_so() -> None:
    report = check(lambda _: {"kinds": ["juggling"]})
    assert [result.why for result in report.failed] == [
        f"kinds: there is no kind 'juggling'; choose from {', '.join(KINDS)}"
    ]
    assert not report.asked
    assert "no question was asked" in str(report)


def test_other_readings_are_asked_with_answers_of_their_own() -> None:
    report = check(answer, rulings=Rulings(several_cards_limit=4), cases=cases()[::4])
    assert report.ok
    assert report.count(PASSED) > report.count(SKIPPED)
    strict = check(_deaf_to_rulings, rulings=Rulings(several_cards_limit=4), only=["take-several-up-to-five"])
    assert not strict.ok


def _deaf_to_rulings(question: dict[str, Any]) -> dict[str, Any]:
    given = {key: value for key, value in question.get("given", {}).items() if key != "rulings"}
    return answer({**question, "given": given})


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(InvalidState):
        check(answer, rulings="tlh")


# Grading


def a_case(kind: str, **wanted: bool) -> Case:
    return next(c for c in CASES if c.kind == kind and all(c.expect.get(key) == v for key, v in wanted.items()))


def test_saying_whether_it_is_legal_suffices() -> None:
    for legal in (True, False):
        case = a_case("place", legal=legal)
        assert grade(case, {"legal": legal}).status == PASSED
        assert grade(case, {"legal": not legal}).status == FAILED


def test_broken_rules_are_graded_when_told() -> None:
    case = a_case("place", legal=False)
    rules = case.expect["broken"]
    assert grade(case, {"broken": rules}).status == PASSED
    assert grade(case, {"legal": False, "broken": [*rules, "turn-order"]}).status == FAILED
    assert grade(case, {"legal": True, "broken": rules}).status == FAILED


def test_a_name_that_no_rule_has_is_called_unknown() -> None:
    case = next(case for case in CASES if case.kind == "place" and case.expect["broken"] == ["moats-match"])
    assert "there is no rule 'moat-match'; did you mean moats-match" in grade(case, {"broken": ["moat-match"]}).why
    assert "no rule" not in grade(case, {"broken": ["walkable"]}).why
    game = next(case for case in CASES if case.kind == "game" and "illegal" in case.expect)
    told = {"event": game.expect["illegal"]["event"], "broken": ["in-its-fase"]}
    assert "did you mean in-its-phase" in grade(game, {"illegal": told}).why


@pytest.mark.parametrize("said", ["yes", "true", 1, [], {}])
def test_legal_is_true_or_false(said: Any) -> None:
    why = grade(a_case("place", legal=True), {"legal": said, "broken": []}).why
    assert why == f"the answer cannot be read: legal must be true or false, not {json.dumps(said)}"


def test_broken_is_a_list() -> None:
    assert "the answer cannot be read: broken must be a list" in grade(a_case("place", legal=False), {"broken": 7}).why


def test_payments_with_needless_cards_are_ignored_on_both_sides() -> None:
    state = read_position({"seats": [{"hand": "b2 b7"}], "yard": ["park6|arena7", "", "", ""]})
    case = answered(LegalQuestion(state=state), "y", "x")
    assert case is not None
    listed = case.expect["actions"]
    assert listed == ["buy 1 with b7"]
    assert grade(case, {"actions": [*listed, "buy 1 with b7 b2"]}).status == PASSED
    assert grade(case, {"actions": [*listed, "buy 1 with b2"]}).status == FAILED
    assert grade(case, {"actions": []}).status == FAILED
    assert grade(case, {"actions": ["nonsense"]}).status == FAILED


def test_probabilities_may_be_written_in_any_form() -> None:
    case = evolve(a_case("draw"), expect={"draws": {"b7": "1/2", "b8": "1/2"}})
    assert grade(case, {"draws": {"b7": "2/4", "b8": "3/6", "b9": "0/1"}}).status == PASSED
    assert grade(case, {"draws": {"b7": "1/3", "b8": "2/3"}}).status == FAILED
    for chance in ("1/0", "1e999999999", "0.5", None, "x" * 10_000):
        assert grade(case, {"draws": {"b7": chance, "b8": "1/2"}}).status == FAILED


def test_the_first_illegal_event_of_a_game_suffices() -> None:
    case = next(case for case in CASES if case.kind == "game" and "illegal" in case.expect)
    event = case.expect["illegal"]["event"]
    assert grade(case, {"illegal": {"event": event}}).status == PASSED
    assert grade(case, {"illegal": {"event": event + 1}}).status == FAILED
    assert grade(case, {"illegal": {"event": event, "broken": ["turn-order"]}}).status == FAILED
    assert grade(case, {"unfinished": True}).status == FAILED


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    "value", [None, 7, True, "x", [], {}, [[]], [None], {"a": 1}, 1.5, "x" * 100_000, nested(500)], ids=lambda _: ""
)
def test_no_answer_upsets_the_grading(value: Any) -> None:
    for kind in KINDS:
        case = next(case for case in CASES if case.kind == kind)
        assert grade(case, value).status == FAILED
        for key in ("legal", "broken", "result", "points", "actions", "then", "draws", "illegal", "exact"):
            result = grade(case, {key: value})
            assert result.status in {PASSED, FAILED}
            assert len(result.why) < 2_000
