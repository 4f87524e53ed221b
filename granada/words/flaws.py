"""What is wrong with a question, in the language of whoever laid it by hand.

Errors are written in English, for those who program. Those that somebody can meet who lays tiles and cards are known
here by their form; their parts are told as pieces are told everywhere.
"""

import re
from functools import cache

from granada.board import Face, Purse, Tile
from granada.languages import Language, Text, text
from granada.notation import BadNotation
from granada.rulebook import Rule
from granada.words.complaints import bad_notation_in_words
from granada.words.names import Words

FLAW = "what is wrong with what was laid"
FLAWS: tuple[Text, ...] = (
    text("what is wrong with what was laid", "{tile} does not belong there"),
    text("what is wrong with what was laid", "{tile} does not belong to this game"),
    text("what is wrong with what was laid", "{tile} does not lie in it like that"),
    text("what is wrong with what was laid", "{tile} has one face; the tiles of Granada have two"),
    text("what is wrong with what was laid", "{tile} has a moat or wall on all four edges; at most three have one"),
    text("what is wrong with what was laid", "{tile} is there {number} times"),
    text("what is wrong with what was laid", "{tile} is there {number} times; there are {most}"),
    text("what is wrong with what was laid", "{card} is there {number} times; there are {most}"),
    text("what is wrong with what was laid", "expected at most {most} cards {card}"),
    text("what is wrong with what was laid", "the founding tile of Granada is marked with *"),
    text("what is wrong with what was laid", "there is one founding tile at the most"),
    text("what is wrong with what was laid", "a founding tile needs a start tile of the Alhambra"),
    text("what is wrong with what was laid", "tiles of the Alhambra lie round a start tile of Granada"),
    text("what is wrong with what was laid", "the city breaks a rule: {rule}"),
    text("what is wrong with what was laid", "there are no exchange bureaus without their module"),
    text("what is wrong with what was laid", "there are no builders' huts without their module"),
    text("what is wrong with what was laid", "bonus cards show tiles of the Alhambra; Granada has none"),
    text("what is wrong with what was laid", "builders' huts belong to the Alhambra; Granada has none"),
    text("what is wrong with what was laid", "one list of bonus cards for each seat"),
    text("what is wrong with what was laid", "only seats with an active vizier are asked, each once, in turn"),
    text("what is wrong with what was laid", "choose the tiles that are to be placed"),
    text("what is wrong with what was laid", "choose who is asked first"),
    text("what is wrong with what was laid", "the cards that can still come have not been cut yet"),
    text("what is wrong with what was laid", "the scoring cards are A and B, once each"),
    text("what is wrong with what was laid", "no game comes to such a moment"),
    text("what is wrong with what was laid", "at most four cards, not {number}"),
    text("what is wrong with what was laid", "he has no huts"),
    text("what is wrong with what was laid", "there is no such seat"),
    text("what is wrong with what was laid", "this cannot be asked of the book of an edition"),
    text("what is wrong with what was laid", "no such tile is in the yard"),
)
FORMS = {
    r"(?P<tile>\S+) does not belong to \w+( without builders' huts)?": "{tile} does not belong to this game",
    r"(?P<tile>\S+) does not belong to a city of Granada alone": "{tile} does not belong to this game",
    r"expected at most (?P<most>\d+) cards (?P<card>\S+), not .*": "expected at most {most} cards {card}",
    r"the city breaks (?P<rule>[a-z-]+).*": "the city breaks a rule: {rule}",
    r"\S+ breaks (?P<rule>[a-z-]+):.*": "the city breaks a rule: {rule}",
    r"there are no exchange bureaus without .*": "there are no exchange bureaus without their module",
    r"there are no builders' huts without .*": "there are no builders' huts without their module",
    r"one list of cards for each seat": "one list of bonus cards for each seat",
    r"only seats with an active vizier are asked.*|there are \d+ viziers.*": (
        "only seats with an active vizier are asked, each once, in turn"
    ),
    r"expected place beside the phase place.*": "choose the tiles that are to be placed",
    r"expected asked beside the phase favour.*": "choose who is asked first",
    r"it has not been cut yet|a pool has no place in the piles": (
        "the cards that can still come have not been cut yet"
    ),
    r"no game has such an agenda|the agenda .*": "no game comes to such a moment",
    r"Dirk has no huts": "he has no huts",
    r"expected a whole number from \d+ to \d+, not .*": "there is no such seat",
    r"this is not asked of the book of an edition": "this cannot be asked of the book of an edition",
    r".*: no such tile is in the yard": "no such tile is in the yard",
}
"""Errors that are told in other words, by their form."""
PLACES: dict[str, Text] = {
    r"(?:state, )?seat \d+, hand|hands?(?:\[\d+\])?": text("where something is wrong", "the hand"),
    r"(?:state, )?seat \d+, city|city|layout|cities(?:\[\d+\])?": text("where something is wrong", "the city"),
    r"(?:state, )?seat \d+, reserve|reserve": text("where something is wrong", "the reserve"),
    r"(?:state\.)?yard(?:\[\d+\])?|space": text("where something is wrong", "the spaces"),
    r"(?:state\.)?display": text("where something is wrong", "the display"),
    r"(?:state\.)?deck": text("where something is wrong", "the cards that can still come"),
    r"(?:state\.)?bags?(?:[.\[]\w+\]?)*": text("where something is wrong", "the bag"),
    r"(?:state\.)?dirk(?:\[\d+\])?": text("where something is wrong", "the tiles of the imaginary player"),
    r"(?:state\.)?place(?:\[\d+\])?": text("where something is wrong", "the tiles to be placed"),
    r"shown|extras\.bonus": text("where something is wrong", "the bonus cards"),
}
PARTS = {"tile": r"\S+", "card": r"\S+", "number": r"\d+", "most": r"\d+", "rule": r"[a-z-]+"}
WHERE = re.compile(r"((?:[\w.\[\]]+|state, seat \d+, \w+|\S+/\S+|seat \d+, \w+)): (?:line \d+, column \d+: )?(.*)")


