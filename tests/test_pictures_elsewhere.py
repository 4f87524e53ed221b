"""Every picture is drawn alike by a browser and by programs that know nothing of pages: what is compared is the ink."""

from __future__ import annotations

import io
import subprocess
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import cairosvg
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

import granada
from granada import Card, Face, Layout, Tile
from granada.checking import as_badge, as_data, report_from
from granada.checking.checker import check
from granada.pictures import picture
from granada.pictures.as_svg import sheet
from granada.questions import answer
from granada.spec import cases
from tests.pages.visitor import OPTIONS, chromium, tool_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

BLOCK = 16
"""Blocks of so many pixels are compared by their mean, since no two programs smooth a line alike."""
MOST = 40
"""So much may a block differ, of 255; a glyph that is missing differs by more."""
MEAN = 6.0
"""So much may a picture differ in the mean; one that is moved or blank differs by more."""


@cache
def pictures() -> dict[str, str]:
    """One of every kind."""
    bots = [granada.BuilderBot(Random(seat)) for seat in range(2)]
    record = granada.play(bots, "alhambra", rng=Random(5), modules=["vizier", "exchange", "huts", "bonus"])
    states = list(granada.replay(record))
    middle, end = states[len(states) // 2], states[-1]
    city = end.players[0].city
    broken = Layout.parse("park6/w .\n@ school8/ne~90\n. hospital9")
    park = picture(Face.parse("park6/ne"))
    return {
        "a state": picture(middle),
        "a view": picture(granada.observe(middle, 0)),
        "a city with sites": picture(city, sites=city.sites(Face.parse("pavilion2"))),
        "a layout that is broken": picture(broken),
        "cards": picture(middle.players[0].hand),
        "a card": picture(Card.parse("b5")),
        "a tile": picture(Tile.parse("hospital9|school8/s")),
        "a face": park,
        "a scoring": picture(granada.score(end, "C")),
        "standings": picture(granada.tournament(["random", "builder"], 2, 2, seed=1)),
        "a sheet": sheet([("a park", park), ("broken", picture(broken)), ("", park)], "Some"),
        "a badge": as_badge(report_from(as_data(check(answer, cases=cases()[:1])))),
    }


NAMES = (
    *("a state", "a view", "a city with sites", "a layout that is broken", "cards", "a card", "a tile", "a face"),
    *("a scoring", "standings", "a sheet", "a badge"),
)


def test_there_is_one_of_every_kind() -> None:
    assert tuple(pictures()) == NAMES


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page of Chromium."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=OPTIONS)
        yield browser.new_page(viewport={"width": 1400, "height": 900})
        browser.close()


def by_cairo(svg: str) -> bytes:
    """A picture as CairoSVG draws it."""
    return bytes(cairosvg.svg2png(bytestring=svg.encode()))


def by_rsvg(svg: str) -> bytes:
    """A picture as librsvg draws it."""
    return subprocess.run([tool_named("rsvg-convert")], input=svg.encode(), capture_output=True, check=True).stdout


def on_white(png: bytes) -> Image.Image:
    """The grey of a picture on white paper."""
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("L")


def blocks(grey: Image.Image) -> Image.Image:
    """The means of the blocks of a picture."""
    width, height = grey.size
    return grey.resize((max(1, width // BLOCK), max(1, height // BLOCK)), Image.Resampling.BOX)


def ink(grey: Image.Image) -> int:
    """How many different greys a picture has; blank paper has one."""
    return sum(number > 0 for number in grey.histogram())


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("draw", [by_cairo, by_rsvg])
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_drawn_as_a_browser_draws_it(name: str, draw: Callable[[str], bytes], page: Page) -> None:
    svg = pictures()[name]
    page.set_content(f'<body style="margin:0;background:white">{svg}</body>')
    expected = on_white(page.locator("svg").first.screenshot())
    found = on_white(draw(svg))
    assert ink(found) > 10
    assert all(abs(one - other) <= 1 for one, other in zip(found.size, expected.size, strict=True))
    differences = ImageChops.difference(blocks(found), blocks(expected).resize(blocks(found).size)).histogram()
    assert max(grey for grey, number in enumerate(differences) if number) <= MOST
    assert sum(grey * number for grey, number in enumerate(differences)) / sum(differences) <= MEAN


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES[:3])
def test_a_page_shrinks_a_picture_that_is_too_wide_for_it(name: str, page: Page) -> None:
    page.set_content(f'<body style="margin:0;width:100px">{pictures()[name]}</body>')
    box = page.locator("svg").first.bounding_box()
    assert box is not None
    assert box["width"] == 100
    full = on_white(by_cairo(pictures()[name])).size
    assert box["height"] == pytest.approx(100 * full[1] / full[0], rel=0.02)
