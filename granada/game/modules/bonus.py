"""Bonus cards; each shows a tile without walls, and counts as one more building once tile and card are both visible."""

from collections.abc import Iterable

from attrs import frozen

from granada.board import Building, Face, Family, Tile, TileSet
from granada.errors import Reason
from granada.game.actions import Action, Decline, Draw, Remove, Reveal, Swap
from granada.game.games import Game, Majority
from granada.game.scoring import plans
from granada.game.state import Module, Setup, State, less, more, replaced
from granada.rulebook import Rule
from granada.steps import Act, DealBonus, DealHand, Decision, ScoreRow, Show, Step

CARDS_EACH = {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}
"""A mapping from the number of players to the number of bonus cards dealt to each."""


@frozen
class Bonus:
    """The bonus cards, each given as the face of its tile; None stands for an unseen card.

    - ``left``: The cards left in the box.
    - ``hidden``: Each seat's hidden cards.
    - ``shown``: Each seat's open cards.
    """

    left: tuple[Face | None, ...]
    hidden: tuple[tuple[Face | None, ...], ...]
    shown: tuple[tuple[Face, ...], ...]


def _refuses(game: Game) -> str | None:
    return None if Family.ALHAMBRA in game.lanes else Reason("bonus cards show tiles of the Alhambra; Granada has none")


def bonus_cards(setup: Setup) -> tuple[Face, ...]:
    """The ten bonus cards, which show the Alhambra tiles without a wall."""
    own = next((each for each in setup.tiles or () if each.family is Family.ALHAMBRA), None)
    tiles = (own or TileSet.default(Family.ALHAMBRA)).tiles
    return tuple(tile.up for tile in tiles if not tile.up.edges)


def _begins(setup: Setup) -> Bonus:
    return Bonus(bonus_cards(setup), ((),) * setup.players, ((),) * setup.players)


def _before(setup: Setup, step: Step) -> tuple[Step, ...]:
    return (DealBonus((CARDS_EACH[setup.players],) * setup.players),) if isinstance(step, DealHand) else ()


def _bag(state: State, step: Step) -> tuple[Tile, ...]:
    if not isinstance(step, DealBonus) or not any(step.left):
        return ()
    return tuple(Tile(face) for face in state.extra(BONUS).left if face is not None)


def _runs(state: State, step: Step) -> State | None:
    match step:
        case DealBonus(left) if not any(left):
            return state.then()
        case ScoreRow(which, row, asked=False) if windows := windows_before(state, row):
            return state.then(*windows, ScoreRow(which, row, asked=True))
    return None


def windows_before(state: State, row: int) -> tuple[Step, ...]:
    """The decisions before a building is scored: one for each seat that may hold a card for it, mover first."""
    rows = plans(state.setup)
    plan = rows[row] if row < len(rows) else None
    if not isinstance(plan, Majority) or plan.building.family is not Family.ALHAMBRA:
        return ()
    count, first = len(state.players), state.mover or 0
    order = [(first + turn) % count for turn in range(count)]
    return tuple(Show(seat, plan.building) for seat in order if _may_show(state, seat, plan.building))


def _may_show(state: State, seat: int, building: Building) -> bool:
    """Whether a seat could show a card for a building, judging by public information."""
    tiles = [face for face in state.players[seat].city.of_building(building) if not face.edges]
    return bool(state.extra(BONUS).hidden[seat]) and any(_stands_unshown(state, seat, face) for face in tiles)


def _stands_unshown(state: State, seat: int, face: Face) -> bool:
    """Whether a seat has built a tile and not shown its card, allowing for several copies in a made-up position."""
    return state.players[seat].city.faces.count(face) > state.extra(BONUS).shown[seat].count(face)


def _options(state: State, step: Decision) -> list[Action]:
    held = dict.fromkeys(face for face in state.extra(BONUS).hidden[step.seat] if face is not None)
    found: list[Action] = [Reveal(face) for face in held if _stands_unshown(state, step.seat, face)]
    return [*found, Decline()] if isinstance(step, Show) else found


def _broken(state: State, step: Step, action: Action) -> Iterable[Rule] | None:
    match step, action:
        case Decision(seat), Reveal(face) if face not in state.extra(BONUS).hidden[seat]:
            return (Rule.CARDS_ARE_HELD,)
        case Decision(seat), Reveal(face) if not _stands_unshown(state, seat, face):
            return (Rule.REVEAL_WITH_THE_TILE_BUILT,)
        case (Decision(), Reveal()) | (Show(), Decline()):
            return ()
    return None


def _performs(state: State, step: Step, action: Action) -> State:
    bonus = state.extra(BONUS)
    match step, action:
        case DealBonus(left), Draw(Tile(face)):  # deal a card to the next seat that still needs one
            seat = next(seat for seat, number in enumerate(left) if number)
            hidden = replaced(bonus.hidden, seat, more(bonus.hidden[seat], face))
            dealt = state.with_extra(BONUS, Bonus(less(bonus.left, face), hidden, bonus.shown))
            return dealt.then(DealBonus(replaced(left, seat, left[seat] - 1)))
        case Decision(seat), Reveal(face):
            hidden = replaced(bonus.hidden, seat, less(bonus.hidden[seat], face))
            shown = replaced(bonus.shown, seat, more(bonus.shown[seat], face))
            after = state.with_extra(BONUS, Bonus(bonus.left, hidden, shown))
            asked = not isinstance(step, Show) or _may_show(after, seat, step.building)
            return after if asked else after.then()  # every built tile with the building has its card shown
        case Show(), Decline():
            return state.then()
        case Act(seat), Remove() | Swap():
            return _covered(state, seat)
    return state


def _covered(state: State, seat: int) -> State:
    """Hide a card again after its tile has left the city."""
    bonus = state.extra(BONUS)
    built, shown = state.players[seat].city.faces, bonus.shown[seat]
    for face in shown:
        if shown.count(face) > built.count(face):
            open_ = replaced(bonus.shown, seat, less(shown, face))
            hidden = replaced(bonus.hidden, seat, more(bonus.hidden[seat], face))
            return state.with_extra(BONUS, Bonus(bonus.left, hidden, open_))
    return state


def _counts(state: State, seat: int, building: Building) -> int:
    """Count each shown card as a building."""
    return sum(face.building is building for face in state.extra(BONUS).shown[seat])


BONUS = Module(
    name="bonus",
    refuses=_refuses,
    begins=_begins,
    before=_before,
    runs=_runs,
    bag=_bag,
    options=_options,
    broken=_broken,
    performs=_performs,
    counts=_counts,
)
