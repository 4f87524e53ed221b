"""Random questions about cities: they grow by the rules, and something is changed in them or scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import (
    ALHAMBRA_TILES,
    START,
    STEPS,
    Building,
    Cell,
    City,
    Face,
    Family,
    InvalidState,
    Layout,
    Round,
    Tile,
    empty_city,
    huts,
)
from granada.game import MODULES, Place, Remove, Swap
from granada.spec import LayoutQuestion, MoatQuestion, PlaceQuestion, RemoveQuestion, ScoreQuestion, SwapQuestion
from granada.table import PLAYERS

if TYPE_CHECKING:
    from random import Random

    from granada.game import Game, Module

    Modules = tuple[Module, ...]
    """The modules that may take part."""

EDGES = (0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 3, 6, 9, 12, 5, 10, 7, 11, 13, 14)
"""The edges with a moat or wall; few are likelier than many."""
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The way to the eight cells round a cell, clockwise."""


def supply(game: Game, rng: Random) -> list[Tile]:
    """Tiles of a game in random order, each face once."""
    found: list[Tile] = []
    if Family.GRANADA in game.lanes:
        buildings = [building for building in Building if building.family is Family.GRANADA]
        for price in range(2, 14, 2):
            shift = rng.randrange(1, len(buildings))
            for number, building in enumerate(buildings):
                edges, other = rng.choice(EDGES), buildings[(number + shift) % len(buildings)]
                found.append(Tile(Face(building, price, edges), Face(other, price + 1, edges)))
    if Family.ALHAMBRA in game.lanes:
        for building, (_, prices) in ALHAMBRA_TILES.items():
            found += [Tile(Face(building, price, rng.choice(EDGES))) for price in prices]
    rng.shuffle(found)
    return found


def grown(game: Game, rng: Random, tiles: list[Tile], most: int = 14) -> City:
    """A city that keeps the building rules; it takes its tiles from a supply."""
    city = empty_city(game.start)
    for _ in range(rng.randrange(most + 1)):
        if not tiles:
            break
        face = rng.choice(tiles.pop().faces)
        if sites := city.sites(face):
            city = city.added(face, rng.choice(sites))
    return city


def layout_question(rng: Random, game: Game, _: Modules) -> LayoutQuestion | None:
    """A legal city with up to three things changed."""
    tiles = supply(game, rng)
    cells = dict(grown(game, rng, tiles).cells)
    for _change in range(rng.randrange(4)):
        name = rng.choice(list(cells)) if cells else None
        where = str(Cell(rng.randrange(-2, 3), rng.randrange(-2, 3)))
        what = rng.randrange(5)
        if what == 0 and name:
            cells[name] = f"{cells[name].partition('~')[0]}~{rng.choice((90, 180, 270))}"
        elif what == 1 and name:
            star = "*" if cells[name].startswith("*") else ""
            cells[name] = f"{star}{tiles.pop().up}"
        elif what == 2 and name and where not in cells:
            cells[where] = cells.pop(name)
        elif what == 3 and name and not cells[name].startswith("*"):
            del cells[name]
        elif where not in cells:
            cells[where] = str(tiles.pop().up)
    if str(START) in cells:
        return None
    try:
        return LayoutQuestion(game=game, layout=Layout.from_cells(cells, game.start))
    except InvalidState:
        return None


def place_question(rng: Random, game: Game, _: Modules) -> PlaceQuestion:
    """A tile where it fits, or beside the city, or anywhere near."""
    tiles = supply(game, rng)
    city, face = grown(game, rng, tiles), rng.choice(tiles.pop().faces)
    chance, sites = rng.random(), city.sites(face)
    if sites and chance < 0.4:
        cell = rng.choice(sites)
    elif chance < 0.9:
        cell = _gap(city, rng)
        face = _fitting(face, city, cell) if rng.random() < 0.7 else face
    else:
        cell = near(city, rng)
    return PlaceQuestion(game=game, city=city, do=Place(face, cell))


def _gap(city: City, rng: Random) -> Cell:
    """An empty cell beside a city, mostly one that parts the empty cells round it."""
    taken = {START, *city}
    beside = dict.fromkeys(Cell(x + i, y + j) for x, y in taken for i, j in STEPS)
    free = [cell for cell in beside if cell not in taken]
    rings = [[Cell(x + i, y + j) in taken for i, j in RING] for x, y in free]
    gaps = [sum(ring[at] and not ring[at - 1] for at in range(8)) for ring in rings]
    return rng.choices(free, [1 + 9 * (number > 1) for number in gaps])[0]


