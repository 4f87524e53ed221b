"""Books in words: what they are called, what they print, and what becomes of it."""

from granada.languages import ENGLISH, Language, Text, text
from granada.rulebook import BOOKS, Difference, Quote
from granada.words.names import GAMES

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
    """Some words of a book as it prints them, and what they mean for those who read another language.

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
    if difference.silent:
        return say("The book leaves it open: {reason}", reason=say(difference.silent))
    if difference.unplayable:
        return say("Not played: {reason}", reason=say(difference.unplayable))
    reading = "" if difference.reading == named else difference.reading
    chosen = [say("The reading {reading} chooses it.", reading=reading)] if reading else []
    slip = [say("Taken for a slip: {reason}", reason=say(difference.slip))] if difference.slip else []
    return " ".join([*chosen, *slip])
