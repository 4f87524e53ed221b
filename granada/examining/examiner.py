"""The examiner, which asks an engine the kinds of question that it can answer, under the readings that it follows."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, fields, frozen

from granada import questions
from granada.errors import InvalidState, listed, quoted
from granada.examining.results import FAILED, SKIPPED, Result, grade
from granada.game import GAMES, MODULES, Draw, State, apply, broken, outcomes
from granada.questions import ApplyQuestion, legality, summary
from granada.rulebook import EDITIONS, Rulings
from granada.spec import Case, chapter_of, renamed
from granada.text import visible

DRAWS, TOLD, OWN = "draws", "told", "own"
"""The two kinds of engine: one is told the draws in the question, and the other makes its own draws."""
MOST = 300
"""The maximum number of possible positions to consider."""
UNTOUCHED = ("hands", "cities", "reserves")
"""The facts that no draw changes."""
DRAWN = "the engine makes its own draws"
"""The reason why an engine that makes its own draws gets no questions about draws."""


def with_own_draws(case: Case) -> Case | None:
    """A case for an engine that makes its own draws; None if the answer depends on the draw.

    After each action, this kind of engine draws until a seat must decide, and answers about the position that it has
    reached. Therefore, the case asks only for facts that are the same after all possible draws.
    """
    if case.kind in {"draw", "game"}:
        return None
    if not isinstance(case.asked, ApplyQuestion):
        return case
    question = case.asked
    deeds = [deed for deed in question.deeds if not isinstance(deed, Draw)]
    states: set[State] | None = {question.state}
    if question.state.actor is None or not deeds or (isinstance(question.deeds[-1], Draw) and not case.expect["legal"]):
        return None
    for number, deed in enumerate(deeds, start=1):
        rules = {broken(state, deed) for state in states or ()}
        if len(rules) != 1:
            return None
        if any(rules):
            asked = evolve(question, do=tuple(deeds) if number > 1 else deed)
            return evolve(case, asked=asked, expect=legality(*rules)) if number == len(deeds) else None
        after = [apply(state, deed) for state in states or ()]
        states = decided(after)
        if states is None and number < len(deeds):
            return None
    facts = [summary(state) for state in (after if states is None else states)]
    ask = [name for name in question.ask if states is not None or name in UNTOUCHED]
    same = {name: facts[0][name] for name in ask if all(each.get(name, each) == facts[0].get(name) for each in facts)}
    if not same and question.ask:
        return None
    asked = evolve(question, do=tuple(deeds) if len(deeds) > 1 else deeds[0], ask=tuple(same))
    return evolve(case, asked=asked, expect={**legality(()), "then": same})


def decided(states: Iterable[State]) -> set[State] | None:
    """The positions after all possible draws, at a decision or at the end of the game; None if there are too many."""
    waiting, seen = list(states), set(states)
    found = set()
    while waiting:
        state = waiting.pop()
        draws = outcomes(state)
        if not draws:
            found.add(state)
        after = {apply(state, draw) for draw, _ in draws} - seen
        seen |= after
        waiting += after
        if len(seen) > MOST:
            return None
    return found


Asked = dict[str, Any]
"""A message in the protocol: a greeting or a question."""
FLAWS = 10
"""The maximum number of unknown names to report."""
NEEDLESS, PAID, BACK = "needless", "paid", "back"
"""How an engine treats unneeded cards in a payment: it takes them or, following its own reading, hands them back."""
CHOICES = ((NEEDLESS, PAID, BACK), ("tiles", "any", "box"), (DRAWS, TOLD, OWN))
"""The options that an engine can declare, each with two values; the first is the default."""
ONLY = "only is a list of chapters, rules or cases such as ['walkable']"
"""The error message for a wrong value of ``only``."""


class Fault(Exception):
    """Raised when an engine does not answer because it hangs, has crashed, or printed something else."""


def selected(from_cases: Iterable[Case], only: Iterable[str]) -> list[Case]:
    """The cases whose chapter, rule, or current or former id is given."""
    names = {renamed().get(name, name) for name in listed(only, ONLY)}
    return [case for case in from_cases if not names or {case.id, case.rule, chapter_of().get(case.rule, "")} & names]


@frozen
class Examiner:
    """An examiner, which asks an engine the questions that it says it can answer and grades the answers.

    - ``declared``: The valid parts of the engine's answer to hello.
    - ``flaws``: The invalid parts of that answer.
    - ``silence``: The reason why the engine did not answer hello; empty if it did.
    """

    answer: Callable[[Asked], questions.Answer]
    declared: dict[str, Any]
    rulings: Rulings | str | None = None
    flaws: tuple[str, ...] = ()
    silence: str = ""

    @property
    def name(self) -> str:
        """The name and version of the engine."""
        names = (visible(self.declared[key], 40) for key in ("name", "version") if key in self.declared)
        return " ".join(names) or "engine"

    def readings(self, game: object) -> Rulings | None:
        """The readings that the engine follows in a game; None if it follows those in each question."""
        if isinstance(self.rulings, str):
            return Rulings.edition(self.rulings, game)
        if self.rulings is not None:
            return self.rulings
        declared = self.declared.get("rulings", {})
        return None if declared == "any" else Rulings(**declared)

    def ask(self, case: Case) -> Result:
        """Ask about a case and grade the answer; skip the case if it is outside the engine's declared range."""
        setup = case.asked.setup
        try:
            readings = None if setup is None else self.readings(setup.game)
            under = under_readings(case, readings)
        except ValueError as unknown:
            return Result(case, SKIPPED, None, str(unknown))
        if reason := reason_to_skip(under.asked, self.declared, readings):
            return Result(under, SKIPPED, None, reason)
        if self.declared.get(DRAWS) == OWN:
            known = with_own_draws(under)
            if known is None:
                return Result(under, SKIPPED, None, DRAWN)
            under = known
        try:
            return grade(under, _safely(self.answer, under.question))
        except Fault as fault:
            return Result(under, FAILED, None, str(fault))

    def reply(self, question: Asked) -> object:
        """The engine's ungraded answer to any message in the protocol; None if there is no answer."""
        try:
            return _safely(self.answer, question)
        except Fault:
            return None


