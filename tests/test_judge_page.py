"""The page *May I do that?* and the rest of the site in a browser, with the engine that a visitor gets."""

from __future__ import annotations

import base64
import gzip
import json
import os
import runpy
import shutil
from functools import partial
from pathlib import Path
from random import Random
from threading import Lock
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, AnyStr, Literal

import pytest
from attrs import Factory, define
from playwright.sync_api import sync_playwright

from granada import RandomBot, Rule, Rulings, judge, play
from granada.board import Building
from granada.browser import reply
from granada.judging import on_a_page
from granada.languages import Language, codes
from granada.pictures import stepping_page
from granada.questions.grading import differences
from granada.rulebook import READINGS, demand_of
from granada.spec.chapters import read_chapters
from granada.spec.suite import cases, chapter_of
from granada.words import Words
from granada.words.names import MODULES
from tests.conftest import Quiet, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from _typeshed import SupportsRead, SupportsWrite
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

    Record = Callable[[str, object], None]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUARRELS = Path(__file__).parent / "data" / "quarrels"
PATIENCE = 120_000
"""How many milliseconds a slow machine may take for the engine."""


def press(control: Locator, manner: str) -> None:
    """Click, touch or, by the keyboard, reach a control and press Enter."""
    match manner:
        case "mouse":
            control.click()
        case "touch":
            control.tap()
        case "keyboard":
            control.focus()
            assert control.evaluate("(each) => each === document.activeElement && !each.disabled")
            control.page.keyboard.press("Space" if control.get_attribute("type") == "checkbox" else "Enter")


@define
class Desk:
    """A page at which somebody asks by mouse, touch or keyboard in some language, and all that went wrong meanwhile."""

    page: Page
    manner: str = "mouse"
    words: dict[str, Any] = Factory(dict)
    loaded: float = 0
    trouble: list[str] = Factory(list)

    def watch(self, address: str) -> None:
        """Note complaints, and requests to elsewhere."""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda told: self.trouble.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda flaw: self.trouble.append(str(flaw)))
        own = (address, "data:", f"blob:{address}")
        self.page.on("request", lambda sent: None if sent.url.startswith(own) else self.trouble.append(sent.url))

    def open(self, address: str) -> None:
        """Open a page and wait for its first verdict."""
        begun = perf_counter()
        self.page.goto(address)
        self.page.wait_for_selector("#judge[data-ready]")
        self.answered()
        self.loaded = perf_counter() - begun

    def answered(self) -> str:
        """The verdict, when it has come: a change is asked at once, and only the last answer is shown."""
        self.page.wait_for_function("() => document.querySelector('#judge').settled?.()")
        return " ".join(self.page.inner_text(".judge-verdict").split())

    def say(self, english: str, about: str = "", **parts: object) -> str:
        """A text of the page in the language that it speaks."""
        told = self.words.get(f"{about}\4{english}" if about else english, english)
        return str(told).format(**parts)

    def press(self, control: Locator | str) -> None:
        """Click, touch or, by the keyboard, reach a control and press Enter."""
        press(self.page.locator(control) if isinstance(control, str) else control, self.manner)

    def tap(self, *cells: str) -> str:
        """Tap cells; by the keyboard the arrow keys lead there."""
        for cell in cells:
            if self.manner == "keyboard":
                self._walk(cell)
                self.page.keyboard.press("Enter")
            else:
                self.press(f'[data-cell="{cell}"]')
        return self.answered()

    def _walk(self, cell: str) -> None:
        self.page.focus('.judge-board [tabindex="0"]')
        here = self.page.evaluate("document.activeElement.dataset.cell")
        (x, y), (to_x, to_y) = (map(int, each.split(",")) for each in (here, cell))
        for key, steps in (
            ("ArrowRight", to_x - x),
            ("ArrowLeft", x - to_x),
            ("ArrowUp", to_y - y),
            ("ArrowDown", y - to_y),
        ):
            for _ in range(steps):
                self.page.keyboard.press(key)
        assert self.page.evaluate("document.activeElement.dataset.cell") == cell

    def choose(self, tile: str) -> None:
        """Choose any tile: its building, price and edges."""
        faces, _, edges = tile.partition("/")
        face, _, other = faces.removeprefix("*").partition("|")
        building = face.removesuffix("-hut").rstrip("0123456789")
        self.press(f'[data-building="{building}"]')
        self.pick("price", face.removeprefix(building).removeprefix("-"))
        if other:
            back = other.rstrip("0123456789")
            self.pick("other building", back)
            self.pick("other price", other.removeprefix(back))
        pressed = '[data-side][aria-pressed="true"]'
        set_now = self.page.locator(pressed).evaluate_all("(all) => all.map((each) => each.dataset.side)")
        for side in sorted({*set_now} ^ {*edges.partition("~")[0]}):
            self.press(f'[data-side="{side}"]')

    def lay(self, **tiles: str) -> str:
        """Lay tiles on cells such as ``x1y0``."""
        for cell, tile in tiles.items():
            self.choose(tile)
            self.tap(cell[1:].replace("y", ","))
        return self.answered()

    def lay_city(self, tiles: dict[str, str]) -> None:
        """Lay the tiles of a city on their cells."""
        for cell, tile in tiles.items():
            self.choose(tile)
            self.tap(cell)

    def pick(self, name: str, value: object) -> None:
        """Choose from a list; by the keyboard its entries are gone through."""
        control = f'[data-choice="{name}"]'
        if self.manner != "keyboard":
            self.page.select_option(control, str(value))
            return
        places = "(each, value) => [...each.options].findIndex((one) => one.value === value) - each.selectedIndex"
        steps = self.page.locator(control).evaluate(places, str(value))
        self.page.focus(control)
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        assert self.page.input_value(control) == str(value)

    def tick(self, name: str, *, ticked: bool = True) -> None:
        """Tick a box, or leave it unticked."""
        box = self.page.locator("label", has_text=name).locator("input")
        if box.is_checked() is not ticked:
            self.press(box)
        assert box.is_checked() is ticked

    def put(self, tray: str, tiles: list[str]) -> None:
        """Put tiles into a tray."""
        for tile in tiles:
            self.choose(tile)
            self.press(f'[data-tray="{tray}"]')

    def add_cards(self, cards: str) -> None:
        """Put cards where cards are put."""
        for card in cards.split():
            self.press(f'.judge-adding [data-card="{card}"]')

    def use_cards(self, cards: str, where: str = "") -> None:
        """Tap cards that lie somewhere."""
        place = f'.judge-lying[aria-label="{where}"]' if where else ".judge-lying"
        for card in cards.split():
            self.press(self.page.locator(f'{place} [data-card="{card}"][aria-pressed="false"]').first)

    def mode(self, name: str) -> None:
        """Ask something else."""
        self.press(f'button[data-mode="{name}"]')

    def tool(self, name: str) -> str:
        """Press a button."""
        self.press(f'[data-tool="{name}"]')
        return self.answered()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """What the worker of the page answers."""
        answer: dict[str, Any] = self.page.evaluate(
            "(message) => document.querySelector('#judge').ask(message)", message
        )
        return answer

    def question(self) -> dict[str, Any]:
        """The question that the address of the page holds."""
        text = self.page.evaluate("location.hash").removeprefix("#q=").partition("&")[0]
        found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return found


OPTIONS = ("--no-sandbox", "--disable-dev-shm-usage")
TWICE = "--blink-settings=defaultFontSize=32"
"""Text of twice the usual size, as somebody sets it who needs it."""


