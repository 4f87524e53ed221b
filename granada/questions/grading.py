"""Read and write the answers in cases, and find the differences between an answer and the expected one."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, TypeVar, cast

from attrs import evolve

from granada.board import Purse
from granada.errors import InvalidState, refuse
from granada.game import Action, Buy, Flip, State, apply, is_legal
from granada.notation import BadNotation
from granada.questions.kinds import NotationQuestion, ScoreQuestion
from granada.questions.parts import no_such, short, summary, waiting
from granada.questions.position_kinds import ApplyQuestion, GameQuestion
from granada.questions.question import ActionQuestion, Answer, Question, StateQuestion
from granada.rulebook import Rule
from granada.table import opened
from granada.text import LONGEST_SHOWN, visible

Written = dict[str, Any]
"""A case as a TOML table."""

_NAMES = {
    "moat": (("result", "result"),),
    "score": (("points", "points"), ("dirk_points", "dirk")),
    "award": (("to", "result"),),
    "legal": (("actions", "actions"),),
    "draw": (("draws", "draws"),),
}
"""For some kinds, the keys of the answer in TOML and in the protocol; the others ask about legality or a text."""
_NOBODY = ("actor", "mover", "marker")
_EMPTY = ("yard", "hut_tops")
"""The facts that can be null, and the facts that can contain null; TOML has no null."""
_ORDER = {str(rule): number for number, rule in enumerate(Rule)}
"""The position of each rule in the order of broken rules."""


def as_expected(question: Question, answer: Answer) -> Answer:
    """Convert an answer by this engine to the form of the expected answer in a case."""
    return read_answer(question, written_answer(question, answer))


def read_answer(question: Question, written: Written) -> Answer:
    """Read the answer in a case; raise InvalidState if it is invalid."""
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
    **dict.fromkeys(("breaks", "actions", "yard", "hut_tops"), "a list of texts"),
    "points": "a list of whole numbers",
    "dirk_points": "a whole number",
    "to": "a list of seats",
    **dict.fromkeys(("then", "draws"), "a table"),
    **dict.fromkeys(("exact", "error"), "true or false"),
    "canonical": "a text",
}
"""A mapping from each key of an answer to the form of its value."""


def _inspect(question: Question, written: Written) -> None:
    """Raise InvalidState if an answer has the wrong form."""
    then = written.get("then")
    values = {**written, **(then if isinstance(then, dict) else {})}
    own = {"dirk_points"} if isinstance(question, StateQuestion) else set(question.parts())
    forms = {name: form for name, form in _FORM_OF.items() if name not in own}
    if isinstance(question, GameQuestion):
        forms["result"] = "a table"
    refuse(_misformed(values, forms))


def _misformed(values: Written, forms: dict[str, str]) -> list[str]:
    """An error message for each value that has the wrong form."""
    return [
        f"{name} must be {form}, not {short(values[name])}"
        for name, form in forms.items()
        if name in values and not _FORMS[form](values[name])
    ]


def expected(answer: object) -> Answer:
    """Validate an answer in the protocol's form; raise InvalidState if it is invalid."""
    if not isinstance(answer, dict):
        raise InvalidState(f"expect must be a table, not {short(answer)}")
    forms = {**_FORM_OF, "legal": "true or false", "broken": "a list of texts"}
    flaws = _misformed(answer, {name: form for name, form in forms.items() if name not in {"to", "dirk_points"}})
    if ("broken" in answer) > ("legal" in answer):
        flaws.append("legal is needed beside broken")
    refuse(flaws)
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
    """An answer in the form used in cases."""
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


TELLING = (
    *("over", "waiting", "actor", "mover", "placing", "bought", "hands", "cities", "reserves", "discard"),
    *("vizier", "hut_tops", "bonus_shown", "bonus_hidden", "dirk", "points", "dirk_points", "marker", "winners"),
)
"""The facts that explain other facts, most significant first; all facts that are not listed come last."""
MOST_ACTIONS = 5
"""The maximum number of actions from a wrong list that a message names."""
MOST_TOLD = 12
"""The maximum number of differences in one answer that a message lists."""


