"""Nobody is kept out of any page of the site; rules are found and filtered, and games stepped through."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal

import pytest

from granada import RandomBot, Rule, Rulings, play
from granada.checking import as_page, check, saved
from granada.languages import Language, codes
from granada.pictures import stepping_page
from granada.questions.protocol import answer
from granada.rulebook import READINGS
from granada.spec.chapters import read_chapters
from granada.spec.suite import chapter_of
from tests.pages.desk import visiting
from tests.pages.visitor import OPTIONS, PHONE, chromium, holding, kept_out, script, visit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.pages.desk import Desk

TWICE = "--blink-settings=defaultFontSize=32"
"""Text of twice the usual size, as somebody sets it who needs it."""


def _asked_in_turn(desk: Desk, axe: str, modes: Iterable[str]) -> None:
    """Ask one thing after the other: nobody is kept out."""
    for mode in modes:
        desk.mode(mode)
        if mode in {"place", "remove", "swap"}:
            desk.tap("1,0")
        for control in ('.judge-adding [data-card="b4"]', "[data-tray]", "[data-slot]:enabled"):
            if desk.page.locator(control).count():
                desk.press(desk.page.locator(control).first)
        desk.answered()
        assert kept_out(desk.page, axe) == [], mode


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out_of_any_question(blank: Desk, axe: str, scheme: Literal["light", "dark"]) -> None:
    page = blank.page
    page.emulate_media(color_scheme=scheme)
    blank.lay(x1y0="park6/n", x1y1="school4/s")
    _asked_in_turn(
        blank, axe, [each.get_attribute("data-mode") or "" for each in page.locator("button[data-mode]").all()]
    )
    page.emulate_media(color_scheme="light")


WIDE = "(all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML)"
CUT = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_text_of_twice_the_size_breaks_nothing(browser: Browser, served: str, width: int) -> None:
    large = browser.browser_type.launch(executable_path=chromium(), args=[*OPTIONS, TWICE])
    page = large.new_page(viewport={"width": width, "height": 900})

    def unbroken(what: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") == width, what
        buttons = page.locator("#judge button:visible, .front button:visible, #play button:visible")
        assert buttons.evaluate_all(CUT) == [], what
        assert page.locator("#judge > * > *, .door, #play > *").evaluate_all(WIDE) == [], what

    page.goto(f"{served}/index.html")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    unbroken("the front page")
    page.goto(f"{served}/ask.html")
    page.wait_for_selector("button[data-mode]")
    modes = [each.get_attribute("data-mode") for each in page.locator("button[data-mode]").all()]
    assert len(modes) > 8
    for mode in modes:
        page.locator(f'button[data-mode="{mode}"]').click()
        unbroken(f"{mode}")
    page.goto(f"{served}/play.html")
    page.locator('[data-command="quick"]').click()
    for moment in (".play-table:not([hidden])", ".play-lit"):  # while a bot thinks perhaps, and on one's own turn
        page.wait_for_selector(moment)
        unbroken(f"the table with {moment}")
    large.close()


# The other pages

ITALIAN = "Granada (Italian)"


def sifted(page: Page, key: str, value: str, expected: set[str]) -> None:
    """Choose something above a table: just the rows that are meant are left, and the address brings them back."""
    every, _ = page.evaluate(script("sifted"), [key, ""])
    shown, told = page.evaluate(script("sifted"), [key, value])
    assert (sorted(shown), told) == (sorted(expected), f"{len(expected)} of {len(every)}")
    assert 0 < len(expected) < len(every)
    page.goto(page.url)
    assert page.evaluate(script("sifted"), ["", ""]) == [shown, told]
    page.evaluate(script("sifted"), [key, ""])


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_shows_its_pictures_and_keeps_nobody_out(
    reader: Desk, served: str, site: Path, axe: str, scheme: Literal["light", "dark"], part: int
) -> None:
    page, found = reader.page, {}
    page.emulate_media(color_scheme=scheme)
    addresses = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    assert len(addresses) > 40
    for address in addresses[part::3]:
        page.goto(f"{served}/{address}")
        found[address] = [*kept_out(page, axe), *page.evaluate(script("broken"))]
    assert {address: flaws for address, flaws in found.items() if flaws} == {}


@pytest.mark.long
def test_rules_rulings_and_books_are_filtered(reader: Desk, served: str) -> None:
    page = reader.page
    ruled = [rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling]
    page.goto(f"{served}/rulebook/index.html")
    assert page.evaluate(script("shown"), "ruling") == len(ruled)
    page.goto(f"{served}/rulebook/building.html")
    assert page.evaluate(script("shown"), "ruling") == sum(chapter_of()[rule.rule] == "building" for rule in ruled)
    page.goto(f"{served}/rulings.html")
    told = [each for rule in ruled for each in rule.differences if each.changes_play]
    sifted(page, "book", ITALIAN, {each.rule for each in told if each.book == ITALIAN})
    sifted(page, "reading", "gift_flip_exact", {"gifts-keep-their-face"})
    sifted(page, "words", "TOO much címlet", {"pay-at-least-the-price"})
    page.goto(f"{served}/books/granada-italian.html")
    assert page.evaluate(script("broken")) == []
    played = {str(READINGS[name][0]) for name in Rulings.edition("it", "granada").chosen}
    sifted(page, "status", "differs, and its edition plays the difference", played)


@pytest.mark.long
def test_rules_are_found_in_the_words_of_players(reader: Desk, served: str) -> None:
    page = reader.page
    page.goto(f"{served}/index.html")
    page.fill(".front input", "hole")
    page.press(".front input", "Enter")
    first = page.wait_for_selector("#rules-found a")
    assert first is not None
    assert (first.get_attribute("href") or "").endswith("/rulebook/building.html#no-holes")
    page.goto(f"{served}/search.html?q=égalité")
    page.select_option("#rules-found select", "alhambra")
    first = page.wait_for_selector("#rules-found li")
    assert first is not None
    assert "ties-share-their-places Alhambra Combined" in first.inner_text()
    page.reload()
    first = page.wait_for_selector("#rules-found li")
    assert first is not None
    assert "ties-share-their-places" in first.inner_text()
    page.goto(f"{served}/search.html?q=trou")
    page.select_option("#rules-found label:nth-of-type(2) select", "fr")
    found = page.wait_for_selector('#rules-found [lang="fr"]')
    assert found is not None
    assert found.inner_text() == Language("fr")(Rule.NO_HOLES.sentence)
    page.click("#rules-found a")
    page.wait_for_selector('[lang="fr"] #no-holes')


def test_a_link_lands_on_its_heading_on_a_phone_while_pictures_load(browser: Browser, served: str) -> None:
    with visit(browser, **PHONE) as context:
        page = context.new_page()
        held = holding(context, "**/_pictures/*")
        for name in ("no-holes/the-corner-instead", "no-holes"):
            page.goto(f"{served}/rulebook/building.html#{name}", wait_until="domcontentloaded")
            page.wait_for_function(script("landed"), arg=name)
            assert held
            while held:
                held.pop().continue_()
            page.wait_for_load_state("load")
            page.wait_for_function(script("landed"), arg=name)


@pytest.mark.long
def test_a_recorded_game_is_stepped_through_by_keys_and_buttons(browser: Browser, tmp_path: Path) -> None:
    record = play([RandomBot(Random(seat)) for seat in range(3)], rng=Random(3))
    (tmp_path / "game.html").write_text(stepping_page(record), encoding="utf-8")
    with visiting(browser, "file:", viewport={"width": 360, "height": 700}) as visitor:
        page = visitor.page
        page.goto((tmp_path / "game.html").as_uri())
        last = page.evaluate("frames.length") - 1
        for key, step in {"ArrowRight": 1, "Space": 2, "ArrowLeft": 1, "End": last, "Home": 0}.items():
            page.keyboard.press(key)
            assert page.evaluate("now") == step
        for button, step in {"last": last, "back": last - 1, "first": 0, "on": 1}.items():
            page.click(f"#{button}")
            assert page.evaluate("now") == step
        assert visitor.count("main svg") == 1 + record.setup.players
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(
    ("locale", "said", "page"), [("en-GB", "Play Granada", "index"), ("hu-HU", "Játssz Granadát", "hu")]
)
def test_the_front_page_greets_players_in_their_language_without_scrolling(
    browser: Browser, served: str, locale: str, said: str, page: str
) -> None:
    with visit(browser, locale=locale, viewport={"width": 360, "height": 640}) as context:
        front = context.new_page()
        front.goto(f"{served}/index.html")
        doors = front.locator(".front-door:visible")
        assert [each.get_attribute("href") for each in doors.all()] == [
            "play.html",
            "ask.html",
            f"rulebook/{page}.html",
        ]
        assert doors.first.locator("b").inner_text() == said
        below = [each.evaluate("(it) => it.getBoundingClientRect().bottom") for each in doors.all()]
        assert max(below) <= 640
        assert front.evaluate("document.documentElement.scrollWidth") == 360
        told = front.locator(":is(.front-doors, .front-words):visible")
        assert told.evaluate_all("(all) => all.map(({ lang }) => lang)") == [locale[:2]] * 2
        learn, game = (each.get_attribute("href") for each in told.first.locator("p a").all())
        assert (learn, game) == ("play.html#learn", "the-game.html" if page == "index" else f"the-game/{page}.html")


@pytest.mark.parametrize("language", [code for code in codes() if code != "en"])
def test_the_rules_in_a_language_have_contents_and_pictures(browser: Browser, served: str, language: str) -> None:
    with visit(browser, **PHONE) as context:
        page = context.new_page()
        page.goto(f"{served}/rulebook/{language}.html")
        assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844  # the chapters are folded
        links = page.locator(".rule-chapters a")
        assert links.all_inner_texts() == [Language(language)(each.title) for each in read_chapters()]
        links.nth(3).tap()
        page.wait_for_function(script("landed"), arg="chapter-building")
        assert page.locator("#chapter-building .case-pictures").count() == 6  # each rule on building is shown
        assert page.locator(".rule-told:has(img)").count() > 60
        page.goto(f"{served}/rulebook/{language}.html#moats-match")
        page.wait_for_function(script("landed"), arg="moats-match")


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "needs a browser"), ("fr-FR", "a besoin d'un navigateur")])
def test_without_webassembly_the_page_says_so(browser: Browser, served: str, locale: str, said: str) -> None:
    with visit(browser, locale=locale) as context:
        context.add_init_script("delete globalThis.WebAssembly")
        page = context.new_page()
        page.goto(f"{served}/ask.html")
        assert said in page.inner_text("#judge")
        assert page.locator("#judge p:visible").count() == 1
        rules = "index" if locale == "en-GB" else "fr"
        assert page.locator("#judge a:visible").get_attribute("href") == f"rulebook/{rules}.html"


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "opened from a file"), ("nl-NL", "vanuit een bestand geopend")])
def test_opened_from_a_file_the_page_says_what_it_needs(browser: Browser, site: Path, locale: str, said: str) -> None:
    with visit(browser, locale=locale) as context:
        page = context.new_page()
        page.goto((site / "ask.html").as_uri())
        assert said in page.inner_text("#judge")
        assert page.locator("#judge p:visible").count() == 1


@pytest.mark.long
def test_nothing_of_a_report_is_cut_off_on_a_phone(browser: Browser) -> None:
    def halving(question: dict[str, Any]) -> dict[str, Any]:
        """An engine that halves all points, and crashes over some cards."""
        said = answer(question)
        if question["kind"] == "score":
            return {**said, "points": [points // 2 for points in said["points"]]}
        crash = question["kind"] == "take" and "o" in question["given"]["do"]
        return {"error": "NullPointerException: Cannot invoke Coin.equals(Object)"} if crash else said

    page = browser.new_page(viewport={"width": 360, "height": 740})
    report = check(halving, only=["alhambra-points", "take-several-up-to-five"])
    page.set_content(as_page([saved(report)]))
    page.click("a[href='#cause-1']")
    wide = "each => each.getBoundingClientRect().right > 361 || (each.matches('.scroll') && each.scrollWidth > 361)"
    assert page.evaluate(f"[...document.querySelectorAll('body *')].filter({wide}).map(each => each.outerHTML)") == []
    page.close()
