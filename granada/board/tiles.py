"""Tiles: buildings, edges, faces, two-sided tiles, and the sets that come in a box."""

from __future__ import annotations

import csv
import re
from collections import Counter
from enum import Enum
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen
from attrs.validators import instance_of, optional

from granada.notation import Pictured, Word, only_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PRICES = range(2, 14)
"""Every building of Granada costs 2 to 13, and so do those of the Alhambra between them."""
TILES_IN_A_SET = 54
MOST_MOATS = 3
"""No tile carries a moat or wall on more than three edges."""
SIDES = "nesw"
"""The edges of a tile, clockwise from the north; bit *i* of an edge mask is the *i*-th."""


class InvalidState(ValueError):  # noqa: N818  the name users catch; "Error" would add nothing
    """Something that can be read but is no game, with every reason."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Keep every reason; the message repeats the first few."""
        self.reasons = tuple(reasons)
        shown = "\n".join(self.reasons[:20])
        more = f"\nand {len(self.reasons) - 20} more" if len(self.reasons) > 20 else ""
        super().__init__(shown + more)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the reasons when unpickled."""
        return InvalidState, (self.reasons,)


class Family(Enum):
    """Which city a tile belongs to."""

    __hash__ = object.__hash__

    GRANADA = "granada"
    ALHAMBRA = "alhambra"

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Family.{self.name}"


_OF_THE_ALHAMBRA = {"PAVILION", "SERAGLIO", "ARCADES", "CHAMBERS", "GARDEN", "TOWER"}


class Building(Enum):
    """A kind of building; those of a family stand in the order in which they are scored."""

    family: Family
    __hash__ = object.__hash__

    ARENA = "arena"
    BATHHOUSE = "bathhouse"
    LIBRARY = "library"
    HOSTEL = "hostel"
    HOSPITAL = "hospital"
    MARKET = "market"
    PARK = "park"
    SCHOOL = "school"
    DISTRICT = "district"
    PAVILION = "pavilion"
    SERAGLIO = "seraglio"
    ARCADES = "arcades"
    CHAMBERS = "chambers"
    GARDEN = "garden"
    TOWER = "tower"

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Building.{self.name}"

    def __str__(self) -> str:
        """The word."""
        return str(self.value)


for _building in Building:
    _building.family = Family.ALHAMBRA if _building.name in _OF_THE_ALHAMBRA else Family.GRANADA

ALHAMBRA_TILES: Final = {
    Building.PAVILION: (7, range(2, 9)),
    Building.SERAGLIO: (7, range(3, 10)),
    Building.ARCADES: (9, range(4, 11)),
    Building.CHAMBERS: (9, range(5, 12)),
    Building.GARDEN: (11, range(6, 13)),
    Building.TOWER: (11, range(7, 14)),
}
"""How many tiles each building of the Alhambra has, and the prices printed in the overview."""
WALL_LESS_TILES = 10
"""Ten tiles of the Alhambra carry no wall: those of the bonus cards."""


def edges_of(mask: int) -> str:
    """The letters of an edge mask.

    >>> edges_of(0b0011)
    'ne'
    """
    return "".join(letter for bit, letter in enumerate(SIDES) if mask >> bit & 1)


_MASKS = {edges_of(mask): mask for mask in range(16)}


def _mask(edges: str | int) -> int:
    """The mask of some edges, given as letters or as a mask."""
    if type(edges) is int and 0 <= edges < 16:
        return edges
    try:
        return _MASKS[edges]  # type: ignore[index]  # anything else that is no text is refused below
    except (KeyError, TypeError):
        message = f"edges are letters in the order nesw, not {edges!r}"
        raise (ValueError if isinstance(edges, str | int) else TypeError)(message) from None


def _price(_: object, __: object, price: Any) -> None:  # noqa: ANN401  whatever a caller gives
    if type(price) is not int or (price and price not in PRICES):
        message = f"a price is 2 to 13, not {price!r}"
        raise (ValueError if type(price) is int else TypeError)(message)


A_FACE = "a face such as school8/ne or park6"
LONGEST_FACE, LONGEST_TILE = 24, 40
"""No face and no tile takes more characters; longer texts are not even looked up."""
_FACE = re.compile(r"([a-z]+)([2-9]|1[0-3]|-hut)(?:/(n?e?s?w?))?")


@frozen(repr=False, eq=False)
class Face(Pictured):
    """One side of a tile: a building, its price (0 for a builders' hut), and the edges with a moat or wall.

    >>> Face(Building.SCHOOL, 8, "ne")
    Face.parse('school8/ne')
    """

    building: Building = field(validator=instance_of(Building))
    price: int = field(validator=_price)
    edges: int = field(default=0, converter=_mask)
    text: str = field(init=False)
    """The notation, which tells a face from every other."""

    def __attrs_post_init__(self) -> None:
        """Huts exist in the colours of the Alhambra only."""
        if self.is_hut and self.family is not Family.ALHAMBRA:
            message = f"there is no hut for {self.building}"
            raise ValueError(message)
        price = "-hut" if self.is_hut else str(self.price)
        edges = f"/{edges_of(self.edges)}" if self.edges else ""
        object.__setattr__(self, "text", f"{self.building.value}{price}{edges}")

    def __eq__(self, other: object) -> bool:
        """Equal when building, price and edges are, which is when the notation is."""
        return self is other or (isinstance(other, Face) and self.text == other.text)

    def __hash__(self) -> int:
        """Of the notation."""
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the notation; the rest follows from it."""
        return _face, (self.text,)

    @property
    def family(self) -> Family:
        """The family of the building."""
        return self.building.family

    @property
    def is_hut(self) -> bool:
        """Whether this is a builders' hut."""
        return self.price == 0

    @staticmethod
    def parse(text: str) -> Face:
        """Read a face."""
        known = _face(text) if isinstance(text, str) and len(text) <= LONGEST_FACE else None
        return known or read_face(only_word(text, A_FACE))

    def __str__(self) -> str:
        """In notation."""
        return self.text

    def __lt__(self, other: Face) -> bool:
        """By notation."""
        return self.text < other.text

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Face.parse({str(self)!r})"


@lru_cache(maxsize=1 << 12)
def _face(text: str) -> Face | None:
    match = _FACE.fullmatch(text)
    if match is None or match[3] == "":
        return None
    try:
        price = 0 if match[2] == "-hut" else int(match[2])
        return Face(Building(match[1]), price, match[3] or "")
    except ValueError:
        return None


def read_face(word: Word) -> Face:
    """The face that a word names."""
    face = _face(word.text) if len(word.text) <= LONGEST_FACE else None
    if face is None:
        raise word.bad(A_FACE)
    return face


BY_TEXT = attrgetter("text")
"""The key that puts faces or tiles into the order of their notation."""
A_TILE = "a tile such as school8|hospital9/s or garden10/n"


@frozen(repr=False, eq=False)
class Tile(Pictured):
    """A tile as it lies: the face that is up, and the one below if it has two.

    >>> Tile.parse("school8|hospital9/s").turned
    Tile.parse('hospital9|school8/s')
    """

    up: Face = field(validator=instance_of(Face))
    down: Face | None = field(default=None, validator=optional(instance_of(Face)))
    text: str = field(init=False)
    """The notation, which tells a tile from every other."""
    _other: Tile | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        """Both faces carry their moats on the same edges."""
        if self.down is not None and self.down.edges != self.up.edges:
            message = f"{self.up} and {self.down} carry their moats on different edges"
            raise ValueError(message)
        up = self.up.text
        object.__setattr__(self, "text", up if self.down is None else f"{up.partition('/')[0]}|{self.down.text}")

    def __eq__(self, other: object) -> bool:
        """Equal when both faces are, which is when the notation is."""
        return self is other or (isinstance(other, Tile) and self.text == other.text)

    def __hash__(self) -> int:
        """Of the notation."""
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the notation; the rest follows from it."""
        return _tile, (self.text,)

    @property
    def turned(self) -> Tile:
        """The tile turned over; turned over again it is the very tile."""
        other = self._other
        if other is None:
            other = self if self.down is None else Tile(self.down, self.up)
            object.__setattr__(self, "_other", other)
            object.__setattr__(other, "_other", self)
        return other

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, the one that lies up first."""
        return (self.up,) if self.down is None else (self.up, self.down)

    @staticmethod
    def parse(text: str) -> Tile:
        """Read a tile."""
        known = _tile(text) if isinstance(text, str) and len(text) <= LONGEST_TILE else None
        return known or read_tile(only_word(text, A_TILE))

    def __str__(self) -> str:
        """In notation."""
        return self.text

    def __lt__(self, other: Tile) -> bool:
        """By notation."""
        return self.text < other.text

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Tile.parse({str(self)!r})"


@lru_cache(maxsize=1 << 12)
def _tile(text: str) -> Tile | None:
    first, bar, second = text.partition("|")
    below = _face(second) if bar else None
    edges = f"/{edges_of(below.edges)}" if below and below.edges else ""
    up = _face(first + edges) if not (bar and "/" in first) else None
    if up is None or (bar and below is None) or (below and (below.is_hut or up.is_hut)):
        return None
    return Tile(up, below)


def read_tile(word: Word) -> Tile:
    """The tile that a word names."""
    tile = _tile(word.text) if len(word.text) <= LONGEST_TILE else None
    if tile is None:
        raise word.bad(A_TILE)
    return tile


DATA = Path(__file__).parent.parent / "data"
_COLUMNS = {
    Family.GRANADA: ("even_building", "even_price", "odd_building", "odd_price", "moats"),
    Family.ALHAMBRA: ("building", "price", "walls"),
}
MOST_LINES = 1000
"""A file with more lines than this is no set of tiles."""


def _read_building(word: str, family: Family) -> Building:
    try:
        building = Building(word)
    except ValueError:
        message = f"{word[:40]!r} is no building"
        raise ValueError(message) from None
    if building.family is not family:
        message = f"{word} does not belong to {family.value}"
        raise ValueError(message)
    return building


def _read_row(row: list[str], family: Family) -> Tile:
    """The tile of one line of a file; a ValueError says what is wrong with it."""
    columns = _COLUMNS[family]
    if len(row) != len(columns):
        message = f"expected {len(columns)} columns ({','.join(columns)}), found {len(row)}"
        raise ValueError(message)
    *pairs, edges = (value.strip() for value in row)
    faces = []
    for word, price in zip(pairs[::2], pairs[1::2], strict=True):
        building = _read_building(word, family)
        if re.fullmatch(r"[2-9]|1[0-3]", price) is None:
            message = f"a price is 2 to 13, not {price[:40]!r}"
            raise ValueError(message)
        if edges not in _MASKS:
            message = f"edges are letters in the order nesw, not {edges[:40]!r}"
            raise ValueError(message)
        faces.append(Face(building, int(price), edges))
    return Tile(*faces)


def _flaws_of(tile: Tile, family: Family) -> Iterator[str]:
    """What is wrong with one tile, whatever the others are."""
    if {face.family for face in tile.faces} != {family}:
        yield f"{tile} does not belong to {family.value}"
        return
    if tile.up.edges.bit_count() > MOST_MOATS:
        yield f"{tile} has a moat or wall on all four edges; at most three have one"
    if family is Family.ALHAMBRA:
        prices = ALHAMBRA_TILES[tile.up.building][1]
        if tile.down is not None:
            yield f"{tile} has two faces; the tiles of the Alhambra have one"
        if tile.up.price not in prices:
            yield f"{tile.up.building} costs {prices.start} to {prices.stop - 1}, not {tile.up.price}"
        return
    if tile.down is None:
        yield f"{tile} has one face; the tiles of Granada have two"
        return
    if tile.up.building is tile.down.building:
        yield f"{tile} shows {tile.up.building} on both faces"
    if tile.up.price % 2 or tile.down.price != tile.up.price + 1:
        yield f"{tile}: an even price is backed by the next higher odd one"


def _flaws_of_all(tiles: list[tuple[str, Tile]], family: Family) -> Iterator[str]:
    """What is wrong with the tiles of a set together."""
    if len(tiles) != TILES_IN_A_SET:
        yield f"a set has {TILES_IN_A_SET} tiles, not {len(tiles)}"
    if family is Family.ALHAMBRA:
        counts = Counter(tile.up.building for _, tile in tiles)
        for building, (number, _) in ALHAMBRA_TILES.items():
            if counts[building] != number:
                yield f"there are {number} tiles of {building}, not {counts[building]}"
        bare = sum(not tile.up.edges for _, tile in tiles)
        if bare != WALL_LESS_TILES:
            yield f"{WALL_LESS_TILES} tiles carry no wall, not {bare}"
        return
    seen: dict[tuple[Building, int], str] = {}
    for where, tile in tiles:
        for face in tile.faces:
            first = seen.setdefault((face.building, face.price), where)
            if first != where:
                yield f"{where}{face.building} {face.price} is there already ({first.strip(': ')})"
    for building in Building:
        if building.family is Family.GRANADA:
            for price in PRICES:
                if (building, price) not in seen:
                    yield f"{building} {price} is missing"
    pairs = {frozenset(face.building for face in tile.faces) for _, tile in tiles}
    for named in ({Building.ARENA, Building.HOSPITAL}, {Building.LIBRARY, Building.DISTRICT}):
        if named not in pairs:
            yield f"no tile shows {' and '.join(sorted(map(str, named)))}"


def _flaws(tiles: list[tuple[str, Tile]], family: Family) -> list[str]:
    one_by_one = [where + flaw for where, tile in tiles for flaw in _flaws_of(tile, family)]
    return one_by_one + list(_flaws_of_all(tiles, family))


def _sorted(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=str))


