"""The table in text: the yard, the display, what each seat has, and the cities."""

from collections.abc import Iterable, Iterator

from granada.board import CURRENCIES, Cell, Purse
from granada.game import HUTS, State
from granada.languages import ENGLISH, Language
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.terminal import LONGEST_LINE, beside, wrapped
from granada.pictures.shared import belongings, extra_of, points
from granada.steps import Act, PlaceTiles
from granada.table import View
from granada.words import Words
from granada.words.names import MARKERS


def table(
    seen: State | View,
    *,
    cities: Iterable[int] | None = None,
    colour: bool = False,
    width: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """The table in text: the yard, the display, what each seat has, and the cities of all seats or of some."""
    state = seen.table if isinstance(seen, View) else seen
    seats = range(len(state.players)) if cities is None else tuple(cities)
    lines = [*_yard(state, language), *_supplies(state, language), *_company(seen, range(len(state.players)), language)]
    drawn = [city_of(state, seat, colour=colour, width=width, language=language) for seat in seats]
    laid = [f"\n{beside(drawn, width)}"] if width and drawn else drawn
    return "\n".join([_lines(lines, width), *laid])


def offer(view: View, *, width: int | None = None, language: Language = ENGLISH) -> str:
    """What a seat decides on, in few lines: the yard, the display, and its own hand."""
    own = [] if view.seat is None else [_seat(view, view.seat, language)]
    return _lines([*_yard(view.table, language), *_supplies(view.table, language), *own], width)


def company(view: View, *, width: int | None = None, language: Language = ENGLISH) -> str:
    """What the others at the table have."""
    others = [seat for seat in range(len(view.points)) if seat != view.seat]
    return _lines(list(_company(view, others, language)), width)


def _company(seen: State | View, seats: Iterable[int], say: Language) -> Iterator[str]:
    yield from (_seat(seen, seat, say) for seat in seats)
    state = seen.table if isinstance(seen, View) else seen
    if state.dirk is not None:
        faces = " ".join(map(str, state.dirk.faces)) or say("no tiles")
        name = Words(say, state.setup.game).dirk
        yield f"{name:8} {points(state.dirk.points, say)}, {faces}"


def _lines(lines: list[str], width: int | None) -> str:
    return "\n".join(wrapped(line, width or LONGEST_LINE, later=" " * 9) for line in lines)


def city_of(
    state: State,
    seat: int,
    *,
    sites: Iterable[Cell] = (),
    colour: bool = False,
    width: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """The city of a seat under its name."""
    player = state.players[seat]
    head = f"{Words(language).seat(seat)}, {points(player.points, language)}"
    return f"\n{head}\n{draw_city(player.city, sites=sites, colour=colour, width=width, language=language)}"


def _yard(state: State, say: Language) -> Iterator[str]:
    lanes = len(state.setup.game.lanes)
    for number, currency in enumerate(CURRENCIES):
        tiles = [
            say("empty") if tile is None else str(tile) for tile in state.yard[number * lanes : (number + 1) * lanes]
        ]
        head = say("yard") if number == 0 else ""
        yield f"{head:9}{number + 1} {Words(say).currency(currency):7} {'   '.join(tiles)}"


def _supplies(state: State, say: Language) -> Iterator[str]:
    display, rest, huts = say("display"), say("left"), say("huts")
    yield f"{display:8} {str(state.display) or say('empty')}"
    yield f"{rest:8} {', '.join(left(state, say))}"
    if (piles := extra_of(state, HUTS)) is not None:
        tops = " ".join(str(face) for face in piles.tops if face is not None) or say("none")
        yield f"{huts:8} {tops}"


def left(state: State, say: Language) -> list[str]:
    """What is left in the deck and in the bag, and how the next tiles will lie."""
    cards = say.counted("{number} card in the deck", "{number} cards in the deck", len(state.deck))
    tiles = say.counted("{number} tile in the bag", "{number} tiles in the bag", sum(map(len, state.bags)))
    marker = [say("next tiles show {field}", field=say.of(MARKERS[state.marker]))] if state.marker else []
    return [cards, tiles, *marker]


def _seat(seen: State | View, seat: int, say: Language) -> str:
    """A line about a seat."""
    state = seen.table if isinstance(seen, View) else seen
    player = state.players[seat]
    acts = "▶" if state.actor == seat else " "
    hidden = seen.hand_sizes[seat] - len(player.hand) if isinstance(seen, View) else 0
    if hidden:
        hand = say.counted("hand of {number} hidden card", "hand of {number} hidden cards", hidden)
    else:
        hand = say("hand {cards}", cards=_counted(player.hand) or say("empty"))
    parts = [points(player.points, say), hand]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act) and step.seat == seat and step.bought:
        parts.append(say("bought {tiles}", tiles=" ".join(map(str, step.bought))))
    if isinstance(step, PlaceTiles) and step.seat == seat:
        parts.append(say("to be placed {tiles}", tiles=" ".join(str(pending.tile) for pending in step.tiles)))
    if player.reserve:
        parts.append(say("reserve {tiles}", tiles=" ".join(map(str, player.reserve))))
    return f"{acts}{Words(say).seat(seat):7} {', '.join([*parts, *belongings(state, seat, say)])}"


def _counted(hand: Purse) -> str:
    """The cards of a hand and what they are worth in each currency."""
    worth = " ".join(f"{each.value}={hand.total(each)}" for each in CURRENCIES if hand.total(each))
    return f"{hand} ({worth})" if worth else str(hand)
