"""Random actions: what somebody might try in a position, right or wrong."""

from random import Random

from granada import game
from granada.board import (
    BUREAUS,
    CURRENCIES,
    MONEY,
    START,
    Building,
    Bureau,
    Card,
    Face,
    Family,
    Purse,
    Round,
    Tile,
    ring,
)
from granada.game import VERBS, Action, State
from granada.table import usable_faces

ALHAMBRA_BUILDINGS = [building for building in Building if building.family is Family.ALHAMBRA]


def attempt(state: State, rng: Random, verb: str = "") -> Action | None:
    """An action with this verb, or with any, that somebody might try; None where there is none."""
    player = state.players[state.actor if state.actor is not None else state.mover or 0]
    face, taken = rng.choice(usable_faces(state) or [Face(Building.PARK, 6)]), rng.choice((START, *player.city))
    cell = rng.choice((taken, *ring(taken)))
    if player.reserve and rng.random() < 0.5:
        face = rng.choice(player.reserve)
    match verb or rng.choice(list(VERBS)):
        case "take":
            limit = state.rulings.several_cards_limit
            return game.Take(_some(state.display, rng, limit) if rng.random() < 0.7 else _some(player.hand, rng))
        case "buy":
            return _purchase(state, player.hand, rng)
        case "flip":
            return game.Flip(face, _some(player.hand, rng, game.FLIP_PRICE))
        case "place" | "add" as verb:
            return game.Place(face, cell) if verb == "place" else game.Add(face, cell)
        case "store" | "give" as verb:
            return game.Store(face) if verb == "store" else game.Give(face)
        case "remove":
            return game.Remove(cell)
        case "swap":
            return game.Swap(cell, face)
        case "hut":
            return game.TakeHut(Face(rng.choice(ALHAMBRA_BUILDINGS), 0, rng.choice((0, 1, 2, 4, 8))))
        case "reveal":
            return game.Reveal(face) if not face.is_hut else None
        case "draw":
            tiles = [tile for bag in state.bags for tile in bag[:5]] + [Tile(face)]
            things: list[Card | Bureau | Round | Tile] = [*MONEY[:9], *BUREAUS[:2], Round("A"), Round("B"), *tiles]
            return game.Draw(rng.choice(things))
        case plain:
            return VERBS[plain]()


def _purchase(state: State, hand: Purse, rng: Random) -> Action:
    """An attempt at a purchase, mostly of a tile that lies there and for about its price."""
    slots = state.slots
    slot = rng.choice([slot for slot, tile in slots.items() if tile] or [game.Slot(1, 0)])
    tile, space = slots[slot], slot.space
    mine = [card for card in hand if isinstance(card, Card) and card.currency is CURRENCIES[space - 1]]
    purse = Purse(mine) if mine and rng.random() < 0.7 else hand
    if rng.random() < 0.1:
        space = rng.randrange(1, 5)
    family = state.setup.game.halves[slot.lane]
    return game.Buy(space, _some(purse, rng, tile.up.price if tile else None), family)


def _some(purse: Purse, rng: Random, about: int | None = None) -> Purse:
    """Some of the cards, at least one if there is any; if possible worth so much, or one more or less."""
    held = list(purse)
    if not held:
        return Purse()
    for _ in range(1 if about is None else 12):
        found = Purse(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1)))
        if about is not None and abs(found.total() - about) <= 1:
            break
    return found
