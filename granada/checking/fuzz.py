"""The fuzzer: it asks an engine random questions, and shrinks every disagreement to a case that can be pasted."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count

from attrs import define, evolve, field

from granada.checking.disagreements import HEADINGS, essence, heading, is_plain, signs_of
from granada.checking.random_questions import RandomQuestions, Scope
from granada.checking.shrink import shrunk
from granada.game import GAMES, MODULES
from granada.rulebook import Rulings
from granada.suite import (
    FAILED,
    FUZZ,
    KINDS,
    PASSED,
    Answer,
    ApplyQuestion,
    Asked,
    Case,
    Examiner,
    Nothing,
    Question,
    Report,
    Result,
    meet,
    modules_of,
    protocol_failure,
    toml_text,
)

ALIKE = 3
"""After so many disagreements with equal signs that shrank to one that was reported, the others are only counted."""
FRUITLESS = 300
"""After so many numbers in a row that give no question, there is taken to be none."""


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

    With ``like`` only questions are asked that have the kind, the game and the modules of one of these cases.
    """
    reporter = _Reporter(examiner)
    return (reporter.result(case) for case in _drawn(examiner, seed, n, like))


def repeated(examiner: Examiner, names: Iterable[str]) -> Iterator[Result]:
    """The results of the random questions with these ids."""
    reporter, scope = _Reporter(examiner), scope_of(examiner)
    for name in names:
        seed, number = map(int, name.removeprefix(FUZZ).split("/"))
        case = scope and _numbered(RandomQuestions(seed, scope), number)
        if case:
            yield reporter.result(case)


def scope_of(examiner: Examiner) -> Scope | None:
    """What an engine declares that it knows; None when that is nothing."""
    declared = examiner.declared
    games = []
    for game in GAMES:
        try:
            examiner.readings(GAMES[game])
        except ValueError:
            continue
        if game in declared.get("games", GAMES):
            games.append(game)
    flips = any(GAMES[game].two_faced for game in games)
    kinds = [kind for kind in KINDS if kind in declared.get("kinds", KINDS) and (flips or kind != "flip")]
    known = modules_of(declared)
    modules = [name for name in MODULES if known is None or name in known]
    boxed = declared.get("tiles") == "box"
    return Scope(tuple(kinds), tuple(games), tuple(modules), examiner.readings, boxed) if kinds and games else None


def _drawn(examiner: Examiner, seed: int, n: int, like: Collection[Case]) -> Iterator[Case]:
    """So many random questions with their answers."""
    scope = scope_of(examiner)
    aims = [_aim(case.asked) for case in like]
    kinds = {kind for kind, _, _ in aims} if like else set(KINDS)
    if scope is None or not kinds & {stratum.kind for stratum in scope.strata}:
        return
    questions = RandomQuestions(seed, scope)
    fruitless = found = 0
    for number in count(1):
        if found == n or fruitless == FRUITLESS:
            return
        if questions.stratum(number).kind in kinds:
            case = _numbered(questions, number)
            if case and (not like or _has_an_aim(case.asked, aims)):
                fruitless, found = 0, found + 1
                yield case
            else:
                fruitless += 1


def _numbered(questions: RandomQuestions, number: int) -> Case | None:
    """The random question with this number and its answer; None where there is none."""
    seed, stratum = questions.seed, questions.stratum(number)
    found = questions.case(number, f"question {number} of seed {seed}", str(HEADINGS[stratum.kind]))
    return found and evolve(found, id=f"{FUZZ}{seed}/{number}", stratum=stratum.name)


def _aim(question: Question) -> tuple[str, str, frozenset[str]]:
    """The kind, the game and the modules of a question."""
    setup = question.setup
    return question.kind, str(setup and setup.game), frozenset(map(str, setup.modules if setup else ()))


def _has_an_aim(question: Question, aims: Iterable[tuple[str, str, frozenset[str]]]) -> bool:
    """Whether a question has the kind, the game and at least the modules of one of these aims."""
    kind, game, modules = _aim(question)
    return any((kind, game) == aim[:2] and modules >= aim[2] for aim in aims)


