"""Make the pages about the printed books, one for each book, and the table of all rulings."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from granada.judging.rule_text import under_readings
from granada.rulebook import BOOKS, READINGS, UNDER_READINGS, Book, Quote, Rule, Rulings, differences, sentence_of
from granada.spec.book_sentences import KINDS, about, quotes_of, sentences_of
from granada.spec.cases import slug
from granada.spec.chapters import read_chapters
from granada.words import outcome_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada.rulebook import Difference
    from granada.spec.book_sentences import Sentence
    from granada.spec.chapters import Chapter, RuleText

GAMES = {"granada": "Granada", "alhambra": "Alhambra", "combined": "the combined game"}
STATUS = {
    "played": "differs, and its edition plays the difference",
    "slip": "differs, but nobody plays the difference",
    "silent": "is silent",
    "same": "has other words, but plays the same",
    "ruled": "agrees with our ruling, but other books differ",
}
"""How a book stands to our ruling on a rule, in the words of the filter."""


class Where(Protocol):
    """The page that is being made."""

    page: str

    @property
    def root(self) -> str:
        """The relative path from the page to the root of the site."""

    def rule(self, name: str) -> str:
        """The link to a rule."""


@cache
def _chapters() -> tuple[Chapter, ...]:
    return read_chapters()


def inline(text: str, where: Where) -> str:
    """Convert a line of Markdown to HTML; rule names become links."""

    def code(found: re.Match[str]) -> str:
        name = f"<code>{found[1]}</code>"
        known = found[1] in {str(rule) for rule in Rule}
        return f'<a href="{where.rule(found[1])}">{name}</a>' if known else name

    html = re.sub(r"`([^`]+)`", code, escape(text, quote=False))
    html = re.sub(r"\[([^\]]+)\]\(README\.md#([a-z-]+)\)", rf'<a href="{where.root}specification.html#\2">\1</a>', html)
    return re.sub(r"(?<!\w)\*([^*]+)\*(?!\w)", r"<em>\1</em>", html)


def _quoted(words: str, english: str) -> str:
    return f"<q>{escape(words, quote=False)}</q> <span class=in-english>{escape(english, quote=False)}</span>"


def _difference(difference: Difference, where: Where, *, named: bool) -> str:
    """A difference: the quote, its consequence, and how we treat it."""
    book = f"<b>{difference.book}</b> " if named else ""
    verdict = inline(re.sub(r"\b(\w+=\w+)\b", r"`\1`", outcome_in_words(difference)), where)
    return f"{book}{_quoted(difference.words, difference.english)}<br>{escape(difference.consequence)} {verdict}"


def differences_html(rule: RuleText, where: Where) -> str:
    """The books' differences on a rule, as a list that follows the rule's sources."""
    items = "".join(
        f'<li id="{_anchor(each)}">{_difference(each, where, named=True)}</li>' for each in rule.differences
    )
    return f'<p class="rule-label">Differences between the books</p><ul class="differences">{items}</ul>'


def under_readings_html(rule: RuleText) -> str:
    """A rule's sentences under other readings, as a list; empty if no reading changes the sentence."""
    named = Rule.named(rule.rule)
    items = "".join(f"<li>{escape(each, quote=False)}</li>" for each in under_readings(named))
    return f'<p class="rule-label">Under other readings</p><ul>{items}</ul>\n\n' if named in UNDER_READINGS else ""


def _anchor(difference: Difference) -> str:
    return slug(f"{difference.rule} {difference.book} {difference.words}")


# Tables with filters


def sifted(name: str, heads: tuple[str, ...], rows: Iterable[str], keys: tuple[str, ...]) -> str:
    """A table with its filter; the script on the page fills in the choices."""
    cells = "".join(f"<th scope=col>{head}</th>" for head in heads)
    place = f'<div class="table-filter" data-for="{name}" data-keys="{" ".join(keys)}"></div>'
    body = "".join(rows)
    table = f'<table class="sifted" id="{name}"><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>'
    return f"{place}\n\n<div>{table}</div>"


