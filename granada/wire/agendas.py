"""Whether an agenda is one that a game can have: its shape, and what its steps say."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from granada.board import Round
from granada.game import (
    DIRKS_PART,
    DIRKS_TILES,
    EVEN,
    Act,
    Award,
    Begin,
    DealHand,
    DirkDraws,
    DirkShare,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    ScoreRow,
    plans,
    preparation,
    settle,
    turn_end,
    waits_for_draw,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game import Setup, State, Step


def agenda_flaws(state: State) -> Iterator[str]:
    """The agenda has a shape that a game can have, and its steps fit the table."""
    before, rest = _windows(state)
    names = " ".join(step.name for step in rest)
    shapes = _asked_shapes(state.setup) if before else _shapes(state.setup)
    if not any(re.fullmatch(shape, names) for shape in shapes):
        yield "todo: no game has such an agenda"
        return
    begins = is_set_up(state)
    if state.todo and begins != (state.mover is None):
        yield "mover: there is one exactly when the set-up is over"
    if not state.todo and state.mover is None:
        yield "mover: somebody made the last turn"
    for number, step in enumerate(state.todo):
        for flaw in _step_flaws(state, step, first=number == 0, begins=begins):
            yield f"todo[{number}]: {flaw}"
    yield from _together_flaws(state, before)


def waiting_flaws(state: State) -> Iterator[str]:
    """The first step of the agenda waits for somebody or something."""
    if settle(state) is not state:
        yield "todo: the first step would run by itself"
    elif state.todo and state.actor is None and not waits_for_draw(state):
        yield "todo: the first step neither waits for a draw nor for a seat"


def is_set_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return any(isinstance(step, Begin) for step in state.todo)


def is_ending(state: State) -> bool:
    """Whether the last tiles are awarded, or the last scoring is made, or the game is over."""
    return not state.todo or (isinstance(state.todo[-1], ScoreRow) and state.todo[-1].round is Round.C)


def rounds_to_come(state: State) -> list[Round]:
    """The scoring cards in the deck, and those that are due."""
    found = [card for layer in state.deck.layers for card in layer.cards] + [card for card, _ in state.deck.later]
    return found + [card for step in state.todo if isinstance(step, ScoreDue) for card in step.rounds]


def round_scored(state: State) -> Round | None:
    """The scoring that is under way."""
    return next((step.round for step in state.todo if isinstance(step, ScoreRow)), None)


# Shapes


def _windows(state: State) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The windows that are open before a row is scored, and the rest of the agenda."""
    for place, step in enumerate(state.todo):
        if isinstance(step, ScoreRow) and step.asked:
            return state.todo[:place], state.todo[place:]
    return (), state.todo


def _ends(setup: Setup) -> tuple[list[str], str]:
    """What can be left of the end of a turn, and what of it follows a scoring."""
    names = [step.name for step in turn_end(setup)]
    rest = [" ".join(names[place:]) for place in range(len(names))]
    return rest, rest[names.index("score-due")]


@lru_cache(maxsize=64)
def _shapes(setup: Setup) -> tuple[str, ...]:
    """The agendas that a game can have, as patterns over the names of its steps."""
    rest, due = _ends(setup)
    prepared = [step.name for step in preparation(setup)]
    own = (shape.format(end=rest[0]) for module in setup.modules for shape in module.agendas)
    return (
        *(" ".join(prepared[place:]) for place in range(len(prepared))),
        f"(act |place-tiles )?{rest[0]}",
        next(each for each in rest if each.startswith("refill-tiles")),
        *([f"dirk-draws {due}"] if setup.players == 2 else ()),
        "place-tiles (award )*score-row",
        *own,
        "",
    )


@lru_cache(maxsize=64)
def _asked_shapes(setup: Setup) -> tuple[str, ...]:
    """The agendas that can follow the windows before a row."""
    share = "dirk-share " if setup.players == 2 else ""
    return f"score-row {share}{_ends(setup)[1]}", "score-row"


# Steps


