"""The table in text: the yard, the display, what each seat has, and the cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import CURRENCIES
from granada.game import HUTS
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.terminal import LONGEST_LINE, beside, wrapped
from granada.pictures.telling import belongings, kept, points
from granada.steps import Act, PlaceTiles
from granada.table import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.board import Cell, Purse, Tile
    from granada.game import State


def table(
    shown: State | View, *, cities: Iterable[int] | None = None, colour: bool = False, width: int | None = None
) -> str:
    """The table in text: the yard, the display, what each seat has, and the cities of all seats or of some."""
    state = shown.table if isinstance(shown, View) else shown
    seats = range(len(state.players)) if cities is None else tuple(cities)
    lines = [*_yard(state), *_supplies(state), *_company(shown, range(len(state.players)))]
    drawn = [city_of(state, seat, colour=colour, width=width) for seat in seats]
    laid = [f"\n{beside(drawn, width)}"] if width and drawn else drawn
    return "\n".join([_told(lines, width), *laid])


def offer(view: View, *, width: int | None = None) -> str:
    """What a seat decides on, in few lines: the yard, the display, and its own hand."""
    own = [] if view.seat is None else [_seat(view, view.seat)]
    return _told([*_yard(view.table), *_supplies(view.table), *own], width)


def company(view: View, *, width: int | None = None) -> str:
    """What the others at the table have."""
    return _told(list(_company(view, [seat for seat in range(len(view.points)) if seat != view.seat])), width)


def _company(shown: State | View, seats: Iterable[int]) -> Iterator[str]:
    yield from (_seat(shown, seat) for seat in seats)
    state = shown.table if isinstance(shown, View) else shown
    if state.dirk is not None:
        faces = " ".join(map(str, state.dirk.faces)) or "no tiles"
        yield f"Dirk     {points(state.dirk.points)}, {faces}"


def _told(lines: list[str], width: int | None) -> str:
    return "\n".join(wrapped(line, width or LONGEST_LINE, later=" " * 9) for line in lines)


def city_of(
    state: State, seat: int, *, sites: Iterable[Cell] = (), colour: bool = False, width: int | None = None
) -> str:
    """The city of a seat under its name."""
    player = state.players[seat]
    return (
        f"\nseat {seat + 1}, {points(player.points)}\n{draw_city(player.city, sites=sites, colour=colour, width=width)}"
    )


def _yard(state: State) -> Iterator[str]:
    lanes = len(state.setup.game.lanes)
    for number, currency in enumerate(CURRENCIES):
        tiles = state.yard[number * lanes : (number + 1) * lanes]
        head = "yard" if number == 0 else ""
        yield f"{head:9}{number + 1} {currency.name.lower():7} {'   '.join(map(_offer, tiles))}"


def _offer(tile: Tile | None) -> str:
    return "empty" if tile is None else str(tile)


def _supplies(state: State) -> Iterator[str]:
    tiles = sum(map(len, state.bags))
    marker = f", next tiles show {state.marker}" if state.marker else ""
    yield f"display  {state.display or 'empty'}"
    yield f"left     {len(state.deck)} cards in the deck, {tiles} tiles in the bag{marker}"
    if (huts := kept(state, HUTS)) is not None:
        tops = " ".join(str(face) for face in huts.tops if face is not None)
        yield f"huts     {tops or 'none'}"


def _seat(shown: State | View, seat: int) -> str:
    """A line about a seat."""
    state = shown.table if isinstance(shown, View) else shown
    player = state.players[seat]
    acts = "▶" if state.actor == seat else " "
    parts = [points(player.points), f"hand {_hand(shown, seat)}"]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act) and step.seat == seat and step.bought:
        parts.append("bought " + " ".join(map(str, step.bought)))
    if isinstance(step, PlaceTiles) and step.seat == seat:
        parts.append("to be placed " + " ".join(str(pending.tile) for pending in step.tiles))
    if player.reserve:
        parts.append("reserve " + " ".join(map(str, player.reserve)))
    return f"{acts}seat {seat + 1:<3}{', '.join([*parts, *belongings(state, seat)])}"


def _hand(shown: State | View, seat: int) -> str:
    if isinstance(shown, View):
        hand = shown.table.players[seat].hand
        hidden = shown.hand_sizes[seat] - len(hand)
        return f"of {hidden} hidden card{'' if hidden == 1 else 's'}" if hidden else _counted(hand)
    return _counted(shown.players[seat].hand)


def _counted(hand: Purse) -> str:
    """The cards of a hand and what they are worth in each currency."""
    worth = " ".join(f"{each.value}={hand.total(each)}" for each in CURRENCIES if hand.total(each))
    return f"{hand} ({worth})" if worth else str(hand) or "empty"
