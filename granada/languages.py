"""Supported languages and gettext catalogues.

The key of a catalogue is the English text. No value holds a translated text: functions that write texts take a
language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from attrs import field, frozen

from granada.errors import InvalidState, quoted

Text = tuple[str, str]
"""A text that is looked up later: what it is about, so that one English word can have two translations, and itself."""


def text(about: str, english: str) -> Text:
    """Mark a text for the catalogues; it is translated elsewhere."""
    return about, english


def plural(one: str, many: str) -> Text:
    """Mark a text with a plural for the catalogues; it is translated elsewhere."""
    return one, many


OWN_NAME = text("the name of this language in itself", "English")
AND = text("the end of a list", "{others} and {last}")
NAMED = text("a name, and what is said of it", "{name}: {said}")


@cache
def codes() -> tuple[str, ...]:
    """The languages that there are, by their codes: English, and each that has a catalogue."""
    names = (each.name for each in (files("granada") / "catalogues").iterdir())
    return ("en", *sorted(name.removesuffix(".mo") for name in names if name.endswith(".mo")))


def _known(code: str) -> str:
    if code not in codes():
        raise InvalidState(f"there is no language {quoted(code)}; there is {', '.join(codes())}")
    return code


@frozen
class Language:
    """A language: called with an English text it gives its own, with the parts filled in.

    - ``code``: Such as ``fr``.

    >>> Language()("{seat} wins.", seat="seat 2")
    'seat 2 wins.'
    """

    code: str = field(default="en", converter=_known)

    def __call__(self, english: str, /, **parts: object) -> str:
        """A text."""
        return _catalogue(self.code).gettext(english).format(**parts)

    def of(self, said: Text, /, **parts: object) -> str:
        """A text that was noted with what it is about."""
        return _catalogue(self.code).pgettext(*said).format(**parts)

    def counted(self, one: str, many: str, number: int, **parts: object) -> str:
        """A text with a plural; the placeholder ``number`` is the number."""
        return _catalogue(self.code).ngettext(one, many, number).format(number=number, **parts)

    def listed(self, each: Iterable[str]) -> str:
        """Some texts in a row, with the last one joined as the language does it.

        >>> Language().listed(["b1", "b2", "g3"])
        'b1, b2 and g3'
        """
        *others, end = [*each] or [""]
        return self.of(AND, others=", ".join(others), last=end) if others else end

    def named(self, name: str, said: str) -> str:
        """A name, a colon, and a text about it."""
        return self.of(NAMED, name=name, said=said)

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return self.of(OWN_NAME)


ENGLISH = Language()


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == "en":
        return NullTranslations()
    with (files("granada") / "catalogues" / f"{code}.mo").open("rb") as file:
        return GNUTranslations(file)


def wanted(environment: Mapping[str, str]) -> Language:
    """The language that an environment asks for, as gettext reads it; English where it asks for none that there is.

    >>> wanted({"LANG": "en_GB.UTF-8"}).code
    'en'
    """
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next((environment[name] for name in names if environment.get(name)), "")
    found = (re.split(r"[_.@]", each)[0].lower() for each in asked.split(":"))
    return Language(next((code for code in found if code in codes()), "en"))
