"""Pictures of what a question is about, as SVG: cities as they would be, cards and tiles, whole tables."""

from __future__ import annotations

import re
from functools import singledispatch

from granada.board import Purse
from granada.game import IllegalAction
from granada.pictures import picture
from granada.spec import (
    AwardQuestion,
    BuyQuestion,
    CityQuestion,
    FlipQuestion,
    GameQuestion,
    LayoutQuestion,
    MoatQuestion,
    Question,
    ScoreQuestion,
    StateQuestion,
    TakeQuestion,
    changed,
)
from granada.table import replay

Pictures = list[tuple[str, str]]
"""What each picture shows, in a word, and its SVG."""

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def depicted(asked: Question) -> tuple[Pictures, str]:
    """The pictures of a question, and the style that all of them share."""
    try:
        found = _depicted(asked)
    except (ValueError, LookupError, TypeError):  # a position that cannot be drawn is told in words
        return [], ""
    styles = [style for _, svg in found for style in _STYLE.findall(svg)]
    return [(title, _STYLE.sub("", svg)) for title, svg in found], styles[0] if styles else ""


@singledispatch
def _depicted(_: Question) -> Pictures:
    return []


@_depicted.register
def _(asked: LayoutQuestion) -> Pictures:
    return [("the layout", picture(asked.layout))]


@_depicted.register
def _(asked: CityQuestion) -> Pictures:
    after = changed(asked.city, asked.do)
    return [("before", picture(asked.city)), *([("after", picture(after))] if after is not None else [])]


@_depicted.register
def _(asked: MoatQuestion) -> Pictures:
    return [("the city, with the longest", picture(asked.city))]


@_depicted.register
def _(asked: TakeQuestion) -> Pictures:
    return [("display", picture(Purse.of(asked.display))), ("taken", picture(asked.do.cards))]


@_depicted.register
def _(asked: BuyQuestion) -> Pictures:
    return [("tile", picture(asked.tile)), ("hand", picture(Purse.of(asked.hand))), ("paid", picture(asked.do.cards))]


@_depicted.register
def _(asked: FlipQuestion) -> Pictures:
    return [("tile", picture(asked.tile)), ("hand", picture(Purse.of(asked.hand))), ("paid", picture(asked.do.cards))]


@_depicted.register
def _(asked: ScoreQuestion) -> Pictures:
    cities = [(f"seat {seat}", picture(city)) for seat, city in enumerate(asked.cities, start=1)]
    return [*cities, ("the scoring", picture(asked.scored))]


@_depicted.register
def _(asked: AwardQuestion) -> Pictures:
    hands = [(f"seat {seat}", picture(Purse.of(hand))) for seat, hand in enumerate(asked.hands, start=1)]
    lanes = len(asked.yard) // 4
    tiles = [(f"space {slot // lanes + 1}", picture(tile)) for slot, tile in enumerate(asked.yard) if tile is not None]
    return [*tiles, *hands]


@_depicted.register
def _(asked: StateQuestion) -> Pictures:
    return [("the table", picture(asked.state, columns=2))]


@_depicted.register
def _(asked: GameQuestion) -> Pictures:
    """The table where the record ends, or before its first step against the rules."""
    state = None
    try:
        for state in replay(asked.record):  # noqa: B007  the last one is drawn
            pass
    except IllegalAction:
        pass
    return [("the table at the end", picture(state, columns=2))] if state is not None else []
