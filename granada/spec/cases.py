"""Cases: a question with the answer that it must get, as JSON and as people write it."""

import re
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from granada.errors import InvalidState
from granada.questions import (
    Answer,
    ApplyQuestion,
    Question,
    Written,
    as_expected,
    games_of,
    is_boxed,
    modules_needed,
    read_answer,
    read_question,
    read_written,
    written_answer,
)
from granada.text import visible


@frozen
class Case:
    """A case: a question, and the answer that it must get.

    - ``stratum``: What a random question was drawn for.
    - ``twin_of``: The id of the case in the chapter, where this is a twin of it.
    """

    id: str
    rule: str
    name: str
    asked: Question
    expect: Answer
    note: str = ""
    stratum: str = ""
    twin_of: str = ""

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.asked.kind

    @cached_property
    def given(self) -> dict[str, Any]:
        """The parts of the question, as the protocol has them."""
        return self.asked.given

    @property
    def question(self) -> dict[str, Any]:
        """The question as it is sent to an engine; it does not contain the answer."""
        return {"id": self.id, "kind": self.kind, "given": self.given}

    @property
    def written_as(self) -> str:
        """The id of the case in the chapter; this case may be its twin."""
        return self.twin_of or self.id

    @property
    def data(self) -> dict[str, Any]:
        """The whole case as in the suite, with the features that a program needs to answer it."""
        data = {"rule": self.rule, "name": self.name, "expect": self.expect, "games": list(games_of(self.asked))}
        data |= {"modules": list(modules_needed(self.asked)), "tiles": "box" if is_boxed(self.asked) else "own"}
        more = {"note": self.note, "twin_of": self.twin_of}
        return {**self.question, **data, **{key: text for key, text in more.items() if text}}

    @property
    def written(self) -> Written:
        """The whole case as in a chapter."""
        note = {"note": self.note} if self.note else {}
        return {"name": self.name, **note, **self.asked.written, **written_answer(self.asked, self.expect)}


def slug(name: str) -> str:
    """A name as part of the id of a case."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def case_from(data: dict[str, Any]) -> Case:
    """A case from the JSON of the suite."""
    more = {key: data[key] for key in ("note", "twin_of") if key in data}
    return Case(data["id"], data["rule"], data["name"], read_question(data), data["expect"], **more)


def read_case(rule: str, written: Written) -> Case:
    """A case from its TOML; an InvalidState says what is wrong with it."""
    name = written.get("name")
    where = f"{rule}/{slug(visible(name))}"
    try:
        if not isinstance(name, str):
            raise InvalidState("a case has a name")
        question = read_written({key: value for key, value in written.items() if key != "ask"})
        return Case(where, rule, name, question, read_answer(question, written), written.get("note", ""))
    except (ValueError, TypeError) as flaw:
        reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
        raise InvalidState(*[f"{where}: {reason}" for reason in reasons]) from flaw


def answered(question: Question, name: str, rule: str = "") -> Case | None:
    """A question with the whole answer of this engine as a case; None when it is no question at all."""
    try:
        answer = question.in_full().answer()
    except (ValueError, LookupError, TypeError):
        return None
    if "step" in answer:
        return None
    if isinstance(question, ApplyQuestion):
        question = evolve(question, ask=tuple(sorted(answer.get("then", ()))))
    return Case(f"{rule}/{slug(name)}", rule, name, question, as_expected(question, answer))
