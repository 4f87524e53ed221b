"""Money cards, exchange bureaus, purses, the ways to pay and to take money, and the scoring rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import attrgetter
from typing import TypeVar

from attrs import field, frozen

from granada.errors import InvalidState, Reason, in_range, instance, listed, quoted
from granada.notation import Notated, Term, Word, only_word, words

T = TypeVar("T")
VALUES = range(1, 10)
"""The values of the money cards; every currency has them all."""
COPIES = 3
"""The number of copies of each money card."""


class Currency(Term):
    """One of the four currencies; its number is also the number of its space in the yard."""

    BLUE = "b"
    GREEN = "g"
    ORANGE = "o"
    YELLOW = "y"

    @property
    def space(self) -> int:
        """The yard space whose tile is bought in this currency."""
        return _ORDER[self] + 1


CURRENCIES = tuple(Currency)
_ORDER = {currency: number for number, currency in enumerate(CURRENCIES)}


class Round(Term):
    """One of the three scoring rounds; A and B are also cards in the deck."""

    A = "A"
    B = "B"
    C = "C"


def _value(value: int) -> int:
    return in_range(value, "the value of a money card", VALUES[0], VALUES[-1])


_a_currency = instance(Currency, "a Currency such as Currency.BLUE")


@frozen(repr=False, cache_hash=True, slots=False)
class Card(Notated):
    """A money card.

    - ``currency``: Blue, green, orange or yellow.
    - ``value``: The value of the card, from 1 to 9.

    >>> Card.parse("b7")
    Card.parse('b7')
    """

    currency: Currency = field(validator=_a_currency)
    value: int = field(converter=_value)

    @cached_property
    def order(self) -> tuple[int, int]:
        """The sort key for the canonical order of cards: money by currency and value."""
        return _ORDER[self.currency] + 1, self.value

    @staticmethod
    def parse(text: str) -> Card:
        """Read a money card from its notation."""
        return _read(Card, text, "a money card such as b7")

    def __str__(self) -> str:
        """The card in notation."""
        return f"{self.currency.value}{self.value}"


@frozen(repr=False, cache_hash=True, slots=False)
class Bureau(Notated):
    """An exchange bureau, which shows two currencies.

    - ``first``: The first currency.
    - ``second``: The second currency, which comes later in the order b g o y.

    >>> Bureau.parse("b/y")
    Bureau.parse('b/y')
    """

    first: Currency = field(validator=_a_currency)
    second: Currency = field(validator=_a_currency)

    def __attrs_post_init__(self) -> None:
        """Refuse an invalid pair of currencies."""
        if _ORDER[self.first] >= _ORDER[self.second]:
            raise InvalidState("a bureau shows two different currencies in the order b g o y")

    @cached_property
    def order(self) -> tuple[int, int]:
        """The sort key for the canonical order of cards: bureaus before all money."""
        return 0, len(CURRENCIES) * _ORDER[self.first] + _ORDER[self.second]

    @property
    def currencies(self) -> tuple[Currency, Currency]:
        """The two currencies."""
        return self.first, self.second

    @staticmethod
    def parse(text: str) -> Bureau:
        """Read an exchange bureau from its notation."""
        return _read(Bureau, text, "an exchange bureau such as b/y")

    def __str__(self) -> str:
        """The bureau in notation."""
        return f"{self.first.value}/{self.second.value}"


MONEY = tuple(Card(currency, value) for currency in CURRENCIES for value in VALUES)
BUREAUS = tuple(Bureau(first, second) for i, first in enumerate(CURRENCIES) for second in CURRENCIES[i + 1 :])
A_CARD = Reason("a card such as b7 or b/y")
_A_CARD = "Card.parse('b3')"
_CARDS = f"cards must be a list of cards such as {_A_CARD}"
_ALL: tuple[Card | Bureau, ...] = (*MONEY, *BUREAUS)
_BY_NAME = {str(card): card for card in _ALL}
_BY_ORDER = attrgetter("order")


def read_card(word: Word) -> Card | Bureau:
    """Read a card from a word."""
    try:
        return _BY_NAME[word.text]
    except KeyError:
        raise word.bad(A_CARD) from None


def _read(kind: type[T], text: str, expected: str) -> T:
    """Read a card of the given kind."""
    word = only_word(text, expected)
    card = _BY_NAME.get(word.text)
    if not isinstance(card, kind):
        raise word.bad(expected)
    return card


def parse_card(text: str) -> Card | Bureau:
    """Read a money card or an exchange bureau."""
    return read_card(only_word(text, A_CARD))


def _most(card: Card | Bureau) -> int:
    """The number of copies of a card that exist."""
    return COPIES if isinstance(card, Card) else 1


@frozen(repr=False, init=False, slots=False)
class Purse(Notated):
    """A collection of cards, such as a hand, a display or a payment; their order does not matter.

    - ``cards``: The cards in canonical order: bureaus, then money by currency and value.

    >>> purse = Purse.parse("y9 b3 b3")
    >>> str(purse), len(purse), purse.total(Currency.BLUE)
    ('b3 b3 y9', 3, 6)
    >>> purse - Purse.parse("b3")
    Purse.parse('b3 y9')
    """

    cards: tuple[Card | Bureau, ...]

    def __init__(self, cards: Iterable[Card | Bureau] = ()) -> None:
        """Make a purse from cards; raise InvalidState if there are more copies of a card than exist."""
        if isinstance(cards, str):
            raise TypeError(f"Purse takes cards; Purse.parse({quoted(cards)}) reads a text")
        found = listed(cards, _CARDS)
        for card in found:
            if not isinstance(card, Card | Bureau):
                raise TypeError(f"a purse can hold only cards such as {_A_CARD}, not {quoted(card)}")
        for card, number in Counter(found).items():
            if number > _most(card):
                raise InvalidState(Reason("there are only {number} copies of {card}", number=_most(card), card=card))
        self.__attrs_init__(tuple(sorted(found, key=_BY_ORDER)))

    @staticmethod
    def parse(text: str) -> Purse:
        """Read cards, separated by spaces, in any order."""
        return Purse.read(words(text))

    @staticmethod
    def read(found: Iterable[Word]) -> Purse:
        """Read cards from words."""
        cards: list[Card | Bureau] = []
        for word in found:
            card = read_card(word)
            cards.append(card)
            if cards.count(card) > _most(card):
                raise word.bad(Reason("at most {number} copies of {card}", number=_most(card), card=card))
        return Purse(cards)

    def count(self, card: Card | Bureau) -> int:
        """The number of copies of a card."""
        return self.cards.count(card)

    def total(self, currency: Currency | None = None) -> int:
        """The total value of the cards in one currency or in all currencies; a bureau is worth nothing."""
        return sum(self.values(currency))

    def values(self, currency: Currency | None = None) -> tuple[int, ...]:
        """The values of the money cards in one currency or in all currencies, in canonical order."""
        wanted = CURRENCIES if currency is None else (currency,)
        return tuple([card.value for card in self.cards if isinstance(card, Card) and card.currency in wanted])

    def holds(self, other: Purse) -> bool:
        """Whether this purse contains all the cards in another purse."""
        mine = iter(self.cards)  # both are sorted, so one pass is enough
        return all(card in mine for card in other.cards)

    @property
    def kinds(self) -> tuple[Card | Bureau, ...]:
        """The distinct cards, in canonical order."""
        return tuple(dict.fromkeys(self.cards))

    @property
    def currencies(self) -> frozenset[Currency]:
        """The currencies of the money cards."""
        return frozenset(card.currency for card in self.cards if isinstance(card, Card))

    @property
    def bureaus(self) -> tuple[Bureau, ...]:
        """The exchange bureaus in the purse."""
        if not self.cards or isinstance(self.cards[0], Card):  # bureaus come first
            return ()
        return tuple([card for card in self.cards if isinstance(card, Bureau)])

    def __iter__(self) -> Iterator[Card | Bureau]:
        """The cards one by one, in canonical order."""
        return iter(self.cards)

    def __len__(self) -> int:
        """The number of cards."""
        return len(self.cards)

    def plus(self, card: Card | Bureau) -> Purse:
        """A purse with one more card."""
        return Purse((*self.cards, card))

    def minus(self, card: Card | Bureau) -> Purse:
        """A purse without one of the cards."""
        try:
            place = self.cards.index(card)
        except ValueError:
            raise InvalidState(f"{card} is not among {self}") from None
        return _purse(self.cards[:place] + self.cards[place + 1 :])

    def __add__(self, other: Purse) -> Purse:
        """A purse with the cards from both purses."""
        return Purse(self.cards + other.cards) if isinstance(other, Purse) else NotImplemented

    def __sub__(self, other: Purse) -> Purse:
        """A purse without the cards that are in another purse."""
        if not isinstance(other, Purse):
            return NotImplemented
        if not self.holds(other):
            raise InvalidState(f"{self} does not contain all of {other}")
        return reduce(Purse.minus, other.cards, self)

    def __str__(self) -> str:
        """The cards in notation."""
        return " ".join(map(str, self.cards))


def _purse(cards: tuple[Card | Bureau, ...]) -> Purse:
    """Make a purse from sorted cards, without validating them."""
    purse = Purse.__new__(Purse)
    purse.__attrs_init__(cards)
    return purse


NO_CARDS = Purse()


def all_money(copies: int) -> Purse:
    """A purse with the given number of copies of every money card."""
    return Purse(MONEY * copies)


Values = tuple[int, ...]
"""The values of cards in one currency, the highest first."""


def payments(hand: Purse, currency: Currency, price: int) -> tuple[Purse, ...]:
    """Every way to pay a price in one currency without any unneeded card, in notation order."""
    return _payments(currency, hand.values(currency)[::-1], price)


@lru_cache(maxsize=1 << 14)  # the same payments recur at every decision
def _payments(currency: Currency, values: Values, price: int) -> tuple[Purse, ...]:
    return _by_notation([_cards(currency, paid) for paid in _covering(values, price)])


def _covering(values: Values, price: int) -> Iterator[Values]:
    """The sets of cards that cover a price without any unneeded card.

    Cards join a set in descending order of value until they cover the price, so even the lowest card is needed.
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
    """Every way to pay with a bureau, partly in its foreign currency, exactly or without any unneeded card."""
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
    """The payments in two currencies with at least one foreign card, either exact or without any unneeded card."""
    return tuple(
        (mine, theirs)
        for theirs in _choices(foreign, price if exact else price + max(foreign, default=0))
        for mine in _covering(own, price - sum(theirs))
        if (sum(mine + theirs) == price if exact else _is_needed(mine, theirs, price))
    )


