"""What an action causes, step by step: the state after it, and the events that led there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada import game
from granada.board import Round
from granada.game import BONUS, Draw, apply_telling, plans, score_row, slot_space
from granada.table import events
from granada.table.table import winners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game import Action, State, Step
    from granada.table.events import Event


def unfold(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action or a draw, just as ``apply`` gives it, and all that it caused, in order.

    >>> import granada
    >>> state, happened = unfold(granada.new_game(2), granada.Action.parse("draw arena10|market11/n"))
    >>> print(*happened, sep=", ")
    space 1 gets arena10|market11/n
    """
    happened: list[Event] = []
    before = [state]

    def tell(step: Step, after: State | None) -> None:
        """Write down what a step did; the first that is told is that of the action."""
        if after is not None and not happened:
            happened.extend(_caused(state, step, action, after))
        elif (run := _RUN.get(type(step))) is not None:
            happened.extend(run(before[-1], step, after, drew))
        if after is not None:
            before.append(after)

    drew = state.todo[0] if state.todo and isinstance(action, Draw) else None
    after = apply_telling(state, action, tell)
    return after, (*happened, *_asked(state, after))


def _caused(before: State, step: Step, action: Action, after: State) -> Iterator[Event]:
    """What the action itself did."""
    if isinstance(action, Draw):
        yield _DRAWN[type(step)](before, step, action.what, after)
        return
    seat = before.actor
    if isinstance(step, game.Favour) and isinstance(action, game.Buy):
        yield events.FavourUsed(seat or 0)
    yield _DONE[type(action)](before, seat, action, after)
    if BONUS in after.setup.modules and isinstance(action, game.Remove | game.Swap):
        left = list(before.extra(BONUS).shown[seat])
        for face in after.extra(BONUS).shown[seat]:
            left.remove(face)
        yield from (events.Covered(seat or 0, face) for face in left)


def _asked(before: State, after: State) -> Iterator[Event]:
    """The window that is open now, unless it was open before; or that the game is over."""
    if after.over:
        yield events.GameOver(after.points, winners(after))
        return
    step: Any = after.todo[0]
    if step.decides and step != before.todo[0]:
        for module in after.setup.modules:
            if type(step) in module.step_types:
                yield events.WindowOpened(step.seat, module.name, getattr(step, "building", None))


# What a seat does


def _bought(before: State, seat: int, action: game.Buy, after: State) -> Event:
    slot, tile = _changed(before, after)
    exact = action.cards.total() == tile.up.price
    return events.Bought(seat, slot_space(before.setup, slot), tile, action.cards, exact)


def _changed(fuller: State, emptier: State) -> tuple[int, Any]:
    """The slot of the yard in which two states differ, and the tile that one of them has there."""
    slots = enumerate(zip(fuller.yard, emptier.yard, strict=True))
    return next((slot, one or other) for slot, (one, other) in slots if one != other)


def _flipped(before: State, seat: int, action: game.Flip, _: State) -> Event:
    step: Any = before.todo[0]
    lying = (each.tile for each in step.tiles if each.tile.up == action.face and not each.flipped)
    return events.Flipped(seat, next(lying).turned, action.cards)


def _removed(before: State, seat: int, action: game.Remove, _: State) -> Event:
    return events.Removed(seat, before.players[seat].city[action.cell], action.cell)


def _swapped(before: State, seat: int, action: game.Swap, _: State) -> Event:
    return events.Swapped(seat, action.cell, before.players[seat].city[action.cell], action.face)


_DONE: dict[type[Action], Callable[[State, Any, Any, State], Event]] = {
    game.Take: lambda _, seat, action, __: events.Taken(seat, action.cards),
    game.Buy: _bought,
    game.Flip: _flipped,
    game.Place: lambda _, seat, action, __: events.Placed(seat, action.face, action.cell),
    game.Store: lambda _, seat, action, __: events.Stored(seat, action.face),
    game.Give: lambda _, seat, action, __: events.Given(seat, action.face),
    game.Add: lambda _, seat, action, __: events.Added(seat, action.face, action.cell),
    game.Remove: _removed,
    game.Swap: _swapped,
    game.TakeHut: lambda _, seat, action, __: events.HutTaken(seat, action.face),
    game.Reveal: lambda _, seat, action, __: events.Revealed(seat, action.face),
    game.Reactivate: lambda _, seat, *__: events.Reactivated(seat),
    game.Decline: lambda _, seat, *__: events.Declined(seat),
    game.Stop: lambda _, seat, *__: events.Stopped(seat),
    game.Pass: lambda _, seat, *__: events.Passed(seat),
}


