"""What a question in people's own hand leaves out, where only one thing fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

from attrs import fields_dict

from granada.board import Building, Family
from granada.errors import InvalidState, Reason
from granada.questions.kinds import KINDS
from granada.questions.question import ActionQuestion

_TILE = re.compile(rf"\b({'|'.join(map(str, Building))})(?=\d|-hut\b)")
_NEEDED = {"score": {"round", "cities"}, "award": {"yard", "hands"}, "layout": {"layout"}, "notation": {"of", "text"}}
"""What stands in a question of a kind that is about no action, and in no other."""


def guessed(written: dict[str, Any]) -> dict[str, str]:
    """The kind of a question and its game, as far as they are left out and nothing else fits.

    >>> guessed({"display": "b1 g4 o7 y8", "do": "take b1 g4"})
    {'kind': 'take'}
    >>> guessed({"kind": "place", "city": "@ tower8", "do": "place garden6 at 2,0"})
    {'game': 'alhambra'}
    """
    if "given" in written:
        return {}
    found = {}
    if "kind" not in written and (kind := _kind(written)):
        found["kind"] = kind
    state = written.get("state")
    if {**written, **found}.get("kind") in {"notation", "game"}:
        return found
    if "game" not in written and not (isinstance(state, dict) and "game" in state):
        families = {Building(name).family for text in _texts(written) for name in _TILE.findall(text)}
        if Family.ALHAMBRA in families:
            found["game"] = "combined" if Family.GRANADA in families else "alhambra"
    return found


def _kind(written: dict[str, Any]) -> str:
    """The kind by the verb of what is done, or by what else is there; empty where several fit."""
    if "state" in written:
        return "apply" if "do" in written else ""
    verb = written["do"].partition(" ")[0] if isinstance(written.get("do"), str) else ""
    fitting = [name for name in KINDS if verb in _verbs(name)] if verb else []
    fitting = fitting or [name for name, needed in _NEEDED.items() if needed <= written.keys()]
    return fitting[0] if len(fitting) == 1 else ""


def _verbs(kind: str) -> set[str]:
    """The verbs of the actions that a kind of question is about, where it names them."""
    if not issubclass(KINDS[kind], ActionQuestion):
        return set()
    about: Any = fields_dict(KINDS[kind])["do"].type
    return {each.verb for each in get_args(about) or (about,) if hasattr(each, "verb")}


def _texts(value: object) -> Iterator[str]:
    """All texts in a question, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def about_its_city(written: dict[str, Any], flaw: InvalidState) -> dict[str, Any] | None:
    """The question whether the city of another question is legal, where that is what is wrong with it."""
    illegal = any(isinstance(each, Reason) and each.text.startswith("the city breaks ") for each in flaw.reasons)
    if not illegal or "city" not in written:
        return None
    kept = {name: value for name, value in written.items() if name in {"game", "rulings"}}
    return {"kind": "layout", "layout": written["city"], **kept}
