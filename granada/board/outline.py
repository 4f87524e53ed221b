"""The outline of a city, and the unbroken stretches of moat or wall on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board.cells import STEPS, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Edge = tuple[Cell, int]
"""A cell and one of its sides."""
Run = tuple[Edge, ...]
"""An unbroken stretch of moat or wall, clockwise."""


def next_edge(edge: Edge, own: Mapping[Cell, int]) -> Edge:
    """The edge that follows clockwise on the outline of some cells.

    Where the outline meets itself at a corner it goes on along the same outside cell.
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
    """The closed loops of edges round some cells, given with their edge masks: cell, side, and whether it is barred.

    An edge is barred that carries a moat or wall.
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


def runs(loop: list[tuple[Cell, int, bool]]) -> Iterator[Run]:
    """The unbroken stretches of moat or wall on a loop of an outline."""
    bare = next((place for place, (_, _, barred) in enumerate(loop) if not barred), None)
    if bare is None:
        yield tuple((cell, side) for cell, side, _ in loop)
        return
    run: list[Edge] = []
    for cell, side, barred in loop[bare:] + loop[:bare]:
        if barred:
            run.append((cell, side))
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def longest_of(found: Iterable[Run]) -> Run:
    """The longest stretch; of equally long ones, the one that begins furthest to the west and south."""
    return min(found, key=lambda run: (-len(run), run[0]), default=())
