"""The steps of the agenda in the numbers that the kernel reads, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada import game
from granada.fast.names import BUILDINGS, ROUNDS, SIDES, STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada.game import Pending, Step

_STEP = {kind: number for number, kind in enumerate(STEPS)}
ROUND = {each: number for number, each in enumerate(ROUNDS)}


def step_record(step: Step) -> tuple[int, tuple[int, ...]]:
    """A step: the number of its kind, and its fields; the tiles that lie beside a city are given elsewhere."""
    return _STEP[type(step)], _fields(step)


def _fields(step: Step) -> tuple[int, ...]:
    match step:
        case game.RefillTiles():
            return step.moves_marker, step.first
        case game.ScoreDue():
            return tuple(ROUND[each] for each in step.rounds)
        case game.ScoreRow():
            return ROUND[step.round], step.row, step.asked
        case game.DirkDraws():
            return SIDES.index(step.face), *step.left
        case game.DirkShare():
            return (ROUND[step.round],)
        case game.Award():
            return (step.slot,)
        case game.Favour():
            return step.seat, *step.seats
        case game.DealBonus():
            return step.left
        case game.Show():
            return step.seat, BUILDINGS.index(step.building)
        case game.Act() | game.PlaceTiles() | game.DealHand():
            return (step.seat,)
    return ()


def step_of(record: tuple[int, Sequence[int]], lying: tuple[Pending, ...]) -> Step:
    """The step of a record, with the tiles that lie beside the city of the seat that acts or places."""
    number, values = record
    kind: Any = STEPS[number]
    match kind:
        case game.Act:
            return game.Act(values[0], tuple(each.tile for each in lying))
        case game.PlaceTiles:
            return game.PlaceTiles(values[0], lying)
        case game.RefillTiles:
            return game.RefillTiles(bool(values[0]), bool(values[1]))
        case game.ScoreDue:
            return game.ScoreDue(tuple(ROUNDS[each] for each in values))
        case game.ScoreRow:
            return game.ScoreRow(ROUNDS[values[0]], values[1], bool(values[2]))
        case game.DirkDraws:
            return game.DirkDraws(tuple(values[1:]), SIDES[values[0]])
        case game.DirkShare:
            return game.DirkShare(ROUNDS[values[0]])
        case game.Favour:
            return game.Favour(values[0], tuple(values[1:]))
        case game.DealBonus:
            return game.DealBonus(tuple(values))
        case game.Show:
            return game.Show(values[0], BUILDINGS[values[1]])
    step: Step = kind(*values)  # a seat, a slot, or nothing
    return step
