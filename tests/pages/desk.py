"""Somebody at the page *May I do that?* in a browser: what they lay, tap, choose and read."""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from tests.pages.visitor import PATIENCE, Visitor, script, visit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser

LEGAL = "Yes. This city is legal."
EMPTY = {"kind": "layout", "given": {"layout": {}, "game": "granada"}}


@define
class Desk(Visitor):
    """Somebody who asks at the page, in some language."""

    BOARD = ".judge-scroller"
    words: dict[str, Any] = Factory(dict)
    loaded: float = 0

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
        fetched = "async (code) => (await (await fetch(`_static/shared/words/${code}.json`)).json()).texts"
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

    def say(self, english: str, about: str = "", **parts: object) -> str:
        """A text of the page in the language that it speaks."""
        told = self.words.get(f"{about}\4{english}" if about else english, english)
        return str(told).format(**parts)

    def tap(self, *cells: str) -> str:
        """Tap cells; by the keyboard the arrow keys lead there."""
        for cell in cells:
            self.press_cell(cell)
        return self.answered()

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


@contextmanager
def visiting(browser: Browser, address: str, manner: str = "mouse", **how: Any) -> Iterator[Desk]:
    """Somebody who comes for the first time; nothing goes wrong, and no cookie is left."""
    with visit(browser, **how) as context:
        desk = Desk(context.new_page(), manner)
        desk.watch(address)
        yield desk
        assert desk.trouble == []
        assert context.cookies() == []


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
