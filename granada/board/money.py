"""Money: currencies, cards, and purses, which are multisets of cards."""

from __future__ import annotations

from enum import Enum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Self

from attrs import field, frozen

from granada.errors import InvalidState, instance, listed, shown, whole
from granada.notation import Pictured, Word, only_word, words

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

    __hash__ = object.__hash__


CURRENCIES = tuple(Currency)
_ORDER = {currency: number for number, currency in enumerate(CURRENCIES)}


class Round(Enum):
    """One of the three scorings; A and B are cards in the deck."""

    A = "A"
    B = "B"
    C = "C"

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Round.{self.name}"

    def __str__(self) -> str:
        """The letter."""
        return self.value


def _value(value: int) -> int:
    number = whole(value, "the value of a money card")
    if number not in VALUES:
        message = f"a money card is worth 1 to 9, not {shown(value)}"
        raise InvalidState([message])
    return number


_a_currency = instance(Currency, "a Currency such as Currency.BLUE")


@frozen(repr=False, cache_hash=True, slots=False)
class Card(Pictured):
    """A money card.

    >>> Card.parse("b7")
    Card.parse('b7')
    """

    currency: Currency = field(validator=_a_currency)
    value: int = field(converter=_value)

    @cached_property
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


@frozen(repr=False, cache_hash=True, slots=False)
class Bureau(Pictured):
    """An exchange bureau, which shows two currencies."""

    first: Currency = field(validator=_a_currency)
    second: Currency = field(validator=_a_currency)

    def __attrs_post_init__(self) -> None:
        """Refuse a pair that no bureau shows."""
        if _ORDER[self.first] >= _ORDER[self.second]:
            message = "a bureau shows two different currencies in the order b g o y"
            raise InvalidState([message])

    @cached_property
    def index(self) -> int:
        """The place of this bureau in a purse, after the money."""
        return 4 * CASH + [(a, b) for a in CURRENCIES for b in CURRENCIES if _ORDER[a] < _ORDER[b]].index(
            (self.first, self.second)
        )

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

_NAMES = tuple(str(kind) for kind in _KINDS)
A_CARD = "a card such as b7 or b/y"
_A_CARD = "Card.parse('b3')"
_CARDS = f"cards is a list of cards such as {_A_CARD}"
_BY_NAME: dict[str, Card | Bureau] = {str(kind): kind for kind in _KINDS}


def read_card(word: Word) -> Card | Bureau:
    """The card that a word names."""
    try:
        return _BY_NAME[word.text]
    except KeyError:
        raise word.bad(A_CARD) from None


# A purse is one integer with four bits for each kind of card: how many of it there are.
# Adding and taking away cards is then adding and subtracting integers.
SLOT = 4
_ALL = range(len(_KINDS))
_TWOS = sum(0x2 << SLOT * i for i in _ALL)
_TOPS = sum(0x8 << SLOT * i for i in _ALL)
CURRENCY_BITS = CASH * SLOT
CURRENCY_MASK = (1 << CURRENCY_BITS) - 1
SHIFTS = (0, *(number * CURRENCY_BITS for number in range(4)))
"""Where the bits of the currency of each space begin; spaces count from 1."""
MONEY_MASK = (1 << 4 * CURRENCY_BITS) - 1
_NO_CARDS_THERE = ~(sum(0x3 << SLOT * i for i in range(4 * CASH)) + sum(0x1 << SLOT * (4 * CASH + i) for i in range(6)))
"""The bits that no purse has: a fourth money card of a kind, a second bureau, or no card at all."""
UNIT_OF = (0, *(1 << SLOT * (value - 1) for value in VALUES))
"""One card of each value, as the bits of its currency."""
UNITS = tuple(1 << SLOT * i for i in _ALL)
"""The purse code of one card of each kind."""


