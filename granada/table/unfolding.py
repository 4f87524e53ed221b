"""What an action causes, step by step: the state after it, and the events that led there."""

from collections.abc import Callable
from typing import Any

from granada import events, game, steps
from granada.board import Round
from granada.events import Event
from granada.game import BONUS, Action, Draw, State, a_state, apply_telling, plans, score_row, slot_space
from granada.steps import Step
from granada.table.table import winners


def unfold(state: State, action: Action, seat: int | None = None) -> tuple[State, tuple[Event, ...]]:
    """The state after an action or a draw, just as ``apply`` gives it, and all that it caused, in order.

    With a seat, counted from 0, it must be for that seat to act.

    >>> import granada
    >>> state, happened = unfold(granada.new_game(2), granada.Action.parse("draw arena10|market11/n"))
    >>> print(*happened, sep=", ")
    space 1 gets arena10|market11/n
    """
    happened: list[Event] = []
    before = a_state(state)
    drew = type(state.todo[0]) if state.todo and isinstance(action, Draw) else None

    def tell(step: Step, after: State | None) -> None:
        """Write down what a step did; the first that is told is that of the action."""
        nonlocal before
        kind = type(step)
        if after is None:  # it had nothing to do, which can mean that what was begun is done
            if kind is drew and kind in _REFILLED:
                happened.append(_REFILLED[kind])
            elif kind is steps.Award:
                happened.extend(_tied(before, step))
            return
        if not happened:
            _cause(happened, state, step, action, after)
        elif kind in _RUN:
            happened.extend(_RUN[kind](before, step, after, drew))
        before = after

    after = apply_telling(state, action, tell, seat)
    todo = after.todo
    if type(action) in _LEAVING and BONUS in state.setup.modules:
        happened[1:1] = _covered(state, after)
    if not todo:
        happened.append(events.GameOver(after.points, winners(after)))
    elif type(todo[0]) in _WINDOWS and todo[0] != state.todo[0]:
        happened.extend(_opened(after))
    return after, tuple(happened)


def _cause(happened: list[Event], before: State, step: Step, action: Action, after: State) -> None:
    """What the action itself did; before a purchase by favour the vizier is used."""
    if isinstance(action, Draw):
        happened.append(_DRAWN[type(step)](before, step, action.what, after))
        return
    seat = before.actor
    if type(step) is steps.Favour and isinstance(action, game.Buy):
        happened.append(events.FavourUsed(step.seat))
    happened.append(_DONE[type(action)](before, seat, action, after))


def _covered(before: State, after: State) -> list[Event]:
    """The bonus card that is hidden again, if its tile has left the city."""
    seat = before.actor or 0
    left = list(before.extra(BONUS).shown[seat])
    for face in after.extra(BONUS).shown[seat]:
        left.remove(face)
    return [events.Covered(seat, face) for face in left]


def _opened(after: State) -> list[Event]:
    """The window that has opened, if it is one that is asked now."""
    step: Any = after.todo[0]
    return [events.WindowOpened(step.seat, _WINDOWS[type(step)], getattr(step, "building", None))]


_REFILLED: dict[type[Step], Event] = {
    steps.RefillMoney: events.DisplayRefilled(),
    steps.RefillTiles: events.YardRefilled(),
}
_MARKED: dict[str, Event] = {field: events.MarkerMoved(field) for field in (steps.EVEN, steps.ODD)}
_TURNS: tuple[Event, ...] = tuple(map(events.TurnBegun, range(6)))
_LEAVING = {game.Remove, game.Swap}
"""The actions by which a tile leaves a city."""
_WINDOWS: dict[type[Step], str] = {steps.Favour: "vizier", steps.Show: "bonus"}
"""The decisions between turns and before rows, and the module that opens them."""


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
    steps.RefillMoney: _card_drawn,
    steps.DealHand: lambda _, step, what, __: events.CardDealt(step.seat, what),
    steps.RefillTiles: _tile_drawn,
    steps.DirkDraws: lambda _, __, what, ___: events.DirkDrew(what),
    steps.TurnUpHuts: lambda _, __, what, ___: events.HutTurnedUp(what.up),
    steps.DealBonus: _bonus_dealt,
}


# What runs by itself: the state before a step, the step, the state after it, and the step at which something was drawn


def _reshuffled(_: State, __: Step, after: State, ___: type[Step] | None) -> list[Event]:
    return [events.Reshuffled(len(after.deck))]


def _marked(_: State, __: Step, after: State, drew: type[Step] | None) -> list[Event]:
    refilled = [_REFILLED[drew]] if drew is steps.RefillTiles else []
    return refilled if after.marker is None else [*refilled, _MARKED[after.marker]]


def _scored(before: State, step: steps.ScoreRow, after: State, _: type[Step] | None) -> list[Event]:
    """The row that was scored, unless somebody is asked before it."""
    which, plan = step.round, plans(before.setup)
    begun: list[Event] = [events.ScoringBegun(which)] if step.row == 0 and not step.asked else []
    if not isinstance(after.todo[0], steps.ScoreRow):
        return begun
    ended = [events.ScoringEnded(which)] if step.row == len(plan) - 1 else []
    return [*begun, events.RowScored(which, score_row(before, which, plan[step.row])), *ended]


def _due(_: State, __: Step, after: State, ___: type[Step] | None) -> list[Event]:
    step: Any = after.todo[0]
    return [events.DirkDue(step.left)]


def _ending(*_: object) -> list[Event]:
    return [events.EndBegun()]


def _turn(_: State, __: Step, after: State, ___: type[Step] | None) -> list[Event]:
    return [_TURNS[after.mover or 0]]


def _awarded(before: State, step: steps.Award, after: State, _: type[Step] | None) -> list[Event]:
    tile: Any = before.yard[step.slot]
    return [events.Awarded(after.actor, slot_space(before.setup, step.slot), tile)]


_RUN: dict[type[Step], Callable[[State, Any, State, type[Step] | None], list[Event]]] = {
    steps.RefillMoney: _reshuffled,
    steps.RefillTiles: _marked,
    steps.ScoreRow: _scored,
    steps.DirkShare: _due,
    steps.EndTest: _ending,
    steps.NextTurn: _turn,
    steps.Begin: _turn,
    steps.Award: _awarded,
}


def _tied(before: State, step: Any) -> list[Event]:  # noqa: ANN401  an award
    """The tile that nobody gets."""
    tile = before.yard[step.slot]
    return [] if tile is None else [events.Awarded(None, slot_space(before.setup, step.slot), tile)]
