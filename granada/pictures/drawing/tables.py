"""The table in text: the yard, the display, what each seat has, and the cities."""

from collections.abc import Iterable, Iterator

from granada.board import CURRENCIES, Cell, Purse
from granada.game import HUTS, State
from granada.languages import ENGLISH, Language
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.terminal import LONGEST_LINE, beside, wrapped
from granada.pictures.shared import belongings, extra_of, left, points
from granada.steps import Act, PlaceTiles
from granada.table import View
from granada.words import Words


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


Line = tuple[str, str]
"""What a line is about, and what it says."""


def _company(seen: State | View, seats: Iterable[int], say: Language) -> Iterator[Line]:
    yield from (_seat(seen, seat, say) for seat in seats)
    state = seen.table if isinstance(seen, View) else seen
    if state.dirk is not None:
        faces = " ".join(map(str, state.dirk.faces)) or say("no tiles")
        name = Words(say, state.setup.game).dirk
        yield name, f"{points(state.dirk.points, say)}, {faces}"


def _lines(lines: list[Line], width: int | None) -> str:
    margin = max(8, *(len(head) for head, _ in lines)) + 1
    texts = (f"{head:{margin}}{text}" for head, text in lines)
    return "\n".join(wrapped(text, width or LONGEST_LINE, later=" " * margin) for text in texts)


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


def _yard(state: State, say: Language) -> Iterator[Line]:
    names = [Words(say).currency(each) for each in CURRENCIES]
    wide = max(7, *map(len, names))
    for number, (currency, space) in enumerate(zip(names, state.yard, strict=True)):
        tiles = [say("empty") if tile is None else str(tile) for tile in space]
        yield say("yard") if number == 0 else "", f"{number + 1} {currency:{wide}} {'   '.join(tiles)}"


def _supplies(state: State, say: Language) -> Iterator[Line]:
    yield say("display"), str(state.display) or say("empty")
    yield say("left"), ", ".join(left(state, say))
    if (piles := extra_of(state, HUTS)) is not None:
        tops = " ".join(str(face) for face in piles.tops if face is not None) or say("none")
        yield say("huts"), tops


def _seat(seen: State | View, seat: int, say: Language) -> Line:
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
    return f"{acts}{Words(say).seat(seat)}", ", ".join([*parts, *belongings(state, seat, say)])


def _counted(hand: Purse) -> str:
    """The cards of a hand and what they are worth in each currency."""
    worth = " ".join(f"{each.value}={hand.total(each)}" for each in CURRENCIES if hand.total(each))
    return f"{hand} ({worth})" if worth else str(hand)
