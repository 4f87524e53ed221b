"""Cells: the places of a city, counted in steps from the start tile."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from operator import ne
from typing import NamedTuple

from granada.errors import quoted, whole
from granada.notation import Word, only_word

REACH = 200
"""No tile lies further than this from the start; all tiles of all boxes in one row would not."""
A_CELL = "a cell such as 1,0"


class Cell(NamedTuple):
    """A place in a city: steps to the east and to the north of the start tile."""

    x: int
    y: int

    @staticmethod
    def parse(text: str) -> Cell:
        """Read a cell.

        >>> Cell.parse("1,-2")
        Cell(x=1, y=-2)
        """
        return read_cell(only_word(text, A_CELL))

    def __str__(self) -> str:
        """In notation."""
        try:
            return f"{self[0]},{self[1]}"
        except ValueError:  # Python writes no number that long
            return "a cell out of reach"


START = Cell(0, 0)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The way to the neighbour beyond each side, in the order of ``SIDES``."""
_CELL = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


def read_cell(word: Word) -> Cell:
    """The cell that a word names."""
    match = _CELL.fullmatch(word.text) if len(word.text) <= 10 else None
    cell = Cell(int(match[1]), int(match[2])) if match else None
    if cell is None or not in_reach(cell):
        raise word.bad(A_CELL)
    return cell


def a_cell(cell: tuple[int, int]) -> Cell:
    """A pair of whole numbers of any type as a cell, or a TypeError."""
    if type(cell) is Cell and type(cell[0]) is type(cell[1]) is int:
        return cell
    if isinstance(cell, tuple) and len(cell) == 2:
        return Cell(whole(cell[0], "a coordinate of a cell"), whole(cell[1], "a coordinate of a cell"))
    raise TypeError(f"a cell is a pair of whole numbers such as Cell(1, 0), not {quoted(cell)}")


def in_reach(cell: Cell) -> bool:
    """Whether a cell is as near to the start as any tile can be."""
    return -REACH <= cell[0] <= REACH and -REACH <= cell[1] <= REACH


def beyond(cell: Cell, side: int) -> Cell:
    """The neighbour beyond a side."""
    return neighbours(cell)[side]


@lru_cache(maxsize=1 << 14)  # the same few cells are asked for again and again
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells beside a cell, clockwise from the north."""
    return tuple(Cell(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)


@lru_cache(maxsize=1 << 14)  # as above
def ring(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells round a cell, clockwise from the north."""
    sides = neighbours(cell)
    return tuple(near for side in range(4) for near in (sides[side], beyond(sides[side], (side + 1) % 4)))


def is_one_arc(taken: Container[Cell], cell: Cell) -> bool:
    """Whether the taken cells of the ring of eight are one arc; if not, a tile would enclose an empty area."""
    around = [near in taken for near in ring(cell)]
    changes: list[bool] = [*map(ne, around, around[-1:] + around)]
    return sum(changes) == 2  # going round, one comes to taken cells once, and leaves them once
