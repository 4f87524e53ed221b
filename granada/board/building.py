"""The building rules, judged on any layout, legal or not.

This module defines the rules in the simplest way. Proofs show that the faster tests in ``city`` agree with it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, Protocol

from attrs import frozen

from granada.board.cells import START, Cell, beyond
from granada.board.layout import Layout
from granada.errors import quoted
from granada.rulebook import Rule


@frozen
class Violation:
    """A building rule that a layout breaks, and the cells that show the violation.

    - ``rule``: The broken rule.
    - ``cells``: The cells that show the violation.
    """

    rule: Rule
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        """The rule and the cells."""
        return f"{self.rule} at {' '.join(map(str, self.cells))}"


class LaidOut(Protocol):
    """A value with a layout, such as a city."""

    @property
    def layout(self) -> Layout:
        """The arrangement of the tiles."""


def violations(laid: Layout | LaidOut) -> tuple[Violation, ...]:
    """All violations of the building rules in a layout or a city, one for each place where a rule is broken."""
    layout = laid if isinstance(laid, Layout) else getattr(laid, "layout", None)
    if not isinstance(layout, Layout):
        raise TypeError(f"violations expects a Layout or a City, not {quoted(laid)}")
    touches = list(_touching(layout))
    return (
        *(Violation(Rule.SAME_ORIENTATION, (cell,)) for cell, _ in layout.rotations),
        *_mismatches(touches),
        *(Violation(Rule.WALKABLE, group) for group in _unreachable(layout, touches)),
        *(Violation(Rule.EDGE_CONTACT, (cell,)) for cell in _without_contact(layout, touches)),
        *(Violation(Rule.NO_HOLES, hole) for hole in holes((START, *layout.by_cell))),
    )


class _Touch(NamedTuple):
    """Two tiles that touch: their cells, the moat or wall on each touching edge, and whether they share a family."""

    one: Cell
    other: Cell
    here: int
    there: int
    akin: bool


def _touching(layout: Layout) -> Iterator[_Touch]:
    """Every pair of neighbouring tiles, once."""
    edges = {cell: layout.edges(cell) for cell in (*layout.by_cell, START)}
    mixed = layout.founding is not None
    for cell, here in edges.items():
        for side in (0, 1):
            other = beyond(cell, side)
            there = edges.get(other)
            if there is not None:
                akin = not mixed or layout.family(cell) is layout.family(other)
                yield _Touch(cell, other, here >> side & 1, there >> (side + 2) & 1, akin)


def _mismatches(touches: list[_Touch]) -> Iterator[Violation]:
    for one, other, here, there, akin in touches:
        if akin and here != there:
            yield Violation(Rule.MOATS_MATCH, (one, other))
        if not akin and not (here and there):
            yield Violation(Rule.WALL_MEETS_MOAT, (one, other))


def _unreachable(layout: Layout, touches: list[_Touch]) -> Iterator[tuple[Cell, ...]]:
    """The connected groups of tiles that cannot be reached from their family's start.

    A step leads from a tile to a neighbour of the same family if neither of the touching edges has a moat or wall.
    """
    walks: dict[Cell, list[Cell]] = {cell: [] for cell in (START, *layout.by_cell)}
    for one, other, here, there, akin in touches:
        if akin and not here and not there:
            walks[one].append(other)
            walks[other].append(one)
    starts = {START, layout.founding}
    seen: set[Cell] = set()
    for root in (START, *([layout.founding] if layout.founding else ()), *layout.by_cell):
        if root not in seen:
            group = _reached(root, walks)
            seen |= group
            if root not in starts:
                yield tuple(sorted(group))


def _reached(root: Cell, walks: Mapping[Cell, Collection[Cell]]) -> set[Cell]:
    reached, waiting = {root}, [root]
    while waiting:
        for other in walks[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _without_contact(layout: Layout, touches: list[_Touch]) -> list[Cell]:
    """The tiles without a neighbour, and the founding tile if Granada does not touch the Alhambra."""
    touching = {cell for touch in touches for cell in touch[:2]}
    lonely = {cell for cell in layout.by_cell if cell not in touching}
    if layout.founding and all(touch.akin for touch in touches):
        lonely.add(layout.founding)
    return sorted(lonely)


def holes(cells: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """The empty areas of any size that the given cells enclose; cells connect across sides but not across corners.

    The search skips rows and columns far from all tiles, because they cannot change the result.
    """
    columns, rows = (_looked_at({cell[axis] for cell in cells}) for axis in (0, 1))
    column = {x: c for c, x in enumerate(columns)}
    row = {y: r for r, y in enumerate(rows)}
    taken = {(column[x], row[y]) for x, y in cells}
    east, north = len(columns) - 1, len(rows) - 1
    free = {(c, r) for c in range(len(columns)) for r in range(len(rows))} - taken
    found = []
    while free:
        waiting = [free.pop()]
        area, outside = [], False
        while waiting:
            c, r = waiting.pop()
            area.append((c, r))
            outside = outside or c in (0, east) or r in (0, north)
            for near in ((c, r + 1), (c + 1, r), (c, r - 1), (c - 1, r)):
                if near in free:
                    free.remove(near)
                    waiting.append(near)
        if not outside:
            found.append(tuple(sorted(Cell(columns[c], rows[r]) for c, r in area)))
    return sorted(found)


def _looked_at(taken: set[int]) -> list[int]:
    """The rows or columns that contain a tile, and the rows or columns next to them."""
    return sorted({near for at in taken for near in (at - 1, at, at + 1)})
