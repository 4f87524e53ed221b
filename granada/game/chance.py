"""Chance as an event: what can be drawn with which probability, and drawing it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from granada.game.actions import Draw
from granada.game.agenda import settle, sources
from granada.game.state import State, a_state

if TYPE_CHECKING:
    from random import Random


def waits_for_draw(state: State) -> bool:
    """Whether something must be drawn next."""
    return bool(state.todo) and type(state.todo[0]) in sources(state.setup)


def weights(state: State) -> list[tuple[Draw, int]]:
    """Every draw that can come next with its weight, in canonical order; none when no draw is due."""
    if not waits_for_draw(a_state(state)):
        return []
    step = state.todo[0]
    found: Counter[Draw] = Counter()
    for what, weight in sources(state.setup)[type(step)].weights(state, step):
        found[Draw(what)] += weight
    return sorted(found.items(), key=lambda pair: str(pair[0]))


def outcomes(state: State) -> tuple[tuple[Draw, Fraction], ...]:
    """Every draw that can come next with its exact probability; empty when no draw is due."""
    found = weights(state)
    whole = sum(weight for _, weight in found)
    return tuple((draw, Fraction(weight, whole)) for draw, weight in found)


def deal(state: State, rng: Random) -> State:
    """Resolve draws with a generator until a player must choose or the game is over.

    Only ``rng.randrange`` is used.
    For a card, if the top pile mixes several kinds, a number below its size chooses the slot
    (money, then bureaus, then scoring cards); a number below the size of the pool then chooses the card.
    For a tile, a number below the size of the bag does.
    """
    if type(state) is not State:
        a_state(state)
    while state.todo:
        step = state.todo[0]
        if step.decides:
            return state
        if not hasattr(rng, "randrange"):
            message = f"a generator such as random.Random is needed, not {type(rng).__name__}"
            raise TypeError(message)
        source = (state.setup.memo.get("sources") or sources(state.setup))[type(step)]
        dealt = source.deal(state, step, rng) if source.deal is not None else None
        state = settle(dealt or source.drawn(state, step, source.pick(state, step, rng)))
    return state


def choose_draw(state: State, rng: Random) -> Draw:
    """The next draw as a generator chooses it: the same that ``deal`` would make."""
    step = state.todo[0]
    return Draw(sources(state.setup)[type(step)].pick(state, step, rng))


def draw_can_come(state: State, draw: Draw) -> bool:
    """Whether a draw is among those that can come next."""
    return any(draw.what == what.what for what, _ in weights(state))


def drawn(state: State, draw: Draw) -> State:
    """The state after a draw that can come."""
    step = state.todo[0]
    return settle(sources(state.setup)[type(step)].drawn(state, step, draw.what))
