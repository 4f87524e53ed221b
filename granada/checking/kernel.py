"""The kernel at the other end of the protocol: it answers what concerns a position or a city, the rules the rest.

A draw is found by trying: the kernel is told which numbers come, and two positions show what came of them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from granada.board import Purse
from granada.errors import InvalidState
from granada.fast.compiled import City, richest
from granada.fast.waiting import Position
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


def answer(question: Any, version: str = "") -> Answer:  # noqa: ANN401  whatever somebody asks
    """The kernel's answer to a question of the protocol."""
    said = answer_with(_answer, question, version)
    if said.get("id") == "hello" and "kinds" in said:
        return {**said, "name": NAME, "python": list(PYTHON)}
    return said


@singledispatch
def _answer(asked: Question) -> Answer:
    if asked.kind not in PYTHON:
        message = f"the kernel does not answer {asked.kind}"
        raise InvalidState([message])
    return asked.answer()


@_answer.register
def _(asked: ActionQuestion) -> Answer:
    return {"legal": Position(asked.state).do(asked.do)}


@_answer.register
def _(asked: BuyQuestion) -> Answer:
    position = Position(asked.state)
    if not position.do(asked.do):
        return {"legal": False}
    return {"legal": True, "exact": isinstance(position.state().todo[0], Act)}


@_answer.register
def _(asked: MoatQuestion) -> Answer:
    return {"result": len(City(asked.city).longest(asked.family))}


@_answer.register
def _(asked: ScoreQuestion) -> Answer:
    after = Position(asked.state.but(todo=(ScoreRow(asked.round), NextTurn()))).state()
    points: Answer = {"points": list(after.points)}
    return points if after.dirk is None or asked.dirk is None else {**points, "dirk": after.dirk.points}


@_answer.register
def _(asked: AwardQuestion) -> Answer:
    hands = tuple(map(Purse.of, asked.hands))
    slots = (slot for slot, tile in enumerate(asked.yard) if tile is not None)
    return {"result": [richest(asked.setup, hands, slot) for slot in slots]}


@_answer.register
def _(asked: LegalQuestion) -> Answer:
    return {"actions": list(map(str, Position(asked.state).actions()))}


@_answer.register
def _(asked: DrawQuestion) -> Answer:
    chances: dict[str, Fraction] = {}
    for what, chance, _ in Position(asked.state).draws():
        chances[what] = chances.get(what, Fraction()) + chance
    return {"draws": {what: f"{chance.numerator}/{chance.denominator}" for what, chance in sorted(chances.items())}}


@_answer.register
def _(asked: ApplyQuestion) -> Answer:
    position = Position(asked.state)
    for number, action in enumerate(asked.deeds, start=1):
        after = _after(position, action)
        if after is None:
            return {"legal": False, **({} if number == len(asked.deeds) else {"step": number})}
        position = after
    facts = summary(position.state())
    return {"legal": True, "then": {name: facts[name] for name in asked.ask if name in facts}}


@_answer.register
def _(asked: GameQuestion) -> Answer:
    position = Position(opened(asked.record.setup))
    for number, (seat, action) in enumerate(asked.record.steps, start=1):
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
