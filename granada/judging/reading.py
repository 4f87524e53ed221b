"""A reading of the rules under which a question has a different answer."""

from itertools import zip_longest
from typing import Any

from attrs import frozen

from granada.judging.answer_words import answer_in_words
from granada.judging.sayings import Told
from granada.languages import ENGLISH, Language, Text, text
from granada.questions import NOTATION
from granada.rulebook import UNDER_READINGS, Difference, Quote, Rule
from granada.words import Words, book_in_words, outcome_in_words, quote_in_words
from granada.words.names import TITLES

OURS = "our ruling"
"""The name of the default readings."""
WHOSE: dict[str, Text] = {**TITLES, OURS: text("whose answer it is", "our ruling")}
"""The names of the books and of our ruling, for players."""


@frozen
class Reading:
    """A reading of the rules under which the answer differs.

    - ``name``: A book such as ``Granada (Italian)``, our ruling, or a single choice such as
      ``several_cards_limit=4``.
    - ``chosen``: The readings in which this reading differs from those of the question.
    - ``answer``: The part of the answer that differs.
    - ``differences``: The book's differences that lead to this answer, if the answer is not our ruling.
    - ``quotes``: The quotes from the book that lead to this answer, if the answer is our ruling.
    - ``rules``: The rules that this reading changes, if they decide the question.
    """

    name: str
    chosen: tuple[str, ...]
    answer: dict[str, Any]
    differences: tuple[Difference, ...] = ()
    quotes: tuple[Quote, ...] = ()
    rules: tuple[Rule, ...] = ()

    def __str__(self) -> str:
        """The reading and its answer."""
        return self.told(NOTATION)

    def told(self, words: Words) -> str:
        """The reading and its answer in a given language."""
        return words.language.named(self.called(words.language), answer_in_words(self.answer, words))

    def called(self, say: Language, *, plainly: bool = False) -> str:
        """The name of the book or of our ruling; for a single choice, its rule in words or its notation."""
        if self.name in WHOSE:
            return say.of(WHOSE[self.name])
        said = UNDER_READINGS.get(self.rules[0], {}).get(self.name, self.rules[0].sentence)
        return say(said).rstrip(".") if plainly else self.name

    def printed(self, say: Language = ENGLISH) -> list[Told]:
        """The quotes from the book that lead to the answer, each in a sentence that names the book."""
        outcomes = (outcome_in_words(each, say, self.name) if each.reason else "" for each in self.differences)
        quotes = (*(each.quote for each in self.differences), *self.quotes)
        return [
            (" ".join(filter(None, (_printed(quote, say), outcome))), (quote,))
            for quote, outcome in zip_longest(quotes, outcomes)
        ]


def _printed(quote: Quote, say: Language) -> str:
    return say("{book} prints {words}.", book=book_in_words(quote.book, say), words=quote_in_words(quote, say))
