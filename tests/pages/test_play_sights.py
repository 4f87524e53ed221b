"""What is seen of a game on phones and desks, by measured boxes: all that is public, and no player out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.pages.player import Player, context, leave
from tests.pages.visitor import SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

SCREENS = pytest.mark.parametrize(("width", "height"), SIZES)
CUT = """(where) => {
  const found = [...document.querySelectorAll(where)].filter((it) => it.getClientRects().length);
  const isCut = (it) => {
    const { left, right } = it.getBoundingClientRect();
    return left < 0 || right > innerWidth || it.scrollWidth > it.clientWidth + 1;
  };
  return [found.length, found.filter(isCut).map((it) => it.innerText)];
}"""
"""A script that tells how many of something are shown, and which of them do not fit in."""


@pytest.fixture(scope="module")
def visitor(browser: Browser, served: str) -> Iterator[Player]:
    """Somebody who plays with the mouse, and changes the size of the window."""
    with context(browser, viewport={"width": 390, "height": 844}) as visit:
        player = Player(visit.new_page(), "mouse")
        player.open(f"{served}/play.html")
        yield player
        assert player.trouble == []


@pytest.fixture(scope="module")
def two(visitor: Player) -> dict[str, Any]:
    """A game of two under way, with Dirk."""
    leave(visitor)
    visitor.begin(("you", "builder"))
    return visitor.play(lambda table: table["turn"] > 6)


def resize(player: Player, width: int, height: int) -> None:
    """Look through a window of another size."""
    player.resize(width, height)
    player.settled()


@pytest.mark.long
@pytest.mark.parametrize("address", ["play.html", "ask.html"])
def test_what_is_scrolled_to_slips_away_under_no_finger(browser: Browser, served: str, address: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 400})
    page.goto(f"{served}/{address}")
    page.wait_for_function("document.documentElement.scrollHeight > 700")
    assert page.evaluate("(scrollTo(0, 200), scrollY)") == 200
    page.close()


@pytest.mark.long
def test_dirks_tiles_are_seen_on_a_tap_and_always_on_a_desk(visitor: Player, two: dict[str, Any]) -> None:
    page, tiles = visitor.page, two["dirk"]["tiles"]
    resize(visitor, *SIZES[0])
    visitor.press('.play-seats [data-seat="dirk"]')
    assert len(tiles) > 5
    assert page.locator("dialog .play-tiles svg").count() == len(tiles)
    visitor.press('dialog [data-command="close"]')
    assert page.locator(".play-others svg").count() == 0
    resize(visitor, *SIZES[-1])
    assert page.locator('.play-others [data-seat="dirk"] svg:visible').count() == len(tiles)
    assert page.locator('.play-others [data-seat="1"] use').count() >= len(two["seats"][1]["city"])


def numbers(row: dict[str, Any], players: list[int | None]) -> list[list[str]]:
    """What a line of the majorities shows of each player: the number, and what it gives."""
    by_seat = {each["seat"]: each for each in row["standings"]}
    found = [by_seat.get(player) for player in players]
    return [[str(each["count"]), f"+{each['points']}" if each["points"] else "0"] if each else [] for each in found]


@pytest.mark.long
@SCREENS
def test_the_majorities_are_one_tap_away_and_on_a_desk_always_there(
    visitor: Player, two: dict[str, Any], width: int, height: int
) -> None:
    page = visitor.page
    resize(visitor, width, height)
    is_desk = width == SIZES[-1][0]
    if not is_desk:
        visitor.press('[data-command="majorities"]')
    where = ".play-majorities" if is_desk else "dialog"
    rows = [row for row in two["next"]["rows"] if row["standings"]]
    assert len(rows) > 4
    for row in rows:
        line = page.locator(f'{where} tr:has([data-row="{row["name"]}"])')
        cells = [cell.locator("b, small").all_inner_texts() for cell in line.locator("td").all()]
        assert cells == numbers(row, [0, 1, None])
        leads = [each["seat"] for each in row["standings"] if each["place"] == 1]
        assert line.locator(".play-leads").count() == len(leads)
    sums = page.locator(f'{where} [data-sum="0"] td').all_inner_texts()
    assert sums == [f"+{each}" for each in [*two["next"]["points"], two["next"]["dirk"]]]
    visitor.press(f'{where} [data-row="{rows[0]["name"]}"]')
    assert page.locator(f"{where} .play-words li").count() == len(rows[0]["standings"])
    visitor.press(f'{where} [data-row="{rows[0]["name"]}"]')
    assert page.locator(f"{where} .play-words").count() == 0
    if not is_desk:
        visitor.press('dialog [data-command="close"]')


def speak(visitor: Player, language: str) -> None:
    """Choose a language from the menu, and close what is open."""
    visitor.press('[data-command="menu"]')
    visitor.page.select_option('dialog [data-choice="Language"]', language)
    visitor.page.wait_for_selector(f'#play[lang="{language}"]')
    visitor.settled()
    if visitor.state()["open"]:
        visitor.press('dialog [data-command="close"]')


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "hu", "it", "nl"])
def test_a_scoring_of_six_seats_is_in_sight_on_the_narrowest_phone(visitor: Player, language: str) -> None:
    page, table = visitor.page, visitor.settled()["table"]
    if table is None or len(table["seats"]) != 6:
        leave(visitor)
        resize(visitor, *SIZES[1])
        visitor.begin(("you", *["builder"] * 5))
        visitor.play(lambda table: bool(table["scorings"]))
        visitor.press('dialog [data-command="close"]')
    speak(visitor, language)
    for width, height in SIZES:
        resize(visitor, width, height)
        visitor.choose_from_menu("scoring")
        visitor.settled()
        heads, cut = page.evaluate(CUT, "dialog thead th")
        assert (heads, cut) == (6, [])
        cells, cut = page.evaluate(CUT, "dialog tbody td, dialog tbody th, dialog .play-column")
        assert cells > 40
        assert cut == []
        assert page.evaluate(
            "document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth"
        )
        visitor.press('dialog [data-command="close"]')


NAME = "Sixteen-letters!"
LAID = """() => {
  const box = (where) => document.querySelector(where).getBoundingClientRect();
  const [status, players] = [box(".play-status"), box(".play-players")];
  return { covered: Math.max(0, status.bottom - players.top), yard: box(".play-yard").top + scrollY };
}"""
"""A script that tells how much of the row of players is covered, and where the market lies."""
OVERLAPPING = """(where) => {
  const found = [...document.querySelectorAll(where)].filter((it) => it.getClientRects().length);
  const within = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 1;
  const cuts = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const apart = !one.contains(other) && !other.contains(one);
    return apart && within(a, b, "left", "right") && within(a, b, "top", "bottom");
  };
  return found.filter((one, n) => found.slice(n + 1).some((other) => cuts(one, other))).map((it) => it.innerText);
}"""
"""A script that tells which things lie over one another."""


SIGNS = """() => [...document.querySelectorAll("[data-card], .play-slot")].map((it) => {
  const currency = it.dataset.card?.[0] ?? "bgoy"[it.dataset.space - 1];
  return [currency, it.querySelector(".shared-sign path").getAttribute("d")];
})"""
"""A script that tells the currency of each card and space, and its sign."""


@pytest.fixture(scope="module")
def four(visitor: Player) -> dict[str, Any]:
    """A game of four under way, in which the first seat has a long name."""
    leave(visitor)
    resize(visitor, *SIZES[1])
    visitor.unfold(".play-form")
    visitor.page.fill('[data-name="0"]', NAME)
    visitor.page.locator('[data-name="0"]').blur()
    visitor.begin(("you", "builder", "builder", "builder"))
    return visitor.play(lambda table: table["turn"] > 4)


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "hu", "it", "nl", "en"])
def test_no_word_breaks_and_nothing_is_covered_or_out_of_sight_on_any_screen(
    visitor: Player, four: dict[str, Any], language: str
) -> None:
    page = visitor.page
    assert four["seats"][0]["name"] == NAME
    resize(visitor, *SIZES[1])
    speak(visitor, language)
    for width, height in SIZES:
        resize(visitor, width, height)
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        shown, cut = page.evaluate(CUT, ".play-seat, .play-name, .play-seat small, .play-status button, .play-slot")
        assert shown > 15
        assert cut == []
        assert page.evaluate(OVERLAPPING, ".play-seat > *, .play-more, .play-status strong, .play-tools > *") == []
        assert page.evaluate(LAID)["covered"] == 0


@pytest.mark.long
def test_the_market_stays_where_it_is_and_no_name_is_covered_when_a_turn_begins(
    visitor: Player, four: dict[str, Any]
) -> None:
    assert len(four["seats"]) == 4
    seen: list[dict[str, float]] = []
    resize(visitor, *SIZES[0])
    while len(seen) < 4:
        visitor.step()
        if visitor.page.get_attribute(".play-table", "data-phase") == "act":
            seen.append(visitor.page.evaluate(LAID))
    assert [each["covered"] for each in seen] == [0] * 4
    assert len({round(each["yard"]) for each in seen}) == 1


@pytest.mark.long
def test_each_currency_has_a_sign_beside_its_colour(visitor: Player, four: dict[str, Any]) -> None:
    assert four["display"]
    found = visitor.page.evaluate(SIGNS)
    assert len({currency for currency, _ in found}) == 4
    assert len({sign for _, sign in found}) == 4 == len({tuple(each) for each in found})


@pytest.mark.long
def test_back_closes_what_lies_over_the_table_and_then_leads_to_the_list(visitor: Player, two: dict[str, Any]) -> None:
    assert two
    leave(visitor)
    visitor.begin(("you", "builder"))
    page = visitor.page
    for what in ("menu", "majorities"):
        resize(visitor, *SIZES[1])
        visitor.press(f'[data-command="{what}"]')
        page.evaluate("history.back()")
        page.wait_for_selector("dialog:not([open])", state="attached")
        assert visitor.settled()["table"]
    visitor.press('[data-command="menu"]')
    visitor.press('dialog [data-command="close"]')
    page.evaluate("history.back()")
    page.wait_for_selector(".play-games")
    assert visitor.settled()["table"] is None
