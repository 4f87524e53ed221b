"""The outline of a city, and the unbroken stretches of moat or wall on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.layout import RING, START, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada.tiles import Face

Edge = tuple[Cell, int]
"""A cell and one of its sides."""
Run = tuple[Edge, ...]
"""An unbroken stretch of moat or wall, clockwise."""


def next_edge(cell: Cell, side: int, own: set[Cell]) -> Edge:
    """The edge that follows clockwise on the outline of some cells.

    Where the outline meets itself at a corner it goes on along the same outside cell.
    """
    ring = RING[cell]
    corner, beside = ring[2 * side + 1], ring[(2 * side + 2) % 8]
    if corner in own:
        return corner, (side + 3) % 4
    if beside in own:
        return beside, side
    return cell, (side + 1) % 4


def outline(own: set[Cell], tiles: Mapping[Cell, Face]) -> list[list[tuple[Cell, int, bool]]]:
    """The closed loops of edges round some cells: cell, side, and whether a moat or wall is on it."""
    edges = {(cell, side) for cell in own for side in range(4) if RING[cell][2 * side] not in own}
    loops = []
    while edges:
        first = cell, side = min(edges)
        loop: list[tuple[Cell, int, bool]] = []
        while not loop or (cell, side) != first:
            edges.discard((cell, side))
            loop.append((cell, side, cell != START and bool(tiles[cell].edges >> side & 1)))
            cell, side = next_edge(cell, side, own)
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


def stretches(own: set[Cell], tiles: Mapping[Cell, Face]) -> Iterator[Run]:
    """The unbroken stretches of moat or wall round some cells.

    Only edges with a moat or wall are followed; the runs of the outline say the same more plainly.
    """
    follows = {}
    for cell in own:
        edges = 0 if cell == START else tiles[cell].edges
        for side in _SIDES[edges]:
            if RING[cell][2 * side] not in own:
                follows[cell, side] = next_edge(cell, side, own)
    firsts = follows.keys() - set(follows.values())
    while follows:
        edge = min(firsts) if firsts else min(follows)
        firsts.discard(edge)
        run = []
        while edge in follows:
            run.append(edge)
            edge = follows.pop(edge)
        yield tuple(run)


_SIDES = tuple(tuple(side for side in range(4) if mask >> side & 1) for mask in range(16))
"""The sides of an edge mask."""


def longest_of(found: Iterable[Run]) -> Run:
    """The longest stretch; of equally long ones, the one that begins furthest to the west and south."""
    return max(found, key=_length_and_place, default=())


def _length_and_place(run: Run) -> tuple[int, list[tuple[int, int, int]]]:
    return len(run), [(-x, -y, -side) for (x, y), side in run[:1]]
