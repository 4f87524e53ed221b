"""Texts about rules and rulebooks, and error messages for a line that a player typed."""

from functools import reduce

from granada.board import Building, Bureau, Card, Face, Tile, Violation
from granada.errors import Reason
from granada.game import Game
from granada.languages import ENGLISH, Language
from granada.notation import BadNotation
from granada.rulebook import BOOKS, Difference, Quote, Rule, demand_of
from granada.words.names import GAMES, TITLES, Words

MEANING = "what some words of a book mean"
"""The context of translated quotes in the catalogues."""


def book_in_words(name: str, say: Language) -> str:
    """The name of a rulebook in a given language."""
    return say.of(TITLES[name])


def quote_in_words(quote: Quote, say: Language) -> str:
    """A quote from a rulebook, with a translation if it is not in the reader's language.

    >>> quote = Quote("French box", "pour 2 à 6", "for 2 to 6")
    >>> quote_in_words(quote, ENGLISH), quote_in_words(quote, Language("fr"))
    ('"pour 2 à 6" (for 2 to 6)', '«\u202fpour 2 à 6\u202f»')
    """
    if say.code in {book.language for book in BOOKS if book.name == quote.book}:
        return say.quoted(quote.words)
    return f"{say.quoted(quote.words)} ({say.of((MEANING, quote.english))})"


def source_in_words(source: str, say: Language) -> str:
    """A source of a rule in words: a quote, the rule's derivation, or a note that there is no source."""
    quote = Quote.read(source)
    if quote is None:
        return say(source)
    book, words = book_in_words(quote.book, say), quote_in_words(quote, say)
    games = say.listed(say.of(GAMES[each]) for each in quote.games)
    if games and quote.near:
        return say("{book}, for {games}, not in so many words: {words}", book=book, games=games, words=words)
    if games:
        return say("{book}, for {games}: {words}", book=book, games=games, words=words)
    if quote.near:
        return say("{book}, not in so many words: {words}", book=book, words=words)
    return say.named(book, words)


def outcome_in_words(difference: Difference, say: Language = ENGLISH, named: str = "") -> str:
    """Whether a difference between rulebooks matters, and which reading adopts it or why none does."""
    if difference.same:
        return say("It makes no difference: {reason}", reason=say(difference.same))
    if difference.unplayable:
        return say("Not played: {reason}", reason=say(difference.unplayable))
    reading = "" if difference.reading == named else difference.reading
    told = [say("The reading {reading} chooses it.", reading=reading)] if reading else []
    if difference.silent:
        told.append(say("The book leaves it open: {reason}", reason=say(difference.silent)))
    if difference.slip:
        told.append(say("Nobody plays it that way: {reason}", reason=say(difference.slip)))
    return " ".join(told)


def bad_notation_in_words(flaw: BadNotation, say: Language) -> str:
    """The reason why a line that a player typed cannot be read."""
    expected = _part(flaw.expected, Words(say))
    if flaw.found:
        return say("This cannot be read: expected {expected}, not {found!r}.", expected=expected, found=flaw.found)
    return say("This cannot be read: expected {expected}.", expected=expected)


def reason_in_words(reason: Reason, words: Words) -> str:
    """The reason why a game is invalid, with the names of pieces in words.

    >>> reason_in_words(Reason("there are only {number} copies of {card}", number=3, card=Card.parse("b5")), Words())
    'There are only 3 copies of blue 5'
    """
    told = str(_part(reason, words))
    return told[:1].upper() + told[1:]


def _part(part: object, words: Words) -> object:
    """A part of a reason, in words if it is a piece of the game."""
    match part:
        case Tile():
            return _part(part.up, words)
        case Face():
            return words.face(part) if part.is_hut else f"{words.building(part.building)} {part.price}"
        case Card() | Bureau():
            return words.card(part)
        case Building():
            return words.building(part)
        case Game():
            return words.language.of(GAMES[part.name])
        case Violation():
            return words.language.quoted(words.language(demand_of(part.rule, game=words.game.name)).rstrip("."))
        case Reason():
            return words.language(part.text, **{name: _part(each, words) for name, each in part.parts.items()})
    return part


def no_such_rule(name: str, say: Language) -> str:
    """An error about an unknown rule, with suggestions."""
    if near := Rule.near(name):
        rules = reduce(lambda others, last: say("{others} or {last}", others=others, last=last), near)
        return say("there is no rule {name!r}; did you mean {rules}?", name=name[:60], rules=rules)
    return say("there is no rule {name!r}; granada rule lists them all", name=name[:60])
