"""Quarrels of players, laid by hand with mouse, keyboard and touch, in the language and edition of their book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from granada import judge
from granada.browser import reply
from granada.judging import on_a_page
from granada.languages import Language
from granada.words.names import MODULES
from tests.pages.desk import drag_about, visiting
from tests.pages.visitor import PHONE, WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.pages.desk import Desk

QUARRELS = Path(__file__).parents[1] / "data" / "quarrels"
TOLD_AFTERWARDS = {"actor": "who is next", "over": "whether the game is over", "dirk": "the tiles of {dirk}"}
BAGS = {"granada": "Granada", "alhambra": "the Alhambra"}
DIRK = {
    "granada": "the imaginary player of Granada",
    "alhambra": "the imaginary player of the Alhambra",
    "combined": "the imaginary player of both together",
}


def _play_with(desk: Desk, table: dict[str, Any]) -> None:
    """Tick the modules of a table."""
    for module in table.get("modules", ()):
        desk.tick(desk.say(MODULES[module][1], MODULES[module][0]))


def _small(desk: Desk, kind: str, given: dict[str, Any]) -> None:
    """Lay a question about a city, cards or a scoring."""
    done = str(given.get("do", "")).split()
    if kind in {"place", "moat"}:
        desk.lay_city(given["city"])
        desk.mode(kind)
    else:
        desk.mode(kind)
    _play_with(desk, given)
    if kind == "place":
        desk.choose(done[1])
        desk.tap(done[3])
    elif kind == "take":
        desk.add_cards(given["display"])
        desk.use_cards(" ".join(done[1:]))
    elif kind in {"buy", "flip"}:
        desk.choose(given["tile"])
        desk.add_cards(given["hand"])
        desk.use_cards(" ".join(done[3:]))
    elif kind == "award":
        desk.fill_yard(given["yard"])
        for seat, hand in enumerate(given["hands"]):
            desk.press(f'[data-seat="{seat}"]')
            desk.add_cards(hand)
    elif kind == "score":
        _scoring(desk, given)


def _scoring(desk: Desk, given: dict[str, Any]) -> None:
    """Lay the cities of a scoring, Dirk's tiles and the bonus cards."""
    desk.pick("Scoring", given["round"])
    for _ in given["cities"][2:]:
        desk.press('[data-tool="more"]')
    for seat, city in enumerate(given["cities"]):
        desk.press(f'[data-seat="{seat}"]')
        desk.lay_city(city)
        if "shown" in given:
            desk.put(desk.say("Bonus cards shown by seat {number}", number=seat + 1), given["shown"][seat])
    if "dirk" in given:
        name = desk.say("Dirk", DIRK[given["game"]])
        desk.tick(desk.say("{dirk} takes part", dirk=name))
        desk.put(desk.say("The tiles of {dirk}", dirk=name), given["dirk"])


def _whole(desk: Desk, told: dict[str, Any]) -> None:
    """Lay a whole table, and do what is done there."""
    desk.mode("table")
    state = told["state"]
    for _ in range(3, state.get("players", 3), -1):
        desk.press('[data-tool="fewer"]')
    _play_with(desk, state)
    desk.pick("The moment", state.get("phase", "act"))
    desk.pick("Whose turn", state.get("turn", 0))
    if "asked" in state:
        desk.pick("Asked first", state["asked"][0])
    desk.fill_yard(state.get("yard", ()))
    for lane, bag in {"": state.get("bag", []), **state.get("bags", {})}.items():
        desk.put(desk.say("The bag of {family}", family=desk.say(BAGS[lane])) if lane else desk.say("The bag"), bag)
    desk.put(desk.say("Tiles to be placed"), state.get("place", []))
    for place in ("display", "deck"):
        desk.pick("Put cards into", place)
        for card in state.get(place, "").split():
            if card in {"A", "B"}:
                desk.tick(desk.say("scoring {round} can still come", round=card))
            else:
                desk.add_cards(card)
    desk.pick("Put cards into", "hand")
    for seat, own in enumerate(state.get("seats", ())):
        desk.press(f'[data-seat="{seat}"]')
        desk.lay_city(own.get("city", {}))
        desk.put(desk.say("Reserve of seat {number}", number=seat + 1), own.get("reserve", []))
        desk.add_cards(own.get("hand", ""))
    actor = state["asked"][0] if "asked" in state else state.get("turn", 0)
    desk.press(f'[data-seat="{actor}"]')
    deeds = [told["do"]] if isinstance(told["do"], str) else told["do"]
    for number, deed in enumerate(deeds):
        if number:
            desk.press('[data-tool="then"]')
        _do(desk, deed.split(), actor)
    name = desk.say("Dirk", DIRK[told.get("game", "granada")])
    for fact, words in TOLD_AFTERWARDS.items():
        wanted, label = fact in told["ask"], desk.say(words, dirk=name)
        if wanted or fact in {"over", "actor"}:
            desk.tick(label, ticked=wanted)


