"""The ground a city stands on: a cell as one integer, and what lies round it as another.

A cell is the integer ``x * 1024 + y + HOME``, so that its neighbours are found by adding.

What lies round a cell is its lot, and has a code.
Bits 0 to 7 say on which of the eight neighbours a tile lies, clockwise from the north,
bits 8 to 11 which of the four sides face a moat or wall, bits 12 to 15 which face a tile of the second family,
and bit 16 whether a tile lies on the cell itself.
When a tile comes or goes, only its own lot and those of its eight neighbours change.
What fits on a cell follows from its lot alone:
the taken cells round it form one arc, every edge matches, and one lets a walker of the family in or founds it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from granada.board.cells import Cell, in_reach

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
TAKEN = 1 << 16
EVERY_SIDE = 0b1111
NATIVE, STRANGER, FOUNDING = range(3)
"""How a tile belongs to a city: to the start tile's family, to the second one, or as the first of the second."""


def at(cell: Cell) -> int:
    """The integer of a cell within reach."""
    return cell[0] * WIDTH + cell[1] + HOME


@lru_cache(maxsize=1 << 12)
def place_of(cell: Cell) -> int:
    """The integer of any cell: of one that is out of reach, no place."""
    return at(cell) if in_reach(cell) else NOWHERE


@cache
def cell_at(place: int) -> Cell:
    """The cell of an integer; there are as many as cells within reach and on their border, 403 times 403."""
    x, y = divmod(place - HOME + 512, WIDTH)
    return Cell(x, y - 512)


@cache
def name_at(place: int) -> str:
    """The notation of the cell of an integer; as many as there are cells."""
    return str(cell_at(place))


def _shadow(edges: int | None, stranger: int, turn: int) -> int:
    """What a tile is to the lot of one of its eight neighbours: bits of its code, none where there is no tile."""
    if edges is None:
        return 0
    back = (turn + 4) % 8
    if turn % 2:
        return 1 << back
    return 1 << back | (edges >> turn // 2 & 1) << BARRIERS + back // 2 | stranger << STRANGERS + back // 2


@cache
def _shadows(stranger: int, before: int | None, after: int | None) -> tuple[tuple[int, int], ...]:
    """The ways to the lots that change with the edges of a tile, its own among them, and what is added to each code."""
    own = TAKEN * ((after is not None) - (before is not None))
    bits = [_shadow(after, stranger, turn) - _shadow(before, stranger, turn) for turn in range(8)]
    return tuple((way, more) for way, more in zip((0, *AROUND), (own, *bits), strict=True) if more)


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
    links: int
    """How many they are."""
    leaf: bool
    """Whether there is only one, and a side is free."""
    fits: tuple[int, int, int]
    """The edge masks that fit here, for each way to belong: bit *i* for mask *i*; none where a tile lies."""
    tally: int
    """The same to be added up."""


TALLY = 16
"""A tally is many numbers in one, of so many bits each: how often an edge mask was counted, for each way to belong."""


def tally(masks: int) -> int:
    """One for each of some edge masks, given as bits; tallies are added like numbers."""
    return sum(1 << TALLY * mask for mask in range(16) if masks >> mask & 1)


COUNTERS = tuple(tuple(TALLY * (16 * belongs + edges) for edges in range(16)) for belongs in range(3))
"""Where in a tally the number of an edge mask begins, for each way to belong."""
ONE_COUNTER = (1 << TALLY) - 1


def alike(sides: int, edges: int) -> int:
    """The edge masks, as bits, that are the same as one on some sides."""
    return sum(1 << mask for mask in range(16) if mask & sides == edges & sides)


ALIKE = tuple(tuple(alike(sides, edges) for edges in range(16)) for sides in range(16))
EXCHANGES = tuple(
    tuple(tuple(tally(masks) << TALLY * 16 * belongs for masks in row) for row in ALIKE) for belongs in range(3)
)
"""What may take the place of a tile, as a tally: by how it belongs, the sides on which others lie, and its edges."""


@cache
def lot_of(code: int) -> Lot:
    """The lot with a code, of which there are 131,072."""
    sides = code & 1 | code >> 1 & 2 | code >> 2 & 4 | code >> 3 & 8
    moats, strangers = code >> BARRIERS & sides, code >> STRANGERS & sides
    fits, tally = [0, 0, 0], 0
    if _one_arc(code & 0xFF) and not code & TAKEN:
        for belongs in (NATIVE, STRANGER, FOUNDING):
            others = strangers if belongs == NATIVE else sides & ~strangers
            joined = sides & ~others & ~moats or (belongs == FOUNDING and others)
            if joined and not others & ~moats:
                fits[belongs] = ALIKE[sides][moats]
                tally += EXCHANGES[belongs][sides][moats]
    ways = WAYS[sides & ~moats]
    leaf = len(ways) == 1 and sides != EVERY_SIDE
    return Lot(code, sides, strangers, ways, len(ways), leaf, (fits[0], fits[1], fits[2]), tally)


def _one_arc(ring: int) -> bool:
    """Whether the taken cells among the eight neighbours are one unbroken arc."""
    begins = ring & ~(ring << 1 | ring >> 7)
    return begins.bit_count() == 1


NOTHING = lot_of(0)
"""The lot of a cell far away from all tiles."""


Ground = tuple[dict[int, Lot], int]
"""The lots of a city, and their tallies added up."""


def changed(ground: Ground, place: int, stranger: int, before: int | None, after: int | None) -> Ground:
    """The ground when the edges of the tile on a place have changed; None where there is no tile, before or after."""
    lots, room = ground[0].copy(), ground[1]
    known = lots.get
    for way, bits in _shadows(stranger, before, after):
        near = place + way
        old = known(near, NOTHING)
        lot = lots[near] = lot_of(old.code + bits)
        room += lot.tally - old.tally
        if lot is NOTHING:
            del lots[near]
    return lots, room


def ground_of(tiles: Mapping[int, Face], start: Family) -> Ground:
    """The ground of a city that consists of some tiles and the start tile."""
    ground = changed(({}, 0), HOME, NATIVE, None, 0)
    for place, face in tiles.items():
        ground = changed(ground, place, face.family is not start, None, face.edges)
    return ground