def row_html(name: str, heads: tuple[str, ...], cells: Iterable[str], **data: Iterable[str]) -> str:
    """A row of a filtered table, with the values by which it can be filtered."""
    keys = "".join(f' data-{key}="{escape("|".join(values))}"' for key, values in data.items())
    columns = "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(heads, cells, strict=True))
    return f'<tr id="{name}"{keys}>{columns}</tr>'


def _link(rule: RuleText, where: Where, book: Book | None = None) -> str:
    """A rule with its sentence, or with the sentences that it has in a book's editions."""
    editions = [Rulings.edition(book.language, game) for game in book.games if game in rule.games] if book else []
    named = Rule.named(rule.rule)
    sentences = dict.fromkeys(sentence_of(named, each) for each in editions or [Rulings()])
    return f'<a href="{where.rule(rule.rule)}"><code>{rule.rule}</code></a><br>{escape(" ".join(sentences))}'


RULED = ("rule", "ruling", "books that differ")


def rulings_table(where: Where) -> str:
    """The table of all rulings, which can be searched and filtered by chapter, book and reading."""
    rows = (
        row_html(
            rule.rule,
            RULED,
            (_link(rule, where), _paragraphs(rule.ruling, where), _differing(rule, where)),
            chapter=[chapter.title],
            book=sorted({each.book for each in rule.differences if each.changes_play}),
            reading=choices(rule.rule),
        )
        for chapter in _chapters()
        for rule in chapter.rules
        if rule.ruling
    )
    return sifted("table-of-rulings", RULED, rows, ("chapter", "book", "reading"))


def choices(rule: str) -> list[str]:
    """The readings of a rule that a table can choose."""
    return [name for name, (read, _) in READINGS.items() if str(read) == rule]


def _paragraphs(ruling: str, where: Where) -> str:
    """The rulings on a rule; each unfolds from its question."""
    parts = (re.match(r"(.+?[?.])(?:\s+(.*))?$", part, re.DOTALL) for part in ruling.split("\n\n"))
    return "".join(folded(inline(part[1], where), inline(part[2] or "", where)) for part in parts if part)


def folded(head: str, body: str) -> str:
    """A text that unfolds from its heading."""
    return f"<details><summary>{head}</summary>{body}</details>" if body else f"<p>{head}</p>"


def _differing(rule: RuleText, where: Where) -> str:
    found = [each for each in rule.differences if not each.same]
    items = "".join(f"<li>{_difference(each, where, named=True)}</li>" for each in found)
    books = ", ".join(dict.fromkeys(each.book for each in found))
    return folded(books, f'<ul class="differences">{items}</ul>') if found else "none"


# A page for each book


def book_named(page: str) -> Book:
    """The book that a page is about."""
    return next(book for book in BOOKS if slug(book.name) == page.rpartition("/")[2])


PRINTED = ("rule", "this book", "the other books")


def book_page(where: Where) -> str:
    """A page with a box's rules, and every point on which its book differs from our ruling or from the other books."""
    book = book_named(where.page)
    parts = ["## The rules of this box", *(_game(book, game, where) for game in book.games)]
    rows = (
        _printed(book, rule, chapter, where) for chapter in _chapters() for rule in chapter.rules if rule.differences
    )
    table = sifted("table-of-points", PRINTED, filter(None, rows), ("chapter", "status", "game"))
    return "\n\n".join([*parts, "## Point by point", table, "## Sentence by sentence", _sentences(book, where)])


def _game(book: Book, game: str, where: Where) -> str:
    """The readings that a table chooses to play a game by a book."""
    rulings = Rulings.edition(book.language, game)
    head = f"**{GAMES[game].capitalize()}**: `granada play --game {game} --edition {book.language}`, or in Python "
    head += f'`Rulings.edition("{book.language}", "{game}")`, which is `{rulings!r}`.'
    played = [each for each in _of(book, game) if not each.reason]
    items = "".join(f"<li>{_link_to(each, where)}: {_difference(each, where, named=False)}</li>" for each in played)
    left = len(Rulings.unplayable(book.language, game))
    rest = f"Nobody plays {left} other rules that it prints; the reasons are below." if left else ""
    return f'{head}\n\n<ul class="differences">{items}</ul>\n\n{rest}'


