"""The ground a city stands on: cells as integers, and what lies round a cell as one integer.

A cell is the integer ``x * 1024 + y + HOME``: its neighbours are found by adding, and a dictionary finds it fast.

What lies on a cell and round it is its lot, an integer too.
Bits 0 to 7 say which of the eight neighbours are taken, clockwise from the north,
bits 8 to 11 which of the four sides face a moat or wall, and bits 12 to 15 which face the second family.
If a tile lies on the cell, bit 20 is set; bits 16 to 19 are its edges, bit 21 says that it is of the second family,
and bit 22 that it stays for ever (the start tile, and the first one of the second family).
Bits 23 to 26 tell of which squares it is a part: four tiles round a corner, clockwise from the north-east,
of one family and without a moat between any two.

What can be done on a cell follows from its lot alone, so it is worked out once for every lot that comes up.
What can be done in a whole city is the sum: the prospects of a lot are many small counters in one integer,
and the integers of all cells together count the sites for every edge mask, the swaps, and more, at one go.
When a tile comes or goes, only nine cells change their lot.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import frozen

from granada.board.layout import NAMES, REACH, Cell
from granada.value import Kept

WIDTH = 1024
HOME = 512 * WIDTH + 512
"""The start tile."""
AROUND = (1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1, -WIDTH, 1 - WIDTH)
"""The way to each of the eight neighbours, clockwise from the north; the four sides are every other one."""
SIDEWAYS = AROUND[::2]

RING = 0xFF
BARRIERS = 8
STRANGERS = 12
EDGES = 16
BUILT = 1 << 20
FOREIGN = 1 << 21
STAYS = 1 << 22
CORNERS = 23
EVERY_SIDE = 0b1111
NATIVE, STRANGER, FOUNDING = range(3)
"""How a tile belongs to a city: to the start tile's family, to the second one, or as the first of the second."""


def at(cell: Cell) -> int:
    """The integer of a cell within reach."""
    return cell[0] * WIDTH + cell[1] + HOME


def _cell(place: int) -> Cell:
    x, y = divmod(place - HOME + 512, WIDTH)
    return Cell(x, y - 512)


NOWHERE = 0
"""An integer for all the cells that are out of reach."""
PLACES: Kept[Cell, int] = Kept(lambda cell: at(cell) if max(map(abs, cell)) <= REACH else NOWHERE)
"""The integer of a cell."""
CELLS = Kept(_cell)
"""The cell of an integer."""
PLACE_NAMES: Kept[int, str] = Kept(lambda place: NAMES[CELLS[place]])
"""The notation of the cell of an integer."""
NAME_OF = PLACE_NAMES.__getitem__
"""The key that puts integers of cells into the order of their notation."""


Changes = tuple[tuple[int, int], ...]
"""What is added to the lots of some cells, with the way to each."""