@frozen(repr=False, cache_hash=True)
class TileSet:
    """The 54 tiles of one family, even face up, in the order of their notation.

    >>> len(TileSet.default(Family.GRANADA).tiles)
    54
    """

    family: Family = field(validator=instance_of(Family))
    tiles: tuple[Tile, ...] = field(converter=_sorted)

    def __attrs_post_init__(self) -> None:
        """Refuse what the rulebooks rule out."""
        if not all(isinstance(each, Tile) for each in self.tiles):
            message = "a set is made of tiles"
            raise TypeError(message)
        if flaws := _flaws([(f"tile {n}: ", tile) for n, tile in enumerate(self.tiles, 1)], self.family):
            raise InvalidState(flaws)

    @property
    def is_default(self) -> bool:
        """Whether this is the set that is shipped."""
        default = TileSet.default(self.family)
        return self is default or self.tiles == default.tiles

    @staticmethod
    def default(family: Family) -> TileSet:
        """The set that is shipped with this package."""
        return _default(family)

    @staticmethod
    def load(path: str | Path) -> TileSet:
        """Read the owner's own tiles from a CSV file, and name every line that cannot be right."""
        lines = _lines(Path(path))
        header = tuple(word.strip() for word in lines[0]) if lines else ()
        family = next((each for each, columns in _COLUMNS.items() if columns == header), None)
        if family is None:
            known = " or ".join(",".join(columns) for columns in _COLUMNS.values())
            raise InvalidState([f"line 1: expected the columns {known}"])
        tiles: list[tuple[str, Tile]] = []
        unreadable: list[str] = []
        for number, row in enumerate(lines[1:], start=2):
            if row:
                try:
                    tiles.append((f"line {number}: ", _read_row(row, family)))
                except ValueError as flaw:
                    unreadable.append(f"line {number}: {flaw}")
        if flaws := unreadable + _flaws(tiles, family):
            raise InvalidState(flaws)
        return TileSet(family, (tile for _, tile in tiles))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the shipped set by its name."""
        return (_default, (self.family,)) if self.is_default else (TileSet, (self.family, self.tiles))

    def __repr__(self) -> str:
        """As it can be built again."""
        if self.is_default:
            return f"TileSet.default({self.family!r})"
        return f"TileSet({self.family!r}, {self.tiles!r})"


def _lines(path: Path) -> list[list[str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = list(islice(csv.reader(file), MOST_LINES + 1))
    except (csv.Error, UnicodeDecodeError) as flaw:
        raise InvalidState([f"{path} is no CSV file: {flaw}"]) from None
    if len(lines) > MOST_LINES:
        raise InvalidState([f"{path} has more than {MOST_LINES} lines"])
    return lines


@cache
def _default(family: Family) -> TileSet:
    return TileSet.load(DATA / f"{family.value}_tiles.csv")


@cache
def huts() -> tuple[Face, ...]:
    """The 24 builders' huts, in the order of their buildings."""
    rows = _lines(DATA / "huts.csv")[1:]
    return tuple(Face(Building(word), 0, edges) for word, edges in rows)
