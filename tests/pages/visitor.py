"""Somebody at a page in a browser, whichever it is: what they press, how they get there, and what goes wrong."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

    Record = Callable[[str, object], None]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = ("--no-sandbox", "--disable-dev-shm-usage")
PATIENCE = 120_000
"""How many milliseconds a slow machine may take for the engine."""
SIZES = [(360, 640), (390, 844), (844, 390), (1440, 900)]
"""A small phone, a larger one, the same turned, and a desk."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
SCRIPTS = Path(__file__).with_name("scripts.js").read_text(encoding="utf-8")
REACHED = "(each) => { each.focus(); return each.isConnected ? 'there' : 'gone'; }"
"""A script that gives the focus to a control, if it is still in the page."""

DRAWN = "() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 1000); })"
"""Waits until the page is drawn anew, or a second where the browser draws nothing."""


def script(name: str) -> str:
    """A function of ``scripts.js``, as a page can be asked it."""
    return f"(...given) => {{ {SCRIPTS}\nreturn {name}(...given); }}"


@define
class Visitor:
    """Somebody at a page, by mouse, touch or keyboard, and all that went wrong meanwhile."""

    BOARD: ClassVar = ".shared-board"
    """Where the board is whose cells are tapped."""
    page: Page
    manner: str = "mouse"
    trouble: list[str] = field(factory=list, kw_only=True)

    def watch(self, address: str) -> None:
        """Note complaints, and requests to elsewhere."""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda told: self.trouble.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda flaw: self.trouble.append(str(flaw)))
        own = (address, "data:", f"blob:{address}")
        self.page.on("request", lambda sent: None if sent.url.startswith(own) else self.trouble.append(sent.url))

    def resize(self, width: int, height: int) -> None:
        """Look through a window of another size, as soon as the page is drawn in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("(size) => `${innerWidth} ${innerHeight}` === size", arg=f"{width} {height}")
        self.page.evaluate(DRAWN)

    def count(self, selector: str) -> int:
        """How many there are of something."""
        return self.page.locator(selector).count()

    def press(self, what: Locator | str) -> None:
        """Click, touch or, by the keyboard, reach a control and press Enter."""
        control = self.page.locator(what) if isinstance(what, str) else what
        match self.manner:
            case "mouse":
                control.click()
            case "touch":
                control.tap()
            case "keyboard":
                while control.evaluate(REACHED) == "gone":  # it was drawn anew meanwhile, before anybody saw it
                    pass
                assert control.evaluate("(each) => each === document.activeElement && !each.disabled")
                self.page.keyboard.press("Space" if control.get_attribute("type") == "checkbox" else "Enter")

    def press_cell(self, cell: str) -> None:
        """Press a cell of the board; by the keyboard the arrow keys lead there."""
        if self.manner != "keyboard":
            self.press(f'{self.BOARD} [data-cell="{cell}"]')
            return
        self.page.focus(f'{self.BOARD} [tabindex="0"]')
        here = self.page.evaluate("document.activeElement.dataset.cell")
        (x, y), (to_x, to_y) = (map(int, each.split(",")) for each in (here, cell))
        keys = ["ArrowRight"] * (to_x - x) + ["ArrowLeft"] * (x - to_x)
        for key in keys + ["ArrowUp"] * (to_y - y) + ["ArrowDown"] * (y - to_y):
            self.page.keyboard.press(key)
        assert self.page.evaluate("document.activeElement.dataset.cell") == cell
        self.page.keyboard.press("Enter")

    def pick(self, name: str, value: object, where: str = "") -> None:
        """Choose from a list; by the keyboard its entries are gone through."""
        control = f'{where} [data-choice="{name}"]'.strip()
        if self.manner != "keyboard":
            self.page.select_option(control, str(value))
            return
        places = "(each, value) => [...each.options].findIndex((one) => one.value === value) - each.selectedIndex"
        steps = self.page.locator(control).evaluate(places, str(value))
        self.page.focus(control)
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        assert self.page.input_value(control) == str(value)


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


def holding(context: BrowserContext, pattern: str) -> list[Route]:
    """The requests for something, which go on when somebody lets them."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route(pattern, hold)
    return held


def kept_out(page: Page, axe: str) -> list[str]:
    """What keeps people out of a page as it is."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(script("violations"))
    return found
