"""Cells that a picture marks."""

from collections.abc import Iterable

from granada.board import Cell, InvalidState, a_cell, in_reach
from granada.errors import listed, quoted


def near_cells(cells: Iterable[tuple[int, int]], what: str) -> tuple[Cell, ...]:
    """Some cells on which tiles can lie; a TypeError where they are none, an InvalidState where they are too far."""
    found = tuple(map(a_cell, listed(cells, f"{what} is a list of cells")))
    if far := [cell for cell in found if not in_reach(cell)]:
        raise InvalidState([f"{what}: no tile lies so far from the start as {quoted(far[0])} does"])
    return found
