"""Answers as people write them into a case, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.rulebook import Rule
from granada.suite.complaints import short
from granada.suite.questions.kinds import GameQuestion, NotationQuestion, ScoreQuestion
from granada.suite.questions.question import StateQuestion
from granada.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.suite.questions.question import Answer, Question

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


def as_expected(asked: Question, said: Answer) -> Answer:
    """An answer of this engine in the form in which a case expects it."""
    return read_answer(asked, written_answer(asked, said))


def read_answer(asked: Question, written: Written) -> Answer:
    """The answer that a case brings; an InvalidState says what is wrong with it."""
    try:
        return _read_answer(asked, written)
    except KeyError as missing:
        raise InvalidState([f"a case of kind {asked.kind} needs {missing.args[0]}"]) from None


_FORMS: dict[str, Callable[[Any], bool]] = {
    "a list of texts": lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
    "a list of whole numbers": lambda value: isinstance(value, list) and all(type(each) is int for each in value),
    "a list of seats": lambda value: isinstance(value, list) and all(type(each) in (int, str) for each in value),
    "a table": lambda value: isinstance(value, dict),
    "true or false": lambda value: type(value) is bool,
    "a whole number": lambda value: type(value) is int,
    "a text": lambda value: isinstance(value, str),
}
_FORM_OF = {
    "breaks": "a list of texts",
    "actions": "a list of texts",
    "yard": "a list of texts",
    "hut_tops": "a list of texts",
    "points": "a list of whole numbers",
    "dirk_points": "a whole number",
    "to": "a list of seats",
    "then": "a table",
    "draws": "a table",
    "exact": "true or false",
    "error": "true or false",
    "canonical": "a text",
}
"""The form of what is written as an answer."""


def _inspect(asked: Question, written: Written) -> None:
    """Refuse an answer of another form."""
    then = written.get("then")
    told = {**written, **(then if isinstance(then, dict) else {})}
    own = {"dirk_points"} if isinstance(asked, StateQuestion) else set(asked.parts())
    forms = {name: form for name, form in _FORM_OF.items() if name in told and name not in own}
    if isinstance(asked, GameQuestion) and "result" in told:
        forms["result"] = "a table"
    if flaws := [
        f"{name} is {form}, not {short(told[name])}" for name, form in forms.items() if not _FORMS[form](told[name])
    ]:
        raise InvalidState(flaws)


def expected(told: Any) -> Answer:  # noqa: ANN401  whatever was written
    """An answer as the protocol gives it; an InvalidState says what is wrong with its form."""
    if not isinstance(told, dict):
        raise InvalidState([f"expect is a table, not {short(told)}"])
    forms = {**_FORM_OF, "legal": "true or false", "broken": "a list of texts"}
    flaws = [
        f"{name} is {form}, not {short(told[name])}"
        for name, form in forms.items()
        if name in told and name not in {"to", "dirk_points"} and not _FORMS[form](told[name])
    ]
    if ("broken" in told) > ("legal" in told):
        flaws.append("legal is needed beside broken")
    if flaws:
        raise InvalidState(flaws)
    return told


def _read_answer(asked: Question, written: Written) -> Answer:
    _inspect(asked, written)
    if asked.kind in _NAMES:
        alone = isinstance(asked, ScoreQuestion) and asked.dirk is None
        names = _NAMES[asked.kind][:1] if alone else _NAMES[asked.kind]
        return {name: _read_value(word, written[word]) for word, name in names}
    if isinstance(asked, GameQuestion):
        return dict(written["result"])
    if isinstance(asked, NotationQuestion):
        return {"error": True} if written.get("error") else {"result": written["canonical"]}
    if "then" in written:
        return {"legal": True, "then": {name: _read_value(name, value) for name, value in written["then"].items()}}
    order = [str(rule) for rule in Rule]
    if unknown := set(written["breaks"]) - set(order):
        raise InvalidState([f"there is no rule {visible(', '.join(sorted(unknown)))}"])
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