def _chromium() -> str:
    """Where Chromium is; who has none cannot run these tests, and where they are required that is a failure."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        if os.environ.get("GRANADA_TOOLS") == "require":
            pytest.fail("there is no Chromium here, and these tests are required")
        pytest.skip("there is no Chromium here")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests here."""
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=_chromium(), args=OPTIONS)
        yield started
        started.close()


def _context(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(permissions=["clipboard-read", "clipboard-write"], **more)


def _holding(context: BrowserContext, pattern: str) -> list[Route]:
    """The requests for something, which go on when somebody lets them."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route(pattern, hold)
    return held


@pytest.fixture(scope="module")
def desk(browser: Browser, served: str) -> Iterator[Desk]:
    """The page, with its engine loaded once for all tests here."""
    made = Desk(_context(browser, viewport={"width": 1280, "height": 900}).new_page())
    made.watch(served)
    made.open(f"{served}/ask.html")
    yield made
    assert made.trouble == []
    assert made.page.context.cookies() == []


@pytest.fixture
def blank(desk: Desk) -> Desk:
    """The page with an empty city."""
    desk.page.evaluate(
        "(hash) => { location.hash = hash; }", _link({"kind": "layout", "given": {"layout": {}, "game": "granada"}})
    )
    desk.answered()
    assert desk.question()["given"] == {"game": "granada", "layout": {}}
    return desk


def _link(question: object) -> str:
    return "#q=" + base64.urlsafe_b64encode(json.dumps(question).encode()).decode().rstrip("=")


# Laying and asking


def test_tiles_are_laid_by_clicks_and_by_keyboard_moved_removed_and_brought_back(blank: Desk) -> None:
    blank.lay(x1y0="park6", x2y0="arena8/n", x0y1="school4")
    blank.choose("market3")
    blank.page.focus('[data-cell="0,1"]')
    for key in ("ArrowUp", "Enter", "ArrowLeft", "ArrowDown", "Space"):
        blank.page.keyboard.press(key)
    assert blank.answered().startswith("Yes.")
    five = {"1,0": "park6", "2,0": "arena8/n", "0,1": "school4", "0,2": "market3", "-1,1": "market3"}
    assert blank.question()["given"]["layout"] == five
    blank.tap("-1,1", "3,0")
    assert blank.question()["given"]["layout"]["3,0"] == "market3"
    blank.page.focus('[data-cell="3,0"]')
    blank.page.keyboard.press("Delete")
    blank.answered()
    assert "3,0" not in blank.question()["given"]["layout"]
    for _ in range(3):
        blank.page.keyboard.press("Control+z")
    blank.answered()
    assert blank.question()["given"]["layout"] == five
    blank.page.keyboard.press("Control+Shift+z")
    blank.page.keyboard.press("Control+Shift+z")
    blank.answered()
    assert "3,0" in blank.question()["given"]["layout"]
    assert blank.page.get_attribute(".judge-verdict > [role=status]", "aria-live") == "polite"


def test_a_tap_is_not_lost_when_a_verdict_comes_while_it_lasts(blank: Desk) -> None:
    blank.page.focus('[data-cell="1,0"]')
    blank.page.keyboard.down("Space")
    blank.page.evaluate("document.querySelector('[data-building=\"school\"]').click()")
    blank.answered()
    blank.page.keyboard.up("Space")
    blank.answered()
    assert list(blank.question()["given"]["layout"]) == ["1,0"]


MIDDLE = """(each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def _drag(desk: Desk, start: str, end: str | tuple[float, float]) -> str:
    """Drag something to something else, or to a point of the window."""
    page = desk.page
    x, y = page.locator(start).first.evaluate(MIDDLE)
    to_x, to_y = page.locator(end).first.evaluate(MIDDLE) if isinstance(end, str) else end
    points = [(x + (to_x - x) * step / 5, y + (to_y - y) * step / 5) for step in range(6)]
    if desk.manner == "touch":
        finger = page.context.new_cdp_session(page)
        for number, (at_x, at_y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
        page.wait_for_timeout(200)  # a finger that is lifted while it moves flings the page: the next tap stops that
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        for at_x, at_y in points:
            page.mouse.move(at_x, at_y)
        page.mouse.up()
    return desk.answered()


def _scroll_to_the_board(desk: Desk) -> None:
    """Bring board and palette onto the screen."""
    desk.page.evaluate("document.querySelector('.judge-scroller').scrollIntoView({ behavior: 'instant' })")
    desk.page.evaluate("scrollBy({ top: -70, behavior: 'instant' })")


def _drag_about(desk: Desk) -> None:
    """Drag tiles from the palette, on the board, to a tray and away."""
    _scroll_to_the_board(desk)
    tile = desk.page.get_attribute(".judge-reals .judge-real", "data-tile")
    _drag(desk, ".judge-reals .judge-real", '[data-cell="1,0"]')
    assert desk.question()["given"]["layout"] == {"1,0": tile}
    _drag(desk, ".judge-chosen", '[data-cell="0,1"]')
    _drag(desk, '[data-cell="1,0"]', '[data-cell="-1,0"]')
    assert desk.question()["given"]["layout"] == {"-1,0": tile, "0,1": tile}
    _drag(desk, '[data-cell="0,1"]', (8, 200))
    assert desk.question()["given"]["layout"] == {"-1,0": tile}
    desk.mode("place")
    _scroll_to_the_board(desk)
    _drag(desk, ".judge-chosen", '[data-cell="1,0"]')
    assert desk.question()["given"]["do"] == f"place {tile} at 1,0"
    assert desk.question()["given"]["city"] == {"-1,0": tile}


@pytest.mark.long
def test_tiles_are_dragged_from_the_palette_on_the_board_and_away(blank: Desk) -> None:
    _drag_about(blank)


TOP = "document.querySelector('.judge-palette').getBoundingClientRect().top + scrollY"


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_the_palette_stays_where_it_is_whatever_is_asked_and_answered(blank: Desk, width: int) -> None:
    blank.page.set_viewport_size({"width": width, "height": 900})
    places = []
    for mode in ("lay", "place", "swap", "moat", "lay"):
        blank.mode(mode)
        blank.answered()
        places.append(blank.page.evaluate(TOP))
        blank.choose("park6/nw")
        assert "No." in blank.tap("1,0") or mode in {"swap", "moat"}
        places.append(blank.page.evaluate(TOP))
    blank.mode("take")
    has_board = blank.page.is_visible(".judge-board")
    blank.page.set_viewport_size({"width": 1280, "height": 900})
    assert max(places) - min(places) < 2
    assert not has_board


def test_a_swap_to_another_place_is_asked_about_and_marked(blank: Desk) -> None:
    blank.lay(x1y0="park6")
    blank.mode("swap")
    assert blank.tap("1,0").startswith("Yes.")
    said = blank.tap("0,1")
    assert said.startswith(f"No. {demand_of(Rule.SWAP_IN_PLACE)}")
    assert blank.page.locator(".judge-bad").get_attribute("data-cell") == "0,1"
    assert blank.page.locator(".judge-gone").get_attribute("data-cell") == "1,0"
    assert blank.question()["elsewhere"] == "0,1"


@pytest.mark.long
def test_what_is_done_at_a_table_is_shown_and_marked_on_the_board_of_whoever_acts(blank: Desk) -> None:
    blank.mode("table")
    blank.lay(x1y0="park6")
    blank.put("Reserve of seat 1", ["school8/w"])
    blank.pick("What is done", "swap")
    assert blank.tap("1,0").startswith("No.")
    assert blank.page.locator(".judge-ghost").get_attribute("data-cell") == "1,0"
    assert blank.page.locator(".judge-wrong").count() > 0
    blank.press('[data-seat="1"]')
    blank.answered()
    assert blank.page.locator(".judge-ghost, .judge-wrong").count() == 0


@pytest.mark.long
def test_what_is_wrong_is_marked_in_the_city_of_its_seat_and_in_no_other(blank: Desk) -> None:
    for mode in ("score", "table"):
        blank.mode(mode)
        if mode == "table":
            blank.pick("What is done", "pass")
        blank.press('[data-seat="1"]')
        blank.lay(x1y0="park6/nw")
        assert blank.page.locator(".judge-wrong").count() > 0
        blank.press('[data-seat="0"]')
        assert "First the city of seat 2" in blank.answered()
        assert blank.page.locator(".judge-wrong").count() == 0
        blank.press('[data-seat="1"]')
        blank.answered()
        assert blank.page.locator(".judge-wrong").count() > 0
        blank.tool("Clear")


@pytest.mark.long
def test_a_hut_brings_its_module_into_play_and_this_is_said(blank: Desk) -> None:
    blank.pick("Game", "alhambra")
    blank.mode("score")
    assert "belongs to a module" not in blank.answered()
    assert "played with: the builders' huts." in blank.lay(x1y0="garden-hut")
    assert "belongs to a module" not in blank.lay(x0y1="garden8")
    assert blank.question()["given"]["modules"] == ["huts"]


@pytest.mark.long
def test_what_is_laid_is_in_the_link_before_anything_is_asked(blank: Desk) -> None:
    blank.mode("table")
    blank.lay(x1y0="park6")
    blank.press('[data-seat="1"]')
    blank.add_cards("b1 g4")
    blank.answered()
    assert blank.question()["told"]["state"]["seats"] == [{"city": {"1,0": "park6"}}, {"hand": "b1 g4"}]
    address = blank.page.url
    blank.tool("Undo")
    blank.page.evaluate("(hash) => { location.hash = hash; }", address.partition("#")[2])
    blank.answered()
    assert blank.page.get_attribute('button[data-mode="table"]', "aria-pressed") == "true"
    assert blank.page.url == address


@pytest.mark.long
def test_a_question_as_text_can_be_read_in_another_language(blank: Desk) -> None:
    blank.page.evaluate("(hash) => { location.hash = hash; }", _link({"kind": "notation", "given": {"of": "cards"}}))
    blank.answered()
    assert blank.page.is_visible('[data-choice="Language"]')


def test_an_old_verdict_is_dimmed_until_the_next_one_is_there(blank: Desk) -> None:
    script = "() => { document.querySelector('[data-cell=\"1,0\"]').click(); return %s; }"
    busy = "document.querySelector('.judge-verdict').ariaBusy"
    assert blank.page.evaluate(script % busy) == "true"
    blank.answered()
    assert blank.page.evaluate(busy) == "false"


@pytest.mark.long
def test_points_piles_and_what_modules_know_are_laid_by_hand(blank: Desk) -> None:
    blank.pick("Game", "alhambra")
    blank.mode("table")
    blank.pick("I ask", "legal")
    for module in ("vizier", "huts", "bonus"):
        blank.tick(MODULES[module][1])
    blank.press(".judge-rarer summary")
    blank.page.fill('[data-number="Points of seat 1"]', "20")
    blank.page.keyboard.press("Tab")
    blank.tick("the vizier of seat 1 is active", ticked=False)
    blank.put("Huts that lie open", ["garden-hut/s"])
    blank.put("Hidden bonus cards of seat 1", ["garden10"])
    for place, card in {"discard": "b1", "deck": "g2", "deck1": "o3"}.items():
        blank.pick("Put cards into", place)
        blank.add_cards(card)
    assert "cannot be asked" not in blank.answered()
    assert blank.question()["told"]["state"] == {
        "modules": ["vizier", "huts", "bonus"],
        "seats": [{"points": 20}],
        "vizier": [False, True, True],
        "huts": {"tops": ["", "", "", "", "garden-hut/s", ""], "piles": [[]] * 6},
        "bonus": {"hidden": [["garden10"], [], []], "shown": [[], [], []]},
        "discard": "b1",
        "deck": ["g2", "o3"],
    }


def test_each_building_rule_is_broken_and_mended(blank: Desk) -> None:
    legal = "Yes. This city is legal."
    assert blank.lay(x1y0="park6") == legal
    blank.tap("1,0")
    assert demand_of(Rule.SAME_ORIENTATION) in blank.tool("Turn")
    assert blank.tool("Undo") == legal
    blank.tap("1,0")
    assert demand_of(Rule.MOATS_MATCH) in blank.lay(x2y0="arena8/w")
    blank.tap("2,0")
    assert blank.tool("Remove") == legal
    said = blank.lay(x1y1="school4/s", x1y2="school5")
    assert demand_of(Rule.WALKABLE) in said
    assert demand_of(Rule.MOATS_MATCH) in said
    assert blank.page.locator(".judge-bad").count() > 1
    blank.tool("Clear")
    assert demand_of(Rule.EDGE_CONTACT) in blank.lay(x1y1="market2")
    ring = ("1,0", "1,1", "2,1", "2,2", "2,3", "1,3", "0,3", "0,2", "0,1")
    tiles = (*(f"park{price}" for price in range(6, 13)), "school4", "school5")
    given = {"game": "granada", "layout": dict(zip(ring, tiles, strict=True))}
    blank.page.evaluate("(hash) => { location.hash = hash; }", _link({"kind": "layout", "given": given}))
    assert demand_of(Rule.NO_HOLES) in blank.answered()
    assert blank.page.locator(".judge-hole").count() == 1
    blank.choose("arena2")
    assert blank.tap("1,2") == legal
    links = blank.page.locator(".judge-more a").all()
    assert all("/rulebook/" in (link.get_attribute("href") or "") for link in links)


TAPPED = """(cell) => new Promise((done) => {
  const begun = performance.now();
  const isSettled = () => document.querySelector("#judge").settled();
  const shown = () => requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - begun))));
  const look = () => (isSettled() ? shown() : setTimeout(look, 1));
  document.querySelector(`[data-cell="${cell}"]`).click();
  look();
})"""
"""A script that taps a cell, and tells how many milliseconds it took until the verdict was on the screen."""


@pytest.mark.long
def test_a_tile_is_asked_about_and_the_cells_where_it_fits_are_lit(blank: Desk, record_property: Record) -> None:
    blank.lay(x1y0="park6", x0y1="school4")
    blank.mode("place")
    blank.choose("market5/s")
    blank.answered()
    lit = {cell.get_attribute("data-cell") for cell in blank.page.locator(".judge-lit").all()}
    where = {"ask": "where", "verb": "place", "game": "granada", "city": {"1,0": "park6", "0,1": "school4"}}
    found = blank.ask({**where, "face": "market5/s"})["cells"]
    assert lit == {f"{x},{y}" for x, y in found}
    assert "1,1" not in lit
    taps = [blank.page.evaluate(TAPPED, cell) for cell in ("2,0", "-1,0", "0,2", "1,-1", "1,1")]
    record_property("measured: ms from a tap to its verdict on the screen", sorted(taps)[2])
    said = blank.answered()
    assert said.startswith(f"No. {demand_of(Rule.MOATS_MATCH)}")
    assert "Build a market for 5, moat in the south, north of the park" in said
    blank.mode("remove")
    assert blank.tap("1,0") == "Yes. Move a park for 6, east of the start tile to the reserve"
    assert blank.tap("0,0").startswith("No.")
    blank.mode("swap")
    blank.choose("hostel9")
    assert blank.tap("0,1").startswith("Yes. Exchange a school for 4,")
    blank.choose("hostel9/s")
    assert blank.tap("0,1").startswith("No.")


@pytest.mark.long
def test_moats_are_traced_and_scorings_explained(blank: Desk) -> None:
    blank.lay(x1y0="park6/ne", x0y1="school4/n")
    blank.mode("moat")
    assert blank.answered() == "2 edges."
    assert blank.page.locator(".judge-run").count() == 1
    assert demand_of(Rule.WALKABLE) in blank.lay(x0y2="arena8/s")
    assert blank.page.locator(".judge-bad").count() > 0
    blank.tool("Undo")
    blank.mode("score")
    blank.page.click('[data-seat="1"]')
    said = blank.lay(x1y0="park8")
    assert said == "Points: seat 1: 3, seat 2: 2"
    assert "tie broken by price 8" in blank.page.inner_text(".judge-scoring")


@pytest.mark.long
def test_cards_are_paid_and_taken(blank: Desk) -> None:
    blank.mode("take")
    for card in ("b1", "g4", "y9"):
        blank.page.click(f'.judge-adding [data-card="{card}"]')
    for card in ("b1", "g4"):
        blank.page.click(f'.judge-lying [data-card="{card}"]')
    assert blank.answered() == "Yes. Take blue 1 and green 4"
    assert "Granada (Italian): illegal" in blank.page.inner_text(".judge-more")
    blank.page.click('.judge-lying [data-card="y9"]')
    assert blank.answered().startswith(f"No. {demand_of(Rule.TAKE_SEVERAL_UP_TO_FIVE)}")
    blank.mode("buy")
    blank.choose("school9")
    for card in ("b4", "b6", "g9"):
        blank.page.click(f'.judge-adding [data-card="{card}"]')
    blank.page.click('.judge-lying [data-card="b4"]')
    assert demand_of(Rule.PAY_AT_LEAST_THE_PRICE) in blank.answered()
    blank.page.click('.judge-lying [data-card="b6"]')
    assert blank.answered().startswith("Yes. It is more than the price, so no further action.")


# Quarrels, laid by hand

TOLD_AFTERWARDS = {"actor": "who is next", "over": "whether the game is over", "dirk": "the tiles of {dirk}"}
BAGS = {"granada": "Granada", "alhambra": "the Alhambra"}
DIRK = {
    "granada": "the imaginary player of Granada",
    "alhambra": "the imaginary player of the Alhambra",
    "combined": "the imaginary player of both together",
}


def _small(desk: Desk, kind: str, given: dict[str, Any]) -> None:
    """Lay a question about a city, cards or a scoring."""
    done = str(given.get("do", "")).split()
    if kind in {"place", "moat"}:
        desk.lay_city(given["city"])
        desk.mode(kind)
    else:
        desk.mode(kind)
    for module in given.get("modules", ()):
        desk.tick(desk.say(MODULES[module][1], MODULES[module][0]))
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
        for slot, tile in enumerate(given["yard"]):
            if tile:
                desk.choose(tile)
                desk.press(f'[data-slot="{slot}"]')
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
    for module in state.get("modules", ()):
        desk.tick(desk.say(MODULES[module][1], MODULES[module][0]))
    desk.pick("The moment", state.get("phase", "act"))
    desk.pick("Whose turn", state.get("turn", 0))
    if "asked" in state:
        desk.pick("Asked first", state["asked"][0])
    for slot, tile in enumerate(state.get("yard", ())):
        if tile:
            desk.choose(tile)
            desk.press(f'[data-slot="{slot}"]')
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
    _speak(desk, language)
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


def _speak(desk: Desk, language: str) -> None:
    """Begin with an empty city, in a language."""
    empty = {"kind": "layout", "given": {"layout": {}, "game": "granada"}}
    desk.page.evaluate("(hash) => { location.hash = hash; }", f"{_link(empty)}&lang={language}")
    desk.page.wait_for_function("(code) => document.querySelector('#judge').lang === code", arg=language)
    desk.answered()
    catalogue = "async (code) => (await (await fetch(`_static/judge/words/${code}.json`)).json()).texts"
    desk.words = desk.page.evaluate(catalogue, language) if language != "en" else {}


def _reads(desk: Desk, told: dict[str, Any]) -> None:
    """The page says all that the engine told: the reason, what was done, what came of it, and what books print."""
    shown = desk.answered()
    facts = [] if desk.page.locator(".judge-scoring").count() else told["facts"][told["subject"] == "" :]
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


@pytest.fixture
def in_english(desk: Desk) -> Iterator[None]:
    """Afterwards the page speaks English again."""
    yield
    _speak(desk, "en")


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    "name", ["fr-a-flip-for-one-and-two", pytest.param("nl-the-vizier-pays-one-too-much", marks=pytest.mark.long)]
)
def test_a_quarrel_is_laid_by_hand_and_settled(blank: Desk, name: str) -> None:
    _settle(blank, QUARRELS / f"{name}.toml")


SIZES = {"mouse": (1280, 900), "keyboard": (1280, 900), "touch": (390, 800)}


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("manner", SIZES)
def test_every_quarrel_is_laid_by_hand_and_settled(browser: Browser, served: str, manner: str) -> None:
    width, height = SIZES[manner]
    touch = manner == "touch"
    with _context(browser, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch) as context:
        visit = Desk(context.new_page(), manner)
        visit.watch(served)
        visit.open(f"{served}/ask.html")
        for path in sorted(QUARRELS.glob("*.toml")):
            _settle(visit, path)
        _speak(visit, "en")
        if manner != "keyboard":
            _drag_about(visit)
        assert visit.trouble == []


FOCUSED = """() => {
  const { dataset, ariaLabel } = document.activeElement;
  return Object.values(dataset)[0] ?? ariaLabel;
}"""


def test_whoever_uses_the_keyboard_stays_where_they_are(blank: Desk) -> None:
    for control, name in {
        '[data-mode="place"]': "place",
        '[data-building="school"]': "school",
        '[data-side="n"]': "n",
        '[data-cell="0,1"]': "0,1",
        '[data-tool="Undo"]': "Undo",
        '[data-tool="Redo"]': "Undo",
        '[data-mode="take"]': "take",
        '.judge-adding [data-card="b4"]': "b4",
        '.judge-lying [data-card="b4"]': "b4",
    }.items():
        blank.page.focus(control)
        blank.page.keyboard.press("Enter")
        blank.answered()
        assert blank.page.evaluate(FOCUSED) == name
    blank.mode("score")
    for module in blank.page.locator(".judge-modules input").all():
        module.focus()
        blank.page.keyboard.press("Space")
        blank.answered()
        assert module.evaluate("(each) => each === document.activeElement && each.checked")


@pytest.mark.long
def test_the_focus_is_not_lost_with_what_had_it(blank: Desk) -> None:
    blank.mode("take")
    blank.mode("lay")
    blank.page.focus('[data-cell="0,1"]')
    blank.page.keyboard.press("Control+z")
    blank.answered()
    assert blank.page.evaluate(FOCUSED) == "take"


@pytest.mark.long
@pytest.mark.usefixtures("in_english")
def test_whoever_lets_their_book_answer_is_at_its_answer_then(blank: Desk) -> None:
    _speak(blank, "it")
    button = blank.page.locator('[data-tool="own book"]')
    assert button.evaluate("(each) => each.closest('[role=status]')") is None
    button.focus()
    blank.page.keyboard.press("Enter")
    blank.answered()
    assert blank.question()["edition"] == "it"
    assert blank.page.evaluate("document.activeElement.className") == "judge-verdict"


CONTRAST = """([selector, part]) => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const bright = (colour) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((each) =>
      each / 255 <= 0.04045 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const found = document.querySelector(selector);
  const grounds = [];
  for (let each = found; each; each = each.parentElement) grounds.unshift(getComputedStyle(each).backgroundColor);
  const ground = ["white", ...grounds].map(bright).at(-1);
  const ink = bright(getComputedStyle(found, part).color);
  return Math.max(ground, ink) / Math.min(ground, ink);
}"""
"""A script that tells the contrast of a text to what lies below it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_chosen_and_what_is_possible_can_be_read(blank: Desk, scheme: Literal["light", "dark"]) -> None:
    blank.page.emulate_media(color_scheme=scheme)
    blank.mode("place")
    blank.answered()
    texts = (('.judge-building[aria-pressed="true"] small', None), (".judge-lit", "::after"))
    contrasts = [blank.page.evaluate(CONTRAST, text) for text in texts]
    blank.page.emulate_media(color_scheme="light")
    assert all(contrast >= 4.5 for contrast in contrasts), contrasts


def test_the_book_of_the_chosen_edition_answers_first_and_the_link_names_it(blank: Desk) -> None:
    blank.mode("take")
    for card in ("b1", "g4"):
        blank.page.click(f'.judge-adding [data-card="{card}"]')
        blank.page.click(f'.judge-lying [data-card="{card}"]')
    blank.page.get_by_label("Edition").select_option("it")
    said = blank.answered()
    assert said.startswith("No.")
    assert "So says Granada (Italian): " in said
    assert "our ruling: legal" in (blank.page.text_content(".judge-more") or "")
    asked = blank.question()
    assert asked["edition"] == "it"
    blank.page.get_by_label("Edition").select_option("hu")
    assert "So Granada (Hungarian) is played." in blank.answered()
    blank.page.evaluate("(hash) => { location.hash = hash; }", _link(asked))
    assert blank.answered() == said
    assert blank.page.get_by_label("Edition").input_value() == "it"


@pytest.mark.usefixtures("in_english")
def test_the_page_speaks_the_language_of_the_edition_when_asked_and_the_link_keeps_it(blank: Desk) -> None:
    page = blank.page
    hu = page.evaluate("async () => (await (await fetch('_static/judge/words/hu.json')).json()).texts")
    page.get_by_label("Edition").select_option("hu")
    blank.answered()
    page.click('button[lang="hu"]')
    page.wait_for_function("() => document.querySelector('#judge').lang === 'hu'")
    blank.answered()
    assert page.get_attribute('[data-building="park"]', "aria-label") == Words(Language("hu")).building(Building.PARK)
    assert page.url.endswith("&lang=hu")
    assert page.title() == f"{hu['May I do that?']} - granada"
    assert page.get_attribute("html", "lang") == "hu"
    assert page.inner_text(".sidebar-tree").split("\n") == [hu["May I do that?"], hu["All rules"]]
    heard = page.locator("body > input, body > a, .theme-toggle, .sidebar-search").evaluate_all(
        "(all) => all.map((each) => each.ariaLabel ?? each.textContent)"
    )
    assert set(heard) <= {each for each in hu.values() if isinstance(each, str)}
    blank.mode("take")
    blank.add_cards("b5 b5 b5 b5")
    blank.use_cards("b5")
    asked = {"ask": "judge", "kind": "take", "given": {"display": "b5 b5 b5 b5", "do": "take b5"}, "language": "hu"}
    (flaw,) = json.loads(reply(json.dumps(asked)))["told"]
    assert blank.answered() == f"{hu['This cannot be asked yet.']} {flaw}"
    page.select_option('[data-choice="Language"]', "en")
    page.wait_for_function("() => document.querySelector('#judge').lang === 'en'")
    blank.answered()
    blank.mode("lay")
    assert page.get_attribute('[data-building="park"]', "aria-label") == "park"
    assert "The rulebook" in page.inner_text(".sidebar-tree")
    page.evaluate("() => { location.hash = location.hash.replace('&lang=en', '&lang=fr'); }")
    page.wait_for_function("() => document.querySelector('#judge').lang === 'fr'")
    blank.answered()
    page.select_option('[data-choice="Language"]', "en")
    page.wait_for_function("() => document.querySelector('#judge').lang === 'en'")


# Links and texts


@pytest.mark.long
def test_the_link_opens_on_a_dark_phone_is_gone_on_with_by_touch_and_a_second_visit_needs_no_network(
    desk: Desk, browser: Browser, served: str, record_property: Record
) -> None:
    desk.page.evaluate("location.hash = '#case=no-holes/the-corner-instead'")
    desk.page.wait_for_function("() => location.hash.startsWith('#q=')")
    desk.answered()
    phone = {"width": 390, "height": 800}
    with _context(browser, viewport=phone, has_touch=True, is_mobile=True, color_scheme="dark") as context:
        other = Desk(context.new_page())
        other.watch(served)
        other.open(desk.page.url)
        record_property("measured: s to the first verdict, with nothing in the cache", round(other.loaded, 1))
        assert other.answered() == desk.answered()
        assert other.question() == desk.question()
        other.page.tap('[data-cell="1,1"]')
        other.answered()
        assert other.question()["given"]["do"].endswith(" at 1,1")
        assert other.page.evaluate("document.documentElement.scrollWidth") == 390
        other.page.set_viewport_size({"width": 360, "height": 700})
        assert other.page.evaluate("document.documentElement.scrollWidth") == 360
        assert other.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 20, 22)"
        assert other.trouble == []
        _come_back_without_a_network(other, record_property)


KEPT = """async ({ mark, damage }) => {
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    const found = await kept.match("_engine/memory");
    if (!found) continue;
    const memory = new Uint8Array(await found.arrayBuffer());
    if (damage === "a byte") memory[5_000_000] ^= 1;
    if (damage === "all") memory.fill(1);
    const whole = damage === "all" ? String(new Uint8Array(await crypto.subtle.digest("SHA-256", memory))) : null;
    const headers = { "X-Checksum": whole ?? found.headers.get("X-Checksum"), "X-Mark": mark ?? "" };
    if (mark) await kept.put("_engine/memory", new Response(memory, { headers }));
    return mark ?? found.headers.get("X-Mark") ?? "new";
  }
  return "";
}"""
"""A script that marks, and may damage, the memory of Python that is kept, or tells how it is marked."""


def _come_back_without_a_network(visit: Desk, record_property: Record) -> None:
    """Leave the page and open it again: all of it was kept."""
    page, said = visit.page, visit.answered()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_function(KEPT, arg={"mark": "seen"})
    page.context.set_offline(offline=True)
    address = page.url
    page.goto("about:blank")
    visit.open(address)
    assert page.evaluate(KEPT, {}) == "seen"  # a Python that had begun anew would have kept its own memory
    record_property("measured: s to the first verdict of a second visit, without a network", round(visit.loaded, 1))
    assert visit.answered() == said


@pytest.mark.long
def test_a_case_is_copied_pasted_and_fits_into_a_chapter(blank: Desk) -> None:
    blank.lay(x1y0="park6", x0y1="school4")
    blank.mode("place")
    blank.choose("market5/s")
    before = blank.tap("1,1")
    blank.page.click('[data-tool="case"]')
    copied = blank.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("# belongs under ## moats-match\n[[case]]\n")
    assert 'breaks = ["moats-match"]' in copied
    blank.tool("Undo")
    if not blank.page.is_visible(".judge-text textarea"):  # it stays open when a question was shown as text
        blank.page.click(".judge-text summary")
    blank.page.fill(".judge-text textarea", copied.replace('breaks = ["moats-match"]\n', ""))
    assert blank.tool("judge") == before
    blank.page.fill(".judge-text textarea", 'kind = "notation"\nof = "cards"\ntext = "y9 b1"')
    assert "b1 y9" in blank.tool("judge")
    blank.page.fill(".judge-text textarea", "kind = place")
    said = blank.tool("judge")
    assert said.startswith("This cannot be asked yet.")
    assert "no TOML" in said
    assert blank.page.inner_text(".judge-more") == ""


HOSTILE = "<img src=x onerror=window.harmed=1><script>window.harmed=1</script>"
HARMFUL: list[Any] = [
    {"kind": HOSTILE, "given": {}},
    {"kind": "place", "given": {"city": {"1,0": HOSTILE}, "do": f"place {HOSTILE} at 1,0"}},
    {"kind": "layout", "given": {"layout": {"1000000,1000000": "park6"}}},
    {"kind": "layout", "given": {"game": "__proto__", "layout": {}}},
    {"kind": "layout", "given": {"layout": {HOSTILE: "park6"}, "__proto__": {"game": "alhambra"}}},
    {"kind": "score", "given": {"round": HOSTILE, "cities": [{}] * 5000}},
    {"kind": "take", "given": {"display": "b1 " * 3000, "do": "take b1"}},
    {"kind": "notation", "given": {"of": "layout", "text": HOSTILE * 500}},
    {"kind": "constructor", "given": []},
    {"kind": "layout", "given": {"layout": {}}, "edition": "__proto__"},
    {"kind": "layout", "given": {"layout": {}}, "edition": [HOSTILE]},
    {"kind": "layout", "given": {"layout": {"1,0": "constructor6"}}},
    {"kind": "layout", "given": {"layout": {"1,0": "park99/nesw~270"}, "rulings": None}},
    {"kind": "buy", "given": {"hand": "b1", "space": {}, "tile": "park6", "do": "buy 1 with b1"}},
    [HOSTILE],
    "x" * 300_000,
]


@pytest.mark.long
def test_a_twin_of_a_case_can_be_tried(desk: Desk) -> None:
    desk.page.evaluate("location.hash = '#case=no-holes/the-corner-instead@alhambra'")
    desk.page.wait_for_function("() => location.hash.startsWith('#q=')")
    assert desk.answered().startswith("Yes.")
    assert desk.question()["given"]["game"] == "alhambra"


def test_a_hostile_link_does_no_harm(desk: Desk) -> None:
    for asked in HARMFUL:
        desk.page.evaluate("(hash) => { location.hash = hash; }", _link(asked))
        desk.answered()
    for hash_ in ("#case=<img src=x onerror=window.harmed=1>", "#case=%", "#q=%%%", "#q", "#=", "#case=../../x"):
        desk.page.evaluate("(hash) => { location.hash = hash; }", hash_)
        desk.answered()
    assert desk.trouble == []
    assert desk.page.evaluate("window.harmed") is None
    assert desk.page.locator("#judge img").count() == 0
    assert len(desk.page.inner_text("body")) < 50_000
    assert desk.ask({"ask": "judge", "kind": "layout", "given": {"layout": {}}})["legal"] is True


SPOKEN = """async (questions) => {
  const ask = document.querySelector("#judge").ask;
  return Promise.all(questions.map(async (question) => {
    const { answer, flaws } = await ask({ ask: "judge", ...question });
    return answer ?? { flaws };
  }));
}"""


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(3))
def test_every_case_gets_its_answer_through_the_worker_in_each_language_in_turn(
    desk: Desk, part: int, record_property: Record
) -> None:
    asked = list(cases())[part::3]
    spoken = codes()
    begun, wrong = perf_counter(), []
    for start in range(0, len(asked), 100):
        some = asked[start : start + 100]
        questions = [
            {"kind": case.kind, "given": case.given, "language": spoken[(start + number) % len(spoken)]}
            for number, case in enumerate(some)
        ]
        answers = desk.page.evaluate(SPOKEN, questions)
        for case, said in zip(some, answers, strict=True):
            wrong += [(case.id, each) for each in differences(case.asked, case.expect, said)]
    spent = perf_counter() - begun
    record_property("measured: ms for a case in the worker", round(1000 * spent / len(asked)))
    assert wrong == []


# For everybody

ENGINE = Path(__file__).parents[1] / "docs" / "_ext" / "engine.py"
AXE = (
    "axe-core",
    "4.14.0",
    "sha512-9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
)
VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const few = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
  return violations.map(({ id, nodes }) => `${id}: ${few(nodes)}`);
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks for what keeps people out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ENGINE.parent)
        folder: Path = runpy.run_path(str(ENGINE))["from_npm"](*AXE, ["axe.min.js"])
    return (folder / "axe.min.js").read_text(encoding="utf-8")


def _kept_out(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


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
        assert _kept_out(desk.page, axe) == [], mode


@pytest.mark.long
def test_nobody_is_kept_out_of_a_question_about_a_tile_or_a_table(blank: Desk, axe: str) -> None:
    blank.lay(x1y0="park6/n", x1y1="school4/s")
    blank.page.emulate_media(color_scheme="dark")
    _asked_in_turn(blank, axe, ["place", "table"])
    blank.page.emulate_media(color_scheme="light")


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
    large = browser.browser_type.launch(executable_path=_chromium(), args=[*OPTIONS, TWICE])
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
    page.wait_for_selector(".play-table:not([hidden])")
    unbroken("the table")
    large.close()


# The other pages

ITALIAN = "Granada (Italian)"
BROKEN = """async () => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const images = [...document.querySelectorAll("article img")];
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  return images.filter((image) => !image.naturalWidth || !image.getClientRects().length).map((image) => image.src);
}"""
SHOWN = """(value) => {
  const select = document.querySelector(".rule-filter select");
  select.value = value;
  select.dispatchEvent(new Event("change"));
  const rules = [...document.querySelectorAll(".rule-tags, .rule-list > li")];
  return rules.filter((each) => each.closest("section, li").getClientRects().length).length;
}"""

SIFTED = """([key, value]) => {
  const labels = [...document.querySelectorAll(".table-filter label")];
  const field = key && labels.find((each) => each.textContent.startsWith(key)).querySelector("input, select");
  if (field) field.value = value;
  if (field) field.dispatchEvent(new Event(field.matches("input") ? "input" : "change"));
  const shown = [...document.querySelectorAll(".sifted tbody tr")].filter((row) => row.getClientRects().length);
  return [shown.map((row) => row.id), document.querySelector(".table-filter [role=status]").textContent];
}"""


def sifted(page: Page, key: str, value: str, expected: set[str]) -> None:
    """Choose something above a table: just the rows that are meant are left, and the address brings them back."""
    every, _ = page.evaluate(SIFTED, [key, ""])
    shown, told = page.evaluate(SIFTED, [key, value])
    assert (sorted(shown), told) == (sorted(expected), f"{len(expected)} of {len(every)}")
    assert 0 < len(expected) < len(every)
    page.goto(page.url)
    assert page.evaluate(SIFTED, ["", ""]) == [shown, told]
    page.evaluate(SIFTED, [key, ""])


@pytest.fixture
def reader(browser: Browser, served: str) -> Iterator[Desk]:
    """Somebody who reads the other pages; nothing goes wrong, and nothing is left in the browser."""
    with _context(browser) as context:
        visit = Desk(context.new_page())
        visit.watch(served)
        yield visit
        assert context.cookies() == []
        assert visit.trouble == []


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens_without_complaint_shows_its_pictures_and_keeps_nobody_out(
    reader: Desk, served: str, site: Path, axe: str, scheme: Literal["light", "dark"], part: int
) -> None:
    page, found = reader.page, {}
    page.emulate_media(color_scheme=scheme)
    addresses = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    assert len(addresses) > 40
    for address in addresses[part::3]:
        page.goto(f"{served}/{address}")
        found[address] = [*_kept_out(page, axe), *page.evaluate(BROKEN)]
    assert {address: flaws for address, flaws in found.items() if flaws} == {}


@pytest.mark.long
def test_rules_rulings_and_books_are_filtered(reader: Desk, served: str) -> None:
    page = reader.page
    ruled = [rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling]
    page.goto(f"{served}/rulebook/index.html")
    assert page.evaluate(SHOWN, "ruling") == len(ruled)
    page.goto(f"{served}/rulebook/building.html")
    assert page.evaluate(SHOWN, "ruling") == sum(chapter_of()[rule.rule] == "building" for rule in ruled)
    page.goto(f"{served}/rulings.html")
    told = [each for rule in ruled for each in rule.differences if each.changes_play]
    sifted(page, "book", ITALIAN, {each.rule for each in told if each.book == ITALIAN})
    sifted(page, "reading", "gift_flip_exact", {"gifts-keep-their-face"})
    sifted(page, "words", "TOO much címlet", {"pay-at-least-the-price"})
    page.goto(f"{served}/books/granada-italian.html")
    assert page.evaluate(BROKEN) == []
    played = {str(READINGS[name][0]) for name in Rulings.edition("it", "granada").chosen}
    sifted(page, "status", "differs, and its edition is played so", played)


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


LANDED = """(id) => {
  const found = document.getElementById(id);
  const { top } = found.getBoundingClientRect();
  return (found.open ?? true) && found.offsetHeight && top >= 0 && top < innerHeight;
}"""


def test_a_link_lands_on_its_heading_on_a_phone_while_pictures_load(browser: Browser, served: str) -> None:
    phone = {"width": 390, "height": 800}
    with _context(browser, viewport=phone, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        held = _holding(context, "**/_pictures/*")
        for name in ("no-holes/the-corner-instead", "no-holes"):
            page.goto(f"{served}/rulebook/building.html#{name}", wait_until="domcontentloaded")
            page.wait_for_function(LANDED, arg=name)
            assert held
            while held:
                held.pop().continue_()
            page.wait_for_load_state("load")
            page.wait_for_function(LANDED, arg=name)


@pytest.mark.long
def test_a_recorded_game_is_stepped_through_by_keys_and_buttons(browser: Browser, tmp_path: Path) -> None:
    record = play([RandomBot(Random(seat)) for seat in range(3)], rng=Random(3))
    (tmp_path / "game.html").write_text(stepping_page(record), encoding="utf-8")
    with _context(browser, viewport={"width": 360, "height": 700}) as context:
        visit = Desk(context.new_page())
        visit.watch("file:")
        visit.page.goto((tmp_path / "game.html").as_uri())
        last = visit.page.evaluate("frames.length") - 1
        for key, step in {"ArrowRight": 1, "Space": 2, "ArrowLeft": 1, "End": last, "Home": 0}.items():
            visit.page.keyboard.press(key)
            assert visit.page.evaluate("now") == step
        for button, step in {"last": last, "back": last - 1, "first": 0, "on": 1}.items():
            visit.page.click(f"#{button}")
            assert visit.page.evaluate("now") == step
        assert visit.page.locator("main svg").count() == 1 + record.setup.players
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 360
        assert visit.trouble == []


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "needs a browser"), ("fr-FR", "a besoin d'un navigateur")])
def test_without_webassembly_the_page_says_so(browser: Browser, served: str, locale: str, said: str) -> None:
    with _context(browser, locale=locale) as context:
        context.add_init_script("delete globalThis.WebAssembly")
        page = context.new_page()
        page.goto(f"{served}/ask.html")
        assert said in page.inner_text("#judge")
        assert page.locator("#judge p:visible").count() == 1
        rules = "index" if locale == "en-GB" else "fr"
        assert page.locator("#judge a:visible").get_attribute("href") == f"rulebook/{rules}.html"


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "opened from a file"), ("nl-NL", "vanuit een bestand geopend")])
def test_opened_from_a_file_the_page_says_what_it_needs(browser: Browser, site: Path, locale: str, said: str) -> None:
    with _context(browser, locale=locale) as context:
        page = context.new_page()
        page.goto((site / "ask.html").as_uri())
        assert said in page.inner_text("#judge")
        assert page.locator("#judge p:visible").count() == 1


# A bad network


class Megabit(Quiet):
    """Serves files as a slow network brings them: a million bits in a second, for all of them together."""

    turn = Lock()

    def copyfile(self, source: SupportsRead[AnyStr], outputfile: SupportsWrite[AnyStr]) -> None:
        """Send a file piece by piece."""
        while piece := source.read(12_500):
            with self.turn:
                sleep(0.1)
                outputfile.write(piece)


@pytest.mark.long
def test_over_a_slow_network_it_is_told_how_much_has_come_and_the_verdict_comes(
    browser: Browser, site: Path, record_property: Record
) -> None:
    with serving(site, Megabit) as address, _context(browser) as context:
        visit = Desk(context.new_page())
        visit.watch(address)
        begun = perf_counter()
        visit.page.goto(f"{address}/ask.html", wait_until="domcontentloaded")
        for loaded in (1, 3, 5):
            visit.page.wait_for_function(
                "(least) => document.querySelector('.judge-loading').textContent.match(/[0-9.]+/)?.[0] >= least",
                arg=loaded,
            )
        visit.tap("1,0")
        visit.page.wait_for_selector("#judge[data-ready]")
        assert visit.answered() == "Yes. This city is legal."
        record_property("measured: s to the first verdict over a megabit", round(perf_counter() - begun, 1))
        assert visit.trouble == []


@pytest.mark.long
def test_an_engine_that_stalls_is_told_and_judges_when_it_has_come(browser: Browser, served: str) -> None:
    with _context(browser, locale="it-IT") as context:
        page = context.new_page()
        held = _holding(context, "**/python.zip.packed")
        page.goto(f"{served}/ask.html")
        it = page.evaluate("async () => (await (await fetch('_static/judge/words/it.json')).json()).texts")
        slow = it["The engine is slow to come. It may need a better network; you can wait, or come back later."]
        page.wait_for_function("(slow) => document.querySelector('.judge-loading').textContent === slow", arg=slow)
        held.pop().continue_()
        page.wait_for_selector("#judge[data-ready]", timeout=PATIENCE)
        assert Desk(page).answered().startswith(it["Yes. This city is legal."])


@pytest.mark.long
def test_without_a_network_at_first_it_is_told_and_what_was_laid_is_judged_later(browser: Browser, served: str) -> None:
    with _context(browser) as context:
        page = context.new_page()
        context.route("**/_engine/**", lambda route: route.abort())
        page.goto(f"{served}/ask.html")
        page.wait_for_selector(".judge-failed", state="attached")
        assert "Is there a network?" in page.inner_text(".judge-loading")
        page.click('[data-cell="1,0"]')
        context.unroute("**/_engine/**")
        page.click('[data-tool="again"]')
        page.wait_for_selector("#judge[data-ready]", timeout=PATIENCE)
        visit = Desk(page)
        assert visit.answered() == "Yes. This city is legal."
        assert list(visit.question()["given"]["layout"]) == ["1,0"]


def _damaged(content: bytes, route: Route) -> None:
    route.fulfill(body=content)


DAMAGED = {
    "python.zip.packed": b"no archive",
    "pyodide.asm.wasm.packed": gzip.compress(b"no program"),
    "pyodide.asm.mjs.packed": gzip.compress(b"no script"),
    "pyodide.mjs": b"no script",
    "contents.json": b"no list",
}


@pytest.mark.long
def test_a_damaged_engine_is_told_and_comes_when_it_is_asked_for_again(browser: Browser, served: str) -> None:
    with _context(browser) as context:
        visit = Desk(context.new_page())
        page = visit.page
        for name, content in DAMAGED.items():
            context.route(f"**/{name}", partial(_damaged, content))
            page.goto(f"{served}/ask.html")
            page.wait_for_selector(".judge-failed", state="attached", timeout=PATIENCE)
            assert "nothing can be judged yet" in page.inner_text(".judge-loading")
            context.unroute(f"**/{name}")
        page.click('[data-cell="1,0"]')
        page.click('[data-tool="again"]')
        page.wait_for_selector("#judge[data-ready]", timeout=PATIENCE)
        assert visit.answered() == "Yes. This city is legal."


class Lasting(Quiet):
    """Serves files that a browser may keep for an hour without asking again."""

    def end_headers(self) -> None:
        """Say how long."""
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@pytest.mark.long
def test_a_damaged_file_that_the_browser_has_kept_is_fetched_anew(browser: Browser, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with serving(copy, Lasting) as address:
        for name in ("python.zip.packed", "pyodide.mjs"):
            path = copy / "_engine" / name
            content = path.read_bytes()
            path.write_bytes(b"damaged")
            with _context(browser, service_workers="block") as context:
                page = context.new_page()
                page.goto(f"{address}/ask.html")
                page.wait_for_selector(".judge-failed", state="attached", timeout=PATIENCE)
                path.write_bytes(content)
                page.click('[data-tool="again"]')
                page.wait_for_selector("#judge[data-ready]", timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize("damage", ["a byte", "all"])
def test_a_damaged_memory_of_python_is_made_anew(browser: Browser, served: str, damage: str) -> None:
    with _context(browser) as context:
        visit = Desk(context.new_page())
        visit.watch(served)
        visit.open(f"{served}/ask.html")
        visit.page.wait_for_function(KEPT, arg={"mark": "damaged", "damage": damage})
        visit.page.goto("about:blank")
        visit.open(f"{served}/ask.html")
        assert visit.tap("1,0") == "Yes. This city is legal."
        visit.page.wait_for_function(f"async () => await ({KEPT})({{}}) === 'new'")
        assert visit.trouble == []


@pytest.mark.long
def test_another_build_is_kept_whole_and_opened_at_the_next_visit(browser: Browser, served: str, site: Path) -> None:
    with _context(browser) as context:
        page = context.new_page()
        contents = json.loads((site / "_engine" / "contents.json").read_text(encoding="utf-8"))
        small = {**contents, "digest": "first", "files": ["ask.html"]}
        context.route("**/worker.js", lambda route: route.abort())  # nothing is judged here
        context.route("**/contents.json", lambda route: route.fulfill(json=small))
        page.goto(f"{served}/ask.html")
        page.evaluate("navigator.serviceWorker.register('offline.js').then(() => navigator.serviceWorker.ready)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        small["digest"] = "second"
        page.reload()
        builds = "async () => (await caches.keys()).map((each) => each.split(' ')[1]).filter((each) => each < 't')"
        page.wait_for_function(f"async () => String(await ({builds})()) === 'first,second'")
        page.reload()
        page.wait_for_function(f"async () => String(await ({builds})()) === 'second'")


@pytest.mark.long
def test_after_an_update_the_old_build_goes_on_whole_until_the_new_one_is_there(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    page_file, contents_file = copy / "ask.html", copy / "_engine" / "contents.json"
    contents = json.loads(contents_file.read_text(encoding="utf-8"))
    which = "document.querySelector('meta[name=build]')?.content ?? 'first'"
    with serving(copy, Quiet) as address, _context(browser) as context:
        visit = Desk(context.new_page())
        page = visit.page
        visit.open(f"{address}/ask.html")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        html = page_file.read_text(encoding="utf-8")
        page_file.write_text(html.replace("<head>", '<head><meta name="build" content="second">', 1), encoding="utf-8")
        # An update of which a file is missing is not kept, and the old build goes on.
        broken = {**contents, "digest": "broken", "files": [*contents["files"], "missing.js"]}
        contents_file.write_text(json.dumps(broken), encoding="utf-8")
        visit.open(f"{address}/ask.html#q=none")
        assert page.evaluate(which) == "first"
        contents_file.write_text(json.dumps({**contents, "digest": "second"}), encoding="utf-8")
        visit.open(f"{address}/ask.html")
        assert page.evaluate(which) == "first"
        page.wait_for_function("async () => (await caches.keys()).some((each) => each.startsWith('build second '))")
        page.goto("about:blank")
        context.set_offline(offline=True)
        visit.open(f"{address}/ask.html")
        assert page.evaluate(which) == "second"
        assert visit.tap("1,0") == "Yes. This city is legal."


def test_the_engine_is_small(site: Path, record_property: Record) -> None:
    files = {path.name: path.stat().st_size for path in (site / "_engine").iterdir()}
    record_property("measured: MB of the engine", round(sum(files.values()) / 1e6, 2))
    contents = json.loads((site / "_engine" / "contents.json").read_text(encoding="utf-8"))
    packed = {"pyodide.asm.mjs.packed", "pyodide.asm.wasm.packed", "python.zip.packed"}
    packed |= {"kernel.wasm.packed"} if contents["kernel"] else set()
    assert set(files) == {"pyodide.mjs", "contents.json", *packed}
    assert contents["size"] == sum(files[name] for name in packed)
    fetched = [site / name.partition("?")[0] for name in contents["files"]]
    assert all(path.is_file() for path in fetched)
    record_property(
        "measured: MB over the wire for a first visit, in all languages",
        round(sum(path.stat().st_size for path in fetched) / 1e6, 2),
    )
