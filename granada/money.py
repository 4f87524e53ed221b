"""Money: currencies, cards, and purses, which are multisets of cards."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from attrs import field, frozen
from attrs.validators import instance_of

from granada.notation import Word, only_word, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

VALUES = range(1, 10)
"""Every currency has cards worth 1 to 9."""
COPIES = 3
"""Every money card exists three times."""
CASH = len(VALUES)
"""How many kinds of card a currency has."""


class Currency(Enum):
    """One of the four currencies; each belongs to the space of the yard with its number."""

    BLUE = "b"
    GREEN = "g"
    ORANGE = "o"
    YELLOW = "y"

    @property
    def space(self) -> int:
        """The space of the yard that is paid in this currency."""
        return _ORDER[self] + 1

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Currency.{self.name}"


CURRENCIES = tuple(Currency)
_ORDER = {currency: number for number, currency in enumerate(CURRENCIES)}


class Round(Enum):
    """One of the three scorings; A and B are cards in the deck."""

    A = "A"
    B = "B"
    C = "C"

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Round.{self.name}"

    def __str__(self) -> str:
        """The letter."""
        return self.value


def _is_a_value(_: object, __: object, value: Any) -> None:  # noqa: ANN401  whatever a caller gives
    if type(value) is not int or value not in VALUES:
        message = f"a money card is worth 1 to 9, not {value!r}"
        raise (ValueError if type(value) is int else TypeError)(message)


@frozen(repr=False, cache_hash=True)
class Card:
    """A money card.

    >>> Card.parse("b7")
    Card.parse('b7')
    """

    currency: Currency = field(validator=instance_of(Currency))
    value: int = field(validator=_is_a_value)

    @property
    def index(self) -> int:
        """The place of this kind of card in a purse."""
        return _ORDER[self.currency] * CASH + self.value - 1

    @staticmethod
    def parse(text: str) -> Card | Bureau:
        """Read a card, or an exchange bureau such as ``b/y``."""
        return read_card(only_word(text, A_CARD))

    def __str__(self) -> str:
        """In notation."""
        return f"{self.currency.value}{self.value}"

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Card.parse({str(self)!r})"


@frozen(repr=False, cache_hash=True)
class Bureau:
    """An exchange bureau, which shows two currencies."""

    first: Currency = field(validator=instance_of(Currency))
    second: Currency = field(validator=instance_of(Currency))

    def __attrs_post_init__(self) -> None:
        """Refuse a pair that no bureau shows."""
        if _ORDER[self.first] >= _ORDER[self.second]:
            message = "a bureau shows two different currencies in the order b g o y"
            raise ValueError(message)

    @property
    def index(self) -> int:
        """The place of this bureau in a purse."""
        return CARDS_OF_MONEY + BUREAUS.index(self)

    def __str__(self) -> str:
        """In notation."""
        return f"{self.first.value}/{self.second.value}"

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Card.parse({str(self)!r})"


MONEY = tuple(Card(currency, value) for currency in CURRENCIES for value in VALUES)
CARDS_OF_MONEY = len(MONEY)
BUREAUS = tuple(Bureau(first, second) for i, first in enumerate(CURRENCIES) for second in CURRENCIES[i + 1 :])
_KINDS: tuple[Card | Bureau, ...] = (*MONEY, *BUREAUS)
_CANONICAL = (*range(CARDS_OF_MONEY, len(_KINDS)), *range(CARDS_OF_MONEY))
"""Bureaus come first, then money by currency and value."""

A_CARD = "a card such as b7 or b/y"
_BY_NAME: dict[str, Card | Bureau] = {str(kind): kind for kind in _KINDS}


def read_card(word: Word) -> Card | Bureau:
    """The card that a word names."""
    try:
        return _BY_NAME[word.text]
    except KeyError:
        raise word.bad(A_CARD) from None


# A purse is one integer with four bits for each kind of card: how many of it there are.
# Adding and taking away cards is then adding and subtracting integers.
_SLOT = 4
_ALL = range(len(_KINDS))
_FIVES = sum(0xF << 8 * i for i in range((len(_KINDS) + 1) // 2))
_TOPS = sum(0x8 << _SLOT * i for i in _ALL)
CURRENCY_BITS = CASH * _SLOT
CURRENCY_MASK = (1 << CURRENCY_BITS) - 1
MONEY_MASK = (1 << 4 * CURRENCY_BITS) - 1
UNITS = tuple(1 << _SLOT * i for i in _ALL)
"""The purse code of one card of each kind."""


def _is_a_code(_: object, __: object, code: Any) -> None:  # noqa: ANN401  whatever a caller gives
    if type(code) is not int:
        message = "a purse is made with Purse.of(cards) or Purse.parse(text)"
        raise TypeError(message)


@frozen(repr=False)
class Purse:
    """Some cards, in no order: a hand, a display, a payment.

    >>> purse = Purse.parse("y9 b3 b3")
    >>> str(purse), len(purse), purse.total(Currency.BLUE)
    ('b3 b3 y9', 3, 6)
    >>> purse - Purse.parse("b3")
    Purse.parse('b3 y9')
    """

    code: int = field(default=0, validator=_is_a_code)

    @classmethod
    def of(cls, cards: Iterable[Card | Bureau]) -> Self:
        """The purse that holds these cards."""
        code = 0
        for card in cards:
            if not isinstance(card, Card | Bureau):
                message = f"a purse holds cards, not {card!r}"
                raise TypeError(message)
            code += UNITS[card.index]
            if code >> _SLOT * card.index & 0xF > _most(card):
                message = f"there are only {_most(card)} cards {card}"
                raise ValueError(message)
        return cls(code)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards, separated by blanks, in any order."""
        return cls.read(words(text))

    @classmethod
    def read(cls, found: Iterable[Word]) -> Self:
        """Read cards from words."""
        code = 0
        for word in found:
            card = read_card(word)
            code += UNITS[card.index]
            if code >> _SLOT * card.index & 0xF > _most(card):
                raise word.bad(f"at most {_most(card)} cards {card}")
        return cls(code)

    def count(self, card: Card | Bureau) -> int:
        """How many of a card there are."""
        return self.code >> _SLOT * card.index & 0xF

    def total(self, currency: Currency | None = None) -> int:
        """What the cards are worth, those of one currency or all."""
        if currency is None:
            return sum(self.total(each) for each in CURRENCIES)
        return worth(self.code >> _ORDER[currency] * CURRENCY_BITS & CURRENCY_MASK)

    def holds(self, other: Purse) -> bool:
        """Whether all cards of the other purse are among these."""
        return ((self.code | _TOPS) - other.code) & _TOPS == _TOPS

    def nth(self, number: int) -> Card | Bureau:
        """The card with this number, counted from 0 in canonical order."""
        for index in _CANONICAL:
            number -= self.code >> _SLOT * index & 0xF
            if number < 0:
                return _KINDS[index]
        message = "the purse has fewer cards"
        raise IndexError(message)

    @property
    def kinds(self) -> tuple[Card | Bureau, ...]:
        """The different cards, in canonical order."""
        return tuple(_KINDS[index] for index in _CANONICAL if self.code >> _SLOT * index & 0xF)

    @property
    def currencies(self) -> frozenset[Currency]:
        """The currencies of the money cards."""
        return frozenset(
            currency for currency in CURRENCIES if self.code >> _ORDER[currency] * CURRENCY_BITS & CURRENCY_MASK
        )

    @property
    def bureaus(self) -> Purse:
        """The exchange bureaus alone."""
        return Purse(self.code & ~MONEY_MASK)

    def __iter__(self) -> Iterator[Card | Bureau]:
        """The cards one by one, in canonical order."""
        for index in _CANONICAL:
            for _ in range(self.code >> _SLOT * index & 0xF):
                yield _KINDS[index]

    def __len__(self) -> int:
        """How many cards there are: the digits of the code, summed pairwise and then as a remainder."""
        return ((self.code & _FIVES) + (self.code >> _SLOT & _FIVES)) % 255

    def __add__(self, other: Purse) -> Purse:
        """The cards of both."""
        return Purse(self.code + other.code)

    def __sub__(self, other: Purse) -> Purse:
        """The cards that are left when others are taken out."""
        if not self.holds(other):
            message = f"{other} is not all among {self}"
            raise ValueError(message)
        return Purse(self.code - other.code)

    def __str__(self) -> str:
        """In notation."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Purse.parse({str(self)!r})"


NO_CARDS = Purse()


def _most(card: Card | Bureau) -> int:
    return COPIES if isinstance(card, Card) else 1


def all_money(copies: int) -> Purse:
    """Every money card as often as that."""
    return Purse(sum(UNITS[:CARDS_OF_MONEY]) * copies)


@lru_cache(maxsize=1 << 14)
def worth(held: int) -> int:
    """What the cards of one currency, as the bits of a purse, are worth together."""
    return sum(value * (held >> _SLOT * (value - 1) & 0xF) for value in VALUES)


@lru_cache(maxsize=1 << 14)
def payments(held: int, price: int) -> tuple[int, ...]:
    """Every way to pay a price from the cards of one currency without a needless card, by notation.

    Values are taken in descending order until the price is covered.
    The last card is then the least, and without it the price was not covered: none can be withheld.
    """
    if worth(held) < price:
        return ()
    found: list[tuple[tuple[int, ...], int]] = []

    def pay(most: int, rest: int, paid: tuple[int, ...], code: int) -> None:
        for value in range(most, 0, -1):
            unit = 1 << _SLOT * (value - 1)
            if (held - code) // unit & 0xF:
                if value >= rest:
                    found.append(((value, *paid), code + unit))
                else:
                    pay(value, rest - value, (value, *paid), code + unit)

    pay(CASH, price, (), 0)
    return tuple(code for _, code in sorted(found))


@lru_cache(maxsize=1 << 14)
def handfuls(display: int, limit: int) -> tuple[Purse, ...]:
    """Every set of cards that may be taken from a display: one card, or several worth at most the limit."""
    shown = tuple(Purse(display))
    subsets = {
        Purse.of(card for place, card in enumerate(shown) if chosen >> place & 1)
        for chosen in range(1, 1 << len(shown))
    }
    return tuple(
        sorted(
            (s for s in subsets if len(s) == 1 or (not s.bureaus.code and s.total() <= limit)),
            key=str,
        )
    )
