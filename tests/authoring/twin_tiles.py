"""Twins with other tiles: a case that is written with the tiles of one family, with those of the other instead."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from attrs import frozen

from granada.board import PRICES, Building, Face, Family, Tile, TileSet
from granada.questions.grading import Written
from granada.questions.protocol import TILE_IN_TEXT, faces_in
from tests.authoring.twin_words import FOR_PEOPLE, in_words_of

IN_THE_SHOP = ("yard", "bag", "bags", "dirk", "tile")
"""Where a tile lies that nobody has built: its price may matter, its edges do not."""
_LIKE = dict(
    zip(
        (each for each in Building if each.family is Family.ALHAMBRA),
        (Building.ARENA, Building.BATHHOUSE, Building.HOSTEL, Building.MARKET, Building.PARK, Building.SCHOOL),
        strict=True,
    )
)
"""The building of Granada that takes the place of one of the Alhambra."""


@frozen
class _Sought:
    """A tile of a case for which the other family needs one, and what the two must have in common.

    - ``building``: The building that it must be, where buildings are counted.
    """

    faces: frozenset[Face]
    up: Face
    price: bool
    edges: bool
    building: Building | None = None

    def fits(self, face: Face) -> bool:
        """Whether a face can take its place."""
        return (
            (not self.price or face.price == self.up.price)
            and (not self.edges or face.edges == self.up.edges)
            and self.building in {None, face.building}
        )

    def unlike(self, face: Face) -> tuple[object, ...]:
        """How little a face resembles it; the most alike comes first."""
        differs = (face.edges != self.up.edges) + (face.price != self.up.price)
        return differs, abs(face.price - self.up.price), face.text


def texts_in(value: object, where: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a case or of a part of it, each with the name of the part in which it stands."""
    match value:
        case str():
            yield where, value
        case list():
            for each in value:
                yield from texts_in(each, where)
        case dict():
            for key, inner in value.items():
                if key not in FOR_PEOPLE:
                    yield where, key
                    yield from texts_in(inner, where if where in IN_THE_SHOP else key)


def replaced(case: Written, change: Callable[[str], str]) -> Written:
    """A case, or a table in it, with every text changed."""
    return {change(key): value if key in FOR_PEOPLE else _replaced(value, change) for key, value in case.items()}


def _replaced(value: object, change: Callable[[str], str]) -> object:
    match value:
        case str():
            return change(value)
        case list():
            return [_replaced(each, change) for each in value]
        case dict():
            return replaced(value, change)
    return value


def deeds(written: Written) -> list[str]:
    """What is done in a case, in a row."""
    done = written.get("do", [])
    return [done] if isinstance(done, str) else list(done)


def _sought(written: Written, family: Family) -> list[_Sought]:
    """The tiles of a family that a case names, in the order in which they are met."""
    tiles: list[tuple[Face, ...]] = []
    shop: set[Face] = set()
    built: set[Face] = set()
    for where, text in texts_in(written):
        for match in TILE_IN_TEXT[family].finditer(text):
            faces = faces_in(match)
            tiles.append(faces)
            (shop if where in IN_THE_SHOP else built).update(faces)
    groups: list[tuple[Face, ...]] = []
    for faces in tiles:
        old = [group for group in groups if set(group) & set(faces)]
        merged = tuple(dict.fromkeys(face for group in (*old, faces) for face in group))
        at = groups.index(old[0]) if old else len(groups)
        groups = [group for group in groups if group not in old]
        groups.insert(at, merged)
    pays = written["kind"] in {"buy", "legal"} or any(deed.startswith("buy") for deed in deeds(written))
    like: dict[Building, Building] = {}
    if written["kind"] == "score" or any(written.get("then", {}).get("points", ())):  # buildings are counted
        named = dict.fromkeys(group[0].building for group in groups)
        like = dict(zip(named, reversed(_LIKE), strict=False))
    return [
        _Sought(
            frozenset(group),
            group[0],
            pays and bool(shop & set(group)),
            bool(built & set(group)),
            like.get(group[0].building),
        )
        for group in groups
    ]


@cache
def box(family: Family) -> tuple[Face, ...]:
    """The faces of the tiles in the box of a family."""
    return tuple(face for tile in TileSet.default(family).tiles for face in tile.faces)


def _from_the_box(sought: list[_Sought]) -> dict[int, Face]:
    """A tile of the Alhambra's box for each that is sought, as far as there are such, no tile twice."""
    found: dict[int, int] = {}

    def settled(number: int, tried: set[int]) -> bool:
        one = sought[number]
        for place in sorted(range(len(tiles)), key=lambda at: one.unlike(tiles[at])):
            if place in tried or not one.fits(tiles[place]):
                continue
            tried.add(place)
            holder = next((other for other, taken in found.items() if taken == place), None)
            if holder is None or settled(holder, tried):
                found[number] = place
                return True
        return False

    tiles = box(Family.ALHAMBRA)
    for number in range(len(sought)):
        settled(number, set())
    return {number: tiles[place] for number, place in found.items()}


