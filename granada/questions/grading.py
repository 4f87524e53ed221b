"""Grading: in what an answer differs from the one that a question must get."""

import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from attrs import evolve

from granada.board import Purse
from granada.errors import InvalidState
from granada.game import Action, Buy, Flip, State, apply, is_legal
from granada.notation import BadNotation
from granada.questions.parts import no_such, short, summary, waiting
from granada.questions.position_kinds import ApplyQuestion, GameQuestion
from granada.questions.question import ActionQuestion, Answer, Question, StateQuestion
from granada.rulebook import Rule
from granada.table import opened
from granada.text import LONGEST_SHOWN, visible

TELLING = (
    *("over", "waiting", "actor", "mover", "placing", "bought", "hands", "cities", "reserves", "discard"),
    *("vizier", "hut_tops", "bonus_shown", "bonus_hidden", "dirk", "points", "dirk_points", "marker", "winners"),
)
"""The facts from which others follow, the most telling first; the display, the yard and what is left come last."""
MOST_ACTIONS = 5
"""How many actions of a wrong list are named."""
MOST_TOLD = 12
"""How many differences of one answer are told."""


def differences(question: Question, expect: Answer, answer: Answer) -> Iterator[str]:
    """What is wrong with an answer, most telling first; nothing when it is right."""
    if "legal" in expect:
        wrong = list(_legality_differences(expect, answer))
        yield from wrong
        if wrong:
            return  # what follows from it is not looked at
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
    """The facts that are wrong, the most telling first."""
    if expected and not isinstance(then, dict):
        raise TypeError(f"then is an object with a value for each fact, not {as_words(then)}")
    facts = then if isinstance(then, dict) else {}
    for name in sorted(expected, key=lambda name: TELLING.index(name) if name in TELLING else len(TELLING)):
        if name not in facts:
            yield f"{name}: expected {as_words(expected[name])}, but it is not told"
        else:
            yield from _unequal(name, _plain(name, expected[name]), _plain(name, facts[name]))


def _changes(question: ApplyQuestion, then: object) -> Iterator[str]:
    """The facts reported after a refusal that differ from those before it: nothing may have changed.

    If a draw was due before, the engine may have drawn by itself.
    """
    before = question.course.before
    if waiting(before) != "draw" and isinstance(then, dict):
        yield from _fact_differences({name: fact for name, fact in summary(before).items() if name in then}, then)


_ENDINGS = {"points", "winners", "unfinished", "illegal"}
"""How a game can go, in one of several ways."""


def _missing(key: str, expect: Answer, answer: Answer) -> Iterator[str]:
    """A key that is not in an answer: it says something else, or nothing of the kind."""
    others = {name: value for name, value in answer.items() if name in _ENDINGS - expect.keys()}
    if not others or not _ENDINGS & {key}:
        raise TypeError(f"it has no {key}")
    yield f"{key}: expected {as_words(expect[key])}, not {as_words(others)}"


def _unequal(name: str, expected: object, found: object) -> Iterator[str]:
    if type(expected) is not type(found) or expected != found:
        yield f"{name}: expected {as_words(expected)}, not {as_words(found)}"


def as_words(value: object) -> str:
    """A value as JSON writes it, shortened."""
    try:
        return visible(json.dumps(value, ensure_ascii=False), LONGEST_SHOWN)
    except (TypeError, ValueError, RecursionError):
        return "something that is no JSON"


def _step_differences(expected: dict[str, Any], answer: object) -> Iterator[str]:
    """The first illegal step of a game; the rules that it breaks are graded if the answer names them."""
    step = answer if isinstance(answer, dict) else {}
    yield from _unequal("the illegal event", expected["event"], step.get("event"))
    if "broken" in step:
        yield from _rule_differences(expected["broken"], step["broken"])