def _shadow(edges: int, stranger: int) -> Changes:
    """What a tile adds to the lots of its own cell and of its eight neighbours, with the way to each."""
    shadow = [(0, BUILT | edges << EDGES | stranger * FOREIGN)]
    for turn, way in enumerate(AROUND):
        opposite = (turn + 4) % 8
        bits = 1 << opposite
        if turn % 2 == 0:
            bits |= (edges >> turn // 2 & 1) << BARRIERS + opposite // 2
            bits |= stranger << STRANGERS + opposite // 2
        shadow.append((way, bits))
    return tuple(shadow)


def undone(changes: Changes) -> Changes:
    """The changes that undo some others."""
    return tuple((way, -bits) for way, bits in changes)


SHADOWS = tuple(tuple(_shadow(edges, stranger) for edges in range(16)) for stranger in (0, 1))
"""What comes with a tile of the first or the second family, by its edge mask."""
LIGHTS = tuple(tuple(undone(shadow) for shadow in shadows) for shadows in SHADOWS)
"""What goes with it."""
FOUNDATIONS = tuple(((0, own + STAYS), *others) for (_, own), *others in SHADOWS[1])
"""What comes with the first tile of the second family, by its edge mask."""
SIZE = tuple(mask.bit_count() for mask in range(16))
WAYS = tuple(tuple(SIDEWAYS[side] for side in range(4) if mask >> side & 1) for mask in range(16))
"""The ways through the sides of a mask."""
NORTH_EAST = 0
"""The first of the corners, clockwise: each lies between the side of its number and the next one."""
SQUARES = tuple(
    tuple((way, 1 << CORNERS + (corner + turn) % 4) for turn, way in enumerate(ways))
    for corner in range(4)
    for ways in [(0, AROUND[2 * corner], AROUND[2 * corner + 1], AROUND[(2 * corner + 2) % 8])]
)
"""The tiles of the square at each corner of one of them, clockwise, with what it adds to their lots."""
TAKEN = tuple(ring & 1 | ring >> 1 & 2 | ring >> 2 & 4 | ring >> 3 & 8 for ring in range(256))
"""The sides of a ring on which a neighbour lies, as an edge mask."""


def _turned(both: int) -> Changes:
    old, new = both >> 4, both & 0xF
    own = ((0, new - old << EDGES),) if old != new else ()
    bits = ((new >> side & 1) - (old >> side & 1) << BARRIERS + (side + 2) % 4 for side in range(4))
    return (*own, *((way, bit) for way, bit in zip(SIDEWAYS, bits, strict=True) if bit))


TURNED = Kept(_turned)
"""What changes when a tile takes the place of another, by the edge masks of both."""


# What follows from a lot


@frozen(eq=False)
class Lot:
    """What lies on a cell and round it, and what follows from that alone."""

    code: int
    prospects: int
    """What the cell adds to the counters of the city."""
    fits: tuple[int, int, int]
    """Which of the sixteen edge masks fit here, as bits, for each way to belong to the city."""
    swaps: tuple[int, int]
    """Which of them may take the place of the tile, as bits, for the first family and the second."""
    open: int
    """The sides through which one can walk: to a neighbour of the same family, without a moat between."""
    closing: tuple[int, ...]
    """The corners at which the tile may be part of a square: it is one if the tiles beside it say so too."""
    squares: tuple[int, ...]
    """The corners at which it is."""
    free: bool
    """Whether the tile can come out without leaving a hole, and does not stay."""
    loose: bool
    """Whether it can be removed, in a city where all circles are made of squares."""
    border: int
    """How many of its edges lie against the other family."""


def _one_arc(ring: int) -> bool:
    """Whether the taken cells among the eight neighbours are one unbroken arc."""
    begins = ring & ~(ring << 1 | ring >> 7)
    return begins.bit_count() == 1


ALIKE = tuple(
    tuple(sum(1 << mask for mask in range(16) if mask & sides == edges) for edges in range(16)) for sides in range(16)
)
"""The edge masks, as bits, that have on some sides just these edges."""


def _fits(belongs: int, code: int) -> int:
    """The edge masks that fit: every edge matches, and one lets a walker of the family in (or founds it)."""
    if code & BUILT or not _one_arc(code & RING):
        return 0
    taken = TAKEN[code & RING]
    moats = code >> BARRIERS & taken
    others = (code >> STRANGERS ^ (0 if belongs == NATIVE else EVERY_SIDE)) & taken
    if others & ~moats:
        return 0
    joined = taken & ~others & ~moats or (belongs == FOUNDING and others)
    return ALIKE[taken][moats] if joined else 0


def _swaps(code: int) -> int:
    """The edge masks that may take the place of the tile: with the same edges towards its neighbours."""
    if not code & BUILT or code & STAYS:
        return 0
    taken = TAKEN[code & RING]
    return ALIKE[taken][code >> EDGES & taken]


_BITS = 20
"""The bits of a counter: enough for all sides of all cells within reach."""
COUNTER = (1 << _BITS) - 1
LINKS, LEAVING, BORDERS = 0, _BITS, 2 * _BITS
"""Where these are counted: open edges between two tiles less the squares, tiles that are loose, moats against walls."""
SITES = tuple(tuple(_BITS * (3 + 32 * foreign + edges) for edges in range(16)) for foreign in (0, 1))
"""Where the sites are counted, for each family and edge mask."""
EXCHANGES = 16 * _BITS
"""How much further on the swaps are counted."""
BORDERING = tuple(_BITS * (67 + edges) for edges in range(5))
"""Where loose tiles are counted by how many of their edges lie against the other family, if any do."""


@cache
def _spread(masks: int) -> int:
    """One in the first sixteen counters for every edge mask among some."""
    return sum([1 << _BITS * edges for edges in range(16) if masks >> edges & 1])


def _lot(code: int) -> Lot:
    """All that follows from a lot.

    Between two sides of a tile that one can walk through there is either a square or the outside of all walks,
    unless tiles go round a moat in a wider circle. Where the outside comes up to a tile once, nobody has to cross it.
    """
    foreign, taken = bool(code & FOREIGN), TAKEN[code & RING]
    others = taken & (code >> STRANGERS ^ (EVERY_SIDE if foreign else 0))
    open_ = taken & ~(code >> BARRIERS | others)
    both = open_ & (open_ >> 1 | open_ << 3)
    closing = tuple(corner for corner in range(4) if both >> corner & code >> 2 * corner + 1 & 1)
    squares = tuple(corner for corner in range(4) if code >> CORNERS + corner & 1)
    free = bool(code & BUILT) and not code & STAYS and taken != EVERY_SIDE
    loose = free and SIZE[open_] - len(squares) == 1
    fits = (_fits(NATIVE, code), _fits(STRANGER, code), _fits(FOUNDING, code))
    swaps = (0, _swaps(code)) if foreign else (_swaps(code), 0)
    prospects = sum([_spread(fits[each]) + (_spread(swaps[each]) << EXCHANGES) << SITES[each][0] for each in (0, 1)])
    if code & BUILT:
        links = SIZE[open_ & 0b0011] - (NORTH_EAST in squares)
        prospects += (links << LINKS) + (loose << LEAVING) + (foreign * SIZE[others] << BORDERS)
        if others and loose:
            prospects += 1 << BORDERING[SIZE[others]]
    prospects, fits, swaps = (_one(each, each) for each in (prospects, fits, swaps))
    return Lot(code, prospects, fits, swaps, open_, closing, squares, free, loose, SIZE[others])


_one: Any = dict[Any, Any]().setdefault
"""Equal parts of lots are one object, so that all lots together fit into the nearest memory."""


LOTS: dict[int, Lot] = {}
"""The lots that have come up: in play, a few thousand."""


def lot_of(code: int) -> Lot:
    """The lot with a code, which is kept."""
    lot = LOTS[code] = _lot(code)
    return lot


NOTHING = lot_of(0)
"""The lot of a cell far away from all tiles."""
