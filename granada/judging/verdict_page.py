"""A verdict as a page shows it: parts that can be folded, with what books print marked by its language."""

import re
from collections.abc import Iterable
from typing import Any

from granada.judging.answer_words import answer_in_words
from granada.judging.sayings import in_short
from granada.judging.verdict import CHOICES, NOT_PLAYED, OUR_RULING, OURS, Reading, Verdict, without_colon
from granada.languages import Language
from granada.pictures import UNBROKEN, differing
from granada.rulebook import (
    BOOKS,
    READINGS,
    UNDER_READINGS,
    Quote,
    Rule,
    Rulings,
    books_that_choose,
    demand_of,
    ruling_of,
    sentence_of,
)
from granada.words import Words, book_in_words, quote_in_words, source_in_words
from granada.words.books import MEANING, TITLES

Said = list[str | dict[str, str | None]]
"""A sentence in pieces: texts, and between them what a book prints."""
LANGUAGES = {book.name: book.language for book in BOOKS}


def on_a_page(verdict: Verdict, language: Language) -> dict[str, Any]:
    """What a page says of a verdict, in a language and without notation."""
    words = verdict.words(language, brief=False)
    told = [line.strip() for line in verdict.answered(words).split("\n")]
    return {
        "subject": verdict.subject(words),
        "facts": told if verdict.legal is None else told[1:],
        "notes": verdict.remarks(words),
        "said": _said(verdict, language),
        "broken": [{"rule": str(rule), "sentence": _demand(verdict, rule, language)} for rule in verdict.rules],
        "parts": _parts(verdict, words),
    }


def _sentence(verdict: Verdict, rule: Rule, say: Language) -> str:
    return say(sentence_of(rule, verdict.rulings, verdict.game))


def _demand(verdict: Verdict, rule: Rule, say: Language) -> str:
    return say(demand_of(rule, verdict.rulings, verdict.game))


def _in_plain_words(told: str, game: str, say: Language) -> str:
    """A text in which readings are named by what they say, with the editions that choose them, and not by code."""

    def plain(found: re.Match[str]) -> str:
        if found[1] not in READINGS:
            return found[0]
        choice, (rule, values) = f"{found[1]}={found[2]}", READINGS[found[1]]
        chosen = next(value for value in values if str(value).lower() == found[2])
        sentence = say(sentence_of(rule, Rulings(**{found[1]: chosen}), game)).rstrip(".")
        if books := ", ".join(book_in_words(book, say) for book in books_that_choose(choice)):
            return say('"{sentence}" (edition: {books})', sentence=sentence, books=books)
        return say('"{sentence}" (to be chosen in the question as text)', sentence=sentence)

    return re.sub(r"`?\b(\w+) ?= ?(\w+)\b`?", plain, re.sub(r"\*(\w+)\*", r"\1", told))


def _said(verdict: Verdict, say: Language) -> list[Said]:
    """Whose answer it is, where a book answers first, with its words."""
    quotes = [each.quote for each in verdict.edition.differences] if verdict.edition else []
    quotes += [quote for rule in verdict.rules for each in verdict.sayings(rule) for quote in each.quotes]
    return [_pieces(each, quotes, say) for each in verdict.said(say)]


def _pieces(sentence: str, quotes: Iterable[Quote], say: Language) -> Said:
    """A sentence, taken apart where it tells the words of a book."""
    told = {quote_in_words(each, say): each for each in quotes}
    if not told:
        return [sentence]
    longest_first = sorted(told, key=len, reverse=True)
    pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", sentence)
    return [_quote(told[each], say) if each in told else each for each in pieces if each]


def _quote(quote: Quote, say: Language) -> dict[str, str | None]:
    language = LANGUAGES[quote.book]
    meaning = None if language == say.code else say.of((MEANING, quote.english))
    return {"words": quote.words, "lang": language, "meaning": meaning}


def _part(
    what: str, title: str, lines: list[Any], rule: Rule | None = None, *, is_open: bool = False
) -> dict[str, Any]:
    named = None if rule is None else str(rule)
    return {"what": what, "title": without_colon(title), "rule": named, "open": is_open, "lines": lines}


def _line(said: Said, more: Iterable[Said] = (), rule: Rule | None = None) -> dict[str, Any]:
    return {"said": said, "more": [*more], "rule": None if rule is None else str(rule)}


