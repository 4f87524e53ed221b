"""Ways to pay and to take: which cards of a hand pay a price, and which of a display may be taken together."""

from __future__ import annotations

from functools import lru_cache

from granada.board.money import (
    CARDS_OF_MONEY,
    CASH,
    CURRENCY_MASK,
    MONEY_MASK,
    ONES,
    PURSES,
    SLOT,
    UNIT_OF,
    UNITS,
    WORTH,
    coins_of,
)
from granada.value import Kept

MOST_TOGETHER = 5
"""Several cards may be taken that are worth no more than this, or by another reading one less."""


def payments(held: int, price: int) -> tuple[int, ...]:
    """Every way to pay a price from the cards of one currency without a needless card, by notation.

    Cards are chosen in ascending order, so the first is the least,
    and none can be withheld exactly when without the least one the price is not covered.
    """
    if WORTH[held] < price:
        return ()
    coins = coins_of(held)
    number, left = len(coins), WORTH[held]
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


PAYMENTS: Kept[int, tuple[int, ...]] = Kept(
    lambda held_and_price: payments(held_and_price >> SLOT, held_and_price & 0xF)
)
"""The payments by the bits of a currency and, in four further bits below them, the price."""


@lru_cache(maxsize=1 << 14)
def payments_from(code: int, shift: int, price: int) -> tuple[int, ...]:
    """The payments of a price from the currency at some bits of a purse code, as purse codes."""
    return tuple([paid << shift for paid in PAYMENTS[(code >> shift & CURRENCY_MASK) << SLOT | price]])


def handfuls(display: int, limit: int) -> list[int]:
    """Every set of cards that may be taken from a display, by notation: one, or several worth at most the limit."""
    together, rest = _together(display & _SMALL, limit), display
    found: list[int] = []
    while rest:
        kind = _first_kind(rest)
        found += together.get(kind, UNITS[kind : kind + 1])
        rest &= ~(0xF << SLOT * kind)
    if display > MONEY_MASK:
        found.sort(key=lambda code: str(PURSES[code]))
    return found


def nth_handful(display: int, limit: int, number: int) -> int:
    """One of the handfuls, by its number."""
    if display > MONEY_MASK:
        return handfuls(display, limit)[number]
    together, rest = _together(display & _SMALL, limit), display
    while True:
        kind = (rest & -rest).bit_length() - 1 >> 2
        some = together.get(kind)
        if some is None:
            some = (UNITS[kind],)
        if number < len(some):
            return some[number]
        number -= len(some)
        rest &= ~(0xF << SLOT * kind)


def number_of_handfuls(display: int, limit: int) -> int:
    """How many handfuls there are."""
    small = display & _SMALL
    large = display - small
    alone = ((large | large >> 1) & ONES).bit_count()
    return alone + sum(map(len, _together(small, limit).values())) if small else alone


_SMALL = sum(0xF << SLOT * i for i in range(CARDS_OF_MONEY) if i % CASH + 1 < MOST_TOGETHER)
"""The cards of which several may be taken."""


def _first_kind(code: int) -> int:
    return (code & -code).bit_length() - 1 >> 2


@lru_cache(maxsize=1 << 14)
def _together(small: int, limit: int) -> dict[int, tuple[int, ...]]:
    """The sets of cards that may be taken from small ones, by notation, for each kind of card that comes first."""
    cards, rest = [], small
    while rest:
        kind = _first_kind(rest)
        rest -= UNITS[kind]
        cards.append(kind)

    def taken(start: int, left: int) -> list[int]:
        """What can be taken of the cards from some place on, worth no more than what is left."""
        found, before = [], None
        for place in range(start, len(cards)):
            kind = cards[place]
            value = kind % CASH + 1
            if kind != before and value <= left:
                before = kind
                found += [UNITS[kind], *[UNITS[kind] + code for code in taken(place + 1, left - value)]]
        return found

    every = taken(0, limit)
    return {kind: tuple([code for code in every if _first_kind(code) == kind]) for kind in cards}
