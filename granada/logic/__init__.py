"""The clauses of the specification as an engine: questions become facts, and a model becomes answers.

No rule stands here. ``facts`` writes down what questions give, in the words of ``specs/vocabulary.lp``, clingo finds
the one model that the clauses have, and ``answers`` reads it. Clingo comes with the extra ``logic``.
"""

from collections.abc import Sequence
from functools import cache

import clingo

from granada.errors import InvalidState
from granada.logic.answers import SHOWN, read
from granada.logic.facts import Facts
from granada.questions import Answer, Question, answer_with
from granada.rulebook import specs_folder

NAME = "granada clauses"
KINDS = ("layout", "place", "remove", "swap", "moat", "take", "buy", "flip", "award", "score", "legal")
"""The kinds of questions that the clauses answer."""


def answer(message: object, version: str = "") -> Answer:
    """The answer of the clauses to a message of the protocol."""
    said = answer_with(_answer, message, version)
    return {**said, "name": NAME, "kinds": list(KINDS)} if said.get("id") == "hello" and "kinds" in said else said


def answers(questions: Sequence[Question]) -> list[Answer]:
    """The answers to many questions by one run of clingo; each is one of ``KINDS``."""
    facts = Facts()
    for number, question in enumerate(questions):
        facts.add(number, question.kind, question.given)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], f"{_clauses()}\n{SHOWN}\n{facts}")
    control.ground([("base", [])])
    shown: list[list[clingo.Symbol]] = [[] for _ in questions]
    with control.solve(yield_=True) as models:
        for symbol in next(iter(models)).symbols(shown=True):
            shown[symbol.arguments[0].number].append(symbol)
    return [read(question.kind, question.given, said) for question, said in zip(questions, shown, strict=True)]


def _answer(question: Question) -> Answer:
    if question.kind not in KINDS:
        return {"skip": f"no clauses answer {question.kind}"}
    if flaws := question.flaws():
        raise InvalidState(*flaws)
    return answers([question])[0]


@cache
def _clauses() -> str:
    """The vocabulary and the clauses of all chapters."""
    return "\n".join(path.read_text("utf-8") for path in sorted(specs_folder().glob("*.lp")))
