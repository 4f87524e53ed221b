"""Strategies for games: openings, states and records, every move of them chosen by hypothesis."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, get_args

from attrs import define
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from granada.errors import InvalidState
from granada.game import MODULES, Action, Game, State, apply
from granada.strategies.choosing import MOST, PLAIN, WAIT, chance, decision, draws
from granada.strategies.lines import Line, record_of, small_box, state_after
from granada.strategies.pieces import GAMES
from granada.table import Record, new_game

Move = tuple[int | None, Action, State]
"""The seat, None for a draw; what it did, or what was drawn; and the state after it."""
Moment = Literal["any moment", "a decision", "a draw", "the end"]
"""Where in a game a position lies."""
SEATS = (3, 2, 4, 5, 6)
"""How many play; three have the shortest set-up, since Dirk draws tiles where two play."""
ALL_TILES = 0
"""The size of a box in which nothing is missing."""
NUMBERS = st.integers(0, MOST)
"""Each chooses an action or some draws, and nought none; but nought and then a low number are the end."""
LOW, LOWER = 1500, 24
"""How low that number is, and for whole games: few of them stop soon."""
LONGEST = 1500
"""No more moves are drawn than this; then plain ones lead to the end of a whole game."""
BUILD = 3
"""The number that buys or builds when that is possible."""
DUE = 100
"""More draws than are ever due before somebody decides."""


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
    players: Sequence[int] = SEATS,
    wanted: Sequence[str] | None = None,
    boxes: Sequence[int] = (ALL_TILES,),
) -> State:
    """Games of any kind before anything is drawn, with either scoring and modules that can join them.

    ``boxes`` are the numbers of tiles that each bag may have, 0 for all of them.
    """
    game = draw(st.sampled_from(games))
    number = draw(st.sampled_from(players))
    scoring = draw(st.sampled_from(game.scorings))
    return _opening(number, game, draw(modules(game, number, wanted)), scoring, draw(st.sampled_from(boxes)))


@cache  # each is asked for again and again, and there are few
def _opening(players: int, game: Game, modules: tuple[str, ...], scoring: str, box: int) -> State:
    """The opening of a game with such a box."""
    opening = new_game(players, game, modules=modules, scoring=scoring)
    return small_box(opening, box) if box else opening


def lines(
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = SEATS,
    modules: Sequence[str] | None = None,
    at: Moment = "any moment",
    boxes: Sequence[int] = (ALL_TILES,),
    moves: int = LONGEST,
) -> SearchStrategy[Line]:
    """Games as far as they went, with every step and the state in the end.

    No more ``moves`` are drawn than this; all other arguments are those of ``states``.
    """
    if at not in get_args(Moment):
        raise InvalidState(f"at is one of {', '.join(get_args(Moment))}, not {at!r}")
    return _lines(openings(games, players, modules, boxes), at, moves, _LastGame())


def states(
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = SEATS,
    modules: Sequence[str] | None = None,
    at: Moment = "any moment",
    boxes: Sequence[int] = (ALL_TILES,),
) -> SearchStrategy[State]:
    """Positions that a game reaches when every move of it is drawn.

    ``modules`` are the names that may be drawn, all by default; those that the game refuses are left out.
    ``at`` is ``"any moment"``, ``"a decision"``, ``"a draw"`` or ``"the end"``.
    ``boxes`` are the numbers of tiles that each bag may have, 0 for all of them.
    """
    return lines(games, players, modules, at, boxes).map(state_after)


def records(
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = SEATS,
    modules: Sequence[str] | None = None,
    at: Moment = "the end",
) -> SearchStrategy[Record]:
    """Games of which every move is drawn, whole ones; with another moment for ``at``, as far as that."""
    return lines(games, players, modules, at).map(record_of)


@st.composite
def _lines(draw: DrawFn, openings: SearchStrategy[State], at: Moment, most: int, last: "_LastGame") -> Line:
    """Lines of play up to such a moment."""
    opening = draw(openings)
    low = LOWER if at == "the end" else LOW
    moves = _drawn(draw, last.begun(opening), most, low)
    state = moves[-1][2] if moves else opening
    while not state.over and not _is_at(state, at):  # plain moves lead there
        moves.append(next(_chosen(state, BUILD)))
        state = moves[-1][2]
    while moves and not _is_at(moves[-1][2], at):  # the game is over, and such a moment lies before
        moves.pop()
    steps = tuple((seat, action) for seat, action, _ in moves)
    return Line(opening, steps, moves[-1][2] if moves else opening)


def _drawn(draw: DrawFn, position: "_Position", most: int, low: int) -> list[Move]:
    """About so many moves at most, up to a nought that is followed by a low number."""
    moves = list[Move]()
    nought = False
    while len(moves) < most and not position.state.over:
        number = draw(NUMBERS)
        if nought and number <= low:
            return moves
        nought = not number
        if number:
            position = position.after(number)
            moves += position.moves
    draw(st.tuples(NUMBERS, NUMBERS))  # they become noughts at once, and then this game shrinks like any other
    return moves


@define(repr=False)
class _Position:
    """A position of the game that was played last, how it came to be, and what came next."""

    state: State
    moves: tuple[Move, ...] = ()
    number: int = 0
    next: "_Position | None" = None

    def after(self, number: int) -> "_Position":
        """The position after what a number chooses; it is kept, since the next game often begins alike."""
        if self.next is None or number != self.number:
            moves = tuple(_chosen(self.state, number))
            self.number, self.next = number, _Position(moves[-1][2] if moves else self.state, moves)
        return self.next


@define(repr=False)
class _LastGame:
    """The game that was played last: the next one often begins alike, above all while a shorter one is looked for."""

    opening: _Position | None = None

    def __repr__(self) -> str:
        """Where hypothesis shows a strategy, this is of no interest."""
        return "..."

    def begun(self, opening: State) -> _Position:
        """An opening, with the last game if that began with it."""
        if self.opening is None or self.opening.state != opening:
            self.opening = _Position(opening)
        return self.opening


def _chosen(state: State, number: int) -> Iterator[Move]:
    """The moves that a number chooses: an action, and some draws if they are due."""
    decides = state.actor is not None or number <= PLAIN
    many, which = (DUE, 0) if decides else draws(number)
    for _ in range(many):
        if state.over or state.actor is not None:
            break
        what, which = chance(state, which)
        state = apply(state, what)
        yield None, what, state
    if decides and number != WAIT and not state.over:
        action = decision(state, number)
        yield state.actor, action, apply(state, action)


def _is_at(state: State, at: Moment) -> bool:
    """Whether a position lies at such a moment."""
    if at == "a decision":
        return state.actor is not None
    if at == "a draw":
        return not state.over and state.actor is None
    return at == "any moment" or state.over
