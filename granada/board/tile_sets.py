"""Sets of tiles, either included in the package or read from the user's own file, and their validation."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import StringIO
from itertools import islice, product
from os import PathLike
from pathlib import Path
from typing import Final

from attrs import field, frozen

from granada.board.tiles import A_FAMILY, BUILDINGS, MOST_MOATS, PRICES, Building, Face, Family, Tile
from granada.errors import Flaws, InvalidState, Reason, instance, known, listed, quoted, refuse
from granada.notation import a_text
from granada.text import LONGEST_TEXT, decoded

TILES_IN_A_SET = 54
ALHAMBRA_TILES: Final = {
    Building.PAVILION: (7, range(2, 9)),
    Building.SERAGLIO: (7, range(3, 10)),
    Building.ARCADES: (9, range(4, 11)),
    Building.CHAMBERS: (9, range(5, 12)),
    Building.GARDEN: (11, range(6, 13)),
    Building.TOWER: (11, range(7, 14)),
}
"""For each of the Alhambra's buildings, the number of its tiles and the prices printed in the overview."""
WALL_LESS_TILES = 10
"""The number of the Alhambra's tiles without a wall; the bonus cards show these tiles."""
_COLUMNS = {
    Family.GRANADA: ("even_building", "even_price", "odd_building", "odd_price", "moats"),
    Family.ALHAMBRA: ("building", "price", "walls"),
}
_BUILDINGS = {building.value: building for building in Building}
SHIPPED = {"alhambra": Family.ALHAMBRA, "granada-1": Family.GRANADA}
"""A mapping from the names of the package's tile sets to families; a name always refers to the same set.

A corrected set gets a new name, listed after the old one, and the old set remains; a family's last set is its default.
"""
HUT_SET = "huts-1"
"""The name of the set of builders' huts; it always refers to the same set."""
LONGEST_LINE, MOST_WORDS = 10_000, 10
"""The maximum length of a line in a file of tiles, and the maximum number of words to keep from it."""
MOST_LINES = 1000
"""The maximum number of lines in a file of tiles."""
_A_TILE = "Tile.parse('school8|hospital9/s')"


def _read_row(row: list[str], family: Family) -> Tile:
    """Read a tile from one line of a file; raise ValueError if the line is invalid."""
    columns = _COLUMNS[family]
    if len(row) != len(columns):
        more = " or more" if len(row) == MOST_WORDS else ""
        raise InvalidState(f"expected {len(columns)} columns ({','.join(columns)}), found {len(row)}{more}")
    *pairs, edges = (value.strip() for value in row)
    faces = []
    for word, price in zip(pairs[::2], pairs[1::2], strict=True):
        if word not in _BUILDINGS:
            raise InvalidState(f"{word[:40]!r} is not a building")
        if re.fullmatch(r"[2-9]|1[0-3]", price) is None:
            raise InvalidState(f"a price must be 2 to 13, not {price[:40]!r}")
        faces.append(Face(_BUILDINGS[word], int(price), edges))
    return Tile(*faces)


def face_flaws(face: Face) -> Iterator[str]:
    """The errors in a face, such as a moat or wall on all four edges."""
    if face.edges.bit_count() > MOST_MOATS:
        yield Reason("{face} has a moat or wall on all four edges; at most three may have one", face=face)


def tile_flaws(tile: Tile, family: Family) -> Iterator[str]:
    """The errors in a single tile, which lies with its even face up."""
    if {face.family for face in tile.faces} != {family}:
        yield f"{tile} does not belong to {family.value}"
        return
    yield from face_flaws(tile.up)
    if family is Family.ALHAMBRA:
        if tile.down is not None:
            yield Reason("{tile} has two faces; the tiles of the Alhambra have one", tile=tile)
        return
    if tile.down is None:
        yield Reason("{tile} has one face; the tiles of Granada have two", tile=tile)
        return
    if tile.up.building is tile.down.building:
        yield Reason("{tile} shows {building} on both faces", tile=tile, building=tile.up.building)
    if tile.up.price % 2 or tile.down.price != tile.up.price + 1:
        yield Reason("{tile}: the back of an even price is the next higher odd price", tile=tile)


