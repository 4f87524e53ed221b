"""The protocol of questions and answers, and this engine at the other end of it: its greeting and its answers."""

from collections.abc import Callable

from granada.errors import InvalidState
from granada.game import GAMES, MODULES, IllegalAction
from granada.notation import BadNotation
from granada.questions.kinds import KINDS
from granada.questions.notes import notes_on
from granada.questions.question import Answer, Question
from granada.questions.reading import read_question
from granada.rulebook import FORMAT

HELLO: dict[str, object] = {"id": "hello", "kind": "hello", "format": FORMAT}
"""The greeting with which an engine is met."""


def hello(version: str = "") -> Answer:
    """The greeting of this engine, which says what it can answer."""
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


def answer(message: object, version: str = "") -> Answer:
    """The answer to a message of the protocol; an error is an answer too."""
    return answer_with(lambda question: question.answer(), message, version)


def answer_with(engine: Callable[[Question], Answer], message: object, version: str = "") -> Answer:
    """The answer of an engine of ours, which gets the question of a message as a value."""
    if not isinstance(message, dict):
        return {"id": None, "error": "a question is a JSON object"}
    if message.get("kind") == "hello":
        return {**hello(version), "id": message.get("id", "hello")}
    number = message.get("id")
    try:
        question = read_question(message)
        notes = notes_on(question)
        return {"id": number, **engine(question), **({"notes": notes} if notes else {})}
    except (InvalidState, BadNotation, IllegalAction, TypeError) as flaw:
        return {"id": number, "error": str(flaw)}