def differences(question: Question, expect: Answer, answer: Answer) -> Iterator[str]:
    """The differences between an answer and the expected one, most significant first; empty if the answer is right."""
    if "legal" in expect:
        wrong = list(_legality_differences(expect, answer))
        yield from wrong
        if wrong:
            return  # the consequences of this difference are not compared
    for key in ("exact", "points", "dirk", "winners", "unfinished", "result"):
        if key in expect:
            yield from _unequal(key, expect[key], answer[key]) if key in answer else _missing(key, expect, answer)
    if "illegal" in expect:
        if "illegal" in answer:
            yield from _step_differences(expect["illegal"], answer["illegal"])
        else:
            yield from _missing("illegal", expect, answer)
    if "error" in expect and "error" not in answer:
        yield f"expected an error, not {as_words(answer.get('result'))}"
    if "then" in expect:
        yield from _fact_differences(expect["then"], answer.get("then"))
    elif "then" in answer and isinstance(question, ApplyQuestion):
        yield from _changes(question, answer["then"])
    if "draws" in expect:
        yield from _unequal("draws", _chances(expect["draws"]), _chances(answer.get("draws")))
    if "actions" in expect:
        yield from _action_differences(question, set(expect["actions"]), answer.get("actions"))


def _fact_differences(expected: Answer, then: object) -> Iterator[str]:
    """The differences between expected and reported facts, most significant first."""
    facts = _formed("then", expected, then) if expected else {}
    for name in sorted(expected, key=lambda name: TELLING.index(name) if name in TELLING else len(TELLING)):
        if name not in facts:
            yield f"{name}: expected {as_words(expected[name])}, but it is missing"
        else:
            yield from _unequal(name, _plain(name, expected[name]), _plain(name, facts[name]))


def _changes(question: ApplyQuestion, then: object) -> Iterator[str]:
    """The facts that an answer reports as changed although the action was refused.

    If a draw was due before the action, nothing is reported, because the engine may have drawn on its own.
    """
    before = question.course.before
    if waiting(before) != "draw" and isinstance(then, dict):
        yield from _fact_differences({name: fact for name, fact in summary(before).items() if name in then}, then)


_ENDINGS = {"points", "winners", "unfinished", "illegal"}
"""The keys for the possible endings of a game."""


def _missing(key: str, expect: Answer, answer: Answer) -> Iterator[str]:
    """The difference if a game ended differently; raise TypeError if a key is simply missing."""
    others = {name: value for name, value in answer.items() if name in _ENDINGS - expect.keys()}
    if not others or not _ENDINGS & {key}:
        raise TypeError(f"it has no {key}")
    yield f"{key}: expected {as_words(expect[key])}, not {as_words(others)}"


def _unequal(name: str, expected: object, found: object) -> Iterator[str]:
    """The difference between two values; raise TypeError if the forms differ, such as a text instead of a number."""
    if expected != _formed(name, expected, found):
        yield f"{name}: expected {as_words(expected)}, not {as_words(found)}"


Form = TypeVar("Form")
_CALLED = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "an object"}
_MANY = {int: "whole numbers", str: "texts", list: "lists", dict: "objects"}
_NULLABLE = {"actor", "mover", "marker", "result", *_EMPTY}
"""The parts of an answer that can be or contain null; a result can only if it is a list."""


def _formed(name: str, expected: Form, found: object) -> Form:
    """A part of an answer; raise TypeError if its form is not that of the expected value, as of a text for a number."""
    null = name in _NULLABLE and not (name == "result" and isinstance(expected, int | str))
    goes_on = name == "winners" and found is None  # an engine may think that the game is not over
    if goes_on or _fits(expected, found, null=null):
        return cast("Form", found)
    form = _CALLED[type(expected)]
    if isinstance(expected, list):
        items = next((_MANY[type(each)] for each in expected if type(each) in _MANY), "")
        if items:
            form += f" of {items} and nulls" if null else f" of {items}"
    elif null:
        form += " or null"
    raise TypeError(f"{name} must be {form}, not {as_words(found)}")


def _fits(expected: object, found: object, *, null: bool) -> bool:
    """Whether a value has the form of the expected one; null and the items of an empty list may stand for any form."""
    if isinstance(expected, list) and isinstance(found, list):
        sample = next((each for each in expected if each is not None), None)
        return all(_fits(sample, each, null=null) for each in found)
    nothing = null and found is None and not isinstance(expected, list)
    return expected is None or nothing or type(expected) is type(found)


def as_words(value: object) -> str:
    """A value as JSON, shortened for a message."""
    try:
        return visible(json.dumps(value, ensure_ascii=False), LONGEST_SHOWN)
    except (TypeError, ValueError, RecursionError):
        return "a value that is not JSON"


