"""Ways to pay and to take: which cards of a hand pay a price, and which of a display may be taken together."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from granada.board.money import Bureau, Card, Currency, Purse

Values = tuple[int, ...]
"""What some cards of one currency are worth, the dearest first."""


def payments(hand: Purse, currency: Currency, price: int) -> tuple[Purse, ...]:
    """Every way to pay a price in one currency without a needless card, by notation."""
    return _payments(currency, hand.values(currency)[::-1], price)


@lru_cache(maxsize=1 << 14)  # the same money pays the same price at every decision of a turn, and in most of a game
def _payments(currency: Currency, values: Values, price: int) -> tuple[Purse, ...]:
    return _by_notation([_cards(currency, paid) for paid in _covering(values, price)])


def _covering(values: Values, price: int) -> Iterator[Values]:
    """The choices of cards that cover a price, none of them needless.

    The dearest are taken first, and no more once the price is covered:
    then even the cheapest, the last one taken, cannot be withheld.
    """
    if price <= 0:
        yield ()
        return
    for place, value in enumerate(values):
        if sum(values[place:]) < price:
            return
        if value not in values[:place]:
            for others in _covering(values[place + 1 :], price - value):
                yield (value, *others)


def bureau_payments(hand: Purse, currency: Currency, price: int, *, exact: bool) -> tuple[Purse, ...]:
    """Every way to pay with one bureau and a card of its other currency: exactly, or without a needless card."""
    ways = [
        Purse((bureau, *_cards(currency, own), *_cards(other, foreign)))
        for bureau in hand.bureaus
        if currency in bureau.currencies
        for other in bureau.currencies
        if other is not currency
        for own, foreign in _mixed(hand.values(currency)[::-1], hand.values(other)[::-1], price, exact=exact)
    ]
    return _by_notation(ways)


@lru_cache(maxsize=1 << 12)  # as above
def _mixed(own: Values, foreign: Values, price: int, *, exact: bool) -> tuple[tuple[Values, Values], ...]:
    """The payments in two currencies, at least one card foreign, exact or from which no card can be withheld."""
    return tuple(
        (mine, theirs)
        for theirs in _choices(foreign, price if exact else price + max(foreign, default=0))
        for mine in _covering(own, price - sum(theirs))
        if (sum(mine + theirs) == price if exact else _is_needed(mine, theirs, price))
    )


def _is_needed(own: Values, foreign: Values, price: int) -> bool:
    """Whether each foreign card is needed; a single one always is, since the bureau must change something."""
    return len(foreign) == 1 or sum(own + foreign) - foreign[-1] < price


def _choices(values: Values, most: int) -> Iterator[Values]:
    """Every choice of at least one card that is worth at most so much."""
    for place, value in enumerate(values):
        if value <= most and value not in values[:place]:
            yield (value,)
            for others in _choices(values[place + 1 :], most - value):
                yield (value, *others)


@lru_cache(maxsize=1 << 14)  # as above
def handfuls(display: Purse, limit: int, *, bureaus_too: bool = False) -> tuple[Purse, ...]:
    """Every set of cards that may be taken from a display, by notation: one, or several worth at most the limit.

    A bureau is taken alone, or by another reading together with others, to which it adds nothing.
    """
    bureaus = display.bureaus if bureaus_too else ()
    cards: list[Card | Bureau] = [
        *bureaus,
        *(card for card in display if isinstance(card, Card) and card.value <= limit),
    ]
    most = limit + len(bureaus)
    several = {Purse(some) for number in range(2, most + 1) for some in combinations(cards, number)}
    return _by_notation([*map(Purse, zip(display.kinds)), *(some for some in several if some.total() <= limit)])


def _cards(currency: Currency, values: Values) -> Purse:
    return Purse([Card(currency, value) for value in values])


def _by_notation(ways: list[Purse]) -> tuple[Purse, ...]:
    return tuple(sorted(ways, key=str))
