"""Smaller things: tuples with fewer items, cities and layouts with fewer tiles and moats."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from granada.board import City, Face, InvalidState, Layout, Purse, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.board import Cell

Item = TypeVar("Item")


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


def purses(purse: Purse) -> Iterator[Purse]:
    """Fewer cards."""
    return map(Purse.of, fewer(tuple(purse)))


def faces(face: Face) -> Iterator[Face]:
    """The same face with a moat or wall less."""
    sides = [1 << side for side in range(4) if face.edges >> side & 1]
    return (Face(face.building, face.price, face.edges & ~side) for side in sides)


def layouts(layout: Layout) -> Iterator[Layout]:
    """A layout without some of its tiles, with fewer turned, or with a moat less."""
    for tiles in fewer(layout.tiles):
        yield from _laid(layout, tiles, layout.rotations)
    for rotations in fewer(layout.rotations):
        yield from _laid(layout, layout.tiles, rotations)
    for tiles in one_simpler(layout.tiles, lambda pair: ((pair[0], face) for face in faces(pair[1]))):
        yield from _laid(layout, tiles, layout.rotations)


def cities(city: City) -> Iterator[City]:
    """A city without some of its tiles, or with a moat less, that still keeps the building rules."""
    return (City.of(layout) for layout in layouts(city.layout) if not violations(layout))


def _laid(layout: Layout, tiles: tuple[tuple[Cell, Face], ...], turned: tuple[tuple[Cell, int], ...]) -> list[Layout]:
    """Other tiles in the place of a layout's; nothing where they cannot lie like that."""
    there = {cell for cell, _ in tiles}
    rotations = tuple((cell, turn) for cell, turn in turned if cell in there)
    try:
        return [Layout(tiles, rotations, layout.start, layout.founding if layout.founding in there else None)]
    except InvalidState:
        return []
