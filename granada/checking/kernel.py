"""The compiled kernel as an engine to be checked: it answers what is about a position or a city; the rules the rest.

A draw is found by trying: the kernel gets each number that can come, and the position after it shows what was drawn.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING

from attrs import evolve

from granada.board import Purse
from granada.errors import InvalidState
from granada.fast.asked import City, Position, richest
from granada.game import Act, Draw, NextTurn, ScoreRow
from granada.suite import (
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
from granada.table import opened, winners

if TYPE_CHECKING:
    from granada.game import Action

NAME = "granada kernel"
PYTHON = ("layout", "notation")
"""The kinds that are about neither a position nor a city that the rules allow: the rules answer them."""


def answer(question: object, version: str = "") -> Answer:
    """The kernel's answer to a question of the protocol."""
    said = answer_with(_answer, question, version)
    if said.get("id") == "hello" and "kinds" in said:
        return {**said, "name": NAME, "python": list(PYTHON)}
    return said


@singledispatch
def _answer(question: Question) -> Answer:
    """The answer to a question of each kind; this one is to a kind that the kernel leaves to the rules."""
    if question.kind not in PYTHON:
        message = f"the kernel does not answer {question.kind}"
        raise InvalidState([message])
    return question.answer()


@_answer.register
def _(question: ActionQuestion) -> Answer:
    return {"legal": Position(question.state).do(question.do)}


@_answer.register
def _(question: BuyQuestion) -> Answer:
    position = Position(question.state)
    if not position.do(question.do):
        return {"legal": False}
    return {"legal": True, "exact": isinstance(position.state().todo[0], Act)}


@_answer.register
def _(question: MoatQuestion) -> Answer:
    return {"result": len(City(question.city).longest(question.family))}


@_answer.register
def _(question: ScoreQuestion) -> Answer:
    after = Position(evolve(question.state, todo=(ScoreRow(question.round), NextTurn()))).state()
    points: Answer = {"points": list(after.points)}
    return points if after.dirk is None or question.dirk is None else {**points, "dirk": after.dirk.points}


@_answer.register
def _(question: AwardQuestion) -> Answer:
    hands = tuple(map(Purse.of, question.hands))
    slots = (slot for slot, tile in enumerate(question.yard) if tile is not None)
    return {"result": [richest(question.setup, hands, slot) for slot in slots]}


@_answer.register
def _(question: LegalQuestion) -> Answer:
    return {"actions": list(map(str, Position(question.state).actions()))}


@_answer.register
def _(question: DrawQuestion) -> Answer:
    chances: dict[str, Fraction] = {}
    for what, chance, _ in Position(question.state).draws():
        chances[what] = chances.get(what, Fraction()) + chance
    return {"draws": {what: f"{chance.numerator}/{chance.denominator}" for what, chance in sorted(chances.items())}}


@_answer.register
def _(question: ApplyQuestion) -> Answer:
    position = Position(question.state)
    for number, action in enumerate(question.deeds, start=1):
        after = _after(position, action)
        if after is None:
            return {"legal": False, **({} if number == len(question.deeds) else {"step": number})}
        position = after
    facts = summary(position.state())
    return {"legal": True, "then": {name: facts[name] for name in question.ask if name in facts}}


@_answer.register
def _(question: GameQuestion) -> Answer:
    position = Position(opened(question.record.setup))
    for number, (seat, action) in enumerate(question.record.steps, start=1):
        after = _after(position, action) if action is not None and seat == position.actor else None
        if after is None:
            return {"illegal": {"event": number}}
        position = after
    if not position.over:
        return {"unfinished": True}
    state = position.state()
    return {"points": list(state.points), "winners": list(winners(state))}


def _after(position: Position, action: Action) -> Position | None:
    """The position after an action or a draw; none if it is illegal or cannot come."""
    if isinstance(action, Draw):
        text = str(action.what)
        return next((after for what, _, after in position.draws() if what == text), None)
    return position if position.do(action) else None