def _price_flaws(tile: Tile) -> Iterator[str]:
    """Check that a price is in the range for its building; tiles in examples may have any price."""
    prices = ALHAMBRA_TILES[tile.up.building][1] if tile.up.family is Family.ALHAMBRA else PRICES
    if tile.up.price not in prices:
        yield f"{tile.up.building} costs {prices.start} to {prices.stop - 1}, not {tile.up.price}"


def _flaws_of_all(tiles: list[tuple[str, Tile]], family: Family) -> Iterator[str]:
    """The errors in a set as a whole."""
    if len(tiles) != TILES_IN_A_SET:
        yield f"a set must have {TILES_IN_A_SET} tiles, not {len(tiles)}"
    if family is Family.ALHAMBRA:
        counts = Counter(tile.up.building for _, tile in tiles)
        for building, (number, _) in ALHAMBRA_TILES.items():
            if counts[building] != number:
                yield f"there must be {number} tiles of {building}, not {counts[building]}"
        bare = sum(not tile.up.edges for _, tile in tiles)
        if bare != WALL_LESS_TILES:
            yield f"there must be {WALL_LESS_TILES} tiles without a wall, not {bare}"
        return
    seen: dict[tuple[Building, int], str] = {}
    for where, tile in tiles:
        for face in tile.faces:
            first = seen.setdefault((face.building, face.price), where)
            if first != where:
                yield f"{where}{face.building} {face.price} repeats {first.strip(': ')}"
    for building, price in product(BUILDINGS[Family.GRANADA], PRICES):
        if (building, price) not in seen:
            yield f"{building} {price} is missing"
    pairs = {frozenset(face.building for face in tile.faces) for _, tile in tiles}
    for named in ({Building.ARENA, Building.HOSPITAL}, {Building.LIBRARY, Building.DISTRICT}):
        if named not in pairs:
            yield f"no tile shows {' and '.join(sorted(map(str, named)))}"


def _flaws(tiles: list[tuple[str, Tile]], family: Family) -> list[str]:
    one_by_one = [where + flaw for where, tile in tiles for flaw in (*tile_flaws(tile, family), *_price_flaws(tile))]
    return one_by_one + list(_flaws_of_all(tiles, family))


