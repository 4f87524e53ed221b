#!/usr/bin/env python3
"""The catalogues of translations: ``python .ci/catalogues.py [LANGUAGE ...]``.

It collects the texts of the package, brings the catalogue of each language up to date (what is new stands there
without a translation, what is gone is dropped) and compiles them. A language that is named begins a catalogue.
"""

import io
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from granada.browser.lesson import STEPS
from granada.rulebook import BOOKS, UNDER_READINGS, Quote, Rule
from granada.rulebook.books import REASONS
from granada.rulebook.sentences import SENTENCES
from granada.spec.chapters import read_chapters
from granada.words.books import MEANING
from granada.words.names import MADE

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "granada" / "catalogues"
KEYWORDS = {"text": ((1, "c"), 2), "plural": (1, 2), "counted": (1, 2), "say": None, "language": None, "Reason": None}
"""The functions whose texts are collected: what is noted for later, and what is told at once."""
PAGES = ("docs/_static/shared", "docs/_static/judge", "docs/_static/play")
ON_THE_PAGE = "the page May I do that?"
"""What the texts of the pages' scripts are about, unless they say so themselves."""
TABLES = {
    "": "",
    "alhambra": ", in the game alhambra",
    "combined": ", in the game combined",
    "without-dirk": ", without Dirk",
}
MANNERS = {"": "", "broken": ", when it is broken"}
"""The conditions of other sentences of a rule, and what the catalogues say about them."""
IN_SCRIPTS = {"text": ((1, "c"), 2), "counted": (1, 2), "say": None, "note": None}


def template(language: str) -> Catalog:
    """All texts that a language needs, with the places where they stand."""
    catalogue = Catalog(project="granada", charset="utf-8", fuzzy=False)
    for rule in Rule:
        sentences = {"": rule.sentence, **SENTENCES.get(rule, {})}
        for reading, table, manner in product(("", *UNDER_READINGS.get(rule, ())), TABLES, MANNERS):
            key = " ".join(each for each in (manner, table, reading) if each)
            if key in sentences:
                catalogue.add(sentences[key], auto_comments=[f"{rule}{TABLES[table]}{MANNERS[manner]}"])
    for name, _, text, _, about in _noted():
        catalogue.add(text, locations=[(f"granada/{name}", 0)], context=about)
    for name, _, text, _, about in _on_the_pages():
        catalogue.add(text, locations=[(name, 0)], context=about or ON_THE_PAGE)
    for rule, quote in _quotes():
        if quote.book not in {book.name for book in BOOKS if book.language == language}:
            comments = [f'{rule}, {quote.book}: "{quote.words}"']
            catalogue.add(quote.english, auto_comments=comments, context=MEANING)
    for about, text in _prose():
        catalogue.add(text, auto_comments=[about])
    return catalogue


@cache
def _noted() -> list[Any]:
    """The texts that stand in the package, and those that it makes of the names of its pieces or in a table."""
    made = (("words/names.py", 0, text, [], about) for texts in MADE for about, text in texts.values())
    taught = (("browser/lesson.py", 0, text, [], about) for step in STEPS for about, text in (step.task, step.why))
    return [*extract_from_dir(ROOT / "granada", [("**.py", "python")], keywords=KEYWORDS), *made, *taught]


@cache
def _on_the_pages() -> list[Any]:
    """The texts that stand in the scripts of the pages."""
    options = {"**.js": {"jsx": False}}
    scripts = (
        (f"{page}/{name}", *rest)
        for page in PAGES
        for name, *rest in extract_from_dir(ROOT / page, [("**.js", "javascript")], options, keywords=IN_SCRIPTS)
    )
    before = extract_from_dir(ROOT / "docs" / "_ext", [("judge_page.py", "python")], keywords={"note": None})
    return [*scripts, *((f"docs/_ext/{name}", *rest) for name, *rest in before)]


def _quotes() -> Iterator[tuple[str, Quote]]:
    """The words of books, each with its rule; who reads the language of the book needs no translation."""
    for text in (text for chapter in read_chapters() for text in chapter.rules):
        found = (quote for source in text.sources if (quote := Quote.read(source)))
        yield from ((text.rule, quote) for quote in (*found, *(each.quote for each in text.differences)))


