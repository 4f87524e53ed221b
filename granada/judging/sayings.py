"""What a book says about a rule: it may state, contradict or only imply the rule, or not mention it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import evolve, frozen

from granada.game import Action, Add, Place, Remove, Store, Swap, Take
from granada.languages import ENGLISH, Language, Text, text
from granada.rulebook import Book, Quote, Rule, Rulings, sentence_of
from granada.spec import MODULES
from granada.words import book_in_words, quote_in_words

Told = tuple[str, tuple[Quote, ...]]
"""A sentence, and the parts of it that quote a book."""
OF_ACTIONS: dict[Rule, tuple[type[Action], ...]] = {
    Rule.CARDS_ARE_HELD: (Take,),
    Rule.HUT_IS_PLACED_LIKE_A_TILE: (Place, Store, Add, Remove, Swap),
}
"""A mapping from rules that also hold for other actions to the actions that the quotes on them are about."""


class Manner(Enum):
    """How a book treats a rule."""

    SAYS = "says"
    OTHERWISE = "otherwise"
    NEAR = "near"
    OPEN = "open"
    SILENT = "silent"
    ABSENT = "absent"
    ELSEWHERE = "elsewhere"

    @property
    def wordless(self) -> bool:
        """Whether a saying that treats a rule in this manner has no quote."""
        return self in {Manner.SILENT, Manner.ABSENT, Manner.ELSEWHERE}


IN_SHORT: dict[Manner, Text] = {
    Manner.SAYS: text("how some books stand to a rule", "Printed in: {books}."),
    Manner.OTHERWISE: text("how some books stand to a rule", "Other words, the same answer here: {books}."),
    Manner.NEAR: text("how some books stand to a rule", "Not in so many words: {books}."),
    Manner.OPEN: text("how some books stand to a rule", "Leaves it open: {books}."),
    Manner.SILENT: text("how some books stand to a rule", "Does not say: {books}."),
    Manner.ABSENT: text("how some books stand to a rule", "Does not have it: {books}."),
    Manner.ELSEWHERE: text(
        "how some books stand to a rule",
        "Only in another game, and used here by our ruling (modules-combine): {books}.",
    ),
}


@frozen
class Saying:
    """What a book says about a rule in a game, with quotes."""

    book: str
    manner: Manner
    quotes: tuple[Quote, ...] = ()

    def without(self, denied: Iterable[str]) -> Saying:
        """The saying without the quotes that are already listed for another answer, even within longer quotes.

        Words that only imply a rule, or leave it open, may also speak for another answer, so they stay.
        """
        left = tuple(q for q in self.quotes if not any(q.words in more or more in q.words for more in denied))
        return self if not left and self.manner in {Manner.NEAR, Manner.OPEN} else evolve(self, quotes=left)

    def line(self, say: Language = ENGLISH) -> Told:
        """What the book says, as a sentence with quotes."""
        return self._told(say), self.quotes

    def _told(self, say: Language) -> str:
        book, words = book_in_words(self.book, say), say.joined(quote_in_words(each, say) for each in self.quotes)
        match self.manner:
            case Manner.SAYS:
                return say("{book} says: {words}", book=book, words=words)
            case Manner.OTHERWISE:
                return say("{book} has other words, with the same answer here: {words}", book=book, words=words)
            case Manner.NEAR:
                return say("{book} does not say it in so many words: {words}", book=book, words=words)
            case Manner.OPEN:
                return say("{book} leaves it open: {words}", book=book, words=words)
            case Manner.ABSENT:
                return say("{book} does not have it.", book=book)
            case Manner.ELSEWHERE:
                return say(
                    "{book} has it only in another game; it is used here by our ruling (modules-combine).", book=book
                )
        return say("{book} does not say.", book=book)


def saying(book: Book, rule: Rule, game: str, rulings: Rulings) -> Saying:
    """What a book says about a rule in a game under the given readings."""
    if rule.chapter in MODULES and (rule.chapter, game) not in book.modules:
        elsewhere = any(module == rule.chapter for module, _ in book.modules)
        return Saying(book.name, Manner.ELSEWHERE if elsewhere else Manner.ABSENT)
    printed = [each for each in rule.differences if each.book == book.name and game in each.games]
    mine = [quote for quote in rule.quotes if quote.book == book.name and quote.of_game(game)]
    said = (*(quote for quote in mine if not quote.near), *(each.quote for each in printed if not each.reason))
    said = said or tuple(each.quote for each in printed if each.same)
    if said:
        own = Rulings.edition(book.language, game)
        alike = sentence_of(rule, own) == sentence_of(rule, rulings)
        return Saying(book.name, Manner.SAYS if alike else Manner.OTHERWISE, said)
    if silent := tuple(each.quote for each in printed if each.silent):
        return Saying(book.name, Manner.OPEN, silent)
    return Saying(book.name, Manner.NEAR if mine else Manner.SILENT, tuple(mine))


def in_short(sayings: Iterable[Saying], say: Language = ENGLISH) -> str:
    """How some books treat a rule, in our words and with no quotes from them."""
    found = {manner: [book_in_words(each.book, say) for each in sayings if each.manner is manner] for manner in Manner}
    return " ".join(say.of(IN_SHORT[manner], books=", ".join(books)) for manner, books in found.items() if books)
