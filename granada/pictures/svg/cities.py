"""Pictures of cities and layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import START, Cell, City, Family, Violation, violations
from granada.pictures.marking import near_cells
from granada.pictures.svg.marks import marks_of, on_an_edge, run_markup
from granada.pictures.svg.pieces import BOLD, END, MIDDLE, Piece, document, line_of, stacked, text_at
from granada.pictures.svg.tiles import CELL, START_MARKUP, tile_markup, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada.pictures.marking import near_cells
from granada.board import Layout

LEFT, BELOW = 46, 54
"""The room beside and below a city, for the numbers and for the length of a moat that lies in front of them."""


def city_piece(
    layout: Layout,
    *,
    runs: Iterable[tuple[tuple[Cell, int], ...]] = (),
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] = (),
) -> Piece:
    """A city or layout with the numbers of its columns and rows."""
    sites, broken = near_cells(sites, "sites"), tuple(broken)
    cells = {START, *layout.by_cell, *sites, *(cell for violation in broken for cell in violation.cells)}
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)

    def middle(cell: Cell) -> tuple[int, int]:
        return (cell[0] - west) * CELL + LEFT + 50, (north - cell[1]) * CELL + 56

    turned = dict(layout.rotations)
    parts = [_placed("start tile", START, middle(START), START_MARKUP)]
    for cell, face in layout.tiles:
        words = ("founding tile, " if cell == layout.founding else "") + told(face)
        markup = tile_markup(face) + (_FOUNDING if cell == layout.founding else "")
        parts.append(_placed(words, cell, middle(cell), markup, turned.get(cell, 0)))
    parts += [_placed("a tile fits here", cell, middle(cell), _SITE) for cell in sites]
    parts += [run_markup(run, middle) for run in runs if run]
    parts += [marks_of(violation, layout, middle) for violation in sorted(broken, key=on_an_edge)]
    width, height = (east - west + 1) * CELL + LEFT + 6, (north - south + 1) * CELL + BELOW
    return Piece(width, height, "".join(parts) + _numbers(range(west, east + 1), range(south, north + 1), height))


_FOUNDING = (
    '<circle class="gr-badge" cx="24" cy="-22" r="12"/><path class="gr-star" d="M24-30v16M17-26l14 8M31-26l-14 8"/>'
)
_SITE = (
    '<rect class="gr-site" x="-42" y="-42" width="84" height="84" rx="8"/><path class="gr-plus" d="M-11 0h22M0-11v22"/>'
)


def _placed(words: str, cell: Cell, middle: tuple[int, int], markup: str, rotation: int = 0) -> str:
    turn = f" rotate({rotation})" if rotation else ""
    lying = f", turned by {rotation} degrees" if rotation else ""
    title = f"<title>{words}{lying}, at {cell}</title>"
    return f'<g transform="translate({middle[0]} {middle[1]}){turn}">{title}{markup}</g>'


def _numbers(columns: range, rows: range, height: float) -> str:
    """The coordinates along the edge; in a very large picture every tenth."""
    step = 1 if max(len(columns), len(rows)) <= 30 else 10
    across = (
        text_at((x - columns.start) * CELL + LEFT + 50, height - 6, x, size=18, kind="soft", more=MIDDLE)
        for x in columns
        if x % step == 0
    )
    up = (
        text_at(24, (rows.stop - 1 - y) * CELL + 62, y, size=18, kind="soft", more=END) for y in rows if y % step == 0
    )
    return "".join((*across, *up))


def runs_of(city: City) -> list[tuple[tuple[Cell, int], ...]]:
    """The longest moat or wall of each family in a city."""
    families = (city.start,) if city.founding is None else (city.start, Family.GRANADA)
    return [city.longest(family) for family in families]


def layout_picture(layout: Layout, *, sites: Iterable[Cell] = (), broken: Iterable[Violation] | None = None) -> str:
    """A layout with everything that is wrong in it; a legal one with its longest moat or wall."""
    wrong = violations(layout) if broken is None else tuple(broken)
    runs = [] if wrong or violations(layout) else runs_of(City.of(layout))
    piece = city_piece(layout, runs=runs, sites=sites, broken=wrong)
    rules = list(dict.fromkeys(violation.rule for violation in wrong))
    if rules:
        piece = stacked([piece, *(line_of(f"✗ {rule}", 24, more=BOLD) for rule in rules)], 6)
    breaks = f"It breaks {', '.join(map(str, rules))}. " if rules else ""
    return document(piece, f"A layout of {_tiles(len(layout.tiles))}", breaks + _rows(layout), pixels=0.64)


def city_picture(city: City, *, sites: Iterable[Cell] = ()) -> str:
    """A city with its longest moat or wall, and the cells on which a tile fits, if they are given."""
    longest = "".join(f"The longest {_barrier(run, city)} has {len(run)} edges. " for run in runs_of(city) if run)
    piece = city_piece(city.layout, runs=runs_of(city), sites=sites)
    return document(piece, f"A city of {_tiles(len(city))}", longest + _rows(city.layout), pixels=0.64)


def _barrier(run: tuple[tuple[Cell, int], ...], city: City) -> str:
    return "moat" if city[run[0][0]].family is Family.GRANADA else "wall"


def _tiles(number: int) -> str:
    return f"{number} tile{'' if number == 1 else 's'}"


def _rows(layout: Layout) -> str:
    """The tiles in words, for those who listen."""
    return "; ".join(["start tile at 0,0", *(f"{told(face)}, at {cell}" for cell, face in layout.tiles)]) + "."
