"""The fuzzer, which asks an engine random questions and shrinks every disagreement to a case ready to paste."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count, islice

from attrs import evolve

from granada.causes import causes_of, rule_of_kind, without_edges
from granada.checking.report import Report
from granada.examining import FAILED, FUZZ, PASSED, SKIPPED, Asked, Examiner, Result, meet, modules_of, protocol_failure
from granada.fuzzing import RandomQuestions, Scope
from granada.game import GAMES, MODULES
from granada.questions import KINDS, Answer, Nothing, Question, ScoreQuestion
from granada.rulebook import Rulings
from granada.spec import Case

MOST_KEPT = 300
"""The number of correct answers to keep for testing hypotheses."""
MOST_SKIPPED = 4
"""The maximum number of questions to ask, as a multiple of the number of answers requested."""
FRUITLESS = 300
"""The number of consecutive seeds without a question after which the fuzzer gives up."""


def fuzz(
    answer: Callable[[Asked], Answer], n: int = 1000, seed: int = 0, *, rulings: Rulings | str | None = None
) -> Report:
    """Ask any Python callable random questions, and report every disagreement as a minimal case.

    >>> from granada.questions.protocol import answer
    >>> print(fuzz(answer, 8).totals)
    8 passed, 0 failed, 0 skipped
    """
    examiner = meet(answer, rulings)
    results = list(fuzzed(examiner, n, seed))
    flaws, causes = map(protocol_failure, examiner.flaws), causes_of(examiner, results)
    return Report((*flaws, *results), examiner.name, examiner.silence, explained=causes)


def fuzzed(examiner: Examiner, n: int, seed: int, like: Collection[Case] = ()) -> Iterator[Result]:
    """Yield the results of random questions one by one; equal seeds produce equal questions.

    If ``like`` is given, each question has the same kind, game and modules as one of the cases in it. Each question
    that the engine skips is replaced by another, up to a limit.
    """
    return _few_kept(_answered(examiner, _drawn(examiner, seed, like), n))


def _answered(examiner: Examiner, drawn: Iterator[Case], n: int) -> Iterator[Result]:
    """The results of a given number of answered questions, and of the questions skipped in between."""
    answered = 0
    for case in islice(drawn, MOST_SKIPPED * n):
        result = _asked(examiner, case)
        answered += result.status != SKIPPED
        yield result
        if answered == n:
            return


def _asked(examiner: Examiner, case: Case) -> Result:
    """The result for a question; if the engine skips a scoring, ask again without moats and walls."""
    result, question = examiner.ask(case), case.asked
    if result.status != SKIPPED or not result.asked or not isinstance(question, ScoreQuestion):
        return result
    try:
        bare = without_edges(question)
        return examiner.ask(evolve(case, asked=bare, expect=bare.answer()))
    except ValueError:  # a city of two families needs a wall
        return result


def repeated(examiner: Examiner, names: Iterable[str]) -> Iterator[Result]:
    """The results for the random questions with the given ids."""
    scope = scope_of(examiner)
    for name in names:
        seed, number = map(int, name.removeprefix(FUZZ).split("/"))
        case = scope and _numbered(RandomQuestions(seed, scope), number)
        if case:
            yield _asked(examiner, case)


def _few_kept(results: Iterable[Result]) -> Iterator[Result]:
    """Drop the questions from all results with correct answers, except for a few that are kept for comparison."""
    kept = 0
    for result in results:
        kept += result.status == PASSED
        yield _without_question(result) if result.status != FAILED and kept > MOST_KEPT else result


def _without_question(result: Result) -> Result:
    """Drop the question from a correct or skipped result."""
    kept = None if result.status == PASSED else result.answer
    return evolve(result, case=evolve(result.case, asked=Nothing(result.kind), expect={}), answer=kept)


def scope_of(examiner: Examiner) -> Scope | None:
    """The range of questions that an engine says it can answer; None if it is empty."""
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


def _drawn(examiner: Examiner, seed: int, like: Collection[Case]) -> Iterator[Case]:
    """Yield random questions with their answers until there are no more."""
    scope = scope_of(examiner)
    aims = [_aim(case.asked) for case in like]
    kinds = {kind for kind, _, _ in aims} if like else set(KINDS)
    if scope is None or not kinds & {stratum.kind for stratum in scope.strata}:
        return
    questions = RandomQuestions(seed, scope)
    fruitless = 0
    for number in count(1):
        if fruitless == FRUITLESS:
            return
        if questions.stratum(number).kind in kinds:
            case = _numbered(questions, number)
            if case and (not like or _has_an_aim(case.asked, aims)):
                fruitless = 0
                yield case
            else:
                fruitless += 1


def _numbered(questions: RandomQuestions, number: int) -> Case | None:
    """The random question with a given number, and its answer; None if there is none."""
    seed, stratum = questions.seed, questions.stratum(number)
    found = questions.case(number, f"question {number} of seed {seed}", str(rule_of_kind(stratum.kind)))
    return found and evolve(found, id=f"{FUZZ}{seed}/{number}", stratum=stratum.name)


def _aim(question: Question) -> tuple[str, str, frozenset[str]]:
    """The kind, the game and the modules of a question."""
    setup = question.setup
    return question.kind, str(setup and setup.game), frozenset(map(str, setup.modules if setup else ()))


def _has_an_aim(question: Question, aims: Iterable[tuple[str, str, frozenset[str]]]) -> bool:
    """Whether a question has the kind, the game and at least the modules of one of the given aims."""
    kind, game, modules = _aim(question)
    return any((kind, game) == aim[:2] and modules >= aim[2] for aim in aims)
