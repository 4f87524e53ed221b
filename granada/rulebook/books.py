"""The printed rulebooks, quotes from them, and the differences between each book and our rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import asdict, field, fields, frozen

from granada.errors import InvalidState, Reason, quoted
from granada.rulebook.specification import shipped_suite

LONGEST_QUOTE = 15
"""The maximum number of words in a quote from a book."""
_QUOTED = re.compile(
    r'(?P<book>[^:",]+)(?:, for (?P<games>[a-z]+(?: and [a-z]+)*))?(?P<near>, not in so many words)?'
    r': "(?P<words>.+)" \((?P<english>.+)\)'
)


@frozen
class Book:
    """A rulebook: its name, its language and its games.

    - ``modules``: The modules in the book, each with a game to which it belongs.
    """

    name: str
    language: str
    games: tuple[str, ...]
    modules: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The name of the book."""
        return self.name


_FRENCH_MODULES = (("vizier", "granada"), *((name, "alhambra") for name in ("vizier", "exchange", "bonus", "huts")))
BOOKS = (
    Book("Granada (Hungarian)", "hu", ("granada",)),
    Book("Granada (Dutch)", "nl", ("granada",)),
    Book("Granada (Italian)", "it", ("granada",)),
    Book("Alhambra (Hungarian)", "hu", ("alhambra",)),
    Book("French box", "fr", ("granada", "alhambra", "combined"), _FRENCH_MODULES),
)
"""The five rulebooks; the French one contains both games, the combined game and the modules.

The French rulebook prints the modules for the Alhambra; of these, it allows only the vizier in Granada too.
"""


def book_of(edition: str, game: object) -> Book:
    """An edition's book for a game; the editions are hu, nl, it and fr.

    >>> print(book_of("hu", "alhambra"))
    Alhambra (Hungarian)
    """
    if not isinstance(edition, str):
        raise TypeError(f"name must be an edition such as 'it', not {quoted(edition)}")
    name = str(game)
    if not (isinstance(game, str) or hasattr(game, "name")):
        raise TypeError(f"game must be a game such as 'granada', not {quoted(game)}")
    here = [book for book in BOOKS if name in book.games]
    if not here:
        games = ", ".join(dict.fromkeys(each for book in BOOKS for each in book.games))
        raise InvalidState(f"there is no game {quoted(name)}, and so no edition of it; choose from {games}")
    found = next((book for book in here if book.language == edition), None)
    if found is None:
        known = ", ".join(sorted(book.language for book in here))
        parts = {"edition": quoted(edition), "game": name, "names": known}
        raise InvalidState(Reason("no {edition} edition of {game} is known; choose from {names}", **parts))
    return found


@frozen
class Quote:
    """A quote from a book, with its translation.

    - ``games``: The games that the quote is about; empty for all games of the book.
    - ``near``: Whether the quote only implies the rule.
    """

    book: str
    words: str
    english: str
    games: tuple[str, ...] = ()
    near: bool = False

    @staticmethod
    def read(source: str) -> Quote | None:
        """Read the quote in a source of a rule; return None if the source quotes no book or derives the rule.

        >>> Quote.read('Granada (Dutch): "voor 2-6 spelers" (for 2-6 players)').english
        'for 2-6 players'
        """
        found = _QUOTED.fullmatch(source)
        if found is None:
            return None
        games = tuple(found["games"].split(" and ")) if found["games"] else ()
        return Quote(found["book"], found["words"], found["english"], games, bool(found["near"]))

    def of_game(self, game: str) -> bool:
        """Whether the quote applies to a game."""
        return not self.games or game in self.games

    def __str__(self) -> str:
        """The quote and its translation."""
        return f'"{self.words}" ({self.english})'


REASONS = ("same", "silent", "slip", "unplayable")
"""The reasons for which an edition ignores a difference: no effect, an open text, a misprint, or an unplayable text."""


@frozen(kw_only=True)
class Difference:
    """A difference between the rule in a book and our ruling.

    - ``rule``: The rule.
    - ``book``: The name of the book.
    - ``words``: The words in the book.
    - ``english``: The English translation of these words.
    - ``consequence``: The effect of the difference in a game.
    - ``games``: The games of the book that the difference concerns.
    - ``reading``: The reading that adopts the difference, such as ``several_cards_limit=4``.
    - ``same``: The reason why the difference has no effect in a game.
    - ``silent``: The reason why the book's text also allows our ruling.
    - ``slip``: The reason why we consider the text a misprint; the edition ignores it, but a table may choose it.
    - ``unplayable``: The reason why the text cannot be played.
    - ``bears_on``: The sort of question that the text would answer differently, if no reading covers it.
    """

    rule: str
    book: str
    words: str
    english: str
    consequence: str
    games: tuple[str, ...] = field(converter=tuple)
    reading: str = ""
    same: str = ""
    silent: str = ""
    slip: str = ""
    unplayable: str = ""
    bears_on: str = ""

    @staticmethod
    def read(rule: str, data: Mapping[str, Any]) -> Difference:
        """Read a difference from a chapter or the suite; raise InvalidState if something is missing."""
        known = {each.name for each in fields(Difference)}
        book = next((book for book in BOOKS if book.name == data.get("book")), None)
        if book is None:
            raise InvalidState(f"{rule}: a difference must name its book, not {quoted(data.get('book'))}")
        if flaws := [*(f"no {key}" for key in _NEEDED if not data.get(key)), *(f"{key}?" for key in {*data} - known)]:
            raise InvalidState(f"{rule}, {book}: {', '.join(flaws)}")
        found = Difference(**{"rule": rule, "games": book.games, **data})
        if not (found.reading or found.reason) or sum(bool(getattr(found, each)) for each in REASONS) > 1:
            message = f"{rule}, {book}: a reading chooses it, or one of {', '.join(REASONS)} says why none does"
            raise InvalidState(message)
        return found

    @property
    def reason(self) -> str:
        """The reason why the book's edition does not adopt the difference; empty if it does."""
        return self.same or self.silent or self.slip or self.unplayable

    @property
    def changes_play(self) -> bool:
        """Whether a table that follows the book plays differently."""
        return not (self.same or self.silent)

    @property
    def quote(self) -> Quote:
        """The quote and its translation."""
        return Quote(self.book, self.words, self.english, self.games)

    @property
    def chosen(self) -> dict[str, Any]:
        """The reading that adopts the difference, as a name and a value."""
        name, _, value = self.reading.partition("=")
        return {name: int(value) if value.isdigit() else value == "true"} if name else {}

    @property
    def data(self) -> dict[str, Any]:
        """The difference as JSON data for the suite."""
        data = {key: value for key, value in asdict(self).items() if value and key != "rule"}
        return {**data, "games": list(self.games)}


_NEEDED = ("book", "words", "english", "consequence")


@cache
def differences(rule: str | None = None) -> tuple[Difference, ...]:
    """The differences about one rule, or about all rules, in the order of the suite."""
    rules = shipped_suite()["rules"]
    names = rules if rule is None else (rule,)
    return tuple(Difference.read(name, each) for name in names for each in rules[name].get("differences", ()))
