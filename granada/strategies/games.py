"""Strategies for openings, states and records, in which hypothesis chooses every move.

An integer selects each move; smaller integers select simpler moves, and simple games are mostly short. As far as
possible, an integer means the same move everywhere in a game, so a game stays sensible when hypothesis removes earlier
moves to find the shortest game.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, get_args

from attrs import define
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from granada import game
from granada.board import CURRENCIES, Bureau, Card, Purse, Round, Tile
from granada.errors import InvalidState
from granada.game import MODULES, Action, Deck, Draw, Game, State, apply, module_named
from granada.steps import Act, DealHand
from granada.strategies.lines import Line, record_of, small_box, state_after
from granada.table import Record, new_game

GAMES = (game.GRANADA, game.ALHAMBRA, game.COMBINED)
MOST = 2**20 - 1
"""The highest number that selects a move; the lowest is 1."""
_GO_ON, _BUILD, _PUT_AWAY, _CHANGE = _SORTS = range(4)
"""The numbers of the sorts of actions, simplest first; an exact purchase belongs to two sorts."""
_KINDS: tuple[tuple[type[Action], ...], ...] = (
    (game.Stop, game.Decline, game.Pass, game.Take),
    (game.Buy, game.Place, game.TakeHut, game.Reveal, game.Add),
    (game.Store, game.Remove),
    (game.Flip, game.Give, game.Swap, game.Reactivate),
)
_WANTED = (*_SORTS, _BUILD, _GO_ON, _BUILD, _BUILD)
"""The sort that each of eight numbers selects; half of them select buying or building, so that cities grow."""
WAIT = 1
"""The number that selects the simplest draws that are due, and no action."""
PLAIN = 33
"""The highest number that selects the simplest draws that are due, and then an action."""
_DRAWS = (1, 2, 3, 4)
"""The maximum number of draws that each of four higher numbers selects; only draws that are due are made."""


def decision(state: State, number: int) -> Action:
    """The action that a number selects, from its sort or, if that sort is empty, from the simplest sort."""
    place, sort = divmod(number - WAIT - 1, len(_WANTED))
    listed = game.legal_actions(state)
    for wanted in (_WANTED[sort], *_SORTS):
        if found := _of_a_sort(state, listed, wanted):
            return found[_place(place, len(found))[0]]
    raise InvalidState("there is no legal action")


def _of_a_sort(state: State, listed: Sequence[Action], sort: int) -> list[Action]:
    """The actions of a sort, simplest first."""
    found = sorted((action for action in listed if isinstance(action, _KINDS[sort])), key=_plainness)
    if sort == _CHANGE and isinstance(state.todo[0], Act):
        seat = state.todo[0].seat
        found += [each for each in listed if isinstance(each, game.Buy) and game.earns_an_action(state, seat, each)]
    return found


def _plainness(action: Action) -> int:
    """The sort key that puts simple actions first, such as taking one high card or overpaying."""
    match action:
        case game.Give():  # tried after a flip
            return 1
        case game.Take(cards):
            return 100 * len(cards) - cards.total()
        case game.Buy(_, cards):
            return -cards.total()
    return 0


def draws(number: int) -> tuple[int, int]:
    """Decode a number into the number of draws and the number that selects them."""
    which, many = divmod(number - PLAIN - 1, len(_DRAWS))
    return _DRAWS[many], which


def chance(state: State, number: int) -> tuple[Draw, int]:
    """The draw that a number selects, and the number for the next draw; 0 selects the simplest draw."""
    found = _coming(state)
    place, rest = _place(number, len(found))
    return Draw(found[place]), rest


def _place(number: int, size: int) -> tuple[int, int]:
    """The index that the last bits of an integer select, and the remaining bits.

    The function uses as few bits as possible; hypothesis shrinks the high bits of an integer first.
    """
    bits = (size - 1).bit_length()
    rest, place = divmod(number, 2**bits)
    return (place if place < size else place - 2 ** (bits - 1)), rest


def _coming(state: State) -> Sequence[Card | Bureau | Round | Tile]:
    """The possible draws, simplest first; the simplest draws make things happen early.

    The simplest draws are scoring cards and bureaus, low cards for the display, and cheap tiles.
    """
    source = game.supply(state) or ()
    if not isinstance(source, Deck):
        return sorted(source, key=lambda tile: tile.up.price)
    top = source.piles[0]
    kinds = [card for pool, size in zip(source.pools, top.slots, strict=True) if size for card in pool.kinds]
    money = sorted((card for card in kinds if isinstance(card, Card)), key=lambda card: card.value)
    if isinstance(state.todo[0], DealHand):
        first = _for_a_hand(money, state.todo[0].seat, state.players[state.todo[0].seat].hand)
        money.remove(first)
        money.insert(0, first)
    return [*top.cards, *(card for card in kinds if isinstance(card, Bureau)), *money]


def _for_a_hand(money: Sequence[Card], seat: int, hand: Purse) -> Card:
    """The next card for a starting hand: the highest of its currency, or the lowest that completes the hand."""
    wanted = CURRENCIES[(seat + len(hand) % 2) % len(CURRENCIES)]
    own = [card for card in money if card.currency is wanted] or money
    missing = game.CAPITAL - hand.total()
    return next((card for card in own if card.value >= missing), own[-1])


Move = tuple[int | None, Action, State]
"""A step: the seat (None for a draw), the action or the draw, and the state after it."""
Moment = Literal["any moment", "a decision", "a draw", "the end"]
"""The moments in a game at which a strategy can stop."""
SEATS = (3, 2, 4, 5, 6)
"""The numbers of players, simplest first; two is not the simplest, because Dirk's draws make the set-up longer."""
ALL_TILES = 0
"""The box size that means all tiles."""
NUMBERS = st.integers(0, MOST)
"""The numbers that select moves; 0 selects none, and 0 followed by a low number ends the game."""
LOW, LOWER = 1500, 24
"""The highest number that ends a game after a 0; it is lower for whole games, few of which should stop early."""
LONGEST = 1500
"""The maximum number of moves to draw; after that, simple moves lead to the end of the game."""
BUILD = 3
"""The number that selects buying or building if possible."""
DUE = 100
"""More draws than are ever due before a decision."""


