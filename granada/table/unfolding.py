"""Find the state after an action, and the events that the action causes step by step."""

from collections import Counter
from collections.abc import Callable, Iterator

from attrs import astuple

from granada import events, game, steps
from granada.board import Bureau, Card, Round, Tile
from granada.events import Event
from granada.game import BONUS, Action, Draw, Slot, State, a_state, apply_telling, plans, score_row
from granada.steps import Step
from granada.table.table import winners


def unfold(state: State, action: Action, seat: int | None = None) -> tuple[State, tuple[Event, ...]]:
    """The state after an action or a draw, as ``apply`` returns it, and the events that it caused, in order.

    ``seat``, counted from 0, must be the acting seat; None skips this check.

    >>> import granada
    >>> state, happened = unfold(granada.new_game(2), granada.Action.parse("draw arena10|market11/n"))
    >>> print(*happened, sep=", ")
    space 1 gets arena10|market11/n
    """
    happened: list[Event] = []
    before = a_state(state)
    drew = type(state.todo[0]) if state.todo and isinstance(action, Draw) else None

    def tell(step: Step, after: State) -> None:
        """Add the events of a step; the events of the action come first."""
        nonlocal before
        happened.extend(_ran(before, step, after, drew) if happened else _caused(before, step, action, after))
        before = after

    after = apply_telling(state, action, tell, seat)
    if isinstance(action, game.Remove | game.Swap) and BONUS in state.setup.modules:
        happened[1:1] = _covered(state, after)
    if not after.todo:
        happened.append(events.GameOver(after.points, winners(after)))
    elif after.todo[0] != state.todo[0]:
        happened.extend(_opened(after.todo[0]))
    return after, tuple(happened)


def _covered(before: State, after: State) -> list[Event]:
    """An event for each bonus card that is hidden again because its tile has left the city."""
    seat = before.actor or 0
    left = Counter(before.extra(BONUS).shown[seat]) - Counter(after.extra(BONUS).shown[seat])
    return [events.Covered(seat, face) for face in left.elements()]


def _opened(step: Step) -> Iterator[Event]:
    """The event which says that a seat may use a module now, if the step is a decision about a module."""
    match step:
        case steps.Favour(seat):
            yield events.WindowOpened(seat, "vizier")
        case steps.Show(seat, building):
            yield events.WindowOpened(seat, "bonus", building)


_SAME: dict[type[Action], Callable[..., Event]] = {
    game.Take: events.Taken,
    game.Place: events.Placed,
    game.Store: events.Stored,
    game.Give: events.Given,
    game.Add: events.Added,
    game.TakeHut: events.HutTaken,
    game.Reveal: events.Revealed,
    game.Reactivate: events.Reactivated,
    game.Decline: events.Declined,
    game.Stop: events.Stopped,
    game.Pass: events.Passed,
}
"""A mapping from kinds of actions to the events that have the same fields and the seat."""


def _caused(before: State, step: Step, action: Action, after: State) -> Iterator[Event]:
    """The events that the action itself causes; a purchase with the vizier is preceded by the use of the vizier."""
    seat = before.actor or 0
    match action:
        case Draw(what):
            yield from _drawn(before, step, what, after)
        case game.Buy(cards=cards):
            if isinstance(step, steps.Favour):
                yield events.FavourUsed(seat)
            slot, tile = _changed(before, after)
            yield events.Bought(seat, slot.space, tile, cards, cards.total() == tile.up.price)
        case game.Flip(face, cards) if isinstance(step, steps.PlaceTiles):
            lying = (each.tile for each in step.tiles if each.tile.up == face and not each.flipped)
            yield events.Flipped(seat, next(lying).turned, cards)
        case game.Remove(cell):
            yield events.Removed(seat, before.players[seat].city[cell], cell)
        case game.Swap(cell, face):
            yield events.Swapped(seat, cell, before.players[seat].city[cell], face)
        case _:
            yield _SAME[type(action)](seat, *astuple(action, recurse=False))


def _changed(fuller: State, emptier: State) -> tuple[Slot, Tile]:
    """The yard slot whose tile is in the first state but not in the second, and that tile."""
    other = emptier.slots
    return next((slot, tile) for slot, tile in fuller.slots.items() if tile is not None and tile != other[slot])


def _drawn(before: State, step: Step, what: Card | Bureau | Round | Tile, after: State) -> Iterator[Event]:
    """The events that a draw causes."""
    match step, what:
        case steps.RefillMoney(), Round() as card:
            yield events.ScoringCardDrawn(card)
        case steps.RefillMoney(), (Card() | Bureau()) as card:
            yield events.CardDrawn(card)
        case steps.DealHand(seat), (Card() | Bureau()) as card:
            yield events.CardDealt(seat, card)
        case steps.RefillTiles(), Tile() as tile:
            yield events.TileDrawn(_changed(after, before)[0].space, tile)
        case steps.DirkDraws(), Tile() as tile:
            yield events.DirkDrew(tile)
        case steps.TurnUpHuts(), Tile(face):
            yield events.HutTurnedUp(face)
        case steps.DealBonus(left), Tile(face):
            yield events.BonusDealt(next(seat for seat, number in enumerate(left) if number), face)


def _ran(before: State, step: Step, after: State, drew: type[Step] | None) -> Iterator[Event]:
    """The events that an automatic step causes; some depend on the step at which a draw was just made."""
    match step:
        case steps.RefillMoney() if after.todo[0] is step:
            yield events.Reshuffled(len(after.deck))
        case steps.RefillMoney() if drew is steps.RefillMoney:
            yield events.DisplayRefilled()
        case steps.RefillTiles():
            if drew is steps.RefillTiles:
                yield events.YardRefilled()
            if step.moves_marker and after.marker is not None:
                yield events.MarkerMoved(after.marker)
        case steps.Award(number):
            slot = before.setup.game.slots[number]
            if (tile := before.slots[slot]) is not None:
                yield events.Awarded(after.actor if after.slots[slot] is None else None, slot.space, tile)
        case steps.ScoreRow(row=row) if row < len(plans(before.setup)):
            yield from _scored(before, step, after)
        case steps.DirkShare():
            yield from (events.DirkDue(due.left) for due in after.todo[:1] if isinstance(due, steps.DirkDraws))
        case steps.EndTest() if after.todo != before.todo[1:]:
            yield events.EndBegun()
        case steps.NextTurn() | steps.Begin():
            yield events.TurnBegun(after.mover or 0)


def _scored(before: State, step: steps.ScoreRow, after: State) -> Iterator[Event]:
    """The events for a scored row, and for the beginning or the end of its scoring."""
    which, plan = step.round, plans(before.setup)
    if step.row == 0 and not step.asked:
        yield events.ScoringBegun(which)
    if isinstance(after.todo[0], steps.ScoreRow):
        yield events.RowScored(which, score_row(before, which, plan[step.row]))
        if step.row == len(plan) - 1:
            yield events.ScoringEnded(which)
