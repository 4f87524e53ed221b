"""Ways to pay and to take: which cards of a hand pay a price, and which of a display may be taken together."""

from __future__ import annotations

from functools import lru_cache

from granada.board.money import (
    CARDS_OF_MONEY,
    CASH,
    MONEY_MASK,
    UNIT_OF,
    UNITS,
    Purse,
    coins_of,
    indices,
    worth,
)


@lru_cache(maxsize=1 << 14)
def payments(held: int, price: int) -> tuple[int, ...]:
    """Every way to pay a price from the cards of one currency without a needless card, by notation.

    Cards are chosen in ascending order, so the first is the least,
    and none can be withheld exactly when without the least one the price is not covered.
    """
    if worth(held) < price:
        return ()
    coins = coins_of(held)
    number, left = len(coins), worth(held)
    rest = [left := left - coin for coin in coins]
    found: list[int] = []

    def pay(first: int, paid: int, code: int, most: int) -> None:
        """Add cards from some place on to what is paid, up to the most that leaves none of them needless."""
        before = 0
        for place in range(first, number):
            coin = coins[place]
            total = paid + coin
            if total > most:
                return
            if coin != before:
                before = coin
                if total >= price:
                    found.append(code + UNIT_OF[coin])
                elif total + rest[place] >= price:
                    pay(place + 1, total, code + UNIT_OF[coin], most)

    before = 0
    for place, coin in enumerate(coins):
        if coin != before:
            before = coin
            if coin >= price:
                found.append(UNIT_OF[coin])
            elif coin + rest[place] >= price:
                pay(place + 1, coin, UNIT_OF[coin], price + coin - 1)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def payments_from(held: int, shift: int, price: int) -> tuple[int, ...]:
    """The payments of a price from the cards of the currency at some bits of a purse, as purse codes."""
    return tuple([paid << shift for paid in payments(held >> shift, price)])


@lru_cache(maxsize=1 << 14)
def handfuls(display: int, limit: int) -> tuple[int, ...]:
    """Every set of cards that may be taken from a display, by notation: one, or several worth at most the limit."""
    cards = indices(display)
    found: list[int] = []

    def take(first: int, taken: int, left: int) -> None:
        """Take cards from some place on, worth no more than what is left, to some that are taken already."""
        before = None
        for place in range(first, len(cards)):
            card = cards[place]
            value = card % CASH + 1 if card < CARDS_OF_MONEY else limit
            if card != before and (value <= left or not taken):
                before = card
                found.append(taken + UNITS[card])
                if value < left:
                    take(place + 1, found[-1], left - value)

    take(0, 0, limit)
    if display > MONEY_MASK:
        found.sort(key=lambda code: str(Purse(code)))
    return tuple(found)
