"""What lies on the table in a case of the specification, as pictures."""  # noqa: INP001  a part of the site, no package

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from granada.board.layout import Layout
from granada.board.money import Purse
from granada.board.tiles import InvalidState, Tile
from granada.game.actions import Action, Add, Place, Remove, Swap
from granada.game.games import game_named
from granada.game.rules import IllegalAction
from granada.game.scoring import score
from granada.pictures.svg import picture
from granada.spec.questions import NOTATIONS, a_city, city_question, score_question
from granada.table.table import replay
from granada.wire import read_record, read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.board.city import City
    from granada.game.state import State
    from granada.spec.chapters import Case

Given = dict[str, Any]
Drawn = tuple[str, str]
"""A caption, which may be empty, and the picture as SVG."""


def pictures(case: Case) -> list[Drawn]:
    """The pictures of a case; none where there is nothing to see."""
    return list(_KINDS[case.kind](case.given))


def _layout(given: Given) -> Iterator[Drawn]:
    yield "", picture(Layout.from_cells(given["layout"], game_named(given["game"]).start))


def _change(given: Given) -> Iterator[Drawn]:
    state, action = city_question(given)
    city = state.players[0].city
    after = changed(city, action)
    yield ("before" if after else ""), picture(city)
    if after:
        yield "after", picture(after)


def changed(city: City, action: Action) -> Layout | None:
    """A city after a change, legal or not; None where the change is impossible."""
    tiles = dict(city.layout.tiles)
    match action:
        case Place(face, cell) | Add(face, cell) if cell not in city:
            tiles[cell] = face
        case Remove(cell) if cell in tiles:
            del tiles[cell]
        case Swap(cell, face) if cell in tiles:
            tiles[cell] = face
        case _:
            return None
    founds = city.founding is None and any(face.family is not city.start for face in tiles.values())
    try:
        return Layout(tuple(tiles.items()), (), city.start, action.cell if founds else city.founding)
    except InvalidState:
        return None


def _moat(given: Given) -> Iterator[Drawn]:
    yield "", picture(a_city(given, given["city"]))


def _take(given: Given) -> Iterator[Drawn]:
    yield "display", picture(Purse.parse(given["display"]))


def _tile_and_hand(given: Given) -> Iterator[Drawn]:
    yield (f"space {given['space']}" if "space" in given else "bought"), picture(Tile.parse(given["tile"]))
    yield "hand", picture(Purse.parse(given["hand"]))


def _score(given: Given) -> Iterator[Drawn]:
    state = score_question(given)
    for seat, player in enumerate(state.players, start=1):
        yield f"seat {seat}", picture(player.city)
    yield "", picture(score(state, given["round"]))


def _award(given: Given) -> Iterator[Drawn]:
    for slot, tile in enumerate(given["yard"]):
        if tile is not None:
            yield f"space {slot * 4 // len(given['yard']) + 1}", picture(Tile.parse(tile))
    for seat, hand in enumerate(given["hands"], start=1):
        yield f"seat {seat}", picture(Purse.parse(hand))


def _state(given: Given) -> Iterator[Drawn]:
    yield from _table(read_state(given["state"]))


def _table(state: State) -> Iterator[Drawn]:
    yield "", picture(state, columns=2)


def _game(given: Given) -> Iterator[Drawn]:
    last = None
    try:
        for state in replay(read_record("\n".join(given["record"]))):
            last = state
    except (IllegalAction, InvalidState):
        pass  # what is drawn is the table up to that step
    return chain.from_iterable([_table(last)] if last else [])


def _notation(given: Given) -> Iterator[Drawn]:
    try:
        value = NOTATIONS[given["of"]](given["text"])
        yield "", picture(value)
    except (ValueError, TypeError):
        return  # it cannot be read, or is an action, which has no picture


_KINDS: dict[str, Callable[[Given], Iterator[Drawn]]] = {
    "layout": _layout,
    "place": _change,
    "remove": _change,
    "swap": _change,
    "moat": _moat,
    "take": _take,
    "buy": _tile_and_hand,
    "flip": _tile_and_hand,
    "score": _score,
    "award": _award,
    "legal": _state,
    "apply": _state,
    "draw": _state,
    "game": _game,
    "notation": _notation,
}
