"""The fuzzer: random questions to an engine, and every disagreement shrunk to a case that can be pasted."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.chapters import read_case
from granada.games import GAMES
from granada.handwritten import answered, toml_text
from granada.modules import MODULES
from granada.questionnaire import Questionnaire, Scope
from granada.questions import KINDS
from granada.rulebook import Rule
from granada.shrink import shrunk
from granada.suite import FAILED, FUZZ, Report, Result, meet, modules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.chapters import Case
    from granada.handwritten import Written
    from granada.questions import Answer, Question
    from granada.rulebook import Rulings
    from granada.suite import Examiner

ALIKE = 3
"""How many disagreements that look alike are shrunk; the others are counted."""
USELESS = 50
"""So many draws in a row that give no question mean that there is none to ask."""
HEADINGS = {
    "layout": Rule.MOATS_MATCH,
    "place": Rule.MOATS_MATCH,
    "remove": Rule.REMOVE_TO_THE_RESERVE,
    "swap": Rule.SWAP_IN_PLACE,
    "moat": Rule.LONGEST_MOAT,
    "take": Rule.TAKE_SEVERAL_UP_TO_FIVE,
    "buy": Rule.PAY_AT_LEAST_THE_PRICE,
    "flip": Rule.FLIP_COSTS_THREE,
    "score": Rule.FIRST_SECOND_THIRD,
    "award": Rule.AWARD_TO_THE_RICHEST,
    "legal": Rule.ACT_ON_YOUR_TURN,
    "apply": Rule.TURN_ORDER,
    "draw": Rule.DRAW_CAN_COME,
    "game": Rule.RECORD_OF_A_GAME,
    "notation": Rule.NOTATION_OF_ACTIONS,
}
"""Under which rule a case of each kind is filed when its answer names none."""


def fuzz(
    answer: Callable[[Question], Answer], n: int = 1000, seed: int = 0, *, rulings: Rulings | str | None = None
) -> Report:
    """Ask any Python callable random questions, and report every disagreement as a minimal case.

    >>> from granada.questions import answer
    >>> print(fuzz(answer, 20).totals)
    20 passed, 0 failed, 0 skipped
    """
    examiner = meet(answer, rulings)
    return Report(tuple(fuzzed(examiner, n, seed)), examiner.name)


def fuzzed(examiner: Examiner, n: int, seed: int) -> Iterator[Result]:
    """The results of random questions, one by one; equal seeds ask equal questions."""
    scope = scope_of(examiner)
    if scope is None:
        return
    questionnaire = Questionnaire(Random(seed), scope)  # noqa: S311  chance, not secrecy
    alike: dict[object, list[str]] = {}
    for number in range(1, n + 1):
        name = f"question {number} of seed {seed}"
        written = next((found for _ in range(USELESS) if (found := _drawn(questionnaire, name))), None)
        if written is None:
            return
        result = _asked(examiner, written, f"{FUZZ}{seed}/{number}")
        if result.status == FAILED:
            yield _explained(examiner, written, result, alike)
        else:
            yield evolve(result, case=evolve(result.case, given={}, expect={}), answer=None)


def scope_of(examiner: Examiner) -> Scope | None:
    """What an engine can be asked about; None when there is nothing."""
    said = examiner.declared
    games = []
    for game in GAMES:
        try:
            examiner.readings(game)
        except ValueError:
            continue
        if game in said.get("games", GAMES):
            games.append(game)
    kinds = [kind for kind in KINDS if kind in said.get("kinds", KINDS)]
    known = modules_of(said)
    modules = [name for name in MODULES if known is None or name in known]
    return Scope(tuple(kinds), tuple(games), tuple(modules), examiner.readings) if kinds and games else None


def _drawn(questionnaire: Questionnaire, name: str) -> Written | None:
    """A random question with its answers, if it is one."""
    found = questionnaire.next()
    return answered({"name": name, **found}) if found else None


def _asked(examiner: Examiner, written: Written, number: str, rule: str = "") -> Result:
    case = read_case(rule or str(HEADINGS[written["kind"]]), written)
    return examiner.ask(evolve(case, id=number))


def _explained(examiner: Examiner, written: Written, result: Result, alike: dict[object, list[str]]) -> Result:
    """A disagreement shrunk and told as TOML, unless there have been enough like it."""
    like = alike.setdefault(_looks(result), [])
    if result.answer is None or len(like) >= ALIKE:
        hint = f" (as {like[0]})" if like else ""
        text = "" if like else toml_text(written, _heading(result))
        return evolve(result, why=f"{result.why}{hint}", toml=text)
    like.append(result.case.id)
    tries = iter(range(1, 1 << 30))

    def fails(candidate: Written) -> bool:
        other = _asked(examiner, candidate, f"{result.case.id}/{next(tries)}")
        return other.status == FAILED and other.answer is not None and _looks(other) == _looks(result)

    smallest = _telling(shrunk(written, fails), fails)
    final = _asked(examiner, smallest, f"{result.case.id}/{next(tries)}")
    if final.status != FAILED:  # an engine that answers now so, now so
        return evolve(result, toml=toml_text(written, _heading(result)))
    heading = _heading(final)
    case: Case = evolve(final.case, id=result.case.id, rule=heading)
    known = alike.setdefault(toml_text({**smallest, "name": ""}), [])
    known.append(case.id)
    if known[0] != case.id:
        return Result(case, FAILED, final.answer, f"{final.why} (as {known[0]})")
    return Result(case, FAILED, final.answer, final.why, toml_text(smallest, heading))


def _telling(written: Written, fails: Callable[[Written], bool]) -> Written:
    """A case that asks only for the fact that is wrong."""
    for name, value in written.get("then", {}).items():
        alone = {**written, "then": {name: value}}
        if fails(alone):
            return alone
    return written


def _looks(result: Result) -> object:
    """What disagreements that look alike have in common."""
    said = result.answer if isinstance(result.answer, dict) else {}
    if "error" in said:
        return result.case.kind, "error", re.sub(r"\W*\d.*", "", str(said["error"]))[:30]
    if "broken" in result.case.expect:
        expected, told = set(result.case.expect["broken"]), said.get("broken")
        if isinstance(told, list) and expected != (rules := set(map(str, told))):
            return result.case.kind, frozenset(expected ^ rules)
        return result.case.kind, result.case.expect["legal"]
    return result.case.kind, result.why.partition(":")[0][:30]


def _heading(result: Result) -> str:
    """The rule that a disagreement is about, as far as it can be told."""
    said: Any = result.answer if isinstance(result.answer, dict) else {}
    expected, told = result.case.expect.get("broken", []), said.get("broken", [])
    rules = [str(rule) for rule in Rule]
    named = [rule for rule in rules if (rule in expected) is not (isinstance(told, list) and rule in told)]
    return next(iter(named or expected), result.case.rule)
