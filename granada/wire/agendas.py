"""Whether an agenda is one that the rules would have left.

The rules write down a few agendas: that of the set-up, of a turn, of a purchase by the vizier, and of the end.
What a state has to do is what is left of one of these, of which the first step may have begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from granada.board import Round
from granada.game import VIZIER, State, plans, preparation, seats_to_ask, settle, turn, waits_for_draw, windows_before
from granada.steps import (
    Act,
    Award,
    Begin,
    Decision,
    DirkDraws,
    DirkShare,
    EndTest,
    Favour,
    NextTurn,
    OpenFavour,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    ScoreRow,
    Show,
    Step,
    TurnUpHuts,
)

Kinds = tuple[type["Step"], ...]
"""The kinds of some steps, each once where several of a kind follow each other."""
_BEGUN: dict[type[Step], tuple[Kinds, ...]] = {
    Act: ((PlaceTiles,), (TurnUpHuts, PlaceTiles)),
    ScoreDue: ((Show, ScoreRow, DirkShare, ScoreDue), (Show, ScoreRow, ScoreDue), (DirkDraws, ScoreDue)),
    OpenFavour: ((Favour,),),
    Award: ((PlaceTiles,),),
    ScoreRow: ((Show, ScoreRow),),
}
"""What can stand in the place of a step that has begun."""


def agenda_flaws(state: State) -> Iterator[str]:
    """The agenda is one that the rules would have left, and its steps fit the table."""
    if state.todo and not any(_is_left_of(state, agenda) for agenda in _agendas(state)):
        yield "todo: no game has such an agenda"
        return
    if is_set_up(state) != (state.mover is None):
        yield "mover: there is one exactly when the set-up is over"
    for number, step in enumerate(state.todo):
        yield from (f"todo[{number}]: {flaw}" for flaw in _step_flaws(state, step))
    rounds = [card for layer in state.deck.layers for card in layer.cards] + [card for card, _ in state.deck.later]
    rounds += [which for step in state.todo if isinstance(step, ScoreDue) for which in step.rounds]
    rounds += list(dict.fromkeys(step.round for step in state.todo if isinstance(step, ScoreRow)))
    if len(set(rounds)) < len(rounds):
        yield "deck: the scoring cards are A and B, once each"


def waiting_flaws(state: State) -> Iterator[str]:
    """The first step of the agenda waits for somebody or something."""
    if settle(state) is not state:
        yield "todo: the first step would run by itself"
    elif state.todo and state.actor is None and not waits_for_draw(state):
        yield "todo: the first step neither waits for a draw nor for a seat"


def is_set_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return any(isinstance(step, Begin) for step in state.todo)


def _agendas(state: State) -> Iterator[tuple[Step, ...]]:
    """The agendas that the rules write down."""
    yield preparation(state.setup)
    yield turn(state.setup, state.mover or 0)
    if VIZIER in state.setup.modules:
        yield PlaceTiles(0, ()), RefillTiles(), EndTest(), OpenFavour(), NextTurn()
    yield (*map(Award, range(len(state.yard))), ScoreRow(Round.C))


def _is_left_of(state: State, agenda: tuple[Step, ...]) -> bool:
    """Whether the steps to do are the last of an agenda, the first of them perhaps begun."""
    todo = tuple(ScoreDue() if isinstance(step, ScoreDue) else step for step in state.todo)
    for place, first in enumerate(agenda):
        rest = len(agenda) - place - 1
        if rest < len(todo) and todo[len(todo) - rest :] == agenda[place + 1 :]:
            kinds = tuple(kind for kind, _ in groupby(map(type, todo[: len(todo) - rest])))
            if kinds in ((type(first),), *_BEGUN.get(type(first), ())):
                return True
    return False


def _step_flaws(state: State, step: Step) -> Iterator[str]:
    """What is wrong with one step of the agenda."""
    if isinstance(step, Decision) and step.seat >= state.setup.players:
        yield f"there is no seat {step.seat}"
    in_turn = any(isinstance(each, RefillMoney) for each in state.todo)
    match step:
        case Act(seat) if seat != state.mover:
            yield f"seat {seat} acts in another's turn"
        case PlaceTiles(seat, tiles):
            if not tiles:
                yield "there is no tile to place"
            if in_turn and seat != state.mover:
                yield f"seat {seat} places tiles in another's turn"
        case RefillTiles(moves_marker=True) if state.marker is None:
            yield "there is no marker to move"
        case ScoreDue(rounds) if Round.C in rounds:
            yield "C is no card of the deck"
        case ScoreRow():
            yield from _row_flaws(state, step)
        case DirkShare() | DirkDraws() if state.dirk is None:
            yield "Dirk does not take part"
        case DirkDraws(left) if len(left) != len(state.bags):
            yield f"there are {len(state.bags)} supplies"
        case Favour(seat, seats) if seats_to_ask(state)[-1 - len(seats) :] != (seat, *seats):
            yield "only seats with an active vizier are asked, each once, from the next player on"


def _row_flaws(state: State, step: ScoreRow) -> Iterator[str]:
    """The row exists, and those who are asked before it are those whom the rules ask."""
    windows = tuple(each for each in state.todo if isinstance(each, Show))
    if step.row >= len(plans(state.setup)) or (step.row and not step.asked):
        yield f"there is no row {step.row} that could be scored next"
    elif (step.round is Round.C) != (step is state.todo[-1]):
        yield "C is the last that is scored, A and B are not"
    elif windows and windows_before(state, step.row)[-len(windows) :] != windows:
        yield "nobody is asked like that before a row is scored"
