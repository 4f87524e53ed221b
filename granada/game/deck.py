"""The deck: its piles, and drawing from the topmost."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from granada.board.money import NO_CARDS, UNITS, Bureau, Card, Purse, Round, nth_of, number_of, purse_of
from granada.game.state import Deck, Layer, Setup, State, Step, a_deck, a_layer

if TYPE_CHECKING:
    from random import Random

PILES = 5
"""The deck is split into five piles of roughly equal size."""


def sizes(cards: int) -> tuple[int, ...]:
    """How many cards go into each of the five piles; the first ones get those that are left over."""
    return tuple(cards // PILES + (pile < cards % PILES) for pile in range(PILES))


def cut(deck: Deck, setup: Setup) -> Deck:
    """The deck in five piles, with the scoring cards and the cards of modules mixed in."""
    money = deck.pools[0] if deck.pools else NO_CARDS
    pools = [money]
    slots = [[size] for size in sizes(len(money))]
    for module in setup.modules:
        if module.cards is not None:
            cards, piles = module.cards
            pools.append(cards)
            for pile, place in enumerate(slots, start=1):
                place.append(dict(piles).get(pile, 0))
    mixed = [tuple(card for card, pile in setup.game.piles if pile == each) for each in range(1, PILES + 1)]
    layers = (Layer(tuple(place), cards) for place, cards in zip(slots, mixed, strict=True))
    return Deck(tuple(pools), tuple(layer for layer in layers if len(layer)), setup.game.later)


def reshuffled(discard: Purse, later: tuple[tuple[Round, int], ...]) -> Deck:
    """A new deck of the discards: one pile, or five when scoring cards have waited for this."""
    if not later:
        return Deck((discard,), (Layer((len(discard),)),))
    mixed = [tuple(card for card, pile in later if pile == each) for each in range(1, PILES + 1)]
    layers = (Layer((size,), cards) for size, cards in zip(sizes(len(discard)), mixed, strict=True))
    return Deck((discard,), tuple(layer for layer in layers if len(layer)))


def without(deck: Deck, what: Card | Bureau | Round) -> Deck:
    """The deck after a card has been drawn; piles and pools that have run out are gone."""
    top, *rest = deck.layers
    pools: tuple[Purse, ...]
    if isinstance(what, Round):
        pools = deck.pools
        layer = a_layer(top.slots, tuple(card for card in top.cards if card is not what))
    elif len(deck.pools) == 1:
        pools = (purse_of(deck.pools[0].code - UNITS[what.index]),)
        layer = a_layer((top.slots[0] - 1,), top.cards)
    else:
        pool = next(n for n, size in enumerate(top.slots) if size and deck.pools[n].count(what))
        left = purse_of(deck.pools[pool].code - UNITS[what.index])
        pools = (*deck.pools[:pool], left, *deck.pools[pool + 1 :])
        layer = a_layer((*top.slots[:pool], top.slots[pool] - 1, *top.slots[pool + 1 :]), top.cards)
    layers = (layer, *rest) if len(layer) else tuple(rest)
    if not layers:
        return Deck((), (), deck.later)
    if len(pools) > 1 and not all(pool.code for pool in pools):
        kept = [n for n, pool in enumerate(pools) if pool.code]
        pools = tuple(pools[n] for n in kept)
        layers = tuple(Layer(tuple(each.slots[n] for n in kept), each.cards) for each in layers)
    return a_deck(pools, layers, deck.later)


def card_weights(state: State, _: Step) -> list[tuple[Card | Bureau | Round, int]]:
    """Every card that the top pile can give: a slot of it is as likely as any other, then a card of its pool."""
    top, pools = state.deck.layers[0], state.deck.pools
    whole = prod(len(pool) for pool, size in zip(pools, top.slots, strict=True) if size)
    weights: list[tuple[Card | Bureau | Round, int]] = [(card, whole) for card in top.cards]
    for pool, size in zip(pools, top.slots, strict=True):
        if size:
            weights += [(card, size * pool.count(card) * whole // len(pool)) for card in pool.kinds]
    return weights


def pick_card(state: State, _: Step, rng: Random) -> Card | Bureau | Round:
    """Choose a slot of the top pile, if they are of several kinds, and then a card of its pool."""
    top, pools = state.deck.layers[0], state.deck.pools
    if len(pools) > 1 or top.cards:
        slot = rng.randrange(len(top))
        for pool, size in zip(pools, top.slots, strict=True):
            if slot < size:
                return nth_of(pool.code, rng.randrange(number_of(pool.code)))
            slot -= size
        return top.cards[slot]
    code = pools[0].code
    return nth_of(code, rng.randrange(number_of(code)))
