"""The judge's ready questions: laid by one choice, changed by few taps, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import frozen

from granada import Rule
from granada.browser import reply
from granada.languages import Language, codes
from tests.pages.desk import link, visiting
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

    A change is one tap or two, or one choice from a list.
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
    "huts": Quarrel(NO, lambda desk: (desk.tap("4,0"), desk.tool("Remove")), YES, "apply"),
    "dirk": Quarrel(TOLD, lambda desk: desk.pick("Scoring", "C"), TOLD, "score"),
    "border": Quarrel(YES, lambda desk: desk.tap("0,1"), NO, "place"),
}


BEYOND = {"hut": {"{number} for huts": 2}, "bonus": {"{number} for bonus cards": 1}}
"""What a scoring counts beyond the buildings."""


def test_every_ready_question_is_one_that_the_engine_answers() -> None:
    assert set(TEXTS) == set(QUARRELS)
    for key, text in TEXTS.items():
        asked = json.loads(reply(json.dumps({"ask": "read", "text": text})))
        answer = json.loads(reply(json.dumps({"ask": "judge", **asked})))
        assert asked["kind"] == QUARRELS[key].kind
        assert answer["legal"] is {YES: True, NO: False, TOLD: None}[QUARRELS[key].first]


def test_the_fourth_hut_is_refused_by_its_rule_alone() -> None:
    asked = json.loads(reply(json.dumps({"ask": "read", "text": TEXTS["huts"]})))
    answer = json.loads(reply(json.dumps({"ask": "judge", **asked})))
    assert [each["rule"] for each in answer["broken"]] == ["three-huts-at-most"]


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("vizier", ["vizier-pays-exactly", "vizier-window"]),
        ("bureau", ["bureau-fits-the-space"]),
        ("bonus", ["bonus-counts-one-more"]),
        ("hut", ["hut-counts-its-neighbours"]),
        ("dirk", []),
        ("border", ["wall-meets-moat"]),
    ],
)
def test_an_answer_names_the_rule_that_decides(key: str, rules: list[str]) -> None:
    asked = json.loads(reply(json.dumps({"ask": "read", "text": TEXTS[key]})))
    answer = json.loads(reply(json.dumps({"ask": "judge", **asked})))
    assert [each["rule"] for each in answer["grounds"]] == rules


def test_a_tile_away_from_the_border_is_not_told_of_it() -> None:
    asked = {"kind": "place", "given": {"game": "combined", "city": {}, "do": "place garden10 at 1,0"}}
    assert json.loads(reply(json.dumps({"ask": "judge", **asked})))["grounds"] == []


def test_a_scoring_with_a_tie_says_how_ties_are_broken() -> None:
    given = {"game": "granada", "round": "A", "scoring": "normal", "cities": [{"1,0": "park6"}, {"1,0": "park8"}]}
    answer = json.loads(reply(json.dumps({"ask": "judge", "kind": "score", "given": given})))
    assert [each["rule"] for each in answer["grounds"]] == ["ties-go-to-the-highest-price"]


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
            chosen = visitor.page.locator('[data-choice="Ready questions"]')
            title = chosen.locator("option:checked").inner_text()
            assert visitor.page.inner_text(".judge-hint").startswith(title)
            assert chosen.input_value() == key
            for beyond, number in BEYOND.get(key, {}).items():
                assert f" + {visitor.say(beyond, number=number)}" in visitor.page.inner_text(".judge-scoring")
            quarrel.change(visitor)
            assert chosen.input_value() == ""  # what is changed is another question
            assert title not in visitor.page.inner_text(".judge-hint")
            assert visitor.answered() != first
            assert visitor.count(f".judge-verdict .{quarrel.then}") == 1
            assert not re.search(r"line \d+|column \d+|expected", visitor.answered())  # no words of a parser
            assert visitor.page.get_attribute("#judge", "lang") == language


SEEN = """(things) => {
  const bar = document.querySelector('.judge-verdict').getBoundingClientRect().top;
  const places = [...document.querySelectorAll(things)].map((each) => each.getBoundingClientRect());
  return places.length && places.every(({ top, bottom }) => top >= 0 && bottom <= bar);
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", codes())
def test_cards_that_pay_stand_under_the_question_with_what_they_buy(
    browser: Browser, served: str, language: str
) -> None:
    with visiting(browser, served, "touch", **PHONE) as visitor:
        visitor.open(f"{served}/ask.html")
        visitor.speak(language)
        for key, bought in {"vizier": ".judge-slot", "bureau": ".judge-chosen"}.items():
            visitor.pick("Ready questions", key)
            visitor.answered()
            visitor.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
            assert visitor.page.evaluate(SEEN, f'.judge-lying.judge-using [data-card], {bought}, [data-choice="Space"]')
        visitor.mode("flip")
        visitor.answered()
        visitor.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert visitor.page.evaluate(SEEN, ".judge-lying.judge-using [data-card], .judge-chosen")


@pytest.mark.long
def test_a_language_is_kept_for_the_next_visit_and_a_card_without_its_tile_is_refused(
    browser: Browser, served: str
) -> None:
    with visiting(browser, served, "touch", **PHONE) as visitor:
        visitor.open(f"{served}/ask.html")
        place = visitor.page.locator('[data-choice="Language"]').bounding_box()
        assert place
        assert place["y"] < PHONE["viewport"]["height"] / 2
        visitor.pick("Language", "hu")
        visitor.speaks("hu")
        visitor.page.goto("about:blank")
        visitor.open(f"{served}/ask.html")
        assert visitor.page.get_attribute("#judge", "lang") == "hu"
        given = {"game": "alhambra", "round": "A", "scoring": "normal", "modules": ["bonus"]}
        shown = {"cities": [{"1,0": "garden10"}, {}], "shown": [[], ["garden10"]]}
        told = visitor.follow(link({"kind": "score", "given": {**given, **shown}}))
        assert visitor.count(".judge-verdict .judge-no") == 1
        assert Language("hu")(Rule.REVEAL_WITH_THE_TILE_BUILT.sentence) in told
        assert str(Rule.REVEAL_WITH_THE_TILE_BUILT) not in told
