"""Texts about rules and books: what they print, its consequences, and errors in what a player typed."""

import re
from functools import reduce

from granada.board import Building, Bureau, Card, Face, Tile, Violation
from granada.errors import Reason
from granada.game import Game
from granada.languages import ENGLISH, Language, Text, text
from granada.notation import BadNotation
from granada.rulebook import BOOKS, Difference, Quote, Rule, demand_of
from granada.words.names import GAMES, Words

TITLES: dict[str, Text] = {
    "Granada (Hungarian)": text("a rulebook", "Granada (Hungarian)"),
    "Granada (Dutch)": text("a rulebook", "Granada (Dutch)"),
    "Granada (Italian)": text("a rulebook", "Granada (Italian)"),
    "Alhambra (Hungarian)": text("a rulebook", "Alhambra (Hungarian)"),
    "French box": text("a rulebook", "French box"),
}
MEANING = "what some words of a book mean"
"""What the meanings of quotes are noted for in the catalogues."""


def book_in_words(name: str, say: Language) -> str:
    """A book by its name."""
    return say.of(TITLES[name])


def quote_in_words(quote: Quote, say: Language) -> str:
    """A quote from a book, with its translation for readers of another language.

    >>> quote = Quote("French box", "pour 2 à 6", "for 2 to 6")
    >>> quote_in_words(quote, ENGLISH), quote_in_words(quote, Language("fr"))
    ('"pour 2 à 6" (for 2 to 6)', '"pour 2 à 6"')
    """
    if say.code in {book.language for book in BOOKS if book.name == quote.book}:
        return f'"{quote.words}"'
    return f'"{quote.words}" ({say.of((MEANING, quote.english))})'


def source_in_words(source: str, say: Language) -> str:
    """A source of a rule: the words of a book, from what it is derived, or that there is none."""
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
    """What becomes of something that a book prints otherwise, in a sentence or two; a reading is not named again."""
    if difference.same:
        return say("It comes to the same: {reason}", reason=say(difference.same))
    if difference.unplayable:
        return say("Not played: {reason}", reason=say(difference.unplayable))
    reading = "" if difference.reading == named else difference.reading
    told = [say("The reading {reading} chooses it.", reading=reading)] if reading else []
    if difference.silent:
        told.append(say("The book leaves it open: {reason}", reason=say(difference.silent)))
    if difference.slip:
        told.append(say("Taken for a slip: {reason}", reason=say(difference.slip)))
    return " ".join(told)


EXPECTED: dict[str, Text] = {
    each[1]: each
    for each in (
        text("what must be typed there", "a card such as b7 or b/y"),
        text("what must be typed there", "a cell such as 1,0"),
        text("what must be typed there", "a face such as school8/ne"),
        text("what must be typed there", "a face such as school8/ne or park6"),
        text("what must be typed there", "a tile such as school8|hospital9/s or garden10/n"),
        text("what must be typed there", "a hut such as garden/s"),
        text("what must be typed there", "a space, 1 to 4"),
        text("what must be typed there", "a space, 1 to 4, or a half of one such as 2a"),
        text("what must be typed there", "a card, A, B or a tile"),
        text("what must be typed there", "what is drawn"),
        text("what must be typed there", "nothing further"),
        text("what must be typed there", "an action such as take b3"),
    )
}
"""What can be expected in an action; words of the notation itself stand there as they are typed."""
AT_MOST = text("what must be typed there", "at most {number} cards {card}")


def bad_notation_in_words(flaw: BadNotation, say: Language) -> str:
    """Why something that was typed cannot be read."""
    if too_many := re.fullmatch(r"at most (\d+) cards (\S+)", flaw.expected):
        expected = say.of(AT_MOST, number=too_many[1], card=too_many[2])
    else:
        expected = say.of(EXPECTED[flaw.expected]) if flaw.expected in EXPECTED else flaw.expected
    if flaw.found:
        return say("This cannot be read: expected {expected}, not {found!r}.", expected=expected, found=flaw.found)
    return say("This cannot be read: expected {expected}.", expected=expected)


def reason_in_words(reason: Reason, words: Words) -> str:
    """The reason why something is no valid game, with pieces in words.

    >>> reason_in_words(Reason("there are only {number} cards {card}", number=3, card=Card.parse("b5")), Words())
    'There are only 3 cards blue 5'
    """
    told = words.language(reason.text, **{name: _part(part, words) for name, part in reason.parts.items()})
    return told[:1].upper() + told[1:]


def _part(part: object, words: Words) -> object:
    """A part of a reason in words, if it is one of the game."""
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
            return f'"{words.language(demand_of(part.rule, game=words.game.name)).rstrip(".")}"'
        case str():
            return words.language(part)
    return part


def no_such_rule(name: str, say: Language) -> str:
    """That there is no rule of a name, and which may be meant."""
    if near := Rule.near(name):
        rules = reduce(lambda others, last: say("{others} or {last}", others=others, last=last), near)
        return say("there is no rule {name!r}; did you mean {rules}?", name=name[:60], rules=rules)
    return say("there is no rule {name!r}; granada rule lists them all", name=name[:60])
