"""The examiner of an engine: it asks what the engine says it can answer, under the readings that it follows."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, fields, frozen

from granada.errors import InvalidState, listed, quoted
from granada.examining.own_draws import DRAWN, DRAWS, OWN, TOLD, with_own_draws
from granada.examining.results import FAILED, SKIPPED, Result, grade
from granada.game import GAMES, MODULES
from granada.questions import (
    HELLO,
    KINDS,
    Answer,
    Question,
    as_expected,
    games_of,
    is_boxed,
    modules_needed,
    no_such,
    pays_needlessly,
    short,
)
from granada.rulebook import EDITIONS, Rulings
from granada.spec import Case, chapter_of, renamed
from granada.text import visible

Asked = dict[str, Any]
"""A message of the protocol: a greeting or a question."""
FLAWS = 10
"""So many unknown names are complained of, and no more."""
NEEDLESS, PAID, BACK = "needless", "paid", "back"
"""What an engine does with cards that a payment does not need: they are paid, or handed back, a reading of its own."""
CHOICES = ((NEEDLESS, PAID, BACK), ("tiles", "any", "box"), (DRAWS, TOLD, OWN))
"""What an engine may say of itself that is one thing, the usual one, or the other."""
ONLY = "only is a list of chapters, rules or cases such as ['walkable']"
"""What is expected where somebody chooses among the cases."""


class Fault(Exception):
    """An engine did not answer at all: it hangs, has died, or says something else."""


def selected(from_cases: Iterable[Case], only: Iterable[str]) -> list[Case]:
    """The cases of some chapters or rules, or with some ids, which may be those that they had once."""
    names = {renamed().get(name, name) for name in listed(only, ONLY)}
    return [case for case in from_cases if not names or {case.id, case.rule, chapter_of().get(case.rule, "")} & names]


@frozen
class Examiner:
    """Asks an engine what it says it can answer, under the readings that it follows, and grades what it answers.

    - ``declared``: What the engine says of itself, as far as it makes sense.
    - ``flaws``: What makes no sense in what it says of itself.
    - ``silence``: Why it never said hello, if it did not.
    """

    answer: Callable[[Asked], Answer]
    declared: dict[str, Any]
    rulings: Rulings | str | None = None
    flaws: tuple[str, ...] = ()
    silence: str = ""

    @property
    def name(self) -> str:
        """What the engine calls itself, with its version."""
        names = (visible(self.declared[key], 40) for key in ("name", "version") if key in self.declared)
        return " ".join(names) or "engine"

    def readings(self, game: object) -> Rulings | None:
        """The readings that the engine follows in a game; None when it follows whatever a question says."""
        if isinstance(self.rulings, str):
            return Rulings.edition(self.rulings, game)
        if self.rulings is not None:
            return self.rulings
        declared = self.declared.get("rulings", {})
        return None if declared == "any" else Rulings(**declared)

    def ask(self, case: Case) -> Result:
        """Ask a case, and grade the answer; it is skipped where the engine does not claim to know."""
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
        """What the engine says to any question of the protocol, ungraded; None where it says nothing."""
        try:
            return _safely(self.answer, question)
        except Fault:
            return None


def meet(answer: Callable[[Asked], Answer], rulings: Rulings | str | None = None) -> Examiner:
    """Say hello to an engine."""
    if not callable(answer):
        raise TypeError(f"answer is a callable that answers a question with a dict, not {quoted(answer)}")
    if not isinstance(rulings, Rulings | str | None):
        raise TypeError(f"rulings is a Rulings or an edition such as 'it', not {quoted(rulings)}")
    if isinstance(rulings, str) and rulings not in {edition for edition, _ in EDITIONS}:
        known = ", ".join(sorted({edition for edition, _ in EDITIONS}))
        raise InvalidState(f"there is no edition {quoted(rulings)}; there is {known}")
    try:
        greeting = _safely(answer, HELLO)
    except Fault as fault:
        return Examiner(answer, {}, rulings, silence=str(fault))
    declared = greeting if isinstance(greeting, dict) and "error" not in greeting else {}
    sound, flaws = _understood(declared)
    return Examiner(answer, sound, rulings, tuple(flaws))


def _understood(declared: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What makes sense in what an engine says of itself, and complaints about the rest."""
    sound, flaws = dict(declared), []
    for key, known in (("kinds", KINDS), ("games", GAMES), ("modules", MODULES)):
        named = declared.get(key, [])
        if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
            flaws.append(f"{key}: expected a list of names, not {short(named)}")
            del sound[key]
        elif unknown := [name for name in named if name not in known]:
            flaws += [f"{key}: {no_such(key.removesuffix('s'), name, known, 1)}" for name in unknown[:FLAWS]]
            sound[key] = [name for name in named if name in known]
    if found := _ruling_flaws(declared.get("rulings", {})):
        flaws += [f"rulings: {flaw}" for flaw in found[:FLAWS]]
        del sound["rulings"]
    for key, usual, other in CHOICES:
        if (chosen := declared.get(key, usual)) not in (usual, other):
            flaws.append(f'{key}: expected "{usual}" or "{other}", not {short(chosen)}')
            del sound[key]
    return sound, flaws


