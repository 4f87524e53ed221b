"""The deck: its piles, and drawing from the topmost."""

from math import prod

from granada.board import NO_CARDS, Bureau, Card, Purse, Round
from granada.game.state import Deck, Pile, Setup, replaced
from granada.generators import HasRandrange

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
    return Deck(tuple(pools), _mixed(slots, setup.game.piles), setup.game.later)


def _mixed(slots: list[list[int]], scorings: tuple[tuple[Round, int], ...]) -> tuple[Pile, ...]:
    """The piles with so many cards from each pool, and scoring cards mixed into them; an empty one is left out."""
    cards = [tuple(card for card, pile in scorings if pile == each) for each in range(1, PILES + 1)]
    piles = (Pile(tuple(numbers), some) for numbers, some in zip(slots, cards, strict=True))
    return tuple(pile for pile in piles if len(pile))


def reshuffled(discard: Purse, later: tuple[tuple[Round, int], ...]) -> Deck:
    """A new deck of the discards: one pile, or five when scoring cards have waited for this."""
    if not later:
        return Deck((discard,), (Pile((len(discard),)),))
    return Deck((discard,), _mixed([[size] for size in sizes(len(discard))], later))


def without(deck: Deck, what: Card | Bureau | Round) -> Deck:
    """The deck after a card has been drawn; piles and pools that have run out are gone."""
    top, *rest = deck.piles
    pools = deck.pools
    if isinstance(what, Round):
        top = Pile(top.slots, tuple(card for card in top.cards if card is not what))
    else:
        pool = 0
        while not (top.slots[pool] and pools[pool].count(what)):
            pool += 1
        pools = replaced(pools, pool, pools[pool].minus(what))
        top = Pile(replaced(top.slots, pool, top.slots[pool] - 1), top.cards)
    piles = (top, *rest) if len(top) else tuple(rest)
    if not piles:
        return Deck((), (), deck.later)
    if len(pools) > 1 and not all(map(len, pools)):
        kept = [n for n, cards in enumerate(pools) if len(cards)]
        pools = tuple(pools[n] for n in kept)
        piles = tuple(Pile(tuple(each.slots[n] for n in kept), each.cards) for each in piles)
    return Deck(pools, piles, deck.later)


def card_can_come(deck: Deck, what: object) -> bool:
    """Whether the top pile can give a card."""
    top = deck.piles[0]
    if not isinstance(what, Card | Bureau):
        return what in top.cards
    return any(size and pool.count(what) for pool, size in zip(deck.pools, top.slots, strict=True))


def card_weights(deck: Deck) -> list[tuple[Card | Bureau | Round, int]]:
    """Every card that the top pile can give, with its weight: each place in it is equally likely, then each card."""
    top, pools = deck.piles[0], deck.pools
    whole = prod(len(pool) for pool, size in zip(pools, top.slots, strict=True) if size)
    weights: list[tuple[Card | Bureau | Round, int]] = [(card, whole) for card in top.cards]
    for pool, size in zip(pools, top.slots, strict=True):
        if size:
            weights += [(card, size * pool.count(card) * whole // len(pool)) for card in pool.kinds]
    return weights


def pick_card(deck: Deck, rng: HasRandrange) -> Card | Bureau | Round:
    """Choose a place in the top pile, if its cards are of several kinds, and then a card of that kind."""
    top, pools = deck.piles[0], deck.pools
    if len(pools) > 1 or top.cards:
        slot = rng.randrange(len(top))
        for pool, size in zip(pools, top.slots, strict=True):
            if slot < size:
                return pool.cards[rng.randrange(len(pool))]
            slot -= size
        return top.cards[slot]
    return pools[0].cards[rng.randrange(len(pools[0]))]
