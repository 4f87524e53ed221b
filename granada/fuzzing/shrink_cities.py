"""Simpler parts of a question: fewer items, and cities and layouts with fewer tiles and moats, closer and cheaper.

Everything here has less of something and more of nothing, so that whoever goes on like this comes to an end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from granada.board import ALHAMBRA_TILES, START, Building, Cell, City, Face, InvalidState, Layout
from granada.fuzzing.random_plans import beside

Shift = Callable[[Cell], Cell]
"""Where the tile on a cell comes to lie."""
Tiles = tuple[tuple[Cell, Face], ...]


Item = TypeVar("Item")
CHEAPEST = 2
"""What the cheapest tile of Granada costs."""


def fewer(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """A tuple without its second half, its first half, a quarter, …, one item."""
    size = len(items)
    while size:
        for start in range(len(items) - size, -1, -size):
            yield items[:start] + items[start + size :]
        size //= 2


def one_simpler(items: tuple[Item, ...], simplify: Callable[[Item], Iterator[Item]]) -> Iterator[tuple[Item, ...]]:
    """A tuple with one of its items made simpler."""
    for at, item in enumerate(items):
        yield from ((*items[:at], other, *items[at + 1 :]) for other in simplify(item))


def blanked(items: tuple[Item | None, ...]) -> Iterator[tuple[Item | None, ...]]:
    """A tuple with one of its items gone, and its place empty."""
    return ((*items[:at], None, *items[at + 1 :]) for at, item in enumerate(items) if item is not None)


def without_edge(face: Face, side: int) -> Face:
    """The same face without a moat or wall on a side."""
    return Face(face.building, face.price, face.edges & ~(1 << side))


def plainer(face: Face) -> Iterator[Face]:
    """The same face with a moat or wall less."""
    return (without_edge(face, side) for side in range(4) if face.edges >> side & 1)


def cheaper(face: Face) -> Iterator[Face]:
    """The same face at a lower price that there is: the lowest, or the next."""
    if face.is_hut:
        return
    below = [price for price in _prices(face.building) if price < face.price]
    for price in dict.fromkeys((*below[:1], *below[-1:])):
        yield Face(face.building, price, face.edges)


def _prices(building: Building) -> list[int]:
    """What tiles of a building cost."""
    return sorted(ALHAMBRA_TILES[building][1]) if building in ALHAMBRA_TILES else list(range(CHEAPEST, 14))


def layouts(layout: Layout) -> Iterator[Layout]:
    """A layout without some of its tiles, with fewer turned, with moats less, closer together, or cheaper."""
    yield from _laid(layout, fewer(layout.tiles))
    for rotations in fewer(layout.rotations):
        yield from _laid(layout, [layout.tiles], rotations)
    yield from _laid(layout, _walled_off(layout))
    yield from (found for shift in shifts(layout.by_cell) for found in shifted(layout, shift) if found != layout)
    yield from _laid(layout, _each(layout, plainer))
    yield from _laid(layout, _opened(layout))
    known = {(face.building, face.price) for face in layout.by_cell.values()}

    def unlike_others(old: Face) -> Iterator[Face]:
        return (face for face in cheaper(old) if (face.building, face.price) not in known)

    yield from _laid(layout, _each(layout, unlike_others))


def _each(layout: Layout, simplify: Callable[[Face], Iterator[Face]]) -> Iterator[Tiles]:
    """The tiles of a layout with one of them made simpler."""
    return one_simpler(layout.tiles, lambda pair: ((pair[0], face) for face in simplify(pair[1])))


def cities(city: City) -> Iterator[City]:
    """A city with less of something that still keeps the building rules."""
    return (found for layout in layouts(city.layout) for found in built(layout))


def built(layout: Layout) -> list[City]:
    """The city of a layout; none where a building rule is broken."""
    try:
        return [City.of(layout)]
    except InvalidState:
        return []


def shifts(tiles: Mapping[Cell, object]) -> Iterator[Shift]:
    """Ways to bring tiles closer to the start: all beyond a row or column slide by one, or one goes elsewhere."""
    for axis in (0, 1):
        there = {cell[axis] for cell in tiles}
        for at in sorted(there - {0}, key=abs):
            yield _slide(axis, at)
    for cell in sorted(tiles, key=_distance, reverse=True):
        for near in _closer(cell, tiles):
            yield _jump(cell, near)


def shifted(layout: Layout, shift: Shift) -> list[Layout]:
    """A layout after a shift; of tiles that come to lie on each other the one that was nearer stays."""
    tiles: dict[Cell, Face] = {}
    rotations = dict(layout.rotations)
    turned: dict[Cell, int] = {}
    founding = layout.founding
    for cell, face in sorted(layout.tiles, key=lambda pair: _distance(pair[0])):
        there = shift(cell)
        if there not in tiles and there != START:
            tiles[there] = face
            turned |= {there: rotations[cell]} if cell in rotations else {}
            founding = there if cell == layout.founding else founding
    try:
        return [Layout(tuple(tiles.items()), tuple(turned.items()), layout.start, founding)]
    except InvalidState:
        return []


def _distance(cell: Cell) -> int:
    """How many steps a cell lies from the start."""
    return abs(cell.x) + abs(cell.y)


def _slide(axis: int, at: int) -> Shift:
    """Everything at a row or column, and beyond, comes one nearer."""

    def shift(cell: Cell) -> Cell:
        here = cell[axis]
        beyond = here >= at > 0 or here <= at < 0
        step = (1 if here < 0 else -1) if beyond else 0
        return Cell(cell.x + step, cell.y) if axis == 0 else Cell(cell.x, cell.y + step)

    return shift


def _closer(cell: Cell, tiles: Mapping[Cell, object]) -> list[Cell]:
    """The free cells beside a city that are nearer to the start than a cell."""
    taken = {START, *tiles}
    around = {near for other in taken - {cell} for near in beside(other)}
    return sorted((near for near in around - taken if _distance(near) < _distance(cell)), key=_distance)


def _jump(cell: Cell, there: Cell) -> Shift:
    """One tile goes elsewhere."""
    return lambda other: there if other == cell else other


def _walled_off(layout: Layout) -> Iterator[Tiles]:
    """A layout without a tile, and with a moat or wall wherever others lay against it: so a closed one stays closed."""
    tiles = layout.by_cell
    for cell, face in layout.tiles:
        rest = {other: lying for other, lying in tiles.items() if other != cell}
        for side, near in enumerate(beside(cell)):
            other = rest.get(near)
            if other and other.family is face.family:
                edges = other.edges | 1 << (side + 2) % 4
                rest[near] = Face(other.building, other.price, edges) if edges != 15 else other
        if rest.items() - tiles.items():
            yield tuple(rest.items())


def _opened(layout: Layout) -> Iterator[Tiles]:
    """A layout in which a moat between two tiles is gone, on both sides."""
    tiles = layout.by_cell
    for cell, face in layout.tiles:
        for side, near in enumerate(beside(cell)[:2]):
            other = tiles.get(near)
            if other and face.edges >> side & 1 and other.edges >> side + 2 & 1:
                opened = {cell: without_edge(face, side), near: without_edge(other, side + 2)}
                yield tuple({**tiles, **opened}.items())


def _laid(
    layout: Layout, others: Iterable[Tiles], turned: tuple[tuple[Cell, int], ...] | None = None
) -> Iterator[Layout]:
    """Other tiles in the place of a layout's, where they can lie like that."""
    for tiles in others:
        there = {cell for cell, _ in tiles}
        rotations = tuple(
            (cell, turn) for cell, turn in (layout.rotations if turned is None else turned) if cell in there
        )
        with suppress(InvalidState):
            yield Layout(tiles, rotations, layout.start, layout.founding if layout.founding in there else None)
