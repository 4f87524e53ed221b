"""The compiled kernel as an engine: it answers questions about positions and cities; Python answers the others.

To find the possible draws, the adapter gives the kernel each possible random number; the resulting position shows what
was drawn.
"""

from fractions import Fraction

from attrs import evolve

from granada import questions
from granada.board import Purse
from granada.errors import InvalidState
from granada.fast.compiled import City as KernelCity, WaitingPosition, richest
from granada.game import Action, Draw, State
from granada.steps import Act, NextTurn, ScoreRow
from granada.table import Record, opened, winners

NAME = "granada kernel"
PYTHON = ("layout", "notation")
"""The kinds of questions that the Python rules answer: those about neither a position nor a legal city."""


def answer(question: object, version: str = "") -> questions.Answer:
    """The kernel's answer to a question from the protocol."""
    said = questions.answer_with(_answer, question, version)
    if said.get("id") == "hello" and "kinds" in said:
        return {**said, "name": NAME, "python": list(PYTHON)}
    return said


def _answer(question: questions.Question) -> questions.Answer:
    """Answer a question; if it has no answer, raise the same error as the Python rules."""
    if flaws := question.flaws():
        raise InvalidState(*flaws)
    match question:
        case (
            questions.ScoreQuestion(cities=(_,)) | questions.AwardQuestion(hands=(_,))
        ):  # the kernel has no table for one player
            return question.answer()
        case questions.BuyQuestion():
            position = WaitingPosition(question.state)
            legal = position.do(question.do)
            return {"legal": True, "exact": isinstance(position.state().todo[0], Act)} if legal else {"legal": False}
        case questions.ActionQuestion():
            return {"legal": WaitingPosition(question.state).do(question.do)}
        case questions.MoatQuestion():
            return {"result": len(KernelCity(question.city).longest(question.family))}
        case questions.ScoreQuestion():
            state = evolve(question.state, todo=(ScoreRow(question.round), NextTurn()))
            after = WaitingPosition(state).state()
            dirk = {} if after.dirk is None or question.dirk is None else {"dirk": after.dirk.points}
            return {"points": list(after.points), **dirk}
        case questions.AwardQuestion():
            hands = tuple(map(Purse, question.hands))
            slots = (slot for slot, tile in enumerate(question.yard) if tile is not None)
            return {"result": [richest(question.setup, hands, slot) for slot in slots]}
        case questions.LegalQuestion():
            return {"actions": list(map(str, WaitingPosition(question.state).actions()))}
        case questions.DrawQuestion():
            return {"draws": _draws(question.state)}
        case questions.ApplyQuestion():
            return _applied(question)
        case questions.GameQuestion():
            return _replayed(question.record)
    if question.kind not in PYTHON:
        raise InvalidState(f"the kernel does not answer {question.kind}")
    return question.answer()


def _draws(state: State) -> dict[str, str]:
    """The possible draws, with their probabilities as fractions."""
    chances: dict[str, Fraction] = {}
    for what, chance, _ in WaitingPosition(state).draws():
        chances[what] = chances.get(what, Fraction()) + chance
    return {what: f"{chance.numerator}/{chance.denominator}" for what, chance in sorted(chances.items())}


def _applied(question: questions.ApplyQuestion) -> questions.Answer:
    """The facts after the actions, or the first illegal action."""
    position = WaitingPosition(question.state)
    for number, action in enumerate(question.deeds, start=1):
        after = _after(position, action)
        if after is None:
            return {"legal": False, **({} if number == len(question.deeds) else {"step": number})}
        position = after
    facts = questions.summary(position.state())
    return {"legal": True, "then": {name: facts[name] for name in question.ask if name in facts}}


def _replayed(record: Record) -> questions.Answer:
    """The result of a recorded game, or the first illegal event in it."""
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
    """The position after an action or a draw; None if it is illegal or impossible."""
    if isinstance(action, Draw):
        text = str(action.what)
        return next((after for what, _, after in position.draws() if what == text), None)
    return position if position.do(action) else None
