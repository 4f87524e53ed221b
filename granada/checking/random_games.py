"""Random questions about whole games: positions, steps that follow, and attempts at all kinds of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import BUREAUS, CURRENCIES, MONEY, Building, Face, Purse
from granada.checking.random_cities import near
from granada.game import (
    FLIP_PRICE,
    Act,
    Action,
    Add,
    Buy,
    Decline,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    PlaceTiles,
    Reactivate,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
    legal_actions,
    slot_space,
)
from granada.spec import ApplyQuestion, DrawQuestion, GameQuestion, LegalQuestion, as_told
from granada.table import Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from granada.game import State

    Events = list[tuple[State, Action]]
    """The states of a game, each with what happened next."""


def position(rng: Random, events: Events, wanted: Callable[[State], bool]) -> tuple[int, State] | None:
    """Where in a game a position is, and the position as a chapter tells it, if there are words for it."""
    for _ in range(30):
        at = rng.randrange(len(events))
        state = events[at][0]
        if wanted(state) and (told := as_told(state)) is not None:
            return at, told
    return None


def chosen(state: State, rng: Random, eagerness: float) -> Action:
    """Any legal action, with a liking for buying and building."""
    legal = legal_actions(state)
    if rng.random() < eagerness:
        liked = [action for action in legal if isinstance(action, Buy | Place | Reveal | Add)]
        if liked:
            return rng.choice(liked)
    return legal[rng.randrange(len(legal))]


def legal_question(rng: Random, events: Events) -> LegalQuestion | None:
    """What may be done somewhere in a game."""
    found = position(rng, events, lambda state: state.actor is not None)
    return found and LegalQuestion(state=found[1])


def draw_question(rng: Random, events: Events) -> DrawQuestion | None:
    """What can be drawn somewhere in a game."""
    found = position(rng, events, lambda state: state.actor is None)
    return found and DrawQuestion(state=found[1])


def apply_question(rng: Random, events: Events) -> ApplyQuestion | None:
    """Some steps of a game; the last of them may be against the rules."""
    found = position(rng, events, lambda _: True)
    if found is None:
        return None
    at, state = found
    last = min(at + rng.choice((1, 1, 2, 3, 5, 8, 12, 20)), len(events))
    steps = [action for _, action in events[at:last]]
    if rng.random() < 0.5:
        steps[-1] = attempt(events[last - 1][0], rng)
    return ApplyQuestion(state=state, do=tuple(steps) if len(steps) > 1 else steps[0], ask=())


def game_question(rng: Random, events: Events) -> GameQuestion:
    """A recorded game, mostly its beginning; now and then one step is another."""
    end = rng.choice((len(events), rng.randrange(1, len(events) + 1), min(40, len(events))))
    steps: list[tuple[int | None, Action]] = [(state.actor, action) for state, action in events[:end]]
    if rng.random() < 0.5:
        wrong = rng.randrange(len(steps))
        seat, _ = steps[wrong]
        other = attempt(events[wrong][0], rng)
        if isinstance(other, Draw) is (seat is None):
            steps[wrong] = (seat, other)
    return GameQuestion(record=Record(events[0][0].setup, tuple(steps)))


# Attempts


def attempt(state: State, rng: Random) -> Action:
    """What somebody might try in a position, right or wrong."""
    player = state.players[state.actor if state.actor is not None else state.mover or 0]
    faces = _faces_about(state) or [Face(Building.PARK, 6)]
    face, cell = rng.choice(faces), near(player.city, rng)
    paid, limit = _some(player.hand, rng), state.rulings.several_cards_limit
    drawn: list[Any] = [*MONEY[:9], *BUREAUS[:2], *(tile for bag in state.bags for tile in bag[:5])]
    tries: list[Action] = [
        Take(_some(state.display, rng, about=limit)),
        Take(paid),
        _purchase(state, player.hand, rng),
        Flip(face, _some(player.hand, rng, about=FLIP_PRICE)),
        Place(face, cell),
        Store(face),
        Give(face),
        Add(face, cell),
        Remove(cell),
        Swap(cell, face),
        Reveal(face),
        Draw(rng.choice(drawn)),
        rng.choice((Stop(), Pass(), Decline(), Reactivate())),
    ]
    return rng.choice(tries)


def _purchase(state: State, hand: Purse, rng: Random) -> Buy:
    """An attempt at a purchase, mostly of a tile that lies there and for about its price."""
    lanes = state.setup.game.lanes
    slot = rng.choice([slot for slot, tile in enumerate(state.yard) if tile] or [0])
    tile, space = state.yard[slot], slot_space(state.setup, slot)
    mine = [card for card in hand if getattr(card, "currency", None) is CURRENCIES[space - 1]]
    purse = Purse.of(mine) if mine and rng.random() < 0.7 else hand
    if rng.random() < 0.1:
        space = rng.randrange(1, 5)
    lane = lanes[slot % len(lanes)] if len(lanes) > 1 else None
    return Buy(space, _some(purse, rng, about=tile.up.price if tile else None), lane)


def _some(purse: Purse, rng: Random, *, about: int | None = None) -> Purse:
    """Some of the cards, at least one if there is any; if possible worth so much, or one more or less."""
    held = list(purse)
    if not held:
        return Purse()
    for _ in range(1 if about is None else 12):
        found = Purse.of(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1)))
        if about is not None and abs(found.total() - about) <= 1:
            break
    return found


def _faces_about(state: State) -> list[Face]:
    """The faces that the one to act could try to use."""
    whole = [tile for tile in state.yard if tile is not None]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        whole += step.bought
    elif isinstance(step, PlaceTiles):
        whole = [pending.tile for pending in step.tiles]
    seat = state.actor if state.actor is not None else state.mover or 0
    return [*(face for tile in whole for face in tile.faces), *state.players[seat].reserve]
