"""Cases: a question with the answer that it must get, as JSON and as people write them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from granada.board.tiles import InvalidState
from granada.rulebook import Rule
from granada.spec.questions.kinds import ApplyQuestion, GameQuestion, NotationQuestion
from granada.spec.questions.reading import read_question, read_written

if TYPE_CHECKING:
    from granada.spec.questions.question import Answer, Question

    Written = dict[str, Any]
    """A case as it stands in TOML."""

_NAMES = {
    "moat": (("result", "result"),),
    "score": (("points", "points"), ("dirk_points", "dirk")),
    "award": (("to", "result"),),
    "legal": (("actions", "actions"),),
    "draw": (("draws", "draws"),),
}
"""How people call what the protocol calls otherwise, by kind; the other kinds ask about legality or a text."""
_NOBODY = ("actor", "mover", "marker")
_EMPTY = ("yard", "hut_tops")
"""The facts that can be null, and those of which a part can: TOML has a word for neither."""


@frozen
class Case:
    """A case: a question, and the answer that it must get."""

    id: str
    rule: str
    name: str
    asked: Question
    expect: Answer
    note: str = ""

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.asked.kind

    @cached_property
    def given(self) -> dict[str, Any]:
        """What is given, as the protocol tells it."""
        return self.asked.given

    @property
    def question(self) -> dict[str, Any]:
        """What is asked, as the protocol asks it; it does not contain the answer."""
        return {"id": self.id, "kind": self.kind, "given": self.given}

    @property
    def data(self) -> dict[str, Any]:
        """The whole case as it stands in the suite."""
        told = {
            "rule": self.rule,
            "name": self.name,
            "expect": self.expect,
            **({"note": self.note} if self.note else {}),
        }
        return {**self.question, **told}

    @property
    def written(self) -> Written:
        """The whole case as it stands in a chapter."""
        note = {"note": self.note} if self.note else {}
        return {"name": self.name, **note, **self.asked.written, **written_answer(self.asked, self.expect)}


def slug(name: str) -> str:
    """A name as it stands in the id of a case."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def case_from(data: dict[str, Any]) -> Case:
    """A case from the JSON of the suite."""
    return Case(data["id"], data["rule"], data["name"], read_question(data), data["expect"], data.get("note", ""))


def read_case(rule: str, written: Written) -> Case:
    """A case from its TOML; an InvalidState says what is wrong with it."""
    name = written.get("name")
    where = f"{rule}/{slug(str(name))}"
    try:
        if not isinstance(name, str):
            raise InvalidState(["a case has a name"])
        asked = read_written({key: value for key, value in written.items() if key != "ask"})
        return Case(where, rule, name, asked, read_answer(asked, written), written.get("note", ""))
    except (ValueError, TypeError) as flaw:
        reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
        raise InvalidState([f"{where}: {reason}" for reason in reasons]) from flaw


def answered(asked: Question, name: str, rule: str = "") -> Case | None:
    """A question with the whole answer of this engine as a case; None when it is no question at all."""
    try:
        said = asked.in_full().answer()
    except (ValueError, LookupError, TypeError):
        return None
    if "step" in said:
        return None
    if isinstance(asked, ApplyQuestion):
        asked = evolve(asked, ask=tuple(sorted(said.get("then", ()))))
    return Case(f"{rule}/{slug(name)}", rule, name, asked, _as_expected(asked, said))


def expected(asked: Question) -> Answer:
    """What this engine answers, in the form of an expectation."""
    return _as_expected(asked, asked.answer())


def _as_expected(asked: Question, said: Answer) -> Answer:
    return read_answer(asked, written_answer(asked, said))


# Answers as people write them


def read_answer(asked: Question, written: Written) -> Answer:
    """The answer that a case brings; an InvalidState says what is wrong with it."""
    try:
        return _read_answer(asked, written)
    except KeyError as missing:
        raise InvalidState([f"a case of kind {asked.kind} needs {missing.args[0]}"]) from None


def _read_answer(asked: Question, written: Written) -> Answer:
    if asked.kind in _NAMES:
        names = [pair for pair in _NAMES[asked.kind] if pair[1] != "dirk" or "dirk" in asked.given]
        return {name: _read_value(word, written[word]) for word, name in names}
    if isinstance(asked, GameQuestion):
        return dict(written["result"])
    if isinstance(asked, NotationQuestion):
        return {"error": True} if written.get("error") else {"result": written["canonical"]}
    if "then" in written:
        return {"legal": True, "then": {name: _read_value(name, value) for name, value in written["then"].items()}}
    order = [str(rule) for rule in Rule]
    if unknown := set(written["breaks"]) - set(order):
        raise InvalidState([f"there is no rule {', '.join(sorted(unknown))}"])
    breaks = sorted(written["breaks"], key=order.index)
    return {"legal": not breaks, "broken": breaks, **({"exact": written["exact"]} if "exact" in written else {})}


def written_answer(asked: Question, said: Answer) -> Written:
    """An answer as a case brings it."""
    if asked.kind in _NAMES:
        return {word: _written_value(word, said[name]) for word, name in _NAMES[asked.kind] if name in said}
    if isinstance(asked, GameQuestion):
        return {"result": said}
    if isinstance(asked, NotationQuestion):
        return {"error": True} if "error" in said else {"canonical": said["result"]}
    if "then" in said:
        return {"then": {name: _written_value(name, value) for name, value in sorted(said["then"].items())}}
    return {"breaks": said["broken"], **({"exact": said["exact"]} if "exact" in said else {})}


def _read_value(name: str, value: Any) -> Any:  # noqa: ANN401  answers have various types
    if name in _NOBODY:
        return None if value == "nobody" else value
    if name == "to":
        return [None if seat == "nobody" else seat for seat in value]
    if name == "actions":
        return sorted(value)
    return [each or None for each in value] if name in _EMPTY else value


def _written_value(name: str, value: Any) -> Any:  # noqa: ANN401  answers have various types
    if name in _NOBODY:
        return "nobody" if value is None else value
    if name == "to":
        return ["nobody" if seat is None else seat for seat in value]
    return [each or "" for each in value] if name in _EMPTY else value
