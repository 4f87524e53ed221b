"""Random actions that a player might try in a position, legal or not, and random texts, correct or with a typo."""

from collections.abc import Sequence
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
    Cell,
    Face,
    Family,
    Purse,
    Round,
    Tile,
    ring,
)
from granada.fuzzing.random_cities import grown, supply
from granada.fuzzing.random_money import cards
from granada.fuzzing.random_strata import Holds, about, drawing, strata
from granada.game import VERBS, Action, Setup, State
from granada.questions import NotationQuestion
from granada.table import new_game, usable_faces

ALHAMBRA_BUILDINGS = [building for building in Building if building.family is Family.ALHAMBRA]


def attempt(state: State, rng: Random, verb: str = "") -> Action | None:
    """A random action that a player might try, with the given verb, if any; None if the drawn action is impossible."""
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


def picked(legal: Sequence[Action], eagerness: float, rng: Random) -> Action:
    """A legal action; with probability ``eagerness``, one that buys or builds if there is any, so that cities grow."""
    liked = [action for action in legal if isinstance(action, game.Buy | game.Place | game.Reveal | game.Add)]
    return rng.choice(liked if rng.random() < eagerness and liked else legal)


def _purchase(state: State, hand: Purse, rng: Random) -> Action:
    """A random purchase, usually of a tile in the yard at about its price."""
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
    """A random selection of the cards, not empty if possible; its total is preferably within 1 of ``about``."""
    held = list(purse)
    if not held:
        return Purse()
    for _ in range(1 if about is None else 12):
        found = Purse(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1)))
        if about is not None and abs(found.total() - about) <= 1:
            break
    return found


SORTS = ("card", "cards", "face", "tile", "cell", "layout", "action")
SIGNS = " 0123456789abgoyABnesw/|*~@.,-\n"
"""The characters that a typo may insert."""


def _text(of: str, rng: Random, setup: Setup) -> str:
    """A random text in notation for a sort of value, such as ``tile`` or ``action``."""
    tiles = supply(setup.game, rng)
    match of:
        case "card":
            return str(rng.choice((*MONEY, *BUREAUS)))
        case "cards":
            return " ".join(rng.sample(str(cards(rng, 6)).split() or ["b1"], 1)) + " " + str(cards(rng, 4))
        case "face":
            return str(tiles[0].up)
        case "tile":
            return str(tiles[0])
        case "cell":
            return str(Cell(rng.randrange(-12, 13), rng.randrange(-12, 13)))
        case "layout":
            return str(grown(setup.game, rng, tiles, (0, 5)))
    return str(attempt(new_game(3, setup.game), rng) or "pass")


@drawing
def _notation(rng: Random, setup: Setup, of: str, *, slip: bool) -> NotationQuestion:
    """A question about reading a text; a text with a typo has one character added, missing or wrong."""
    text = _text(of, rng, setup)
    if slip and text:
        at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
        after = text[at + 1 :]
        text = rng.choice((text[:at] + sign + text[at:], text[:at] + after, text[:at] + sign + after))
    return NotationQuestion(of=of, text=text)


def _of(sort: str, *, legible: bool = False) -> Holds:
    """A test of whether a question is about a text of the given sort; ``legible`` requires a readable text."""
    return about(NotationQuestion, lambda text: text.of == sort, lambda case: not legible or "result" in case.expect)


READING = strata(
    "notation",
    {
        **{of: (_notation(of, slip=False), _of(of, legible=True)) for of in SORTS},
        **{f"{of} with a slip": (_notation(of, slip=True), _of(of)) for of in SORTS},
    },
)
