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

from granada.ground import (
    CELLS,
    EVERY_SIDE,
    FACING,
    FITS,
    FOUNDING,
    HOME,
    NATIVE,
    OPEN,
    PLACE_NAMES,
    RING,
    SHADOWS,
    SIZE,
    STRANGER,
    STRANGERS,
    TAKEN,
    WAYS,
    at,
)
from granada.layout import REACH, START, Cell, Layout, violations
from granada.notation import Pictured
from granada.outline import longest_of, outline, stretches
from granada.rulebook import Rule
from granada.tiles import Building, Face, Family, InvalidState
from granada.value import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


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
    _around: dict[int, int] = field(eq=False)
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
        if not _grows(layout) and (flaws := violations(layout)):
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
        return self._tiles[at(cell)]

    def get(self, cell: Cell) -> Face | None:
        """The face on a cell, or none."""
        return self._tiles.get(at(cell))

    def __contains__(self, cell: Cell) -> bool:
        """Whether a tile lies on a cell; the start tile counts."""
        place = at(cell)
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
        known: dict[Building, tuple[int, ...]] | None = self.memo.get("prices")
        if known is None:
            known = {}
            for face in self._tiles.values():
                if face.price:
                    known[face.building] = (*known.get(face.building, ()), face.price)
            self.memo["prices"] = known
        return known.get(building, ())

    # Adding

    def _belongs(self, family: Family) -> int:
        if family is self.start:
            return NATIVE
        return STRANGER if self.founding is not None else FOUNDING

    def fits(self, face: Face, cell: Cell) -> bool:
        """Whether a tile may be added on a cell."""
        place = at(cell)
        if place in self._tiles or place == HOME:
            return False
        around = self._around.get(place, 0)
        return bool(FITS[self._belongs(face.building.family)][around] >> face.edges & 1)

    def sites(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, by notation."""
        return tuple(CELLS[place] for place in sorted(self.open_to(face), key=PLACE_NAMES.__getitem__))

    def open_to(self, face: Face) -> tuple[int, ...]:
        """The cells on which a tile may be added, as integers in no order."""
        family = face.building.family
        belongs = NATIVE if family is self.start else self._belongs(family)
        key = belongs << 4 | face.edges
        places: tuple[int, ...] | None = self.memo.get(key)
        if places is None:
            bit = 1 << face.edges
            places = tuple([place for place, masks in self._open_cells(belongs).items() if masks & bit])
            self.memo[key] = places
        return places

    def _open_cells(self, belongs: int) -> dict[int, int]:
        """The empty cells on which something fits, with the edge masks that do."""
        key = -1 - belongs
        places: dict[int, int] | None = self.memo.get(key)
        if places is None:
            fits, tiles = FITS[belongs], self._tiles
            places = self.memo[key] = {
                place: masks
                for place, around in self._around.items()
                if (masks := fits[around]) and place not in tiles and place != HOME
            }
        return places

    def added(self, face: Face, cell: Cell) -> City:
        """The city with one more tile, which must fit."""
        place = at(cell)
        tiles = dict(self._tiles)
        tiles[place] = face
        native = face.building.family is self.start
        around = dict(self._around)
        _cast(around, place, SHADOWS[not native][face.edges])
        founding = self.founding if native or self.founding is not None else CELLS[place]
        city = _city(self.start, founding, tiles, around)
        if founding is None:
            self._pass_on_loose(city, place)
            self._pass_on_open_cells(city, place, SHADOWS[0][0])
        return city

    def _pass_on_loose(self, city: City, place: int) -> None:
        """Tell a city with one more tile which tiles can be removed, when that is simple.

        A tile that one can walk to from one neighbour only puts that neighbour on its way, and changes no other walk.
        """
        loose, around = self.memo.get("loose"), city._around
        sides = OPEN[around[place]]
        if loose is not None and SIZE[sides] == 1:
            crossed = place + WAYS[sides][0]
            kept = [p for p in loose if p != crossed and TAKEN[around[p] & RING] != EVERY_SIDE]
            if TAKEN[around[place] & RING] != EVERY_SIDE:
                kept.append(place)
            city.memo["loose"] = tuple(kept)

    def _pass_on_open_cells(self, city: City, place: int, ways: tuple[tuple[int, int], ...]) -> None:
        """Tell a city in which one cell has changed where tiles fit: only in some ways from it anything is new."""
        known: dict[int, int] | None = self.memo.get(-1 - NATIVE)
        if known is not None:
            fits, around, tiles = FITS[NATIVE], city._around, city._tiles
            places = dict(known)
            for way, _ in ways:
                near = place + way
                if near not in tiles and near != HOME and (masks := fits[around.get(near, 0)]):
                    places[near] = masks
                elif near in places:
                    del places[near]
            if place in tiles:
                places.pop(place, None)
            elif masks := fits[around.get(place, 0)]:
                places[place] = masks
            city.memo[-1 - NATIVE] = places

    # Removing

    def can_remove(self, cell: Cell) -> bool:
        """Whether the tile on a cell may be removed."""
        return at(cell) in self.loose

    @property
    def removable(self) -> tuple[Cell, ...]:
        """The cells whose tile may be removed, by notation."""
        return tuple(CELLS[place] for place in sorted(self.loose, key=PLACE_NAMES.__getitem__))

    @property
    def loose(self) -> tuple[int, ...]:
        """The cells whose tile may be removed, as integers in no order."""
        known: tuple[int, ...] | None = self.memo.get("loose")
        if known is None:
            rows = self._sides()
            ways = SIZE[OPEN[self._around.get(HOME, 0)]] + sum([SIZE[open_] for _, _, _, open_ in rows])
            if self.founding is None and ways == 2 * len(rows):
                # The walks form a tree, in which only the leaves are on nobody's way.
                places = [place for place, _, taken, open_ in rows if taken != EVERY_SIDE and SIZE[open_] == 1]
            else:
                crossed = self._crossed()
                places = [place for place, _, taken, _ in rows if taken != EVERY_SIDE and place not in crossed]
            if self.founding is not None:
                border, founding = self.border, at(self.founding)
                places = [p for p in places if p != founding and self._border_of(p) < border]
            known = self.memo["loose"] = tuple(places)
        return known

    def _sides(self) -> list[tuple[int, int, int, int]]:
        """Each tile: its cell, and as masks its edges, the sides with a neighbour, and those one can walk through."""
        rows: list[tuple[int, int, int, int]] | None = self.memo.get("sides")
        if rows is None:
            around, start = self._around, self.start
            rows = []
            for place, face in self._tiles.items():
                code = around[place]
                if face.building.family is not start:
                    code ^= TAKEN[code & RING] << STRANGERS
                rows.append((place, face.edges, TAKEN[code & RING], OPEN[code]))
            self.memo["sides"] = rows
        return rows

    def _border_of(self, place: int) -> int:
        """How many edges of a tile lie against the other family."""
        around = self._around[place]
        strangers = around >> STRANGERS & EVERY_SIDE
        if self._tiles[place].family is not self.start:
            strangers = TAKEN[around & RING] & ~strangers
        return strangers.bit_count()

    @property
    def border(self) -> int:
        """How many walls lie against moats, where the city has two families."""
        if self.founding is None:
            return 0
        return sum(self._border_of(place) for place, face in self._tiles.items() if face.family is not self.start)

    def _crossed(self) -> set[int]:
        """The tiles that somebody has to cross on the way from the start to another tile."""
        sides = {place: open_ for place, _, _, open_ in self._sides()}
        sides[HOME] = OPEN[self._around.get(HOME, 0)]
        crossed: set[int] = set()
        depth: dict[int, int] = {}

        def visit(place: int, above: int, level: int) -> int:
            """The least depth that is reached from here without crossing ``above``."""
            depth[place] = least = level
            for way in WAYS[sides[place]]:
                other = place + way
                if other == above:
                    continue
                known = depth.get(other)
                if known is None:
                    known = visit(other, place, level + 1)
                    if known >= level:
                        crossed.add(place)
                least = min(least, known)
            return least

        visit(HOME, 0, 0)
        if self.founding is not None:
            visit(at(self.founding), 0, 0)
        return crossed

    def removed(self, cell: Cell) -> City:
        """The city without the tile on a cell, which must be removable."""
        place = at(cell)
        tiles = dict(self._tiles)
        face = tiles.pop(place)
        around = dict(self._around)
        _uncast(around, place, SHADOWS[face.building.family is not self.start][face.edges])
        city = _city(self.start, self.founding, tiles, around)
        if self.founding is None:
            self._pass_on_open_cells(city, place, SHADOWS[0][0])
        return city

    # Swapping

    def can_swap(self, cell: Cell, face: Face) -> bool:
        """Whether a tile may take the place of the one on a cell."""
        place = at(cell)
        old = self._tiles.get(place)
        return (
            old is not None
            and cell != self.founding
            and old.building.family is face.building.family
            and not (old.edges ^ face.edges) & TAKEN[self._around[place] & RING]
        )

    def swappable(self, faces: Sequence[Face]) -> list[tuple[Face, list[int]]]:
        """For each of some faces, in no order, the cells of the tiles whose place it may take, if any."""
        around, tiles, found = self._around, self._tiles, []
        founding = None if self.founding is None else at(self.founding)
        for face in faces:
            mask, family = face.edges, face.building.family
            places = [p for p, old in tiles.items() if not (mask ^ old.edges) & TAKEN[around[p] & RING]]
            if founding is not None or family is not self.start:
                places = [p for p in places if p != founding and tiles[p].building.family is family]
            if places:
                found.append((face, places))
        return found

    def swapped(self, cell: Cell, face: Face) -> City:
        """The city with another tile on a cell, which must be swappable."""
        place = at(cell)
        tiles = dict(self._tiles)
        changed = FACING[tiles[place].edges ^ face.edges]
        tiles[place] = face
        around = self._around
        if changed:
            # The edges towards neighbours stay the same, so only empty cells see another edge.
            around = dict(around)
            for way, bit in changed:
                around[place + way] ^= bit
        city = _city(self.start, self.founding, tiles, around)
        loose = self.memo.get("loose")
        if loose is not None:
            city.memo["loose"] = loose  # nobody's way has changed
        if self.founding is None:
            self._pass_on_open_cells(city, place, changed)
        return city

    # What a change would break, by the plain definition

    def broken_by_adding(self, face: Face, cell: Cell) -> tuple[Rule, ...]:
        """The building rules that the city would break with one more tile."""
        if max(map(abs, cell)) > REACH:
            return Rule.WALKABLE, Rule.EDGE_CONTACT  # out there it touches nothing
        if self.fits(face, cell):
            return ()
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
        key = f"longest {family.value}"
        longest: tuple[tuple[Cell, int], ...] | None = self.memo.get(key)
        if longest is None:
            longest = self.memo[key] = longest_of(stretches(self._own(family), dict(self._pairs())))
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


_open_city = City._open  # type: ignore[attr-defined]  # noqa: SLF001  what every value has


def _city(start: Family, founding: Cell | None, tiles: dict[int, Face], around: dict[int, int]) -> City:
    """A city, as ``City(...)`` builds it, a little faster."""
    made: City = _open_city(start, founding, tiles, around)
    made.__class__ = City
    return made


def _cast(around: dict[int, int], place: int, shadow: tuple[tuple[int, int], ...]) -> None:
    """Add the shadow of a tile to what lies round its neighbours."""
    get = around.get
    for way, bits in shadow:
        around[place + way] = get(place + way, 0) + bits


def _uncast(around: dict[int, int], place: int, shadow: tuple[tuple[int, int], ...]) -> None:
    """Take the shadow of a tile away."""
    for way, bits in shadow:
        left = around[place + way] - bits
        if left:
            around[place + way] = left
        else:
            del around[place + way]


def _rules(tiles: tuple[tuple[Cell, Face], ...], start: Family, founding: Cell | None) -> tuple[Rule, ...]:
    found = {violation.rule for violation in violations(Layout(tiles, (), start, founding))}
    return tuple(rule for rule in Rule if rule in found)


def _laid(start: Family, founding: Cell | None, tiles: dict[int, Face]) -> City:
    """A city of tiles that are known to be legal."""
    around = dict(empty_city(start)._around)  # noqa: SLF001  the module's own
    for place, face in tiles.items():
        _cast(around, place, SHADOWS[face.building.family is not start][face.edges])
    return City(start, founding, tiles, around)


def _grows(layout: Layout) -> bool:
    """Whether a layout of one family can be built tile by tile, each where it fits; then it is legal.

    Not every legal city is found out like that, but most are, and much faster than by the plain definition.
    """
    if layout.founding is not None or layout.rotations or any(f.family is not layout.start for _, f in layout.tiles):
        return False
    around, fits = dict(empty_city(layout.start)._around), FITS[NATIVE]  # noqa: SLF001  the module's own
    waiting = [(at(cell), face.edges) for cell, face in layout.tiles]
    while waiting:
        left = []
        for place, edges in waiting:
            if fits[around.get(place, 0)] >> edges & 1:
                _cast(around, place, SHADOWS[0][edges])
            else:
                left.append((place, edges))
        if len(left) == len(waiting):
            return False
        waiting = left
    return True


def _rebuilt(start: Family, founding: Cell | None, places: tuple[int, ...], faces: str) -> City:
    """A city as it was before it was pickled."""
    return _laid(start, founding, dict(zip(places, map(Face.parse, faces.split()), strict=True)))


_EMPTY: dict[Family, City] = {}


def empty_city(start: Family) -> City:
    """A city that consists of its start tile."""
    if start not in _EMPTY:
        around = {HOME: 0}
        _cast(around, HOME, SHADOWS[0][0])
        _EMPTY[start] = City(start, None, {}, around)
    return _EMPTY[start]
