"""Drawings for the terminal: cities in box characters, and the table round them."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

from granada.board.cells import START, Cell
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import CURRENCIES
from granada.board.tiles import Family
from granada.game.modules.bonus import BONUS
from granada.game.modules.huts import HUTS
from granada.game.modules.vizier import VIZIER
from granada.game.state import State
from granada.game.steps import Act, PlaceTiles
from granada.pictures.glyphs import COLOURS
from granada.rulebook import Rule
from granada.table.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.board.money import Purse
    from granada.board.tiles import Tile
    from granada.game.state import Module

INSIDE = 9
"""The longest name of a building has nine letters."""
NARROW = 5
"""Where a city would not fit, five letters tell any two buildings apart."""
LONGEST_LINE = 100
"""How long a line of text becomes at the most, and how wide all is where there is no terminal."""
NARROWEST = 40
"""A terminal is taken to be at least this wide."""
MOST_MEANT = 12
"""How many rules are suggested at the most."""
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
"""The corners of a tile, by its edge above or below and its edge at the side."""
_BLUE, _GREY, _RED, _PLAIN = "\x1b[38;5;33m", "\x1b[38;5;245m", "\x1b[1;38;5;196m", "\x1b[0m"


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours, and nobody has asked for none (``NO_COLOR``)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def terminal_width() -> int:
    """How many columns the terminal has; a hundred where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return LONGEST_LINE
    return max(NARROWEST, shutil.get_terminal_size((LONGEST_LINE, 24)).columns)


def wrapped(text: str, width: int, *, first: str = "", later: str = "") -> str:
    """A line of text, wrapped to a width but never longer than is good to read."""
    return textwrap.fill(
        text, min(width, LONGEST_LINE), initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )


def draw(
    city: Layout | City,
    *,
    marked: Iterable[Cell] = (),
    sites: Iterable[Cell] = (),
    colour: bool = False,
    width: int | None = None,
) -> str:
    """A city or layout in box characters, with marked cells, cells on which a tile fits, and a short legend.

    Where it would be wider than ``width`` it is drawn with narrower tiles, and in parts if that is not enough.

    >>> print(draw(City.parse("@ park6/n")))
    0 ┌─────────┐╒═════════╕
      │  start  ││  park   │
      │    @    ││    6    │
      └─────────┘└─────────┘
           0          1
    ═ moat
    """
    layout = city.layout if isinstance(city, City) else city
    wrong, free = set(marked), set(sites)
    cells = {START, *layout.by_cell, *wrong, *free}
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    margin = max(len(str(y)) for y in rows) + 1
    inside, most = _fitting(len(columns), margin, width)
    parts = []
    for begin in range(0, len(columns), most):
        lines = []
        some = columns[begin : begin + most]
        for y in rows:
            boxes = [_box(layout, Cell(x, y), wrong, free, inside, colour=colour) for x in some]
            for number, pieces in enumerate(zip(*boxes, strict=True)):
                label = str(y) if number == 0 else ""
                lines.append((label.ljust(margin) + "".join(pieces)).rstrip())
        lines.append((" " * margin + "".join(str(x).center(inside + 2) for x in some)).rstrip())
        parts.append("\n".join(lines))
    return "\n".join(["\n\n".join(parts), *_legend(layout, wrong, free)])


