"""Money: currencies, cards, and purses, which are multisets of cards."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from attrs import field, frozen
from attrs.validators import instance_of

from granada.notation import Pictured, Word, only_word, words
from granada.value import Kept, quick, value

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


def _is_a_value(_: object, __: object, value: Any) -> None:  # noqa: ANN401  whatever a caller gives
    if type(value) is not int or value not in VALUES:
        message = f"a money card is worth 1 to 9, not {value!r}"
        raise (ValueError if type(value) is int else TypeError)(message)


@frozen(repr=False, cache_hash=True)
class Card(Pictured):
    """A money card.

    >>> Card.parse("b7")
    Card.parse('b7')
    """

    currency: Currency = field(validator=instance_of(Currency))
    value: int = field(validator=_is_a_value)
    index: int = field(init=False, eq=False)
    """The place of this kind of card in a purse."""

    def __attrs_post_init__(self) -> None:
        """Find the place."""
        object.__setattr__(self, "index", _ORDER[self.currency] * CASH + self.value - 1)

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
class Bureau(Pictured):
    """An exchange bureau, which shows two currencies."""

    first: Currency = field(validator=instance_of(Currency))
    second: Currency = field(validator=instance_of(Currency))
    index: int = field(init=False, eq=False)
    """The place of this bureau in a purse, after the money."""

    def __attrs_post_init__(self) -> None:
        """Refuse a pair that no bureau shows, and find the place."""
        if _ORDER[self.first] >= _ORDER[self.second]:
            message = "a bureau shows two different currencies in the order b g o y"
            raise ValueError(message)
        pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
        place = pairs.index((_ORDER[self.first], _ORDER[self.second]))
        object.__setattr__(self, "index", 4 * CASH + place)

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
ONES = sum(0x1 << SLOT * i for i in _ALL)
_TWOS = 2 * ONES
_TOPS = sum(0x8 << SLOT * i for i in _ALL)
CURRENCY_BITS = CASH * SLOT
CURRENCY_MASK = (1 << CURRENCY_BITS) - 1
SHIFTS = (0, *(number * CURRENCY_BITS for number in range(4)))
"""Where the bits of the currency of each space begin; spaces count from 1."""
MONEY_MASK = (1 << 4 * CURRENCY_BITS) - 1
_NO_CARDS_THERE = ~(sum(0x3 << SLOT * i for i in range(4 * CASH)) + sum(0x1 << SLOT * (4 * CASH + i) for i in range(6)))
"""The bits that no purse has: a fourth money card of a kind, a second bureau, or no card at all."""
_IN_THREE = tuple((code & 0xF) + (code >> 4 & 0xF) + (code >> 8) for code in range(1 << 12))
"""How many cards three neighbouring kinds have together, by their bits."""
UNIT_OF = (0, *(1 << SLOT * (value - 1) for value in VALUES))
"""One card of each value, as the bits of its currency."""
UNITS = tuple(1 << SLOT * i for i in _ALL)
"""The purse code of one card of each kind."""


_UNIT_BY_NAME = dict(zip(_NAMES, UNITS, strict=True))


def _code_of(text: str) -> int | None:
    """The purse code of a text of cards between single blanks, if it is as simple as that."""
    found = text.split(" ") if isinstance(text, str) and text else []
    try:
        code = sum([_UNIT_BY_NAME[name] for name in found])
    except KeyError:
        return None
    return code if found and number_of(code) == len(found) and not code & _NO_CARDS_THERE else None


@value
class Purse(Pictured):
    """Some cards, in no order: a hand, a display, a payment.

    >>> purse = Purse.parse("y9 b3 b3")
    >>> str(purse), len(purse), purse.total(Currency.BLUE)
    ('b3 b3 y9', 3, 6)
    >>> purse - Purse.parse("b3")
    Purse.parse('b3 y9')
    """

    code: int = 0

    def _check(self) -> None:
        """Refuse a code that no cards have."""
        if type(self.code) is not int:
            message = "a purse is made with Purse.of(cards) or Purse.parse(text)"
            raise TypeError(message)
        if self.code & _NO_CARDS_THERE:
            message = "there are at most three of each money card and one of each bureau"
            raise ValueError(message)

    @classmethod
    def of(cls, cards: Iterable[Card | Bureau]) -> Self:
        """The purse that holds these cards."""
        code = 0
        for card in cards:
            if not isinstance(card, Card | Bureau):
                message = f"a purse holds cards, not {card!r}"
                raise TypeError(message)
            code += UNITS[card.index]
            if code >> SLOT * card.index & 0xF > _most(card):
                message = f"there are only {_most(card)} cards {card}"
                raise ValueError(message)
        return cls(code)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards, separated by blanks, in any order."""
        code = _code_of(text)
        return cls.read(words(text)) if code is None else cls(code)

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
        return self.code >> SLOT * card.index & 0xF

    def total(self, currency: Currency | None = None) -> int:
        """What the cards are worth, those of one currency or all."""
        if currency is None:
            return TOTALS[self.code]
        if not isinstance(currency, Currency):
            message = f"a Currency is needed, not {currency!r}"
            raise TypeError(message)
        return WORTH[self.code >> _ORDER[currency] * CURRENCY_BITS & CURRENCY_MASK]

    def holds(self, other: Purse) -> bool:
        """Whether all cards of the other purse are among these."""
        try:
            return ((self.code | _TOPS) - other.code) & _TOPS == _TOPS
        except AttributeError:
            raise _no_purse(other) from None

    def nth(self, number: int) -> Card | Bureau:
        """The card with this number, counted from 0 in canonical order."""
        if not 0 <= number < len(self):
            message = f"the purse has {len(self)} cards"
            raise IndexError(message)
        return nth_of(self.code, number)

    @property
    def kinds(self) -> tuple[Card | Bureau, ...]:
        """The different cards, in canonical order."""
        return tuple(card for card, _ in _counted(self.code))

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
        for card, number in _counted(self.code):
            for _ in range(number):
                yield card

    def __len__(self) -> int:
        """How many cards there are."""
        return number_of(self.code)

    def __add__(self, other: Purse) -> Purse:
        """The cards of both."""
        if not isinstance(other, Purse):
            return NotImplemented
        return Purse(self.code + other.code)

    def __sub__(self, other: Purse) -> Purse:
        """The cards that are left when others are taken out."""
        if not self.holds(other):
            message = f"{other} is not all among {self}"
            raise ValueError(message)
        return Purse(self.code - other.code)

    def __str__(self) -> str:
        """In notation."""
        return " ".join([_NAMES[card.index] for card in self])

    def __repr__(self) -> str:
        """As it can be built again."""
        return f"Purse.parse({str(self)!r})"


