"""An engine that runs the clauses of the specification: it turns questions into facts, and a model into answers.

This package contains no rules. ``facts`` writes questions as facts in the vocabulary of ``specs/vocabulary.lp``, clingo
finds the only model of the clauses, and ``answers`` reads it. A game runs step by step: the engine applies the clauses
again as long as they derive a next position. The extra ``logic`` installs clingo.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

import clingo
from clingo.ast import AST, ASTType, parse_string

from granada.errors import InvalidState, refuse
from granada.logic.answers import SHOWN, read
from granada.logic.facts import Facts
from granada.questions import Answer, Question, answer_with
from granada.rulebook import specs_folder

NAME = "granada clauses"
KINDS = ("layout", "place", "remove", "swap", "moat", "take", "buy", "flip", "award", "score", "legal", "apply", "draw")
"""The kinds of questions that the clauses answer."""
NAMES = re.compile(r"[a-z]\w*")
"""A pattern for the names of predicates, functions and constants."""


def answer(message: object, version: str = "") -> Answer:
    """The answer that the clauses give to a protocol message."""
    said = answer_with(_answer, message, version)
    return {**said, "name": NAME, "kinds": list(KINDS)} if said.get("id") == "hello" and "kinds" in said else said


def answers(questions: Sequence[Question]) -> list[Answer]:
    """The answers to questions of the kinds in ``KINDS``; each run of clingo advances all of them by a step."""
    asked = {number: (question.kind, question.given) for number, question in enumerate(questions)}
    facts = {number: Facts() for number in asked}
    positions = {number: facts[number].position(number, *each) for number, each in asked.items()}
    wishes = {number: facts[number].wishes(number, *each) for number, each in asked.items()}
    tables = {number: facts[number].faces + facts[number].table(number, given) for number, (_, given) in asked.items()}
    said: dict[int, Answer] = {}
    while positions:
        given = [fact for number in positions for fact in (*tables[number], *positions[number], *wishes[number][0])]
        shown = _shown(dict.fromkeys(given))
        for number in list(positions):
            here = shown.get(number, [])
            wishes[number] = wishes[number][any(symbol.name == "happens" for symbol in here) :]
            if wishes[number] != [[]] and (upcoming := [each.arguments[1] for each in here if each.name == "next"]):
                positions[number] = [f"{each.name}({number},{','.join(map(str, each.arguments))})" for each in upcoming]
            else:
                said[number] = read(*asked[number], here)
                del positions[number]
    return [said[number] for number in asked]


def _answer(question: Question) -> Answer:
    if question.kind not in KINDS:
        return {"skip": f"no clauses answer {question.kind}"}
    refuse(question.flaws())
    return answers([question])[0]


def _shown(facts: Iterable[str]) -> dict[int, list[clingo.Symbol]]:
    """The atoms that the clauses derive for each question from these facts."""
    control, given = clingo.Control(["--warn=none"]), ".".join([*facts, ""])
    control.add("base", [], _that_bear_on(_clauses() + SHOWN, frozenset(NAMES.findall(given))) + given)
    control.ground([("base", [])])
    shown: dict[int, list[clingo.Symbol]] = {}
    with control.solve(yield_=True) as models:
        for symbol in next(iter(models)).symbols(shown=True):
            shown.setdefault(symbol.arguments[0].number, []).append(symbol)
    return shown


def _that_bear_on(clauses: str, names: frozenset[str]) -> str:
    """The clauses that can apply to facts with these names; the other clauses would only cost time."""
    known: frozenset[str] = frozenset()
    while names != known:
        known, names = names, names.union(*(gives for _, gives, needs in _parsed(clauses) if needs <= names))
    return "\n".join(text for text, _, needs in _parsed(clauses) if needs <= known)


@cache
def _parsed(clauses: str) -> list[tuple[str, set[str], set[str]]]:
    """Split the text into clauses, each with the names that it defines and the names in its conditions."""
    parsed: list[tuple[str, set[str], set[str]]] = []

    def note(clause: AST) -> None:
        gives, needs = set(NAMES.findall(str(getattr(clause, "head", "")))), set[str]()
        parts = [part for part in getattr(clause, "body", ()) if part.ast_type is ASTType.Literal and not part.sign]
        atoms = [str(part) for part in parts if part.atom.ast_type is ASTType.SymbolicAtom]
        needs.update(*(NAMES.findall(atom)[: 1 if ";" in atom else None] for atom in atoms))
        for text in (str(part) for part in parts if part.atom.ast_type is ASTType.Comparison):
            variable, sign, _ = text.partition(" = ")
            if variable not in re.findall(r"\w+", " ".join(atoms)):
                gives.update(NAMES.findall(text))
            elif sign and ";" not in text:
                needs.update(NAMES.findall(text))
        parsed.append((str(clause), gives, needs))

    parse_string(clauses, note)
    return parsed


@cache
def _clauses() -> str:
    """The vocabulary and the clauses of all chapters, without the sentences above them."""
    return "".join(re.sub("(?m)^%.*", "", path.read_text("utf-8")) for path in sorted(specs_folder().glob("*.lp")))
