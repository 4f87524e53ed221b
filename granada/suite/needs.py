"""Needs: the games and modules that a program must know before it can be asked a question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from granada.board import Building, Family
from granada.game import ALHAMBRA, COMBINED, GAMES, GRANADA, MODULES
from granada.suite.counterparts import in_the_box, texts_in
from granada.suite.questions.kinds import NotationQuestion

if TYPE_CHECKING:
    from granada.suite.questions.question import Question

_SIGNS = {
    "vizier": r"^\s*reactivate\b",
    "exchange": r"\b[bgoy]/[bgoy]\b",
    "bonus": r"^\s*reveal\b",
    "huts": r"-hut\b|^\s*hut\b",
}
"""By what a text can be told to belong to a module, where no table says so."""


def games_of(asked: Question) -> tuple[str, ...]:
    """The games of which a program must know one to be asked; a text can belong to several."""
    if asked.setup is not None:
        return (asked.setup.game.name,)
    text = asked.text if isinstance(asked, NotationQuestion) else ""
    named = {each.family for each in Building if re.search(rf"(?<![a-z]){each}(?![a-z])", text)}
    named |= {Family.GRANADA} if "|" in text else set()
    if "*" in text or len(named) > 1 or re.search(r"buy \d[ag]", text):
        return (COMBINED.name,)
    fitting = {Family.GRANADA: (GRANADA.name, COMBINED.name), Family.ALHAMBRA: (ALHAMBRA.name, COMBINED.name)}
    return fitting[named.pop()] if named else tuple(GAMES)


def modules_needed(asked: Question) -> tuple[str, ...]:
    """The modules that a program must know: those of the table, and those that show in what is given."""
    agreed = () if asked.setup is None else asked.setup.modules
    if "state" in asked.parts() or "record" in asked.parts():
        return tuple(str(module) for module in agreed)
    texts = [text for _, text in texts_in(asked.given)]
    shown = (name for name, sign in _SIGNS.items() if any(re.search(sign, text) for text in texts))
    named = {*map(str, agreed), *shown}
    return tuple(name for name in MODULES if name in named)


def is_boxed(asked: Question) -> bool:
    """Whether all tiles of a question are in the boxes; a text of which the notation is asked need not be."""
    return isinstance(asked, NotationQuestion) or all(in_the_box(text) for _, text in texts_in(asked.given))
