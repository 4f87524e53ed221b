"""What follows from another mistake: a course that went wrong before its last action, points of a wrong scoring."""

from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from granada.causes.courses import scorings_of, wrong_facts
from granada.causes.disagreements import class_of, signs_of
from granada.examining import ACCEPTED, FAILED, PASSED, REFUSED, WRONG, Result
from granada.game import Add, Place, State, apply
from granada.questions import ApplyQuestion, PlaceQuestion, as_told
from granada.spec import Case, answered

Ask = Callable[[Case], Result]


@frozen
class LastActions:
    """How a course that went wrong goes on from the right position, as late in it as a position can be told.

    - ``signs``: What is wrong with the whole course, now that this is known.
    - ``result``: The last actions by themselves, where they are answered wrongly too.
    """

    signs: tuple[str, ...]
    result: Result | None = None


def last_actions(result: Result, ask: Ask) -> LastActions | None:
    """What the last actions of a course come to by themselves; None where that cannot be asked.

    If they are right, the course has gone wrong before: the engine was in another position, and waited for another
    thing. If not, a mistake in them could be hidden by one before them.
    """
    question = result.case.asked
    if not isinstance(question, ApplyQuestion) or result.direction not in (REFUSED, ACCEPTED, WRONG):
        return None
    number, state = _latest(question)
    if state is None:
        return None
    later = _asked(evolve(question, state=state), number, result, ask)
    if later.status == PASSED:
        step = state.todo[0].name if state.todo else "the end"
        others = () if result.direction == ACCEPTED else signs_of(result)
        return LastActions((f"fact turn at {step}", *(sign for sign in others if not sign.startswith("fact"))))
    if later.direction not in (REFUSED, ACCEPTED, WRONG):
        return None
    signs, several = signs_of(later), len(question.deeds) - number > 1
    rest = evolve(question, state=state, do=question.deeds[:-1])
    if later.direction == REFUSED and several and _asked(rest, number, result, ask).direction != REFUSED:
        signs = signs[:1]
    return LastActions(signs, later)


def as_placed(result: Result, ask: Ask) -> LastActions | None:
    """The same tile, placed in the same cell and not added, where that is as wrong: then it is not about adding."""
    question = result.case.asked
    if not isinstance(question, PlaceQuestion) or not isinstance(question.do, Add):
        return None
    placed = PlaceQuestion(game=question.game, city=question.city, do=Place(question.do.face, question.do.cell))
    case = answered(placed, "placed", result.case.rule)
    other = ask(case) if case else result
    same = other is not result and other.direction == result.direction
    return LastActions(signs_of(other), other) if same else None


def _latest(question: ApplyQuestion) -> tuple[int, State | None]:
    """The latest position before the last action that can be told, after one action at least, and after how many."""
    states = [question.state]
    for deed in question.deeds[:-1]:
        try:
            states.append(apply(states[-1], deed))
        except ValueError:
            return 0, None
    for number in range(len(states) - 1, 0, -1):
        if told := as_told(states[number]):
            return number, told
    return 0, None


def _asked(question: ApplyQuestion, number: int, result: Result, ask: Ask) -> Result:
    """What the engine says to the actions of a course after so many of them."""
    deeds = question.deeds[number:]
    asked = evolve(question, do=deeds if len(deeds) > 1 else deeds[0])
    return ask(evolve(result.case, asked=asked, expect=asked.answer()))


def has_wrong_scoring(result: Result, explained: Iterable[str], rule: str, ask: Ask) -> bool:
    """Whether a course gets wrong points since a scoring is wrong by itself, and all else in it has a cause already.

    ``explained`` are the classes of facts that other causes explain.
    """
    known = [fact for fact in wrong_facts(result) if class_of(fact) in {*explained}]
    cases = (answered(each, "a scoring by itself", rule) for each in scorings_of(result, known))
    return any(ask(case).status == FAILED for case in cases if case)
