"""Cities: layouts that obey the building rules, and the legal changes to them.

The building rules are defined in ``building``, for any layout. A legal city has no hole, and no two of its tiles touch
only at a corner, so its outline is one closed loop. Therefore, local tests can judge a change:

- A tile may be added where every edge matches, at least one touching edge is open, and the occupied cells among the
  eight around it form a single arc (otherwise the tile would enclose an empty area).
- A tile may be removed if one of its sides is free (otherwise a hole would remain) and it is not the only way to
  another tile.
- A tile may be swapped for one from the same family if the edges towards its neighbours stay the same; the start tile
  and the founding tile cannot be swapped.

Proofs, and tests on all small cities, show that these local tests agree with the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

from granada.board.building import violations
from granada.board.cells import START, Cell, Run, a_cell, in_reach, is_one_arc, longest, neighbours, only_ways, outline
from granada.board.layout import MOST_TILES, Layout
from granada.board.tiles import Building, Face, Family
from granada.errors import InvalidState, Reason, quoted, refuse
from granada.notation import Notated
from granada.rulebook import Rule


class Sides(NamedTuple):
    """The neighbours of a cell, as edge masks."""

    taken: int
    """The sides with a neighbouring tile."""
    barred: int
    """The sides whose neighbour has a moat or wall towards the cell."""
    granada: int
    """The sides whose neighbour belongs to the second family."""


@frozen(init=False, repr=False, unsafe_hash=False, slots=False)
class City(Notated):
    """A legal city: its start tile, and the tiles on the cells around it.

    - ``start``: The family of the start tile.
    - ``founding``: In the combined game, the cell of the first Granada tile; otherwise None.
    - ``tiles``: A mapping from each cell to the face on it, without the start tile.

    >>> city = City.parse('''
    ...     park6   .
    ...     @       arena6/n
    ... ''')
    >>> city[Cell(0, 1)]
    Face.parse('park6')
    >>> city.fits(Face.parse("school8"), Cell(1, 1))
    False
    """

    start: Family
    founding: Cell | None
    tiles: Mapping[Cell, Face]

    def __init__(self, layout: Layout) -> None:
        """Make a city from a layout; if the layout is illegal, raise an InvalidState that names every broken rule."""
        if not isinstance(layout, Layout):
            raise TypeError(f"layout must be a Layout, not {quoted(layout)}; City.of takes tiles, City.parse a text")
        refuse(Reason("the city breaks {flaw}", flaw=flaw) for flaw in violations(layout))
        self.__attrs_init__(layout.start, layout.founding, layout.by_cell)

    @staticmethod
    def of(
        tiles: Layout | Mapping[Cell, Face] | Iterable[tuple[Cell, Face]],
        *,
        start: Family | None = None,
        founding: Cell | None = None,
    ) -> City:
        """Return the city with the given tiles; if it is illegal, raise an InvalidState that names the broken rules."""
        if not isinstance(tiles, Layout):
            return City(Layout.of(tiles, start=start, founding=founding))
        if start is not None or founding is not None:
            raise TypeError("a layout has its start and its founding tile already; City.of(layout) takes no others")
        return City(tiles)

    @staticmethod
    def parse(text: str, start: Family | None = None) -> City:
        """Read a city from rows of tiles, north to south."""
        return City(Layout.parse(text, start))

    @property
    def layout(self) -> Layout:
        """The city as an arrangement of tiles."""
        return Layout(self.tiles, (), self.start, self.founding)

    def __getitem__(self, cell: Cell) -> Face:
        """The face on a cell."""
        return self.tiles[cell]

    def get(self, cell: Cell) -> Face | None:
        """The face on a cell, or None if there is none."""
        return self.tiles.get(cell)

    def __contains__(self, cell: object) -> bool:
        """Whether a tile is on a cell; the start tile does not count."""
        return cell in self.tiles

    def is_taken(self, cell: Cell) -> bool:
        """Whether a tile is on a cell; the start tile counts."""
        return cell in self._edges

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells with tiles, in order; the start tile does not count."""
        return tuple(sorted(self.tiles))

    def __iter__(self) -> Iterator[Cell]:
        """The cells with tiles, in order; the start tile does not count."""
        return iter(self.cells)

    def __len__(self) -> int:
        """The number of tiles, not counting the start tile."""
        return len(self.tiles)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of all tiles, in the order of their cells."""
        return tuple(self.tiles[cell] for cell in self)

    def of_building(self, building: Building) -> tuple[Face, ...]:
        """The faces that show a given building; huts do not count."""
        return tuple([face for face in self.tiles.values() if face.building is building and not face.is_hut])

    # The tiles and their neighbours

    @cached_property
    def _by_notation(self) -> tuple[Cell, ...]:
        """The cells with tiles, in notation order."""
        return tuple(sorted(self.tiles, key=str))

    @cached_property
    def _edges(self) -> dict[Cell, int]:
        """A mapping from cells to masks of the edges with a moat or wall; the start tile has none."""
        return {START: 0, **{cell: face.edges for cell, face in self.tiles.items()}}

    @cached_property
    def _second(self) -> frozenset[Cell]:
        """The cells with tiles from the second family, which is Granada if the start tile belongs to the Alhambra."""
        return frozenset([cell for cell, face in self.tiles.items() if face.family is not self.start])

    @cached_property
    def _sides(self) -> Mapping[Cell, Sides]:
        """A mapping from each tile's cell to its neighbours."""
        return {cell: self._sides_of(cell) for cell in self._edges}

    def _sides_of(self, cell: Cell) -> Sides:
        taken = barred = granada = 0
        edges, second = self._edges, self._second
        for side, beside in enumerate(neighbours(cell)):
            if (across := edges.get(beside)) is not None:
                taken |= 1 << side
                barred |= (across >> (side + 2) % 4 & 1) << side
                if second:
                    granada |= (beside in second) << side
        return Sides(taken, barred, granada)

    # Adding

    def fits(self, face: Face, cell: Cell) -> bool:
        """Whether a tile may be added on a cell."""
        self._belongs(face)
        cell = a_cell(cell)
        return (
            not self.is_taken(cell)
            and len(self) < MOST_TILES
            and self._joins(face, self._sides_of(cell))
            and is_one_arc(self._edges, cell)  # no-holes
        )

    def _founds(self, family: Family) -> bool:
        """Whether a tile from the given family would found Granada in an Alhambra city."""
        return self.founding is None and family is not self.start

    def _belongs(self, face: Face) -> None:
        """Refuse an Alhambra tile in a city that belongs to Granada alone."""
        if self.start is Family.GRANADA and face.family is not self.start:
            raise InvalidState(Reason("{face} does not belong to a city of Granada alone", face=face))

    def _joins(self, face: Face, sides: Sides) -> bool:
        """Whether a tile fits its neighbours: edges match, walls face the other family, and the tile can be reached."""
        taken, barred, granada = sides
        if face.edges & taken != barred:  # moats-match
            return False
        akin = taken & ~granada if face.family is self.start else granada
        others = taken & ~akin
        return (
            not others & ~barred  # wall-meets-moat
            and bool(akin & ~barred or (self._founds(face.family) and others))  # walkable, edge-contact
        )

    @cached_property
    def _plots(self) -> list[tuple[Cell, Sides]]:
        """The free cells on which a tile would enclose no hole, in notation order, each with its neighbours."""
        beside = {near for cell in self._edges for near in neighbours(cell)}
        free = [cell for cell in beside - self._edges.keys() if is_one_arc(self._edges, cell)]
        return [(cell, self._sides_of(cell)) for cell in sorted(free, key=str)]

    def sites(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, in notation order."""
        self._belongs(face)
        found = [cell for cell, sides in self._plots if self._joins(face, sides)]
        return tuple(found) if len(self) < MOST_TILES else ()

    def added(self, face: Face, cell: Cell) -> City:
        """Return the city with a tile added; if that is illegal, raise an InvalidState that names the broken rules."""
        cell = a_cell(cell)
        if not self.fits(face, cell):
            raise _refused(f"{face} at {cell}", self.broken_by_adding(face, cell))
        return self._with(face, cell)

    # Removing

    def can_remove(self, cell: Cell) -> bool:
        """Whether the tile on a cell may be removed."""
        return (
            cell in self.tiles
            and cell != self.founding  # founding-tile-stays
            and self._sides[cell].taken != 0b1111  # no-holes: a side is free
            and cell not in self._only_ways  # walkable
            and (self.founding is None or self._border_of(cell) < self.border_length)  # edge-contact of the families
        )

    @cached_property
    def removable(self) -> tuple[Cell, ...]:
        """The cells whose tiles may be removed, in notation order."""
        return tuple(filter(self.can_remove, self._by_notation))

    @cached_property
    def _only_ways(self) -> set[Cell]:
        """The tiles that are the only way from the start tile, or from the founding tile, to some other tile."""
        ways = {
            cell: [near for side, near in enumerate(neighbours(cell)) if (sides.taken & ~sides.barred) >> side & 1]
            for cell, sides in self._sides.items()
        }
        return only_ways(ways, [START] if self.founding is None else [START, self.founding])

    def removed(self, cell: Cell) -> City:
        """Return the city without the tile on a cell; if that is illegal, raise InvalidState with the broken rules."""
        if not self.can_remove(cell):
            raise _refused(f"{cell} without its tile", self.broken_by_removing(cell))
        return self._without(cell)

    # Swapping

    def can_swap(self, cell: Cell, face: Face) -> bool:
        """Whether a given tile may replace the one on a cell."""
        if cell not in self.tiles or cell == self.founding:
            return False
        old = self.tiles[cell]
        changed = old.edges ^ face.edges
        return old.family is face.family and not changed & self._sides[cell].taken

    def swaps(self, faces: Iterable[Face]) -> tuple[tuple[Cell, Face], ...]:
        """The legal swaps: each cell, in notation order, with each given tile that may replace its tile."""
        others = tuple(faces)
        return tuple([(cell, face) for cell in self._by_notation for face in others if self.can_swap(cell, face)])

    def swapped(self, cell: Cell, face: Face) -> City:
        """Return the city with another tile on a cell; if that is illegal, raise InvalidState with the broken rules."""
        if not self.can_swap(cell, face):
            raise _refused(f"{face} in the place of {cell}", self.broken_by_swapping(cell, face))
        return self._with(face, cell)

    # The rules that a change would break, by the definition

    def broken_by_adding(self, face: Face, cell: Cell) -> tuple[Rule, ...]:
        """Return the rules that forbid adding a tile on a cell; raise InvalidState if the city is full."""
        if self.fits(face, cell):
            return ()
        if self.is_taken(cell):
            return (Rule.CELL_IS_FREE,)
        if len(self) >= MOST_TILES:
            raise InvalidState(Reason("a city has at most {number} tiles", number=MOST_TILES))
        if not in_reach(cell):
            return Rule.WALKABLE, Rule.EDGE_CONTACT  # so far away, the tile touches nothing
        return _broken_in(self._with(face, cell))

    def broken_by_removing(self, cell: Cell) -> tuple[Rule, ...]:
        """The rules that forbid removing the tile on a cell."""
        return () if self.can_remove(cell) else self._broken_by_leaving(cell) or _broken_in(self._without(cell))

    def broken_by_swapping(self, cell: Cell, face: Face) -> tuple[Rule, ...]:
        """The rules that forbid replacing the tile on a cell with another."""
        if self.can_swap(cell, face):
            return ()
        if stays := self._broken_by_leaving(cell):
            return stays
        self._belongs(face)
        return _broken_in(self._with(face, cell))

    def _broken_by_leaving(self, cell: Cell) -> tuple[Rule, ...]:
        """The rules that forbid removing the start tile, a missing tile, or the founding tile."""
        if cell == START:
            return (Rule.START_TILE_STAYS,)
        if cell not in self.tiles:
            return (Rule.TILE_IS_THERE,)
        return (Rule.FOUNDING_TILE_STAYS,) if cell == self.founding else ()

    def _with(self, face: Face, cell: Cell) -> City:
        """The city with a tile on a cell, legal or not; in an Alhambra city, a tile can found Granada."""
        founding = cell if self._founds(face.family) else self.founding
        return _city(self.start, founding, {**self.tiles, cell: face})

    def _without(self, cell: Cell) -> City:
        """The city without the tile on a cell, legal or not."""
        return _city(self.start, self.founding, {each: face for each, face in self.tiles.items() if each != cell})

    # Moats and walls

    @cached_property
    def border_length(self) -> int:
        """The number of edges where walls meet moats in a city with both families; these edges always form one line."""
        return sum(map(self._border_of, self._second))

    def _border_of(self, cell: Cell) -> int:
        """The number of sides of a tile that touch the other family."""
        taken, _, granada = self._sides[cell]
        return (taken & ~granada if cell in self._second else granada).bit_count()

    def longest(self, family: Family | None = None) -> Run:
        """The edges, clockwise, of the longest unbroken moat or wall on a family's outline."""
        return longest(self._edges_of(family))

    def outline(self, family: Family | None = None) -> list[list[tuple[Cell, int, bool]]]:
        """The closed loops of edges around a family; an edge consists of a cell, a side, and whether it is barred."""
        return outline(self._edges_of(family))

    def _edges_of(self, family: Family | None) -> dict[Cell, int]:
        """The cells of a family (by default, the family of the start tile) with their edges."""
        second = family is not None and family is not self.start
        return {cell: edges for cell, edges in self._edges.items() if (cell in self._second) is second}

    @property
    def notation(self) -> dict[str, str]:
        """A mapping from cells to tiles, both in notation."""
        return self.layout.notation

    def __hash__(self) -> int:
        """A hash of the tiles, independent of their order."""
        return hash((self.start, self.founding, frozenset(self.tiles.items())))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the tiles, from which the city is rebuilt."""
        return _city, (self.start, self.founding, dict(self.tiles))

    def __str__(self) -> str:
        """The city in notation: rows from north to south."""
        return str(self.layout)

    def __repr__(self) -> str:
        """A Python expression that makes this value."""
        return repr(self.layout).replace("Layout", "City", 1)


def _refused(what: str, rules: tuple[Rule, ...]) -> InvalidState:
    return InvalidState(*[f"{what} breaks {rule}: {rule.sentence}" for rule in rules])


def _broken_in(city: City) -> tuple[Rule, ...]:
    """The building rules that a changed city breaks, in rulebook order."""
    found = {violation.rule for violation in violations(city)}
    return tuple(rule for rule in Rule if rule in found)


def _city(start: Family, founding: Cell | None, tiles: dict[Cell, Face]) -> City:
    """Make a city without validating it."""
    city = City.__new__(City)
    city.__attrs_init__(start, founding, MappingProxyType(tiles))
    return city


def empty_city(start: Family) -> City:
    """A city that consists of its start tile alone."""
    return _city(start, None, {})
