"""Pseudo-translation: every text of the catalogues in other letters, so that what is in ours has bypassed them."""

import re
import string
from gettext import NullTranslations

from attrs import fields

from granada.rulebook import Rule, Rulings

FOREIGN = {ord(letter): ord(letter) + 0x3D0 for letter in string.ascii_letters}
NOTATION = re.compile(r"[a-z]+(\d+|-hut)(\|[a-z]+\d+)?(/[nesw]+)?|\b[bgoy](\d|/[bgoy])\b|\b[bgoy]=\d+")
NAMES = re.compile(
    rf"\b({'|'.join(sorted(map(str, Rule), key=len, reverse=True))})\b"
    rf"|\b({'|'.join(each.name for each in fields(Rulings))})=\w+"
)
"""Names of rules and readings, which have no language."""


def _disguised(text: str) -> str:
    """A text in letters that are not ours, its placeholders as they are."""
    parts = re.split(r"(\{.*?\})", text)
    return "".join(part if at % 2 else part.translate(FOREIGN) for at, part in enumerate(parts))


class Pseudo(NullTranslations):
    """The catalogue of a language that nobody reads."""

    def gettext(self, message: str) -> str:
        """A text."""
        return _disguised(message)

    def pgettext(self, context: str, message: str) -> str:
        """A text that was noted with what it is about."""
        assert context
        return _disguised(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text about some number of things."""
        return _disguised(msgid1 if n == 1 else msgid2)


def bypassing(text: str) -> list[str]:
    """The words of a text that are in our letters, and neither notation nor the name of a rule or reading."""
    return re.findall(r"[a-zA-Z]{2,}", NOTATION.sub(" ", NAMES.sub(" ", text)))


def without_quotes(text: str) -> str:
    """A text without the words of books, which stay in their language."""
    return re.sub(r'"[^"]*"', " ", text)
