"""Everything small about money and buildings, for the clauses and for the engine."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import clingo

from granada import Bureau, Card, Purse
from granada.rulebook import specs_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

COPIES = 3
"""So many cards of each kind are in the box."""


def told(facts: str, *shown: str, without: Sequence[str] = ()) -> Sequence[clingo.Symbol]:
    """What the clauses, those of some chapters left out, say of some facts, as far as it is to be shown."""
    clauses = [path.read_text("utf-8") for path in sorted(specs_folder().glob("*.lp")) if path.stem not in without]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join([*clauses, "#show.", *(f"#show {what}." for what in shown), facts]))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        symbols: Sequence[clingo.Symbol] = next(iter(models)).symbols(shown=True)
        return symbols


def kinds(currencies: str, values: Iterable[int]) -> list[Card | Bureau]:
    """The kinds of cards of some currencies and values."""
    return [Card.parse(f"{currency}{value}") for currency, value in product(currencies, values)]


def purses(of: Sequence[Card | Bureau], sizes: Iterable[int]) -> Iterator[Purse]:
    """Every purse of so many cards of some kinds, as far as the box has them."""
    for size in sizes:
        for cards in combinations_with_replacement(of, size):
            if all(number <= COPIES for number in Counter(cards).values()):
                yield Purse(cards)


@cache
def parts(purse: Purse) -> tuple[Purse, ...]:
    """Every purse that can be taken from another: nothing, all of it, and whatever lies between."""
    counted = Counter(purse)
    numbers = product(*(range(number + 1) for number in counted.values()))
    return tuple(
        Purse(card for card, times in zip(counted, chosen, strict=True) for _ in range(times)) for chosen in numbers
    )


@cache
def displays() -> tuple[Purse, ...]:
    """Every display of four cards; of those that differ by an exchange of currencies, one."""
    found: dict[tuple[tuple[int, ...], ...], list[str]] = {}
    for cards in combinations_with_replacement([f"{kind}{value}" for kind in "bgoy" for value in range(1, 10)], 4):
        values = sorted(tuple(int(card[1]) for card in cards if card[0] == kind) for kind in "bgoy")
        if max(map(cards.count, cards)) <= COPIES:
            found.setdefault(tuple(values), list(cards))
    return tuple(Purse.parse(" ".join(cards)) for cards in found.values())


def cards_held(head: str, purse: Purse) -> str:
    """Facts about a purse: how many there are of each card; the head is the beginning of each."""
    return " ".join(f"{head},{term(card)},{times})." for card, times in Counter(purse).items())


def listed(purse: Purse) -> str:
    """A purse as a list of cards."""
    text = "()"
    for card in reversed(list(purse)):
        text = f"({term(card)},{text})"
    return text


def term(card: object) -> str:
    """A card as the clauses write it."""
    text = str(card)
    return f"card({text[0]},{text[1]})"