purse_of = quick(Purse)
"""The purse with a code that is known to be right."""


def number_of(code: int) -> int:
    """How many cards a purse code has: the bits of two count twice."""
    return code.bit_count() + (code & _TWOS).bit_count()


def _no_purse(other: object) -> TypeError:
    return TypeError(f"a Purse is needed, not {type(other).__name__}")


def _counted(code: int) -> Iterator[tuple[Card | Bureau, int]]:
    """The different cards of a purse code and how many of each there are, in canonical order."""
    for first, part in ((CARDS_OF_MONEY, code >> 4 * CURRENCY_BITS), (0, code & MONEY_MASK)):
        rest = part
        while rest:
            place = (rest & -rest).bit_length() - 1 >> 2
            number = rest >> SLOT * place & 0xF
            yield _KINDS[first + place], number
            rest -= number << SLOT * place


def nth_of(code: int, number: int) -> Card | Bureau:
    """The card with a number, counted from 0 in canonical order, of a purse code that has it."""
    for at, shift in _PARTS if code > MONEY_MASK else _CURRENCY_PARTS:  # noqa: B007  where it was left is used
        part = code >> shift & CURRENCY_MASK
        inside = part.bit_count() + (part & _TWOS).bit_count()
        if number < inside:
            break
        number -= inside
    else:
        message = "the purse has not so many cards"
        raise IndexError(message)
    while number >= (inside := _IN_THREE[part & 0xFFF]):
        number, part, at = number - inside, part >> 3 * SLOT, at + 3
    while number >= part & 0xF:
        number, part, at = number - (part & 0xF), part >> SLOT, at + 1
    return _KINDS[at]


_CURRENCY_PARTS = tuple((CASH * number, CURRENCY_BITS * number) for number in range(4))
_PARTS = ((CARDS_OF_MONEY, 4 * CURRENCY_BITS), *_CURRENCY_PARTS)
"""The first kind of card and the first bit of each currency, after the bureaus."""


NO_CARDS = Purse()


PURSES = Kept(purse_of)
"""Purses by their code."""


def _most(card: Card | Bureau) -> int:
    return COPIES if isinstance(card, Card) else 1


def all_money(copies: int) -> Purse:
    """Every money card as often as that."""
    return Purse(sum(UNITS[:CARDS_OF_MONEY]) * copies)


def _total(code: int) -> int:
    return sum([WORTH[code >> shift & CURRENCY_MASK] for shift in SHIFTS[1:]])


TOTALS = Kept(_total)
"""What the cards with a purse code are worth."""


def coins_of(held: int) -> list[int]:
    """The values of the cards of one currency, as the bits of a purse, in ascending order."""
    coins = []
    while held:
        coins.append((held & -held).bit_length() + 3 >> 2)
        held -= UNIT_OF[coins[-1]]
    return coins


WORTH: Kept[int, int] = Kept(lambda held: sum(coins_of(held)))
"""What the cards of one currency, as the bits of a purse, are worth together."""
