"""Grading: in what an answer differs from the one that a question must get."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board import Purse
from granada.errors import InvalidState
from granada.game import Action, Buy, Flip, apply, is_legal
from granada.notation import BadNotation
from granada.rulebook import Rule
from granada.suite.complaints import no_such, short
from granada.suite.questions.kinds import ApplyQuestion, GameQuestion
from granada.suite.questions.question import ActionQuestion, StateQuestion
from granada.suite.report import FAILED, PASSED, SKIPPED, Result
from granada.table import opened
from granada.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.game import State
    from granada.suite.cases import Case
    from granada.suite.questions.question import Answer, Question

LONGEST_KEPT = 20_000
"""An answer longer than this is not kept as it came."""


def differences(asked: Question, expect: Answer, said: Answer) -> Iterator[str]:
    """What is wrong with an answer, most telling first; nothing when it is right."""
    if "legal" in expect:
        yield from _legality_differences(expect, said)
    for key in ("exact", "points", "dirk", "winners", "unfinished", "result"):
        if key in expect:
            yield from _unequal(key, expect[key], said.get(key))
    if "illegal" in expect:
        yield from _step_differences(expect["illegal"], said.get("illegal"))
    if "error" in expect and "error" not in said:
        yield f"expected an error, not {short(said.get('result'))}"
    if "then" in expect:
        then = said.get("then")
        facts = then if isinstance(then, dict) else {}
        for name, value in expect["then"].items():
            yield from _unequal(name, _plain(name, value), _plain(name, facts.get(name)))
    if "draws" in expect:
        yield from _unequal("draws", _chances(expect["draws"]), _chances(said.get("draws")))
    if "actions" in expect:
        yield from _action_differences(asked, set(expect["actions"]), said.get("actions"))


def _unequal(name: str, expected: object, found: object) -> Iterator[str]:
    if type(expected) is not type(found) or expected != found:
        yield f"{name}: expected {short(expected)}, not {short(found)}"


def _step_differences(expected: dict[str, Any], found: Any) -> Iterator[str]:  # noqa: ANN401  it may be anything
    """The first illegal step of a game; the rules that it breaks are graded if they are told."""
    told = found if isinstance(found, dict) else {}
    yield from _unequal("the illegal event", expected["event"], told.get("event"))
    if "broken" in told and _rules(told["broken"]) != _rules(expected["broken"]):
        yield f"expected {_listed(expected['broken'])}, not {_listed(told['broken'])}{_unknown(told['broken'])}"


def _rules(told: Any) -> set[str]:  # noqa: ANN401  it may be anything
    if not isinstance(told, list):
        message = f"broken is a list of rules, not {short(told)}"
        raise TypeError(message)
    return set(told)


def _legality_differences(expect: dict[str, Any], said: Answer) -> Iterator[str]:
    legal, broken = said.get("legal"), said.get("broken")
    if legal is None and broken is None:
        yield "the answer says neither legal nor broken"
        return
    if legal is not None and not isinstance(legal, bool):
        yield f"legal is true or false, not {short(legal)}"
        return
    if broken is not None:
        if "broken" in expect and _rules(broken) != _rules(expect["broken"]):
            yield f"expected {_listed(expect['broken'])}, not {_listed(broken)}{_unknown(broken)}"
        if legal is None:
            legal = not _rules(broken)
    if legal is not expect["legal"]:
        yield f"expected {'legal' if expect['legal'] else 'illegal'}"


def _listed(rules: Iterable[str]) -> str:
    return short(", ".join(sorted(map(str, rules))) or "no rule broken").strip("'\"")


def _unknown(told: Iterable[object]) -> str:
    """A word on each name that no rule has."""
    known = [str(rule) for rule in Rule]
    return "".join(f"; {no_such('rule', str(name), known, 1)}" for name in list(told)[:5] if name not in known)


_UNORDERED = {"reserves", "placing", "bought", "dirk", "bonus_hidden", "bonus_shown"}
_CARDS = {"display", "discard", "hands"}


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401  facts have various types
    """A fact in one form, whatever the order in which it was told."""
    if isinstance(value, list) and name in _UNORDERED:
        return (
            sorted((_plain(name, item) for item in value), key=str)
            if _flat(value)
            else [_plain(name, item) for item in value]
        )
    if name in _CARDS and isinstance(value, str):
        return str(Purse.parse(value))
    if name in _CARDS and isinstance(value, list):
        return [_plain(name, item) for item in value]
    return value


def _flat(values: list[Any]) -> bool:
    return not any(isinstance(value, list) for value in values)


def _chances(draws: Any) -> dict[str, str] | None:  # noqa: ANN401  an engine may answer anything
    if not isinstance(draws, dict):
        return None
    found = {str(what): _fraction(chance) for what, chance in draws.items()}
    return {what: str(chance) for what, chance in sorted(found.items()) if chance}


def _fraction(text: Any) -> Fraction:  # noqa: ANN401  an engine may answer anything
    if not re.fullmatch(r"[0-9]{1,40}(/0*[1-9][0-9]{0,40})?", str(text)):
        message = f"a probability is written p/q, not {short(text)}"
        raise InvalidState([message])
    return Fraction(str(text))


def _action_differences(asked: Question, wanted: set[str], told: Any) -> Iterator[str]:  # noqa: ANN401  it may be anything
    """The actions that are missing or wrong; payments with needless cards are ignored."""
    if not isinstance(told, list):
        yield "the answer has no list of actions"
        return
    found = {}
    for text in told:
        try:
            action = Action.parse(text)
            found[str(action)] = action
        except BadNotation as flaw:
            yield f"{str(text)[:60]!r} is no action: {flaw}"
    if missing := sorted(wanted - found.keys()):
        yield f"missing: {visible(', '.join(missing[:5]))}"
    state = asked.state if isinstance(asked, StateQuestion) else None
    extra = [text for text in sorted(found.keys() - wanted) if not _needless(state, found[text])]
    if extra:
        yield f"not legal: {', '.join(extra[:5])}"


def _needless(state: State | None, action: Action) -> bool:
    """Whether an action that is not listed is legal all the same, with cards that it does not need."""
    return state is not None and isinstance(action, Buy | Flip) and is_legal(state, action)


def pays_needlessly(asked: Question) -> bool:
    """Whether a question is about a payment from which a card could be withheld, wherever in a row of actions."""
    if isinstance(asked, GameQuestion):
        return any(_can_withhold(state, action) for state, action in _steps(asked))
    if not isinstance(asked, ActionQuestion | ApplyQuestion):
        return False
    state = asked.state
    for action in asked.deeds:
        if _can_withhold(state, action):
            return True
        if not is_legal(state, action):
            return False
        state = apply(state, action)
    return False


def _steps(asked: GameQuestion) -> Iterator[tuple[State, Action]]:
    """What is done in a recorded game, as far as it is legal, each with the position before."""
    state = opened(asked.record.setup)
    for _, action in asked.record.steps:
        if action is None:  # no question hides anything
            return
        yield state, action
        if not is_legal(state, action):
            return
        state = apply(state, action)


def _can_withhold(state: State, action: Action) -> bool:
    """Whether a payment is legal with a card less as well."""
    if not isinstance(action, Buy | Flip) or not is_legal(state, action):
        return False
    return any(is_legal(state, evolve(action, cards=action.cards - Purse.of([card]))) for card in set(action.cards))


def grade(case: Case, said: Any) -> Result:  # noqa: ANN401  an engine may answer anything
    """Grade an answer."""
    if not isinstance(said, dict):
        return Result(case, FAILED, kept(said), "the answer is no JSON object")
    if "skip" in said:
        return Result(case, SKIPPED, kept(said), visible(said["skip"], 200))
    if "error" in said and "error" not in case.expect:
        return Result(case, FAILED, kept(said), f"the engine reports an error: {visible(said['error'], 500)}")
    try:
        why = next(differences(case.asked, case.expect, said), "")
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as flaw:
        why = f"the answer cannot be read: {visible(flaw, 500)}"
    return Result(case, FAILED if why else PASSED, kept(said), why)


def kept(said: Any) -> Any:  # noqa: ANN401  an engine may answer anything
    """What is kept of an answer: all, unless it is so long that many like it would not fit."""
    try:
        text = json.dumps(said, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return "something that is no JSON"
    return said if len(text) <= LONGEST_KEPT else f"{text[:LONGEST_KEPT]}…"
