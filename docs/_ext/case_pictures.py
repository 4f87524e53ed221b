"""What lies on the table in a question of the specification, as pictures."""  # noqa: INP001  a part of the site, no package

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board.money import Purse
from granada.board.tiles import InvalidState
from granada.game.rules import IllegalAction
from granada.pictures.svg import picture
from granada.spec.illustrating import changed
from granada.spec.questions.kinds import (
    AwardQuestion,
    BuyQuestion,
    CityQuestion,
    FlipQuestion,
    GameQuestion,
    LayoutQuestion,
    MoatQuestion,
    NotationQuestion,
    ScoreQuestion,
    TakeQuestion,
)
from granada.spec.questions.question import StateQuestion
from granada.table import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game.state import State
    from granada.spec.questions.question import Question
    from granada.table import Record

Drawn = tuple[str, str]
"""A caption, which may be empty, and the picture as SVG."""


def pictures(asked: Question) -> Iterator[Drawn]:
    """The pictures of a question; none where there is nothing to see."""
    match asked:
        case LayoutQuestion():
            yield "", picture(asked.layout)
        case CityQuestion():
            after = changed(asked.city, asked.do)
            yield ("before" if after else ""), picture(asked.city)
            if after:
                yield "after", picture(after)
        case MoatQuestion():
            yield "", picture(asked.city)
        case TakeQuestion():
            yield "display", picture(Purse.of(asked.display))
        case BuyQuestion() | FlipQuestion():
            yield (f"space {asked.space}" if isinstance(asked, BuyQuestion) else "bought"), picture(asked.tile)
            yield "hand", picture(Purse.of(asked.hand))
        case ScoreQuestion():
            yield from ((f"seat {seat}", picture(city)) for seat, city in enumerate(asked.cities, start=1))
            yield "", picture(asked.scored)
        case AwardQuestion():
            yield from _award(asked)
        case StateQuestion():
            yield from _table(asked.state)
        case GameQuestion():
            yield from _table(_reached(asked.record))
        case NotationQuestion():
            yield from _notation(asked)


def _award(asked: AwardQuestion) -> Iterator[Drawn]:
    for slot, tile in enumerate(asked.yard):
        if tile is not None:
            yield f"space {slot * 4 // len(asked.yard) + 1}", picture(tile)
    for seat, hand in enumerate(asked.hands, start=1):
        yield f"seat {seat}", picture(Purse.of(hand))


def _table(state: State | None) -> Iterator[Drawn]:
    if state is not None:
        yield "", picture(state, columns=2)


def _reached(record: Record) -> State | None:
    """The table up to the first step that is illegal."""
    last = None
    try:
        for state in replay(record):
            last = state
    except (IllegalAction, InvalidState):
        pass  # what is drawn is the table up to that step
    return last


def _notation(asked: NotationQuestion) -> Iterator[Drawn]:
    try:
        shown = picture(asked.value)
    except (ValueError, TypeError):
        return  # it cannot be read, or is an action, which has no picture
    yield "", shown
