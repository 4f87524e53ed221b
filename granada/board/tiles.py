"""Tiles: buildings, edges, faces, and tiles with one face or two."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from types import NoneType
from typing import Self

from attrs import field, frozen

from granada.errors import InvalidState, Reason, instance, meant, quoted, whole
from granada.notation import Choice, Notated, Term, Word, only_word

PRICES = range(2, 14)
"""The prices of tiles; each of Granada's buildings exists at every price."""
MOST_MOATS = 3
"""The maximum number of edges of a tile that have a moat or wall."""
SIDES = "nesw"
"""The edges of a tile, clockwise from the north; bit *i* of an edge mask represents edge *i*."""


class Family(Term):
    """The family to which a tile belongs: Granada or the Alhambra."""

    GRANADA = "granada"
    ALHAMBRA = "alhambra"


class Marker(Choice):
    """The position of the marker, which shows whether new tiles lie with the even or the odd price up."""

    EVEN = "even"
    ODD = "odd"


A_FAMILY = "Family.GRANADA or Family.ALHAMBRA"
_OF_THE_ALHAMBRA = {"PAVILION", "SERAGLIO", "ARCADES", "CHAMBERS", "GARDEN", "TOWER"}


class Building(Term):
    """A kind of building; each family's buildings are in scoring order."""

    family: Family
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


for _building in Building:
    _building.family = Family.ALHAMBRA if _building.name in _OF_THE_ALHAMBRA else Family.GRANADA
BUILDINGS = {family: tuple(each for each in Building if each.family is family) for family in Family}


def edges_of(mask: int) -> str:
    """The letters for the edges in a mask.

    >>> edges_of(0b0011)
    'ne'
    """
    return "".join(letter for bit, letter in enumerate(SIDES) if mask >> bit & 1)


MASKS = {edges_of(mask): mask for mask in range(16)}


def _mask(edges: str | int) -> int:
    """Convert edges, given as letters or as a mask, to a mask."""
    if isinstance(edges, str):
        if edges not in MASKS:
            raise InvalidState(f"edges must be letters in the order nesw, not {quoted(edges)}")
        return MASKS[edges]
    mask = whole(edges, "edges, if not letters,")
    if not 0 <= mask < 16:
        raise InvalidState(f"edges must be letters in the order nesw or a mask of 0 to 15, not {quoted(edges)}")
    return mask


def _price(price: int) -> int:
    number = whole(price, "a price")
    if number and number not in PRICES:
        raise InvalidState(f"a price must be 2 to 13, not {quoted(price)}")
    return number


class Printed(Notated):
    """The base class of faces and tiles, which are sorted by their notation."""

    def __lt__(self, other: Self) -> bool:
        """Compare by notation."""
        return str(self) < str(other) if isinstance(other, type(self)) else NotImplemented


A_FACE = Reason("a face such as school8/ne or park6")
LONGEST_FACE, LONGEST_TILE = 24, 40
"""The maximum lengths of a face and of a tile in notation; longer texts are refused at once."""
_FACE = re.compile(r"([a-z]+)([2-9]|1[0-3]|-hut)(?:/(n?e?s?w?))?")


