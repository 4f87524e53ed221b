"""The page *May I do that?*: tiles, cards and tables are laid by hand, and whatever is asked is judged at once."""

from __future__ import annotations

import json
import re
from functools import reduce
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import pytest

from granada import Rule
from granada.board import Building
from granada.browser import reply
from granada.languages import Language, codes
from granada.questions.grading import differences
from granada.rulebook import demand_of
from granada.spec.suite import cases
from granada.words import Words
from granada.words.names import MODULES
from tests.pages.desk import EMPTY, drag_about, link, visiting
from tests.pages.visitor import PHONE, SIZES, WIDE, script

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.pages.desk import Desk
    from tests.pages.visitor import Record


def test_tiles_are_laid_moved_removed_and_brought_back(blank: Desk) -> None:
    blank.lay(x1y0="park6", x2y0="arena8/n", x0y1="school4")
    blank.choose("market3")
    blank.page.focus('[data-cell="0,1"]')
    assert blank.keys("ArrowUp", "Enter", "ArrowLeft", "ArrowDown", "Space").startswith("Yes.")
    five = {"1,0": "park6", "2,0": "arena8/n", "0,1": "school4", "0,2": "market3", "-1,1": "market3"}
    assert blank.given["layout"] == five
    blank.tap("-1,1", "3,0")
    assert blank.given["layout"]["3,0"] == "market3"
    blank.page.focus('[data-cell="3,0"]')
    blank.keys("Delete")
    assert "3,0" not in blank.given["layout"]
    blank.keys(*["Control+z"] * 3)
    assert blank.given["layout"] == five
    blank.keys(*["Control+Shift+z"] * 2)
    assert "3,0" in blank.given["layout"]
    assert blank.page.get_attribute(".judge-verdict > [role=status]", "aria-live") == "polite"


def test_a_tap_is_not_lost_when_a_verdict_comes_while_it_lasts(blank: Desk) -> None:
    blank.page.focus('[data-cell="1,0"]')
    blank.page.keyboard.down("Space")
    blank.page.evaluate("document.querySelector('[data-building=\"school\"]').click()")
    blank.answered()
    blank.page.keyboard.up("Space")
    blank.answered()
    assert list(blank.given["layout"]) == ["1,0"]


@pytest.mark.long
def test_tiles_are_dragged_from_the_palette_on_the_board_and_away(blank: Desk) -> None:
    drag_about(blank)


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
    has_board = blank.page.is_visible(".shared-board")
    blank.page.set_viewport_size({"width": 1280, "height": 900})
    assert max(places) - min(places) < 2
    assert not has_board


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
    blank.follow(address.partition("#")[2])
    assert blank.page.get_attribute('button[data-mode="table"]', "aria-pressed") == "true"
    assert blank.page.url == address


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


@pytest.mark.long
def test_a_tile_is_asked_about_and_the_cells_where_it_fits_are_lit(blank: Desk, record_property: Record) -> None:
    blank.lay(x1y0="park6", x0y1="school4")
    blank.mode("place")
    blank.choose("market5/s")
    blank.answered()
    lit = {cell.get_attribute("data-cell") for cell in blank.page.locator(".shared-lit").all()}
    where = {"ask": "where", "verb": "place", "game": "granada", "city": {"1,0": "park6", "0,1": "school4"}}
    found = blank.ask({**where, "face": "market5/s"})["cells"]
    assert lit == {f"{x},{y}" for x, y in found}
    assert "1,1" not in lit
    taps = [blank.page.evaluate(script("tapped"), cell) for cell in ("2,0", "-1,0", "0,2", "1,-1", "1,1")]
    record_property("measured: ms from a tap to its verdict on the screen", sorted(taps)[2])


# Scenarios, which stay behind what is dragged: one of them leaves the text of a question open

SCENARIOS = {
    lines[0]: lines[1:]
    for lines in (
        text.splitlines() for text in Path(__file__).with_name("scenarios.txt").read_text("utf-8").split("\n\n")
    )
}