def _sorted(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    found = listed(tiles, f"tiles must be a list of tiles such as {_A_TILE}")
    for each in found:
        if not isinstance(each, Tile):
            raise TypeError(f"a set must be made of tiles such as {_A_TILE}, not {quoted(each)}")
    return tuple(sorted(found))


@frozen(repr=False, cache_hash=True)
class TileSet:
    """The 54 tiles of one family in notation order; tiles with two faces lie with the even face up.

    - ``family``: The family of the tiles.
    - ``tiles``: The tiles.

    >>> len(TileSet.default(Family.GRANADA).tiles)
    54
    """

    family: Family = field(validator=instance(Family, A_FAMILY))
    tiles: tuple[Tile, ...] = field(converter=_sorted)

    def __attrs_post_init__(self) -> None:
        """Refuse sets that contradict the rulebooks."""
        refuse(_flaws([(f"tile {n}: ", tile) for n, tile in enumerate(self.tiles, 1)], self.family))

    @property
    def name(self) -> str | None:
        """The name of the set if the package contains it."""
        names = (name for name, family in SHIPPED.items() if family is self.family)
        return next((name for name in names if self == _named(name)), None)

    @property
    def is_default(self) -> bool:
        """Whether this is the family's default set."""
        return self == TileSet.default(self.family)

    @staticmethod
    def named(name: str) -> TileSet:
        """Find a set in the package by its name, such as ``granada-1``; a name always refers to the same set."""
        known(name, SHIPPED, Reason("set of tiles"))
        return _named(name)

    @staticmethod
    def default(family: Family) -> TileSet:
        """A family's default set."""
        if not isinstance(family, Family):
            raise TypeError(f"family must be {A_FAMILY}, not {quoted(family)}")
        return _named([name for name, each in SHIPPED.items() if each is family][-1])

    @staticmethod
    def load(path: str | PathLike[str]) -> TileSet:
        """Read the user's own tiles from a CSV file; report every line that has an error."""
        if not isinstance(path, str | PathLike):
            raise TypeError(f"path must be the name of a CSV file, not {quoted(path)}")
        if "\0" in os.fspath(path):
            raise InvalidState(f"this cannot be the name of a file: {quoted(os.fspath(path))}")
        return _read_set(_lines(Path(path)))

    @staticmethod
    def parse(text: str) -> TileSet:
        """Read the user's own tiles from the text of a CSV file."""
        return _read_set(_cut(a_text(text, "a set of tiles"), "this"))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the name of a set that the package includes."""
        name = self.name
        return (TileSet, (self.family, self.tiles)) if name is None else (_named, (name,))

    def __repr__(self) -> str:
        """A Python expression that makes this value."""
        if self.is_default:
            return f"TileSet.default({self.family!r})"
        return f"TileSet({self.family!r}, {self.tiles!r})"


def _read_set(lines: list[list[str]]) -> TileSet:
    """Read a set of tiles from the lines of a file."""
    header = tuple(word.strip() for word in lines[0]) if lines else ()
    family = next((each for each, columns in _COLUMNS.items() if columns == header), None)
    if family is None:
        known = " or ".join(",".join(columns) for columns in _COLUMNS.values())
        raise InvalidState(f"line 1: expected the columns {known}")
    tiles: list[tuple[str, Tile]] = []
    unreadable = Flaws()
    for number, row in enumerate(lines[1:], start=2):
        if row:
            try:
                tiles.append((f"line {number}: ", _read_row(row, family)))
            except ValueError as flaw:
                unreadable.append(f"line {number}: {flaw}")
    refuse(unreadable + _flaws(tiles, family))
    return TileSet(family, (tile for _, tile in tiles))


def data_file(name: str) -> Traversable:
    """The file that contains a tile set; each call looks it up, because processes cannot share an open zip archive."""
    return files("granada") / "data" / f"{name}.csv"


def _lines(path: Traversable) -> list[list[str]]:
    with path.open("rb") as file:
        return _cut(decoded(file.read(LONGEST_TEXT + 1), str(path)), str(path))


def _short_lines(text: str, name: str) -> Iterator[str]:
    """Yield the lines of a text; raise ValueError for a line that is too long for a tile."""
    for number, line in enumerate(StringIO(text, newline=None), start=1):
        if len(line) > LONGEST_LINE:
            raise InvalidState(f"{name}, line {number}: a tile takes at most {LONGEST_LINE:,} characters")
        yield line


def _cut(text: str, name: str) -> list[list[str]]:
    """Split the lines of a CSV file into words."""
    try:
        rows = csv.reader(_short_lines(text, name))
        lines = [row[:MOST_WORDS] for row in islice(rows, MOST_LINES + 1)]
    except csv.Error as flaw:
        raise InvalidState(f"{name} is not a CSV file: {flaw}") from None
    if len(lines) > MOST_LINES:
        raise InvalidState(f"{name} has more than {MOST_LINES} lines")
    return lines


@cache
def _named(name: str) -> TileSet:
    return _read_set(_lines(data_file(name)))


@cache
def huts() -> tuple[Face, ...]:
    """The 24 builders' huts, in the order of their buildings."""
    rows = _lines(data_file(HUT_SET))[1:]
    return tuple(Face(Building(word), 0, edges) for word, edges in rows)
