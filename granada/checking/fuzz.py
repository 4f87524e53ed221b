"""The fuzzer: random questions to an engine, and every disagreement shrunk to a case that can be pasted."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from granada.checking.disagreements import HEADINGS, essence, heading, is_plain, signs_of
from granada.checking.questionnaire import Questionnaire, Scope
from granada.checking.shrink import shrunk
from granada.game import GAMES, MODULES
from granada.suite import (
    FAILED,
    FUZZ,
    KINDS,
    PASSED,
    ApplyQuestion,
    Nothing,
    Report,
    Result,
    meet,
    modules_of,
    protocol_failure,
    toml_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from granada.rulebook import Rulings
    from granada.suite import Answer, Asked, Case, Examiner, Question

ALIKE = 3
"""So many disagreements that look alike are shrunk to something known before, and the others are only counted."""
USELESS = 300
"""So many numbers in a row that give no question mean that there is none to ask."""


def fuzz(
    answer: Callable[[Asked], Answer], n: int = 1000, seed: int = 0, *, rulings: Rulings | str | None = None
) -> Report:
    """Ask any Python callable random questions, and report every disagreement as a minimal case.

    >>> from granada.suite.protocol import answer
    >>> print(fuzz(answer, 20).totals)
    20 passed, 0 failed, 0 skipped
    """
    examiner = meet(answer, rulings)
    flaws = map(protocol_failure, examiner.flaws)
    return Report((*flaws, *fuzzed(examiner, n, seed)), examiner.name, examiner.silence)


def fuzzed(examiner: Examiner, n: int, seed: int, like: Collection[Case] = ()) -> Iterator[Result]:
    """The results of random questions, one by one; equal seeds ask equal questions.

    With ``like`` only those are asked that have the kind, the game and the modules of one of some cases.
    """
    memory = _Memory(examiner)
    for case in _drawn(examiner, seed, n, like):
        yield memory.result(case)


def repeated(examiner: Examiner, names: Iterable[str]) -> Iterator[Result]:
    """The results of random questions with these ids, as they were asked before."""
    memory, scope = _Memory(examiner), scope_of(examiner)
    for name in names:
        seed, number = map(int, name.removeprefix(FUZZ).split("/"))
        case = scope and _question(Questionnaire(seed, scope), number)
        if case:
            yield memory.result(case)


def scope_of(examiner: Examiner) -> Scope | None:
    """What an engine can be asked about; None when there is nothing."""
    said = examiner.declared
    games = []
    for game in GAMES:
        try:
            examiner.readings(GAMES[game])
        except ValueError:
            continue
        if game in said.get("games", GAMES):
            games.append(game)
    flips = any(GAMES[game].two_faced for game in games)
    kinds = [kind for kind in KINDS if kind in said.get("kinds", KINDS) and (flips or kind != "flip")]
    known = modules_of(said)
    modules = [name for name in MODULES if known is None or name in known]
    boxed = said.get("tiles") == "box"
    return Scope(tuple(kinds), tuple(games), tuple(modules), examiner.readings, boxed) if kinds and games else None


def _drawn(examiner: Examiner, seed: int, n: int, like: Collection[Case]) -> Iterator[Case]:
    """So many random questions with their answers."""
    scope = scope_of(examiner)
    aims = [_aim(case.asked) for case in like]
    kinds = {kind for kind, _, _ in aims} if like else set(KINDS)
    if scope is None or not kinds & {stratum.kind for stratum in scope.strata}:
        return
    questionnaire = Questionnaire(seed, scope)
    useless = asked = 0
    for number in count(1):
        if asked == n or useless == USELESS:
            return
        if questionnaire.stratum(number).kind in kinds:
            case = _question(questionnaire, number)
            if case and (not like or _concerns(case.asked, aims)):
                useless, asked = 0, asked + 1
                yield case
            else:
                useless += 1


def _question(questionnaire: Questionnaire, number: int) -> Case | None:
    """A random question with its answers, if it is one."""
    seed, stratum = questionnaire.seed, questionnaire.stratum(number)
    found = questionnaire.case(number, f"question {number} of seed {seed}", str(HEADINGS[stratum.kind]))
    return found and evolve(found, id=f"{FUZZ}{seed}/{number}", stratum=stratum.name)


def _aim(asked: Question) -> tuple[str, str, frozenset[str]]:
    """The kind, the game and the modules of a question."""
    setup = asked.setup
    return asked.kind, str(setup and setup.game), frozenset(map(str, setup.modules if setup else ()))


def _concerns(asked: Question, aims: Iterable[tuple[str, str, frozenset[str]]]) -> bool:
    """Whether a question has the kind, the game and at least the modules of another."""
    kind, game, modules = _aim(asked)
    return any((kind, game) == aim[:2] and modules >= aim[2] for aim in aims)


@define
class _Memory:
    """Asks the questions, and remembers the disagreements, so that each is told once."""

    examiner: Examiner
    shown: dict[str, list[Result]] = field(factory=dict)
    """For each sign of a disagreement, where it was told."""
    smallest: dict[object, Result] = field(factory=dict)
    """For each shrunk disagreement, where it was told."""
    fruitless: Counter[frozenset[str]] = field(factory=Counter)
    """How often disagreements with some signs were shrunk to nothing new."""

    def ask(self, case: Case) -> Result:
        """Ask a question and grade the answer; it is filed under the rule that it is about."""
        result = self.examiner.ask(case)
        return evolve(result, case=evolve(result.case, rule=heading(result))) if result.status == FAILED else result

    def _explained_by_parts(self, result: Result) -> Result:
        """A disagreement under the rule that its parts tell, where it has parts."""
        found = self.examiner.explained(result)
        return evolve(found, case=evolve(found.case, rule=found.rule))

    def result(self, case: Case) -> Result:
        """The result of a question; a disagreement is shrunk and told as TOML unless it is known."""
        result = self._explained_by_parts(self.ask(case))
        if result.status == FAILED:
            return self._explained(result)
        said = None if result.status == PASSED else result.answer
        return evolve(result, case=evolve(result.case, asked=Nothing(case.kind), expect={}), answer=said)

    def _known(self, result: Result) -> Result | None:
        """A disagreement that was told before in the same direction, and if possible about the same rule."""
        told = [each for sign in sorted(signs_of(result)) for each in self.shown.get(sign, ())]
        same = [each for each in told if each.direction == result.direction]
        return next((each for each in same if each.case.rule == result.case.rule), next(iter(same), None))

    def _explained(self, result: Result) -> Result:
        signs, known = signs_of(result), self._known(result)
        new = signs - self.shown.keys()
        if known and not new and (is_plain(signs) or self.fruitless[signs] >= ALIKE):
            return _as_before(result, known)
        if result.answer is None:
            return self._told(result)
        tries = count(1)

        def ask_again(candidate: Case) -> Result:
            return self.ask(evolve(candidate, id=f"{result.case.id}/{next(tries)}"))

        def fails(candidate: Case) -> bool:
            other = ask_again(candidate)
            if other.status != FAILED or other.answer is None:
                return False
            found = signs_of(other)
            return found <= signs and bool(found & new if new else found)

        small = shrunk(result.case, fails)
        final = self._explained_by_parts(ask_again(_telling(small.case, fails)))
        if final.status != FAILED:  # an engine that answers now so, now so
            return self._told(result)
        stopped = f"shrinking was stopped {small.stopped}" if small.stopped else ""
        final = evolve(
            final, case=evolve(final.case, id=result.case.id, stratum=result.case.stratum), note=stopped or final.note
        )
        key = essence(final)
        if key in self.smallest:
            self.fruitless[signs] += 1
            return _as_before(final, self.smallest[key])
        self.smallest[key] = final
        return self._told(final)

    def _told(self, result: Result) -> Result:
        for sign in signs_of(result):
            self.shown.setdefault(sign, []).append(result)
        return evolve(result, toml=toml_text(result.case.written, result.case.rule))


def _as_before(result: Result, known: Result) -> Result:
    """A disagreement that was told before, and is filed where that is."""
    like, case = known.case.id, evolve(result.case, rule=known.case.rule)
    return evolve(result, case=case, score_rows=(), why=f"{result.why} (as {like})", like=like)


def _telling(case: Case, fails: Callable[[Case], bool]) -> Case:
    """A case that asks only for the fact that is wrong."""
    if isinstance(case.asked, ApplyQuestion):
        for name, value in case.expect.get("then", {}).items():
            expect = {**case.expect, "then": {name: value}}
            alone = evolve(case, asked=evolve(case.asked, ask=(name,)), expect=expect)
            if fails(alone):
                return alone
    return case