def flaw_in_words(flaw: str, language: Language) -> str | None:
    """An error in a language; None where it is one that nobody meets who lays tiles and cards by hand.

    >>> flaw_in_words("yard[6]: tower9/n does not belong there", Language("fr"))
    'XXX'
    """
    if (told := _told(flaw, language)) is not None:
        return told
    found = WHERE.fullmatch(flaw)
    told = flaw_in_words(found[2], language) if found else None
    place = next((each for form, each in PLACES.items() if found and re.fullmatch(form, found[1])), None)
    return language.named(language.of(place), told) if told and place else told


def _told(flaw: str, language: Language) -> str | None:
    for form, english in _forms():
        if found := form.fullmatch(flaw):
            parts = {name: _part(name, value, language) for name, value in found.groupdict().items()}
            return language.of((FLAW, english), **parts)
    if found := re.fullmatch(r"expected (.*?)(?:, not '(.*)')?", flaw):
        return bad_notation_in_words(BadNotation(found[1], found[2] or ""), language)
    return None


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms of errors, each with the text that tells it."""
    own = ((_form(english), english) for _, english in FLAWS)
    others = ((re.compile(form), english) for form, english in FORMS.items())
    return (*others, *own)


def _form(english: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", english)
    named = (f"(?P<{each}>{PARTS[each]})" if number % 2 else re.escape(each) for number, each in enumerate(pieces))
    return re.compile("".join(named))


def _part(name: str, value: str, language: Language) -> str:
    """A part of an error: a piece or a rule in words, whatever can be read."""
    words = Words(language)
    try:
        match name:
            case "tile" if "|" in value:
                return words.tile(Tile.parse(value))
            case "tile":
                return words.face(Face.parse(value.removeprefix("*")))
            case "card":
                return words.cards(Purse.parse(value))
            case "rule":
                return language(Rule.named(value).sentence)
    except ValueError:
        pass  # it is shown as it stands
    return value
