"""Every sentence of every book is accounted for, by its place and first words, with the rules it stands behind."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from granada import Rule
from granada.rulebook import shipped_suite

FOLDER = Path(__file__).parent.parent / "specs" / "books"
BOOKS = {
    "granada-hu": "Granada (Hungarian)",
    "granada-nl": "Granada (Dutch)",
    "granada-it": "Granada (Italian)",
    "alhambra-hu": "Alhambra (Hungarian)",
    "box-fr": "French box",
}
KINDS = frozenset({"story", "picture", "box", "slip", "repeats"})
ROW = re.compile(r"(\d+)\.(\d+)  (\S+(?: \S+){0,3}) \| (\S+(?: \S+)*)")
RULES = frozenset(map(str, Rule))
MOST_STORIES = 40
"""Sentences of a book that say nothing about play."""


class Sentence(NamedTuple):
    """A sentence by its place in a book, with what it stands behind."""

    heading: int
    paragraph: int
    number: int
    behind: tuple[str, ...]


def sentences(name: str) -> Iterator[Sentence]:
    """The sentences of a book, in its order."""
    heading = 0
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading += 1
        elif not line.startswith("# ") and line:
            row = ROW.fullmatch(line)
            assert row, line
            yield Sentence(heading, int(row[1]), int(row[2]), tuple(row[4].split()))


def test_every_book_has_its_file() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_every_sentence_leads_to_a_rule_or_says_why_not(name: str) -> None:
    found = list(sentences(name))
    assert len(found) > 150
    assert {behind for each in found for behind in each.behind} <= RULES | KINDS
    assert all(RULES & set(each.behind) for each in found if {"slip", "repeats"} & set(each.behind))
    assert sum(not RULES & set(each.behind) for each in found) <= MOST_STORIES


@pytest.mark.parametrize("name", BOOKS)
def test_sentences_stand_in_the_order_of_the_book(name: str) -> None:
    places = [each[:3] for each in sentences(name)]
    assert places == sorted(set(places))


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_that_quotes_a_book_is_named_by_a_sentence_of_it(name: str) -> None:
    book = BOOKS[name]
    quoting = {
        rule
        for rule, each in shipped_suite()["rules"].items()
        if any(source.startswith((f"{book}:", f"{book},")) for source in each["sources"])
    }
    assert len(quoting) > 50
    assert quoting - {behind for each in sentences(name) for behind in each.behind} == set()