def _fitting(columns: int, margin: int, width: int | None) -> tuple[int, int]:
    """How wide a tile is inside, and how many columns lie side by side."""
    if width is None or margin + columns * (INSIDE + 2) <= width:
        return INSIDE, columns
    return NARROW, max(1, min(columns, (width - margin) // (NARROW + 2)))


def _legend(layout: Layout, marked: set[Cell], sites: set[Cell]) -> list[str]:
    """What the signs mean, as far as they occur."""
    families = {face.family for face in layout.by_cell.values() if face.edges}
    signs = {
        "═ moat": Family.GRANADA in families,
        "━ wall": Family.ALHAMBRA in families,
        "* founding tile": layout.founding is not None,
        "! against the rules": bool(marked),
        "┄ a tile fits": bool(sites),
    }
    found = [sign for sign, occurs in signs.items() if occurs]
    return ["   ".join(found)] if found else []


def _box(layout: Layout, cell: Cell, marked: set[Cell], sites: set[Cell], inside: int, *, colour: bool) -> list[str]:
    """The four lines of a cell."""
    alarm = cell in marked
    if cell not in layout.by_cell and cell != START:
        return _empty_box(cell, inside, alarm=alarm, fits=cell in sites, colour=colour)
    name, price = _words(layout, cell)
    if inside < INSIDE:
        price = _squeezed(price, inside, alarm=alarm)
    elif alarm:
        price = f"! {price} !"
    words = tuple(f"{text[:inside]:^{inside}}" for text in (name, price))
    edges = layout.edges(cell)
    barrier = MOAT if layout.family(cell) is Family.GRANADA else WALL
    north, east, south, west = ((barrier if edges >> side & 1 else OPEN) for side in range(4))
    inks = ((_RED,) * 3 if alarm else ("", _BLUE, _GREY)) if colour else ("",) * 3
    ground = _ground(layout, cell) if colour else ""
    above = _CORNERS[north, west][0] + _ACROSS[north] * inside + _CORNERS[north, east][1]
    below = _CORNERS[south, west][2] + _ACROSS[south] * inside + _CORNERS[south, east][3]
    left, right = _inked(_DOWN[west], inks[west]), _inked(_DOWN[east], inks[east])
    return [
        _inked(above, inks[north]),
        *(f"{left}{_inked(text, ground)}{right}" for text in words),
        _inked(below, inks[south]),
    ]


def _squeezed(price: str, inside: int, *, alarm: bool) -> str:
    """What fits on a narrow tile: the price, or how it is turned where there is no room for both."""
    close, turned = price.replace(" ", ""), price[price.find("~") :] if "~" in price else price
    written = (f"!{close}!", f"!{close}", f"!{turned}") if alarm else (close, turned)
    return next((text for text in written if len(text) <= inside), written[-1])


def _inked(text: str, ink: str) -> str:
    return f"{ink}{text}{_PLAIN}" if ink else text


def _words(layout: Layout, cell: Cell) -> tuple[str, str]:
    """What is written on a tile: the building, and its price with what is special about it."""
    face = layout.by_cell.get(cell)
    if face is None:
        return "start", "@"
    turned = dict(layout.rotations).get(cell)
    price = "hut" if face.is_hut else str(face.price)
    founds = "*" if cell == layout.founding else ""
    return str(face.building), founds + price + (f" ~{turned}" if turned else "")


def _ground(layout: Layout, cell: Cell) -> str:
    """The colour of a tile: the nearest of the 216 that most terminals have, with dark letters."""
    face = layout.by_cell.get(cell)
    wanted = COLOURS[face.building] if face else "#e8dcc0"
    red, green, blue = (round(int(wanted[place : place + 2], 16) / 51) for place in (1, 3, 5))
    return f"\x1b[38;5;16;48;5;{16 + 36 * red + 6 * green + blue}m"


def _empty_box(cell: Cell, inside: int, *, alarm: bool, fits: bool, colour: bool) -> list[str]:
    """The lines of an empty cell: a hole, a cell on which a tile fits, or nothing."""
    if not alarm and not fits:
        return [" " * (inside + 2)] * 4
    text, more = "!" if alarm else str(cell), ""
    if len(text) > inside:
        text, more = f"{cell[0]},", str(cell[1])
    ink = (_RED if alarm else _GREY) if colour else ""
    lines = [f"┌{'┄' * inside}┐", f"┊{text.center(inside)}┊", f"┊{more.center(inside)}┊", f"└{'┄' * inside}┘"]
    return [_inked(line, ink) for line in lines]


# The table


def table(
    shown: State | View, *, cities: Iterable[int] | None = None, colour: bool = False, width: int | None = None
) -> str:
    """The table in text: the yard, the display, what each seat has, and the cities of all seats or of some."""
    state = shown.table if isinstance(shown, View) else shown
    seats = range(len(state.players)) if cities is None else tuple(cities)
    lines = [*_yard(state), *_supplies(state), *(_seat(shown, seat) for seat in range(len(state.players)))]
    if state.dirk is not None:
        faces = " ".join(map(str, state.dirk.faces)) or "no tiles"
        lines.append(f"Dirk     {points(state.dirk.points)}, {faces}")
    told = [wrapped(line, width or LONGEST_LINE, later=" " * 9) for line in lines]
    return "\n".join([*told, *(city_of(state, seat, colour=colour, width=width) for seat in seats)])


def points(number: int) -> str:
    """So many points."""
    return f"{number} point{'' if number == 1 else 's'}"


def city_of(
    state: State, seat: int, *, sites: Iterable[Cell] = (), colour: bool = False, width: int | None = None
) -> str:
    """The city of a seat under its name."""
    player = state.players[seat]
    return f"\nseat {seat + 1}, {points(player.points)}\n{draw(player.city, sites=sites, colour=colour, width=width)}"


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


def kept(state: State, module: Module) -> Any:  # noqa: ANN401  each module keeps a value of its own type
    """What a module keeps, or None where it does not take part."""
    return dict(zip(state.setup.modules, state.extras, strict=True)).get(module)


def belongings(state: State, seat: int) -> list[str]:
    """What a seat has of the modules, as far as the state tells."""
    found = []
    if (viziers := kept(state, VIZIER)) is not None:
        found.append("vizier ready" if viziers[seat] else "vizier used")
    if (bonus := kept(state, BONUS)) is not None:
        hidden, shown = bonus.hidden[seat], bonus.shown[seat]
        known = [str(face) for face in hidden if face is not None]
        if shown:
            found.append("bonus shown " + " ".join(map(str, shown)))
        if hidden:
            found.append("bonus " + (" ".join(known) if known else f"of {len(hidden)} hidden"))
    return found


# Rules


def sentence(rule: Rule, width: int = LONGEST_LINE, indent: str = "") -> str:
    """A rule with its sentence."""
    return wrapped(f"{rule}: {rule.sentence}", width, first=indent, later=indent + "  ")


def printed(rule: Rule, width: int = LONGEST_LINE) -> str:
    """What each edition prints of a rule, and what was decided where they differ or are silent."""
    parts = [f"The editions on {rule}", *(wrapped(f"- {each}", width, later="  ") for each in rule.sources)]
    if rule.ruling:
        said = (wrapped(part, width, first="  ", later="  ") for part in rule.ruling.split("\n\n"))
        parts += ["", f"Ruling on {rule}", *said]
    return "\n".join(parts)


def rule_named(name: str) -> Rule:
    """The rule with a name, however it is written; a ValueError suggests those that have it in theirs, or the nearest.

    >>> rule_named("Moats Match")
    Rule.MOATS_MATCH
    """
    names = {str(rule): rule for rule in Rule}
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if wanted in names:
        return names[wanted]
    holding = islice((each for each in names if wanted and wanted in each), MOST_MEANT)
    near = list(holding) or get_close_matches(wanted, names, n=3, cutoff=0.4)
    meant = f"did you mean {' or '.join(near)}?" if near else "granada rule lists them all"
    message = f"there is no rule {name[:60]!r}; {meant}"
    raise ValueError(message)