def _follow(desk: Desk, line: str) -> None:
    """Do what a line of a scenario says, or look whether it is so."""
    verb, _, text = line.strip().partition(" ")
    text = re.sub("{([a-z-]+)}", lambda rule: demand_of(Rule(rule[1])), text)
    name, _, value = text.partition(": ")
    match verb:
        case "lay":
            desk.lay_city(dict([text.split()]))
        case "mode" | "tap" | "choose" | "tool":
            getattr(desk, verb)(text)
        case "seat":
            desk.press(f'[data-seat="{text}"]')
        case "pick":
            desk.pick(name, value)
        case "put":
            desk.put(name, value.split())
        case "cards":
            desk.add_cards(text)
        case "use":
            desk.use_cards(text)
        case "open":
            desk.follow(link(json.loads(text)))
        case "is" | "begins" | "says" | "omits":
            said = desk.answered()
            found = {
                "is": said == text,
                "begins": said.startswith(text),
                "says": text in said,
                "omits": text not in said,
            }
            assert found[verb], (line, said)
        case "some" | "none":
            desk.answered()
            assert bool(desk.count(text)) is (verb == "some"), line
        case "cell":
            selector, _, cell = text.partition(" ")
            assert desk.page.locator(selector).get_attribute("data-cell") == cell, line
        case "asked":
            way, _, expected = text.partition(" ")
            assert reduce(lambda part, key: part[key], way.split("."), desk.question()) == json.loads(expected), line
        case _:
            raise AssertionError(line)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.long] * each.endswith(" (long)")) for each in SCENARIOS]
)
def test_a_scenario_is_laid_and_judged(blank: Desk, name: str) -> None:
    for line in SCENARIOS[name]:
        _follow(blank, line)


# The focus, languages and editions


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
        blank.keys("Enter")
        assert blank.page.evaluate(script("focused")) == name
    blank.mode("score")
    for module in blank.page.locator(".judge-modules input").all():
        module.focus()
        blank.keys("Space")
        assert module.evaluate("(each) => each === document.activeElement && each.checked")


@pytest.mark.long
def test_the_focus_is_not_lost_with_what_had_it(blank: Desk) -> None:
    blank.mode("take")
    blank.mode("lay")
    blank.page.focus('[data-cell="0,1"]')
    blank.keys("Control+z")
    assert blank.page.evaluate(script("focused")) == "take"


@pytest.mark.long
@pytest.mark.usefixtures("in_english")
def test_whoever_lets_their_book_answer_is_at_its_answer_then(blank: Desk) -> None:
    blank.speak("it")
    button = blank.page.locator('[data-tool="own book"]')
    assert button.evaluate("(each) => each.closest('[role=status]')") is None
    button.focus()
    blank.keys("Enter")
    assert blank.question()["edition"] == "it"
    assert blank.page.evaluate("document.activeElement.className") == "judge-verdict"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_chosen_and_what_is_possible_can_be_read(blank: Desk, scheme: Literal["light", "dark"]) -> None:
    blank.page.emulate_media(color_scheme=scheme)
    blank.mode("place")
    blank.answered()
    texts = (('.judge-building[aria-pressed="true"] small', None), (".shared-lit", "::after"))
    contrasts = [blank.page.evaluate(script("contrast"), text) for text in texts]
    blank.page.emulate_media(color_scheme="light")
    assert all(contrast >= 4.5 for contrast in contrasts), contrasts


RINGS = """() => {
  const [lit] = document.querySelectorAll('.shared-lit:has(.shared-tile)');
  return getComputedStyle(lit, '::after').boxShadow.match(/rgb\\([^)]*\\)/g);
}"""


def _brightness(colour: tuple[int, ...]) -> float:
    """The relative luminance of a colour, and what is added to compare it with another."""
    parts = [each / 255 for each in colour]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05


def test_what_may_be_removed_is_lit_on_tiles_of_every_colour(blank: Desk) -> None:
    blank.follow(link({"kind": "remove", "given": {"game": "granada", "city": {"1,0": "park6"}}}))
    rings = [tuple(map(int, re.findall(r"\d+", ring)[:3])) for ring in blank.page.evaluate(RINGS)]
    known = json.loads(blank.page.text_content("#shared-known") or "")
    for name, building in known["buildings"].items():
        tile = _brightness(tuple(bytes.fromhex(building["colour"][1:])))
        contrasts = [max(tile, _brightness(ring)) / min(tile, _brightness(ring)) for ring in rings]
        assert max(contrasts) >= 4.5, name


def test_the_book_of_the_chosen_edition_answers_first(blank: Desk) -> None:
    blank.mode("take")
    blank.add_cards("b1 g4")
    blank.use_cards("b1 g4")
    blank.page.get_by_label("Edition").select_option("it")
    said = blank.answered()
    assert said.startswith("No.")
    assert "Granada (Italian) says: " in said
    assert "our ruling: legal" in (blank.page.text_content(".judge-more") or "")
    asked = blank.question()
    assert asked["edition"] == "it"
    blank.page.get_by_label("Edition").select_option("hu")
    assert "This is the answer for Granada (Hungarian)." in blank.answered()
    assert blank.follow(link(asked)) == said
    assert blank.page.get_by_label("Edition").input_value() == "it"


