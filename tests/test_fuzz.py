from __future__ import annotations

import tomllib
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from granada.chapters import read_case
from granada.fuzz import fuzz
from granada.games import GAMES
from granada.handwritten import answered, toml_text
from granada.modules import MODULES
from granada.questionnaire import Questionnaire, Scope
from granada.questions import KINDS, answer
from granada.shrink import shrunk
from granada.suite import FAILED, PASSED, grade

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.suite import Result

Reply = dict[str, Any]


def lying(about: str, lie: Callable[[Reply, Reply], Reply | None]) -> Callable[[Reply], Reply]:
    """Our engine, but wrong about one kind of question."""

    def engine(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {**answer(question), "kinds": [about]}
        said = answer(question)
        return (lie(question["given"], said) or said) if question["kind"] == about else said

    return engine


def minimal(engine: Callable[[Reply], Reply], n: int = 60, seed: int = 1) -> list[Result]:
    return [result for result in fuzz(engine, n, seed).failed if result.toml]


def pasted(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(result.toml)["case"][0]
    return found


def test_our_engine_agrees_with_itself() -> None:
    report = fuzz(answer, 150, seed=3)
    assert report.ok
    assert report.count(PASSED) == 150
    assert {kind for _, kind in report.by_rule} == set(KINDS)


def test_equal_seeds_ask_equal_questions() -> None:
    def asked(seed: int) -> list[Any]:
        found: list[Any] = []

        def engine(question: Reply) -> Reply:
            found.append(question)
            return answer(question)

        fuzz(engine, 30, seed)
        return found

    assert asked(5) == asked(5)
    assert asked(5) != asked(6)


@pytest.mark.parametrize("kind", KINDS)
def test_every_random_question_is_a_case_that_toml_can_tell(kind: str) -> None:
    questionnaire = Questionnaire(Random(2), Scope(kinds=(kind,), readings=lambda _: None))
    found = 0
    for _ in range(12):
        drawn = questionnaire.next()
        written = answered({"name": "any", **drawn}) if drawn else None
        if written is not None:
            found += 1
            again = tomllib.loads(toml_text(written, "turn-order"))["case"][0]
            case = read_case("turn-order", written)
            assert read_case("turn-order", again) == case
            assert grade(case, answer(case.question)).status == PASSED
    assert found > 5


@pytest.mark.parametrize("game", GAMES)
def test_only_what_an_engine_declares_is_asked(game: str) -> None:
    asked: list[Reply] = []

    def engine(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {"kinds": ["score", "apply", "take"], "games": [game], "modules": ["vizier"], "rulings": {}}
        asked.append(question)
        return answer(question)

    assert fuzz(engine, 40).ok
    tables = [question["given"].get("state", question["given"]) for question in asked]
    assert {question["kind"] for question in asked} <= {"score", "apply", "take"}
    assert {table["game"] for table in tables} == {game}
    assert {name for table in tables for name in table.get("modules", ())} <= {"vizier"}
    assert not any(table.get("rulings") for table in tables)


def test_an_engine_that_answers_nothing_known_is_asked_nothing() -> None:
    assert fuzz(lambda _: {"kinds": ["juggling"]}, 10).results == ()


def test_a_city_is_shrunk_to_the_tiles_that_matter() -> None:
    def no_holes(_: Reply, said: Reply) -> Reply | None:
        rules = [rule for rule in said.get("broken", ()) if rule != "no-holes"]
        return {**said, "legal": not rules, "broken": rules} if "broken" in said else None

    found = minimal(lying("place", no_holes), 250)
    found_cases = [read_case("no-holes", pasted(result)) for result in found]
    assert any(case.expect["broken"] == ["no-holes"] for case in found_cases)
    for result, case in zip(found, found_cases, strict=True):
        assert "no-holes" in case.expect["broken"]
        assert len(case.given["city"]) <= 9
        assert "# belongs under ## no-holes" in result.toml


def test_a_position_is_shrunk_to_what_matters() -> None:
    def never_remove(_: Reply, said: Reply) -> Reply:
        return {**said, "actions": [text for text in said["actions"] if not text.startswith("remove")]}

    found = minimal(lying("legal", never_remove), 25)
    assert found
    for result in found:
        case = pasted(result)
        assert len(case["actions"]) <= 2
        assert not {"deck", "discard", "bag", "bags"} & set(case["state"])


def test_a_fact_is_asked_alone_after_one_step() -> None:
    def never_places(_: Reply, said: Reply) -> Reply | None:
        wrong = said.get("then", {}).get("waiting") == "place"
        return {**said, "then": {**said["then"], "waiting": "act"}} if wrong else None

    found = minimal(lying("apply", never_places), 60)
    assert found
    assert all(pasted(result)["then"] == {"waiting": "place"} for result in found)
    assert any(isinstance(pasted(result)["do"], str) for result in found)


def test_a_record_is_cut_short() -> None:
    def blind(_: Reply, said: Reply) -> Reply | None:
        return {"unfinished": True} if "illegal" in said else None

    found = minimal(lying("game", blind), 12)
    assert found
    assert all(len(pasted(result)["record"]) == 2 for result in found)


@pytest.mark.parametrize("kind", KINDS)
def test_a_disagreement_of_any_kind_can_be_pasted_and_reproduces_it(kind: str) -> None:
    def contrary(_: Reply, said: Reply) -> Reply:
        return {"error": "never heard of it"} if "error" not in said else {"result": "anything"}

    engine = lying(kind, contrary)
    result = minimal(engine, 3)[0]
    case = read_case(result.case.rule, pasted(result))
    assert grade(case, engine(case.question)).status == FAILED
    assert grade(case, answer(case.question)).status == PASSED
    assert result.case.given == case.given


def test_an_engine_that_is_always_wrong_is_reported_but_shrunk_only_a_few_times() -> None:
    report = fuzz(lying("take", lambda _, said: {**said, "legal": not said["legal"], "broken": None}), 80)
    assert report.count(FAILED) == 80
    assert len([result for result in report.failed if result.toml]) <= 12
    assert any("(as fuzz/0/" in result.why for result in report.failed)


def test_an_engine_that_contradicts_itself_is_reported() -> None:
    calls = iter(range(1 << 20))

    def moody(_: Reply, said: Reply) -> Reply:
        return {**said, "result": said["result"] + (next(calls) == 0)}

    report = fuzz(lying("moat", moody), 5)
    assert report.count(FAILED) == 1
    assert report.failed[0].toml


def test_shrinking_ends_even_when_everything_fails() -> None:
    questionnaire = Questionnaire(Random(4), Scope(kinds=("apply",)))
    written = next(
        found for _ in range(50) if (drawn := questionnaire.next()) and (found := answered({"name": "x", **drawn}))
    )
    smallest = shrunk(written, lambda _: True)
    assert shrunk(smallest, lambda _: True) == smallest
    assert len(toml_text(smallest)) < len(toml_text(written))


def test_random_games_use_every_module() -> None:
    questionnaire = Questionnaire(Random(1), Scope(kinds=("legal",)))
    names: set[str] = set()
    for _ in range(250):
        written = questionnaire.next()
        names.update(written["state"].get("modules", ()) if written else ())
    assert names == set(MODULES)
