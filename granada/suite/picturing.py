"""What lies on the table in a question, as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import InvalidState, Purse
from granada.game import IllegalAction
from granada.pictures import picture, sheet
from granada.rulebook import Rule
from granada.suite.cases import slug
from granada.suite.complaints import no_such
from granada.suite.illustrating import changed
from granada.suite.lookup import rule_text
from granada.suite.questions.kinds import (
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
from granada.suite.questions.question import StateQuestion
from granada.suite.suite import case_named
from granada.table import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.game import State
    from granada.suite.questions.question import Question
    from granada.table import Record

    Drawn = tuple[str, str]
    """A caption, which may be empty, and the picture as SVG."""


def on_a_sheet(asked: Iterable[tuple[str, Question]], title: str) -> str:
    """The pictures of some questions with their names on one sheet; an InvalidState where there is nothing to see."""
    found = [(": ".join(filter(None, (name, caption))), svg) for name, each in asked for caption, svg in pictures(each)]
    if not found:
        raise InvalidState(["there is nothing to see in it"])
    return found[0][1] if len(found) == 1 and not found[0][0] else sheet(found, title)


def pictures_of(name: str) -> str:
    """The pictures of the cases of a rule, or of one case, by its id."""
    rule, _, case = name.partition("/")
    if "@" in case:
        return on_a_sheet([("", case_named(name).asked)], name)
    text = rule_text(Rule.named(rule))
    listed = [
        each for each in (text.cases if text else ()) if not case or each.id == f"{text and text.rule}/{slug(case)}"
    ]
    if not listed:
        raise InvalidState([no_such("case", name, [each.id for each in (text.cases if text else ())])])
    return on_a_sheet([("" if case else each.name, each.asked) for each in listed], name)


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
            yield "taken", picture(asked.do.cards)
        case BuyQuestion() | FlipQuestion():
            yield (f"space {asked.space}" if isinstance(asked, BuyQuestion) else "bought"), picture(asked.tile)
            yield "hand", picture(Purse.of(asked.hand))
            yield "paid", picture(asked.do.cards)
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
        shown = picture(asked.value)  # type: ignore[arg-type]  # what has no picture is left out below
    except (ValueError, TypeError):
        return  # it cannot be read, or is an action, which has no picture
    yield "", shown