def _do(desk: Desk, words: list[str], actor: int) -> None:
    """Choose what is done."""
    desk.pick("What is done", words[0])
    hand = desk.say("The hand of seat {number}", number=actor + 1)
    match words:
        case ["take", *cards]:
            desk.use_cards(" ".join(cards), desk.say("The display"))
        case ["buy", where, "with", *cards]:
            desk.pick("Space", where)
            desk.use_cards(" ".join(cards), hand)
        case ["flip", face, "paying", *cards]:
            desk.choose(face)
            desk.use_cards(" ".join(cards), hand)
        case ["give", face]:
            desk.choose(face)
        case ["draw", "A" | "B" as scoring]:
            desk.pick("What comes", scoring)
        case ["draw", what] if "|" in what:
            desk.choose(what)
            desk.pick("What comes", "tile")
        case ["draw", what]:
            desk.pick("Put cards into", "draw")
            desk.add_cards(what)


def _settle(desk: Desk, path: Path) -> None:
    """Lay a quarrel by hand, in the language and edition of its book; the page asks just that, and says its verdict."""
    text, language = path.read_text(encoding="utf-8"), path.name[:2]
    asked = json.loads(reply(json.dumps({"ask": "read", "text": text})))
    desk.speak(language)
    desk.pick("Game", (asked.get("given") or asked["told"]).get("game", "granada"))
    if asked["kind"] == "apply":
        _whole(desk, asked["told"])
    else:
        _small(desk, asked["kind"], asked["given"])
    desk.pick("Edition", language)
    desk.answered()
    found = desk.question()
    part = "told" if "told" in asked else "given"
    assert found["kind"] == asked["kind"]
    left_out = {"rulings", "scoring"}
    laid = {key: value for key, value in found[part].items() if key not in left_out}
    meant = {key: value for key, value in asked[part].items() if key not in left_out}
    assert laid == meant, path.name
    verdict = judge(text, language)
    mood = desk.page.locator(".judge-head").get_attribute("class") or ""
    assert mood.endswith({True: "yes", False: "no", None: "told"}[verdict.legal]), path.name
    _reads(desk, on_a_page(verdict, Language(language)))
    assert desk.page.get_attribute("#judge", "lang") == language


def _reads(desk: Desk, told: dict[str, Any]) -> None:
    """The page says all that the engine told: the reason, what was done, what came of it, and what books print."""
    shown = desk.answered()
    facts = [] if desk.count(".judge-scoring") else told["facts"][told["subject"] == "" :]
    first = [each["sentence"] for each in told["broken"]]
    subject = told["subject"]
    for sentence in (*first, subject[:1].upper() + subject[1:], *told["notes"], *facts):
        assert " ".join(sentence.split()) in shown
    quotes = [piece for said in told["said"] for piece in said if isinstance(piece, dict)]
    marked = desk.page.locator(".judge-verdict q").evaluate_all(
        "(all) => all.map(({ lang, textContent }) => [lang, textContent])"
    )
    assert marked == [[each["lang"], each["words"]] for each in quotes]
    titles = [part["title"] for part in told["parts"]]
    assert desk.page.locator(".judge-more summary").all_text_contents() == titles


@pytest.mark.usefixtures("in_english")
def test_a_quarrel_is_laid_by_hand_and_settled(blank: Desk) -> None:
    _settle(blank, QUARRELS / "fr-a-flip-for-one-and-two.toml")


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("manner", ["mouse", "keyboard", "touch"])
def test_every_quarrel_is_laid_by_hand_and_settled(browser: Browser, served: str, manner: str) -> None:
    with visiting(browser, served, manner, **(PHONE if manner == "touch" else WIDE)) as visitor:
        visitor.open(f"{served}/ask.html")
        for path in sorted(QUARRELS.glob("*.toml")):
            _settle(visitor, path)
        visitor.speak("en")
        if manner != "keyboard":
            drag_about(visitor)
