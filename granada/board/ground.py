"""The ground a city stands on: a cell as one integer, and what lies round it as another.

A cell is the integer ``x * 1024 + y + HOME``, so that its neighbours are found by adding.

What lies round a cell is its lot, and has a code.
Bits 0 to 7 say on which of the eight neighbours a tile lies, clockwise from the north,
bits 8 to 11 which of the four sides face a moat or wall, and bits 12 to 15 which face a tile of the second family.
When a tile comes or goes, only its eight neighbours change their lot.
What fits on a cell follows from its lot alone:
the taken cells round it form one arc, every edge matches, and one lets a walker of the family in or founds it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from granada.board.cells import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from granada.board.tiles import Face, Family

WIDTH = 1024
HOME = 512 * WIDTH + 512
"""The start tile."""
NOWHERE = 0
"""No place: it is out of reach."""
AROUND = (1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1, -WIDTH, 1 - WIDTH)
"""The way to each of the eight neighbours, clockwise from the north; the four sides are every other one."""
WAYS = tuple(tuple(AROUND[2 * side] for side in range(4) if mask >> side & 1) for mask in range(16))
"""The ways through the sides of a mask."""
BARRIERS, STRANGERS = 8, 12
EVERY_SIDE = 0b1111
NATIVE, STRANGER, FOUNDING = range(3)
"""How a tile belongs to a city: to the start tile's family, to the second one, or as the first of the second."""


def at(cell: Cell) -> int:
    """The integer of a cell within reach."""
    return cell[0] * WIDTH + cell[1] + HOME


@cache
def cell_at(place: int) -> Cell:
    """The cell of an integer; there are as many as cells within reach and on their border, 403 times 403."""
    x, y = divmod(place - HOME + 512, WIDTH)
    return Cell(x, y - 512)


@cache
def name_at(place: int) -> str:
    """The notation of the cell of an integer; as many as there are cells."""
    return str(cell_at(place))


def _shadow(edges: int, stranger: int) -> tuple[tuple[int, int], ...]:
    """What a tile adds to the lots of its eight neighbours, with the way to each."""
    shadow = []
    for turn, way in enumerate(AROUND):
        back = (turn + 4) % 8
        bits = 1 << back
        if turn % 2 == 0:
            bits |= (edges >> turn // 2 & 1) << BARRIERS + back // 2 | stranger << STRANGERS + back // 2
        shadow.append((way, bits))
    return tuple(shadow)


SHADOWS = tuple(tuple(_shadow(edges, stranger) for edges in range(16)) for stranger in (0, 1))
"""What comes and goes with a tile of the first or the second family, by its edge mask."""


@frozen(eq=False)
class Lot:
    """What lies round a cell, and what follows from that alone."""

    code: int
    sides: int
    """The sides on which a tile lies, as an edge mask."""
    strangers: int
    """Those on which a tile of the second family lies."""
    ways: tuple[int, ...]
    """The ways to the neighbours to whom one can walk from here, if a tile lies here: no moat or wall is between."""
    fits: tuple[int, int, int]
    """The edge masks that fit here, if the cell is free, for each way to belong to the city: bit *i* for mask *i*."""
    tallies: tuple[int, int, int]
    """The same to be added up."""


TALLY = 16
"""A tally is sixteen numbers in one, of so many bits each: how often each edge mask was counted."""


def tally(masks: int) -> int:
    """One for each of some edge masks, given as bits; tallies are added like numbers."""
    return sum(1 << TALLY * mask for mask in range(16) if masks >> mask & 1)


def counted(tally: int, edges: int) -> int:
    """How often an edge mask was counted."""
    return tally >> TALLY * edges & (1 << TALLY) - 1


def alike(sides: int, edges: int) -> int:
    """The edge masks, as bits, that are the same as one on some sides."""
    return sum(1 << mask for mask in range(16) if mask & sides == edges & sides)


EXCHANGES = tuple(tuple(tally(alike(sides, edges)) for edges in range(16)) for sides in range(16))
"""What may take the place of a tile, by the sides on which others lie and by its own edges, as a tally."""


@cache
def lot_of(code: int) -> Lot:
    """The lot with a code, of which there are 65,536."""
    sides = code & 1 | code >> 1 & 2 | code >> 2 & 4 | code >> 3 & 8
    moats, strangers = code >> BARRIERS & sides, code >> STRANGERS & sides
    fits = [0, 0, 0]
    if _one_arc(code & 0xFF):
        matching = alike(sides, moats)
        for belongs in (NATIVE, STRANGER, FOUNDING):
            others = strangers if belongs == NATIVE else sides & ~strangers
            joined = sides & ~others & ~moats or (belongs == FOUNDING and others)
            fits[belongs] = matching if joined and not others & ~moats else 0
    return Lot(code, sides, strangers, WAYS[sides & ~moats], tuple(fits), tuple(map(tally, fits)))  # type: ignore[arg-type]  # three


def _one_arc(ring: int) -> bool:
    """Whether the taken cells among the eight neighbours are one unbroken arc."""
    begins = ring & ~(ring << 1 | ring >> 7)
    return begins.bit_count() == 1


NOTHING = lot_of(0)
"""The lot of a cell far away from all tiles."""


def shadowed(lots: Mapping[int, Lot], place: int, face: Face, start: Family, times: int = 1) -> dict[int, Lot]:
    """The lots when a tile has come, or with -1 has gone."""
    changed = dict(lots)
    for way, bits in SHADOWS[face.family is not start][face.edges]:
        near = place + way
        lot = lot_of(changed.get(near, NOTHING).code + times * bits)
        if lot is NOTHING:
            del changed[near]
        else:
            changed[near] = lot
    return changed


def lots_of(tiles: Mapping[int, Face], start: Family) -> dict[int, Lot]:
    """What lies round each place that has one of some tiles, or the start tile, beside it or at a corner."""
    lots = {HOME + way: lot_of(bits) for way, bits in SHADOWS[0][0]}
    for place, face in tiles.items():
        lots = shadowed(lots, place, face, start)
    return lots