def _ruling_flaws(rulings: object) -> list[str]:
    """What makes no sense in the readings that an engine says it follows."""
    if rulings == "any":
        return []
    expected = 'expected "any" or the readings that differ from the usual ones, such as {"several_cards_limit": 4}'
    if not isinstance(rulings, dict):
        return [f"{expected}, not {short(rulings)}"]
    known = [each.name for each in fields(Rulings)]
    if unknown := [str(name) for name in rulings if name not in known]:
        return [no_such("reading", name, known, 1) for name in unknown]
    try:
        Rulings(**rulings)
    except (TypeError, ValueError) as flaw:
        return [f"{expected}: {flaw}"]
    return []


def _safely(answer: Callable[[Asked], Answer], message: Asked) -> object:
    """The answer of a callable, which may be anything; an exception is an answer as well."""
    try:
        return answer(json.loads(json.dumps(message)))
    except Fault:
        raise
    except Exception as flaw:  # noqa: BLE001  whatever an engine under test raises is a finding
        return {"error": f"{type(flaw).__name__}: {flaw}"}


def under_readings(case: Case, readings: Rulings | None) -> Case:
    """A case under these readings, with its answer computed again, if it names no other reading."""
    setup = case.asked.setup
    if readings is None or setup is None or setup.rulings == readings:
        return case
    if not setup.rulings.chosen.items() <= readings.chosen.items():
        return case
    moved = case.asked.under(readings)
    return evolve(case, asked=moved, expect=as_expected(moved, moved.answer()))


def modules_of(declared: dict[str, Any]) -> list[str] | None:
    """The modules that an engine knows; None for all, when it says nothing of what it plays."""
    found: list[str] | None = declared.get("modules", [] if "games" in declared else None)
    return found


def reason_to_skip(question: Question, declared: dict[str, Any], readings: Rulings | None) -> str:
    """Why a question is not for an engine, by what it declares; empty when it is."""
    if declared.get(NEEDLESS) == BACK and pays_needlessly(question):
        return "the engine hands needless cards back"
    if "kinds" in declared and question.kind not in declared["kinds"]:
        return f"the engine does not answer {question.kind}"
    games = games_of(question)
    if "games" in declared and not set(games) & set(declared["games"]):
        return f"the engine does not play {' or '.join(games)}"
    known = modules_of(declared)
    if unknown := [] if known is None else [name for name in modules_needed(question) if name not in known]:
        return f"the engine does not know {', '.join(unknown)}"
    if readings is not None and question.setup is not None and question.setup.rulings != readings:
        return "the engine follows another reading"
    if declared.get("tiles") == "box" and not is_boxed(question):
        return "the engine knows only the tiles in the boxes"
    return ""
