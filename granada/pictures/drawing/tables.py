"""The table in text: the yard, the display, what each seat has, and the cities."""

from collections.abc import Iterable, Iterator

from granada.board import CURRENCIES, Cell, Purse
from granada.game import HUTS, State
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.terminal import LONGEST_LINE, beside, wrapped
from granada.pictures.shared import belongings, extra_of, points
from granada.steps import Act, PlaceTiles
from granada.table import View


def table(
    seen: State | View, *, cities: Iterable[int] | None = None, colour: bool = False, width: int | None = None
) -> str:
    """The table in text: the yard, the display, what each seat has, and the cities of all seats or of some."""
    state = seen.table if isinstance(seen, View) else seen
    seats = range(len(state.players)) if cities is None else tuple(cities)
    lines = [*_yard(state), *_supplies(state), *_company(seen, range(len(state.players)))]
    drawn = [city_of(state, seat, colour=colour, width=width) for seat in seats]
    laid = [f"\n{beside(drawn, width)}"] if width and drawn else drawn
    return "\n".join([_lines(lines, width), *laid])


def offer(view: View, *, width: int | None = None) -> str:
    """What a seat decides on, in few lines: the yard, the display, and its own hand."""
    own = [] if view.seat is None else [_seat(view, view.seat)]
    return _lines([*_yard(view.table), *_supplies(view.table), *own], width)


def company(view: View, *, width: int | None = None) -> str:
    """What the others at the table have."""
    return _lines(list(_company(view, [seat for seat in range(len(view.points)) if seat != view.seat])), width)


def _company(seen: State | View, seats: Iterable[int]) -> Iterator[str]:
    yield from (_seat(seen, seat) for seat in seats)
    state = seen.table if isinstance(seen, View) else seen
    if state.dirk is not None:
        faces = " ".join(map(str, state.dirk.faces)) or "no tiles"
        yield f"Dirk     {points(state.dirk.points)}, {faces}"


def _lines(lines: list[str], width: int | None) -> str:
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
        tiles = ["empty" if tile is None else str(tile) for tile in state.yard[number * lanes : (number + 1) * lanes]]
        head = "yard" if number == 0 else ""
        yield f"{head:9}{number + 1} {currency.name.lower():7} {'   '.join(tiles)}"


def _supplies(state: State) -> Iterator[str]:
    tiles = sum(map(len, state.bags))
    marker = f", next tiles show {state.marker}" if state.marker else ""
    yield f"display  {state.display or 'empty'}"
    yield f"left     {len(state.deck)} cards in the deck, {tiles} tiles in the bag{marker}"
    if (huts := extra_of(state, HUTS)) is not None:
        tops = " ".join(str(face) for face in huts.tops if face is not None)
        yield f"huts     {tops or 'none'}"


def _seat(seen: State | View, seat: int) -> str:
    """A line about a seat."""
    state = seen.table if isinstance(seen, View) else seen
    player = state.players[seat]
    acts = "▶" if state.actor == seat else " "
    hidden = seen.hand_sizes[seat] - len(player.hand) if isinstance(seen, View) else 0
    hand = f"of {hidden} hidden card{'' if hidden == 1 else 's'}" if hidden else _counted(player.hand)
    parts = [points(player.points), f"hand {hand}"]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act) and step.seat == seat and step.bought:
        parts.append("bought " + " ".join(map(str, step.bought)))
    if isinstance(step, PlaceTiles) and step.seat == seat:
        parts.append("to be placed " + " ".join(str(pending.tile) for pending in step.tiles))
    if player.reserve:
        parts.append("reserve " + " ".join(map(str, player.reserve)))
    return f"{acts}seat {seat + 1:<3}{', '.join([*parts, *belongings(state, seat)])}"


def _counted(hand: Purse) -> str:
    """The cards of a hand and what they are worth in each currency."""
    worth = " ".join(f"{each.value}={hand.total(each)}" for each in CURRENCIES if hand.total(each))
    return f"{hand} ({worth})" if worth else str(hand) or "empty"