def _parts(verdict: Verdict, words: Words) -> list[dict[str, Any]]:
    """What stands behind the answer; what the books print of the rules that are broken comes first."""
    say = words.language
    if not verdict.books:
        return [_part("silent", say("No book speaks of it."), [])]
    broken = [_books_on(verdict, rule, say) for rule in verdict.rules]
    others = [_books_on(verdict, rule, say) for rule in verdict.involved if rule not in verdict.rules]
    rulings = [part for rule in verdict.involved for part in _rulings(verdict, rule, say)]
    rest = [rule for rule in verdict.bearing if rule not in verdict.involved]
    found = [*broken, *_otherwise(verdict, words), *others, *rulings, _rules(verdict, rest, say)]
    return [part for part in found if part["lines"]]


def _books_on(verdict: Verdict, rule: Rule, say: Language) -> dict[str, Any]:
    """What the books say on a rule that decides the question, their words first, except what is said already."""
    already = verdict.said(say)
    sayings = sorted(verdict.sayings(rule), key=lambda each: not each.quotes)
    told = ((each.told(say), each.quotes) for each in sayings)
    lines = [_line(_pieces(sentence, quotes, say)) for sentence, quotes in told if sentence not in already]
    derived = (source for source in rule.sources if source.startswith(("Derived: ", "None: ")))
    lines += [_line([source_in_words(source, say)]) for source in derived]
    is_open = rule in verdict.rules and verdict.edition is None
    return _part("books", _sentence(verdict, rule, say), lines, rule, is_open=is_open)


def _rulings(verdict: Verdict, rule: Rule, say: Language) -> Iterable[dict[str, Any]]:
    """What was decided of a rule: what is followed here, and what is not."""
    followed, left = ruling_of(rule, verdict.rulings)
    sentence = _sentence(verdict, rule, say).rstrip(".")
    for title, paragraphs in (
        (say('Our ruling on "{sentence}"', sentence=sentence), followed),
        (say('Our ruling on "{sentence}", which is not played here', sentence=sentence), left),
    ):
        yield _part("ruling", title, [_line([_in_plain_words(say(each), verdict.game, say)]) for each in paragraphs])


def _otherwise(verdict: Verdict, words: Words) -> Iterable[dict[str, Any]]:
    """The books and readings that answer otherwise, and what is printed but not played."""
    say, printed = words.language, {OURS, *verdict.books}
    head = say("Others answer otherwise:") if verdict.edition else say("Books answer otherwise:")
    for what, title, is_printed in (
        ("others", head, True),
        ("choices", say.of(CHOICES), False),
    ):
        found = [each for each in verdict.otherwise if (each.name in printed) is is_printed]
        yield _part(what, title, [_reading(each, words) for each in found], is_open=is_printed and not verdict.edition)
    left = [(differing(each, UNBROKEN, "", say).split("\n"), each.quote) for each in verdict.not_played]
    lines = [
        _line(_pieces(first, [quote], say), [[_in_plain_words(each.strip(), verdict.game, say)] for each in more])
        for (first, *more), quote in left
    ]
    yield _part("printed", say.of(NOT_PLAYED), lines)


def _reading(other: Reading, words: Words) -> dict[str, Any]:
    """A reading with its answer, and the words that lead to it."""
    say = words.language
    illegal = other.answer.get("legal") is False
    answer, *facts = [say("illegal")] if illegal else answer_in_words(other.answer, words).split("\n")
    if other.name in TITLES:
        name = book_in_words(other.name, say)
    elif other.name == OURS:
        name = say.of(OUR_RULING)
    else:
        (rule,) = other.rules
        name = say(UNDER_READINGS.get(rule, {}).get(other.name, rule.sentence)).rstrip(".")
    quotes = (*(each.quote for each in other.differences), *other.quotes)
    more: list[Said] = [[each.strip()] for each in facts]
    more += [_pieces(_in_plain_words(each, words.game.name, say), quotes, say) for each in other.printed(say)]
    return _line([say.named(name, answer)], more)


def _rules(verdict: Verdict, rules: list[Rule], say: Language) -> dict[str, Any]:
    """The other rules for it, with the words of the book that answers first, or with the books that print them."""
    lines = []
    for rule in rules:
        sayings = verdict.sayings(rule)
        own = [each for each in sayings if verdict.edition and each.book == verdict.edition.name]
        told = [_pieces(each.told(say), each.quotes, say) for each in own]
        in_few_words: list[Said] = [[in_short(sayings, say)]]
        lines.append(_line([_sentence(verdict, rule, say)], told if verdict.edition else in_few_words, rule))
    if verdict.edition:
        title = say("The rules for it, in the words of {book}:", book=book_in_words(verdict.edition.name, say))
    else:
        title = say("The rules for it, and the books that print them:")
    return _part("rules", title, lines, is_open=verdict.edition is not None and verdict.legal is not False)
