"""Answers as people write them into a case, both ways."""

from collections.abc import Callable
from typing import Any

from granada.errors import InvalidState
from granada.questions.kinds import NotationQuestion, ScoreQuestion
from granada.questions.parts import short
from granada.questions.position_kinds import GameQuestion
from granada.questions.question import Answer, Question, StateQuestion
from granada.rulebook import Rule
from granada.text import visible

Written = dict[str, Any]
"""A case as it stands in TOML."""

_NAMES = {
    "moat": (("result", "result"),),
    "score": (("points", "points"), ("dirk_points", "dirk")),
    "award": (("to", "result"),),
    "legal": (("actions", "actions"),),
    "draw": (("draws", "draws"),),
}
"""By kind, what people write and what it is called in the protocol; the other kinds ask about legality or a text."""
_NOBODY = ("actor", "mover", "marker")
_EMPTY = ("yard", "hut_tops")
"""The facts that can be null, and those of which a part can: TOML has a word for neither."""
_ORDER = {str(rule): number for number, rule in enumerate(Rule)}
"""The order in which broken rules are named."""


def as_expected(question: Question, answer: Answer) -> Answer:
    """An answer of this engine in the form in which a case expects it."""
    return read_answer(question, written_answer(question, answer))


def read_answer(question: Question, written: Written) -> Answer:
    """The answer of a case; an invalid one raises InvalidState."""
    try:
        return _read_answer(question, written)
    except KeyError as missing:
        raise InvalidState(f"a case of kind {question.kind} needs {missing.args[0]}") from None


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


def _inspect(question: Question, written: Written) -> None:
    """Refuse an answer of another form."""
    then = written.get("then")
    values = {**written, **(then if isinstance(then, dict) else {})}
    own = {"dirk_points"} if isinstance(question, StateQuestion) else set(question.parts())
    forms = {name: form for name, form in _FORM_OF.items() if name not in own}
    if isinstance(question, GameQuestion):
        forms["result"] = "a table"
    if flaws := _misformed(values, forms):
        raise InvalidState(*flaws)


def _misformed(values: Written, forms: dict[str, str]) -> list[str]:
    """A complaint about each value that has not its form."""
    return [
        f"{name} is {form}, not {short(values[name])}"
        for name, form in forms.items()
        if name in values and not _FORMS[form](values[name])
    ]


def expected(answer: object) -> Answer:
    """An answer in the form of the protocol; an invalid one raises InvalidState."""
    if not isinstance(answer, dict):
        raise InvalidState(f"expect is a table, not {short(answer)}")
    forms = {**_FORM_OF, "legal": "true or false", "broken": "a list of texts"}
    flaws = _misformed(answer, {name: form for name, form in forms.items() if name not in {"to", "dirk_points"}})
    if ("broken" in answer) > ("legal" in answer):
        flaws.append("legal is needed beside broken")
    if flaws:
        raise InvalidState(*flaws)
    return answer


def _read_answer(question: Question, written: Written) -> Answer:
    _inspect(question, written)
    if question.kind in _NAMES:
        alone = isinstance(question, ScoreQuestion) and question.dirk is None
        names = _NAMES[question.kind][:1] if alone else _NAMES[question.kind]
        return {name: _read_value(word, written[word]) for word, name in names}
    if isinstance(question, GameQuestion):
        return dict(written["result"])
    if isinstance(question, NotationQuestion):
        return {"error": True} if written.get("error") else {"result": written["canonical"]}
    if "then" in written:
        return {"legal": True, "then": {name: _read_value(name, value) for name, value in written["then"].items()}}
    if unknown := set(written["breaks"]) - _ORDER.keys():
        raise InvalidState(f"there is no rule {visible(', '.join(sorted(unknown)))}")
    breaks = sorted(written["breaks"], key=_ORDER.__getitem__)
    return {"legal": not breaks, "broken": breaks, **({"exact": written["exact"]} if "exact" in written else {})}


def written_answer(question: Question, answer: Answer) -> Written:
    """An answer as a case brings it."""
    if question.kind in _NAMES:
        return {word: _written_value(word, answer[name]) for word, name in _NAMES[question.kind] if name in answer}
    if isinstance(question, GameQuestion):
        return {"result": answer}
    if isinstance(question, NotationQuestion):
        return {"error": True} if "error" in answer else {"canonical": answer["result"]}
    if "then" in answer:
        return {"then": {name: _written_value(name, value) for name, value in sorted(answer["then"].items())}}
    return {"breaks": answer["broken"], **({"exact": answer["exact"]} if "exact" in answer else {})}


def _read_value(name: str, value: object) -> object:
    if isinstance(value, list):
        if name == "to":
            return [_read_value("actor", seat) for seat in value]
        if name == "actions":
            return sorted(value)
        return [each or None for each in value] if name in _EMPTY else value
    return None if name in _NOBODY and value == "nobody" else value


def _written_value(name: str, value: object) -> object:
    if isinstance(value, list):
        if name == "to":
            return [_written_value("actor", seat) for seat in value]
        return [each or "" for each in value] if name in _EMPTY else value
    return "nobody" if name in _NOBODY and value is None else value
