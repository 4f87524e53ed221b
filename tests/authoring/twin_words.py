"""Twins in other words: the name and the note of a case of one family, as those who play the other would say it."""

import re
from collections.abc import Iterable, Mapping

from granada.board import Building, Family
from granada.questions.grading import Written

FOR_PEOPLE = ("name", "note")
"""What of a case is meant for people."""
EDGES = {Family.ALHAMBRA: "wall", Family.GRANADA: "moat"}
"""What the edges of a family carry."""


def in_words_of(family: Family, written: Written, pairs: Iterable[tuple[Building, Building]]) -> Written:
    """The name and the note of a case with the words of a family, whose buildings took the place of others."""
    found: dict[Building, set[Building]] = {}
    for old, new in pairs:
        found.setdefault(old, set()).add(new)
    words = {str(old): str(*new) for old, new in found.items() if len(new) == 1}
    (other,) = (each for each in Family if each is not family)
    words[EDGES[other]] = EDGES[family]
    return {key: _reworded(written[key], words) for key in FOR_PEOPLE if key in written}


def _reworded(text: str, words: Mapping[str, str]) -> str:
    """A text with other words; as it was where two of them would become one."""
    pattern = re.compile(rf"\b(?:(an?) )?({'|'.join(words)})(s?)\b", re.IGNORECASE)
    named = {match[2].lower() for match in pattern.finditer(text)}
    if len({words[word] for word in named}) < len(named):
        return text
    return pattern.sub(lambda match: _instead(match, words[match[2].lower()]), text)


def _instead(match: re.Match[str], word: str) -> str:
    """Another word with its article, in the singular or plural, and with a capital where there was one."""
    article, old, plural = match.groups()
    first = {"a": "an", "A": "An"}.get(article[0], "") if word[0] in "aeiou" and article else (article or "")[:1]
    word = word.capitalize() if old[0].isupper() else word
    return f"{first}{' ' if first else ''}{word}{'' if word.endswith('s') else plural}"
