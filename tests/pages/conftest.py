"""A browser for all tests here, and the page with its engine loaded once."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.pages.desk import EMPTY, Desk, link, visiting
from tests.pages.player import Player, on_a_desk, on_a_phone
from tests.pages.visitor import OPTIONS, WIDE, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ENGINE = Path(__file__).parents[2] / "docs" / "_ext" / "engine.py"
AXE = (
    "axe-core",
    "4.14.0",
    "sha512-9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests here."""
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium(), args=OPTIONS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def desk(browser: Browser, served: str) -> Iterator[Desk]:
    """The page, with its engine loaded once for all tests here."""
    with visiting(browser, served, **WIDE) as made:
        made.open(f"{served}/ask.html")
        yield made


@pytest.fixture
def blank(desk: Desk) -> Desk:
    """The page with an empty city."""
    desk.follow(link(EMPTY))
    assert desk.given == {"game": "granada", "layout": {}}
    return desk


@pytest.fixture
def in_english(desk: Desk) -> Iterator[None]:
    """Afterwards the page speaks English again."""
    yield
    desk.speak("en")


@pytest.fixture
def reader(browser: Browser, served: str) -> Iterator[Desk]:
    """Somebody who reads the other pages."""
    with visiting(browser, served) as visitor:
        yield visitor


@pytest.fixture
def phone(browser: Browser, served: str) -> Iterator[Player]:
    """The table on a phone."""
    yield from on_a_phone(browser, served)


@pytest.fixture(scope="module")
def same_phone(browser: Browser, served: str) -> Iterator[Player]:
    """The table on a phone, opened once for all tests of a file."""
    yield from on_a_phone(browser, served)


@pytest.fixture
def keyboard(browser: Browser, served: str) -> Iterator[Player]:
    """The table on a desk, used by the keyboard."""
    with on_a_desk(browser, f"{served}/play.html", "keyboard") as player:
        yield player


@pytest.fixture
def mouse(browser: Browser, served: str) -> Iterator[Player]:
    """The table on a desk, used by the mouse."""
    with on_a_desk(browser, f"{served}/play.html") as player:
        yield player


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks for what keeps people out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ENGINE.parent)
        folder: Path = runpy.run_path(str(ENGINE))["from_npm"](*AXE, ["axe.min.js"])
    return (folder / "axe.min.js").read_text(encoding="utf-8")
