"""The cells of a city, located by steps from the start tile, with their paths and outlines.

The paths show which cells are the only way to other cells; the outline shows the unbroken stretches of moat or wall.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter, ne
from typing import NamedTuple

from granada.errors import Reason, quoted, whole
from granada.notation import Word, only_word

REACH = 200
"""The maximum distance from the start tile; a row of all tiles from all boxes would be shorter."""
A_CELL = Reason("a cell such as 1,0")


class Cell(NamedTuple):
    """A place in a city, given as the number of steps east and north of the start tile."""

    x: int
    y: int

    @staticmethod
    def parse(text: str) -> Cell:
        """Read a cell from its notation.

        >>> Cell.parse("1,-2")
        Cell(x=1, y=-2)
        """
        return read_cell(only_word(text, A_CELL))

    def __str__(self) -> str:
        """The cell in notation."""
        try:
            return f"{self[0]},{self[1]}"
        except ValueError:  # Python refuses to write such a long number
            return "a cell out of reach"


START = Cell(0, 0)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The step to the neighbour beyond each side, in the order of ``SIDES``."""
_CELL = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


def read_cell(word: Word) -> Cell:
    """Read a cell from a word."""
    match = _CELL.fullmatch(word.text)
    cell = Cell(int(match[1]), int(match[2])) if match else None
    if cell is None or not in_reach(cell):
        raise word.bad(A_CELL)
    return cell


def a_cell(cell: tuple[int, int]) -> Cell:
    """Convert a pair of integers of any type to a cell; raise TypeError for anything else."""
    if type(cell) is Cell and type(cell[0]) is type(cell[1]) is int:
        return cell
    if isinstance(cell, tuple) and len(cell) == 2:
        return Cell(whole(cell[0], "a coordinate of a cell"), whole(cell[1], "a coordinate of a cell"))
    raise TypeError(f"a cell must be a pair of whole numbers such as Cell(1, 0), not {quoted(cell)}")


def in_reach(cell: Cell) -> bool:
    """Whether a cell is close enough to the start tile to hold a tile."""
    return -REACH <= cell[0] <= REACH and -REACH <= cell[1] <= REACH


def beyond(cell: Cell, side: int) -> Cell:
    """The neighbouring cell on the given side."""
    return neighbours(cell)[side]


@lru_cache(maxsize=1 << 14)  # the same few cells are needed repeatedly
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells next to a cell, clockwise from the north."""
    return tuple(Cell(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)


@lru_cache(maxsize=1 << 14)  # as above
def ring(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells around a cell, clockwise from the north."""
    sides = neighbours(cell)
    return tuple(near for side in range(4) for near in (sides[side], beyond(sides[side], (side + 1) % 4)))


def is_one_arc(taken: Container[Cell], cell: Cell) -> bool:
    """Whether the occupied cells around a cell form one arc; if not, a tile on the cell would enclose an empty area."""
    around = [near in taken for near in ring(cell)]
    changes: list[bool] = [*map(ne, around, around[-1:] + around)]
    return sum(changes) == 2  # one change into the arc, and one out of it


def only_ways(ways: Mapping[Cell, Collection[Cell]], starts: Iterable[Cell]) -> set[Cell]:
    """The cells without which others could not be reached from a start cell, given the possible steps from each cell.

    A single depth-first search numbers the cells and finds the articulation points of the graph of steps. The result
    always contains the start cell, unless that cell is alone.
    """
    number: dict[Cell, int] = {}
    needed: set[Cell] = set()

    def earliest(cell: Cell, behind: Cell | None) -> int:
        """The lowest cell number that can be reached from a cell without going back."""
        least = number[cell] = len(number)
        for other in ways[cell]:
            if other not in number:
                reached = earliest(other, cell)
                if reached >= number[cell]:
                    needed.add(cell)
                least = min(least, reached)
            elif other != behind:
                least = min(least, number[other])
        return least

    for start in starts:
        earliest(start, None)
    return needed


Edge = tuple[Cell, int]
"""A cell and one of its sides."""
Run = tuple[Edge, ...]
"""An unbroken stretch of moat or wall, clockwise."""


def next_edge(edge: Edge, own: Mapping[Cell, int]) -> Edge:
    """The edge that comes next, clockwise, on the outline of the given cells.

    If two tiles meet only at a corner, the outline continues along the same empty cell.
    """
    (x, y), side = edge
    (out, up), (along, aside) = STEPS[side], STEPS[(side + 1) % 4]
    beside = Cell(x + along, y + aside)
    corner = Cell(beside[0] + out, beside[1] + up)
    if corner in own:
        return corner, (side + 3) % 4
    if beside in own:
        return beside, side
    return edge[0], (side + 1) % 4


def outline(own: Mapping[Cell, int]) -> list[list[tuple[Cell, int, bool]]]:
    """The closed loops of edges around the given cells; an edge consists of a cell, a side, and whether it is barred.

    An edge is barred if it has a moat or wall. Each loop runs clockwise from the south end of its westernmost
    column.
    """
    edges = {
        (cell, side) for cell in own for side, (dx, dy) in enumerate(STEPS) if (cell[0] + dx, cell[1] + dy) not in own
    }
    loops = []
    while edges:
        first = edge = min(edges)
        loop: list[tuple[Cell, int, bool]] = []
        while not loop or edge != first:
            edges.discard(edge)
            loop.append((*edge, bool(own[edge[0]] >> edge[1] & 1)))
            edge = next_edge(edge, own)
        loops.append(loop)
    return loops


def longest(own: Mapping[Cell, int]) -> Run:
    """The longest unbroken stretch of moat or wall on the outline of the given cells.

    ``own`` maps each cell to its edge mask. If several stretches are equally long, return the one that begins furthest
    to the west and south.
    """
    runs: list[Run] = []
    for loop in outline(own):
        gap = next((place for place, (_, _, barred) in enumerate(loop) if not barred), 0)
        for barred, stretch in groupby(loop[gap:] + loop[:gap], key=itemgetter(2)):  # from a gap, so no run is cut
            if barred:
                runs.append(tuple((cell, side) for cell, side, _ in stretch))
    return min(runs, key=lambda run: (-len(run), run[0]), default=())
