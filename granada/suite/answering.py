"""This engine at the other end of the protocol: it says hello, and answers questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import InvalidState
from granada.game import GAMES, MODULES, IllegalAction
from granada.notation import BadNotation
from granada.rulebook import FORMAT
from granada.suite.questions.kinds import KINDS
from granada.suite.questions.reading import read_question

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from granada.suite.questions.question import Answer, Question


def hello(version: str = "") -> Answer:
    """What this engine says of itself."""
    return {
        "id": "hello",
        "name": "granada",
        **({"version": version} if version else {}),
        "format": FORMAT,
        "kinds": list(KINDS),
        "games": list(GAMES),
        "modules": list(MODULES),
        "rulings": "any",
    }


def answer(question: Any, version: str = "") -> Answer:  # noqa: ANN401  whatever somebody asks
    """The answer to a question of the protocol; an error is an answer too."""
    return answer_with(lambda asked: asked.answer(), question, version)


def answer_with(engine: Callable[[Question], Answer], question: Any, version: str = "") -> Answer:  # noqa: ANN401  as above
    """The answer of an engine of ours, which is asked a question once it is read."""
    if not isinstance(question, dict):
        return {"id": None, "error": "a question is a JSON object"}
    if question.get("kind") == "hello":
        return {**hello(version), "id": question.get("id", "hello")}
    number = question.get("id")
    try:
        return {"id": number, **engine(read_question(question))}
    except (InvalidState, BadNotation, IllegalAction, TypeError) as flaw:
        return {"id": number, "error": str(flaw)}