def _rule_differences(expected: list[str], broken: object) -> Iterator[str]:
    rules = _rules(broken)
    if set(rules) != set(expected):
        known = [str(rule) for rule in Rule]
        unknown = (f"; {no_such('rule', str(name), known, 1)}" for name in rules[:5] if name not in known)
        yield f"expected {_listed(expected)}, not {_listed(rules)}{''.join(unknown)}"


def _rules(broken: object) -> list[str]:
    if not isinstance(broken, list):
        raise TypeError(f"broken is a list of rules, not {as_words(broken)}")
    return broken


def _legality_differences(expect: Answer, answer: Answer) -> Iterator[str]:
    legal, broken = answer.get("legal"), answer.get("broken")
    if legal is None and broken is None:
        raise TypeError("it says neither legal nor broken")
    if legal is not None and not isinstance(legal, bool):
        raise TypeError(f"legal is true or false, not {as_words(legal)}")
    if broken is not None:
        if "broken" in expect:
            yield from _rule_differences(expect["broken"], broken)
        if legal is None:
            legal = not _rules(broken)
    if legal is not expect["legal"]:
        yield f"expected {'legal' if expect['legal'] else 'illegal'}"


def _listed(rules: Iterable[str]) -> str:
    return short(", ".join(sorted(map(str, rules))) or "no rule broken").strip("'\"")


_UNORDERED = {"reserves", "placing", "bought", "dirk", "bonus_hidden", "bonus_shown"}
_CARDS = {"display", "discard", "hands"}


def _plain(name: str, value: object) -> object:
    """A fact in one form, in whatever order it was written."""
    if isinstance(value, list) and name in _UNORDERED | _CARDS:
        plain = [_plain(name, item) for item in value]
        flat = not any(isinstance(item, list) for item in value)
        return sorted(plain, key=str) if flat and name in _UNORDERED else plain
    if name in _CARDS and isinstance(value, str):
        return str(Purse.parse(value))
    return value


def _chances(draws: object) -> dict[str, str] | None:
    if not isinstance(draws, dict):
        return None
    found = {str(what): _fraction(chance) for what, chance in draws.items()}
    return {what: str(chance) for what, chance in sorted(found.items()) if chance}


def _fraction(text: object) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,40}(/0*[1-9][0-9]{0,40})?", str(text)):
        raise InvalidState(f"a probability is written p/q, not {as_words(text)}")
    return Fraction(str(text))


def _action_differences(question: Question, wanted: set[str], texts: object) -> Iterator[str]:
    """The actions that are missing or wrong; payments with needless cards are ignored."""
    if not isinstance(texts, list):
        raise TypeError("it has no list of actions")
    found = {}
    for text in texts:
        try:
            action = Action.parse(text)
            found[str(action)] = action
        except BadNotation as flaw:
            yield f"{as_words(text)} is no action: {flaw}"
    missing, added = misjudged(question, wanted, found)
    if missing:
        yield f"missing: {visible(', '.join(missing))}"
    if added:
        yield f"not legal: {', '.join(added)}"


def misjudged(question: Question, wanted: set[str], found: Iterable[str]) -> tuple[list[str], list[str]]:
    """The first actions that are missing in a list, and the first that should not be there."""
    state, listed = question.state if isinstance(question, StateQuestion) else None, set(found)
    added = (text for text in sorted(listed - wanted) if not _needless(state, Action.parse(text)))
    return sorted(wanted - listed)[:MOST_ACTIONS], list(islice(added, MOST_ACTIONS))


def _needless(state: State | None, action: Action) -> bool:
    """Whether an action that is not listed is legal all the same, with cards that it does not need."""
    return state is not None and isinstance(action, Buy | Flip) and is_legal(state, action)


def pays_needlessly(question: Question) -> bool:
    """Whether a question is about a payment from which a card could be withheld, wherever in a row of actions."""
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
    """Whether a payment is legal with a card less as well."""
    if not isinstance(action, Buy | Flip) or not is_legal(state, action):
        return False
    return any(is_legal(state, evolve(action, cards=action.cards - Purse([card]))) for card in set(action.cards))
