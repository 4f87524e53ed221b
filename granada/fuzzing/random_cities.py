"""Random cities: tiles of a game on a ground plan, or laid one by one."""

from collections.abc import Mapping
from random import Random

from granada.board import Cell, City, Face, Family, InvalidState, Tile, TileSet, empty_city
from granada.fuzzing.random_plans import Plan
from granada.game import Game
from granada.table import with_tile

EDGES = (0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 3, 6, 9, 12, 5, 10, 7, 11, 13, 14)
"""The edges with a moat or wall; few are likelier than many."""
SIZES = {"1 to 5": (1, 5), "6 to 14": (6, 14), "15 to 30": (15, 30)}
"""How many tiles a city has."""


def supply(game: Game, rng: Random) -> list[Tile]:
    """The tiles of a game in random order."""
    found = [tile for family in game.lanes for tile in TileSet.default(family).tiles]
    rng.shuffle(found)
    return found


def a_face(tiles: list[Tile], family: Family, edges: int, rng: Random) -> Face:
    """A face of a family with these edges, really in the box if one is left; its tile leaves the supply."""
    own = [at for at, tile in enumerate(tiles) if tile.up.family is family]
    at = next((at for at in own if tiles[at].up.edges == edges), own[0])
    face = rng.choice(tiles.pop(at).faces)
    return Face(face.building, face.price, edges)


def faces_on(plan: Plan, edges: Mapping[Cell, int], tiles: list[Tile] | None = None) -> dict[Cell, Face]:
    """A tile from the supply for each cell of a plan."""
    tiles = supply(plan.game, plan.rng) if tiles is None else tiles
    return {cell: a_face(tiles, plan.lands[cell], mask, plan.rng) for cell, mask in edges.items()}


def city_of(plan: Plan, faces: Mapping[Cell, Face]) -> City | None:
    """The city with these tiles; None where it breaks a rule after all."""
    try:
        return City.of(faces, start=plan.start, founding=plan.founding if plan.founding in faces else None)
    except InvalidState:
        return None


def grown(game: Game, rng: Random, tiles: list[Tile], sizes: tuple[int, int] = (0, 14)) -> City:
    """A city of so many tiles, as far as they fit, laid one by one; they leave the supply."""
    city, size = empty_city(game.start), rng.randint(*sizes)
    for tile in tiles[:]:
        if len(city) >= size:
            break
        larger = with_tile(city, rng.choice(tile.faces), rng.randrange(len(tiles)))
        if larger is not city:
            city = larger
            tiles.remove(tile)
    return city
