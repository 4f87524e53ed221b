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

from granada.layout import NAMES, RING, START, Cell, Layout, violations
from granada.notation import Pictured
from granada.outline import longest_of, outline, stretches
from granada.rulebook import Rule
from granada.tiles import Building, Face, Family, InvalidState
from granada.value import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

# What lies round a cell is one integer: bits 0 to 7 tell which of the eight neighbours are taken, clockwise from
# the north; bits 8 to 11 which of the four sides face a moat or wall; bits 12 to 15 which face the second family.
_RING = 0xFF
_BARRIERS = 8
_STRANGERS = 12
_SIDE_BITS = tuple(1 << 2 * side for side in range(4))
_ALL_SIDES = sum(_SIDE_BITS)
_EVERY_SIDE = 0b1111


def _shadow(edges: int, stranger: int) -> tuple[int, ...]:
    """What a tile adds to the integer of each of its eight neighbours."""
    shadow = []
    for place in range(8):
        opposite = (place + 4) % 8
        bits = 1 << opposite
        if place % 2 == 0:
            bits |= (edges >> place // 2 & 1) << _BARRIERS + opposite // 2
            bits |= stranger << _STRANGERS + opposite // 2
        shadow.append(bits)
    return tuple(shadow)


_PLACES = tuple(tuple(2 * side for side in range(4) if mask >> side & 1) for mask in range(16))
"""The places in the ring of the sides of a mask."""
_WHOLE_RING = tuple(range(8))
_FACING = {2 * side: 1 << _BARRIERS + (side + 2) % 4 for side in range(4)}
"""The bit that tells a neighbour, by its place in the ring, that the edge facing it carries a moat or wall."""
_TAKEN = tuple(ring & 1 | ring >> 1 & 2 | ring >> 2 & 4 | ring >> 3 & 8 for ring in range(256))
"""The sides of a ring on which a neighbour lies, as an edge mask."""
_SIZE = tuple(mask.bit_count() for mask in range(16))


class _Open(dict[int, int]):
    """The sides of a native tile through which one can walk, by what lies round it."""

    def __missing__(self, around: int) -> int:
        sides = self[around] = _taken_sides(around) & ~(around >> _BARRIERS | around >> _STRANGERS)
        return sides


_OPEN = _Open()
_SHADOWS = tuple(tuple(_shadow(edges, stranger) for edges in range(16)) for stranger in (0, 1))

_NATIVE, _STRANGER, _FOUNDING = range(3)
"""How a tile belongs to a city: to the start tile's family, to the second one, or as the first of the second."""


def _one_arc(ring: int) -> bool:
    """Whether the taken cells among the eight neighbours are one unbroken arc."""
    begins = ring & ~(ring << 1 | ring >> 7)
    return begins.bit_count() == 1


class _Fits(dict[int, int]):
    """Which of the sixteen edge masks fit on a cell, as bits, by what lies round it."""

    def __init__(self, belongs: int) -> None:
        super().__init__()
        self.belongs = belongs

    def __missing__(self, around: int) -> int:
        masks = 0
        if _one_arc(around & _RING):
            masks = sum(1 << edges for edges in range(16) if self._joins(around, edges))
        self[around] = masks
        return masks

    def _joins(self, around: int, edges: int) -> bool:
        stranger = int(self.belongs != _NATIVE)
        joined = False
        for side in range(4):
            if around & _SIDE_BITS[side]:
                here, there = edges >> side & 1, around >> _BARRIERS + side & 1
                if around >> _STRANGERS + side & 1 == stranger:
                    if here != there:
                        return False
                    joined = joined or not here
                else:
                    if not (here and there):
                        return False
                    joined = joined or self.belongs == _FOUNDING
        return joined


_FITS = tuple(_Fits(belongs) for belongs in range(3))


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
    _tiles: dict[Cell, Face]
    _around: dict[Cell, int] = field(eq=False)
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
        if flaws := violations(layout):
            raise InvalidState(f"the city breaks {flaw}" for flaw in flaws)
        city = empty_city(layout.start)
        around = dict(city._around)  # noqa: SLF001  the class's own
        for cell, face in layout.tiles:
            _cast(around, cell, _SHADOWS[face.family is not layout.start][face.edges])
        return City(layout.start, layout.founding, dict(layout.by_cell), around)

    @staticmethod
    def parse(text: str, start: Family | None = None) -> City:
        """Read a city from rows of tiles, north to south."""
        return City.of(Layout.parse(text, start))

    @property
    def layout(self) -> Layout:
        """The city as an arrangement of tiles."""
        return Layout(tuple(self._tiles.items()), (), self.start, self.founding)

    def __getitem__(self, cell: Cell) -> Face:
        """The face on a cell."""
        return self._tiles[cell]

    def get(self, cell: Cell) -> Face | None:
        """The face on a cell, or none."""
        return self._tiles.get(cell)

    def __contains__(self, cell: object) -> bool:
        """Whether a tile lies on a cell; the start tile counts."""
        return cell in self._tiles or cell == START

    def __iter__(self) -> Iterator[Cell]:
        """The cells with tiles, without the start, in order."""
        return iter(sorted(self._tiles))

    def __len__(self) -> int:
        """How many tiles there are, without the start tile."""
        return len(self._tiles)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of all tiles, in the order of their cells."""
        return tuple(self._tiles[cell] for cell in self)

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
            return _NATIVE
        return _STRANGER if self.founding is not None else _FOUNDING

    def fits(self, face: Face, cell: Cell) -> bool:
        """Whether a tile may be added on a cell."""
        if cell in self._tiles or cell == START:
            return False
        around = self._around.get(cell, 0)
        return bool(_FITS[self._belongs(face.building.family)][around] >> face.edges & 1)

    def sites(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, by notation."""
        return tuple(sorted(self.open_to(face), key=NAMES.__getitem__))

    def open_to(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, in no order."""
        family = face.building.family
        belongs = _NATIVE if family is self.start else self._belongs(family)
        key = belongs << 4 | face.edges
        cells: tuple[Cell, ...] | None = self.memo.get(key)
        if cells is None:
            bit = 1 << face.edges
            cells = tuple([cell for cell, masks in self._open_cells(belongs).items() if masks & bit])
            self.memo[key] = cells
        return cells

    def _open_cells(self, belongs: int) -> dict[Cell, int]:
        """The empty cells on which something fits, with the edge masks that do."""
        key = -1 - belongs
        cells: dict[Cell, int] | None = self.memo.get(key)
        if cells is None:
            fits, tiles = _FITS[belongs], self._tiles
            cells = self.memo[key] = {
                cell: masks
                for cell, around in self._around.items()
                if (masks := fits[around]) and cell not in tiles and cell != START
            }
        return cells

    def added(self, face: Face, cell: Cell) -> City:
        """The city with one more tile, which must fit."""
        tiles = dict(self._tiles)
        tiles[cell] = face
        native = face.building.family is self.start
        around = dict(self._around)
        _cast(around, cell, _SHADOWS[not native][face.edges])
        founding = self.founding if native or self.founding is not None else cell
        city = City(self.start, founding, tiles, around)
        if founding is None:
            self._pass_on_loose(city, cell)
            self._pass_on_open_cells(city, cell)
        return city

    def _pass_on_loose(self, city: City, cell: Cell) -> None:
        """Tell a city with one more tile which tiles can be removed, when that is simple.

        A tile that one can walk to from one neighbour only puts that neighbour on its way, and changes no other walk.
        """
        loose, around = self.memo.get("loose"), city._around
        sides = _OPEN[around[cell]]
        if loose is not None and _SIZE[sides] == 1:
            crossed = RING[cell][_PLACES[sides][0]]
            kept = [c for c in loose if c != crossed and around[c] & _ALL_SIDES != _ALL_SIDES]
            if around[cell] & _ALL_SIDES != _ALL_SIDES:
                kept.append(cell)
            city.memo["loose"] = tuple(kept)

    def _pass_on_open_cells(self, city: City, cell: Cell, places: tuple[int, ...] = _WHOLE_RING) -> None:
        """Tell a city in which one cell has changed where tiles fit: only in some places round it anything is new."""
        known: dict[Cell, int] | None = self.memo.get(-1 - _NATIVE)
        if known is not None:
            fits, around, tiles, ring = _FITS[_NATIVE], city._around, city._tiles, RING[cell]
            cells = dict(known)
            for place in places:
                near = ring[place]
                masks = 0 if near in tiles or near == START else fits[around.get(near, 0)]
                if masks:
                    cells[near] = masks
                elif near in cells:
                    del cells[near]
            if cell in tiles:
                cells.pop(cell, None)
            elif masks := fits[around.get(cell, 0)]:
                cells[cell] = masks
            city.memo[-1 - _NATIVE] = cells

    # Removing

    def can_remove(self, cell: Cell) -> bool:
        """Whether the tile on a cell may be removed."""
        return cell in self.loose

    @property
    def removable(self) -> tuple[Cell, ...]:
        """The cells whose tile may be removed, by notation."""
        return tuple(sorted(self.loose, key=NAMES.__getitem__))

    @property
    def loose(self) -> tuple[Cell, ...]:
        """The cells whose tile may be removed, in no order."""
        known: tuple[Cell, ...] | None = self.memo.get("loose")
        if known is None:
            rows = self._sides()
            ways = _SIZE[_OPEN[self._around.get(START, 0)]] + sum([_SIZE[open_] for _, _, _, open_ in rows])
            if self.founding is None and ways == 2 * len(rows):
                # The walks form a tree, in which only the leaves are on nobody's way.
                cells = [cell for cell, _, taken, open_ in rows if taken != _EVERY_SIDE and _SIZE[open_] == 1]
            else:
                crossed = self._crossed()
                cells = [cell for cell, _, taken, _ in rows if taken != _EVERY_SIDE and cell not in crossed]
            if self.founding is not None:
                border = self._border()
                cells = [c for c in cells if c != self.founding and self._border_of(c, self._tiles[c]) < border]
            known = self.memo["loose"] = tuple(cells)
        return known

    def _sides(self) -> list[tuple[Cell, int, int, int]]:
        """Each tile: its cell, and as masks its edges, the sides with a neighbour, and those one can walk through."""
        rows: list[tuple[Cell, int, int, int]] | None = self.memo.get("sides")
        if rows is None:
            around, start = self._around, self.start
            rows = []
            for cell, face in self._tiles.items():
                code = around[cell]
                if face.building.family is not start:
                    code ^= _TAKEN[code & _RING] << _STRANGERS
                rows.append((cell, face.edges, _TAKEN[code & _RING], _OPEN[code]))
            self.memo["sides"] = rows
        return rows

    def _border_of(self, cell: Cell, face: Face) -> int:
        """How many edges of a tile lie against the other family."""
        around = self._around[cell]
        strangers = around >> _STRANGERS & 15
        if face.family is not self.start:
            strangers = _taken_sides(around) & ~strangers
        return strangers.bit_count()

    def _border(self) -> int:
        """How many edges of the two families lie against each other."""
        if self.founding is None:
            return 0
        return sum(self._border_of(cell, face) for cell, face in self._tiles.items() if face.family is not self.start)

    @property
    def border(self) -> int:
        """How many walls lie against moats, where the city has two families."""
        return self._border()

    def _crossed(self) -> set[Cell]:
        """The tiles that somebody has to cross on the way from the start to another tile."""
        sides = {cell: open_ for cell, _, _, open_ in self._sides()}
        sides[START] = _OPEN[self._around.get(START, 0)]
        crossed: set[Cell] = set()
        depth: dict[Cell, int] = {}

        def visit(cell: Cell, above: Cell | None, level: int) -> int:
            """The least depth that is reached from here without crossing ``above``."""
            depth[cell] = least = level
            ring = RING[cell]
            for place in _PLACES[sides[cell]]:
                other = ring[place]
                if other == above:
                    continue
                known = depth.get(other)
                if known is None:
                    below = visit(other, cell, level + 1)
                    if below >= level:
                        crossed.add(cell)
                    known = below
                least = min(least, known)
            return least

        visit(START, None, 0)
        if self.founding is not None:
            visit(self.founding, None, 0)
        return crossed

    def removed(self, cell: Cell) -> City:
        """The city without the tile on a cell, which must be removable."""
        tiles = dict(self._tiles)
        face = tiles.pop(cell)
        around = dict(self._around)
        _uncast(around, cell, _SHADOWS[face.building.family is not self.start][face.edges])
        city = City(self.start, self.founding, tiles, around)
        if self.founding is None:
            self._pass_on_open_cells(city, cell)
        return city

    # Swapping

    def can_swap(self, cell: Cell, face: Face) -> bool:
        """Whether a tile may take the place of the one on a cell."""
        old = self._tiles.get(cell)
        return (
            old is not None
            and cell != self.founding
            and old.building.family is face.building.family
            and not (old.edges ^ face.edges) & _taken_sides(self._around[cell])
        )

    def swappable(self, faces: list[Face]) -> list[tuple[Face, list[Cell]]]:
        """For each of some faces, in no order, the cells of the tiles whose place it may take, if any."""
        rows, tiles, found = self._sides(), self._tiles, []
        mixed = self.founding is not None
        for face in faces:
            mask, family = face.edges, face.building.family
            cells = [cell for cell, edges, taken, _ in rows if not (mask ^ edges) & taken]
            if mixed or family is not self.start:
                cells = [c for c in cells if c != self.founding and tiles[c].building.family is family]
            if cells:
                found.append((face, cells))
        return found

    def swapped(self, cell: Cell, face: Face) -> City:
        """The city with another tile on a cell, which must be swappable."""
        tiles = dict(self._tiles)
        old = tiles[cell]
        tiles[cell] = face
        around = self._around
        if old.edges != face.edges:
            # The edges towards neighbours stay the same, so only empty cells see another edge.
            around = dict(around)
            ring = RING[cell]
            for place in _PLACES[old.edges ^ face.edges]:
                around[ring[place]] ^= _FACING[place]
        city = City(self.start, self.founding, tiles, around)
        loose = self.memo.get("loose")
        if loose is not None:
            city.memo["loose"] = loose  # nobody's way has changed
        if self.founding is None:
            self._pass_on_open_cells(city, cell, _PLACES[old.edges ^ face.edges])
        return city

    # What a change would break, by the plain definition

    def broken_by_adding(self, face: Face, cell: Cell) -> tuple[Rule, ...]:
        """The building rules that the city would break with one more tile."""
        if self.fits(face, cell):
            return ()
        founds = self._belongs(face.family) == _FOUNDING
        founding = cell if founds else self.founding
        return _rules((*self._tiles.items(), (cell, face)), self.start, founding)

    def broken_by_removing(self, cell: Cell) -> tuple[Rule, ...]:
        """The building rules that the city would break without the tile on a cell."""
        if self.can_remove(cell):
            return ()
        rest = {other: face for other, face in self._tiles.items() if other != cell}
        return _rules(rest.items(), self.start, self.founding)

    def broken_by_swapping(self, cell: Cell, face: Face) -> tuple[Rule, ...]:
        """The building rules that the city would break with another tile on a cell."""
        if self.can_swap(cell, face):
            return ()
        founds = self._belongs(face.family) == _FOUNDING
        founding = cell if founds else self.founding
        return _rules({**self._tiles, cell: face}.items(), self.start, founding)

    # Moats and walls

    def longest(self, family: Family | None = None) -> tuple[tuple[Cell, int], ...]:
        """The edges, clockwise, of the longest unbroken moat or wall on the outline of a family."""
        family = family or self.start
        key = f"longest {family.value}"
        longest: tuple[tuple[Cell, int], ...] | None = self.memo.get(key)
        if longest is None:
            longest = self.memo[key] = longest_of(stretches(self._own(family), self._tiles))
        return longest

    def outline(self, family: Family | None = None) -> list[list[tuple[Cell, int, bool]]]:
        """The closed loops of edges round a family: cell, side, and whether a moat or wall is on it."""
        return outline(self._own(family or self.start), self._tiles)

    def _own(self, family: Family) -> set[Cell]:
        """The cells of a family."""
        own = {cell for cell, face in self._tiles.items() if face.building.family is family}
        return own | {START} if family is self.start else own

    @property
    def cells(self) -> dict[str, str]:
        """The tiles in notation, by their cells in notation."""
        return self.layout.cells

    def __hash__(self) -> int:
        """Of the tiles, whatever their order."""
        known = self.memo.get("hash")
        if known is None:
            known = self.memo["hash"] = hash((self.start, self.founding, frozenset(self._tiles.items())))
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the tiles alone; the rest follows from them."""
        return _rebuilt, (self.start, self.founding, tuple(self._tiles.items()))

    def __str__(self) -> str:
        """In notation: rows from north to south."""
        return str(self.layout)

    def __repr__(self) -> str:
        """As it can be built again."""
        return repr(self.layout).replace("Layout", "City", 1)


def _taken_sides(around: int) -> int:
    """The sides on which a neighbour lies, as an edge mask."""
    return _TAKEN[around & _RING]


def _cast(around: dict[Cell, int], cell: Cell, shadow: tuple[int, ...]) -> None:
    """Add the shadow of a tile to what lies round its neighbours."""
    get = around.get
    for near, bits in zip(RING[cell], shadow):  # noqa: B905  both are eight
        around[near] = get(near, 0) + bits


def _uncast(around: dict[Cell, int], cell: Cell, shadow: tuple[int, ...]) -> None:
    """Take the shadow of a tile away."""
    for near, bits in zip(RING[cell], shadow):  # noqa: B905  both are eight
        left = around[near] - bits
        if left:
            around[near] = left
        else:
            del around[near]


def _rules(tiles: Iterable[tuple[Cell, Face]], start: Family, founding: Cell | None) -> tuple[Rule, ...]:
    found = {violation.rule for violation in violations(Layout(tuple(tiles), (), start, founding))}
    return tuple(rule for rule in Rule if rule in found)


def _rebuilt(start: Family, founding: Cell | None, tiles: tuple[tuple[Cell, Face], ...]) -> City:
    """A city known to be legal, as it was before it was pickled."""
    around = dict(empty_city(start)._around)  # noqa: SLF001  the module's own
    for cell, face in tiles:
        _cast(around, cell, _SHADOWS[face.family is not start][face.edges])
    return City(start, founding, dict(tiles), around)


_EMPTY: dict[Family, City] = {}


def empty_city(start: Family) -> City:
    """A city that consists of its start tile."""
    if start not in _EMPTY:
        around: dict[Cell, int] = {START: 0}
        _cast(around, START, _SHADOWS[0][0])
        _EMPTY[start] = City(start, None, {}, around)
    return _EMPTY[start]
