"""The outline of a city, and the unbroken stretches of moat or wall on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board.ground import AROUND, CELLS
from granada.board.layout import RING, START, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada.board.tiles import Face

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


def stretches(own: Mapping[int, int]) -> Iterator[list[int]]:
    """The unbroken stretches of moat or wall round some cells, which are given as integers with their edge masks.

    An edge is four times its cell plus its side.
    Only edges with a moat or wall are followed; the runs of the outline say the same more plainly.
    """
    follows = {}
    for place, edges in own.items():
        if edges:
            for side, out, corner, beside in _MOATS[edges]:
                if place + out not in own:
                    if place + corner in own:
                        after = 4 * (place + corner) + (side + 3) % 4
                    elif place + beside in own:
                        after = 4 * (place + beside) + side
                    else:
                        after = 4 * place + (side + 1) % 4
                    follows[4 * place + side] = after
    firsts = sorted(follows.keys() - follows.values(), reverse=True)
    while follows:
        edge = firsts.pop() if firsts else min(follows)
        run = []
        while edge in follows:
            run.append(edge)
            edge = follows.pop(edge)
        yield run


_MOATS = tuple(
    tuple(
        (side, AROUND[2 * side], AROUND[2 * side + 1], AROUND[(2 * side + 2) % 8])
        for side in range(4)
        if edges >> side & 1
    )
    for edges in range(16)
)
"""The sides of an edge mask, with the ways out, round the corner and along."""


def longest_of(found: Iterable[list[int]]) -> Run:
    """The longest stretch; of equally long ones, the one that begins furthest to the west and south."""
    longest = max(found, key=_length_and_place, default=[])
    return tuple([(CELLS[edge >> 2], edge & 3) for edge in longest])


def _length_and_place(run: list[int]) -> tuple[int, int]:
    return len(run), -run[0]
