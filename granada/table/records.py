"""Recorded games: what was agreed, what happened, and what a seat may see of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from granada.board import InvalidState, Tile
from granada.errors import instance, quoted
from granada.game import BONUS, Action, Bonus, Draw, Reveal, Setup, State, a_seat, apply
from granada.notation import Pictured
from granada.steps import DealBonus
from granada.table.table import opened
from granada.table.view import seen


def _noted(about: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of what is noted about a game, if it can be written as JSON."""
    expected = "about is what JSON can hold, such as {'names': ['red', 'blue'], 'date': '2026-11-15'}"
    try:
        noted = json.loads(json.dumps(about, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        noted = None
    if not isinstance(noted, dict):
        raise TypeError(f"{expected}, not {quoted(about)}")
    return noted


@frozen
class Record(Pictured):
    """A recorded game: what was agreed, and every step, with the seat that took it (none for draws).

    - ``setup``: What was agreed.
    - ``steps``: The seat and what it did; None and what was drawn, which is None too where it is hidden.
    - ``points``: The points at the end, when the game was played to it.
    - ``winners``: The seats that won, when the game was played to its end.
    - ``about``: Whatever somebody noted about the game, such as names, date and place.
    - ``cut_off``: After how many decisions the game was cut off, if it was; then ``points`` are as they stood.
    """

    setup: Setup = field(validator=instance(Setup, "a Setup such as new_game(3).setup"))
    steps: tuple[tuple[int | None, Action | None], ...] = ()
    points: tuple[int, ...] | None = field(default=None)
    winners: tuple[int, ...] | None = field(default=None)
    about: dict[str, Any] = field(factory=dict, converter=_noted, hash=False)
    cut_off: int | None = field(default=None, kw_only=True)

    def seen_by(self, seat: int | None) -> Record:
        """The record as a seat may see it, or a spectator (None): bonus cards of others are hidden draws."""
        return evolve(self, steps=tuple(_seen(self, None if seat is None else a_seat(seat, self.setup))))


def decisions_in(steps: Iterable[tuple[int | None, object]]) -> int:
    """How many of some steps are decisions, and no draws."""
    return sum(seat is not None for seat, _ in steps)


def is_spent(steps: Sequence[tuple[int | None, object]], limit: int) -> bool:
    """Whether so many decisions have been made, so that the game is cut off instead of another one."""
    return len(steps) >= limit and decisions_in(steps) >= limit


def _seen(record: Record, seat: int | None) -> Iterator[tuple[int | None, Action | None]]:
    """The steps of a record, with the draws hidden that a seat must not see."""
    state = opened(record.setup)
    owners = [] if any(isinstance(step, DealBonus) for step in state.todo) else [seat]
    for number, (actor, action) in enumerate(record.steps, start=1):
        if not owners and isinstance(state.todo[0], DealBonus):  # from here on it is known who gets the next cards
            owners = [seat, *reversed([owner for owner, left in enumerate(state.todo[0].left) for _ in range(left)])]
        if not owners and action is None:
            raise InvalidState(f"step {number} is hidden, but only bonus cards are dealt in secret")
        if len(owners) > 1 and not (actor is None and (action is None or _is_of_a_tile(action))):
            raise InvalidState(f"step {number} ({action}) comes while bonus cards are dealt")
        yield actor, action if not owners or owners[-1] == seat else None
        if len(owners) > 1:
            owners.pop()
        elif not owners and action is not None:
            state = apply(state, action)


def _is_of_a_tile(action: Action) -> bool:
    return isinstance(action, Draw) and isinstance(action.what, Tile)


def replay(record: Record) -> Iterator[State]:
    """The states of a recorded game, one by one, from before the first draw.

    Of a record in which bonus cards are hidden, what is seen of them: states in which these cards are None.
    """
    if not isinstance(record, Record):
        raise TypeError(f"record is a Record such as play gives, not {quoted(record)}")
    return _states(record)


def _states(record: Record) -> Iterator[State]:
    state, owners = opened(record.setup), set[int]()
    yield state
    for number, (seat, known) in enumerate(record.steps, start=1):
        action = known
        if action is None:
            owner, action = _dealt_unseen(record, state, number)
            owners.add(owner)
        if seat != state.actor and not state.over:
            who = "a draw" if state.actor is None else f"seat {state.actor}"
            raise InvalidState(f"step {number} ({action}) is seat {seat}'s, but it is for {who}")
        state = apply(state, action)
        yield _covered(state, owners) if owners else state


def _dealt_unseen(record: Record, state: State, number: int) -> tuple[int, Draw]:
    """Who is dealt a hidden bonus card, and a card that it may be: one that the seat shows later, if it does."""
    step = state.todo[0] if state.todo else None
    if not isinstance(step, DealBonus):
        raise InvalidState(f"step {number} is hidden, but only bonus cards are dealt in secret")
    owner = next(seat for seat, left in enumerate(step.left) if left)
    left = [face for face in state.extra(BONUS).left if face is not None]
    shown = [(seat, action.face) for seat, action in record.steps if isinstance(action, Reveal)]
    deals = record.steps[number - 1 : number - 1 + sum(step.left)]  # this one and all that follow it
    dealt = [action.what.up for _, action in deals if isinstance(action, Draw) and isinstance(action.what, Tile)]
    own = [face for seat, face in shown if seat == owner and face in left and face not in dealt]
    others = [face for face in left if face not in dealt and all(face != each for _, each in shown)]
    if not own and not others:
        raise InvalidState(f"step {number} is hidden, and no bonus card is left that it could be")
    return owner, Draw(Tile((own or others)[0]))


def _covered(state: State, owners: set[int]) -> State:
    """A state in which the bonus cards of some seats, and those left in the box, are not known."""
    bonus = state.extra(BONUS)
    hidden = tuple((None,) * len(faces) if seat in owners else faces for seat, faces in enumerate(bonus.hidden))
    return seen(state.with_extra(BONUS, Bonus((None,) * len(bonus.left), hidden, bonus.shown)))