@pytest.mark.usefixtures("in_english")
def test_the_page_speaks_the_language_of_the_edition_when_asked(blank: Desk) -> None:
    page = blank.page
    hu = blank.catalogue("hu")
    page.get_by_label("Edition").select_option("hu")
    blank.answered()
    page.click('button[lang="hu"]')
    blank.speaks("hu")
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
    blank.speaks("en")
    blank.mode("lay")
    assert page.get_attribute('[data-building="park"]', "aria-label") == "park"
    assert "The rulebook" in page.inner_text(".sidebar-tree")
    page.evaluate("() => { location.hash = location.hash.replace('&lang=en', '&lang=fr'); }")
    blank.speaks("fr")
    page.select_option('[data-choice="Language"]', "en")
    blank.speaks("en")


# Links and texts


def _try(desk: Desk, case: str) -> str:
    """The verdict on a case that is opened to be tried."""
    desk.page.evaluate("(id) => { location.hash = `#case=${id}`; }", case)
    desk.page.wait_for_function("() => location.hash.startsWith('#q=')")
    return desk.answered()


@pytest.mark.long
def test_a_link_opens_on_a_dark_phone_and_again_without_a_network(
    desk: Desk, browser: Browser, served: str, record_property: Record
) -> None:
    _try(desk, "no-holes/the-corner-instead")
    with visiting(browser, served, **PHONE, color_scheme="dark") as other:
        other.open(desk.page.url)
        record_property("measured: s to the first verdict, with nothing in the cache", round(other.loaded, 1))
        assert other.answered() == desk.answered()
        assert other.question() == desk.question()
        other.page.tap('[data-cell="1,1"]')
        other.answered()
        assert other.given["do"].endswith(" at 1,1")
        assert other.page.evaluate("document.documentElement.scrollWidth") == 390
        other.page.set_viewport_size({"width": 360, "height": 700})
        assert other.page.evaluate("document.documentElement.scrollWidth") == 360
        assert other.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 20, 22)"
        _come_back_without_a_network(other, record_property)


def _come_back_without_a_network(visit: Desk, record_property: Record) -> None:
    """Leave the page and open it again: all of it was kept."""
    page, said = visit.page, visit.answered()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_function(script("kept"), arg={"mark": "seen"})
    page.context.set_offline(offline=True)
    address = page.url
    page.goto("about:blank")
    visit.open(address)
    assert page.evaluate(script("kept"), {}) == "seen"  # a Python that had begun anew would have kept its own memory
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
    assert "not valid TOML" in said
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
    assert _try(desk, "no-holes/the-corner-instead@alhambra").startswith("Yes.")
    assert desk.given["game"] == "alhambra"


def test_a_hostile_link_does_no_harm(desk: Desk) -> None:
    hashes = ("#case=<img src=x onerror=window.harmed=1>", "#case=%", "#q=%%%", "#q", "#=", "#case=../../x")
    for hash_ in (*map(link, HARMFUL), *hashes):
        desk.follow(hash_)
    assert desk.trouble == []
    assert desk.page.evaluate("window.harmed") is None
    assert desk.count("#judge img") == 0
    assert len(desk.page.inner_text("body")) < 50_000
    assert desk.ask({"ask": "judge", "kind": "layout", "given": {"layout": {}}})["legal"] is True


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(3))
def test_every_case_gets_its_answer_through_the_worker(desk: Desk, part: int, record_property: Record) -> None:
    asked = list(cases())[part::3]
    spoken = codes()
    begun, wrong = perf_counter(), []
    for start in range(0, len(asked), 100):
        some = asked[start : start + 100]
        questions = [
            {"kind": case.kind, "given": case.given, "language": spoken[(start + number) % len(spoken)]}
            for number, case in enumerate(some)
        ]
        answers = desk.page.evaluate(script("spoken"), questions)
        for case, said in zip(some, answers, strict=True):
            wrong += [(case.id, each) for each in differences(case.asked, case.expect, said)]
    spent = perf_counter() - begun
    record_property("measured: ms for a case in the worker", round(1000 * spent / len(asked)))
    assert wrong == []


@pytest.mark.long
def test_the_verdict_never_comes_to_cover_what_was_tapped(blank: Desk) -> None:
    page, height = blank.page, "document.querySelector('.judge-verdict').getBoundingClientRect().height"
    crowded = {"1,0": "park6/new", "1,1": "school4/nes", "0,1": "arena8/s", "3,3": "market2"}
    scored = {"game": "granada", "round": "A", "cities": [{}, {}]}
    topmost = """(each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        blank.follow(link(EMPTY))
        heights = [page.evaluate(height)]
        for kind, given in (("layout", {"game": "granada", "layout": crowded}), ("score", scored)):
            blank.follow(link({"kind": kind, "given": given}))
            heights.append(page.evaluate(height))
        assert len(set(heights)) == 1  # it never grows
        blank.follow(link(EMPTY))
        for control in (page.locator(".judge-real").first, page.locator('[data-cell="1,1"]')):
            control.click()
            blank.answered()
            assert control.evaluate(topmost)
    page.set_viewport_size(WIDE["viewport"])
