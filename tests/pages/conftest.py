"""A browser for all tests here, and the page with its engine loaded once."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.pages.desk import EMPTY, OPTIONS, WIDE, Desk, chromium, link, visiting

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


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks for what keeps people out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ENGINE.parent)
        folder: Path = runpy.run_path(str(ENGINE))["from_npm"](*AXE, ["axe.min.js"])
    return (folder / "axe.min.js").read_text(encoding="utf-8")
