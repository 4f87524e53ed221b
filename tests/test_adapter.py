"""The description of the protocol is true, and an adapter in another language gets by with it."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from granada.checking.checker import check_program
from granada.game.games import GAMES
from granada.rulebook import Rulings, specs_folder
from granada.spec.bearing import READINGS
from granada.spec.examining import HELLO
from granada.spec.grading import grade
from granada.spec.questions.facts import FACTS
from granada.spec.questions.kinds import KINDS
from granada.spec.report import PASSED
from granada.spec.suite import cases
from granada.wire import read_state

README = (specs_folder() / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8"))
ADAPTER = Path(__file__).parent.parent / "docs" / "adapter.mjs"
NODE = shutil.which("node")
"""Where there is none, the tests only read the adapter; where tools are required, that is not enough."""
CASES = {case.id: case for case in cases()}
EXAMPLES = re.findall(r"^> (.*)\n< (.*)$", README, re.MULTILINE)
"""The questions of the description and their answers."""


def test_the_adapter_is_run_where_tools_are_required() -> None:
    assert NODE or os.environ.get("GRANADA_TOOLS") != "require"


def asked(line: str) -> Any:  # noqa: ANN401  a question
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
    assert set(rows("holds no hidden order")) == set(SCHEMA["$defs"]["state"]["properties"])


def test_the_state_of_the_description_is_one_of_the_suite() -> None:
    shown = json.loads(README.partition("```json\n")[2].partition("```")[0])
    assert shown == CASES["take-several-up-to-five/the-cards-come-into-the-hand"].given["state"]
    assert read_state(shown).actor == 0


def test_the_adapter_answers_every_question_about_moats() -> None:
    moats = [case for case in cases() if case.kind == "moat"]
    assert {case.given["game"] for case in moats} == set(GAMES)
    if NODE is None:
        # Without Node nobody runs the adapter; that it reads what is asked is then all that can be said.
        text = ADAPTER.read_text(encoding="utf-8")
        keys = {key for case in moats for key in case.given}
        assert all(re.search(rf"\b{key}\b", text) for key in keys - {"rulings"})
        return
    report = check_program([NODE, str(ADAPTER)], only=[case.id for case in moats], seconds=60)
    assert report.ok, report.failed[:3]
    assert report.count(PASSED) == len(moats)


def test_what_the_adapter_does_not_know_is_skipped() -> None:
    others = [case.id for case in cases() if case.kind != "moat"][::50]
    if NODE is None:
        assert 'kinds: ["moat"]' in ADAPTER.read_text(encoding="utf-8")
        return
    report = check_program([NODE, str(ADAPTER)], only=others, seconds=60)
    assert report.ok
    assert report.count("skipped") == len(others)


def test_every_chapter_is_listed_among_the_changes() -> None:
    changes = (specs_folder() / "CHANGES.md").read_text(encoding="utf-8")
    for path in specs_folder().glob("*.md"):
        assert path.stem in {"README", "CHANGES"} or f"`{path.stem}`" in changes
