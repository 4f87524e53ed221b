"""Somebody at the page *May I do that?* in a browser: what they lay, tap, choose and read."""

from __future__ import annotations

import base64
import json
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from attrs import Factory, define

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

    Record = Callable[[str, object], None]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = ("--no-sandbox", "--disable-dev-shm-usage")
PATIENCE = 120_000
"""How many milliseconds a slow machine may take for the engine."""
LEGAL = "Yes. This city is legal."
EMPTY = {"kind": "layout", "given": {"layout": {}, "game": "granada"}}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
SCRIPTS = Path(__file__).with_name("scripts.js").read_text(encoding="utf-8")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


REACHED = "(each) => { each.focus(); return each.isConnected ? 'there' : 'gone'; }"
"""A script that gives the focus to a control, if it is still in the page."""


def script(name: str) -> str:
    """A function of ``scripts.js``, as a page can be asked it."""
    return f"(...given) => {{ {SCRIPTS}\nreturn {name}(...given); }}"


def press(control: Locator, manner: str) -> None:
    """Click, touch or, by the keyboard, reach a control and press Enter."""
    match manner:
        case "mouse":
            control.click()
        case "touch":
            control.tap()
        case "keyboard":
            while control.evaluate(REACHED) == "gone":  # it was drawn anew meanwhile, before anybody saw it
                pass
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
        self.ready()
        self.loaded = perf_counter() - begun

    def ready(self) -> str:
        """The verdict, when the engine has come."""
        self.page.wait_for_selector("#judge[data-ready]", timeout=PATIENCE)
        return self.answered()

    def answered(self) -> str:
        """The verdict, when it has come: a change is asked at once, and only the last answer is shown."""
        self.page.wait_for_function("() => document.querySelector('#judge').settled?.()")
        return " ".join(self.page.inner_text(".judge-verdict").split())

    def follow(self, hash_: str) -> str:
        """The verdict on what another end of the address holds."""
        self.page.evaluate("(hash) => { location.hash = hash; }", hash_)
        return self.answered()

    def speaks(self, language: str) -> None:
        """Wait until the page speaks a language."""
        self.page.wait_for_function("(code) => document.querySelector('#judge').lang === code", arg=language)
        self.answered()

    def catalogue(self, language: str) -> dict[str, Any]:
        """The texts of the page in a language."""
        fetched = "async (code) => (await (await fetch(`_static/judge/words/${code}.json`)).json()).texts"
        return self.page.evaluate(fetched, language) if language != "en" else {}

    def speak(self, language: str) -> None:
        """Begin with an empty city, in a language."""
        self.page.evaluate("(hash) => { location.hash = hash; }", f"{link(EMPTY)}&lang={language}")
        self.speaks(language)
        self.words = self.catalogue(language)

    def keys(self, *keys: str) -> str:
        """Press some keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.answered()

    def count(self, selector: str) -> int:
        """How many there are of something."""
        return self.page.locator(selector).count()

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
        across, up = ("ArrowRight" if to_x > x else "ArrowLeft"), ("ArrowUp" if to_y > y else "ArrowDown")
        for key in [across] * abs(to_x - x) + [up] * abs(to_y - y):
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
        self.lay_city({cell[1:].replace("y", ","): tile for cell, tile in tiles.items()})
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

    def fill_yard(self, tiles: Sequence[str]) -> None:
        """Lay tiles into the slots of the yard."""
        for slot, tile in enumerate(tiles):
            if tile:
                self.choose(tile)
                self.press(f'[data-slot="{slot}"]')

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

    @property
    def given(self) -> dict[str, Any]:
        """What is given in that question."""
        given: dict[str, Any] = self.question()["given"]
        return given


def tool_named(*names: str) -> str:
    """Where a tool is; who has none cannot run these tests, and where they are required that is a failure."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        if os.environ.get("GRANADA_TOOLS") == "require":
            pytest.fail(f"there is no {names[0]} here, and these tests are required")
        pytest.skip(f"there is no {names[0]} here")
    return found


def chromium() -> str:
    """Where Chromium is."""
    return tool_named(*BROWSERS)


def visit(browser: Browser, **how: Any) -> BrowserContext:
    """A browser as somebody has it who comes for the first time."""
    return browser.new_context(permissions=["clipboard-read", "clipboard-write"], **how)


@contextmanager
def visiting(browser: Browser, address: str, manner: str = "mouse", **how: Any) -> Iterator[Desk]:
    """Somebody who comes for the first time; nothing goes wrong, and no cookie is left."""
    with visit(browser, **how) as context:
        desk = Desk(context.new_page(), manner)
        desk.watch(address)
        yield desk
        assert desk.trouble == []
        assert context.cookies() == []


def holding(context: BrowserContext, pattern: str) -> list[Route]:
    """The requests for something, which go on when somebody lets them."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route(pattern, hold)
    return held


def link(question: object) -> str:
    """The part of an address that holds a question."""
    return "#q=" + base64.urlsafe_b64encode(json.dumps(question).encode()).decode().rstrip("=")


def _drag(desk: Desk, start: str, end: str | tuple[float, float]) -> str:
    """Drag something to something else, or to a point of the window."""
    page = desk.page
    x, y = page.locator(start).first.evaluate(script("middle"))
    to_x, to_y = page.locator(end).first.evaluate(script("middle")) if isinstance(end, str) else end
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


def drag_about(desk: Desk) -> None:
    """Drag tiles from the palette, on the board, to a tray and away."""
    _scroll_to_the_board(desk)
    tile = desk.page.get_attribute(".judge-reals .judge-real", "data-tile")
    _drag(desk, ".judge-reals .judge-real", '[data-cell="1,0"]')
    assert desk.given["layout"] == {"1,0": tile}
    _drag(desk, ".judge-chosen", '[data-cell="0,1"]')
    _drag(desk, '[data-cell="1,0"]', '[data-cell="-1,0"]')
    assert desk.given["layout"] == {"-1,0": tile, "0,1": tile}
    _drag(desk, '[data-cell="0,1"]', (8, 200))
    assert desk.given["layout"] == {"-1,0": tile}
    desk.mode("place")
    _scroll_to_the_board(desk)
    _drag(desk, ".judge-chosen", '[data-cell="1,0"]')
    assert desk.given["do"] == f"place {tile} at 1,0"
    assert desk.given["city"] == {"-1,0": tile}


def kept_out(page: Page, axe: str) -> list[str]:
    """What keeps people out of a page as it is."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(script("violations"))
    return found
