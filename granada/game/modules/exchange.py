"""Exchange bureaus: one card lets a tile be paid in a second currency, exactly."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from granada.board import (
    BUREAUS,
    CURRENCIES,
    CURRENCY_MASK,
    SHIFTS,
    UNITS,
    VALUES,
    Bureau,
    Currency,
    Purse,
    coins_of,
    payments,
    worth,
)
from granada.game.actions import Action, Take
from granada.game.games import Payment, Ways
from granada.game.state import Module, State
from granada.rulebook import Rule, Rulings

if TYPE_CHECKING:
    from collections.abc import Iterator

BUREAUS_IN_PILES = ((2, 2), (3, 2), (4, 2))
"""Two bureaus go into each of the piles 2, 3 and 4."""


def _judges(_: State, action: Action) -> Iterator[Rule]:
    if isinstance(action, Take) and action.cards.bureaus.code and len(action.cards) > 1:
        yield Rule.BUREAU_IS_TAKEN_ALONE


def _with_bureaus(inner: Payment) -> Payment:
    """Payment as before, or with one bureau in either of its currencies."""

    def broken(rulings: Rulings, space: int, price: int, cards: Purse) -> Iterator[Rule]:
        bureaus = [card for card in cards.bureaus if isinstance(card, Bureau)]
        if not bureaus:
            yield from inner.broken(rulings, space, price, cards)
            return
        if len(bureaus) > 1:
            yield Rule.ONE_BUREAU_A_PURCHASE
        else:
            yield from _misused(bureaus[0], CURRENCIES[space - 1], cards)
        if cards.total() < price:
            yield Rule.PAY_AT_LEAST_THE_PRICE
        elif cards.total() > price and rulings.bureau_exact:
            yield Rule.BUREAU_PAYS_EXACTLY

    def options(rulings: Rulings, hand: Purse) -> Ways:
        plain = inner.options(rulings, hand)
        bureaus = [card for card in hand.bureaus if isinstance(card, Bureau)]

        def ways(held: int, shift: int, price: int) -> tuple[int, ...]:
            own = CURRENCIES[SHIFTS.index(shift, 1) - 1]
            found = list(plain(held, shift, price))
            for bureau in bureaus:
                if own in (bureau.first, bureau.second):
                    other = bureau.second if own is bureau.first else bureau.first
                    found += [
                        UNITS[bureau.index] + (here << shift) + (there << SHIFTS[other.space])
                        for here, there in _mixed(held >> shift, _held(hand, other), price, rulings.bureau_exact)
                    ]
            return tuple(sorted(found, key=lambda code: str(Purse(code))))

        return ways if bureaus else plain

    return Payment(broken, options)


def _misused(bureau: Bureau, own: Currency, cards: Purse) -> Iterator[Rule]:
    """The rules that one bureau breaks together with the money."""
    pair = {bureau.first, bureau.second}
    allowed = pair if own in pair else {own}
    if own not in pair:
        yield Rule.BUREAU_FITS_THE_SPACE
    elif not cards.currencies & (pair - {own}):
        yield Rule.BUREAU_IS_NEEDED
    if cards.currencies - allowed:
        yield Rule.PAY_IN_THE_SPACE_CURRENCY


def _held(hand: Purse, currency: Currency) -> int:
    return hand.code >> SHIFTS[currency.space] & CURRENCY_MASK


@lru_cache(maxsize=1 << 12)
def _sums(held: int, most: int) -> dict[int, list[int]]:
    """Every choice of cards of one currency worth at most so much, by what it is worth."""
    found: dict[int, list[int]] = {0: [0]}
    for value in VALUES:
        number = held >> 4 * (value - 1) & 0xF
        grown: dict[int, list[int]] = {}
        for (total, codes), times in product(found.items(), range(number + 1)):
            if total + times * value <= most:
                unit = times << 4 * (value - 1)
                grown.setdefault(total + times * value, []).extend(code + unit for code in codes)
        found = grown
    return found


@lru_cache(maxsize=1 << 12)
def _mixed(own: int, other: int, price: int, exact: bool) -> tuple[tuple[int, int], ...]:  # noqa: FBT001  a cached key
    """The payments in two currencies, at least one card foreign, from which no card can be withheld."""
    if exact:
        here, there = _sums(own, price), _sums(other, price)
        return tuple(
            (mine, foreign)
            for total, choices in there.items()
            if total
            for foreign, mine in product(choices, here.get(price - total, ()))
        )
    return tuple(
        (mine, foreign)
        for total, choices in _sums(other, price + max(VALUES) - 1).items()
        if total
        for foreign in choices
        for mine in _completing(own, price - total)
        if _needs_all(mine, foreign, price)
    )


def _completing(own: int, rest: int) -> tuple[int, ...]:
    """The ways to cover a rest with the currency of the space and no needless card."""
    return (0,) if rest <= 0 else payments(own, rest)


def _needs_all(own: int, foreign: int, price: int) -> bool:
    """Whether no foreign card can be withheld; a last one is needed for the bureau's sake."""
    total = worth(own) + worth(foreign)
    held = coins_of(foreign)
    return len(held) == 1 or all(total - value < price for value in held)


EXCHANGE = Module(
    name="exchange",
    refuses=lambda _game, _players: None,
    cards=(Purse.of(BUREAUS), BUREAUS_IN_PILES),
    judges=_judges,
    pays=_with_bureaus,
    writes=lambda _: None,
    reads=lambda _: (),
)
