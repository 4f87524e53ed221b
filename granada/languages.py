"""Supported languages and gettext catalogues.

The English text is the key in each catalogue. No object stores a translated text; functions that write texts take a
language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from attrs import evolve, field, frozen

from granada.errors import InvalidState, quoted

Text = tuple[str, str]
"""A text to translate later, with a context, so that one English word can have two translations."""


def text(about: str, english: str) -> Text:
    """Mark a text for translation; a ``Language`` translates it later."""
    return about, english


def plural(one: str, many: str) -> Text:
    """Mark a text with a plural for translation; a ``Language`` translates it later."""
    return one, many


OWN_NAME = text("the name of this language in itself", "English")
AND = text("the end of a list", "{others} and {last}")
THEN = text("two parts, one after the other", "{first}; {then}")
QUOTED = text("words of somebody else", '"{words}"')
NAMED = text("a name, and what is said of it", "{name}: {said}")


@cache
def codes() -> tuple[str, ...]:
    """The codes of the available languages: English, and each language that has a catalogue."""
    names = (each.name for each in (files("granada") / "catalogues").iterdir())
    return ("en", *sorted(name.removesuffix(".mo") for name in names if name.endswith(".mo")))


def _known(code: str) -> str:
    if code not in codes():
        raise InvalidState(f"there is no language {quoted(code)}; choose from {', '.join(codes())}")
    return code


@frozen
class Language:
    """A language; calling it with an English text translates the text and fills in the placeholders.

    - ``code``: The code of the language, such as ``fr``.
    - ``game``: The game whose vocabulary the language uses, if that game's rulebook has its own words.

    >>> Language()("{seat} wins.", seat="seat 2")
    'seat 2 wins.'
    """

    code: str = field(default="en", converter=_known)
    game: str = ""

    def in_game(self, game: str) -> Language:
        """The language with the words from a game's rulebook, or the language itself if there are none.

        >>> Language("hu").in_game("alhambra")("the tile"), Language("hu").in_game("granada")("the tile")
        ('az épületlap', 'a lapka')
        """
        return evolve(self, game=game) if (self.code, game) in _with_own_words() else self

    def __call__(self, english: str, /, **parts: object) -> str:
        """Translate an English text."""
        return _catalogue(self.code, self.game).gettext(english).format(**parts)

    def of(self, said: Text, /, **parts: object) -> str:
        """Translate a text that has a context."""
        return _catalogue(self.code, self.game).pgettext(*said).format(**parts)

    def counted(self, one: str, many: str, number: int, **parts: object) -> str:
        """Translate a text that has a plural; the placeholder ``number`` is replaced by the number."""
        return _catalogue(self.code, self.game).ngettext(one, many, number).format(number=number, **parts)

    def listed(self, each: Iterable[str]) -> str:
        """Join texts into a list, with the language's conjunction before the last one.

        >>> Language().listed(["b1", "b2", "g3"])
        'b1, b2 and g3'
        """
        *others, end = [*each] or [""]
        return self.of(AND, others=", ".join(others), last=end) if others else end

    def joined(self, each: Iterable[str]) -> str:
        """Join texts with semicolons.

        >>> Language().joined(["take b2", "pass"])
        'take b2; pass'
        """
        first, *others = [*each] or [""]
        return reduce(lambda before, then: self.of(THEN, first=before, then=then), others, first)

    def named(self, name: str, said: str) -> str:
        """Join a name and a text about it with a colon."""
        return self.of(NAMED, name=name, said=said)

    def quoted(self, words: str) -> str:
        """Put a quote in quotation marks."""
        return self.of(QUOTED, words=words)

    @property
    def own_name(self) -> str:
        """The language's name in the language itself."""
        return self.of(OWN_NAME)


ENGLISH = Language()


def a_language(given: Language | str) -> Language:
    """Return a given language, or the language with a given code; raise InvalidState for an unknown code.

    >>> a_language("fr").own_name
    'français'
    """
    return given if isinstance(given, Language) else Language(given)


@cache
def _with_own_words() -> frozenset[tuple[str, str]]:
    """The pairs of language and game that have a separate catalogue."""
    folders = (each for each in (files("granada") / "catalogues").iterdir() if each.is_dir())
    return frozenset(
        (each.name.removesuffix(".mo"), folder.name)
        for folder in folders
        for each in folder.iterdir()
        if each.name.endswith(".mo")
    )


@cache
def _catalogue(code: str, game: str = "") -> NullTranslations:
    if code == "en":
        return NullTranslations()
    with files("granada").joinpath("catalogues", *filter(None, [game]), f"{code}.mo").open("rb") as file:
        catalogue = GNUTranslations(file)
    if game:
        catalogue.add_fallback(_catalogue(code))
    return catalogue


def wanted(environment: Mapping[str, str]) -> Language:
    """The language that the environment selects, by the same variables as in gettext; otherwise English.

    >>> wanted({"LANG": "en_GB.UTF-8"}).code
    'en'
    """
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next((environment[name] for name in names if environment.get(name)), "")
    found = (re.split(r"[_.@]", each)[0].lower() for each in asked.split(":"))
    return Language(next((code for code in found if code in codes()), "en"))
