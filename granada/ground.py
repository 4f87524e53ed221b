"""The ground a city stands on: cells as integers, and what lies round a cell as one integer.

A cell is the integer ``x * 1024 + y + HOME``: its neighbours are found by adding, and a dictionary finds it fast.

What lies round a cell is told by sixteen bits.
Bits 0 to 7 say which of the eight neighbours are taken, clockwise from the north,
bits 8 to 11 which of the four sides face a moat or wall, and bits 12 to 15 which face the second family.
"""

from __future__ import annotations

from granada.layout import NAMES, Cell

WIDTH = 1024
HOME = 512 * WIDTH + 512
"""The start tile."""
AROUND = (1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1, -WIDTH, 1 - WIDTH)
"""The way to each of the eight neighbours, clockwise from the north; the four sides are every other one."""
SIDEWAYS = AROUND[::2]

RING = 0xFF
BARRIERS = 8
STRANGERS = 12
SIDE_BITS = tuple(1 << 2 * side for side in range(4))
EVERY_SIDE = 0b1111
NATIVE, STRANGER, FOUNDING = range(3)
"""How a tile belongs to a city: to the start tile's family, to the second one, or as the first of the second."""


def at(cell: Cell) -> int:
    """The integer of a cell."""
    return cell[0] * WIDTH + cell[1] + HOME


class _Cells(dict[int, Cell]):
    """The cell of each integer, kept once it has been asked for."""

    def __missing__(self, place: int) -> Cell:
        if len(self) > 1 << 16:
            self.clear()
        x, y = divmod(place - HOME + 512, WIDTH)
        cell = self[place] = Cell(x, y - 512)
        return cell


class _PlaceNames(dict[int, str]):
    """The notation of each cell by its integer, kept once it has been asked for."""

    def __missing__(self, place: int) -> str:
        if len(self) > 1 << 16:
            self.clear()
        name = self[place] = NAMES[CELLS[place]]
        return name


CELLS = _Cells()
PLACE_NAMES = _PlaceNames()


def _shadow(edges: int, stranger: int) -> tuple[int, ...]:
    """What a tile adds to the integer of each of its eight neighbours."""
    shadow = []
    for turn in range(8):
        opposite = (turn + 4) % 8
        bits = 1 << opposite
        if turn % 2 == 0:
            bits |= (edges >> turn // 2 & 1) << BARRIERS + opposite // 2
            bits |= stranger << STRANGERS + opposite // 2
        shadow.append(bits)
    return tuple(shadow)


SHADOWS = tuple(
    tuple(tuple(zip(AROUND, _shadow(edges, stranger), strict=True)) for edges in range(16)) for stranger in (0, 1)
)
"""For native and second family and each edge mask: the ways to the neighbours, with what the tile adds to them."""
SIZE = tuple(mask.bit_count() for mask in range(16))
WAYS = tuple(tuple(SIDEWAYS[side] for side in range(4) if mask >> side & 1) for mask in range(16))
"""The ways through the sides of a mask."""
FACING = tuple(
    tuple((SIDEWAYS[side], 1 << BARRIERS + (side + 2) % 4) for side in range(4) if mask >> side & 1)
    for mask in range(16)
)
"""The ways through the sides of a mask, with the bit that tells the neighbour of a moat or wall facing it."""
TAKEN = tuple(ring & 1 | ring >> 1 & 2 | ring >> 2 & 4 | ring >> 3 & 8 for ring in range(256))
"""The sides of a ring on which a neighbour lies, as an edge mask."""


class _Open(dict[int, int]):
    """The sides of a native tile through which one can walk, by what lies round it."""

    def __missing__(self, around: int) -> int:
        sides = self[around] = TAKEN[around & RING] & ~(around >> BARRIERS | around >> STRANGERS)
        return sides


OPEN = _Open()


def _one_arc(ring: int) -> bool:
    """Whether the taken cells among the eight neighbours are one unbroken arc."""
    begins = ring & ~(ring << 1 | ring >> 7)
    return begins.bit_count() == 1


class _Fits(dict[int, int]):
    """Which of the sixteen edge masks fit on a cell, as bits, by what lies round it."""

    def __init__(self, belongs: int) -> None:
        super().__init__()
        self.belongs = belongs

    def __missing__(self, around: int) -> int:
        masks = 0
        if _one_arc(around & RING):
            masks = sum(1 << edges for edges in range(16) if self._joins(around, edges))
        self[around] = masks
        return masks

    def _joins(self, around: int, edges: int) -> bool:
        """Whether every edge matches, and one lets a walker of the family in (or founds it)."""
        stranger = int(self.belongs != NATIVE)
        joined = False
        for side in range(4):
            if around & SIDE_BITS[side]:
                here, there = edges >> side & 1, around >> BARRIERS + side & 1
                if around >> STRANGERS + side & 1 == stranger:
                    if here != there:
                        return False
                    joined = joined or not here
                else:
                    if not (here and there):
                        return False
                    joined = joined or self.belongs == FOUNDING
        return joined


FITS = tuple(_Fits(belongs) for belongs in range(3))
"""For a native tile, one of the second family, and the founding one."""