def _step_flaws(state: State, step: Step, *, first: bool, begins: bool) -> Iterator[str]:
    """What is wrong with one step of the agenda."""
    seat = getattr(step, "seat", 0)
    if seat >= state.setup.players:
        yield f"there is no seat {seat}"
    match step:
        case Act() if step.seat != state.mover:
            yield f"seat {seat} acts in another's turn"
        case PlaceTiles():
            yield from _placing_flaws(state, step)
        case ScoreRow():
            if step.row >= len(plans(state.setup)) or (step.row and not step.asked):
                yield f"there is no row {step.row} that could be scored next"
            if (step.round is Round.C) != (step is state.todo[-1]):
                yield "C is the last that is scored, A and B are not"
        case RefillTiles() if step.first != begins or (step.moves_marker and not first):
            yield "the tiles cannot be refilled like that now"
        case ScoreDue() if step.rounds and any(isinstance(each, Act | PlaceTiles) for each in state.todo):
            yield "nothing is due before the money is refilled"
        case DirkDraws():
            yield from _dirk_flaws(state, step, begins=begins)
        case DirkShare() if step.round is not round_scored(state):
            yield "Dirk gets his share for the scoring that is under way"
        case DealHand() if not first and step.seat:
            yield "the first seat is dealt its cards first"


def _placing_flaws(state: State, step: PlaceTiles) -> Iterator[str]:
    if not step.tiles:
        yield "there is no tile to place"
    for pending in step.tiles:
        if pending.bought == (pending.tile.up.is_hut or is_ending(state)):
            yield f"{pending.tile} was {'' if pending.bought else 'not '}bought"
        if pending.flipped and (not pending.bought or pending.tile.down is None):
            yield f"{pending.tile} cannot have been turned over"
    turn = any(isinstance(each, RefillMoney) for each in state.todo)
    if turn and step.seat != state.mover:
        yield f"seat {step.seat} places tiles in another's turn"
    if len(step.tiles) > 1 and not turn:
        yield "only who has a turn places several tiles"
    if sum(pending.tile.up.is_hut for pending in step.tiles) > turn:
        yield "one hut is taken at a time, by whom the turn belongs to"


def _dirk_flaws(state: State, step: DirkDraws, *, begins: bool) -> Iterator[str]:
    if state.dirk is None:
        yield "Dirk does not take part"
    if len(step.left) != len(state.bags):
        yield f"there are {len(state.bags)} supplies"
        return
    if step.face != (EVEN if begins else None):
        yield "Dirk's first tiles show their even faces, the others what the marker says"
    for left, bag in zip(step.left, state.bags, strict=True):
        if left > (DIRKS_TILES if begins else max(DIRKS_TILES, -(-len(bag) // DIRKS_PART))):
            yield f"Dirk does not draw {left} tiles"


def _together_flaws(state: State, before: tuple[Step, ...]) -> Iterator[str]:
    """What steps must be so that others can be there."""
    awards = [step.slot for step in state.todo if isinstance(step, Award)]
    if awards and awards != list(range(awards[0], len(state.yard))):
        yield "todo: tiles are awarded slot by slot to the last"
    if awards[:1] == [0]:
        yield "todo: a tile is placed that nobody was awarded"
    scored = round_scored(state)
    rounds = [*rounds_to_come(state), *([scored] if scored else ())]
    if len(set(rounds)) < len(rounds) or (Round.C in rounds and scored is not Round.C):
        yield "deck: the scoring cards are A and B, once each"
    due = next((step.rounds for step in state.todo if isinstance(step, ScoreDue)), ())
    if due == (Round.B, Round.A) or (scored is Round.B and due):
        yield "todo: A is scored before B"
    if before:
        row = next(step.row for step in state.todo if isinstance(step, ScoreRow))
        plan = plans(state.setup)
        opened = (
            []
            if row >= len(plan)
            else [w for module in state.setup.modules for w in module.before_row(state, plan[row])]
        )
        if tuple(opened[-len(before) :]) != before:
            yield "todo: nobody is asked like that before a row is scored"
