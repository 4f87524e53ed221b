"""Random actions: what somebody might try in a position, right or wrong."""

from random import Random

from granada.board import BUREAUS, CURRENCIES, MONEY, Building, Bureau, Card, Face, Family, Purse, Round, Tile
from granada.fuzzing.random_cities import near
from granada.game import (
    FLIP_PRICE,
    VERBS,
    Action,
    Add,
    Buy,
    Draw,
    Flip,
    Give,
    Place,
    Remove,
    Reveal,
    State,
    Store,
    Swap,
    Take,
    TakeHut,
    slot_space,
)
from granada.table import usable_faces

ALHAMBRA_BUILDINGS = [building for building in Building if building.family is Family.ALHAMBRA]


def attempt(state: State, rng: Random, verb: str = "") -> Action | None:
    """An action with this verb, or with any, that somebody might try; None where there is none."""
    player = state.players[state.actor if state.actor is not None else state.mover or 0]
    face, cell = rng.choice(usable_faces(state) or [Face(Building.PARK, 6)]), near(player.city, rng)
    if player.reserve and rng.random() < 0.5:
        face = rng.choice(player.reserve)
    match verb or rng.choice(list(VERBS)):
        case "take":
            paid, limit = _some(player.hand, rng), state.rulings.several_cards_limit
            return Take(_some(state.display, rng, about=limit) if rng.random() < 0.7 else paid)
        case "buy":
            return _purchase(state, player.hand, rng)
        case "flip":
            return Flip(face, _some(player.hand, rng, about=FLIP_PRICE))
        case "place":
            return Place(face, cell)
        case "store":
            return Store(face)
        case "give":
            return Give(face)
        case "add":
            return Add(face, cell)
        case "remove":
            return Remove(cell)
        case "swap":
            return Swap(cell, face)
        case "hut":
            return TakeHut(Face(rng.choice(ALHAMBRA_BUILDINGS), 0, rng.choice((0, 1, 2, 4, 8))))
        case "reveal":
            return Reveal(face) if not face.is_hut else None
        case "draw":
            tiles = [tile for bag in state.bags for tile in bag[:5]] + [Tile(face)]
            things: list[Card | Bureau | Round | Tile] = [*MONEY[:9], *BUREAUS[:2], Round("A"), Round("B"), *tiles]
            return Draw(rng.choice(things))
        case plain:
            return VERBS[plain]()


def _purchase(state: State, hand: Purse, rng: Random) -> Buy:
    """An attempt at a purchase, mostly of a tile that lies there and for about its price."""
    lanes = state.setup.game.lanes
    slot = rng.choice([slot for slot, tile in enumerate(state.yard) if tile] or [0])
    tile, space = state.yard[slot], slot_space(state.setup, slot)
    mine = [card for card in hand if isinstance(card, Card) and card.currency is CURRENCIES[space - 1]]
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
