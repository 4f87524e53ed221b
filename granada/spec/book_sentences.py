"""An index of every sentence in the books: its place, its first words and its rules.

The index stores only the first words of a sentence; the chapters store the quotes.
"""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from granada.errors import InvalidState, quoted
from granada.rulebook import Quote, Rule, specs_folder

FILES = {
    "Granada (Hungarian)": "granada-hu",
    "Granada (Dutch)": "granada-nl",
    "Granada (Italian)": "granada-it",
    "Alhambra (Hungarian)": "alhambra-hu",
    "French box": "box-fr",
}
"""A mapping from books to their files in ``specs/books``."""
KINDS = {
    "story": "says nothing about play",
    "picture": "belongs to a picture",
    "box": "lists what is in the box",
    "slip": "is taken for a slip",
    "repeats": "repeats another sentence",
}
"""The kinds of sentences that are not the source of a rule."""
_ROW = re.compile(r"(\d+)\.(\d+)  (\S+(?: \S+){0,3}) \| (\S+(?: \S+)*)")
_BEHIND = re.compile(r"([a-z-]+)((?::\d+)*)")


@frozen
class Sentence:
    """A sentence from a book.

    - ``heading``: The heading above the sentence, or one of ours in brackets if the book prints none.
    - ``paragraph``, ``number``: The paragraph's number below that heading, and the sentence's number in it, from 1.
    - ``begins``: The first words of the sentence, at most four.
    - ``kinds``: Some of ``KINDS``.
    - ``rules``: The rules that the sentence supports.
    - ``quoted``: The quotes from the sentence, each as a rule and the index of the quote among the rule's quotes.
    """

    heading: str
    paragraph: int
    number: int
    begins: str
    kinds: tuple[str, ...]
    rules: tuple[str, ...]
    quoted: tuple[tuple[str, int], ...]

    @staticmethod
    def read(heading: str, line: str) -> Sentence:
        """Parse a line of the index; raise InvalidState if the line is malformed or names an unknown rule.

        >>> Sentence.read("Spelverloop", "1.1  De speler met de | start-player:1 repeats").quoted
        (('start-player', 1),)
        """
        row = _ROW.fullmatch(line)
        named = [_BEHIND.fullmatch(each) for each in row[4].split()] if row else []
        known = {*KINDS, *map(str, Rule)}
        if row is None or any(each is None or each[1] not in known for each in named):
            raise InvalidState(f"a sentence from a book needs a place, first words and rules, not {quoted(line)}")
        found = [each for each in named if each]
        return Sentence(
            heading,
            int(row[1]),
            int(row[2]),
            row[3],
            tuple(each[1] for each in found if each[1] in KINDS),
            tuple(each[1] for each in found if each[1] not in KINDS),
            tuple((each[1], int(number)) for each in found for number in each[2].split(":")[1:]),
        )


@cache
def sentences_of(book: str) -> tuple[Sentence, ...]:
    """The sentences in a book, in order."""
    heading, found = "", []
    for line in (specs_folder() / "books" / f"{FILES[book]}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line and not line.startswith("# "):
            found.append(Sentence.read(heading, line))
    return tuple(found)


def about(book: str) -> str:
    """A note on the parts of a book that the index covers and the parts that are missing."""
    first = (specs_folder() / "books" / f"{FILES[book]}.txt").read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("# ")


@cache
def quotes_of(book: str) -> dict[str, tuple[Quote, ...]]:
    """A mapping from rules to the distinct quotes from a book, those in sources before those in differences."""
    found = {}
    for rule in Rule:
        quotes = (each for each in (*rule.quotes, *(each.quote for each in rule.differences)) if each.book == book)
        found[str(rule)] = tuple({quote.words: quote for quote in quotes}.values())
    return {rule: quotes for rule, quotes in found.items() if quotes}
