"""A verdict as a page shows it: parts that can be folded, with what books print marked by its language."""

import re
from collections.abc import Iterable
from typing import Any

from granada.languages import Language
from granada.pictures import UNBROKEN, differing
from granada.rulebook import BOOKS, UNDER_READINGS, Quote, Rule, sentence_of
from granada.suite.answer_words import answer_in_words
from granada.suite.sayings import in_short
from granada.suite.verdict import OUR_RULING, OURS, Reading, Verdict
from granada.words import Words, book_in_words, quote_in_words, source_in_words
from granada.words.books import MEANING, TITLES

Said = list[str | dict[str, str | None]]
"""A sentence in pieces: texts, and between them what a book prints."""
LANGUAGES = {book.name: book.language for book in BOOKS}


def on_a_page(verdict: Verdict, language: Language) -> dict[str, Any]:
    """What a page says of a verdict, in a language and without notation."""
    words = verdict.words(language, brief=False)
    told = [line.strip() for line in answer_in_words(verdict.answer, words).split("\n")]
    return {
        "subject": verdict.subject(words),
        "facts": told if verdict.legal is None else told[1:],
        "notes": verdict.remarks(words),
        "said": _said(verdict, language),
        "broken": [{"rule": str(rule), "sentence": _sentence(verdict, rule, language)} for rule in verdict.rules],
        "parts": _parts(verdict, words),
    }


def _sentence(verdict: Verdict, rule: Rule, say: Language) -> str:
    return say(sentence_of(rule, verdict.rulings, verdict.game))


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
    return {"what": what, "title": title.rstrip(":\u00a0\u202f "), "rule": named, "open": is_open, "lines": lines}


def _line(said: Said, more: Iterable[Said] = (), rule: Rule | None = None) -> dict[str, Any]:
    return {"said": said, "more": [*more], "rule": None if rule is None else str(rule)}


def _parts(verdict: Verdict, words: Words) -> list[dict[str, Any]]:
    """What stands behind the answer; what the books print of the rules that are broken comes first."""
    say = words.language
    if not verdict.books:
        return [_part("silent", say("No book speaks of it."), [])]
    broken = [_books_on(verdict, rule, say) for rule in verdict.rules]
    others = [_books_on(verdict, rule, say) for rule in verdict.involved if rule not in verdict.rules]
    rulings = [_ruling(verdict, rule, say) for rule in verdict.involved]
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


def _ruling(verdict: Verdict, rule: Rule, say: Language) -> dict[str, Any]:
    """What was decided of a rule."""
    played = sentence_of(rule, verdict.rulings) == rule.sentence
    title = say("Our ruling on it") if played else say("Our ruling on it, which is not played here")
    return _part("ruling", title, [_line([say(part)]) for part in rule.ruling.split("\n\n") if part])


def _otherwise(verdict: Verdict, words: Words) -> Iterable[dict[str, Any]]:
    """The books and readings that answer otherwise, and what is printed but not played."""
    say, printed = words.language, {OURS, *verdict.books}
    head = say("Others answer otherwise:") if verdict.edition else say("Books answer otherwise:")
    for what, title, is_printed in (
        ("others", head, True),
        ("choices", say("Where a table chooses another reading:"), False),
    ):
        found = [each for each in verdict.otherwise if (each.name in printed) is is_printed]
        yield _part(what, title, [_reading(each, words) for each in found], is_open=is_printed and not verdict.edition)
    left = [(differing(each, UNBROKEN, "", say).split("\n"), each.quote) for each in verdict.not_played]
    lines = [_line(_pieces(first, [quote], say), [[each.strip()] for each in more]) for (first, *more), quote in left]
    yield _part("printed", say("Printed, but not played so:"), lines)


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
    more += [_pieces(each, quotes, say) for each in other.printed(say)]
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