def _fitting(face: Face, city: City, cell: Cell) -> Face:
    """A face with a moat or wall just where its neighbours at a cell have one."""
    edges = 0
    for side, (i, j) in enumerate(STEPS):
        beside = city.get(Cell(cell.x + i, cell.y + j))
        if beside is not None and beside.edges >> (side + 2) % 4 & 1:
            edges |= 1 << side
    return Face(face.building, face.price, edges)


def remove_question(rng: Random, game: Game, _: Modules) -> RemoveQuestion:
    """Some tile, mostly one that is there."""
    city = grown(game, rng, supply(game, rng))
    cell = rng.choice((START, *city)) if rng.random() < 0.9 else near(city, rng)
    return RemoveQuestion(game=game, city=city, do=Remove(cell))


def swap_question(rng: Random, game: Game, _: Modules) -> SwapQuestion:
    """Some tile for another, often with the same edges."""
    tiles = supply(game, rng)
    city, face = grown(game, rng, tiles), rng.choice(tiles.pop().faces)
    cell = rng.choice((START, *city)) if rng.random() < 0.9 else near(city, rng)
    old = city.get(cell)
    if old is not None and rng.random() < 0.6:
        face = Face(face.building, face.price, old.edges)
    return SwapQuestion(game=game, city=city, reserve=(face,), do=Swap(cell, face))


def moat_question(rng: Random, game: Game, _: Modules) -> MoatQuestion:
    """The longest moat or wall of a city."""
    city = grown(game, rng, supply(game, rng), 20)
    return MoatQuestion(game=game, city=city, family=rng.choice(game.lanes) if len(game.lanes) > 1 else None)


def near(city: City, rng: Random) -> Cell:
    """A cell in a city or beside it."""
    x, y = rng.choice((START, *city))
    return Cell(x + rng.randrange(-1, 2), y + rng.randrange(-1, 2))


# Scoring


def score_question(rng: Random, game: Game, modules: Modules) -> ScoreQuestion:
    """Cities of some seats, often such that tie."""
    tiles, players = supply(game, rng), rng.choice(PLAYERS)
    if rng.random() < 0.5:
        cities = [grown(game, rng, tiles, 40 // players) for _ in range(players)]
    else:
        first = grown(game, rng, tiles, 6)
        others = [
            (_twin(first, tiles) if rng.random() < 0.7 else None) or grown(game, rng, tiles, 5)
            for _ in range(1, players)
        ]
        cities = rng.sample([first, *others], players)
    if MODULES["huts"] in modules:
        cities = [_with_huts(city, rng, number) for number, city in enumerate(cities)]
    which, scoring = Round(rng.choice("ABC")), rng.choice(game.scorings)
    dirk = tuple(rng.choice(tile.faces) for tile in tiles[: rng.randrange(12)]) if players == 2 else None
    shown = None
    if MODULES["bonus"] in modules:
        shown = tuple(tuple(face for face in _bare(city) if rng.random() < 0.5) for city in cities)
    return ScoreQuestion(
        game=game,
        round=which,
        cities=tuple(cities),
        scoring=scoring,
        dirk=dirk,
        shown=shown,
        modules=tuple(module for module in modules if module.name in {"huts", "bonus"}),
    )


def _twin(city: City, tiles: list[Tile]) -> City | None:
    """A city that ties with another: the same buildings and edges at the same cells, at other prices."""
    cells = dict(city.cells)
    for name, text in cells.items():
        face = Face.parse(text.removeprefix("*"))
        other = next((tile for tile in tiles if face.building in {each.building for each in tile.faces}), None)
        if other is None:
            return None
        tiles.remove(other)
        price = next(each.price for each in other.faces if each.building is face.building)
        cells[name] = f"{text[: text.startswith('*')]}{Face(face.building, price, face.edges)}"
    return City.of(Layout.from_cells(cells, city.start))


def _with_huts(city: City, rng: Random, number: int) -> City:
    for face in rng.sample(huts(), 3) if number == 0 else ():
        if sites := city.sites(face):
            city = city.added(face, rng.choice(sites))
    return city


def _bare(city: City) -> list[Face]:
    """The tiles that a bonus card can show."""
    return [f for f in city.faces if f.family is Family.ALHAMBRA and not f.edges and not f.is_hut]
