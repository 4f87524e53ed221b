"""Convert the steps of an agenda to numbers and back; the encoding and the kernel number words in different orders."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from granada import steps
from granada.board import Building, Marker, Round
from granada.steps import Pending, Step

STEPS: tuple[type[Step], ...] = (
    *(steps.Act, steps.PlaceTiles, steps.Favour, steps.Show, steps.RefillMoney, steps.RefillTiles),
    *(steps.ScoreDue, steps.ScoreRow, steps.DirkDraws, steps.DirkShare, steps.EndTest, steps.NextTurn),
    *(steps.Award, steps.DealHand, steps.Begin, steps.OpenFavour, steps.TurnUpHuts, steps.DealBonus),
)
"""Every kind of step, in an order that is fixed for each version of the encoding."""


@frozen
class Numbering:
    """The words that can occur in steps; the position of a word is its number.

    - ``rounds``: The scoring rounds.
    - ``markers``: The two fields of the marker, and None.
    - ``buildings``: The buildings.
    """

    rounds: tuple[Round, ...]
    markers: tuple[Marker | None, ...]
    buildings: tuple[Building, ...]

    def numbers(self, step: Step, places: Mapping[int, int] | None = None) -> tuple[int, ...]:
        """The numbers that encode a step, apart from its pending tiles; ``places`` maps each seat to its number."""
        seat = (lambda seat: seat) if places is None else places.__getitem__
        match step:
            case steps.RefillTiles():
                return int(step.moves_marker), int(step.first)
            case steps.ScoreDue():
                return tuple(map(self.rounds.index, step.rounds))
            case steps.ScoreRow():
                return self.rounds.index(step.round), step.row, int(step.asked)
            case steps.DirkDraws():
                return self.markers.index(step.face), *step.left
            case steps.DirkShare():
                return (self.rounds.index(step.round),)
            case steps.Award():
                return (step.slot,)
            case steps.DealBonus():
                return step.left if places is None else tuple(step.left[seat] for seat in places)
            case steps.Favour():
                return seat(step.seat), *map(seat, step.seats)
            case steps.Show():
                return seat(step.seat), self.buildings.index(step.building)
            case steps.Decision() | steps.DealHand():
                return (seat(step.seat),)
        return ()

    def step(
        self, kind: type[Step], numbers: Sequence[int], lying: tuple[Pending, ...], seats: Sequence[int] | None = None
    ) -> Step:
        """The step with a given kind, numbers and pending tiles; ``seats`` maps each number to its seat."""
        if not numbers:
            return kind()
        seat = (lambda place: place) if seats is None else seats.__getitem__
        first, *rest = numbers
        if kind is steps.RefillTiles:
            return steps.RefillTiles(*map(bool, numbers))
        if kind is steps.Act:
            return steps.Act(seat(first), tuple(each.tile for each in lying))
        if kind is steps.PlaceTiles:
            return steps.PlaceTiles(seat(first), lying)
        if kind is steps.Favour:
            return steps.Favour(seat(first), tuple(map(seat, rest)))
        if kind is steps.Show:
            return steps.Show(seat(first), self.buildings[rest[0]])
        if kind is steps.ScoreDue:
            return steps.ScoreDue(tuple(self.rounds[each] for each in numbers))
        if kind is steps.ScoreRow:
            return steps.ScoreRow(self.rounds[first], rest[0], bool(rest[1]))
        if kind is steps.DirkDraws:
            return steps.DirkDraws(tuple(rest), self.markers[first])
        if kind is steps.DirkShare:
            return steps.DirkShare(self.rounds[first])
        if kind is steps.Award:
            return steps.Award(first)
        if kind is steps.DealHand:
            return steps.DealHand(seat(first))
        by_seat = numbers if seats is None else [number for _, number in sorted(zip(seats, numbers, strict=True))]
        return steps.DealBonus(tuple(by_seat))


def lying(todo: Iterable[Step]) -> tuple[Pending, ...]:
    """The bought, awarded or taken tiles on the agenda that wait to be placed."""
    found: list[Pending] = []
    for step in todo:
        if isinstance(step, steps.PlaceTiles):
            found += step.tiles
        elif isinstance(step, steps.Act):
            found += map(Pending, step.bought)
    return tuple(found)