def _own(one: _Sought, taken: Iterable[Face]) -> Face:
    """A tile of the Alhambra that is in no box."""
    known = set(taken)
    buildings = _LIKE if one.building is None else (one.building,)
    prices = (one.up.price, *PRICES)
    made = (Face(building, price, one.up.edges) for price in prices for building in buildings)
    return next(face for face in made if face not in known)


def as_alhambra(written: Written) -> Written:
    """A case of Granada with tiles of the Alhambra: with the same walls, and the same price where that matters."""
    sought = _sought(written, Family.GRANADA)
    faces = _from_the_box(sought)
    for number, one in enumerate(sought):
        if number not in faces:
            faces[number] = _own(one, faces.values())
    by_face = {face: faces[number] for number, one in enumerate(sought) for face in one.faces}
    words = in_words_of(Family.ALHAMBRA, written, ((old.building, new.building) for old, new in by_face.items()))
    twin = replaced(
        written, lambda text: TILE_IN_TEXT[Family.GRANADA].sub(lambda match: str(by_face[faces_in(match)[0]]), text)
    )
    return _sorted({**twin, **words})


def as_granada(written: Written) -> Written:
    """A case of the Alhambra with tiles of Granada: with the same edges and prices, and a back that is one off.

    What lies in the bag has its even face up, and what is drawn shows the face of the marker.
    """
    tiles = _two_faced(dict.fromkeys(one.up for one in _sought(written, Family.ALHAMBRA)))
    odd = written.get("state", {}).get("marker", "odd") == "odd"
    draws = (deed for deed in deeds(written) if deed.startswith("draw"))
    pattern = TILE_IN_TEXT[Family.ALHAMBRA]
    drawn = {face for draw in draws for match in pattern.finditer(draw) for face in faces_in(match)}

    def with_tiles(value: object, tile: Callable[[Tile], object]) -> object:
        return _replaced(value, lambda text: pattern.sub(lambda match: str(tile(tiles[faces_in(match)[0]])), text))

    def part(name: str, value: object) -> object:
        match name, value:
            case "state" | "then", dict():
                return {key: part(key, inner) for key, inner in value.items()}
            case "yard", _ if any(drawn):
                known = {tiles[face] for face in drawn}
                return with_tiles(value, lambda tile: _showing(tile, odd=odd) if tile in known else tile)
            case "bag", _:
                return with_tiles(value, lambda tile: _showing(tile, odd=False))
            case "yard" | "place" | "placing" | "bought" | "tile", _:
                return with_tiles(value, lambda tile: tile)
            case "draws", _:
                return with_tiles(value, lambda tile: _showing(tile, odd=odd))
            case "do", list():
                return [part(name, deed) for deed in value]
            case "do", str() if value.startswith("draw"):
                return with_tiles(value, lambda tile: _showing(tile, odd=odd))
        return with_tiles(value, lambda tile: tile.up)

    words = in_words_of(Family.GRANADA, written, ((old.building, new.up.building) for old, new in tiles.items()))
    return _sorted({name: words[name] if name in words else part(name, value) for name, value in written.items()})


def _two_faced(faces: Iterable[Face]) -> dict[Face, Tile]:
    """A tile of Granada for each face of the Alhambra, no face of Granada twice."""
    found: dict[Face, Tile] = {}
    taken: set[tuple[Building, int]] = set()

    def free(price: int, first: Building, *, but: Building | None = None) -> Building:
        buildings = (first, *(each for each in reversed(Building) if each.family is Family.GRANADA))
        building = next(each for each in buildings if (each, price) not in taken and each is not but)
        taken.add((building, price))
        return building

    for face in faces:
        up = Face(free(face.price, _LIKE[face.building]), face.price, face.edges)
        back = face.price - 1 if face.price % 2 else face.price + 1
        found[face] = Tile(up, Face(free(back, Building.DISTRICT, but=up.building), back, face.edges))
    return found


def _showing(tile: Tile, *, odd: bool) -> Tile:
    """A tile with its odd or its even face up."""
    return tile if tile.up.price % 2 == odd else tile.turned


def _sorted(case: Written) -> Written:
    """A case with the parts of its answer that have an order in the order of its own tiles."""
    if "actions" in case:
        case["actions"] = sorted(set(case["actions"]))
    for name in ("reserves", "placing", "bought", "dirk"):
        if name in case.get("then", {}):
            found = case["then"][name]
            case["then"][name] = [sorted(each) for each in found] if name == "reserves" else sorted(found)
    return case
