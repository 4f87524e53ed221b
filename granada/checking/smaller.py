"""Smaller things: tuples with fewer items, cities and layouts with fewer tiles and moats."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import Purse
from granada.board.tiles import Face, InvalidState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    """A layout without some of its tiles, not rotated, or with a moat less."""
    turned = dict(layout.rotations)
    for tiles in fewer(layout.tiles):
        there = {cell for cell, _ in tiles}
        founding = layout.founding if layout.founding in there else None
        kept = tuple((cell, turn) for cell, turn in layout.rotations if cell in there)
        yield from _valid(lambda: Layout(tiles, kept, layout.start, founding))  # noqa: B023  it is called at once
    for at, (cell, face) in enumerate(layout.tiles):
        if cell in turned:
            rest = tuple((other, turn) for other, turn in layout.rotations if other != cell)
            yield from _valid(lambda: Layout(layout.tiles, rest, layout.start, layout.founding))  # noqa: B023  as above
        for plainer in faces(face):
            tiles = (*layout.tiles[:at], (cell, plainer), *layout.tiles[at + 1 :])
            yield from _valid(lambda: Layout(tiles, layout.rotations, layout.start, layout.founding))  # noqa: B023  as above


def cities(city: City) -> Iterator[City]:
    """A city without some of its tiles, or with a moat less, that still keeps the building rules."""
    for layout in layouts(city.layout):
        yield from _valid(lambda: City.of(layout))  # noqa: B023  as above


def _valid(make: Callable[[], Item]) -> Iterator[Item]:
    """What is made, unless it is nothing of the game."""
    try:
        made = make()
    except InvalidState:
        return
    yield made
