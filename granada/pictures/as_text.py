"""Drawings in text: cities in box characters, tables, and all other values that can be drawn."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import get_args

from attrs import frozen

from granada.board import CURRENCIES, START, Cell, City, Family, Layout, Purse
from granada.game import COMBINED, HUTS, Game, Scoring, State
from granada.languages import ENGLISH, Language, a_language
from granada.pictures.shared import COLOURS, belongings, extra_of, last_state, left, near_cells, points
from granada.pictures.terminal import LONGEST_LINE, beside, wrapped
from granada.steps import Act, PlaceTiles
from granada.table import Record, View
from granada.words import Words, scoring_in_words

INSIDE = 9
"""The inner width of a tile, which fits the longest name of a building."""
NARROW = 5
"""The inner width of a narrow tile; five letters distinguish all buildings."""
OPEN, MOAT, WALL = range(3)
_ACROSS, _DOWN = "─═━", "│║┃"
_CORNERS = {
    (OPEN, OPEN): "┌┐└┘",
    (MOAT, OPEN): "╒╕╘╛",
    (OPEN, MOAT): "╓╖╙╜",
    (MOAT, MOAT): "╔╗╚╝",
    (WALL, OPEN): "┍┑┕┙",
    (OPEN, WALL): "┎┒┖┚",
    (WALL, WALL): "┏┓┗┛",
}
"""A mapping from pairs of a horizontal and a vertical edge to the characters for the corners of a tile."""
_BLUE, _GREY, _RED, _PLAIN = "\x1b[38;5;33m", "\x1b[38;5;245m", "\x1b[1;38;5;196m", "\x1b[0m"


@frozen
class Drawing:
    """A city or layout in box characters.

    - ``marked``: The cells that break the rules.
    - ``sites``: The cells on which a tile fits.
    - ``counted``: The edges of a moat or wall, each with its number.
    - ``width``: The maximum width; a wider drawing gets narrower tiles and, if necessary, is split into parts.
    """

    layout: Layout
    marked: Collection[Cell]
    sites: Collection[Cell]
    counted: Mapping[tuple[Cell, int], int]
    colour: bool
    width: int | None
    language: Language

    def __str__(self) -> str:
        """The lines of the drawing, followed by a short legend."""
        cells = {START, *self.layout.by_cell, *self.marked, *self.sites}
        columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
        rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
        margin = max(len(str(y)) for y in rows) + 1
        inside, most = _fitting(len(columns), margin, self.width)
        parts = []
        for begin in range(0, len(columns), most):
            lines = []
            some = columns[begin : begin + most]
            for y in rows:
                boxes = [self._box(Cell(x, y), inside) for x in some]
                for number, pieces in enumerate(zip(*boxes, strict=True)):
                    label = str(y) if number == 0 else ""
                    lines.append((label.ljust(margin) + "".join(pieces)).rstrip())
            lines.append((" " * margin + "".join(str(x).center(inside + 2) for x in some)).rstrip())
            parts.append("\n".join(lines))
        return "\n".join(["\n\n".join(parts), *self._legend()])

    def _legend(self) -> list[str]:
        """The meanings of the signs that occur in the drawing."""
        families, say = {face.family for face in self.layout.by_cell.values() if face.edges}, self.language
        signs = {
            say("═ moat"): Family.GRANADA in families,
            say("━ wall"): Family.ALHAMBRA in families,
            say("* founding tile"): self.layout.founding is not None,
            say("! against the rules"): bool(self.marked),
            say("┄ a tile fits"): bool(self.sites),
            say("1 2 3 … counted"): bool(self.counted),
        }
        lines: list[str] = []
        for sign in (sign for sign, occurs in signs.items() if occurs):
            if lines and (self.width is None or len(f"{lines[-1]}   {sign}") <= self.width):
                lines[-1] += f"   {sign}"
            else:
                lines.append(sign)
        return lines

    def _box(self, cell: Cell, inside: int) -> list[str]:
        """The four lines for a cell; a counted side shows its number, written downwards on the left and right sides."""
        layout, alarm = self.layout, cell in self.marked
        if cell not in layout.by_cell and cell != START:
            return _empty_box(cell, inside, alarm=alarm, fits=cell in self.sites, colour=self.colour)
        name, price = _words(layout, cell, self.language)
        if inside < INSIDE:
            price = _squeezed(price, inside, alarm=alarm)
        elif alarm:
            price = f"! {price} !"
        words = tuple(f"{text[:inside]:^{inside}}" for text in (name, price))
        edges = layout.edges(cell)
        barrier = MOAT if layout.family(cell) is Family.GRANADA else WALL
        north, east, south, west = ((barrier if edges >> side & 1 else OPEN) for side in range(4))
        inks = ((_RED,) * 3 if alarm else ("", _BLUE, _GREY)) if self.colour else ("",) * 3
        ground = _ground(layout, cell) if self.colour else ""
        top, right, bottom, left = (str(self.counted.get((cell, side), "")) for side in range(4))
        above = _CORNERS[north, west][0] + top.center(inside, _ACROSS[north]) + _CORNERS[north, east][1]
        below = _CORNERS[south, west][2] + bottom.center(inside, _ACROSS[south]) + _CORNERS[south, east][3]
        sides = zip(left.ljust(2, _DOWN[west]), words, right.ljust(2, _DOWN[east]), strict=True)
        return [
            _inked(above, inks[north]),
            *(f"{_inked(a, inks[west])}{_inked(text, ground)}{_inked(b, inks[east])}" for a, text, b in sides),
            _inked(below, inks[south]),
        ]


def _fitting(columns: int, margin: int, width: int | None) -> tuple[int, int]:
    """The inner width of a tile, and the number of columns that fit side by side."""
    if width is None or margin + columns * (INSIDE + 2) <= width:
        return INSIDE, columns
    return NARROW, max(1, min(columns, (width - margin) // (NARROW + 2)))


def _squeezed(price: str, inside: int, *, alarm: bool) -> str:
    """The price and rotation for a narrow tile, or only the rotation if there is no room for both."""
    close, turned = price.replace(" ", ""), price[price.find("~") :] if "~" in price else price
    written = (f"!{close}!", f"!{close}", f"!{turned}") if alarm else (close, turned)
    return next((text for text in written if len(text) <= inside), written[-1])


def _inked(text: str, ink: str) -> str:
    return f"{ink}{text}{_PLAIN}" if ink else text


def _words(layout: Layout, cell: Cell, say: Language) -> tuple[str, str]:
    """The two lines of text on a tile: the building, and the price with any marks."""
    face = layout.by_cell.get(cell)
    if face is None:
        return say("start"), "@"
    turned = dict(layout.rotations).get(cell)
    price = say("hut") if face.is_hut else str(face.price)
    founds = "*" if cell == layout.founding else ""
    return Words(say).label(face.building), founds + price + (f" ~{turned}" if turned else "")


def _ground(layout: Layout, cell: Cell) -> str:
    """The terminal code for a tile: dark letters on the nearest of the 216 colours that most terminals have."""
    face = layout.by_cell.get(cell)
    wanted = COLOURS[face.building] if face else "#e8dcc0"
    red, green, blue = (round(int(wanted[place : place + 2], 16) / 51) for place in (1, 3, 5))
    return f"\x1b[38;5;16;48;5;{16 + 36 * red + 6 * green + blue}m"


def _empty_box(cell: Cell, inside: int, *, alarm: bool, fits: bool, colour: bool) -> list[str]:
    """The lines for an empty cell: a hole, a cell on which a tile fits, or nothing."""
    if not alarm and not fits:
        return [" " * (inside + 2)] * 4
    text, more = "!" if alarm else str(cell), ""
    if len(text) > inside:
        text, more = f"{cell[0]},", str(cell[1])
    ink = (_RED if alarm else _GREY) if colour else ""
    lines = [f"┌{'┄' * inside}┐", f"┊{text.center(inside)}┊", f"┊{more.center(inside)}┊", f"└{'┄' * inside}┘"]
    return [_inked(line, ink) for line in lines]


def table(
    seen: State | View,
    *,
    cities: Iterable[int] | None = None,
    colour: bool = False,
    width: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """The table as text: the yard, the display, each seat's possessions, and the cities of all or some seats."""
    state = seen.table if isinstance(seen, View) else seen
    seats = range(len(state.players)) if cities is None else tuple(cities)
    lines = [*_yard(state, language), *_supplies(state, language), *_company(seen, range(len(state.players)), language)]
    drawn = [city_of(state, seat, colour=colour, width=width, language=language) for seat in seats]
    laid = [f"\n{beside(drawn, width)}"] if width and drawn else drawn
    return "\n".join([_lines(lines, width), *laid])


