"""The outline of a city, and the unbroken stretches of moat or wall on it."""

from collections.abc import Iterable, Iterator, Mapping

from granada.board.cells import STEPS, Cell

Edge = tuple[Cell, int]
"""A cell and one of its sides."""
SIDES_OF = tuple(tuple(side for side in range(4) if edges >> side & 1) for edges in range(16))
"""The sides of each edge mask."""
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

    An edge is barred that carries a moat or wall. A loop begins in the west, there in the south, and goes clockwise.
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


def runs(own: Mapping[Cell, int]) -> Iterator[Run]:
    """The unbroken stretches of moat or wall on the outline of some cells, given with their edge masks."""
    barred = {
        (cell, side)
        for cell, edges in own.items()
        for side in SIDES_OF[edges]
        if (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]) not in own
    }
    after = {edge: next_edge(edge, own) for edge in barred}
    for first in barred.difference(after.values()):
        yield tuple(_stretch(first, after))
    while after:  # what is left goes round in circles
        yield tuple(_stretch(min(after), after))


def _stretch(edge: Edge, after: dict[Edge, Edge]) -> Iterator[Edge]:
    """The edges from one on, each of which is taken away, as long as there is one."""
    while edge in after:
        yield edge
        edge = after.pop(edge)


def longest_of(found: Iterable[Run]) -> Run:
    """The longest stretch; of equally long ones, the one that begins furthest to the west and south."""
    return min(found, key=lambda run: (-len(run), run[0]), default=())
