"""Random questions about money: amounts that are right, or just not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import BUREAUS, COPIES, CURRENCIES, MONEY, Card, Purse
from granada.checking.random_cities import supply
from granada.game import Buy, Flip, Take
from granada.spec import AwardQuestion, BuyQuestion, FlipQuestion, TakeQuestion
from granada.table import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from granada.board import Bureau, Currency
    from granada.checking.random_cities import Modules
    from granada.game import Game

NINE = 9
"""What the dearest money card is worth."""


def cards(rng: Random, most: int, *, bureaus: bool = False) -> Purse:
    """Some cards, none more often than there are."""
    every: list[Card | Bureau] = [*MONEY, *MONEY, *(BUREAUS if bureaus else ())]
    return Purse.of(rng.sample(every, rng.randrange(most + 1)))


def _of_exchange(modules: Modules) -> Modules:
    return tuple(module for module in modules if module.name == "exchange")


def _making(total: int, currencies: Sequence[Currency], rng: Random, fewest: int = 1) -> list[Card]:
    """Cards of some currencies that are together worth so much."""
    fewest = max(fewest, -(-total // NINE))
    count = min(total, fewest + rng.choice((0, 0, 1, 1, 2)))
    found: list[Card] = []
    for left in range(count - 1, -1, -1):
        value = rng.randint(max(1, total - NINE * left), min(NINE, total - left))
        total -= value
        fits = [c for c in currencies if found.count(Card(c, value)) < COPIES] or list(CURRENCIES)
        found.append(Card(rng.choice(fits), value))
    return found


def _with_others(chosen: Purse, most: int, rng: Random, *, bureaus: bool = False) -> Purse:
    """Cards together with some others, none more often than there are."""
    found = list(chosen)
    for card in cards(rng, most, bureaus=bureaus):
        if found.count(card) < (COPIES if isinstance(card, Card) else 1):
            found.append(card)
    return Purse.of(found)


def _one_less(purse: Purse, rng: Random) -> Purse:
    """Now and then a card is missing."""
    return purse - Purse.of([rng.choice(list(purse))]) if len(purse) and rng.random() < 0.06 else purse


def take_question(rng: Random, game: Game, modules: Modules) -> TakeQuestion:
    """Mostly several cards worth about five; where there are bureaus, often one of them with something else."""
    chance, wanted, exchange = rng.random(), Purse(), _of_exchange(modules)
    if exchange and chance < 0.5:
        beside = rng.choice(((), (), rng.sample(MONEY[:NINE], 1), [rng.choice(MONEY)], [BUREAUS[-1]]))
        wanted = Purse.of([rng.choice(BUREAUS[:-1]), *beside])
    elif chance < 0.75:
        wanted = Purse.of(_making(rng.choice((3, 4, 4, 5, 5, 5, 6, 6, 6, 7)), CURRENCIES, rng, fewest=2))
    elif chance < 0.97:
        wanted = Purse.of(rng.sample(MONEY, rng.choice((1, 1, 2, 3))))
    room = max(0, 4 - len(wanted))
    display = _with_others(_one_less(wanted, rng), room, rng, bureaus=bool(exchange))
    return TakeQuestion(game=game, display=tuple(display), do=Take(wanted), modules=exchange)


def buy_question(rng: Random, game: Game, modules: Modules) -> BuyQuestion:
    """A purchase for the price, or one or a few more or less."""
    tile, space = rng.choice(supply(game, rng)), rng.randrange(1, 5)
    tile = rng.choice((tile, tile.turned)) if tile.down else tile
    total = max(1, tile.up.price + rng.choice((-1, -1, 0, 0, 0, 1, 1, rng.randrange(-4, 8))))
    own, helpers, exchange = CURRENCIES[space - 1], [], _of_exchange(modules)
    currencies = [own] if rng.random() < 0.85 else [own, rng.choice(CURRENCIES)]
    if exchange and rng.random() < 0.7:
        fitting = [bureau for bureau in BUREAUS if own in (bureau.first, bureau.second)]
        bureau = rng.choice(fitting if rng.random() < 0.8 else BUREAUS)
        helpers = [bureau, *rng.sample(BUREAUS, 1)] if rng.random() < 0.15 else [bureau]
        currencies = [bureau.first, bureau.second] if rng.random() < 0.7 else currencies
    paid = Purse.of([*_making(total, currencies, rng), *dict.fromkeys(helpers)])
    hand = _with_others(_one_less(paid, rng), 3, rng, bureaus=bool(exchange))
    family = tile.up.family if len(game.lanes) > 1 else None
    done = Buy(space, paid, family)
    return BuyQuestion(game=game, hand=tuple(hand), space=space, tile=tile, do=done, modules=exchange)


def flip_question(rng: Random, game: Game, modules: Modules) -> FlipQuestion | None:
    """A flip for three, or for one or a few more or less."""
    two_faced = [tile for tile in supply(game, rng) if tile.down]
    if not two_faced:
        return None
    exchange = _of_exchange(modules)
    tile, total = two_faced[0], rng.choice((1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 9))
    currencies = [rng.choice(CURRENCIES)] if rng.random() < 0.7 else CURRENCIES
    bureaus = [rng.choice(BUREAUS)] if exchange and rng.random() < 0.3 else []
    paid = Purse.of([*_making(total, currencies, rng), *bureaus])
    hand = _with_others(_one_less(paid, rng), 3, rng, bureaus=bool(exchange))
    return FlipQuestion(game=game, hand=tuple(hand), tile=tile, do=Flip(tile.up, paid), modules=exchange)


def award_question(rng: Random, game: Game, _: Modules) -> AwardQuestion:
    """Tiles that are left, and hands of which several have about as much money as the richest."""
    tiles = supply(game, rng)
    lanes = game.lanes * 4
    yard = [next(tile for tile in tiles if tile.up.family is lane) if rng.random() < 0.6 else None for lane in lanes]
    hands: list[list[Card]] = [[] for _ in range(rng.choice(PLAYERS))]
    for currency in CURRENCIES:
        most = rng.randrange(14)
        for hand in hands:
            held = most - rng.choice((0, 1, 1, rng.randrange(1, 14)))
            hand.extend(_making(held, [currency], rng) if held > 0 else [])
    return AwardQuestion(game=game, yard=tuple(yard), hands=tuple(tuple(Purse.of(hand)) for hand in hands))
