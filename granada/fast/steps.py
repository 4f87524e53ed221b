"""The steps of the agenda in the numbers that the kernel reads, and back."""

from collections.abc import Sequence
from typing import Any

from granada import steps
from granada.fast.names import BUILDINGS, ROUNDS, SIDES, STEPS
from granada.steps import Pending, Step

_STEP = {kind: number for number, kind in enumerate(STEPS)}
ROUND = {each: number for number, each in enumerate(ROUNDS)}


def step_record(step: Step) -> tuple[int, tuple[int, ...]]:
    """A step: the number of its kind, and its fields; the tiles that lie beside a city are given elsewhere."""
    return _STEP[type(step)], _fields(step)


def _fields(step: Step) -> tuple[int, ...]:
    match step:
        case steps.RefillTiles():
            return step.moves_marker, step.first
        case steps.ScoreDue():
            return tuple(ROUND[each] for each in step.rounds)
        case steps.ScoreRow():
            return ROUND[step.round], step.row, step.asked
        case steps.DirkDraws():
            return SIDES.index(step.face), *step.left
        case steps.DirkShare():
            return (ROUND[step.round],)
        case steps.Award():
            return (step.slot,)
        case steps.Favour():
            return step.seat, *step.seats
        case steps.DealBonus():
            return step.left
        case steps.Show():
            return step.seat, BUILDINGS.index(step.building)
        case steps.Act() | steps.PlaceTiles() | steps.DealHand():
            return (step.seat,)
    return ()


def step_of(record: tuple[int, Sequence[int]], lying: tuple[Pending, ...]) -> Step:
    """The step of a record, with the tiles that lie beside the city of the seat that acts or places."""
    number, values = record
    kind: Any = STEPS[number]
    match kind:
        case steps.Act:
            return steps.Act(values[0], tuple(each.tile for each in lying))
        case steps.PlaceTiles:
            return steps.PlaceTiles(values[0], lying)
        case steps.RefillTiles:
            return steps.RefillTiles(bool(values[0]), bool(values[1]))
        case steps.ScoreDue:
            return steps.ScoreDue(tuple(ROUNDS[each] for each in values))
        case steps.ScoreRow:
            return steps.ScoreRow(ROUNDS[values[0]], values[1], bool(values[2]))
        case steps.DirkDraws:
            return steps.DirkDraws(tuple(values[1:]), SIDES[values[0]])
        case steps.DirkShare:
            return steps.DirkShare(ROUNDS[values[0]])
        case steps.Favour:
            return steps.Favour(values[0], tuple(values[1:]))
        case steps.DealBonus:
            return steps.DealBonus(tuple(values))
        case steps.Show:
            return steps.Show(values[0], BUILDINGS[values[1]])
    step: Step = kind(*values)  # a seat, a slot, or nothing
    return step