def _prose() -> Iterator[tuple[str, str]]:
    """What the chapters say in our own words: each text with the rule and what it tells of it."""
    for chapter in read_chapters():
        yield "a chapter", chapter.title
        for rule in chapter.rules:
            yield from ((f"{rule.rule}, in plain words", part) for parts in rule.paragraphs for part in parts)
            yield from ((f"{rule.rule}, ruling", part) for part in rule.ruling.split("\n\n") if part)
            yield from ((f"{rule.rule}, source", source) for source in rule.sources if Quote.read(source) is None)
            if rule.elsewhere:
                yield f"{rule.rule}, why not in all games", rule.elsewhere
            for each in rule.differences:
                yield f"{rule.rule}, what would follow", each.consequence
                yield from ((f"{rule.rule}, {name}", why) for name in REASONS if (why := getattr(each, name)))


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands in its file."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with all texts, and no others."""
    known = (FOLDER / f"{language}.po").exists()
    catalogue = read(language) if known else Catalog(locale=language, project="granada", fuzzy=False)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """A catalogue as a translator reads it."""
    file = io.BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False, omit_header=False, sort_by_file=False)
    lines = file.getvalue().decode().split("\n")
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')
    return "\n".join(line for line in lines if not line.startswith((*dated, "# "))).encode()


def in_game(catalogue: Catalog, game: str) -> Catalog:
    """The texts that are told otherwise in a game, with the words that the book of this game has."""
    words: dict[str, str] = tomllib.loads((FOLDER / game / f"{catalogue.locale}.toml").read_text(encoding="utf-8"))
    longest = "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True))
    found = re.compile(rf"(\b[Aa]z? )?(?<![\w-])({longest})(?!\w)", re.IGNORECASE)

    def other(match: re.Match[str]) -> str:
        article, word = match[1] or "", match[2]
        new = words[word] if word in words else words[word[0].lower() + word[1:]]
        if article and not new.startswith(("a ", "az ")):
            article = f"{article[0]}z " if new[0].lower() in "aáeéiíoóöőuúüű" else f"{article[0]} "
        return article + (
            new[0].upper() + new[1:] if word[0].isupper() and not (word in words and match.start()) else new
        )

    texts = Catalog(locale=catalogue.locale, project="granada", charset="utf-8", fuzzy=False)
    for message in catalogue:
        if message.id and message.context != ON_THE_PAGE:
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            told = tuple(_of_the_game(each, found, other, message) for each in forms)
            if told != forms:
                texts.add(message.id, told if message.pluralizable else told[0], context=message.context)
    return texts


def _of_the_game(text: str, words: re.Pattern[str], other: Callable[[re.Match[str]], str], message: Message) -> str:
    """A text in the words of a game; what is told of the books of Granada keeps their words."""
    if message.context == MEANING and all(", Granada (" in each for each in message.auto_comments):
        return text
    sentences = re.split(r"(?<=[.?!;]) ", text)
    return " ".join(each if "Granada (" in each else words.sub(other, each) for each in sentences)


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as it is read when something is told."""
    for name in ("creation_date", "revision_date"):
        setattr(catalogue, name, datetime(2000, 1, 1, tzinfo=UTC))
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def is_translated(message: Message) -> bool:
    """Whether a text is there in each of its forms."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def main(languages: list[str]) -> None:
    """Bring the catalogues up to date, and compile them."""
    for language in sorted({*languages, *(path.stem for path in FOLDER.glob("*.po"))}):
        catalogue = updated(language, template(language))
        (FOLDER / f"{language}.po").write_bytes(written(catalogue))
        (FOLDER / f"{language}.mo").write_bytes(compiled(read(language)))
        missing = sum(not is_translated(message) for message in catalogue if message.id)
        for words in sorted(FOLDER.glob(f"*/{language}.toml")):
            words.with_suffix(".mo").write_bytes(compiled(in_game(read(language), words.parent.name)))
        print(f"{language}: {len(catalogue)} texts, {missing} without a translation")


if __name__ == "__main__":
    main(sys.argv[1:])