READ = ("place", "first words", "rules that it supports")


def _sentences(book: Book, where: Where) -> str:
    """All sentences of a book, in order, each with the rules that it supports and the words that they quote from it."""
    found = sentences_of(book.name)
    alone = sum(not each.rules for each in found)
    head = f"{about(book.name)}\n\nThe book has {len(found)} sentences; {alone} of them support no rule. "
    head += "The tables give the paragraph of each sentence, its number in the paragraph, and its first words."
    parts = []
    for heading, below in groupby(found, key=lambda each: each.heading):
        rows = "".join(_sentence_row(each, book, where) for each in below)
        heads = "".join(f"<th scope=col>{name}</th>" for name in READ)
        name = f"<h3>{escape(heading.strip('[]') if heading.startswith('[') else heading)}</h3>"
        parts.append(
            f'{name}<table class="sifted sentences"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        )
    return f"{head}\n\n<div>{''.join(parts)}</div>"


def _sentence_row(sentence: Sentence, book: Book, where: Where) -> str:
    """A row for a sentence: its place, its first words, and the rules that it supports."""
    items = [KINDS[kind] for kind in sentence.kinds]
    for rule in sentence.rules:
        quotes = [quotes_of(book.name)[name][number - 1] for name, number in sentence.quoted if name == rule]
        link = f'<a href="{where.rule(rule)}"><code>{rule}</code></a>'
        items.append(" ".join([link, *(_quoted(quote.words, quote.english) for quote in quotes)]))
    place = f"{sentence.paragraph}.{sentence.number}"
    cells = (place, f"{escape(sentence.begins, quote=False)} …", "<br>".join(items))
    columns = "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(READ, cells, strict=True))
    return f"<tr>{columns}</tr>"


def _link_to(difference: Difference, where: Where) -> str:
    return f'<a href="{where.rule(difference.rule)}"><code>{difference.rule}</code></a>'


def _of(book: Book, game: str) -> list[Difference]:
    return [each for each in differences() if each.book == book.name and game in each.games]


def _printed(book: Book, rule: RuleText, chapter: Chapter, where: Where) -> str:
    """A row that compares a book with the others on a rule; empty if the book is about another game."""
    shared = [each for each in rule.differences if set(each.games) & set(book.games)]
    mine = [each for each in shared if each.book == book.name]
    quotes = [quote for source in rule.sources if (quote := Quote.read(source))]
    own = [quote for quote in quotes if quote.book == book.name]
    if not mine and not (own and shared):
        return ""
    this = [f"<li>{_difference(each, where, named=False)}</li>" for each in mine]
    this += [f"<li>{_quoted(quote.words, quote.english)}</li>" for quote in own if not mine]
    elsewhere = [f"<li>{_difference(each, where, named=True)}</li>" for each in shared if each.book != book.name]
    differing = {each.book for each in shared}
    elsewhere += [
        f"<li><b>{quote.book}</b> {_quoted(quote.words, quote.english)}</li>"
        for quote in quotes
        if quote.book not in {book.name, *differing}
    ]
    games = sorted({GAMES[game] for each in shared for game in each.games if game in book.games})
    lists = (f'<ul class="differences">{"".join(items)}</ul>' if items else "" for items in (this, elsewhere))
    status = dict.fromkeys(_status(each) for each in mine) or {STATUS["ruled"]: None}
    cells = (_link(rule, where, book), *lists)
    return row_html(rule.rule, PRINTED, cells, chapter=[chapter.title], status=status, game=games)


def _status(difference: Difference) -> str:
    if not difference.reason:
        return STATUS["played"]
    return STATUS["slip" if difference.changes_play else "silent" if difference.silent else "same"]


def books_list(_: Where) -> str:
    """A list of the books, each with a link to its page."""
    items = []
    for book in BOOKS:
        games = ", ".join(GAMES[game] for game in book.games)
        found = [each for game in book.games for each in _of(book, game)]
        plays = len({each.reading for each in found if not each.reason})
        items.append(
            f"- [{book.name}]({slug(book.name)}.md), `{book.language}`: {games}; {plays} readings differ from ours."
        )
    return "\n".join(items)
