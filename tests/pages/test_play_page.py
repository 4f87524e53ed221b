"""The page on which Granada is played, in a browser: whole games by pointing alone, and no press is lost."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from granada import from_json
from granada.board import Family, TileSet
from granada.board.tile_sets import data_file
from granada.table import Record, replay
from tests.pages.desk import Desk
from tests.pages.player import AWARDED, CARDS, TAP, Player, context, held, leave, refereed, tables, things
from tests.pages.visitor import PHONE, kept_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.pages.player import Note

# The short run: one game on a phone, and what must be hidden there


DECIDED = """(isHeld) => {
  const touched = { button: 0, bubbles: true, pointerType: "touch" };
  document.querySelector('[data-command="do"]').click();
  for (const kind of isHeld ? ["pointerdown", "pointercancel"] : [])
    document.body.dispatchEvent(new PointerEvent(kind, touched));
}"""
"""Do what is chosen, and then scroll with a finger that stays on the screen."""


@pytest.mark.long
def test_granada_is_played_on_a_phone_to_its_first_scoring(
    same_phone: Player, axe: str, tmp_path: Path, record_property: Note
) -> None:
    page, begun = same_phone.page, perf_counter()
    same_phone.press('[data-command="quick"]')
    page.wait_for_selector(".play-lit")
    record_property("measured: s from one click to the first move", round(perf_counter() - begun, 1))
    assert same_phone.state()["table"]["kinds"] == ["you", "builder", "builder"]
    built = page.evaluate("async () => (await (await fetch('_engine/contents.json')).json()).kernel")
    assert same_phone.state()["table"]["strong"] == built  # where the site has the kernel, Python finds it
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    same_phone.play(lambda table: bool(table["scorings"]))
    assert page.locator("dialog .play-row").count() > 1
    assert page.locator("dialog .play-because li a[href*=rulebook]").count() > 2
    points = [seat["points"] for seat in same_phone.state()["table"]["seats"]]
    assert page.locator('dialog [data-sum="1"] td').all_inner_texts() == list(map(str, points))
    assert kept_out(page, axe) == []
    same_phone.press('dialog [data-command="close"]')
    table = same_phone.table
    record_property("measured: ms from a tap to its picture", page.evaluate(TAP))
    assert kept_out(page, axe) == []
    refereed(same_phone.record(tmp_path), table)
    leave(same_phone)
    you, *others = (f"{kind} {each}" for kind, each in zip(["You", "Builder", "Builder"], points, strict=True))
    assert " · ".join([you, *others]) in page.inner_text(".play-games li")
    assert f"turn {table['turn']}" in page.inner_text(".play-games li")


@pytest.mark.long
def test_the_table_stays_where_it_is_until_something_else_is_to_be_done(same_phone: Player) -> None:
    leave(same_phone)
    same_phone.begin(("you", "builder"))
    page, state = same_phone.page, same_phone.settled()
    while not (bought := [deed for deed in state["table"]["legal"] if deed.get("exact") is False]):
        state = same_phone.step(state)
    page.set_viewport_size({"width": 390, "height": 480})
    page.evaluate("window.scrollTo({ top: 40, behavior: 'instant' })")
    top = "document.querySelector('.play-hand').getBoundingClientRect().top"
    before = page.evaluate(top)
    same_phone.point(things(bought[0])[0])
    assert page.locator(".play-deed").count() == 1
    assert page.evaluate(top) == before
    page.evaluate("window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    same_phone.press('[data-command="do"]', scroll=False)
    same_phone.settled()
    assert page.get_attribute(".play-table", "data-phase") == "place"
    same_phone.press('[data-thing^="placing"]', scroll=False)
    page.set_viewport_size(PHONE["viewport"])


@pytest.mark.long
def test_what_is_to_be_decided_comes_into_sight_with_the_turn_but_not_under_a_finger(same_phone: Player) -> None:
    leave(same_phone)
    same_phone.begin(("you", "builder"))
    page, top = same_phone.page, "document.querySelector('.play-table').getBoundingClientRect().top"
    page.set_viewport_size({"width": 390, "height": 480})
    for is_held in (False, True):
        state = same_phone.settled()
        while not (taken := [deed for deed in state["table"]["legal"] if deed["verb"] == "take"]):
            state = same_phone.step(state)
        for thing in things(taken[0]):
            same_phone.point(thing)
        page.evaluate("window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
        assert page.evaluate(top) < -50
        page.evaluate(DECIDED, is_held)
        page.wait_for_function(
            "(at) => document.querySelector('#play').state().table.steps > at", arg=state["table"]["at"]
        )
        page.wait_for_function("() => document.querySelector('#play').state().table.legal.length > 0")
        if is_held:
            page.wait_for_timeout(300)
            assert page.evaluate(top) < -50
            page.evaluate("window.dispatchEvent(new Event('touchend'))")
        same_phone.settled()
        assert page.evaluate(top) >= -1
    page.set_viewport_size(PHONE["viewport"])


@pytest.mark.long
def test_own_tiles_are_played_with_and_a_bad_file_is_refused_in_words(same_phone: Player, tmp_path: Path) -> None:
    leave(same_phone)
    page = same_phone.page
    shipped = data_file("granada-1").read_text(encoding="utf-8")
    head, *lines = shipped.splitlines()
    faces, _, moats = zip(*(line.rpartition(",") for line in lines), strict=True)
    own = "\n".join([head, *map(",".join, zip(faces, reversed(moats), strict=True))])
    for part in (".play-form", '[data-part="more"]'):
        same_phone.unfold(part)
    same_phone.give(shipped.replace(",2,", ",99,", 1), tmp_path / "bad.csv")
    same_phone.press('[data-command="begin"]')
    assert same_phone.settled()["table"] is None
    said = page.inner_text(".play-said")
    assert said.startswith("The file contains no set of tiles for this game.")
    assert "a price must be 2 to 13, not '99'" in said
    assert same_phone.state()["form"]["tiles"] is None
    same_phone.give(own, tmp_path / "own.csv")
    same_phone.press('[data-command="begin"]')
    page.wait_for_selector(".play-table:not([hidden])")
    same_phone.settled()
    record = from_json(same_phone.record(tmp_path), Record)
    assert record.setup.tiles == (TileSet.parse(own),)
    assert record.setup.tiles != (TileSet.default(Family.GRANADA),)


def test_hands_are_covered_between_persons_and_the_page_never_holds_another_hand(
    same_phone: Player, tmp_path: Path
) -> None:
    leave(same_phone)
    same_phone.begin(("person", "person", "builder"), seed="")
    same_phone.page.evaluate("heard.length = 0")
    seen = [held(same_phone, same_phone.step()["table"]) for _ in range(6)]
    while (table := same_phone.table)["viewer"] is None:
        same_phone.step()
    same_phone.press(f'[data-seat="{table["viewer"]}"]')
    assert same_phone.page.evaluate(CARDS) == [*table["hand"], *table["hand"]]  # on the table, and over it
    same_phone.press('dialog [data-command="close"]')
    same_phone.choose_from_menu("replay")
    same_phone.settled()
    same_phone.choose_from_menu("cover")
    table = same_phone.settled()["table"]
    assert table["viewer"] is None
    seen.append(held(same_phone, table))
    record = from_json(same_phone.record(tmp_path), Record)
    assert not any(record.about["seed"] in each for each in seen)
    hands = [[list(map(str, player.hand)) for player in state.players] for state in replay(record)]
    shown = [table for each in seen for table in tables(json.loads(each))]
    assert len(shown) > 12
    for table in shown:
        own = [hand if seat == table["viewer"] else None for seat, hand in enumerate(hands[table["at"]])]
        assert [seat["hand"] for seat in table["seats"]] == own
        assert table["hand"] == next(filter(None, own), None)


def test_the_page_is_an_app_that_is_kept_for_visits_without_a_network(site: Path) -> None:
    folder = site / "_static" / "play"
    app = json.loads((folder / "app.webmanifest").read_text(encoding="utf-8"))
    assert 'rel="manifest" href="_static/play/app.webmanifest"' in (site / "play.html").read_text(encoding="utf-8")
    assert (folder / app["start_url"]).resolve() == (site / "play.html").resolve()
    for icon in app["icons"]:
        content = (folder / icon["src"]).read_bytes()
        assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]
    kept = json.loads((site / "_engine" / "contents.json").read_text(encoding="utf-8"))["files"]
    scripts = [path.relative_to(site).as_posix() for path in folder.iterdir()]
    assert {"play.html", *scripts} <= set(kept)


# Whole games

TABLES = [
    (("you", "builder"), "granada", ()),
    (("builder", "you", "builder", "builder"), "granada", ("vizier",)),
    (("you", *["builder"] * 5), "granada", ("exchange",)),
    (("you", "builder"), "alhambra", ("huts",)),
    (("you", "builder", "builder"), "alhambra", ("bonus", "vizier")),
    (("you", "builder", "builder"), "combined", ()),
    (("builder", "you", "builder", "builder"), "combined", ("exchange", "huts")),
    (("person", "person", "person"), "granada", ()),
]


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("manner", ["touch", "keyboard"])
@pytest.mark.parametrize(("seats", "game", "modules"), TABLES)
def test_a_whole_game_is_played_by_pointing_alone(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    manner: str,
    seats: tuple[str, ...],
    game: str,
    modules: tuple[str, ...],
) -> None:
    player: Player = request.getfixturevalue("phone" if manner == "touch" else "keyboard")
    player.begin(seats, game, *modules)
    table = player.play()
    told = [line.get_attribute("data-kind") for line in player.page.locator("dialog .play-awards li").all()]
    assert told.count("awarded") == player.page.evaluate(AWARDED)
    assert told.count(None) == 3  # the rules of the end
    assert told.index("end-begun") <= 4  # the last moves
    player.press('dialog [data-command="close"]')
    shown = player.page.locator(".play-places li").all_inner_texts()
    points = [each["points"] for each in [*table["seats"], *filter(None, [table["dirk"]])]]
    assert [int("".join(filter(str.isdigit, line.split(" ")[-2]))) for line in shown] == sorted(points, reverse=True)
    refereed(player.record(tmp_path), table)


@pytest.mark.long
def test_the_game_goes_on_after_a_reload_in_every_phase(phone: Player) -> None:
    phone.begin(("you", "builder"), "alhambra", "bonus", "vizier")
    seen: set[str] = set()
    while not phone.table["over"]:
        moment = f"{phone.table['moment']} {phone.state()['open']}"
        if moment not in seen and not phone.state()["open"]:
            seen.add(moment)
            before = phone.table
            phone.page.reload()
            phone.page.wait_for_selector(".play-table:not([hidden])")
            assert {**phone.table, "undo": None} == {**before, "undo": None}
        phone.step()
    assert len(seen) > 3


# No press is lost


@pytest.mark.long
def test_whoever_types_a_seed_and_presses_start_at_once_gets_that_game(phone: Player, tmp_path: Path) -> None:
    phone.settled()
    for part in (".play-form", '[data-part="more"]'):
        phone.unfold(part)
    phone.page.locator('[data-field="seed"]').tap()
    phone.page.keyboard.type("31")
    phone.press('[data-command="begin"]')
    phone.page.wait_for_selector(".play-table:not([hidden])")
    phone.settled()
    assert from_json(phone.record(tmp_path), Record).about["seed"] == "31"


@pytest.mark.long
@pytest.mark.parametrize("let_go_there", [True, False])
def test_a_button_is_pressed_though_the_page_changes_before_it_is_let_go(mouse: Player, *, let_go_there: bool) -> None:
    mouse.settled()
    mouse.unfold(".play-form")
    mouse.page.locator('[data-command="begin"]').hover()
    mouse.page.mouse.down()
    mouse.page.evaluate(CHANGED)
    assert mouse.state()["form"]["game"] == "alhambra"
    if not let_go_there:
        mouse.page.mouse.move(2, 2)
    mouse.page.mouse.up()
    mouse.page.wait_for_selector(".play-table:not([hidden])" if let_go_there else '[data-module="huts"]')
    table = mouse.settled()["table"]
    assert (table and table["game"]) == ("alhambra" if let_go_there else None)


CHANGED = """() => {
  const game = document.querySelector('[data-choice="Game"]');
  game.value = "alhambra";
  game.dispatchEvent(new Event("change", { bubbles: true }));
}"""
"""A script that chooses another game, as if somebody had done it elsewhere."""


@pytest.mark.long
def test_a_begin_that_is_not_answered_is_told_and_asked_again(phone: Player) -> None:
    page = phone.page
    phone.settled()
    page.workers[0].evaluate("self.close()")
    phone.press('[data-command="quick"]')
    told = page.locator(".play-start [role=status]")
    assert told.inner_text() == "The game is opened as soon as the engine is there."
    page.get_by_text("The engine has not answered yet.").first.wait_for()
    page.get_by_text(
        "The engine did not answer. It is being restarted and asked again; nothing is lost."
    ).first.wait_for()
    page.wait_for_selector(".play-table:not([hidden])")
    assert phone.settled()["silent"] == ""


@pytest.mark.long
def test_whoever_does_not_want_to_wait_for_a_game_goes_back(phone: Player) -> None:
    phone.settled()
    phone.page.workers[0].evaluate("self.close()")
    phone.press('[data-command="quick"]')
    phone.press('[data-command="back"]')
    phone.page.wait_for_selector('[data-command="quick"]')
    assert phone.settled()["table"] is None


# Many games


@pytest.mark.long
def test_one_click_leads_a_newcomer_to_the_first_move(browser: Browser, served: str, record_property: Note) -> None:
    with context(browser, **PHONE) as visit:
        judge = Desk(visit.new_page())
        judge.watch(served)
        judge.open(f"{served}/ask.html")
    with context(browser, **PHONE) as visit:
        player = Player(visit.new_page(), "touch")
        begun = perf_counter()
        player.open(f"{served}/play.html")
        player.press('[data-command="quick"]')
        player.page.wait_for_selector(".play-lit")
        moves = perf_counter() - begun
        assert player.table["steps"] > 0
        assert player.trouble == []
    record_property(
        "measured: s to the judge's first verdict, and to the first move", f"{judge.loaded:.1f}, {moves:.1f}"
    )


@pytest.mark.long
def test_ten_games_do_not_make_the_page_grow_by_a_fifth(browser: Browser, mouse: Player, record_property: Note) -> None:
    sizes, tools = [], mouse.page.context.new_cdp_session(mouse.page)
    for _ in range(10):
        mouse.begin(("builder", "builder", "builder"))
        mouse.play()
        mouse.press('dialog [data-command="close"]')
        tools.send("HeapProfiler.collectGarbage")
        sizes.append(memory(browser))
        mouse.press('[data-command="games"]')
        mouse.settled()
    record_property("measured: MB of the page after one game and after ten", f"{sizes[0]:.0f}, {sizes[-1]:.0f}")
    assert sizes[-1] < 1.2 * sizes[0]
    assert len(mouse.state()["games"]) == 10


def memory(browser: Browser) -> float:
    """How many megabytes the pages of a browser take."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [Path(f"/proc/{each['id']}/statm") for each in processes if each["type"] == "renderer"]
    return max(int(path.read_text(encoding="utf-8").split()[1]) for path in renderers) * 4096 / 1e6


@pytest.mark.long
def test_a_second_visit_needs_no_network(phone: Player) -> None:
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")
    before = phone.table
    phone.page.wait_for_function("() => navigator.serviceWorker.controller")
    phone.page.context.set_offline(offline=True)
    address = phone.page.url
    phone.page.goto("about:blank")
    phone.page.goto(address)
    phone.page.wait_for_selector(".play-table:not([hidden])")
    assert {**phone.table, "undo": None} == {**before, "undo": None}
    phone.step()
