"""Find where a course of actions goes wrong: after the fewest actions, at the last action, or in a scoring."""

from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from granada.board import Round
from granada.causes.disagreements import class_of, signs_of
from granada.causes.facts import wrong_facts
from granada.examining import ACCEPTED, PASSED, REFUSED, WRONG, Result
from granada.game import BONUS, Draw, State
from granada.questions import FACTS, ApplyQuestion, ScoreQuestion, as_told
from granada.spec import Case, answered
from granada.steps import ScoreDue

Ask = Callable[[Case], Result]


def first_wrong(result: Result, ask: Ask, facts: Iterable[str]) -> Result:
    """Cut a failure to the fewest actions that show it, even if it then shows differently.

    ``facts`` contains the facts that the engine is known to report.
    """
    question = result.case.asked
    if not isinstance(question, ApplyQuestion) or result.direction not in (REFUSED, ACCEPTED, WRONG):
        return result
    told = tuple(name for name in FACTS if name in facts)
    found, right, wrong = result, 0, len(question.deeds)
    if result.direction == WRONG:
        found = _asked(result, question, wrong, ask, told) or result
    while told and wrong - right > 1:
        middle = (right + wrong) // 2
        other = _asked(result, question, middle, ask, told)
        if other is None:
            return found
        if other.status == PASSED:
            right = middle
        else:
            found, wrong = other, middle
    return found


def _asked(result: Result, question: ApplyQuestion, number: int, ask: Ask, told: tuple[str, ...]) -> Result | None:
    """The result of asking about the first actions of a course, or None if the result is unknown."""
    deeds = question.deeds[:number]
    asked = evolve(question, do=deeds if number > 1 else deeds[0], ask=tuple(dict.fromkeys((*question.ask, *told))))
    case = answered(asked, result.case.name, result.case.rule)
    other = case and ask(case)
    return other if other and (other.status == PASSED or wrong_facts(other)) else None


def with_wrong_facts(result: Result, ask: Ask, among: Iterable[str] = FACTS) -> Result:
    """Reduce a failure to a question that asks only for the wrong facts among the given ones."""
    wrong, case = [fact for fact in wrong_facts(result) if fact in among], result.case
    then = case.expect.get("then", {})
    if not isinstance(case.asked, ApplyQuestion) or not 0 < len(wrong) < len(then):
        return result
    expect = {**case.expect, "then": {name: then[name] for name in then if name in wrong}}
    other = ask(evolve(case, asked=evolve(case.asked, ask=tuple(expect["then"])), expect=expect))
    return other if wrong_facts(other) == wrong else result


@frozen
class LastActions:
    """The rest of a wrong course, asked about from the latest correct position that the protocol can express.

    - ``signs``: The signs of the whole course, given the result for its last actions.
    - ``result``: The result for the last actions alone, if it is wrong too.
    """

    signs: tuple[str, ...]
    result: Result | None = None


def last_actions(result: Result, ask: Ask) -> LastActions | None:
    """The result of asking about a course's last actions alone; None if that is impossible.

    If the engine answers correctly about these actions, the mistake came earlier: the engine was in a different
    position and expected a different step. Without this test, an earlier mistake could hide one in the last actions.
    """
    question = result.case.asked
    if not isinstance(question, ApplyQuestion) or result.direction not in (REFUSED, ACCEPTED, WRONG):
        return None
    number, state = _latest(question)
    if state is None:
        return None
    later = _rest_asked(evolve(question, state=state), number, result, ask)
    if later.status == PASSED:
        step = state.todo[0].name if state.todo else "the end"
        others = () if result.direction == ACCEPTED else signs_of(result)
        return LastActions((f"fact turn at {step}", *(sign for sign in others if not sign.startswith("fact"))))
    if later.direction not in (REFUSED, ACCEPTED, WRONG):
        return None
    signs, several = signs_of(later), len(question.deeds) - number > 1
    rest = evolve(question, state=state, do=question.deeds[:-1])
    if later.direction == REFUSED and several and _rest_asked(rest, number, result, ask).direction != REFUSED:
        signs = signs[:1]
    return LastActions(signs, later)


def _latest(question: ApplyQuestion) -> tuple[int, State | None]:
    """The latest position that the protocol can express before the last action, and the index of that position."""
    states = question.course.positions
    last = len(states) - 1 if len(states) >= len(question.deeds) else 0
    return next(((number, told) for number in range(last, 0, -1) if (told := as_told(states[number]))), (0, None))


def _rest_asked(question: ApplyQuestion, number: int, result: Result, ask: Ask) -> Result:
    """The engine's answer about the rest of a course after its first actions."""
    deeds = question.deeds[number:]
    asked = evolve(question, do=deeds if len(deeds) > 1 else deeds[0])
    return ask(evolve(result.case, asked=asked, expect=asked.answer()))


def has_wrong_scoring(result: Result, explained: Iterable[str], rule: str, ask: Ask) -> bool:
    """Whether a course's wrong points are explained by a scoring that is wrong even when asked about separately.

    ``explained`` contains the classes of facts that other causes explain.
    """
    known = [fact for fact in wrong_facts(result) if class_of(fact) in {*explained}]
    cases = (answered(each, "a scoring by itself", rule) for each in _scorings_of(result, known))
    return any(ask(case).direction == WRONG for case in cases if case)


def _scorings_of(result: Result, known: Iterable[str] = ()) -> list[ScoreQuestion]:
    """Questions about each scoring in which a course gets wrong points; none if another fact is also wrong.

    ``known`` contains the facts that are wrong for another reason.
    """
    wrong, question = wrong_facts(result), result.case.asked
    points = {"points", "dirk_points"}
    if not isinstance(question, ApplyQuestion) or not points & {*wrong} or {*wrong} - points - {"winners", *known}:
        return []
    course = question.course
    if course.after is None or BONUS in course.after.setup.modules:
        return []
    state, due = course.after, [step.rounds for step in course.before.todo if isinstance(step, ScoreDue)]
    rounds = [Round.C] if state.over else [each for some in due for each in some]
    rounds += [course.action.what] if isinstance(course.action, Draw) and isinstance(course.action.what, Round) else []
    cities = tuple(player.city for player in state.players)
    setup, dirk = state.setup, None if state.dirk is None else state.dirk.faces
    asked = ScoreQuestion(game=setup.game, rulings=setup.rulings, round=Round.C, cities=cities, dirk=dirk)
    asked = evolve(asked, scoring=setup.scoring, modules=setup.modules)
    return [evolve(asked, round=each) for each in dict.fromkeys(rounds)]
