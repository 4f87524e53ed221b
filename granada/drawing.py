"""Drawings for the terminal: cities in box characters, and the table round them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from granada.city import City
from granada.glyphs import COLOURS
from granada.layout import START, Cell, Layout
from granada.modules.bonus import BONUS
from granada.modules.huts import HUTS
from granada.modules.vizier import VIZIER
from granada.money import CURRENCIES
from granada.state import Act, PlaceTiles, State
from granada.tiles import Family
from granada.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.money import Purse
    from granada.tiles import Tile

INSIDE = 9
"""The longest name of a building has nine letters."""
WIDE = INSIDE + 2
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


def draw(
    city: Layout | City, *, marked: Iterable[Cell] = (), sites: Iterable[Cell] = (), colour: bool = False
) -> str:
    """A city or layout in box characters, with marked cells, cells on which a tile fits, and a short legend.

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
    lines = []
    for y in rows:
        boxes = [_box(layout, Cell(x, y), wrong, free, colour=colour) for x in columns]
        for number, parts in enumerate(zip(*boxes, strict=True)):
            label = str(y) if number == 0 else ""
            lines.append((label.ljust(margin) + "".join(parts)).rstrip())
    lines.append((" " * margin + "".join(str(x).center(WIDE) for x in columns)).rstrip())
    return "\n".join([*lines, *_legend(layout, wrong, free)])


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


def _box(layout: Layout, cell: Cell, marked: set[Cell], sites: set[Cell], *, colour: bool) -> list[str]:
    """The four lines of a cell."""
    if cell not in layout.by_cell and cell != START:
        return _empty(cell, cell in marked, cell in sites, colour=colour)
    face = layout.by_cell.get(cell)
    name = str(face.building) if face else "start"
    price = ("hut" if face.is_hut else str(face.price)) if face else "@"
    turned = dict(layout.rotations).get(cell)
    price = ("*" if cell == layout.founding else "") + price + (f" ~{turned}" if turned else "")
    if cell in marked:
        price = f"! {price} !"
    edges = layout.edges(cell)
    barrier = MOAT if face is None or face.family is Family.GRANADA else WALL
    north, east, south, west = ((barrier if edges >> side & 1 else OPEN) for side in range(4))
    line = {OPEN: "", MOAT: _BLUE, WALL: _GREY} if colour else dict.fromkeys((OPEN, MOAT, WALL), "")
    if colour and cell in marked:
        line = dict.fromkeys(line, _RED)
    paint = f"\x1b[38;5;16;48;5;{_paint(COLOURS[face.building] if face else '#e8dcc0')}m" if colour else ""

    def drawn(style: int, text: str) -> str:
        return f"{line[style]}{text}{_PLAIN}" if line[style] else text

    def edge(style: int, left: int, right: int) -> str:
        first, second = (0, 1) if style is north and left == 0 else (2, 3)
        del first, second, right
        return ""

    del edge
    above = _CORNERS[north, west][0] + _ACROSS[north] * INSIDE + _CORNERS[north, east][1]
    below = _CORNERS[south, west][2] + _ACROSS[south] * INSIDE + _CORNERS[south, east][3]
    middle = [
        drawn(west, _DOWN[west]) + (f"{paint}{text.center(INSIDE)}{_PLAIN}" if paint else text.center(INSIDE))
        + drawn(east, _DOWN[east])
        for text in (name, price)
    ]
    return [drawn(north, above), *middle, drawn(south, below)]
