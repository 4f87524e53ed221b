"""Simpler cities and layouts, with fewer, closer and cheaper tiles and fewer moats.

Every step reduces something and increases nothing, so shrinking ends.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from granada.board import ALHAMBRA_TILES, START, Cell, City, Face, Layout, beyond, neighbours
from granada.errors import InvalidState

Shift = Mapping[Cell, Cell]
"""A mapping from old to new cells for the tiles that move; all other tiles stay."""
Item = TypeVar("Item")
CHEAPEST = 2
"""The price of the cheapest tile of Granada."""


def fewer(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Versions of a tuple without a block of adjacent items; the blocks shrink from the whole tuple to one item."""
    size = len(items)
    while size:
        for start in range(len(items) - size, -1, -size):
            yield items[:start] + items[start + size :]
        size //= 2


def one_simpler(items: tuple[Item, ...], simplify: Callable[[Item], Iterable[Item]]) -> Iterator[tuple[Item, ...]]:
    """Versions of a tuple in which one item is simpler."""
    for at, item in enumerate(items):
        yield from ((*items[:at], other, *items[at + 1 :]) for other in simplify(item))


def plainer(face: Face) -> Iterator[Face]:
    """Versions of a face with one moat or wall fewer."""
    return (without_edge(face, side) for side in range(4) if face.barred(side))


def without_edge(face: Face, side: int) -> Face:
    """The same face without a moat or wall on a side."""
    return Face(face.building, face.price, face.edges & ~(1 << side))


def cheaper(face: Face) -> Iterator[Face]:
    """Versions of a face with a lower price that exists: the lowest, and the next lower one."""
    prices = sorted(ALHAMBRA_TILES[face.building][1]) if face.building in ALHAMBRA_TILES else range(CHEAPEST, 14)
    below = [price for price in prices if price < face.price]
    for price in dict.fromkeys((*below[:1], *below[-1:])):
        yield Face(face.building, price, face.edges)


def layouts(layout: Layout) -> Iterator[Layout]:
    """Layouts with fewer tiles, fewer rotated tiles, fewer moats, closer tiles, or cheaper tiles."""
    known = {(face.building, face.price) for face in layout.by_cell.values()}

    def unlike_others(old: Face) -> Iterator[Face]:
        return (face for face in cheaper(old) if (face.building, face.price) not in known)

    for tiles in fewer(layout.tiles):
        yield from _laid(layout, dict(tiles))
    for rotations in fewer(layout.rotations):
        yield from _laid(layout, layout.by_cell, dict(rotations))
    yield from _changed(layout, _walled_off)
    yield from (found for shift in shifts(layout.by_cell) for found in shifted(layout, shift))
    yield from _changed(layout, lambda _, cell, face: ({cell: other} for other in plainer(face)))
    yield from _changed(layout, opened)
    yield from _changed(layout, lambda _, cell, face: ({cell: other} for other in unlike_others(face)))


def cities(city: City) -> Iterator[City]:
    """Simpler cities that still obey the building rules."""
    return (found for layout in layouts(city.layout) for found in built(layout))


def built(layout: Layout) -> Iterator[City]:
    """Yield the city made from a layout, or nothing if the layout breaks a building rule."""
    with suppress(InvalidState):
        yield City.of(layout)


def _changed(
    layout: Layout, changes: Callable[[Mapping[Cell, Face], Cell, Face], Iterable[Mapping[Cell, Face | None]]]
) -> Iterator[Layout]:
    """Versions of a layout in which some tiles are changed or removed."""
    for cell, face in layout.tiles:
        for change in changes(layout.by_cell, cell, face):
            tiles = {**layout.by_cell, **change}
            yield from _laid(layout, {each: lying for each, lying in tiles.items() if lying})


def _laid(layout: Layout, tiles: Mapping[Cell, Face], rotations: Mapping[Cell, int] | None = None) -> Iterator[Layout]:
    """Yield a layout with the given tiles, or nothing if they cannot lie on their cells."""
    turned = dict(layout.rotations) if rotations is None else rotations
    founding = layout.founding if layout.founding in tiles else None
    with suppress(InvalidState):
        rotations = {cell: turn for cell, turn in turned.items() if cell in tiles}
        yield Layout.of(tiles, rotations=rotations, start=layout.start, founding=founding)


def _walled_off(tiles: Mapping[Cell, Face], cell: Cell, face: Face) -> Iterator[dict[Cell, Face | None]]:
    """Remove a tile and add moats or walls where its neighbours touched it, so that a closed line stays closed."""
    walls: dict[Cell, Face | None] = {}
    for side, near in enumerate(neighbours(cell)):
        other = tiles.get(near)
        edges = other.edges | 1 << (side + 2) % 4 if other else 15
        if other and other.family is face.family and edges not in (15, other.edges):
            walls[near] = Face(other.building, other.price, edges)
    if walls:
        yield {**walls, cell: None}


def opened(tiles: Mapping[Cell, Face], cell: Cell, face: Face) -> Iterator[dict[Cell, Face]]:
    """Remove a moat or wall between a tile and its neighbour from both tiles."""
    for side, near in enumerate(neighbours(cell)):
        other, opposite = tiles.get(near), (side + 2) % 4
        if other and face.barred(side) and other.barred(opposite):
            yield {cell: without_edge(face, side), near: without_edge(other, opposite)}


# Closer together


def shifts(cells: Collection[Cell]) -> Iterator[Shift]:
    """Ways to move tiles closer to the start: shift all tiles beyond a row or column by one cell, or move one tile."""
    for axis, sides in ((0, (3, 1)), (1, (2, 0))):
        for at in sorted({cell[axis] for cell in cells} - {0}, key=abs):
            yield {cell: beyond(cell, sides[at < 0]) for cell in cells if cell[axis] * at >= at * at}
    taken = {START, *cells}
    for cell in sorted(cells, key=_distance, reverse=True):
        free = {near for other in taken - {cell} for near in neighbours(other)} - taken
        yield from ({cell: near} for near in sorted(free, key=_distance) if _distance(near) < _distance(cell))


def shifted(layout: Layout, shift: Shift) -> Iterator[Layout]:
    """Yield a layout after a shift; if two tiles would share a cell, only the one nearer to the start remains."""
    came_from: dict[Cell, Cell] = {}
    for cell in sorted(layout.by_cell, key=_distance):
        came_from.setdefault(shift.get(cell, cell), cell)
    came_from.pop(START, None)
    rotations, founding = dict(layout.rotations), [at for at, cell in came_from.items() if cell == layout.founding]
    if came_from == {cell: cell for cell in layout.by_cell}:
        return
    with suppress(InvalidState):
        yield Layout.of(
            {at: layout.by_cell[cell] for at, cell in came_from.items()},
            rotations={at: rotations[cell] for at, cell in came_from.items() if cell in rotations},
            start=layout.start,
            founding=founding[0] if founding else None,
        )


def _distance(cell: Cell) -> int:
    """The number of steps from the start to a cell."""
    return abs(cell.x) + abs(cell.y)
