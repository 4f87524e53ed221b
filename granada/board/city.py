"""Cities: layouts that keep the building rules, with fast tests for every change to them.

A legal city has no hole and no two tiles that touch at a corner only, so its outline is one closed loop.
Then a change can be judged on the spot:

- A tile may be added where every edge matches, one can be walked through,
  and the taken cells of the ring of eight round it form a single arc (otherwise it would close in an empty area).
- A tile may be removed when a side of it is free (otherwise it would leave a hole)
  and nobody has to walk across it.
- A tile may be swapped when its edges towards its neighbours stay the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field

from granada.board.ground import (
    BORDERING,
    BORDERS,
    CELLS,
    COUNTER,
    EXCHANGES,
    FOUNDATIONS,
    FOUNDING,
    HOME,
    LEAVING,
    LIGHTS,
    LOTS,
    NAME_OF,
    NATIVE,
    NORTH_EAST,
    NOTHING,
    PLACES,
    SHADOWS,
    SIDEWAYS,
    SITES,
    SQUARES,
    STAYS,
    STRANGER,
    TURNED,
    WAYS,
    Changes,
    Lot,
    at,
    lot_of,
    undone,
)
from granada.board.layout import REACH, START, Cell, Layout, violations
from granada.board.outline import longest_of, outline, stretches
from granada.board.tiles import MOST_MOATS, Building, Face, Family, InvalidState
from granada.notation import Pictured
from granada.rulebook import Rule
from granada.value import quick, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@value
class City(Pictured):
    """A legal city: its start tile, and a tile on each of some cells round it.

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
    _tiles: dict[int, Face]
    _lots: dict[int, Lot] = field(eq=False)
    """What lies on each cell of the city and its surroundings, and round it."""
    prospects: int = field(eq=False)
    """What all cells add up to: the sites, swaps, links and borders of the city, each in its counter."""
    memo: dict[Any, Any] = field(eq=False, factory=dict)
    """Answers that were worked out once and stay true, for this file and the rules."""

    @staticmethod
    def of(
        tiles: Layout | Mapping[Cell, Face] | Iterable[tuple[Cell, Face]],
        *,
        start: Family | None = None,
        founding: Cell | None = None,
    ) -> City:
        """The city with these tiles; an InvalidState names every building rule that they break."""
        layout = tiles if isinstance(tiles, Layout) else Layout.of(tiles, start=start, founding=founding)
        grown = _grown(layout)
        if grown is not None:
            return grown
        if flaws := violations(layout):
            raise InvalidState(f"the city breaks {flaw}" for flaw in flaws)
        return _laid(layout.start, layout.founding, {at(cell): face for cell, face in layout.tiles})

    @staticmethod
    def parse(text: str, start: Family | None = None) -> City:
        """Read a city from rows of tiles, north to south."""
        return City.of(Layout.parse(text, start))

    @property
    def layout(self) -> Layout:
        """The city as an arrangement of tiles."""
        return Layout(self._pairs(), (), self.start, self.founding)

    def _pairs(self) -> tuple[tuple[Cell, Face], ...]:
        return tuple((CELLS[place], face) for place, face in self._tiles.items())

    def __getitem__(self, cell: Cell) -> Face:
        """The face on a cell."""
        return self._tiles[PLACES[cell]]

    def get(self, cell: Cell) -> Face | None:
        """The face on a cell, or none."""
        return self._tiles.get(PLACES[cell])

    def __contains__(self, cell: Cell) -> bool:
        """Whether a tile lies on a cell; the start tile counts."""
        place = PLACES[cell]
        return place in self._tiles or place == HOME

    def __iter__(self) -> Iterator[Cell]:
        """The cells with tiles, without the start, in order."""
        return (CELLS[place] for place in sorted(self._tiles))

    def __len__(self) -> int:
        """How many tiles there are, without the start tile."""
        return len(self._tiles)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of all tiles, in the order of their cells."""
        return tuple(self._tiles[place] for place in sorted(self._tiles))

    def of_building(self, building: Building) -> tuple[Face, ...]:
        """The faces that show a building, huts left out."""
        return tuple(face for face in self._tiles.values() if face.building is building and face.price)

    def prices(self, building: Building) -> tuple[int, ...]:
        """The prices of all tiles that show a building."""
        return self.priced.get(building, ())

    @property
    def priced(self) -> dict[Building, tuple[int, ...]]:
        """The prices of all tiles, huts left out, by their building."""
        known: dict[Building, tuple[int, ...]] | None = self.memo.get("priced")
        if known is None:
            known = {}
            for face in self._tiles.values():
                if face.price:
                    known[face.building] = (*known.get(face.building, ()), face.price)
            self.memo["priced"] = known  # only when it is complete: others may look
        return known

    # What can be done, counted

    def room(self, faces: Iterable[Face]) -> list[tuple[Face, int, int]]:
        """For each of some tiles: on how many cells it may be added, and the place of how many tiles it may take."""
        start, counted, found = self.start, self.prospects, []
        for face in faces:
            foreign, edges = face.building.family is not start, face.edges
            if foreign and self.founding is None:
                found.append((face, len(self.open_to(face)), 0))
            else:
                part = counted >> SITES[foreign][edges]
                found.append((face, part & COUNTER, part >> EXCHANGES & COUNTER))
        return found

    @property
    def border(self) -> int:
        """How many walls lie against moats, where the city has two families."""
        return 0 if self.founding is None else self.prospects >> BORDERS & COUNTER

    @property
    def _only_squares(self) -> bool:
        """Whether every circle that one can walk in is made of squares; then it is plain which tiles are loose.

        A network of links has as many circles as it has links too many to be a tree.
        """
        trees = 1 if self.founding is None else 2
        return self.prospects & COUNTER == len(self._tiles) + 1 - trees  # the links are counted first

    @property
    def leaving(self) -> int:
        """How many tiles may be removed."""
        if not self._only_squares:
            return len(self.loose)
        leaving = self.prospects >> LEAVING & COUNTER
        if self.founding is not None and self.border <= MOST_MOATS:
            leaving -= self.prospects >> BORDERING[self.border] & COUNTER  # they hold the whole border
        return leaving

    # Adding

    def _belongs(self, family: Family) -> int:
        if family is self.start:
            return NATIVE
        return STRANGER if self.founding is not None else FOUNDING

    def fits(self, face: Face, cell: Cell) -> bool:
        """Whether a tile may be added on a cell."""
        family, lot = face.building.family, self._lots.get(PLACES[cell], NOTHING)
        belongs = NATIVE if family is self.start else self._belongs(family)
        return bool(lot.fits[belongs] >> face.edges & 1)

    def sites(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, by notation."""
        return tuple(CELLS[place] for place in sorted(self.open_to(face), key=NAME_OF))

    def open_to(self, face: Face) -> list[int]:
        """The cells on which a tile may be added, as integers in no order."""
        belongs, bit = self._belongs(face.building.family), 1 << face.edges
        return [place for place, lot in self._lots.items() if lot.fits[belongs] & bit]

    def added(self, face: Face, cell: Cell) -> City:
        """The city with one more tile, which must fit."""
        place, founding = PLACES[cell], self.founding
        if face.building.family is self.start:
            changes = SHADOWS[0][face.edges]
        elif founding is not None:
            changes = SHADOWS[1][face.edges]
        else:
            changes, founding = FOUNDATIONS[face.edges], CELLS[place]
        tiles, lots = self._tiles.copy(), self._lots.copy()
        tiles[place] = face
        prospects = self.prospects + _change(lots, place, changes)
        if lots[place].closing:
            prospects += _squared(lots, place)
        return _city(self.start, founding, tiles, lots, prospects, {})

    # Removing

    def can_remove(self, cell: Cell) -> bool:
        """Whether the tile on a cell may be removed."""
        return PLACES[cell] in self.loose

    @property
    def removable(self) -> tuple[Cell, ...]:
        """The cells whose tile may be removed, by notation."""
        return tuple(CELLS[place] for place in sorted(self.loose, key=NAME_OF))

    @property
    def loose(self) -> tuple[int, ...]:
        """The cells whose tile may be removed, as integers in no order."""
        known: tuple[int, ...] | None = self.memo.get("loose")
        if known is None:
            lots = self._lots
            if self._only_squares:
                places = [place for place in self._tiles if lots[place].loose]
            else:
                crossed = self._crossed()
                places = [place for place in self._tiles if lots[place].free and place not in crossed]
            if self.founding is not None and self.border <= MOST_MOATS:
                places = [place for place in places if lots[place].border < self.border]
            known = self.memo["loose"] = tuple(places)
        return known

    def _crossed(self) -> set[int]:
        """The tiles that somebody has to cross on the way from the first tile of a family to another one.

        The search goes as deep as it can.
        A tile must be crossed when from beyond it, by other ways, no tile is reached that was found before it.
        """
        lots = self._lots
        above: dict[int, int] = {}
        depth: dict[int, int] = {}
        waiting = [(HOME, 0)] if self.founding is None else [(HOME, 0), (at(self.founding), 0)]
        while waiting:
            place, before = waiting.pop()
            if place not in depth:
                above[place], depth[place] = before, depth.get(before, 0) + 1
                waiting += [(near, place) for way in WAYS[lots[place].open] if (near := place + way) not in depth]
        crossed, least = set(), dict(depth)
        for place in reversed(depth):
            before = above[place]
            found = [depth[near] for way in WAYS[lots[place].open] if (near := place + way) != before]
            reached = min(least[place], *found) if found else least[place]
            if before:
                if reached >= depth[before]:
                    crossed.add(before)
                least[before] = min(least[before], reached)
        return crossed

    def removed(self, cell: Cell) -> City:
        """The city without the tile on a cell, which must be removable."""
        place = PLACES[cell]
        tiles, lots, prospects = self._tiles.copy(), self._lots.copy(), self.prospects
        face = tiles.pop(place)
        for corner in lots[place].squares:
            prospects += _change(lots, place, undone(SQUARES[corner]))
        prospects += _change(lots, place, LIGHTS[face.building.family is not self.start][face.edges])
        return _city(self.start, self.founding, tiles, lots, prospects, {})

    # Swapping

    def can_swap(self, cell: Cell, face: Face) -> bool:
        """Whether a tile may take the place of the one on a cell."""
        lot = self._lots.get(PLACES[cell], NOTHING)
        return bool(lot.swaps[face.building.family is not self.start] >> face.edges & 1)

    def swaps(self, faces: Iterable[Face]) -> Iterator[tuple[int, Face]]:
        """Each cell as an integer, by notation, with each of some tiles that may take the place of the one there."""
        lots, start = self._lots, self.start
        wanted = [(face, 1 << face.edges, face.building.family is not start) for face in faces]
        for place in sorted(self._tiles, key=NAME_OF):
            masks = lots[place].swaps
            for face, bit, foreign in wanted:
                if masks[foreign] & bit:
                    yield place, face

    def swapped(self, cell: Cell, face: Face) -> City:
        """The city with another tile on a cell, which must be swappable."""
        place = PLACES[cell]
        tiles, lots, prospects = self._tiles.copy(), self._lots, self.prospects
        changes = TURNED[tiles[place].edges << 4 | face.edges]
        tiles[place] = face
        if changes:
            lots = lots.copy()
            prospects += _change(lots, place, changes)
        city = _city(self.start, self.founding, tiles, lots, prospects, {})
        loose = self.memo.get("loose")
        if loose is not None:
            city.memo["loose"] = loose  # nobody's way has changed
        return city

    # What a change would break, by the plain definition

    def broken_by_adding(self, face: Face, cell: Cell) -> tuple[Rule, ...]:
        """The building rules that the city would break with one more tile."""
        if self.fits(face, cell):
            return ()
        if max(map(abs, cell)) > REACH:
            return Rule.WALKABLE, Rule.EDGE_CONTACT  # out there it touches nothing
        founds = self._belongs(face.family) == FOUNDING
        founding = cell if founds else self.founding
        return _rules((*self._pairs(), (cell, face)), self.start, founding)

    def broken_by_removing(self, cell: Cell) -> tuple[Rule, ...]:
        """The building rules that the city would break without the tile on a cell."""
        if self.can_remove(cell):
            return ()
        rest = tuple(pair for pair in self._pairs() if pair[0] != cell)
        return _rules(rest, self.start, self.founding)

    def broken_by_swapping(self, cell: Cell, face: Face) -> tuple[Rule, ...]:
        """The building rules that the city would break with another tile on a cell."""
        if self.can_swap(cell, face):
            return ()
        founds = self._belongs(face.family) == FOUNDING
        founding = cell if founds else self.founding
        rest = tuple(pair for pair in self._pairs() if pair[0] != cell)
        return _rules((*rest, (cell, face)), self.start, founding)

    # Moats and walls

    def longest(self, family: Family | None = None) -> tuple[tuple[Cell, int], ...]:
        """The edges, clockwise, of the longest unbroken moat or wall on the outline of a family."""
        family = family or self.start
        longest: tuple[tuple[Cell, int], ...] | None = self.memo.get(family)
        if longest is None:
            own = {place: face.edges for place, face in self._tiles.items() if face.building.family is family}
            if family is self.start:
                own[HOME] = 0
            longest = self.memo[family] = longest_of(stretches(own))
        return longest

    def outline(self, family: Family | None = None) -> list[list[tuple[Cell, int, bool]]]:
        """The closed loops of edges round a family: cell, side, and whether a moat or wall is on it."""
        return outline(self._own(family or self.start), dict(self._pairs()))

    def _own(self, family: Family) -> set[Cell]:
        """The cells of a family."""
        own = {CELLS[place] for place, face in self._tiles.items() if face.building.family is family}
        return own | {START} if family is self.start else own

    @property
    def cells(self) -> dict[str, str]:
        """The tiles in notation, by their cells in notation."""
        return self.layout.cells

    def __hash__(self) -> int:
        """Of the tiles, whatever their order."""
        known: int | None = self.memo.get("hash")
        if known is None:
            known = self.memo["hash"] = hash((self.start, self.founding, frozenset(self._tiles.items())))
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the tiles alone; the rest follows from them."""
        faces = " ".join([face.text for face in self._tiles.values()])
        return _rebuilt, (self.start, self.founding, tuple(self._tiles), faces)

    def __str__(self) -> str:
        """In notation: rows from north to south."""
        return str(self.layout)

    def __repr__(self) -> str:
        """As it can be built again."""
        return repr(self.layout).replace("Layout", "City", 1)


_city = quick(City)


def _change(lots: dict[int, Lot], place: int, changes: Changes) -> int:
    """Change the lots of some cells; by how much that changes the prospects."""
    change, get = 0, lots.get
    for way, bits in changes:
        near = place + way
        old = get(near, NOTHING)
        try:
            lot = LOTS[old.code + bits]
        except KeyError:
            lot = lot_of(old.code + bits)
        if lot is NOTHING:
            del lots[near]
        else:
            lots[near] = lot
        change += lot.prospects - old.prospects
    return change


def _squared(lots: dict[int, Lot], place: int) -> int:
    """Note the squares that a new tile has made; by how much that changes the prospects."""
    corners = [corner for corner in lots[place].closing if _is_square(lots, place, corner)]
    return sum([_change(lots, place, SQUARES[corner]) for corner in corners])


def _is_square(lots: dict[int, Lot], place: int, corner: int) -> bool:
    """Whether the tile at a corner can be reached from the two between them, from each without crossing a moat."""
    one, other = SIDEWAYS[corner], SIDEWAYS[(corner + 1) % 4]
    return bool(lots[place + one].open >> (corner + 1) % 4 & lots[place + other].open >> corner & 1)


def _rules(tiles: tuple[tuple[Cell, Face], ...], start: Family, founding: Cell | None) -> tuple[Rule, ...]:
    found = {violation.rule for violation in violations(Layout(tiles, (), start, founding))}
    return tuple(rule for rule in Rule if rule in found)


def _laid(start: Family, founding: Cell | None, tiles: dict[int, Face]) -> City:
    """A city of tiles that are known to be legal."""
    lots: dict[int, Lot] = {}
    prospects = _change(lots, HOME, SHADOWS[0][0]) + _change(lots, HOME, ((0, STAYS),))
    for place, face in tiles.items():
        prospects += _change(lots, place, SHADOWS[face.building.family is not start][face.edges])
    if founding is not None:
        prospects += _change(lots, at(founding), ((0, STAYS),))
    for place in (HOME, *tiles):
        if NORTH_EAST in lots[place].closing and _is_square(lots, place, NORTH_EAST):
            prospects += _change(lots, place, SQUARES[NORTH_EAST])
    return City(start, founding, tiles, lots, prospects)


def _grown(layout: Layout) -> City | None:
    """The city of a layout of one family, if it can be built tile by tile, each where it fits; then it is legal.

    Not every legal city is found out like that, but most are, and much faster than by the plain definition.
    """
    if layout.founding is not None or layout.rotations or any(f.family is not layout.start for _, f in layout.tiles):
        return None
    city = empty_city(layout.start)
    lots, prospects = city._lots.copy(), city.prospects  # noqa: SLF001  the module's own
    tiles = {at(cell): face for cell, face in layout.tiles}
    waiting = list(tiles.items())
    while waiting:
        left = []
        for place, face in waiting:
            if lots.get(place, NOTHING).fits[NATIVE] >> face.edges & 1:
                prospects += _change(lots, place, SHADOWS[0][face.edges]) + _squared(lots, place)
            else:
                left.append((place, face))
        if len(left) == len(waiting):
            return None
        waiting = left
    return _city(layout.start, None, tiles, lots, prospects, {})


def _rebuilt(start: Family, founding: Cell | None, places: tuple[int, ...], faces: str) -> City:
    """A city as it was before it was pickled."""
    return _laid(start, founding, dict(zip(places, map(Face.parse, faces.split()), strict=True)))


_EMPTY: dict[Family, City] = {}


def empty_city(start: Family) -> City:
    """A city that consists of its start tile."""
    if start not in _EMPTY:
        _EMPTY[start] = _laid(start, None, {})
    return _EMPTY[start]
