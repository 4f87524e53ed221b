"""The description of the protocol is true, and an adapter in another language gets by with it."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from attrs import evolve, fields

from granada.checking.checker import check, check_program
from granada.examining.examiner import with_own_draws
from granada.examining.results import PASSED, grade
from granada.game import Action
from granada.questions.kinds import KINDS
from granada.questions.parts import FACTS
from granada.questions.position_kinds import ApplyQuestion
from granada.questions.positions import read_position
from granada.questions.protocol import HELLO
from granada.rulebook import READINGS, Rulings, specs_folder
from granada.spec.suite import cases
from granada.wire import read_state

README = (specs_folder() / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8"))
DOCS = Path(__file__).parent.parent / "docs"
ADAPTERS = {"adapter.mjs": shutil.which("node"), "adapter.pl": shutil.which("perl")}
"""The adapters, each with the program that runs it, if it is there."""
CASES = {case.id: case for case in cases()}
EXAMPLES = re.findall(r"^> (.*)\n< (.*)$", README, re.MULTILINE)
"""The questions of the description and their answers."""


def test_the_adapters_are_run_where_tools_are_required() -> None:
    assert all(ADAPTERS.values()) or os.environ.get("GRANADA_TOOLS") != "require"


def asked(line: str) -> Any:
    """A question of the description, with the state or the record that it leaves out."""
    found = re.search(r'"id": "([^"]*)"', line)
    case = CASES.get(found[1]) if found else None
    given = case.given if case else {}
    whole = line.replace("{...}", json.dumps(given.get("state"))).replace("[...]", json.dumps(given.get("record")))
    return json.loads(whole)


def rows(heading: str) -> list[str]:
    """The first cells of the table under a heading or a phrase."""
    table = README.partition(heading)[2].partition("\n|")[2].partition("\n\n")[0]
    return re.findall(r"`([a-z_-]+)`", " ".join(line.split("|")[1] for line in f"|{table}".split("\n")[2:]))


def test_every_kind_has_an_example() -> None:
    assert {asked(question)["kind"] for question, _ in EXAMPLES} == {"hello", *KINDS}


@pytest.mark.parametrize(("question", "said"), EXAMPLES, ids=[asked(question)["id"] for question, _ in EXAMPLES])
def test_an_example_is_a_case_of_the_suite_and_its_answer_is_right(question: str, said: str) -> None:
    whole = asked(question)
    if whole["kind"] == "hello":
        assert whole == HELLO
        assert json.loads(said)["id"] == "hello"
        return
    case = CASES[whole["id"]]
    assert whole == case.question
    result = grade(case, json.loads(said))
    assert result.status == PASSED, result.why


def test_the_readings_the_facts_and_the_steps_are_all_described() -> None:
    assert set(rows("**Rulings.**")) == {each.name for each in fields(Rulings)} == set(READINGS)
    assert set(rows("### What `apply` may ask")) == set(FACTS) == set(SCHEMA["$defs"]["fact_name"]["enum"])
    assert set(rows("**The agenda.**")) == set(SCHEMA["$defs"]["step"]["properties"]["step"]["enum"])
    assert set(rows("has no hidden order")) == set(SCHEMA["$defs"]["state"]["properties"])


def test_the_state_of_the_description_is_one_of_the_suite() -> None:
    shown = json.loads(README.partition("```json\n")[2].partition("```")[0])
    assert shown == CASES["take-several-up-to-five/the-cards-come-into-the-hand"].given["state"]
    assert read_state(shown).actor == 0


def declared(text: str) -> set[str]:
    """The kinds that an adapter says it answers, as its text tells them."""
    listed = re.search(r"kinds(?::| =>) \[(.*?)\]", text)
    assert listed
    return set(re.findall(r"[a-z]{3,}", listed[1]))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "adapter.mjs")) for name in ADAPTERS]
)
def test_an_adapter_answers_every_question_that_it_declares(name: str) -> None:
    path, program = DOCS / name, ADAPTERS[name]
    kinds = declared(path.read_text(encoding="utf-8"))
    assert kinds >= {"place", "remove", "moat", "take"}
    assert kinds <= set(KINDS)
    if program is None:
        # Without the language nobody runs it; that it has a function for each kind is then all that can be said.
        assert all(re.search(rf"^  +{kind}\b", path.read_text(encoding="utf-8"), re.MULTILINE) for kind in kinds)
        return
    report = check_program([program, str(path)], seconds=60, fuzz=60)
    assert report.ok, [(result.case.id, result.why) for result in report.failed[:3]]
    assert {result.case.kind for result in report.results if result.status == PASSED} == kinds
    games = {result.case.given["game"] for result in report.results if result.status == PASSED and result.case.given}
    assert "alhambra" in games


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_adapter_needs_nothing_but_its_language(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    used = re.findall(r"^(?:import .* from \"(.*)\"|use ([A-Z][\w:]*))", text, re.MULTILINE)
    assert {first or second for first, second in used} <= {"node:readline", "List::Util", "JSON::PP"}


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_wrong_adapter_is_noticed(name: str, tmp_path: Path) -> None:
    program = ADAPTERS[name]
    text = (DOCS / name).read_text(encoding="utf-8")
    slips = {"adapter.mjs": ("&& !hasHole(cells)", ""), "adapter.pl": (" && !has_hole($cells)", "")}
    right, wrong = slips[name]
    assert text.count(right) == 1
    if program is not None:
        path = tmp_path / name
        path.write_text(text.replace(right, wrong), encoding="utf-8")
        report = check_program([program, str(path)], seconds=60, only=["walls-are-built-like-moats", "no-holes"])
        assert report.failed


# An engine that draws by itself


def refiller() -> Any:
    """What the adapter of an engine that refills by itself defines."""
    return run_path(str(DOCS / "adapter.py"))


def test_an_engine_that_draws_by_itself_is_asked_what_is_the_same_whatever_it_draws() -> None:
    report = check(refiller()["answer"], only=["money", "refilling", "the-end"])
    assert report.ok, [(result.case.id, result.why) for result in report.failed[:3]]
    asked = [result.case for result in report.results if result.status == PASSED]
    assert len(asked) > 100
    assert not any("draw " in str(case.given["do"]) for case in asked)
    assert {fact for case in asked for fact in case.given["ask"]} >= {"mover", "display", "points", "hands"}
    assert any(result.why == "the engine makes its own draws" for result in report.results)


def test_an_engine_that_draws_by_itself_fails_where_it_is_wrong() -> None:
    names = refiller()
    right = names["FACTS"]["hands"]
    names["FACTS"]["hands"] = lambda state: [hand.replace("b", "g") for hand in right(state)]
    assert check(names["answer"], only=["turn-order", "take-several-up-to-five"]).failed


def test_facts_that_depend_on_a_draw_are_not_asked() -> None:
    case = CASES["money-display/four-cards-face-up"]
    (flaw,) = check(lambda _: {"kinds": [], "draws": "mine"}).failed
    assert flaw.why == 'draws: expected "told" or "own", not \'mine\''
    table = {"display": "b1 g4 o6 y9", "yard": ["arena2|park3", "school4|park5", "arena6|park7", "school8|park9"]}
    state = read_position({**table, "deck": "b3 g5"})
    question = ApplyQuestion(state=state, do=Action.parse("take b1"), ask=("display", "hands", "mover"))
    known = with_own_draws(evolve(case, asked=question, expect=question.answer()))
    assert known is not None
    assert known.expect == {"legal": True, "broken": [], "then": {"hands": ["b1", "", ""], "mover": 1}}
    sure = evolve(question, state=read_position({**table, "deck": "b3"}))
    only = with_own_draws(evolve(case, asked=sure, expect=sure.answer()))
    assert only is not None
    assert only.expect["then"]["display"] == "b3 g4 o6 y9"


def test_every_chapter_is_listed_among_the_changes() -> None:
    changes = (specs_folder() / "CHANGES.md").read_text(encoding="utf-8")
    for path in specs_folder().glob("*.md"):
        assert path.stem in {"README", "CHANGES"} or f"`{path.stem}`" in changes