def modules(
    game: Game,
    players: int,  # noqa: ARG001  callers may pass it, but no module refuses a number of players
    wanted: Sequence[str] | None = None,
) -> SearchStrategy[tuple[str, ...]]:
    """The names of modules that can join a game, chosen from all modules or from the given ones."""
    known = MODULES if wanted is None else {name: module_named(name) for name in wanted}
    willing = [name for name, module in MODULES.items() if name in known and module.refuses(game) is None]
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
    """Games before the first draw, with any of the scorings and modules that are possible in the game.

    ``boxes`` lists the numbers of tiles that each bag may have; 0 means all of them.
    """
    game = draw(st.sampled_from(games))
    number = draw(st.sampled_from(players))
    scoring = draw(st.sampled_from(game.scorings))
    return _opening(number, game, draw(modules(game, number, wanted)), scoring, draw(st.sampled_from(boxes)))


@cache  # there are few openings, and each is used often
def _opening(players: int, game: Game, modules: tuple[str, ...], scoring: str, box: int) -> State:
    """The opening of a game with a box of the given size."""
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
    """Lines of play up to a moment, each with every step and the last state.

    ``moves`` is the maximum number of moves to draw; all other arguments are those of ``states``.
    """
    if at not in get_args(Moment):
        raise InvalidState(f"at must be one of {', '.join(get_args(Moment))}, not {at!r}")
    return _lines(openings(games, players, modules, boxes), at, moves, _LastGame())


def states(
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = SEATS,
    modules: Sequence[str] | None = None,
    at: Moment = "any moment",
    boxes: Sequence[int] = (ALL_TILES,),
) -> SearchStrategy[State]:
    """Positions in games in which hypothesis chooses every move.

    ``modules`` lists the names of modules to draw from, by default all; a game omits modules that it refuses. ``at`` is
    ``"any moment"``, ``"a decision"``, ``"a draw"`` or ``"the end"``. ``boxes`` are the numbers of tiles that each bag
    may have, 0 for all of them.
    """
    return lines(games, players, modules, at, boxes).map(state_after)


def records(
    games: Sequence[Game] = GAMES,
    players: Sequence[int] = SEATS,
    modules: Sequence[str] | None = None,
    at: Moment = "the end",
) -> SearchStrategy[Record]:
    """Records of whole games with random moves, or of games up to the moment ``at``."""
    return lines(games, players, modules, at).map(record_of)


@st.composite
def _lines(draw: DrawFn, openings: SearchStrategy[State], at: Moment, most: int, last: "_LastGame") -> Line:
    """Lines of play up to the given moment."""
    opening = draw(openings)
    low = LOWER if at == "the end" else LOW
    moves = _drawn(draw, last.begun(opening), most, low)
    state = moves[-1][2] if moves else opening
    while not state.over and not _is_at(state, at):  # make simple moves until the moment comes
        moves.append(next(_chosen(state, BUILD)))
        state = moves[-1][2]
    while moves and not _is_at(moves[-1][2], at):  # the game is over, so go back to the last such moment
        moves.pop()
    steps = tuple((seat, action) for seat, action, _ in moves)
    return Line(opening, steps, moves[-1][2] if moves else opening)


def _drawn(draw: DrawFn, position: "_Position", most: int, low: int) -> list[Move]:
    """Draw up to about ``most`` moves; a zero followed by a low number ends the game."""
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
    draw(st.tuples(NUMBERS, NUMBERS))  # they shrink to zeros at once, so that this game then shrinks like any other
    return moves


@define(repr=False)
class _Position:
    """A position in the last game, with the moves that led to it and the position after it."""

    state: State
    moves: tuple[Move, ...] = ()
    number: int = 0
    next: "_Position | None" = None

    def after(self, number: int) -> "_Position":
        """The position after the moves that a number selects, cached because the next game often begins similarly."""
        if self.next is None or number != self.number:
            moves = tuple(_chosen(self.state, number))
            self.number, self.next = number, _Position(moves[-1][2] if moves else self.state, moves)
        return self.next


@define(repr=False)
class _LastGame:
    """A cache of the last game; while hypothesis shrinks, the next game often begins in the same way."""

    opening: _Position | None = None

    def __repr__(self) -> str:
        """A placeholder for the output of hypothesis."""
        return "..."

    def begun(self, opening: State) -> _Position:
        """The position at an opening, from the cache if the last game began with that opening."""
        if self.opening is None or self.opening.state != opening:
            self.opening = _Position(opening)
        return self.opening


def _chosen(state: State, number: int) -> Iterator[Move]:
    """The moves that a number selects: draws that are due, and possibly an action after them."""
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
    """Whether a position is at the given moment."""
    if at == "a decision":
        return state.actor is not None
    if at == "a draw":
        return not state.over and state.actor is None
    return at == "any moment" or state.over