# What is drawn


def _card_drawn(_: State, __: object, what: Any, ___: State) -> Event:  # noqa: ANN401  a card of any kind
    return events.ScoringCardDrawn(what) if isinstance(what, Round) else events.CardDrawn(what)


def _tile_drawn(before: State, _: object, what: Any, after: State) -> Event:  # noqa: ANN401  a tile
    return events.TileDrawn(slot_space(before.setup, _changed(after, before)[0]), what)


def _bonus_dealt(_: State, step: Any, what: Any, __: State) -> Event:  # noqa: ANN401  a step and a tile
    return events.BonusDealt(next(seat for seat, left in enumerate(step.left) if left), what.up)


_DRAWN: dict[type[Step], Callable[[State, Any, Any, State], Event]] = {
    game.RefillMoney: _card_drawn,
    game.DealHand: lambda _, step, what, __: events.CardDealt(step.seat, what),
    game.RefillTiles: _tile_drawn,
    game.DirkDraws: lambda _, __, what, ___: events.DirkDrew(what),
    game.TurnUpHuts: lambda _, __, what, ___: events.HutTurnedUp(what.up),
    game.DealBonus: _bonus_dealt,
}


# What runs by itself: the state before a step, the step, the state after it if anything changed, and the step at which
# something was drawn


def _money(_: State, __: Step, after: State | None, drew: Step | None) -> Iterator[Event]:
    if after is not None:
        yield events.Reshuffled(len(after.deck))
    elif isinstance(drew, game.RefillMoney):
        yield events.DisplayRefilled()


def _tiles(_: State, __: Step, after: State | None, drew: Step | None) -> Iterator[Event]:
    if isinstance(drew, game.RefillTiles):
        yield events.YardRefilled()
    if after is not None and after.marker is not None:
        yield events.MarkerMoved(after.marker)


def _rows(before: State, step: game.ScoreRow, after: State | None, _: Step | None) -> Iterator[Event]:
    """The rows that were scored: up to the next that is to be scored, before which somebody is asked."""
    if step.row == 0 and not step.asked:
        yield events.ScoringBegun(step.round)
    todo = after.todo if after is not None else ()
    rest = next((each.row for each in todo if isinstance(each, game.ScoreRow) and each.round is step.round), None)
    for plan in plans(before.setup)[step.row : rest]:
        yield events.RowScored(step.round, score_row(before, step.round, plan))
    if rest is None:
        yield events.ScoringEnded(step.round)


def _share(_: State, __: Step, after: State | None, ___: Step | None) -> Iterator[Event]:
    if after is not None:
        step: Any = after.todo[0]
        yield events.DirkDue(step.left)


def _end(_: State, __: Step, after: State | None, ___: Step | None) -> Iterator[Event]:
    if after is not None:
        yield events.EndBegun()


def _turn(_: State, __: Step, after: State | None, ___: Step | None) -> Iterator[Event]:
    if after is not None:
        yield events.TurnBegun(after.mover or 0)


def _award(before: State, step: game.Award, after: State | None, _: Step | None) -> Iterator[Event]:
    if (tile := before.yard[step.slot]) is not None:
        winner = None if after is None else after.actor
        yield events.Awarded(winner, slot_space(before.setup, step.slot), tile)


_RUN: dict[type[Step], Callable[[State, Any, State | None, Step | None], Iterator[Event]]] = {
    game.RefillMoney: _money,
    game.RefillTiles: _tiles,
    game.ScoreRow: _rows,
    game.DirkShare: _share,
    game.EndTest: _end,
    game.NextTurn: _turn,
    game.Begin: _turn,
    game.Award: _award,
}
