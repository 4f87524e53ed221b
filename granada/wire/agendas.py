"""Whether an agenda is one that the rules would have left.

The rules write down a few agendas: that of the set-up, of a turn, of a purchase by the vizier, and of the end.
What a state has to do is what is left of one of these, of which the first step may have begun.
"""

from collections.abc import Iterator
from itertools import groupby

from granada import steps
from granada.board import Round
from granada.errors import Reason, at
from granada.game import (
    State,
    after_favour,
    plans,
    preparation,
    seats_to_ask,
    settle,
    turn,
    waits_for_draw,
    windows_before,
)
from granada.game.agenda import DIRKS_TILES
from granada.modules import VIZIER

Kinds = tuple[type[steps.Step], ...]
"""The kinds of some steps."""
_BEGUN: dict[type[steps.Step], tuple[Kinds, ...]] = {
    steps.Act: ((steps.PlaceTiles,), (steps.TurnUpHuts, steps.PlaceTiles)),
    steps.ScoreDue: (
        (steps.Show, steps.ScoreRow, steps.DirkShare, steps.ScoreDue),
        (steps.Show, steps.ScoreRow, steps.ScoreDue),
        (steps.DirkDraws, steps.ScoreDue),
    ),
    steps.OpenFavour: ((steps.Favour,),),
    steps.Award: ((steps.PlaceTiles,),),
    steps.ScoreRow: ((steps.Show, steps.ScoreRow),),
}
"""What can stand in the place of a step that has begun."""


def agenda_flaws(state: State) -> Iterator[str]:
    """The agenda is one that the rules would have left, and its steps fit the table."""
    if state.todo and not any(_is_left_of(state, agenda) for agenda in _agendas(state)):
        yield at("todo: ", Reason("no game has such an agenda"))
        return
    if is_set_up(state) != (state.mover is None):
        yield "mover: there is one exactly when the set-up is over"
    for number, step in enumerate(state.todo):
        yield from (at(f"todo[{number}]: ", flaw) for flaw in _step_flaws(state, step))
    rounds = [*rounds_to_come(state), *(step.round for step in state.todo if isinstance(step, steps.ScoreRow))]
    if len(set(rounds)) < len(rounds):
        yield at("deck: ", Reason("the scoring cards are A and B, once each"))


def waiting_flaws(state: State) -> Iterator[str]:
    """The first step of the agenda waits for somebody or something."""
    if settle(state) is not state:
        yield "todo: the first step would run by itself"
    elif state.todo and state.actor is None and not waits_for_draw(state):
        yield "todo: the first step neither waits for a draw nor for a seat"


def is_set_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return any(isinstance(step, steps.Begin) for step in state.todo)


def rounds_to_come(state: State) -> list[Round]:
    """The scorings that have not begun: the cards in the deck and those that are due, and C until the game ends."""
    if is_set_up(state):
        return list(Round)
    found = [card for layer in state.deck.piles for card in layer.cards] + [card for card, _ in state.deck.later]
    found += [which for step in state.todo if isinstance(step, steps.ScoreDue) for which in step.rounds]
    ends = not state.todo or isinstance(state.todo[-1], steps.ScoreRow)
    return found if ends else [*found, Round.C]


def _agendas(state: State) -> Iterator[tuple[steps.Step, ...]]:
    """The agendas that the rules write down."""
    yield preparation(state.setup)
    of_a_turn = turn(state.setup, state.mover or 0)
    yield of_a_turn
    if VIZIER in state.setup.modules:
        asked = of_a_turn.index(steps.OpenFavour())
        yield steps.PlaceTiles(0, ()), *after_favour(state.setup), *of_a_turn[asked + 1 :]
    yield (*map(steps.Award, range(len(state.slots))), steps.ScoreRow(Round.C))


def _is_left_of(state: State, agenda: tuple[steps.Step, ...]) -> bool:
    """Whether the steps to do are the last of an agenda, the first of them perhaps begun."""
    todo = tuple(steps.ScoreDue() if isinstance(step, steps.ScoreDue) else step for step in state.todo)
    for place, first in enumerate(agenda):
        rest = len(agenda) - place - 1
        if rest < len(todo) and todo[len(todo) - rest :] == agenda[place + 1 :]:
            kinds = _kinds(todo[: len(todo) - rest])
            if kinds in ((type(first),), *_BEGUN.get(type(first), ())):
                return True
    return False


def _kinds(begun: tuple[steps.Step, ...]) -> Kinds:
    """The kinds of some steps; seats that are asked to show cards one after the other count as one."""
    groups = groupby(map(type, begun))
    return tuple(kind for kind, same in groups for _ in ((kind,) if kind is steps.Show else same))


def _step_flaws(state: State, step: steps.Step) -> Iterator[str]:
    """What is wrong with one step of the agenda."""
    if isinstance(step, steps.Decision | steps.DealHand) and step.seat >= state.setup.players:
        yield f"there is no seat {step.seat}"
    in_turn = any(isinstance(each, steps.RefillMoney) for each in state.todo)
    match step:
        case steps.Act(seat, bought):
            if seat != state.mover:
                yield f"seat {seat} acts in another's turn"
            yield from _waiting_flaws(state, tuple(map(steps.Pending, bought)))
        case steps.PlaceTiles(seat, tiles):
            if not tiles:
                yield Reason("there is no tile to place")
            if in_turn and seat != state.mover:
                yield f"seat {seat} places tiles in another's turn"
            yield from _waiting_flaws(state, tiles)
        case steps.RefillTiles(moves_marker=True) if state.marker is None:
            yield "there is no marker to move"
        case steps.ScoreRow():
            yield from _row_flaws(state, step)
        case steps.DirkShare() | steps.DirkDraws() if state.dirk is None:
            yield "Dirk does not take part"
        case steps.DirkDraws(left):
            yield from _dirk_flaws(state, left)
        case steps.Award(slot) if slot >= len(state.slots):
            yield f"there is no slot {slot}"
        case steps.Favour(seat, seats) if seats_to_ask(state)[-1 - len(seats) :] != (seat, *seats):
            yield Reason("only seats with an active vizier are asked, each once, from the next player on")


def _waiting_flaws(state: State, tiles: tuple[steps.Pending, ...]) -> Iterator[str]:
    """What waits to be placed lay in the yard, or is a hut; those are not bought."""
    number = sum(not pending.tile.up.is_hut for pending in tiles)
    slots = len(state.slots)
    if number > slots:
        yield Reason("{number} tiles cannot come from a yard with {slots} slots", number=number, slots=slots)
    if any(pending.bought and pending.tile.up.is_hut for pending in tiles):
        yield "a hut was bought"


def _dirk_flaws(state: State, left: tuple[int, ...]) -> Iterator[str]:
    if len(left) != len(state.bags):
        yield f"there are {len(state.bags)} supplies"
        return
    for number, bag in zip(left, state.bags, strict=True):
        if number > max(DIRKS_TILES, len(bag)):
            yield f"Dirk does not draw {number} tiles"


def _row_flaws(state: State, step: steps.ScoreRow) -> Iterator[str]:
    """The row exists, and those who are asked before it are those whom the rules ask."""
    windows = tuple(each for each in state.todo if isinstance(each, steps.Show))
    if step.row >= len(plans(state.setup)) or (step.row and not step.asked):
        yield f"there is no row {step.row} that could be scored next"
    elif (step.round is Round.C) != (step is state.todo[-1]):
        yield "C is the last that is scored, A and B are not"
    elif windows and windows_before(state, step.row)[-len(windows) :] != windows:
        yield "nobody is asked like that before a row is scored"
