"""The clauses of the specification answer as the rules do, and stand under the sentences of their rules."""

import ast
import io
import json
import re
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import clingo
import pytest

from granada import Rule
from granada.checking import serve
from granada.checking.fuzz import scope_of
from granada.examining import meet
from granada.fuzzing import RandomQuestions
from granada.logic import KINDS, NAME, answer, answers
from granada.logic.facts import Facts
from granada.questions import answer as answer_of_the_rules, differences
from granada.rulebook import specs_folder
from granada.spec import Case, cases
from tests.conftest import seed_of

BATCH = 500
"""So many questions are put in one program."""
DRIVER = Path(__file__).parent.parent / "granada" / "logic"
CHAPTERS = sorted(path for path in specs_folder().glob("*.lp"))
HEADING = re.compile(r"^% ([a-z]+(?:-[a-z]+)+): (.+)$", re.MULTILINE)
ASKED = [case for case in cases() if case.kind in KINDS]


def wrong(asked: list[Case]) -> list[str]:
    """What the clauses answer otherwise than the cases expect."""
    flaws = []
    for start in range(0, len(asked), BATCH):
        part = asked[start : start + BATCH]
        for case, said in zip(part, answers([case.asked for case in part]), strict=True):
            flaws += [f"{case.id} {case.given}: {flaw}" for flaw in differences(case.asked, case.expect, said)]
    return flaws


def random_cases(name: str, first: int = 1) -> Iterator[Case]:
    """Random questions of the kinds that clauses answer, other ones in each run, with the answers of the rules."""
    scope = scope_of(meet(answer))
    assert scope is not None
    seed = seed_of(name)
    questions = RandomQuestions(seed, scope)
    for number in count(first):
        case = questions.case(number, f"question {number} of seed {seed}")
        if case is not None:
            yield case


def test_the_clauses_answer_the_suite() -> None:
    assert len(ASKED) > 3100
    assert {case.kind for case in cases()} - {case.kind for case in ASKED} == {"game", "notation"}
    assert not wrong(ASKED[::9])


@pytest.mark.long
def test_the_clauses_answer_the_whole_suite() -> None:
    assert not wrong(ASKED)


def test_the_clauses_answer_random_questions_as_the_rules_do() -> None:
    assert not wrong(list(islice(random_cases("few"), 500)))


@pytest.mark.long
@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_the_clauses_answer_many_random_questions(name: str) -> None:
    assert not wrong(list(islice(random_cases(name), 1000)))


def test_a_clause_stands_under_the_sentence_of_its_rule() -> None:
    sentences = {str(rule): rule.sentence for rule in Rule}
    found = [match for path in CHAPTERS for match in HEADING.findall(path.read_text("utf-8"))]
    assert found == [(name, sentences[name]) for name, _ in found]
    assert len(found) == len(dict(found)) == 104


def test_one_model_and_no_choice() -> None:
    text = "".join(path.read_text("utf-8") for path in CHAPTERS)
    assert not re.search(r"^\s*(\d\s*)?\{", text, re.MULTILINE), "a clause that chooses would have several models"


def test_grounding_leaves_nothing_to_solve() -> None:
    facts = Facts()
    given = []
    for number, case in enumerate(ASKED[::25]):
        given += [*facts.table(number, case.given), *facts.position(number, case.kind, case.given)]
        given += facts.wishes(number, case.kind, case.given)[0]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "".join(path.read_text("utf-8") for path in CHAPTERS))
    control.add("base", [], ".".join([*facts.faces, *given, ""]))
    control.ground([("base", [])])
    assert len(control.symbolic_atoms) > 10_000
    assert not {atom.symbol.name for atom in control.symbolic_atoms if not atom.is_fact}


def test_the_driver_knows_no_rule() -> None:
    imported = {
        (node.module, alias.name)
        for path in DRIVER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {(room, name) for room, name in imported if room and re.match(r"granada\.(?!logic\b)", room)} == {
        ("granada.board", "Tile"),
        ("granada.errors", "InvalidState"),
        ("granada.errors", "refuse"),
        ("granada.questions", "Answer"),
        ("granada.questions", "Question"),
        ("granada.questions", "answer_with"),
        ("granada.rulebook", "Rule"),
        ("granada.rulebook", "specs_folder"),
    }


def test_clauses_and_driver_stay_short() -> None:
    clauses = [line for path in CHAPTERS for line in path.read_text("utf-8").splitlines() if line[:1] not in {"", "%"}]
    assert sum(-(-len(line) // 100) for line in clauses) <= 1500
    assert sum(len(path.read_text("utf-8").splitlines()) for path in DRIVER.glob("*.py")) <= 400


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("moat", {"game": "combined", "city": {"-1,0": "pavilion6/n", "1,0": "arcades8/n"}}),
        ("buy", {"game": "granada", "hand": "b8", "tile": "seraglio8/s", "do": "buy 1 with b8"}),
    ],
)
def test_what_a_question_leaves_out_or_mistakes_is_answered_as_the_rules_do(
    kind: str, given: dict[str, object]
) -> None:
    question = {"id": "1", "kind": kind, "given": given}
    assert answer(question) == answer_of_the_rules(question)


def test_the_protocol_is_answered() -> None:
    case = next(case for case in ASKED if case.kind == "take")
    lines = [{"id": "hello", "kind": "hello", "format": 1}, case.question, {**case.question, "kind": "game"}]
    said = io.BytesIO()
    serve(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)), said, "1", answer)
    hello, right, other = map(json.loads, said.getvalue().splitlines())
    assert (hello["name"], tuple(hello["kinds"])) == (NAME, KINDS)
    assert right["legal"] is case.expect["legal"]
    assert "error" in other or "skip" in other
