"""The compiled kernel as an engine to check: it answers questions about positions and cities, the rules all others.

Draws are found by trying: the kernel gets each possible number, and the next position shows what was drawn.
"""

from fractions import Fraction

from attrs import evolve

from granada.board import Purse
from granada.errors import InvalidState
from granada.fast.compiled import City as KernelCity, WaitingPosition, richest
from granada.game import Action, Draw, State
from granada.questions import (
    ActionQuestion,
    Answer,
    ApplyQuestion,
    AwardQuestion,
    BuyQuestion,
    DrawQuestion,
    GameQuestion,
    LegalQuestion,
    MoatQuestion,
    Question,
    ScoreQuestion,
    answer_with,
    summary,
)
from granada.steps import Act, NextTurn, ScoreRow
from granada.table import Record, opened, winners

NAME = "granada kernel"
PYTHON = ("layout", "notation")
"""The kinds that are about neither a position nor a city that the rules allow: the rules answer them."""


def answer(question: object, version: str = "") -> Answer:
    """The kernel's answer to a question of the protocol."""
    said = answer_with(_answer, question, version)
    if said.get("id") == "hello" and "kinds" in said:
        return {**said, "name": NAME, "python": list(PYTHON)}
    return said


def _answer(question: Question) -> Answer:
    """The answer to a question once it is read; what the rules refuse is refused in the same words."""
    if flaws := question.flaws():
        raise InvalidState(*flaws)
    match question:
        case ScoreQuestion(cities=(_,)) | AwardQuestion(hands=(_,)):  # the kernel knows no table for one
            return question.answer()
        case BuyQuestion():
            position = WaitingPosition(question.state)
            legal = position.do(question.do)
            return {"legal": True, "exact": isinstance(position.state().todo[0], Act)} if legal else {"legal": False}
        case ActionQuestion():
            return {"legal": WaitingPosition(question.state).do(question.do)}
        case MoatQuestion():
            return {"result": len(KernelCity(question.city).longest(question.family))}
        case ScoreQuestion():
            state = evolve(question.state, todo=(ScoreRow(question.round), NextTurn()))
            after = WaitingPosition(state).state()
            dirk = {} if after.dirk is None or question.dirk is None else {"dirk": after.dirk.points}
            return {"points": list(after.points), **dirk}
        case AwardQuestion():
            hands = tuple(map(Purse, question.hands))
            slots = (slot for slot, tile in enumerate(question.yard) if tile is not None)
            return {"result": [richest(question.setup, hands, slot) for slot in slots]}
        case LegalQuestion():
            return {"actions": list(map(str, WaitingPosition(question.state).actions()))}
        case DrawQuestion():
            return {"draws": _draws(question.state)}
        case ApplyQuestion():
            return _applied(question)
        case GameQuestion():
            return _replayed(question.record)
    if question.kind not in PYTHON:
        raise InvalidState(f"the kernel does not answer {question.kind}")
    return question.answer()


def _draws(state: State) -> dict[str, str]:
    """What can be drawn, with its chance as a fraction."""
    chances: dict[str, Fraction] = {}
    for what, chance, _ in WaitingPosition(state).draws():
        chances[what] = chances.get(what, Fraction()) + chance
    return {what: f"{chance.numerator}/{chance.denominator}" for what, chance in sorted(chances.items())}


def _applied(question: ApplyQuestion) -> Answer:
    """The facts after some actions, or the first of them that is illegal."""
    position = WaitingPosition(question.state)
    for number, action in enumerate(question.deeds, start=1):
        after = _after(position, action)
        if after is None:
            return {"legal": False, **({} if number == len(question.deeds) else {"step": number})}
        position = after
    facts = summary(position.state())
    return {"legal": True, "then": {name: facts[name] for name in question.ask if name in facts}}


def _replayed(record: Record) -> Answer:
    """How a recorded game ended, or the first event that cannot be."""
    position = WaitingPosition(opened(record.setup))
    for number, (seat, action) in enumerate(record.steps, start=1):
        after = _after(position, action) if seat == position.actor else None
        if after is None:
            return {"illegal": {"event": number}}
        position = after
    if not position.over:
        return {"unfinished": True}
    state = position.state()
    return {"points": list(state.points), "winners": list(winners(state))}


def _after(position: WaitingPosition, action: Action) -> WaitingPosition | None:
    """The position after an action or a draw; none if it is illegal or cannot come."""
    if isinstance(action, Draw):
        text = str(action.what)
        return next((after for what, _, after in position.draws() if what == text), None)
    return position if position.do(action) else None
