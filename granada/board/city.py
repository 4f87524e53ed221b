"""Cities: layouts that keep the building rules, with fast tests for every change to them.

A legal city has no hole and no two tiles that touch at a corner only, so its outline is one closed loop.
Then a change can be judged on the spot:

- A tile may be added where every edge matches, one can be walked through,
  and the taken cells of the ring of eight round it form a single arc (otherwise it would close in an empty area).
- A tile may be removed when a side of it is free (otherwise it would leave a hole)
  and nobody has to walk across it.
- A tile may be swapped for one of its family when the edges towards its neighbours stay the same;
  the start tile and the founding tile stay.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from granada.board.building import violations
from granada.board.cells import START, Cell, a_cell, named
from granada.board.ground import (
    COUNTERS,
    EXCHANGES,
    FOUNDING,
    HOME,
    NATIVE,
    NOTHING,
    NOWHERE,
    ONE_COUNTER,
    STRANGER,
    TAKEN,
    Ground,
    Lot,
    at,
    cell_at,
    changed,
    ground_of,
    name_at,
    place_of,
)
from granada.board.layout import MOST_TILES, Layout
from granada.board.outline import longest_of, outline, runs
from granada.board.tiles import A_BUILDING, A_FAMILY, MOST_MOATS, Building, Face, Family, a_face, no_face
from granada.board.walking import loose_of, loose_with
from granada.errors import InvalidState, shown
from granada.notation import Pictured
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada.board.outline import Run


def _place(cell: tuple[int, int]) -> int:
    """The integer of any cell, after a look at what it is."""
    known = type(cell) is Cell and type(cell[0]) is type(cell[1]) is int
    return place_of(cell if known else a_cell(cell))


@frozen(init=False, repr=False, unsafe_hash=False, slots=False)
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
    """The family of the start tile."""
    founding: Cell | None
    """Where the first tile of the second family lies."""
    _tiles: Mapping[int, Face]
    """The tiles by their places, which are integers; the start tile is left out."""
    _lots: dict[int, Lot] = field(eq=False)
    """What lies round each place that has a tile beside it or at a corner."""
    _room: int = field(eq=False)
    """How many cells are free for each edge mask and way to belong, as a tally."""

    def __init__(self, layout: Layout) -> None:
        """The city of a layout; an InvalidState names every building rule that it breaks."""
        if not isinstance(layout, Layout):
            message = f"layout is a Layout, not {shown(layout)}; City.of takes tiles, City.parse a text"
            raise TypeError(message)
        if flaws := violations(layout):
            raise InvalidState(f"the city breaks {flaw}" for flaw in flaws)
        tiles = {at(cell): face for cell, face in layout.tiles}
        self.__attrs_init__(layout.start, layout.founding, tiles, *ground_of(tiles, layout.start))

    @staticmethod
    def of(
        tiles: Layout | Mapping[Cell, Face] | Iterable[tuple[Cell, Face]],
        *,
        start: Family | None = None,
        founding: Cell | None = None,
    ) -> City:
        """The city with these tiles; an InvalidState names every building rule that they break."""
        if not isinstance(tiles, Layout):
            return City(Layout.of(tiles, start=start, founding=founding))
        if start is not None or founding is not None:
            message = "a layout has its start and its founding tile already; City.of(layout) takes no others"
            raise TypeError(message)
        return City(tiles)

    @staticmethod
    def parse(text: str, start: Family | None = None) -> City:
        """Read a city from rows of tiles, north to south."""
        return City(Layout.parse(text, start))

    @property
    def layout(self) -> Layout:
        """The city as an arrangement of tiles."""
        return Layout(self._pairs(), (), self.start, self.founding)

    def _pairs(self) -> tuple[tuple[Cell, Face], ...]:
        return tuple((cell_at(place), face) for place, face in self._tiles.items())

    def __getitem__(self, cell: Cell) -> Face:
        """The face on a cell."""
        try:
            return self._tiles[_place(cell)]
        except KeyError:
            raise KeyError(cell) from None

    def get(self, cell: Cell) -> Face | None:
        """The face on a cell, or none."""
        return self._tiles.get(_place(cell))

    def __contains__(self, cell: Cell) -> bool:
        """Whether a tile lies on a cell; the start tile counts."""
        return self._lots.get(_place(cell), NOTHING).code >= TAKEN

    def _stays(self, place: int) -> bool:
        """Whether the tile on a place is the start tile or the founding tile."""
        return place == HOME or (self.founding is not None and place == at(self.founding))

    def __iter__(self) -> Iterator[Cell]:
        """The cells with tiles, without the start, in order."""
        return (cell_at(place) for place in sorted(self._tiles))

    def __len__(self) -> int:
        """How many tiles there are, without the start tile."""
        return len(self._tiles)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of all tiles, in the order of their cells."""
        return tuple(self._tiles[place] for place in sorted(self._tiles))

    def of_building(self, building: Building) -> tuple[Face, ...]:
        """The faces that show a building, huts left out."""
        if not isinstance(building, Building):
            message = f"building is {A_BUILDING}, not {shown(building)}"
            raise TypeError(message)
        return self._buildings.get(building, ())

    @cached_property
    def _buildings(self) -> Mapping[Building, tuple[Face, ...]]:
        found: dict[Building, tuple[Face, ...]] = {}
        for face in self._tiles.values():
            if not face.is_hut:
                found[face.building] = (*found.get(face.building, ()), face)
        return found

    # Adding

    def _belongs(self, face: Face) -> int:
        if self.start is Family.GRANADA and face.family is not self.start:
            raise InvalidState([f"{face} does not belong to a city of Granada alone"])
        return NATIVE if face.family is self.start else FOUNDING if self.founding is None else STRANGER

    def fits(self, face: Face, cell: Cell) -> bool:
        """Whether a tile may be added on a cell."""
        return self._fits(a_face(face), _place(cell))

    def _fits(self, face: Face, place: int) -> bool:
        belongs = NATIVE if face.family is self.start else self._belongs(face)
        return bool(self._lots.get(place, NOTHING).fits[belongs] >> face.edges & 1) and len(self._tiles) < MOST_TILES

    def sites(self, face: Face) -> tuple[Cell, ...]:
        """The cells on which a tile may be added, by notation."""
        belongs, bit = self._belongs(a_face(face)), 1 << face.edges
        lots = self._lots if len(self._tiles) < MOST_TILES else {}  # with fewer none comes near the end of the reach
        found = [place for place, lot in lots.items() if lot.fits[belongs] & bit]
        return tuple(map(cell_at, sorted(found, key=name_at)))

    def number_of_sites(self, face: Face) -> int:
        """On how many cells a tile may be added."""
        try:
            belongs = NATIVE if face.family is self.start else self._belongs(face)
            return self._room >> COUNTERS[belongs][face.edges] & ONE_COUNTER if len(self._tiles) < MOST_TILES else 0
        except AttributeError:
            raise no_face(face) from None

    def added(self, face: Face, cell: Cell) -> City:
        """The city with one more tile; an InvalidState names the rules that this would break."""
        place = _place(cell)
        if not self._fits(a_face(face), place):
            raise _refused(f"{face} at {named(cell)}", self.broken_by_adding(face, cell))
        founding = cell_at(place) if self._belongs(face) == FOUNDING else self.founding
        return self._with(place, face, founding)

    def _with(self, place: int, face: Face | None, founding: Cell | None) -> City:
        """The city with another tile on a place, or none; it is known to be legal."""
        tiles = dict(self._tiles)
        old = tiles.pop(place, None)
        if face is not None:
            tiles[place] = face
        stranger = (face or self._tiles[place]).family is not self.start
        before, after = old.edges if old else None, face.edges if face else None
        ground = changed((self._lots, self._room), place, stranger, before, after)
        lots, known = ground[0], dict[str, object]()
        if old and face:  # towards its neighbours the new tile is like the old one, so all ways are the same
            swaps = EXCHANGES[stranger][lots[place].sides]
            known["_loose"] = self._loose
            known["_exchanges_tally"] = self._exchanges_tally + swaps[face.edges] - swaps[old.edges]
        elif face and founding is None and lots[place].leaf:
            known["_loose"] = loose_with(place, self._loose, lots)
        return _city(self.start, founding, tiles, ground, known)

    # Removing

    def can_remove(self, cell: Cell) -> bool:
        """Whether the tile on a cell may be removed."""
        return _place(cell) in self._loose

    @cached_property
    def removable(self) -> tuple[Cell, ...]:
        """The cells whose tile may be removed, by notation."""
        return tuple(map(cell_at, sorted(self._loose, key=name_at)))

    @cached_property
    def _loose(self) -> list[int]:
        """The places whose tile may be removed: no hole remains, nobody crosses it, no city is parted."""
        if self.founding is None:
            return loose_of(self._lots, self._tiles, [HOME])
        first = at(self.founding)
        loose = [place for place in loose_of(self._lots, self._tiles, [HOME, first]) if place != first]
        if self.border <= MOST_MOATS:
            loose = [place for place in loose if self._against(place) < self.border]
        return loose

    @property
    def number_of_removals(self) -> int:
        """How many tiles may be removed."""
        return len(self._loose)

    def removed(self, cell: Cell) -> City:
        """The city without the tile on a cell; an InvalidState names the rules that this would break."""
        place = _place(cell)
        if place not in self._loose:
            raise _refused(f"{named(cell)} without its tile", self.broken_by_removing(cell))
        return self._with(place, None, self.founding)

    # Swapping

    def can_swap(self, cell: Cell, face: Face) -> bool:
        """Whether a tile may take the place of the one on a cell."""
        return self._can_swap(_place(cell), a_face(face))

    def _can_swap(self, place: int, face: Face) -> bool:
        old = self._tiles.get(place)
        if old is None or old.family is not face.family or self._stays(place):
            return False
        return not (old.edges ^ face.edges) & self._lots[place].sides

    def swaps(self, faces: Iterable[Face]) -> tuple[tuple[Cell, Face], ...]:
        """Each cell, by notation, with each of some tiles that may take the place of the one there."""
        wanted = [(a_face(face), face.family, face.edges) for face in faces]
        return tuple(
            [
                (cell, face)
                for cell, own, edges, sides in self._exchanges
                for face, family, new in wanted
                if family is own and not (edges ^ new) & sides
            ]
        )

    def number_of_swaps(self, faces: Iterable[Face]) -> int:
        """How many such pairs there are."""
        start, tally = self.start, self._exchanges_tally
        try:
            return sum([tally >> COUNTERS[face.family is not start][face.edges] & ONE_COUNTER for face in faces])
        except AttributeError:
            raise no_face(next(face for face in faces if not isinstance(face, Face))) from None

    @cached_property
    def _exchanges_tally(self) -> int:
        """What may take the place of each tile, as a tally."""
        lots, tiles = self._lots, self._tiles.items()
        if self.founding is None:
            return sum([EXCHANGES[NATIVE][lots[place].sides][face.edges] for place, face in tiles])
        start, first = self.start, at(self.founding)
        every = [EXCHANGES[face.family is not start][lots[place].sides][face.edges] for place, face in tiles]
        return sum(every) - EXCHANGES[STRANGER][lots[first].sides][self._tiles[first].edges]

    @cached_property
    def _exchanges(self) -> tuple[tuple[Cell, Family, int, int], ...]:
        """The tiles that may be swapped: cell, family, edges, and the sides on which they must stay the same."""
        first = NOWHERE if self.founding is None else at(self.founding)
        found = [(place, self._tiles[place]) for place in sorted(self._tiles, key=name_at) if place != first]
        return tuple([(cell_at(place), face.family, face.edges, self._lots[place].sides) for place, face in found])

    def swapped(self, cell: Cell, face: Face) -> City:
        """The city with another tile on a cell; an InvalidState names the rules that this would break."""
        place = _place(cell)
        if not self._can_swap(place, a_face(face)):
            raise _refused(f"{face} in the place of {named(cell)}", self.broken_by_swapping(cell, face))
        return self._with(place, face, self.founding)

    # What a change would break, by the plain definition

    def broken_by_adding(self, face: Face, cell: Cell) -> tuple[Rule, ...]:
        """The rules that keep a tile from being added on a cell; a city with more tiles than there are is no state."""
        place = _place(cell)
        if self._fits(a_face(face), place):
            return ()
        if cell in self:
            return (Rule.CELL_IS_FREE,)
        if len(self._tiles) >= MOST_TILES:
            raise InvalidState([f"a city has at most {MOST_TILES} tiles"])
        if place == NOWHERE:
            return Rule.WALKABLE, Rule.EDGE_CONTACT  # out there it touches nothing
        return self._broken_with(place, face)

    def broken_by_removing(self, cell: Cell) -> tuple[Rule, ...]:
        """The rules that keep the tile on a cell from being removed."""
        place = _place(cell)
        return () if place in self._loose else self._broken_by_taking(place) or self._broken_with(place, None)

    def broken_by_swapping(self, cell: Cell, face: Face) -> tuple[Rule, ...]:
        """The rules that keep a tile from taking the place of the one on a cell."""
        place = _place(cell)
        if self._can_swap(place, a_face(face)):
            return ()
        return self._broken_by_taking(place) or self._broken_with(place, face)

    def _broken_by_taking(self, place: int) -> tuple[Rule, ...]:
        """The rules that keep any tile from being taken out of a place."""
        if place == HOME:
            return (Rule.START_TILE_STAYS,)
        if place not in self._tiles:
            return (Rule.TILE_IS_THERE,)
        return (Rule.FOUNDING_TILE_STAYS,) if self._stays(place) else ()

    def _broken_with(self, place: int, face: Face | None) -> tuple[Rule, ...]:
        """The building rules that the city would break with another tile on a place, or none."""
        cell = cell_at(place)
        tiles = [pair for pair in self._pairs() if pair[0] != cell]
        founding = self.founding
        if face is not None:
            tiles.append((cell, face))
            founding = cell if self._belongs(face) == FOUNDING else founding
        found = {violation.rule for violation in violations(Layout(tuple(tiles), (), self.start, founding))}
        return tuple(rule for rule in Rule if rule in found)

    # Moats and walls

    @cached_property
    def border(self) -> int:
        """How many walls lie against moats, where the city has two families."""
        if self.founding is None:
            return 0
        lots, start = self._lots, self.start
        return sum([lots[place].strangers.bit_count() for place, face in self._tiles.items() if face.family is start])

    def _against(self, place: int) -> int:
        """How many sides of a tile lie against the other family."""
        lot, native = self._lots[place], self._tiles[place].family is self.start
        return (lot.strangers if native else lot.sides & ~lot.strangers).bit_count()

    def _family(self, family: Family | None) -> Family:
        """The family that is asked for; where none is named, that of the start tile."""
        if family is None:
            return self.start
        if not isinstance(family, Family):
            message = f"family is {A_FAMILY}, not {shown(family)}"
            raise TypeError(message)
        return family

    def longest(self, family: Family | None = None) -> Run:
        """The edges, clockwise, of the longest unbroken moat or wall on the outline of a family."""
        return self._longest[family if type(family) is Family else self._family(family)]

    @cached_property
    def _longest(self) -> Mapping[Family, Run]:
        return {family: longest_of(runs(self._edges(family))) for family in Family}

    def _edges(self, family: Family) -> dict[Cell, int]:
        """The cells of a family with their edge masks."""
        own = {cell: face.edges for cell, face in self._pairs() if face.family is family}
        return {**own, START: 0} if family is self.start else own

    def outline(self, family: Family | None = None) -> list[list[tuple[Cell, int, bool]]]:
        """The closed loops of edges round a family, each from its least cell on: cell, side, whether it is barred."""
        return outline(self._edges(self._family(family)))

    @property
    def cells(self) -> dict[str, str]:
        """The tiles in notation, by their cells in notation."""
        return self.layout.cells

    def __hash__(self) -> int:
        """Of the tiles, whatever their order."""
        return hash((self.start, self.founding, frozenset(self._tiles.items())))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the tiles alone; the rest follows from them."""
        faces = " ".join([face.text for face in self._tiles.values()])
        return _rebuilt, (self.start, self.founding, tuple(self._tiles), faces)

    def __str__(self) -> str:
        """In notation: rows from north to south."""
        return str(self.layout)

    def __repr__(self) -> str:
        """As it can be built again."""
        return repr(self.layout).replace("Layout", "City", 1)


def _refused(what: str, rules: tuple[Rule, ...]) -> InvalidState:
    return InvalidState([f"{what} breaks {rule}: {rule.sentence}" for rule in rules])


def _city(
    start: Family, founding: Cell | None, tiles: Mapping[int, Face], ground: Ground, known: Mapping[str, object]
) -> City:
    """A city that is known to be legal, with what is known of its cached properties from the one before."""
    city = City.__new__(City)
    city.__attrs_init__(start, founding, tiles, *ground)
    vars(city).update(known)
    return city


def _rebuilt(start: Family, founding: Cell | None, places: tuple[int, ...], faces: str) -> City:
    """A city as it was before it was pickled."""
    tiles = dict(zip(places, map(Face.parse, faces.split()), strict=True))
    return _city(start, founding, tiles, ground_of(tiles, start), {})


def empty_city(start: Family) -> City:
    """A city that consists of its start tile."""
    return City(Layout((), (), start))
