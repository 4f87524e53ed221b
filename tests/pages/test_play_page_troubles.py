"""The page on which Granada is played, in a browser: what can go wrong, links, replays, other tabs, people kept out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.pages.player import COMING, MOVED, Player, leave, on_a_desk, refereed
from tests.pages.visitor import WIDE, kept_out

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

# What can go wrong


@pytest.mark.long
def test_a_dead_worker_is_started_anew_and_nothing_is_lost(phone: Player, tmp_path: Path) -> None:
    before = phone.begin_quickly(3)
    phone.page.workers[0].evaluate("self.close()")
    phone.do(phone.choose(before["legal"]))
    assert phone.table["steps"] > before["steps"]
    refereed(phone.record(tmp_path), phone.table)


FULL = """() => {
  self.plain = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
"""A script that fills the storage, as far as the worker can tell."""


@pytest.mark.long
def test_a_full_storage_is_told_and_the_game_goes_on(phone: Player, tmp_path: Path) -> None:
    phone.begin_quickly()
    phone.page.workers[0].evaluate(FULL)
    phone.step()
    assert phone.page.inner_text(".play-warning")
    refereed(phone.record(tmp_path), phone.table)
    phone.page.workers[0].evaluate("() => { IDBObjectStore.prototype.put = self.plain; }")
    phone.step()
    assert not phone.page.inner_text(".play-warning")


HOSTILE = [
    "",
    "null",
    "[" * 50_000,
    '{"format":2}',
    '{"about":{},"format":2,"game":"granada","modules":[],"players":3,"rulings":{},"scoring":"normal"}\n{"draw":"b1"}',
    '{"about":{"bots":["<img src=x onerror=alert(1)>"]},"format":2,"game":"granada","players":900}',
    "\0" * 1000,
    '{"kind":"record","steps":[{"draw":"' + "x" * 100_000 + '"}]}',
]


@pytest.mark.long
def test_a_hostile_record_or_link_does_no_harm(phone: Player, served: str, tmp_path: Path) -> None:
    phone.press(".play-import summary")
    for number, text in enumerate(HOSTILE):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(text, encoding="utf-8")
        phone.page.locator('.play-import input[type="file"]').set_input_files(file)
        state = phone.settled()
        assert state["table"] is None
        assert phone.page.inner_text(".play-said"), text[:40]
    for link in ("", "AAAA", "%00", "x" * 9000, "7cEBAQAAAIIg_69uSEABAAAA", "<script>alert(1)</script>"):
        phone.page.goto("about:blank")
        phone.page.goto(f"{served}/play.html#g={link}")
        phone.page.wait_for_selector(".play-start button")
        assert phone.settled()["table"] is None
    phone.begin_quickly()


@pytest.mark.long
def test_a_link_holds_a_game_which_is_looked_through_by_whoever_opens_it(phone: Player, browser: Browser) -> None:
    before = phone.begin_quickly(4)
    for what in ("game", "position"):
        phone.choose_from_menu("share")
        phone.press(f'[data-command="link {what}"]')
        link = phone.page.input_value('[data-field="link"]')
        phone.press('dialog [data-command="close"]')
        with on_a_desk(browser, link) as other:
            other.page.wait_for_selector(".play-table:not([hidden])")
            table = other.settled()["table"]
            assert [seat["city"] for seat in table["seats"]] == [seat["city"] for seat in before["seats"]]
            assert table["display"] == before["display"]
            if what == "game":
                other.choose_from_menu("replay")
                other.settled()
                seen = set()
                for name in ("To the beginning", "A step on", "A step on", "A step back", "To the end"):
                    other.press(f'[data-turn="{name}"]')
                    looked = other.settled()["replay"]
                    assert looked["table"]["at"] == looked["at"]
                    seen.add(looked["at"])
                assert seen == {0, 1, 2, table["steps"]}


@pytest.mark.long
def test_a_bot_that_thinks_is_hurried_and_gives_way_to_undo_another_language_and_other_games(phone: Player) -> None:
    page = phone.page
    phone.unfold(".play-form")
    page.select_option('select[data-seat="1"]', "search")
    page.select_option('[data-choice="Search thinks per turn, at most"]', "30")
    page.get_by_label("I may take back").check()
    phone.begin(("you", "search", "search"), seed="32")
    before = phone.table
    take = next(deed for deed in before["legal"] if deed["verb"] == "take")
    hurry, said = '[data-command="stop"]', page.locator(".play-said")
    phone.do(take)
    button = page.wait_for_selector(hurry)
    told = page.inner_text(".play-turn span")
    page.wait_for_function("(told) => document.querySelector('.play-turn span').textContent !== told", arg=told)
    assert button is not None
    assert button.evaluate("(it) => it.isConnected")  # so that no tap on it is lost
    phone.press('[data-command="menu"]')
    page.select_option('dialog [data-choice="Language"]', "fr")
    page.wait_for_selector(f'#play[lang="fr"] {hurry}')
    page.wait_for_function("(told) => document.querySelector('#play').state().table.told !== told", arg=before["told"])
    page.wait_for_selector(hurry)
    phone.press(hurry)
    page.wait_for_function("(seat) => document.querySelector('#play').state().table.actor === seat", arg=2)
    page.wait_for_selector(hurry)
    phone.press('[data-command="undo"]')
    assert phone.table["steps"] == before["steps"]
    assert said.count() == 0
    phone.do(take)
    page.wait_for_selector(hurry)
    phone.choose_from_menu("games")
    page.wait_for_selector('[data-command="resume"]')
    assert phone.settled()["table"] is None
    phone.press('[data-command="resume"]')
    for seat in (1, 2):
        page.wait_for_function("(seat) => document.querySelector('#play').state().thought?.seat === seat", arg=seat)
        phone.press(hurry)
    assert phone.table["legal"]
    assert said.count() == 0
    phone.press('[data-command="hint"]')
    page.wait_for_selector(hurry)
    phone.press(hurry)
    hint = phone.settled()["hint"]
    assert hint["action"] in {deed["action"] for deed in phone.table["legal"]}
    assert page.locator('[data-command="do"]').count() == 1  # what is proposed is chosen already, and marked
    assert phone.count('.play-thing[aria-pressed="true"], .play-buttons [data-thing]')
    phone.press('[data-command="cancel"]')
    assert phone.settled()["hint"] is None


@pytest.mark.long
def test_the_keyboard_stays_where_it_was(keyboard: Player) -> None:
    page, focused = keyboard.page, "([name, value]) => document.activeElement.dataset[name] === value"
    keyboard.begin_quickly()
    assert page.evaluate("document.activeElement !== document.body")
    keyboard.press('[data-command="menu"]')
    page.keyboard.press("Escape")
    page.wait_for_function(focused, arg=["command", "menu"])
    keyboard.press('[data-seat="1"]')
    assert "hand" in page.inner_text("dialog")
    keyboard.press('dialog [data-command="close"]')
    page.wait_for_function(focused, arg=["seat", "1"])


@pytest.mark.long
def test_whoever_looks_back_drags_the_slider_links_to_what_is_seen_and_takes_nothing_back(
    keyboard: Player, browser: Browser
) -> None:
    page = keyboard.page
    steps = keyboard.begin_quickly(3)["steps"]
    keyboard.choose_from_menu("replay")
    keyboard.settled()
    box = page.locator('[data-field="step"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in (0.8, 0.6, 0.4, 0.2):
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
        keyboard.settled()
    page.mouse.up()
    at = keyboard.settled()["replay"]["at"]
    assert at < 0.3 * steps
    page.keyboard.press("Control+z")
    assert keyboard.settled()["table"]["steps"] == steps
    keyboard.choose_from_menu("share")
    assert "all hands" in page.inner_text("dialog")
    keyboard.press('[data-command="link position"]')
    page.wait_for_selector('[data-field="link"]')
    link, seen = page.input_value('[data-field="link"]'), keyboard.state()["replay"]["table"]
    with on_a_desk(browser, link) as other:
        for _ in range(2):
            other.page.wait_for_selector(".play-table:not([hidden])")
            table = other.settled()["table"]
            assert table["closed"]
            assert [table[part] for part in ("yard", "display", "deck")] == [
                seen[part] for part in ("yard", "display", "deck")
            ]
            other.page.reload()
        other.settled()
        other.press('[data-command="menu"]')
        other.page.select_option('dialog [data-choice="Language"]', "hu")
        other.page.wait_for_selector('#play[lang="hu"]')
        assert other.settled()["said"] == ""


@pytest.mark.long
def test_a_replay_is_gone_through_by_turns_and_by_scorings(mouse: Player) -> None:
    mouse.begin(("builder", "builder"))
    stops = mouse.play()["stops"]
    mouse.press('dialog [data-command="close"]')
    mouse.press('.play-ending [data-command="replay"]')
    mouse.settled()

    def turned(name: str) -> dict[str, Any]:
        mouse.press(f'[data-turn="{name}"]')
        looked: dict[str, Any] = mouse.settled()["replay"]
        assert looked["table"]["at"] == looked["at"]
        return looked

    turned("To the beginning")
    first, second, third, *_ = stops["turns"]
    for name, at in (("on", first), ("on", second), ("on", third), ("back", second), ("back", first)):
        looked = turned(f"A turn {name}")
        assert looked["at"] == at
        assert mouse.page.locator(".play-turn strong").inner_text().startswith("It is the turn of Seat")
    for at, scored in zip(stops["scorings"], "ABC", strict=True):
        looked = turned("To the next scoring")
        assert (looked["at"], looked["table"]["scorings"][-1]) == (at, scored)
        assert f"Scoring {scored}" not in mouse.page.inner_text(".play-happened")  # it is shown as a table
        mouse.press('[data-turn="scored"]')
        assert scored in mouse.page.inner_text("dialog h2")
        assert mouse.count("dialog .play-row") > 3
        mouse.press('dialog [data-command="close"]')
    assert mouse.page.locator('[data-turn="To the next scoring"]').is_disabled()
    run, width = mouse.page.locator('[data-turn="run"]'), "(each) => each.getBoundingClientRect().width"
    resting = run.evaluate(width)
    mouse.press('[data-turn="run"]')
    mouse.page.wait_for_selector('[data-turn="run"]:has-text("Pause")')
    assert run.evaluate(width) == resting  # the buttons behind it stay where they are


@pytest.mark.long
def test_a_game_is_deleted_only_after_a_second_word(phone: Player) -> None:
    page = phone.page
    phone.begin_quickly()
    leave(phone)
    page.once("dialog", lambda asked: asked.dismiss())
    phone.press('[data-command="forget"]')
    assert len(phone.settled()["games"]) == 1
    page.once("dialog", lambda asked: asked.accept())
    phone.press('[data-command="forget"]')
    page.wait_for_function("() => !document.querySelector('#play').state().games.length")


@pytest.mark.long
def test_a_record_is_opened_and_what_is_forbidden_is_marked_on_the_board(phone: Player, tmp_path: Path) -> None:
    page = phone.page
    phone.begin(("you", "builder"), seed="31")
    phone.play(lambda table: any(deed["verb"] == "place" for deed in table["legal"]))
    record, before = phone.record(tmp_path), phone.table
    phone.press('.play-city [data-cell="0,0"]')
    page.wait_for_selector(".play-why a[href*=rulebook]")
    assert phone.state()["why"]["scene"]["marked"]
    leave(phone)
    file = tmp_path / "record.jsonl"
    file.write_text(record, encoding="utf-8")
    phone.unfold(".play-import")
    page.locator('.play-import input[type="file"]').set_input_files(file)
    page.wait_for_selector(".play-table:not([hidden])")
    assert {**phone.table, "name": None, "undo": None} == {**before, "name": None, "undo": None}
    assert phone.table["name"] != before["name"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out_of_any_part_of_the_page(browser: Browser, served: str, axe: str, scheme: str) -> None:
    with on_a_desk(browser, f"{served}/play.html", color_scheme=scheme) as player:
        player.settled()
        for part in (".play-form", '[data-part="more"]', ".play-import"):
            player.unfold(part)
        assert kept_out(player.page, axe) == []
        player.begin(("builder", "you", "builder"), "alhambra", "bonus", "huts", "vizier", seed="31")
        assert kept_out(player.page, axe) == []
        for what in ("menu", "share"):
            player.press(f'[data-command="{what}"]')
            assert kept_out(player.page, axe) == []
        player.press('dialog [data-command="close"]')
        player.press('[data-seat="0"]')
        assert kept_out(player.page, axe) == []
        player.press('dialog [data-command="close"]')
        player.choose_from_menu("replay")
        player.settled()
        assert kept_out(player.page, axe) == []
        leave(player)
        assert kept_out(player.page, axe) == []
        player.page.reload()
        player.begin(("builder", "builder"), seed="31")
        player.play()
        assert kept_out(player.page, axe) == []
        player.press('dialog [data-command="close"]')
        assert kept_out(player.page, axe) == []


@pytest.mark.long
def test_a_second_tab_does_not_get_a_game_that_is_open_in_the_first(phone: Player) -> None:
    phone.begin_quickly()
    other = Player(phone.page.context.new_page(), "touch")
    other.open(phone.page.url)
    assert other.settled()["table"] is None
    assert other.page.inner_text(".play-said") == "This game is open in another tab."
    table = phone.step()["table"]
    phone.page.close()
    other.press('[data-command="resume"]')
    assert {**other.table, "undo": None} == {**table, "undo": None}
    other.step()
    assert other.trouble == []


@pytest.mark.long
def test_things_move_slowly_quickly_or_not_at_all(browser: Browser, served: str) -> None:
    with browser.new_context(reduced_motion="no-preference", **WIDE) as visit:
        player = Player(visit.new_page(), "mouse")
        player.page.add_init_script(MOVED)
        player.open(f"{served}/play.html")
        player.begin(("you", "builder"))
        assert player.state()["speed"] == "fast"
        assert player.page.evaluate(COMING) == "play-come"
        for speed, lasting in (("none", set()), ("fast", {320}), ("slow", {900})):
            player.hurry(speed)
            player.page.evaluate("moved.length = 0")
            player.step()
            assert set(player.page.evaluate("moved")) == lasting
            assert player.page.evaluate(COMING) == ("play-come" if lasting else "none")
            assert player.page.locator(".play-table > [inert]").count() == 0
        player.page.reload()
        assert player.settled()["speed"] == "slow"
        player.page.emulate_media(reduced_motion="reduce")
        player.page.reload()
        assert player.settled()["speed"] == "none"
        assert player.page.evaluate(COMING) == "none"
        player.step()
        assert player.page.evaluate("moved") == []
        assert player.trouble == []