def _is_needed(own: Values, foreign: Values, price: int) -> bool:
    """Whether each foreign card is needed; with a bureau, a single foreign card always counts as needed."""
    return len(foreign) == 1 or sum(own + foreign) - foreign[-1] < price


def _choices(values: Values, most: int) -> Iterator[Values]:
    """Every set of at least one card whose total is within a limit."""
    for place, value in enumerate(values):
        if value <= most and value not in values[:place]:
            yield (value,)
            for others in _choices(values[place + 1 :], most - value):
                yield (value, *others)


@lru_cache(maxsize=1 << 14)  # as above
def handfuls(display: Purse, limit: int, *, bureaus_too: bool = False) -> tuple[Purse, ...]:
    """Every legal way to take cards from a display, in notation order: one card, or several within the limit.

    By default, a bureau is taken alone; with ``bureaus_too``, it may be taken together with other cards and adds
    nothing to their total.
    """
    bureaus = display.bureaus if bureaus_too else ()
    cards: list[Card | Bureau] = [
        *bureaus,
        *(card for card in display if isinstance(card, Card) and card.value <= limit),
    ]
    most = limit + len(bureaus)
    several = {_purse(some) for number in range(2, most + 1) for some in combinations(cards, number)}
    return _by_notation([*map(_purse, zip(display.kinds)), *(some for some in several if some.total() <= limit)])


def _cards(currency: Currency, values: Values) -> Purse:
    return _purse(tuple([_BY_NAME[f"{currency}{value}"] for value in values[::-1]]))


def _by_notation(ways: list[Purse]) -> tuple[Purse, ...]:
    return tuple(sorted(ways, key=str))