@define
class _Reporter:
    """Asks questions, and remembers the disagreements, so that each mistake is reported in full once.

    - ``reported``: The disagreements that were reported in full, by each of their signs.
    - ``smallest``: The same, by what is essential about them when they are shrunk.
    - ``fruitless``: How often disagreements with some signs shrank to one that had been reported.
    """

    examiner: Examiner
    reported: dict[str, list[Result]] = field(factory=dict)
    smallest: dict[object, Result] = field(factory=dict)
    fruitless: Counter[frozenset[str]] = field(factory=Counter)

    def _ask(self, case: Case) -> Result:
        """Ask a question and grade the answer; a disagreement is filed under the rule that it is about."""
        result = self.examiner.ask(case)
        return evolve(result, case=evolve(result.case, rule=heading(result))) if result.status == FAILED else result

    def _row_by_row(self, result: Result) -> Result:
        """A disagreement about a scoring, filed under the rule of the row that is wrong; others as they are."""
        found = self.examiner.explained(result)
        return evolve(found, case=evolve(found.case, rule=found.rule))

    def result(self, case: Case) -> Result:
        """The result of a question; a disagreement that is not known yet is shrunk, and written as TOML."""
        result = self._row_by_row(self._ask(case))
        if result.status == FAILED:
            return self._disagreement(result)
        kept = None if result.status == PASSED else result.answer
        return evolve(result, case=evolve(result.case, asked=Nothing(case.kind), expect={}), answer=kept)

    def _disagreement(self, result: Result) -> Result:
        """A disagreement: as one that is known, or shrunk and reported in full."""
        signs, known = signs_of(result), self._known(result)
        new = signs - self.reported.keys()
        if known and not new and (is_plain(signs) or self.fruitless[signs] >= ALIKE):
            return _as_before(result, known)
        if result.answer is None:
            return self._in_full(result)
        tries = count(1)

        def ask_again(candidate: Case) -> Result:
            return self._ask(evolve(candidate, id=f"{result.case.id}/{next(tries)}"))

        def fails(candidate: Case) -> bool:
            other = ask_again(candidate)
            if other.status != FAILED or other.answer is None:
                return False
            found = signs_of(other)
            return found <= signs and bool(found & new if new else found)

        small = shrunk(result.case, fails)
        final = self._row_by_row(ask_again(_with_one_fact(small.case, fails)))
        if final.status != FAILED:  # an engine that answers now so, now so
            return self._in_full(result)
        stopped = f"shrinking was stopped {small.stopped}" if small.stopped else ""
        final = evolve(
            final, case=evolve(final.case, id=result.case.id, stratum=result.case.stratum), note=stopped or final.note
        )
        key = essence(final)
        if key in self.smallest:
            self.fruitless[signs] += 1
            return _as_before(final, self.smallest[key])
        self.smallest[key] = final
        return self._in_full(final)

    def _known(self, result: Result) -> Result | None:
        """A disagreement that was reported before in the same direction, and if possible about the same rule."""
        alike = [each for sign in sorted(signs_of(result)) for each in self.reported.get(sign, ())]
        same = [each for each in alike if each.direction == result.direction]
        return next((each for each in same if each.case.rule == result.case.rule), next(iter(same), None))

    def _in_full(self, result: Result) -> Result:
        """A disagreement with its case as TOML; it is remembered."""
        for sign in signs_of(result):
            self.reported.setdefault(sign, []).append(result)
        return evolve(result, toml=toml_text(result.case.written, result.case.rule))


def _as_before(result: Result, known: Result) -> Result:
    """A disagreement that is like one which was reported before, and is filed where that is."""
    like, case = known.case.id, evolve(result.case, rule=known.case.rule)
    return evolve(result, case=case, score_rows=(), why=f"{result.why} (as {like})", like=like)


def _with_one_fact(case: Case, fails: Callable[[Case], bool]) -> Case:
    """A case that asks only for the fact that is wrong, where it asks for facts."""
    if isinstance(case.asked, ApplyQuestion):
        for name, value in case.expect.get("then", {}).items():
            expect = {**case.expect, "then": {name: value}}
            alone = evolve(case, asked=evolve(case.asked, ask=(name,)), expect=expect)
            if fails(alone):
                return alone
    return case
