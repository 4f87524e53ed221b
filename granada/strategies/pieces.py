"""Strategies for money, tiles, cells, layouts, cities and actions.

The actions are either arbitrary or plausible in a position.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from granada import board, game
from granada.board import START, Building, Bureau, Card, Cell, City, Face, Family, Layout, Purse, Tile
from granada.game import Action, Game, State
from granada.strategies.games import GAMES
from granada.table import usable_faces, with_tile

ROTATIONS = (0, 0, 0, 90, 180, 270)
"""The rotations of tiles in a layout; most tiles are not rotated."""
Piece = TypeVar("Piece")
Lazy = Callable[[], SearchStrategy[Piece]]
"""A function that makes a strategy on first use, because making all strategies in advance is slow."""


# Money, tiles, cells


@cache
def cards(*, bureaus: bool = False) -> SearchStrategy[Card | Bureau]:
    """Money cards and, if requested, exchange bureaus."""
    return st.sampled_from((*board.MONEY, *(board.BUREAUS if bureaus else ())))


@cache
def purses(max_size: int = 8, *, bureaus: bool = False) -> SearchStrategy[Purse]:
    """Purses with no more copies of a card than exist."""
    return some_of((*board.MONEY, *board.MONEY, *board.MONEY, *(board.BUREAUS if bureaus else ())), max_size)


def some_of(cards: Sequence[Card | Bureau], max_size: int) -> SearchStrategy[Purse]:
    """At most ``max_size`` of the given cards."""
    if not cards:
        return st.just(Purse())
    places = st.lists(st.sampled_from(range(len(cards))), max_size=max_size, unique=True)
    return places.map(lambda chosen: Purse(cards[place] for place in chosen))


@cache
def buildings(family: Family | None = None) -> SearchStrategy[Building]:
    """Buildings of one family or of both."""
    return st.sampled_from([building for building in Building if family in (None, building.family)])


@cache
def faces(family: Family | None = None, *, huts: bool = False) -> SearchStrategy[Face]:
    """Faces of tiles from one family or both and, if requested, builders' huts."""
    plain = st.builds(Face, buildings(family), st.sampled_from(board.PRICES), st.integers(0, 14))
    if not huts:
        return plain
    return plain | st.builds(Face, buildings(Family.ALHAMBRA), st.just(0), st.integers(0, 14))


@st.composite
def tiles(draw: DrawFn, family: Family | None = None) -> Tile:
    """Tiles as in the boxes; Granada tiles have two faces, and either may be showing."""
    chosen = draw(faces(family))
    if chosen.family is Family.ALHAMBRA:
        return Tile(chosen)
    other = draw(buildings(Family.GRANADA).filter(lambda building: building is not chosen.building))
    price = chosen.price - 1 if chosen.price % 2 else chosen.price + 1
    return Tile(chosen, Face(other, price, chosen.edges))


@cache
def cells(reach: int = 3) -> SearchStrategy[Cell]:
    """Cells at most ``reach`` steps from the start in each direction."""
    steps = st.integers(-reach, reach)
    return st.builds(Cell, steps, steps)


# Layouts and cities


@st.composite
def layouts(draw: DrawFn, games: Sequence[Game] = GAMES, max_tiles: int = 10, reach: int = 2) -> Layout:
    """Arbitrary arrangements of tiles around a start tile; most of them break several rules."""
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
    """Cities that obey the building rules, grown tile by tile."""
    game = draw(st.sampled_from(games))
    city = board.empty_city(game.start)
    kinds = st.one_of([faces(lane) for lane in game.lanes])
    size = draw(st.integers(0, max_tiles))
    for face, choice in draw(st.lists(st.tuples(kinds, st.integers(0, 30)), min_size=size, max_size=2 * max_tiles)):
        city = with_tile(city, face, choice) if len(city) < max_tiles else city
    return city


@cache
def actions() -> SearchStrategy[Action]:
    """Arbitrary actions, whether or not they fit a game."""
    drawn = cards(bureaus=True) | tiles() | st.sampled_from((board.Round.A, board.Round.B))
    return st.one_of(
        *(each() for each in _actions_with(lambda: faces(huts=True), cells, lambda: purses(4, bureaus=True), Family)),
        st.builds(game.TakeHut, faces(huts=True).filter(lambda face: face.is_hut)),
        st.builds(game.Reveal, faces()),
        st.builds(game.Draw, drawn),
    )


def attempts(state: State) -> SearchStrategy[Action]:
    """Actions that a player might try with the tiles, cells and cards of a position; most are illegal."""
    player = state.players[state.mover or 0 if state.actor is None else state.actor]
    lying = some_of(tuple(state.display), 6)
    paid = some_of(tuple(player.hand), 6) | lying | purses(3, bureaus=True)

    def face() -> SearchStrategy[Face]:
        known = _known_faces(state)
        return st.sampled_from(known) | faces() if known else faces()

    def cell() -> SearchStrategy[Cell]:
        steps, taken = (-1, 0, 1), (START, *player.city)
        near = sorted({Cell(x + east, y + north) for x, y in taken for east in steps for north in steps})
        return st.sampled_from(near) | cells()

    def listed() -> SearchStrategy[Action]:
        legal = game.legal_actions(state)
        return st.integers(0, len(legal) - 1).map(legal.__getitem__) if legal else actions()

    def draws() -> SearchStrategy[Action]:
        possible = [draw for draw, _ in game.outcomes(state)]
        return st.sampled_from(possible) if possible else actions()

    sorts: list[Lazy[Action]] = [
        *_actions_with(face, cell, lambda: paid, state.setup.game.lanes),
        *(lambda: st.builds(game.Take, lying | paid), actions, listed, draws),
    ]
    return st.integers(0, len(sorts) - 1).flatmap(lambda number: sorts[number]())


def _actions_with(face: Lazy[Face], cell: Lazy[Cell], paid: Lazy[Purse], lanes: Iterable[Family]) -> list[Lazy[Action]]:
    """Actions with the given faces, cells and cards, except draws and the actions for huts and bonus cards."""
    return [
        lambda: st.builds(game.Take, paid()),
        lambda: st.builds(game.Buy, st.integers(1, 4), paid(), st.sampled_from((None, *lanes))),
        lambda: st.builds(game.Flip, face(), paid()),
        lambda: st.builds(game.Place, face(), cell()),
        lambda: st.builds(game.Store, face()),
        lambda: st.builds(game.Give, face()),
        lambda: st.builds(game.Add, face(), cell()),
        lambda: st.builds(game.Remove, cell()),
        lambda: st.builds(game.Swap, cell(), face()),
        lambda: st.sampled_from((game.Stop(), game.Pass(), game.Decline(), game.Reactivate())),
    ]


def _known_faces(state: State) -> list[Face]:
    """Both faces of each tile on the table."""
    lying = (face for tile in state.slots.values() if tile for face in tile.faces)
    owned = (face for player in state.players for face in (*player.reserve, *player.city.faces))
    return sorted({*usable_faces(state), *lying, *owned})