def meet(answer: Callable[[Asked], questions.Answer], rulings: Rulings | str | None = None) -> Examiner:
    """Say hello to an engine."""
    if not callable(answer):
        raise TypeError(f"answer must be a callable that answers a question with a dict, not {quoted(answer)}")
    if not isinstance(rulings, Rulings | str | None):
        raise TypeError(f"rulings must be a Rulings or an edition such as 'it', not {quoted(rulings)}")
    if isinstance(rulings, str) and rulings not in {edition for edition, _ in EDITIONS}:
        known = ", ".join(sorted({edition for edition, _ in EDITIONS}))
        raise InvalidState(f"there is no edition {quoted(rulings)}; choose from {known}")
    try:
        greeting = _safely(answer, questions.HELLO)
    except Fault as fault:
        return Examiner(answer, {}, rulings, silence=str(fault))
    declared = greeting if isinstance(greeting, dict) and "error" not in greeting else {}
    sound, flaws = _understood(declared)
    return Examiner(answer, sound, rulings, tuple(flaws))


def _understood(declared: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The valid parts of an answer to hello, and an error message about each of the other parts."""
    sound, flaws = dict(declared), []
    for key, known in (("kinds", questions.KINDS), ("games", GAMES), ("modules", MODULES)):
        named = declared.get(key, [])
        if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
            flaws.append(f"{key}: expected a list of names, not {questions.short(named)}")
            del sound[key]
        elif unknown := [name for name in named if name not in known]:
            flaws += [f"{key}: {questions.no_such(key.removesuffix('s'), name, known, 1)}" for name in unknown[:FLAWS]]
            sound[key] = [name for name in named if name in known]
    if found := _ruling_flaws(declared.get("rulings", {})):
        flaws += [f"rulings: {flaw}" for flaw in found[:FLAWS]]
        del sound["rulings"]
    for key, usual, other in CHOICES:
        if (chosen := declared.get(key, usual)) not in (usual, other):
            flaws.append(f'{key}: expected "{usual}" or "{other}", not {questions.short(chosen)}')
            del sound[key]
    return sound, flaws


def _ruling_flaws(rulings: object) -> list[str]:
    """Error messages about the readings that an engine says it follows."""
    if rulings == "any":
        return []
    expected = 'expected "any" or the readings that differ from the usual ones, such as {"several_cards_limit": 4}'
    if not isinstance(rulings, dict):
        return [f"{expected}, not {questions.short(rulings)}"]
    known = [each.name for each in fields(Rulings)]
    if unknown := [str(name) for name in rulings if name not in known]:
        return [questions.no_such("reading", name, known, 1) for name in unknown]
    try:
        Rulings(**rulings)
    except (TypeError, ValueError) as flaw:
        return [f"{expected}: {flaw}"]
    return []


def _safely(answer: Callable[[Asked], questions.Answer], message: Asked) -> object:
    """The answer that a callable returns; an exception becomes an answer with an error."""
    try:
        return answer(json.loads(json.dumps(message)))
    except Fault:
        raise
    except Exception as flaw:  # noqa: BLE001  whatever an engine under test raises is a finding
        return {"error": f"{type(flaw).__name__}: {flaw}"}


def under_readings(case: Case, readings: Rulings | None) -> Case:
    """A case under other readings, with a new answer; a case that names its own readings is not changed."""
    setup = case.asked.setup
    if readings is None or setup is None or setup.rulings == readings:
        return case
    if not setup.rulings.chosen.items() <= readings.chosen.items():
        return case
    moved = case.asked.under(readings)
    return evolve(case, asked=moved, expect=questions.as_expected(moved, moved.answer()))


def modules_of(declared: dict[str, Any]) -> list[str] | None:
    """The modules that an engine supports; None, for an engine that names none, means all modules."""
    found: list[str] | None = declared.get("modules", [] if "games" in declared else None)
    return found


def reason_to_skip(question: questions.Question, declared: dict[str, Any], readings: Rulings | None) -> str:
    """The reason why an engine cannot answer a question, according to its own declaration; empty if it can."""
    if declared.get(NEEDLESS) == BACK and questions.pays_needlessly(question):
        return "the engine hands unneeded cards back"
    if "kinds" in declared and question.kind not in declared["kinds"]:
        return f"the engine does not answer {question.kind}"
    games = questions.games_of(question)
    if "games" in declared and not set(games) & set(declared["games"]):
        return f"the engine does not play {' or '.join(games)}"
    known = modules_of(declared)
    if unknown := [] if known is None else [name for name in questions.modules_needed(question) if name not in known]:
        return f"the engine does not support {', '.join(unknown)}"
    if readings is not None and question.setup is not None and question.setup.rulings != readings:
        return "the engine follows another reading"
    if declared.get("tiles") == "box" and not questions.is_boxed(question):
        return "the engine knows only the tiles in the boxes"
    return ""
