"""A verdict as data for a web page, in collapsible parts; each quote is marked with its language."""

import re
from collections.abc import Iterable
from typing import Any

from granada.judging.answer_words import answer_in_words
from granada.judging.reading import Reading
from granada.judging.sayings import Told
from granada.judging.verdict import NOT_PLAYED, Verdict, without_colon
from granada.languages import Language
from granada.pictures import UNBROKEN, differing
from granada.rulebook import BOOKS, READINGS, Quote, Rule, Rulings, books_that_choose, demand_of, sentence_of
from granada.words import Words, book_in_words, quote_in_words
from granada.words.books import MEANING

Said = list[str | dict[str, str | None]]
"""A sentence split into its own words and the quotes in it."""
LANGUAGES = {book.name: book.language for book in BOOKS}


def on_a_page(verdict: Verdict, language: Language) -> dict[str, Any]:
    """A verdict as data for a page, in a language and without notation."""
    words = verdict.words(language, brief=False)
    language = words.language
    told = [line.strip() for line in verdict.answered(words).split("\n")]
    demands = {str(rule): language(demand_of(rule, verdict.rulings, verdict.game)) for rule in verdict.rules}
    return {
        "subject": verdict.subject(words),
        "facts": told if verdict.legal is None else told[1:],
        "notes": verdict.remarks(words),
        "said": [_pieces(each, language) for each in verdict.said(language)],
        "broken": [{"rule": rule, "sentence": demand} for rule, demand in demands.items()],
        "grounds": [{"rule": str(each), "sentence": _sentence(verdict, each, language)} for each in verdict.deciding],
        "parts": _parts(verdict, words),
    }


def _sentence(verdict: Verdict, rule: Rule, say: Language) -> str:
    return say(verdict.sentence(rule))


def _in_plain_words(told: str, verdict: Verdict, say: Language) -> str:
    """Replace the codes of readings in a text with their sentences and editions."""

    def plain(found: re.Match[str]) -> str:
        if found[1] not in READINGS:
            return found[0]
        choice, (rule, values) = f"{found[1]}={found[2]}", READINGS[found[1]]
        chosen = next(value for value in values if str(value).lower() == found[2])
        sentence = say(sentence_of(rule, Rulings(**{found[1]: chosen}), verdict.game)).rstrip(".")
        if books := ", ".join(book_in_words(book, say) for book in books_that_choose(choice)):
            return say('"{sentence}" (edition: {books})', sentence=sentence, books=books)
        return say('"{sentence}" (to be chosen in the question as text)', sentence=sentence)

    return re.sub(r"`?\b(\w+) ?= ?(\w+)\b`?", plain, re.sub(r"\*(\w+)\*", r"\1", told))


def _pieces(told: Told, say: Language) -> Said:
    """Split a sentence at its quotes from a book."""
    sentence, quotes = told
    printed = {quote_in_words(each, say): each for each in quotes}
    if not printed:
        return [sentence]
    longest_first = sorted(printed, key=len, reverse=True)
    pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", sentence)
    return [_quote(printed[each], say) if each in printed else each for each in pieces if each]


def _quote(quote: Quote, say: Language) -> dict[str, str | None]:
    language = LANGUAGES[quote.book]
    meaning = None if language == say.code else say.of((MEANING, quote.english))
    return {"words": quote.words, "lang": language, "meaning": meaning}


def _part(
    what: str, title: str, lines: list[Any], rule: Rule | None = None, *, is_open: bool = False
) -> dict[str, Any]:
    named = None if rule is None else str(rule)
    return {"what": what, "title": without_colon(title), "rule": named, "open": is_open, "lines": lines}


def _line(told: Told, say: Language, more: Iterable[Told] = (), rule: Rule | None = None) -> dict[str, Any]:
    below = [_pieces(each, say) for each in more]
    return {"said": _pieces(told, say), "more": below, "rule": None if rule is None else str(rule)}


def _parts(verdict: Verdict, words: Words) -> list[dict[str, Any]]:
    """The reasons for the answer, starting with quotes on the broken rules."""
    say = words.language
    if not verdict.books:
        return [_part("silent", say("No book mentions it."), [])]
    broken = [_books_on(verdict, rule, say) for rule in verdict.rules]
    others = [_books_on(verdict, rule, say) for rule in verdict.involved if rule not in verdict.rules]
    rulings = [part for rule in verdict.involved for part in _rulings(verdict, rule, say)]
    found = [*broken, *_otherwise(verdict, words), *others, *rulings, _further(verdict, say)]
    return [part for part in found if part["lines"]]


def _books_on(verdict: Verdict, rule: Rule, say: Language) -> dict[str, Any]:
    """What the books say about a deciding rule, quotes first."""
    told = sorted(verdict.on(rule, say), key=lambda each: not each[1])
    is_open = rule in verdict.rules and verdict.edition is None
    return _part("books", _sentence(verdict, rule, say), [_line(each, say) for each in told], rule, is_open=is_open)


def _rulings(verdict: Verdict, rule: Rule, say: Language) -> Iterable[dict[str, Any]]:
    """The rulings on a rule that apply here, and the rulings that do not."""
    followed, left = verdict.ruled(rule)
    sentence = _sentence(verdict, rule, say).rstrip(".")
    for title, paragraphs in (
        (say('Our ruling on "{sentence}"', sentence=sentence), [each for each in followed if each.ours]),
        (say('Ruling on "{sentence}"', sentence=sentence), [each for each in followed if not each.ours]),
        (say('Our ruling on "{sentence}", which is not played here', sentence=sentence), left),
    ):
        yield _part(
            "ruling", title, [_line((_in_plain_words(say(str(each)), verdict, say), ()), say) for each in paragraphs]
        )


def _otherwise(verdict: Verdict, words: Words) -> Iterable[dict[str, Any]]:
    """The books and readings that answer differently, and the printed rules that no table plays."""
    say = words.language
    for what, (title, readings) in zip(("others", "choices"), verdict.readings(say), strict=True):
        lines = [_reading(each, verdict, words) for each in readings]
        yield _part(what, title, lines, is_open=what == "others" and not verdict.edition)
    left = [(differing(each, UNBROKEN, "", say).split("\n"), each.quote) for each in verdict.not_played]
    lines = [
        _line((first, (quote,)), say, [(_in_plain_words(then.strip(), verdict, say), ())])
        for (first, then), quote in left
    ]
    yield _part("printed", say.of(NOT_PLAYED), lines)


def _reading(other: Reading, verdict: Verdict, words: Words) -> dict[str, Any]:
    """A reading with its answer, and the quotes that lead to that answer."""
    say = words.language
    illegal = other.answer.get("legal") is False
    answer, *facts = [say("illegal")] if illegal else answer_in_words(other.answer, words).split("\n")
    more: list[Told] = [(each.strip(), ()) for each in facts]
    more += [(_in_plain_words(each, verdict, say), quotes) for each, quotes in other.printed(say)]
    return _line((say.named(other.called(say, plainly=True), answer), ()), say, more)


def _further(verdict: Verdict, say: Language) -> dict[str, Any]:
    """The other relevant rules, with quotes from the first book, or with the books that print these rules."""
    lines = [_line((_sentence(verdict, rule, say), ()), say, told, rule) for rule, told in verdict.further(say)]
    if verdict.edition:
        title = say("The rules for it, and what {book} says about them:", book=book_in_words(verdict.edition.name, say))
    else:
        title = say("The rules for it, and the books that print them:")
    return _part("rules", title, lines, is_open=verdict.edition is not None and verdict.legal is not False)
