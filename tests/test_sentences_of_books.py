"""Every sentence of every book is accounted for, by its place and first words, with the rules it stands behind."""

from itertools import pairwise

import pytest

from granada import InvalidState, Rule, Rulings
from granada.judging.sayings import Manner, saying
from granada.rulebook import BOOKS, Book, specs_folder
from granada.spec import MODULES
from granada.spec.book_sentences import FILES, Sentence, about, quotes_of, sentences_of

MOST_STORIES = 40
"""Sentences of a book that say nothing about play."""
BOOK = pytest.mark.parametrize("book", BOOKS, ids=str)


def test_every_book_has_its_file() -> None:
    assert list(FILES) == sorted(FILES, key=[book.name for book in BOOKS].index)
    assert {path.stem for path in (specs_folder() / "books").iterdir()} == {*FILES.values()}
    assert all(about(book.name) for book in BOOKS)


@BOOK
def test_every_sentence_leads_to_a_rule_or_says_why_not(book: Book) -> None:
    found = sentences_of(book.name)
    assert len(found) > 190
    assert [each for each in found if not (each.rules or each.kinds)] == []
    assert [each for each in found if {"slip", "repeats"} & {*each.kinds} and not each.rules] == []
    assert sum(not each.rules for each in found) <= MOST_STORIES


@BOOK
def test_sentences_stand_in_the_order_of_the_book(book: Book) -> None:
    for before, after in pairwise(sentences_of(book.name)):
        place = (after.paragraph, after.number)
        below = {(before.paragraph, before.number + 1), (before.paragraph + 1, 1)}
        assert place == (1, 1) or (place in below and before.heading == after.heading), after


@BOOK
def test_every_quote_stands_in_one_sentence_and_every_sentence_quotes_what_there_is(book: Book) -> None:
    marked = [mark for each in sentences_of(book.name) for mark in each.quoted]
    quotes = quotes_of(book.name)
    assert len(marked) == len(set(marked)) > 90
    assert set(marked) == {(rule, number) for rule in quotes for number in range(1, len(quotes[rule]) + 1)}


@pytest.mark.parametrize(
    "line",
    [
        "De speler met de | start-player",
        "1.1  De speler met de minste | start-player",
        "1.1  De speler met de | start-players",
        "1.1  De speler met de | start-player:one",
        "1.1  De speler met de | ",
    ],
)
def test_a_line_that_is_no_sentence_is_refused(line: str) -> None:
    with pytest.raises(InvalidState, match="a sentence from a book needs a place, first words and rules, not"):
        Sentence.read("Spelverloop", line)


def test_what_one_book_implies_no_other_book_is_said_to_leave_out() -> None:
    for rule in (each for each in Rule if each.chapter not in MODULES):
        manners = {
            (book.name, game): saying(book, rule, game, Rulings.edition(book.language, game)).manner
            for book in BOOKS
            for game in book.games
            if game in rule.games
        }
        if Manner.NEAR in manners.values():
            assert [each for each, manner in manners.items() if manner is Manner.SILENT] == [], rule


@pytest.mark.parametrize(
    ("rule", "game"),
    [
        (Rule.DIRK_STARTS_WITH_SIX, "alhambra"),
        (Rule.SCORING_ORDER, "granada"),
        (Rule.ONE_FACE_IS_NEVER_FLIPPED, "alhambra"),
        (Rule.AWARDS_ARE_BUILT_AT_ONCE, "alhambra"),
        (Rule.PRICE_ONLY_BREAKS_TIES, "granada"),
        (Rule.PRICE_ONLY_BREAKS_TIES, "combined"),
    ],
)
def test_the_french_box_is_quoted_on_what_its_scan_garbles_or_it_says_elsewhere(rule: Rule, game: str) -> None:
    assert saying(BOOKS[-1], rule, game, Rulings.edition("fr", game)).quotes
