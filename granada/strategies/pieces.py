"""Strategies for what lies on a table: money, tiles, cells, layouts and cities."""

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from granada.board import (
    BUREAUS,
    MONEY,
    PRICES,
    START,
    Building,
    Bureau,
    Card,
    Cell,
    City,
    Face,
    Family,
    Layout,
    Purse,
    Tile,
    empty_city,
)
from granada.game import ALHAMBRA, COMBINED, GRANADA, Game
from granada.table import with_tile

GAMES = (GRANADA, ALHAMBRA, COMBINED)
ROTATIONS = (0, 0, 0, 90, 180, 270)
"""Most tiles of a layout lie the right way round."""


# Money, tiles, cells


def cards(*, bureaus: bool = False) -> SearchStrategy[Card | Bureau]:
    """Money cards, and exchange bureaus if wanted."""
    return st.sampled_from((*MONEY, *(BUREAUS if bureaus else ())))


def purses(max_size: int = 8, *, bureaus: bool = False) -> SearchStrategy[Purse]:
    """Some cards, none of them more often than it exists."""
    return some_of((*MONEY, *MONEY, *MONEY, *(BUREAUS if bureaus else ())), max_size)


def some_of(cards: Sequence[Card | Bureau], max_size: int) -> SearchStrategy[Purse]:
    """At most so many of some cards."""
    if not cards:
        return st.just(Purse())
    places = st.lists(st.sampled_from(range(len(cards))), max_size=max_size, unique=True)
    return places.map(lambda chosen: Purse(cards[place] for place in chosen))


def buildings(family: Family | None = None) -> SearchStrategy[Building]:
    """Buildings, of one family or of both."""
    return st.sampled_from([building for building in Building if family in (None, building.family)])


def faces(family: Family | None = None, *, huts: bool = False) -> SearchStrategy[Face]:
    """Faces of tiles, of one family or of both, and builders' huts if wanted."""
    plain = st.builds(Face, buildings(family), st.sampled_from(PRICES), st.integers(0, 14))
    if not huts:
        return plain
    return plain | st.builds(Face, buildings(Family.ALHAMBRA), st.just(0), st.integers(0, 14))


@st.composite
def tiles(draw: DrawFn, family: Family | None = None) -> Tile:
    """Tiles as they come in the boxes: those of Granada with two faces, either of them up."""
    chosen = draw(faces(family))
    if chosen.family is Family.ALHAMBRA:
        return Tile(chosen)
    other = draw(buildings(Family.GRANADA).filter(lambda building: building is not chosen.building))
    price = chosen.price - 1 if chosen.price % 2 else chosen.price + 1
    return Tile(chosen, Face(other, price, chosen.edges))


def cells(reach: int = 3) -> SearchStrategy[Cell]:
    """Cells at most so many steps from the start in either direction."""
    steps = st.integers(-reach, reach)
    return st.builds(Cell, steps, steps)


# Layouts and cities


@st.composite
def layouts(draw: DrawFn, games: Sequence[Game] = GAMES, max_tiles: int = 10, reach: int = 2) -> Layout:
    """Any arrangements of tiles round a start tile, most of them wrong in several ways."""
    game = draw(st.sampled_from(games))
    kinds = st.one_of([faces(lane) for lane in game.lanes])
    places = cells(reach).filter(lambda cell: cell != START)
    found = draw(st.dictionaries(places, kinds, max_size=max_tiles))
    rotations = {cell: draw(st.sampled_from(ROTATIONS)) for cell in sorted(found)} if draw(st.booleans()) else {}
    strangers = sorted(cell for cell, face in found.items() if face.family is not game.start)
    founding = draw(st.sampled_from(strangers)) if strangers else None
    return Layout.of(found, rotations=rotations, start=game.start, founding=founding)


@st.composite
def cities(draw: DrawFn, games: Sequence[Game] = GAMES, max_tiles: int = 14) -> City:
    """Cities that keep the building rules, grown tile by tile."""
    game = draw(st.sampled_from(games))
    city = empty_city(game.start)
    kinds = st.one_of([faces(lane) for lane in game.lanes])
    size = draw(st.integers(0, max_tiles))
    for face, choice in draw(st.lists(st.tuples(kinds, st.integers(0, 30)), min_size=size, max_size=2 * max_tiles)):
        city = with_tile(city, face, choice) if len(city) < max_tiles else city
    return city
