"""Hypothesis strategies for whoever tests something that is built on this package (the extra ``hypothesis``).

Every strategy is a plural noun, and every argument has a default::

    @given(states(games=(GRANADA,), players=(3, 4)))
    def test_my_bot_only_plays_legal_actions(state): ...

The values shrink towards few tiles, few cards and short games.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal, get_args

from hypothesis import strategies as st

from granada.board import (
    BUREAUS,
    MONEY,
    PRICES,
    Building,
    Bureau,
    Card,
    Cell,
    City,
    Face,
    Family,
    Layout,
    Purse,
    Round,
    Tile,
    empty_city,
)
from granada.errors import InvalidState
from granada.game import (
    ALHAMBRA,
    COMBINED,
    GRANADA,
    MODULES,
    Action,
    Add,
    Buy,
    Decline,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
    TakeHut,
    apply,
    choose_draw,
    legal_actions,
    outcomes,
)
from granada.steps import Act, PlaceTiles
from granada.table import PLAYERS, Record, new_game, winners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from granada.game import Game, State

GAMES = (GRANADA, ALHAMBRA, COMBINED)
Moment = Literal["any moment", "a decision", "a draw", "the end"]
"""Where in a game a position lies."""
ROTATIONS = (0, 0, 0, 90, 180, 270)
"""Most tiles of a layout lie the right way round."""
LONGEST_GAME = 20_000
"""No game that is dealt here has more draws and decisions."""


# Money, tiles, cells


def cards(*, bureaus: bool = False) -> SearchStrategy[Card | Bureau]:
    """Money cards, and exchange bureaus if wanted."""
    return st.sampled_from((*MONEY, *(BUREAUS if bureaus else ())))


def purses(max_size: int = 8, *, bureaus: bool = False) -> SearchStrategy[Purse]:
    """Some cards, none of them more often than it exists."""
    every: list[Card | Bureau] = [*MONEY, *MONEY, *MONEY, *(BUREAUS if bureaus else ())]
    return st.lists(st.sampled_from(range(len(every))), max_size=max_size, unique=True).map(
        lambda chosen: Purse.of(every[place] for place in chosen)
    )


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
    places = cells(reach).filter(lambda cell: cell != (0, 0))
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
        sites = city.sites(face)
        if sites and len(city) < max_tiles:
            city = city.added(face, sites[choice % len(sites)])
    return city


# Games


def modules(game: Game, players: int, wanted: Sequence[str] | None = None) -> SearchStrategy[tuple[str, ...]]:
    """The names of some modules that can join a game, out of all or out of those wanted."""
    willing = [
        name for name, module in MODULES.items() if (wanted is None or name in wanted) and module.refuses(game) is None
    ]
    if not willing:
        return st.just(())
    return st.lists(st.sampled_from(willing), unique=True).map(tuple)


@st.composite
def openings(
    draw: DrawFn,
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = tuple(PLAYERS),
    wanted: Sequence[str] | None = None,
) -> State:
    """Games of any kind before anything is drawn, with either scoring and modules that can join them."""
    game = draw(st.sampled_from(games))
    number = draw(st.sampled_from(players))
    scoring = draw(st.sampled_from(game.scorings))
    return new_game(number, game, modules=draw(modules(game, number, wanted)), scoring=scoring)


def _chosen(state: State, rng: Random, eagerness: int) -> Action:
    """The next event of a game: a draw, or any legal action, with a liking for buying and building."""
    if state.actor is None:
        return choose_draw(state, rng)
    legal = legal_actions(state)
    if rng.randrange(10) < eagerness:
        liked = [action for action in legal if isinstance(action, Buy | Place | Reveal | Add)]
        if liked:
            return liked[rng.randrange(len(liked))]
    return legal[rng.randrange(len(legal))]


@st.composite
def records(
    draw: DrawFn,
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = tuple(PLAYERS),
    modules: Sequence[str] | None = None,
) -> Record:
    """Whole games by players who choose at random, some of them eager to build."""
    state = draw(openings(games, players, modules))
    setup = state.setup
    rng, eagerness = Random(draw(st.integers(0, 1 << 32))), draw(st.sampled_from((5, 8, 0)))  # noqa: S311  a game
    events: list[tuple[int | None, Action]] = []
    while not state.over and len(events) < LONGEST_GAME:
        action = _chosen(state, rng, eagerness)
        events.append((state.actor, action))
        state = apply(state, action)
    return Record(setup, tuple(events), state.points, winners(state)) if state.over else Record(setup, tuple(events))


@st.composite
def states(
    draw: DrawFn,
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = tuple(PLAYERS),
    modules: Sequence[str] | None = None,
    at: Moment = "any moment",
) -> State:
    """Positions that a game reaches when its players choose at random.

    ``modules`` are the names that may be drawn, all by default; those that the game refuses are left out.
    ``at`` is ``"any moment"``, ``"a decision"``, ``"a draw"`` or ``"the end"``.
    """
    if at not in get_args(Moment):
        message = f"at is one of {', '.join(get_args(Moment))}, not {at!r}"
        raise InvalidState([message])
    state = draw(openings(games, players, modules))
    rng, eagerness = Random(draw(st.integers(0, 1 << 32))), draw(st.sampled_from((5, 8, 0)))  # noqa: S311  a game
    left = LONGEST_GAME if at == "the end" else rng.randrange(draw(st.sampled_from((60, 900, 900, 900))))
    last = None
    while not (state.over or (left <= 0 and last is not None)):
        left -= 1
        state = apply(state, _chosen(state, rng, eagerness))
        if _is_at(state, at):
            last = state
    return last or state


def _is_at(state: State, at: Moment) -> bool:
    if at == "a decision":
        return state.actor is not None
    if at == "a draw":
        return not state.over and state.actor is None
    return at == "any moment" or state.over


# Actions


def actions() -> SearchStrategy[Action]:
    """Any actions, without regard to a game."""
    some = purses(4, bureaus=True)
    drawn = cards(bureaus=True) | tiles() | st.sampled_from((Round.A, Round.B))
    return st.one_of(
        st.builds(Take, some),
        st.builds(Buy, st.integers(1, 4), some, st.sampled_from((None, *Family))),
        st.builds(Flip, faces(), some),
        st.builds(Place, faces(huts=True), cells()),
        st.builds(Store, faces(huts=True)),
        st.builds(Give, faces()),
        st.builds(Add, faces(huts=True), cells()),
        st.builds(Remove, cells()),
        st.builds(Swap, cells(), faces(huts=True)),
        st.builds(TakeHut, faces(huts=True).filter(lambda face: face.is_hut)),
        st.builds(Reveal, faces()),
        st.builds(Draw, drawn),
        st.sampled_from((Reactivate(), Decline(), Stop(), Pass())),
    )


def attempts(state: State) -> SearchStrategy[Action]:
    """Actions that somebody might try in a position, right or wrong: its own tiles, cells and cards, any verb."""
    seat = state.mover or 0 if state.actor is None else state.actor
    player = state.players[seat]
    near = sorted(
        {Cell(x + dx, y + dy) for x, y in (Cell(0, 0), *player.city) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    )
    there = st.sampled_from(near) | cells()
    known = _known_faces(state)
    those = st.sampled_from(known) | faces() if known else faces()
    paid = _parts(player.hand) | _parts(state.display) | purses(3, bureaus=True)
    listed = legal_actions(state)
    tries = [
        st.builds(Take, _parts(state.display) | paid),
        st.builds(Buy, st.integers(1, 4), paid, st.sampled_from((None, *state.setup.game.lanes))),
        st.builds(Flip, those, paid),
        st.builds(Place, those, there),
        st.builds(Store, those),
        st.builds(Give, those),
        st.builds(Add, those, there),
        st.builds(Remove, there),
        st.builds(Swap, there, those),
        st.sampled_from((Stop(), Pass(), Decline(), Reactivate())),
        actions(),
    ]
    if listed:
        tries.append(st.integers(0, len(listed) - 1).map(listed.__getitem__))
    if draws := [draw for draw, _ in outcomes(state)]:
        tries.append(st.sampled_from(draws))
    return st.one_of(tries)


def _known_faces(state: State) -> list[Face]:
    """The faces that lie about on the table, both sides of each tile."""
    whole = [tile for tile in state.yard if tile is not None]
    for step in state.todo:
        if isinstance(step, Act):
            whole += step.bought
        elif isinstance(step, PlaceTiles):
            whole += [pending.tile for pending in step.tiles]
    found = {face for tile in whole for face in tile.faces}
    found.update(face for player in state.players for face in (*player.reserve, *player.city.faces))
    return sorted(found)


def _parts(purse: Purse) -> SearchStrategy[Purse]:
    """Some of the cards of a purse."""
    held = tuple(purse)
    if not held:
        return st.just(Purse())
    return st.lists(st.sampled_from(range(len(held))), max_size=6, unique=True).map(
        lambda chosen: Purse.of(held[place] for place in chosen)
    )
