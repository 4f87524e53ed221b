"""Hypothesis strategies for whoever tests something that is built on this package (the extra ``hypothesis``).

Every strategy is a plural noun, and every argument has a default::

    @given(states(games=(GRANADA,), players=(3, 4)))
    def test_my_bot_only_plays_legal_actions(state): ...

The values shrink towards few tiles, few cards and short games.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Literal, get_args

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
    Game,
    Give,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    State,
    Stop,
    Store,
    Swap,
    Take,
    TakeHut,
    legal_actions,
    outcomes,
)
from granada.table import PLAYERS, EagerBot, Record, new_game, played, usable_faces, winners

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
    return _some_of((*MONEY, *MONEY, *MONEY, *(BUREAUS if bureaus else ())), max_size)


def _some_of(cards: Sequence[Card | Bureau], max_size: int) -> SearchStrategy[Purse]:
    """At most so many of some cards."""
    if not cards:
        return st.just(Purse())
    places = st.lists(st.sampled_from(range(len(cards))), max_size=max_size, unique=True)
    return places.map(lambda chosen: Purse.of(cards[place] for place in chosen))


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
        sites = city.sites(face)
        if sites and len(city) < max_tiles:
            city = city.added(face, sites[choice % len(sites)])
    return city


# Games


def modules(
    game: Game,
    players: int,  # noqa: ARG001  those who call it may give it; today no module refuses a number of players
    wanted: Sequence[str] | None = None,
) -> SearchStrategy[tuple[str, ...]]:
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


def _moves(draw: DrawFn, state: State) -> Iterator[tuple[int | None, Action, State]]:
    """The rest of a game by players who choose at random, some of them eager to build."""
    rng = Random(draw(st.integers(0, 1 << 32)))  # noqa: S311  a game
    bot = EagerBot(rng, draw(st.sampled_from((0.5, 0.8, 0.0))))
    return islice(played(state, [bot] * len(state.players), rng), LONGEST_GAME)


@st.composite
def records(
    draw: DrawFn,
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = tuple(PLAYERS),
    modules: Sequence[str] | None = None,
) -> Record:
    """Whole games by players who choose at random, some of them eager to build."""
    state = draw(openings(games, players, modules))
    steps: list[tuple[int | None, Action]] = []
    for seat, action, after in _moves(draw, state):
        steps.append((seat, action))
        state = after
    ending = (state.points, winners(state)) if state.over else ()
    return Record(state.setup, tuple(steps), *ending)


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
        raise InvalidState([f"at is one of {', '.join(get_args(Moment))}, not {at!r}"])
    state = draw(openings(games, players, modules))
    moves = _moves(draw, state)
    least = LONGEST_GAME if at == "the end" else draw(st.integers(0, draw(st.sampled_from((60, 900, 900, 900))) - 1))
    found = None
    for number, (_, _, after) in enumerate(moves, start=1):
        state = after
        found = state if _is_at(state, at) else found
        if number >= least and found is not None:
            break
    return found or state


def _is_at(state: State, at: Moment) -> bool:
    """Whether a position lies at such a moment."""
    if at == "a decision":
        return state.actor is not None
    if at == "a draw":
        return not state.over and state.actor is None
    return at == "any moment" or state.over


# Actions


def actions() -> SearchStrategy[Action]:
    """Any actions, without regard to a game."""
    drawn = cards(bureaus=True) | tiles() | st.sampled_from((Round.A, Round.B))
    return st.one_of(
        *_actions_with(faces(huts=True), cells(), purses(4, bureaus=True), Family),
        st.builds(TakeHut, faces(huts=True).filter(lambda face: face.is_hut)),
        st.builds(Reveal, faces()),
        st.builds(Draw, drawn),
    )


def attempts(state: State) -> SearchStrategy[Action]:
    """Actions that somebody might try in a position, right or wrong: its own tiles, cells and cards, any verb."""
    player = state.players[state.mover or 0 if state.actor is None else state.actor]
    steps = (-1, 0, 1)
    near = sorted({Cell(x + east, y + north) for x, y in (START, *player.city) for east in steps for north in steps})
    known, lying = _known_faces(state), _some_of(tuple(state.display), 6)
    paid = _some_of(tuple(player.hand), 6) | lying | purses(3, bureaus=True)
    tries = [
        *_actions_with(
            st.sampled_from(known) | faces() if known else faces(),
            st.sampled_from(near) | cells(),
            paid,
            state.setup.game.lanes,
        ),
        st.builds(Take, lying | paid),
        actions(),
    ]
    if listed := legal_actions(state):
        tries.append(st.integers(0, len(listed) - 1).map(listed.__getitem__))
    if draws := [draw for draw, _ in outcomes(state)]:
        tries.append(st.sampled_from(draws))
    return st.one_of(tries)


def _actions_with(
    faces: SearchStrategy[Face], cells: SearchStrategy[Cell], paid: SearchStrategy[Purse], lanes: Iterable[Family]
) -> list[SearchStrategy[Action]]:
    """Actions with these faces, cells and cards: of all verbs but those of draws, huts and bonus cards."""
    return [
        st.builds(Take, paid),
        st.builds(Buy, st.integers(1, 4), paid, st.sampled_from((None, *lanes))),
        st.builds(Flip, faces, paid),
        st.builds(Place, faces, cells),
        st.builds(Store, faces),
        st.builds(Give, faces),
        st.builds(Add, faces, cells),
        st.builds(Remove, cells),
        st.builds(Swap, cells, faces),
        st.sampled_from((Stop(), Pass(), Decline(), Reactivate())),
    ]


def _known_faces(state: State) -> list[Face]:
    """The faces that lie about on the table, both sides of each tile."""
    lying = (face for tile in state.yard if tile for face in tile.faces)
    owned = (face for player in state.players for face in (*player.reserve, *player.city.faces))
    return sorted({*usable_faces(state), *lying, *owned})