def _step_differences(expected: dict[str, Any], answer: object) -> Iterator[str]:
    """The differences in the number of the first illegal event and, if the answer names them, in the broken rules."""
    step = _formed("illegal", expected, answer)
    yield from _unequal("the illegal event", expected["event"], step.get("event"))
    if "broken" in step:
        yield from _rule_differences(expected["broken"], step["broken"])


def _rule_differences(expected: list[str], broken: object) -> Iterator[str]:
    rules = _formed("broken", [""], broken)
    if set(rules) != set(expected):
        known = [str(rule) for rule in Rule]
        unknown = (f"; {no_such('rule', str(name), known, 1)}" for name in rules[:5] if name not in known)
        yield f"expected {_listed(expected)}, not {_listed(rules)}{''.join(unknown)}"


def _legality_differences(expect: Answer, answer: Answer) -> Iterator[str]:
    legal, broken = answer.get("legal"), answer.get("broken")
    if legal is None and broken is None:
        raise TypeError("it has neither legal nor broken")
    if legal is not None:
        _formed("legal", expect["legal"], legal)
    if broken is not None:
        if "broken" in expect:
            yield from _rule_differences(expect["broken"], broken)
        if legal is None:
            legal = not _formed("broken", [""], broken)
    if legal is not expect["legal"]:
        yield f"expected {'legal' if expect['legal'] else 'illegal'}"


def _listed(rules: Iterable[str]) -> str:
    return short(", ".join(sorted(map(str, rules))) or "no rule broken").strip("'\"")


_UNORDERED = {"reserves", "placing", "bought", "dirk", "bonus_hidden", "bonus_shown"}
_CARDS = {"display", "discard", "hands"}


def _plain(name: str, value: object) -> object:
    """Convert a fact to a canonical form, with cards and unordered lists sorted."""
    if isinstance(value, list) and name in _UNORDERED | _CARDS:
        plain = [_plain(name, item) for item in value]
        flat = not any(isinstance(item, list) for item in value)
        return sorted(plain, key=str) if flat and name in _UNORDERED else plain
    if name in _CARDS and isinstance(value, str):
        return str(Purse.parse(value))
    return value


def _chances(draws: object) -> dict[str, str]:
    read: dict[str, object] = _formed("draws", {}, draws)
    found = {str(what): _fraction(chance) for what, chance in read.items()}
    return {what: str(chance) for what, chance in sorted(found.items()) if chance}


def _fraction(text: object) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,40}(/0*[1-9][0-9]{0,40})?", str(text)):
        raise InvalidState(f"a probability must be written p/q, not {as_words(text)}")
    return Fraction(str(text))


def _action_differences(question: Question, wanted: set[str], texts: object) -> Iterator[str]:
    """The missing and wrong actions, except legal payments with unneeded cards."""
    found = {}
    for text in _formed("actions", [""], texts):
        try:
            action = Action.parse(text)
            found[str(action)] = action
        except BadNotation as flaw:
            yield f"{as_words(text)} is not an action: {flaw}"
    missing, added = misjudged(question, wanted, found)
    if missing:
        yield f"missing: {visible(', '.join(missing))}"
    if added:
        yield f"not legal: {', '.join(added)}"


def misjudged(question: Question, wanted: set[str], found: Iterable[str]) -> tuple[list[str], list[str]]:
    """The first few actions that are missing from a list, and the first few wrong actions in it."""
    state, listed = question.state if isinstance(question, StateQuestion) else None, set(found)
    added = (text for text in sorted(listed - wanted) if not _needless(state, Action.parse(text)))
    return sorted(wanted - listed)[:MOST_ACTIONS], list(islice(added, MOST_ACTIONS))


def _needless(state: State | None, action: Action) -> bool:
    """Whether an unlisted action is legal but pays with unneeded cards."""
    return state is not None and isinstance(action, Buy | Flip) and is_legal(state, action)


def pays_needlessly(question: Question) -> bool:
    """Whether any action in a question pays with a card that is not needed."""
    match question:
        case GameQuestion():
            state = opened(question.record.setup)
            actions = [action for _, action in question.record.steps]
        case ActionQuestion() | ApplyQuestion():
            state, actions = question.state, list(question.deeds)
        case _:
            return False
    for action in actions:
        if _can_withhold(state, action):
            return True
        if not is_legal(state, action):
            return False
        state = apply(state, action)
    return False


def _can_withhold(state: State, action: Action) -> bool:
    """Whether a payment is legal with one card fewer."""
    if not isinstance(action, Buy | Flip) or not is_legal(state, action):
        return False
    return any(is_legal(state, evolve(action, cards=action.cards - Purse([card]))) for card in set(action.cards))
