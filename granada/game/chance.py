"""Chance as an event: what can be drawn with which probability, and drawing it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from granada.board import InvalidState
from granada.game.actions import Draw
from granada.game.agenda import settle, source_of
from granada.game.state import State, a_state, no_state
from granada.generators import a_generator

if TYPE_CHECKING:
    from granada.game.steps import Step
    from granada.generators import Generator, HasRandrange


def waits_for_draw(state: State) -> bool:
    """Whether something must be drawn next."""
    return source_of(state) is not None


def weights(state: State) -> list[tuple[Draw, int]]:
    """Every draw that can come next with its weight, in canonical order; none when no draw is due."""
    source = source_of(a_state(state))
    if source is None:
        return []
    found: Counter[Draw] = Counter()
    for what, weight in source.weights(state, state.todo[0]):
        found[Draw(what)] += weight
    return sorted(found.items(), key=lambda pair: str(pair[0]))


def outcomes(state: State) -> tuple[tuple[Draw, Fraction], ...]:
    """Every draw that can come next with its exact probability; empty when no draw is due."""
    found = weights(state)
    whole = sum(weight for _, weight in found)
    return tuple((draw, Fraction(weight, whole)) for draw, weight in found)


def deal(state: State, rng: Generator) -> State:
    """Resolve draws with a generator until a player must choose or the game is over.

    Only ``rng.randrange`` is used, or ``rng.integers`` where a generator has no such method.
    For a card, if bureaus are left in the deck or scoring cards in the top pile, a number below the size of that pile
    chooses the slot (money, then bureaus, then scoring cards), and a number below the size of its pool the card.
    For a tile, a hut or a bonus card, a number below how many can come chooses it: those in the bag by notation,
    for the first yard of the combined game only those with a moat.
    """
    numbers = rng if isinstance(rng, Random) else a_generator(rng)
    if not isinstance(state, State):
        raise no_state(state)
    while state.todo and not state.todo[0].decides:
        step, source = state.todo[0], source_of(state)
        if source is None:
            break
        state = settle(source.drawn(state, step, source.pick(state, step, numbers)))
    return state


def choose_draw(state: State, rng: HasRandrange) -> Draw:
    """The next draw as a generator chooses it: the same that ``deal`` would make."""
    source = source_of(state)
    if source is None:
        raise InvalidState(["nothing is to be drawn now"])
    return Draw(source.pick(state, state.todo[0], rng))


def draw_can_come(state: State, draw: Draw) -> bool:
    """Whether a draw is among those that can come next."""
    source = source_of(state)
    return source is not None and source.can_come(state, state.todo[0], draw.what)


def drawn(state: State, step: Step, draw: Draw) -> State:
    """The state after a draw that can come."""
    source = source_of(state)
    return state if source is None else source.drawn(state, step, draw.what)