@frozen(repr=False, init=False)
class Purse(Pictured):
    """Some cards, in no order: a hand, a display, a payment.

    >>> purse = Purse.parse("y9 b3 b3")
    >>> str(purse), len(purse), purse.total(Currency.BLUE)
    ('b3 b3 y9', 3, 6)
    >>> purse - Purse.parse("b3")
    Purse.parse('b3 y9')
    """

    code: int = 0

    def __init__(self, code: int = 0) -> None:
        """The purse with a code; one that no cards have is refused."""
        if type(code) is not int:
            message = f"a purse is made with Purse.of(cards) or Purse.parse(text), not of {shown(code)}"
            raise TypeError(message)
        if code & _NO_CARDS_THERE:
            message = "there are at most three of each money card and one of each bureau"
            raise InvalidState([message])
        object.__setattr__(self, "code", code)

    @classmethod
    def of(cls, cards: Iterable[Card | Bureau]) -> Self:
        """The purse that holds these cards."""
        if isinstance(cards, str):
            message = f"Purse.of takes cards; Purse.parse({shown(cards)}) reads a text"
            raise TypeError(message)
        code = 0
        for card in listed(cards, _CARDS):
            if not isinstance(card, Card | Bureau):
                message = f"a purse holds cards such as {_A_CARD}, not {shown(card)}"
                raise TypeError(message)
            code += UNITS[card.index]
            if code >> SLOT * card.index & 0xF > _most(card):
                message = f"there are only {_most(card)} cards {card}"
                raise InvalidState([message])
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
            if code >> SLOT * card.index & 0xF > _most(card):
                raise word.bad(f"at most {_most(card)} cards {card}")
        return cls(code)

    def count(self, card: Card | Bureau) -> int:
        """How many of a card there are."""
        try:
            return self.code >> SLOT * card.index & 0xF
        except (AttributeError, TypeError):
            raise _no_card(card) from None

    def total(self, currency: Currency | None = None) -> int:
        """What the cards are worth, those of one currency or all."""
        if currency is None:
            return sum([worth(self.code >> shift & CURRENCY_MASK) for shift in SHIFTS[1:]])
        if not isinstance(currency, Currency):
            message = f"currency is a Currency such as Currency.BLUE, not {shown(currency)}"
            raise TypeError(message)
        return worth(self.code >> _ORDER[currency] * CURRENCY_BITS & CURRENCY_MASK)

    def holds(self, other: Purse) -> bool:
        """Whether all cards of the other purse are among these."""
        try:
            return ((self.code | _TOPS) - other.code) & _TOPS == _TOPS
        except AttributeError:
            raise _no_purse(other) from None

    def nth(self, number: int) -> Card | Bureau:
        """The card with this number, counted from 0 in canonical order."""
        left = whole(number, "the number of a card")
        for first, shift in _PARTS if left >= 0 else ():
            part = self.code >> shift & CURRENCY_MASK
            inside = part.bit_count() + (part & _TWOS).bit_count()
            if left < inside:
                kind = first
                while left >= (count := part & 0xF):
                    left, part, kind = left - count, part >> SLOT, kind + 1
                return _KINDS[kind]
            left -= inside
        message = f"the purse has {len(self)} cards, and none with the number {number}"
        raise IndexError(message)

    @property
    def kinds(self) -> tuple[Card | Bureau, ...]:
        """The different cards, in canonical order."""
        return tuple(dict.fromkeys(self))

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
        return iter([_KINDS[index] for index in indices(self.code & ~MONEY_MASK) + indices(self.code & MONEY_MASK)])

    def __len__(self) -> int:
        """How many cards there are."""
        return self.code.bit_count() + (self.code & _TWOS).bit_count()

    def plus(self, card: Card | Bureau) -> Purse:
        """The cards and one more."""
        try:
            return Purse(self.code + UNITS[card.index])
        except (AttributeError, TypeError):
            raise _no_card(card) from None

    def minus(self, card: Card | Bureau) -> Purse:
        """The cards without one of them."""
        if not self.count(card):
            message = f"{card} is not among {self}"
            raise InvalidState([message])
        return Purse(self.code - UNITS[card.index])

    def __add__(self, other: Purse) -> Purse:
        """The cards of both."""
        if isinstance(other, Purse):
            return Purse(self.code + other.code)
        if isinstance(other, Card | Bureau):
            raise _no_purse(other)
        return NotImplemented

    def __sub__(self, other: Purse) -> Purse:
        """The cards that are left when others are taken out."""
        if not self.holds(other):
            message = f"{other} is not all among {self}"
            raise InvalidState([message])
        return Purse(self.code - other.code)

    def __str__(self) -> str:
        """In notation."""
        return " ".join([_NAMES[card.index] for card in self])

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Purse.parse({str(self)!r})"


def _no_purse(other: object) -> TypeError:
    one = "; plus and minus take a single card, and count asks for one" if isinstance(other, Card | Bureau) else ""
    return TypeError(f"a Purse such as Purse.parse('b3') is needed, not {shown(other)}{one}")


def _no_card(card: object) -> TypeError:
    return TypeError(f"card is a Card such as {_A_CARD}, not {shown(card)}")


_PARTS = ((CARDS_OF_MONEY, 4 * CURRENCY_BITS), *((CASH * n, CURRENCY_BITS * n) for n in range(4)))
"""The bureaus and then each currency: the first kind of card, and where its bits begin."""


NO_CARDS = Purse()


def _most(card: Card | Bureau) -> int:
    return COPIES if isinstance(card, Card) else 1


def all_money(copies: int) -> Purse:
    """Every money card as often as that."""
    return Purse(sum(UNITS[:CARDS_OF_MONEY]) * copies)


def indices(code: int) -> list[int]:
    """The place in a purse of each card of a purse code, in ascending order."""
    found: list[int] = []
    while code:
        index = (code & -code).bit_length() - 1 >> 2
        number = code >> SLOT * index & 0xF
        found += [index] * number
        code -= number << SLOT * index
    return found


def coins_of(held: int) -> list[int]:
    """The values of the cards of one currency, as the bits of a purse, in ascending order."""
    return [index + 1 for index in indices(held)]


@cache
def worth(held: int) -> int:
    """What the cards of one currency, as the bits of a purse, are worth together; there are 4**9 such purses."""
    return sum(coins_of(held))
