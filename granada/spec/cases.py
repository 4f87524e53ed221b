"""Cases, which are questions with their expected answers, written as JSON or TOML."""

import re
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from granada import questions
from granada.errors import InvalidState
from granada.text import visible


@frozen
class Case:
    """A case: a question and its expected answer.

    - ``stratum``: The stratum from which a random question was drawn.
    - ``twin_of``: For a twin, the id of the original case in the chapter.
    """

    id: str
    rule: str
    name: str
    asked: questions.Question
    expect: questions.Answer
    note: str = ""
    stratum: str = ""
    twin_of: str = ""

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.asked.kind

    @cached_property
    def given(self) -> dict[str, Any]:
        """The parts of the question, as the protocol writes them."""
        return self.asked.given

    @property
    def question(self) -> dict[str, Any]:
        """The question as the protocol sends it to an engine, without the answer."""
        return {"id": self.id, "kind": self.kind, "given": self.given}

    @property
    def data(self) -> dict[str, Any]:
        """The whole case as the suite stores it, with the features that an engine needs to answer it."""
        data = {
            "rule": self.rule,
            "name": self.name,
            "expect": self.expect,
            "games": list(questions.games_of(self.asked)),
        }
        data |= {
            "modules": list(questions.modules_needed(self.asked)),
            "tiles": "box" if questions.is_boxed(self.asked) else "own",
        }
        more = {"note": self.note, "twin_of": self.twin_of}
        return {**self.question, **data, **{key: text for key, text in more.items() if text}}

    @property
    def written(self) -> questions.Written:
        """The whole case as a chapter writes it."""
        note = {"note": self.note} if self.note else {}
        return {"name": self.name, **note, **self.asked.written, **questions.written_answer(self.asked, self.expect)}


def slug(name: str) -> str:
    """Convert a name to the form that it has in a case's id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def case_from(data: dict[str, Any]) -> Case:
    """Read a case from the suite's JSON."""
    more = {key: data[key] for key in ("note", "twin_of") if key in data}
    return Case(data["id"], data["rule"], data["name"], questions.read_question(data), data["expect"], **more)


def read_case(rule: str, written: questions.Written) -> Case:
    """Read a case from its TOML; raise InvalidState if the TOML is wrong."""
    name = written.get("name")
    where = f"{rule}/{slug(visible(name))}"
    try:
        if not isinstance(name, str):
            raise InvalidState("a case must have a name")
        question = questions.read_written({key: value for key, value in written.items() if key != "ask"})
        return Case(where, rule, name, question, questions.read_answer(question, written), written.get("note", ""))
    except (ValueError, TypeError) as flaw:
        reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
        raise InvalidState(*[f"{where}: {reason}" for reason in reasons]) from flaw


def answered(
    question: questions.Question, name: str, rule: str = "", answer: questions.Answer | None = None
) -> Case | None:
    """A case made from a question and an answer (by default, this engine's); None if the question is invalid."""
    if question.flaws():
        return None
    try:
        answer = question.in_full().answer() if answer is None else answer
    except (ValueError, LookupError, TypeError):
        return None
    if "step" in answer:
        return None
    if isinstance(question, questions.ApplyQuestion):
        question = evolve(question, ask=tuple(sorted(answer.get("then", questions.UNCHANGED))))
    return Case(f"{rule}/{slug(name)}", rule, name, question, questions.as_expected(question, answer))
