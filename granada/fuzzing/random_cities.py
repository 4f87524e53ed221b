"""Random cities, built tile by tile, and cells on which to try a change."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from granada.board import START, Cell, City, Face, Tile, TileSet, empty_city, is_one_arc, neighbours, ring
from granada.game import Game

ANY, COMPACT, STRINGY, HOLLOW = MANNERS = ("any", "compact", "stringy", "hollow")
"""The places where a city grows: anywhere, on cells with the most or the fewest neighbours, or around a hole."""
MANY = (2, 30)
"""The usual minimum and maximum number of tiles in a city."""
WAYS = ("north", "east", "south", "west")
"""The sides of a tile, clockwise."""
SIZES = {"1 to 5": (1, 5), "6 to 14": (6, 14), "15 to 30": (15, 30)}
"""A mapping from names to ranges of the number of tiles in a city."""
OWN_EDGES = 0.2
"""The probability that a tile gets random moats or walls instead of its printed ones."""


def supply(game: Game, rng: Random) -> list[Tile]:
    """A game's tiles in random order."""
    found = [tile for family in game.lanes for tile in TileSet.default(family).tiles]
    rng.shuffle(found)
    return found


def a_face(tiles: Sequence[Tile], rng: Random) -> Face:
    """A face of one of the given tiles, usually with its printed moats or walls."""
    face = rng.choice(rng.choice(tiles).faces)
    return Face(face.building, face.price, rng.randrange(15)) if rng.random() < OWN_EDGES else face


def grown(game: Game, rng: Random, tiles: list[Tile], sizes: tuple[int, int], manner: str = "", walls: int = 0) -> City:
    """A random city built from the supply; ``walls`` is 1 for many moats or walls, and -1 for few."""
    city, size, manner = empty_city(game.start), rng.randint(*sizes), manner or rng.choice(MANNERS)
    best, choices = min if manner == STRINGY else max, 4 if manner in {COMPACT, STRINGY} else 1
    hole, rim = _a_hole(rng) if manner == HOLLOW else (set[Cell](), set[Cell]())
    for tile in sorted(tiles, key=lambda tile: rng.uniform(0, 6) - walls * tile.up.edges.bit_count()):
        if len(city) >= size:
            break
        face = rng.choice(tile.faces)
        sites = [cell for cell in city.sites(face) if cell not in hole]
        if sites := [cell for cell in sites if cell in rim] or sites:
            some = rng.sample(sites, min(choices, len(sites)))
            numbers = {cell: len(taken_sides(city, cell)) for cell in some}
            city = city.added(face, best(some, key=numbers.__getitem__))
            tiles.remove(tile)
    return city


def _a_hole(rng: Random) -> tuple[set[Cell], set[Cell]]:
    """Some adjacent cells near the start, and the cells around them."""
    hole = {rng.choice(ring(START))}
    for _ in range(rng.randrange(4)):
        hole.add(rng.choice(neighbours(rng.choice(sorted(hole)))))
    hole.discard(START)
    return hole, {near for cell in hole for near in ring(cell)} - hole


def taken_sides(city: City, cell: Cell) -> list[int]:
    """The sides of a cell that have a neighbouring tile."""
    return [side for side, near in enumerate(neighbours(cell)) if city.is_taken(near)]


def free_sides(city: City) -> Iterator[tuple[Cell, int]]:
    """Each side of a tile that has no neighbour, as a pair of cell and side."""
    for cell in city:
        taken = taken_sides(city, cell)
        yield from ((cell, side) for side in range(4) if side not in taken)


def outlined(city: City, walls: Mapping[tuple[Cell, int], bool]) -> City:
    """A city whose outline has moats or walls on the given sides of the given tiles."""
    tiles = dict(city.tiles)
    for (cell, side), wall in walls.items():
        face = tiles[cell]
        tiles[cell] = Face(face.building, face.price, face.edges & ~(1 << side) | wall << side)
    return City.of(tiles, start=city.start, founding=city.founding)


def cells_of(city: City, where: str, rng: Random) -> list[Cell]:
    """The cells of a sort such as ``tile`` (cells with a tile) or ``closing`` (cells where a tile encloses a hole)."""
    taken = {START, *city}
    beside = sorted({near for cell in taken for near in neighbours(cell)} - taken)
    match where:
        case "tile":
            return list(city)
        case "tile at the start":
            return [cell for cell in neighbours(START) if cell in city]
        case "start":
            return [START]
        case "founding":
            return [city.founding] if city.founding else []
        case "closing":  # a tile here encloses a hole
            return [cell for cell in beside if not is_one_arc(taken, cell)]
        case "corner":
            return sorted({cell for each in taken for cell in ring(each)[1::2]} - taken - {*beside})
        case "northmost" | "eastmost" | "southmost" | "westmost":  # no tile lies beyond the neighbouring tile
            side = WAYS.index(where.removesuffix("most"))
            along = [cell[(side + 1) % 2] for cell in taken]
            rim = max(along) if side < 2 else min(along)
            near = {cell: neighbours(cell)[side] for cell in beside}
            return [cell for cell, last in near.items() if last in taken and last[(side + 1) % 2] == rim]
        case "far":
            return [Cell(rng.randint(-9, 9), rng.choice((-12, 12)))]
    return beside
