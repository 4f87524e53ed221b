"""The judge's ready questions: laid by one choice, changed by few taps, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import frozen

from granada.browser import reply
from granada.languages import codes
from tests.pages.desk import visiting
from tests.pages.visitor import PHONE, script

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.pages.desk import Desk

SCRIPT = Path(__file__).parents[2] / "docs" / "_static" / "judge" / "ready.js"
TEXTS = dict(
    re.findall(r"^  (\w+): \{\n.*?text: `(.*?)`", SCRIPT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
)
"""The ready questions as text, by their keys."""
YES, NO, TOLD = "judge-yes", "judge-no", "judge-told"


@frozen
class Quarrel:
    """What the answer to a ready question is, how somebody changes the question, and what the answer is then.

    A change is one tap, or one choice from a list.
    """

    first: str
    change: Callable[[Desk], object]
    then: str
    kind: str


QUARRELS = {
    "vizier": Quarrel(
        YES, lambda desk: desk.use_cards("g1", desk.say("The hand of seat {number}", number=2)), NO, "apply"
    ),
    "bureau": Quarrel(YES, lambda desk: desk.use_cards("b2"), NO, "buy"),
    "bonus": Quarrel(TOLD, lambda desk: desk.pick("Scoring", "B"), TOLD, "score"),
    "hut": Quarrel(TOLD, lambda desk: desk.pick("Scoring", "B"), TOLD, "score"),
    "dirk": Quarrel(TOLD, lambda desk: desk.pick("Scoring", "C"), TOLD, "score"),
    "border": Quarrel(YES, lambda desk: desk.tap("0,1"), NO, "place"),
}


def test_every_ready_question_is_one_that_the_engine_answers() -> None:
    assert set(TEXTS) == set(QUARRELS)
    for key, text in TEXTS.items():
        asked = json.loads(reply(json.dumps({"ask": "read", "text": text})))
        answer = json.loads(reply(json.dumps({"ask": "judge", **asked})))
        assert asked["kind"] == QUARRELS[key].kind
        assert answer["legal"] is {YES: True, NO: False, TOLD: None}[QUARRELS[key].first]


@pytest.mark.long
@pytest.mark.parametrize("language", codes())
def test_a_ready_question_is_answered_at_once_and_anew_when_it_is_changed(
    browser: Browser, served: str, language: str
) -> None:
    with visiting(browser, served, "touch", **PHONE) as visitor:
        visitor.open(f"{served}/ask.html")
        visitor.page.wait_for_function(script("kept"), arg={"mark": "seen"})
        visitor.open(f"{served}/ask.html")  # the second visit has the memory of the first
        visitor.speak(language)
        for key, quarrel in QUARRELS.items():
            visitor.pick("Ready questions", key)
            first = visitor.answered()
            assert visitor.question()["kind"] == quarrel.kind
            assert not visitor.count(".judge-text[open]")  # it is asked on the board, not as text
            assert visitor.count(f".judge-verdict .{quarrel.first}") == 1
            quarrel.change(visitor)
            assert visitor.answered() != first
            assert visitor.count(f".judge-verdict .{quarrel.then}") == 1
            assert not re.search(r"line \d+|column \d+|expected", visitor.answered())  # no words of a parser
            assert visitor.page.get_attribute("#judge", "lang") == language
