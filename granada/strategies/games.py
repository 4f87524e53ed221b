"""Strategies for games: openings, states and records, every move of them chosen by hypothesis."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Literal, get_args

from attrs import define, field
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from granada.errors import InvalidState
from granada.game import MODULES, Action, Game, State, apply
from granada.strategies.choosing import MOST, chance, decision
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
"""Each chooses a move, and nought none; but nought and then a low number are the end, so that any nought may be it."""
LOW, LOWER, LOWEST = 249, 110, 24
"""How low that number is where only some moves are wanted, where any number is, and for whole games: few stop soon."""
LONGEST = 1500
"""No more moves are drawn than this; then the plainest ones lead to the end of a whole game."""
EAGER = st.sampled_from((2, 1, MOST + 1))
"""Players buy and build at every second number, whenever they can, or no more often than anything else."""


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
        raise InvalidState([f"at is one of {', '.join(get_args(Moment))}, not {at!r}"])
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
    opening, eager = draw(openings), draw(EAGER)
    low = LOWEST if at == "the end" else LOWER if most == LONGEST else LOW
    moves = last.played(opening, eager, tuple(_numbers(draw, most, low)))
    state = moves[-1][2] if moves else opening
    while not state.over and not _is_at(state, at):  # the plainest moves lead there
        moves.append(_moved(state, 2 if at == "the end" else 1, 2))
        state = moves[-1][2]
    while moves and not _is_at(moves[-1][2], at):  # the game is over, and such a moment lies before
        moves.pop()
    steps = tuple((seat, action) for seat, action, _ in moves)
    return Line(opening, steps, moves[-1][2] if moves else opening)


def _numbers(draw: DrawFn, most: int, low: int) -> Iterator[int]:
    """At most so many numbers, up to a nought that is followed by a low one."""
    nought = False
    for _ in range(most):
        number = draw(NUMBERS)
        if nought and number <= low:
            return
        nought = not number
        if number:
            yield number
    draw(st.tuples(NUMBERS, NUMBERS))  # they become noughts at once, and then this game shrinks like any other


@define
class _LastGame:
    """The game that was played last: the next one often begins alike, above all while a shorter one is looked for."""

    opening: State | None = None
    eager: int = 0
    numbers: tuple[int, ...] = ()
    moves: list[Move] = field(factory=list)

    def played(self, opening: State, eager: int, numbers: tuple[int, ...]) -> list[Move]:
        """The moves that some numbers choose, until there are no more or the game is over."""
        alike = 0
        if (opening, eager) == (self.opening, self.eager):
            pairs = zip(numbers, self.numbers, self.moves, strict=False)
            alike = sum(1 for _ in takewhile(lambda each: each[0] == each[1], pairs))
        moves = self.moves[:alike]
        state = moves[-1][2] if moves else opening
        for number in numbers[alike:]:
            if state.over:
                break
            moves.append(_moved(state, number, eager))
            state = moves[-1][2]
        self.opening, self.eager, self.numbers, self.moves = opening, eager, numbers, moves
        return list(moves)


def _moved(state: State, number: int, eager: int) -> Move:
    """The move that a number chooses."""
    seat = state.actor
    action = chance(state, number) if seat is None else decision(state, number, eager)
    return seat, action, apply(state, action)


def _is_at(state: State, at: Moment) -> bool:
    """Whether a position lies at such a moment."""
    if at == "a decision":
        return state.actor is not None
    if at == "a draw":
        return not state.over and state.actor is None
    return at == "any moment" or state.over
