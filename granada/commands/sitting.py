"""Persons and bots at one table, from the first draw to the end; a person may take a decision back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.commands.person import Leave, Person, Undo
from granada.game import apply, choose_draw, legal_actions
from granada.table import observe

if TYPE_CHECKING:
    from random import Random

    from granada.commands.teller import Event, Teller
    from granada.game import Action, Row, State
    from granada.table import Bot


@frozen
class Moment:
    """A decision of a person, so that it can be taken back."""

    seat: int
    state: State
    events: int
    turn: int
    mover: int | None
    rows: tuple[Row, ...]
    chance: tuple[Any, ...]
    """How the random generators stood: the same draws come again."""


def played(state: State, bots: list[Bot], rngs: list[Random], teller: Teller) -> tuple[State, list[Event]]:
    """The state when the game was over or somebody left, and everything that happened."""
    events: list[Event] = []
    past: list[Moment] = []
    while not state.over:
        seat = state.actor
        try:
            action = _chosen(state, bots, rngs, teller, past, events)
        except Undo:
            moment = _previous(past, seat)
            if moment is None:
                teller.say("There is no earlier decision of yours.")
                past.pop()
                continue
            state = moment.state
            del events[moment.events :]
            teller.turn, teller.mover, teller.rows = moment.turn, moment.mover, moment.rows
            for rng, stood in zip(rngs, moment.chance, strict=True):
                rng.setstate(stood)
            continue
        except (Leave, KeyboardInterrupt):
            break
        after = apply(state, action)
        events.append((seat, action))
        teller.tell(state, (seat, action), after)
        state = after
    return state, events


def _chosen(
    state: State, bots: list[Bot], rngs: list[Random], teller: Teller, past: list[Moment], events: list[Event]
) -> Action:
    """The next action, drawn or decided; a person's decision is remembered first, unless there is one choice."""
    seat = state.actor
    if seat is None:
        return choose_draw(state, rngs[0])
    legal = legal_actions(state)
    if isinstance(bots[seat], Person):
        teller.flush()
        if len(legal) > 1:
            stood = tuple(rng.getstate() for rng in rngs)
            past.append(Moment(seat, state, len(events), teller.turn, teller.mover, teller.rows, stood))
    return bots[seat].choose(observe(state, seat), legal)


def _previous(past: list[Moment], seat: int | None) -> Moment | None:
    """The decision of a seat before the one that it is asked for; it is forgotten with all that came after."""
    earlier = [place for place, moment in enumerate(past[:-1]) if moment.seat == seat]
    if not earlier:
        return None
    moment = past[earlier[-1]]
    del past[earlier[-1] :]
    return moment