def offer(view: View, *, width: int | None = None, language: Language = ENGLISH) -> str:
    """The yard, the display and the seat's own hand, as text."""
    own = [] if view.seat is None else [_seat(view, view.seat, language)]
    return _lines([*_yard(view.table, language), *_supplies(view.table, language), *own], width)


def company(view: View, *, width: int | None = None, language: Language = ENGLISH) -> str:
    """The possessions of the other players, as text."""
    others = [seat for seat in range(len(view.points)) if seat != view.seat]
    return _lines(list(_company(view, others, language)), width)


Line = tuple[str, str]
"""The label and the text of a line."""


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
    """A drawing of a seat's city, below the seat's name and points."""
    player = state.players[seat]
    head = f"{Words(language).seat(seat)}, {points(player.points, language)}"
    return f"\n{head}\n{sketch(player.city, sites=sites, colour=colour, width=width, language=language)}"


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
    """A line with a seat's points, hand and other possessions."""
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
    """The cards in a hand and their total value in each currency."""
    worth = " ".join(f"{each.value}={hand.total(each)}" for each in CURRENCIES if hand.total(each))
    return f"{hand} ({worth})" if worth else str(hand)


Sketchable = City | Layout | State | View | Record | Scoring
"""The types of values that can be drawn."""


def sketch(
    value: Sketchable,
    *,
    marked: Iterable[Cell] = (),
    sites: Iterable[Cell] = (),
    run: Sequence[tuple[Cell, int]] = (),
    colour: bool = False,
    width: int | None = None,
    language: Language | str = ENGLISH,
) -> str:
    """Draw a city, a layout, a table, a view or a scoring in box characters and words.

    In a city, ``marked`` are the cells that break the rules, ``sites`` are the cells on which a tile fits, and the
    edges of ``run``, such as ``city.longest()``, are numbered. The drawing of a record shows its last position. A
    drawing wider than ``width`` gets narrower tiles and, if necessary, is split into parts.

    >>> print(sketch(City.parse("@ park6/n")))
    0 ┌─────────┐╒═════════╕
      │  start  ││  park   │
      │    @    ││    6    │
      └─────────┘└─────────┘
           0          1
    ═ moat
    """
    language = a_language(language)
    match value:
        case City() | Layout():
            wrong, free = set(near_cells(marked, "marked")), set(near_cells(sites, "sites"))
            counted = {edge: number for number, edge in enumerate(run, start=1)}
            layout = value.layout if isinstance(value, City) else value
            return str(Drawing(layout, wrong, free, counted, colour, width, language))
        case State() | View():
            return table(value, colour=colour, width=width, language=language)
        case Record():
            return table(last_state(value), colour=colour, width=width, language=language)
        case Scoring():
            return scoring_table(value, width, language)
    drawn = ", ".join(kind.__name__ for kind in get_args(Sketchable))
    raise TypeError(f"there is no drawing of {type(value).__name__}; there is one of {drawn}")


def scoring_table(
    scoring: Scoring, width: int | None = None, language: Language = ENGLISH, game: Game = COMBINED
) -> str:
    """A scoring as a table or, if that would be too wide, row by row."""
    words = Words(language, game)
    say = words.language
    text = scoring_in_words(scoring, words)
    if width is None or max(map(len, text.splitlines())) <= width:
        return text
    lines = [say("scoring {round}", round=words.round(scoring.round))]
    for row in scoring.rows:
        for standing in row.standings:
            lines += [f"{words.row(row.name)}, {words.seat(standing.seat)}", f"  {standing}"]
    totals = (f"  {say.named(words.seat(seat), str(each))}" for seat, each in scoring.totals.items())
    return "\n".join([*lines, say("together"), *totals])
