"""Recorded games: what was agreed, what happened, and what a seat may see of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from granada.board import InvalidState
from granada.errors import instance, shown, whole
from granada.game import Setup, apply
from granada.notation import Pictured
from granada.steps import DealBonus
from granada.table.table import opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from granada.game import Action, State


def _noted(about: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of what is noted about a game, if it can be written as JSON."""
    expected = "about is what JSON can hold, such as {'names': ['red', 'blue'], 'date': '2026-11-15'}"
    try:
        noted = json.loads(json.dumps(about, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        noted = None
    if not isinstance(noted, dict):
        message = f"{expected}, not {shown(about)}"
        raise TypeError(message)
    return noted


@frozen
class Record(Pictured):
    """A recorded game: what was agreed, and every step, with the seat that took it (none for draws).

    - ``setup``: What was agreed.
    - ``steps``: The seat and what it did; None and what was drawn, which is None too where it is hidden.
    - ``points``: The points at the end, when the game was played to it.
    - ``winners``: The seats that won, when the game was played to its end.
    - ``about``: Whatever somebody noted about the game, such as names, date and place.
    """

    setup: Setup = field(validator=instance(Setup, "a Setup such as new_game(3).setup"))
    steps: tuple[tuple[int | None, Action | None], ...] = ()
    points: tuple[int, ...] | None = field(default=None)
    winners: tuple[int, ...] | None = field(default=None)
    about: dict[str, Any] = field(factory=dict, converter=_noted, hash=False)

    def seen_by(self, seat: int | None) -> Record:
        """The record as a seat may see it, or a spectator (None): bonus cards of others are hidden draws."""
        if seat is not None and not 0 <= whole(seat, "a seat") < self.setup.players:
            raise InvalidState([f"a seat is 0 to {self.setup.players - 1}, not {seat}"])
        return evolve(self, steps=tuple(_seen(self, seat)))


def _seen(record: Record, seat: int | None) -> Iterator[tuple[int | None, Action | None]]:
    """The steps of a record, with the draws hidden that a seat must not see."""
    state = opened(record.setup)
    owners = [] if any(isinstance(step, DealBonus) for step in state.todo) else [seat]
    for actor, action in record.steps:
        if not owners and isinstance(state.todo[0], DealBonus):  # from here on it is known who gets the next cards
            owners = [seat, *reversed([owner for owner, left in enumerate(state.todo[0].left) for _ in range(left)])]
        yield actor, action if not owners or owners[-1] == seat else None
        if len(owners) > 1:
            owners.pop()
        elif not owners and action is not None:
            state = apply(state, action)


def replay(record: Record) -> Iterator[State]:
    """The states of a recorded game, one by one, from before the first draw."""
    if not isinstance(record, Record):
        message = f"record is a Record such as play gives, not {shown(record)}"
        raise TypeError(message)
    return _states(record)


def _states(record: Record) -> Iterator[State]:
    state = opened(record.setup)
    yield state
    for number, (seat, action) in enumerate(record.steps, start=1):
        if action is None:
            raise InvalidState(
                [f"step {number} is hidden: this is what somebody saw of a game, which is not all of it"]
            )
        if seat != state.actor and not state.over:
            who = "a draw" if state.actor is None else f"seat {state.actor}"
            raise InvalidState([f"step {number} ({action}) is seat {seat}'s, but it is for {who}"])
        state = apply(state, action)
        yield state