@frozen(repr=False, order=False, cache_hash=True, slots=False)
class Face(Printed):
    """One face of a tile: a building, its price (0 for a builders' hut), and the edges that have a moat or wall.

    - ``building``: The building on the face.
    - ``price``: The price, 2 to 13; a builders' hut costs nothing.
    - ``edges``: The edges that have a moat or wall, as the sum of 1 (north), 2 (east), 4 (south) and 8 (west).

    >>> Face(Building.SCHOOL, 8, "ne")
    Face.parse('school8/ne')
    """

    building: Building = field(validator=instance(Building, "a Building such as Building.PARK"))
    price: int = field(converter=_price)
    edges: int = field(default=0, converter=_mask)

    @cached_property
    def text(self) -> str:
        """The face in notation."""
        price = "-hut" if self.is_hut else str(self.price)
        edges = f"/{self.letters}" if self.edges else ""
        return f"{self.building.value}{price}{edges}"

    def __str__(self) -> str:
        """The face in notation."""
        return self.text

    def __attrs_post_init__(self) -> None:
        """Refuse a hut for one of Granada's buildings; only the Alhambra's buildings have huts."""
        if self.is_hut and self.family is not Family.ALHAMBRA:
            raise InvalidState(f"there is no hut for {self.building}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the notation, from which the value is rebuilt."""
        return _face, (self.text,)

    @cached_property
    def family(self) -> Family:
        """The family of the building."""
        return self.building.family

    def barred(self, side: int) -> bool:
        """Whether a side has a moat or wall; sides are numbered clockwise from the north, 0 to 3."""
        return bool(self.edges >> side & 1)

    @property
    def letters(self) -> str:
        """The letters of the edges that have a moat or wall, clockwise from the north, such as ``ne``."""
        return edges_of(self.edges)

    @property
    def is_hut(self) -> bool:
        """Whether this is a builders' hut."""
        return self.price == 0

    @staticmethod
    def parse(text: str) -> Face:
        """Read a face from its notation."""
        return read_face(only_word(text, A_FACE))


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


def face_named(text: str) -> Face | None:
    """The face with a given notation; None if there is no such face."""
    return _face(text) if len(text) <= LONGEST_FACE else None


def read_face(word: Word) -> Face:
    """Read a face from a word."""
    face = face_named(word.text)
    if face is None:
        raise word.bad(A_FACE, face_hint(word.text))
    return face


def face_hint(text: str) -> str:
    """A hint for an error about a face or a tile: a similar building, or the prices that exist.

    >>> face_hint("prak6/n"), face_hint("school8|tower14")
    ('; did you mean park?', '; prices are 2 to 13')
    """
    names = [each.value for each in Building]
    for name, price in re.findall("([A-Za-z]+)([0-9]+)", text[:LONGEST_TILE]):
        if name not in names:
            return meant(name, names)
        if len(price) > 2 or int(price) not in PRICES:
            return Reason("; prices are 2 to 13")
    return ""


A_TILE = Reason("a tile such as school8|hospital9/s or garden10/n")


@frozen(repr=False, order=False, cache_hash=True, slots=False)
class Tile(Printed):
    """A tile with one or two faces.

    - ``up``: The face that is showing.
    - ``down``: The lower face, if the tile has two.

    >>> Tile.parse("school8|hospital9/s").turned
    Tile.parse('hospital9|school8/s')
    """

    up: Face = field(validator=instance(Face, "a Face such as Face.parse('park6')"))
    down: Face | None = field(default=None, validator=instance((Face, NoneType), "a Face or None"))

    @cached_property
    def text(self) -> str:
        """The tile in notation."""
        up = str(self.up)
        return up if self.down is None else f"{up.partition('/')[0]}|{self.down}"

    def __str__(self) -> str:
        """The tile in notation."""
        return self.text

    def __attrs_post_init__(self) -> None:
        """Refuse a tile whose two faces have moats on different edges, and a hut with two faces."""
        if self.down is None:
            return
        if self.down.edges != self.up.edges:
            faces = {"up": self.up, "down": self.down}
            raise InvalidState(Reason("{up} and {down} carry their moats on different edges", **faces))
        if self.up.is_hut or self.down.is_hut:
            raise InvalidState(f"a builders' hut has one face, not {self.up} and {self.down}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the notation, from which the value is rebuilt."""
        return _tile, (self.text,)

    @cached_property
    def turned(self) -> Tile:
        """The tile turned over."""
        return self if self.down is None else Tile(self.down, self.up)

    def showing(self, marker: Marker | None) -> Tile:
        """The tile with its even or odd face up; a tile with one face does not change."""
        if self.down is None or marker is None:
            return self
        return self if self.up.price % 2 == (0 if marker == Marker.EVEN else 1) else self.turned

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, the upper one first."""
        return (self.up,) if self.down is None else (self.up, self.down)

    @staticmethod
    def parse(text: str) -> Tile:
        """Read a tile from its notation."""
        return read_tile(only_word(text, A_TILE))


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
    """Read a tile from a word."""
    tile = _tile(word.text) if len(word.text) <= LONGEST_TILE else None
    if tile is None:
        raise word.bad(A_TILE, face_hint(word.text))
    return tile
