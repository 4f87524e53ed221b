"""Random cities: tiles of a game on a ground plan, with moats or walls inside and along the outline."""

from collections.abc import Mapping
from random import Random

from granada.board import START, Cell, City, Face, Family, InvalidState, Layout, Tile, TileSet
from granada.fuzzing.random_plans import MANNERS, Plan, plan_of
from granada.game import Game

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


def faces_on(plan: Plan, edges: Mapping[Cell, int], tiles: list[Tile]) -> dict[Cell, Face]:
    """A tile from the supply for each cell of a plan."""
    return {cell: a_face(tiles, plan.lands[cell], mask, plan.rng) for cell, mask in edges.items()}


def city_of(faces: Mapping[Cell, Face], plan: Plan) -> City | None:
    """The city with these tiles; None where it breaks a rule after all."""
    founding = plan.founding if plan.founding in faces else None
    try:
        return City.of(Layout(tuple(faces.items()), (), plan.start, founding))
    except InvalidState:
        return None


def city_on(plan: Plan, edges: Mapping[Cell, int]) -> City | None:
    """A city on a plan, with any tiles that have these edges; None where it breaks a rule after all."""
    return city_of(faces_on(plan, edges, supply(plan.game, plan.rng)), plan)


def grown(
    game: Game, rng: Random, tiles: list[Tile], least: int = 0, most: int = 14, outer: float | None = None
) -> City:
    """A city of about so many tiles that keeps the building rules; it takes its tiles from a supply."""
    left = min(sum(tile.up.family is family for tile in tiles) for family in game.lanes)
    most = min(most, left)
    while True:
        plan = plan_of(game, rng, rng.randint(min(least, most), most), rng.choice(MANNERS))
        walls = rng.choice((0.2, 0.5, 0.9)) if outer is None else outer
        edges, rest = plan.edges(plan.links() or frozenset(), rng.choice((0.1, 0.5)), walls), list(tiles)
        city = city_of(faces_on(plan, edges, rest), plan)
        if city is not None:  # one without tiles is a city too
            tiles[:] = rest
            return city


def near(city: City, rng: Random) -> Cell:
    """A cell in a city or beside it."""
    x, y = rng.choice((START, *city))
    return Cell(x + rng.randrange(-1, 2), y + rng.randrange(-1, 2))
