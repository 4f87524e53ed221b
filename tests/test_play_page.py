"""The page on which Granada is played, in a browser: whole games by pointing alone, and all that can go wrong."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from attrs import Factory, define

from granada import from_json
from granada.board import Family, TileSet
from granada.board.tile_sets import DATA
from granada.game import MODULES
from granada.judging import referee
from granada.table import Record, replay
from tests import test_judge_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    Note = Callable[[str, object], None]

browser, axe = test_judge_page.browser, test_judge_page.axe
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
HEARD = """
const plain = Worker;
window.heard = [];
window.Worker = class extends plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => window.heard.push(JSON.stringify(data)));
  }
};
"""
"""A script that notes all that the page is told by its worker."""
TAP = """() => new Promise((done) => {
  const begun = performance.now();
  document.querySelector(".play-lit").click();
  requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - begun))));
})"""
"""A script that points at something, and tells how long its picture took."""
REACHED = """(it, mayScroll) => {
  const middle = () => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const isFree = () => it.contains(document.elementFromPoint(...middle()));
  if (mayScroll && !isFree()) it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return isFree() ? middle() : null;
}"""
"""A script that tells where something can be pointed at, unless it is out of sight or something else lies over it."""
WAITS = 50
"""How many tenths of a second something may be out of reach."""
CLICKS = "`${performance.timeOrigin} ${window.clicks}`"
"""How often something was clicked, in this document."""
IN_SIGHT = """() => [...document.querySelectorAll(".play-lit, .judge-lit, .play-bar button")].some((it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})"""
"""A script that tells whether anything is in sight that may be pointed at."""
SETTLED = """() => {
  const page = document.querySelector("#play");
  return page.isSettled?.() ? { ...page.state(), log: [] } : null;
}"""
"""A script that tells what the page shows, when nobody thinks and nothing moves."""
CARDS = """() => [...document.querySelectorAll("#play [data-card]")]
  .filter((it) => !it.closest(".play-display"))
  .map((it) => it.dataset.card)"""
"""A script that tells all cards that lie in the page and not in the display, hidden or not."""
MOVED = """
window.moved = [];
const plain = Element.prototype.animate;
Element.prototype.animate = function (frames, { duration }) {
  window.moved.push(duration);
  return plain.call(this, frames, { duration: 1 });
};
"""
"""A script that notes how long things fly, and lets them fly quickly."""
COMING = """() => {
  const row = document.createElement("p");
  row.className = "play-row";
  document.querySelector(".play-dialog").append(row);
  return getComputedStyle(row).animationName;
}"""
"""A script that tells how a row of a scoring comes."""
AWARDED = "document.querySelector('#play').state().log.filter(({ kind }) => kind === 'awarded').length"
"""A script that tells how many tiles were left at the end."""
REDESIGN = {"remove", "swap", "add"}


@define
class Player:
    """Somebody at the page, who points by mouse, touch or keyboard, and all that went wrong meanwhile."""

    page: Page
    manner: str = "touch"
    rng: Random = Factory(lambda: Random(1))
    trouble: list[str] = Factory(list)

    def open(self, address: str) -> None:
        """Open the page; complaints and requests to elsewhere are noted."""
        page, site = self.page, address.partition("/play.html")[0]
        page.set_default_timeout(test_judge_page.PATIENCE)
        page.on("console", lambda told: self.trouble.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda flaw: self.trouble.append(str(flaw)))
        own = (site, "data:", f"blob:{site}")
        page.on("request", lambda sent: None if sent.url.startswith(own) else self.trouble.append(sent.url))
        page.add_init_script('window.clicks = 0; addEventListener("click", () => { window.clicks += 1; }, true);')
        page.goto(address)
        page.wait_for_selector(".play-start button, .play-status button")

    def settled(self) -> dict[str, Any]:
        """What the page shows when nobody thinks and nothing moves."""
        state: dict[str, Any] = self.page.wait_for_function(SETTLED).json_value()
        return state

    def state(self) -> dict[str, Any]:
        """What the page shows now."""
        shown: dict[str, Any] = self.page.evaluate("({ ...document.querySelector('#play').state(), log: [] })")
        return shown

    def chosen(self) -> tuple[list[str], int]:
        """What is chosen, and after how many steps; -1 while something is done."""
        found = "({ chosen, busy, table }) => [chosen, busy ? -1 : table.steps]"
        chosen, steps = self.page.evaluate(f"({found})(document.querySelector('#play').state())")
        return chosen, steps

    @property
    def table(self) -> dict[str, Any]:
        """The table, when a person is to decide."""
        table: dict[str, Any] = self.settled()["table"]
        return table

    def press(self, what: str, *, scroll: bool = True) -> None:
        """Click, touch or, by the keyboard, reach a control and press Enter; it may have to be scrolled to."""
        found = self.page.locator(what).first
        if self.manner == "keyboard":
            test_judge_page.press(found, self.manner)
            return
        place = found.evaluate(REACHED, scroll)
        for _ in range(WAITS):
            if place:
                break
            self.page.wait_for_timeout(100)  # the page may just be laying it out
            place = found.evaluate(REACHED, scroll)
        assert place, f"{what} cannot be reached"
        if self.manner == "touch":
            before = self.page.evaluate(CLICKS)
            self.page.touchscreen.tap(*place)
            self.page.wait_for_function(f"(before) => {CLICKS} !== before", arg=before)  # it comes after the finger
        else:
            self.page.mouse.click(*place)

    def point(self, thing: str) -> None:
        """Point at something on the table; by the keyboard the arrow keys lead to a cell."""
        kind, _, name = thing.partition(" ")
        if kind != "cell":
            self.press(f'[data-thing="{thing}"]:not([aria-pressed="true"])')
        elif self.manner == "keyboard":
            self._walk(name)
            self.page.keyboard.press("Enter")
        else:
            self.press(f'.play-city [data-cell="{name}"]')

    def _walk(self, cell: str) -> None:
        self.page.focus('.play-city [tabindex="0"]')
        here = self.page.evaluate("document.activeElement.dataset.cell")
        (x, y), (to_x, to_y) = (map(int, each.split(",")) for each in (here, cell))
        keys = ["ArrowRight"] * (to_x - x) + ["ArrowLeft"] * (x - to_x)
        for key in keys + ["ArrowUp"] * (to_y - y) + ["ArrowDown"] * (y - to_y):
            self.page.keyboard.press(key)
        assert self.page.evaluate("document.activeElement.dataset.cell") == cell

    def do(self, deed: dict[str, Any]) -> None:
        """Do something by pointing at its things; cards that were proposed and are not meant are put back."""
        wanted, (chosen, steps) = things(deed), self.chosen()
        for thing in wanted:
            if chosen.count(thing) < wanted.count(thing):
                self.point(thing)
                chosen, now = self.chosen()
                if now != steps:
                    return  # a button does it at once
        for thing in (spare := left(chosen, wanted)):
            self.press(f'[data-thing="{thing}"][aria-pressed="true"]')
        for thing in left(wanted, self.chosen()[0]) if spare else ():
            self.point(thing)
        assert sorted(self.chosen()[0]) == sorted(wanted), deed["action"]
        self.press('[data-command="do"]', scroll=False)

    def choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """What this player does: rather build than not, and now and then anything."""
        dear = [deed for deed in legal if deed["verb"] in {"buy", "place", "reveal", "hut"}]
        some = [deed for deed in legal if deed["verb"] not in REDESIGN]
        return self.rng.choice(legal if self.rng.random() < 0.05 else dear or some or legal)

    def play(self, until: Callable[[dict[str, Any]], bool] = lambda table: table["over"]) -> dict[str, Any]:
        """Play until something is so."""
        state = self.settled()
        while not until(state["table"]):
            state = self.step(state)
        table: dict[str, Any] = state["table"]
        return table

    def step(self, state: dict[str, Any] | None = None) -> dict[str, Any]:
        """Close what lies over the table, say that one is here, or decide."""
        state = state or self.settled()
        if state["open"]:
            self.press('dialog [data-command="close"]')
        elif state["table"]["cover"] is not None:
            self.press('[data-command="here"]')
        else:
            if self.manner == "touch":
                self.page.wait_for_function(IN_SIGHT)  # the page may still be scrolling
            self.do(self.choose(state["table"]["legal"]))
            after = self.settled()
            assert after["table"]["steps"] > state["table"]["steps"], self.page.inner_text(".play-bar")
            return after
        return self.settled()

    def unfold(self, what: str) -> None:
        """Unfold a part of the page, unless it is unfolded."""
        if not self.page.locator(f"{what}[open]").count():
            self.press(f"{what} > summary")

    def begin(self, seats: tuple[str, ...], game: str = "granada", *modules: str, seed: str = "31") -> None:
        """Choose a game, and start it; without a seed nobody here knows what will be drawn."""
        self.settled()
        self.unfold(".play-form")
        self.page.select_option('[data-choice="Game"]', game)
        while len(sat := self.state()["form"]["seats"]) != len(seats):
            self.press(f'[data-command="{"more" if len(sat) < len(seats) else "fewer"}"]')
            assert abs(len(self.state()["form"]["seats"]) - len(sat)) == 1
        for seat, kind in enumerate(seats):
            self.page.select_option(f'select[data-seat="{seat}"]', kind)
        for module in modules:
            self.page.locator(f'[data-module="{module}"]').check()
        self.unfold('[data-part="more"]')
        self.page.fill('[data-field="seed"]', seed)
        self.page.locator('[data-field="seed"]').blur()
        assert self.state()["form"]["seats"] == list(seats)
        self.press('[data-command="begin"]')
        self.page.wait_for_selector(".play-table:not([hidden])")
        assert self.settled()["table"]["modules"] == sorted(modules, key=list(MODULES).index)

    def give(self, tiles: str, file: Path) -> None:
        """Name a file of own tiles."""
        file.write_text(tiles, encoding="utf-8")
        self.page.locator('[data-part="more"] input[type="file"]').set_input_files(file)
        self.page.wait_for_function("() => document.querySelector('#play').state().form.tiles")

    def choose_from_menu(self, what: str) -> None:
        """Choose something from the menu."""
        self.press('[data-command="menu"]')
        self.press(f'dialog [data-command="{what}"]')

    def hurry(self, speed: str) -> None:
        """Choose from the menu how quickly things move."""
        self.press('[data-command="menu"]')
        self.page.select_option('dialog [data-choice="Movement"]', speed)
        self.press('dialog [data-command="close"]')

    def record(self, folder: Path) -> str:
        """The record, saved as a file."""
        if not self.state()["open"]:
            self.press('[data-command="menu"]')
        self.press('dialog [data-command="share"]')
        with self.page.expect_download() as saved:
            self.press('[data-command="export"]')
        file = folder / saved.value.suggested_filename
        saved.value.save_as(file)
        self.press('dialog [data-command="close"]')
        return file.read_text(encoding="utf-8")


def things(deed: dict[str, Any]) -> list[str]:
    """What one points at to do something."""
    verb, cards = deed["verb"], deed.get("cards") or []
    paid = [f"hand {card}" for card in cards]
    tile, face, cell = f"placing {deed.get('tile')}", f"reserve {deed.get('face')}", f"cell {deed.get('cell')}"
    return {
        "take": [f"display {card}" for card in cards],
        "buy": [f"slot {deed.get('slot')}", *paid],
        "flip": [tile, "do flip", *paid],
        "place": [tile, cell],
        "store": [tile, f"store {deed.get('face')}"],
        "give": [tile, "do give"],
        "add": [face, cell],
        "swap": [face, cell],
        "remove": [cell],
        "hut": [f"hut {deed.get('face')}"],
        "reveal": [f"bonus {deed.get('face')}"],
    }.get(verb, [f"do {verb}"])


def left(bag: list[str], taken: list[str]) -> list[str]:
    """What is left of some things when others are taken away."""
    rest = list(bag)
    for thing in taken:
        if thing in rest:
            rest.remove(thing)
    return rest


def refereed(text: str, table: dict[str, Any]) -> None:
    """The record of a game is legal, and gives the points that the page showed."""
    finding = referee(text)
    assert finding.ok, finding.told(100)
    last = list(replay(from_json(text, Record)))[-1]
    assert list(last.points) == [seat["points"] for seat in table["seats"]]
    assert last.over == table["over"]


def context(browser: Browser, **more: Any) -> BrowserContext:
    """A visit to the page: nothing moves there, and files may be saved."""
    return browser.new_context(reduced_motion="reduce", accept_downloads=True, **more)


@pytest.fixture
def phone(browser: Browser, served: str) -> Iterator[Player]:
    """The page on a phone."""
    yield from on_a_phone(browser, served)


@pytest.fixture(scope="module")
def same_phone(browser: Browser, served: str) -> Iterator[Player]:
    """The page on a phone, opened once for all tests of the short run."""
    yield from on_a_phone(browser, served)


def on_a_phone(browser: Browser, served: str) -> Iterator[Player]:
    """The page on a phone; nothing may have gone wrong there at the end."""
    with context(browser, **PHONE) as visit:
        player = Player(visit.new_page())
        player.page.add_init_script(HEARD)
        player.open(f"{served}/play.html")
        yield player
        assert player.trouble == []


@pytest.fixture
def desk(browser: Browser, served: str) -> Iterator[Player]:
    """The page on a desk, used by the keyboard."""
    with context(browser, **DESK) as visit:
        player = Player(visit.new_page(), "keyboard")
        player.open(f"{served}/play.html")
        yield player
        assert player.trouble == []


# The short run: one game on a phone, and what must be hidden there


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
    places = [1 + sum(other > each for other in points) for each in points]
    told = [f"{each} place {place}" for each, place in zip(points, places, strict=True)]
    assert page.locator("dialog tbody tr:nth-child(2) td").all_inner_texts() == told
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
def test_own_tiles_are_played_with_and_a_bad_file_is_refused_in_words(same_phone: Player, tmp_path: Path) -> None:
    leave(same_phone)
    page = same_phone.page
    shipped = (DATA / "granada-1.csv").read_text(encoding="utf-8")
    head, *lines = shipped.splitlines()
    faces, _, moats = zip(*(line.rpartition(",") for line in lines), strict=True)
    own = "\n".join([head, *map(",".join, zip(faces, reversed(moats), strict=True))])
    for part in (".play-form", '[data-part="more"]'):
        same_phone.unfold(part)
    same_phone.give(shipped.replace(",2,", ",99,", 1), tmp_path / "bad.csv")
    same_phone.press('[data-command="begin"]')
    assert same_phone.settled()["table"] is None
    said = page.inner_text(".play-said")
    assert said.startswith("The file holds no set of tiles for this game.")
    assert "a price is 2 to 13, not '99'" in said
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


def held(player: Player, table: dict[str, Any]) -> str:
    """All that the page holds and was told since, where no hand but that of whoever looks may be seen."""
    assert table["cover"] is None or (table["viewer"] is None and table["legal"] == [])
    assert player.page.evaluate(CARDS) == (table["hand"] or [])
    page: list[Any] = player.page.evaluate("[document.body.outerHTML, document.querySelector('#play').state()]")
    pointed = re.findall(r"\bhand ([bgoy][/\d]\w*)", json.dumps(page))
    assert set(pointed) <= set(table["hand"] or [])
    told = [json.loads(each) for each in player.page.evaluate("heard.splice(0)")]
    return json.dumps([page, told])


def leave(player: Player) -> None:
    """Go back to the beginning, where another game is chosen."""
    if player.settled()["table"]:
        player.choose_from_menu("games")
        player.settled()


def tables(data: object) -> Iterator[dict[str, Any]]:
    """The tables that some data shows anywhere."""
    if isinstance(data, dict) and "hand_sizes" in data:
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from tables(part)


def kept_out(page: Page, axe: str) -> list[str]:
    """What keeps people out of the page as it is."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(test_judge_page.VIOLATIONS)
    return found


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
    player: Player = request.getfixturevalue("phone" if manner == "touch" else "desk")
    player.begin(seats, game, *modules)
    table = player.play()
    awards = player.page.locator("dialog .play-awards li").all_inner_texts()
    assert len(awards) == 3 + player.page.evaluate(AWARDED)
    player.press('dialog [data-command="close"]')
    shown = player.page.locator(".play-places li").all_inner_texts()
    assert sorted(int("".join(filter(str.isdigit, line.split(" ")[-2]))) for line in shown) == sorted(
        seat["points"] for seat in table["seats"]
    )
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


# What can go wrong


@pytest.mark.long
def test_a_dead_worker_is_started_anew_and_nothing_is_lost(phone: Player, tmp_path: Path) -> None:
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")
    for _ in range(3):
        phone.step()
    before = phone.table
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
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")
    phone.settled()
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
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")


@pytest.mark.long
def test_a_link_holds_a_game_which_is_looked_through_by_whoever_opens_it(phone: Player, browser: Browser) -> None:
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")
    for _ in range(4):
        phone.step()
    before = phone.table
    for what in ("game", "position"):
        phone.press('[data-command="menu"]')
        phone.press('dialog [data-command="share"]')
        phone.press(f'[data-command="link {what}"]')
        link = phone.page.input_value('[data-field="link"]')
        phone.press('dialog [data-command="close"]')
        with context(browser, **DESK) as visit:
            other = Player(visit.new_page(), "mouse")
            other.open(link)
            other.page.wait_for_selector(".play-table:not([hidden])")
            table = other.settled()["table"]
            assert [seat["city"] for seat in table["seats"]] == [seat["city"] for seat in before["seats"]]
            assert table["display"] == before["display"]
            assert other.trouble == []
            if what == "game":
                other.press('[data-command="menu"]')
                other.press('dialog [data-command="replay"]')
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
    page.select_option('[data-choice="Search thinks for"]', "30")
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
    phone.press('[data-command="follow"]')
    assert page.locator('[data-command="do"]').count() == 1


@pytest.mark.long
def test_the_keyboard_stays_where_it_was(desk: Player) -> None:
    page, focused = desk.page, "([name, value]) => document.activeElement.dataset[name] === value"
    desk.press('[data-command="quick"]')
    page.wait_for_selector(".play-lit")
    desk.settled()
    assert page.evaluate("document.activeElement !== document.body")
    desk.press('[data-command="menu"]')
    page.keyboard.press("Escape")
    page.wait_for_function(focused, arg=["command", "menu"])
    desk.press('[data-seat="1"]')
    assert "hand" in page.inner_text("dialog")
    desk.press('dialog [data-command="close"]')
    page.wait_for_function(focused, arg=["seat", "1"])


@pytest.mark.long
def test_whoever_looks_back_drags_the_slider_links_to_what_is_seen_and_takes_nothing_back(
    desk: Player, browser: Browser
) -> None:
    page = desk.page
    desk.press('[data-command="quick"]')
    page.wait_for_selector(".play-lit")
    for _ in range(3):
        desk.step()
    steps = desk.table["steps"]
    desk.choose_from_menu("replay")
    desk.settled()
    box = page.locator('[data-field="step"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in (0.8, 0.6, 0.4, 0.2):
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
        desk.settled()
    page.mouse.up()
    at = desk.settled()["replay"]["at"]
    assert at < 0.3 * steps
    page.keyboard.press("Control+z")
    assert desk.settled()["table"]["steps"] == steps
    desk.choose_from_menu("share")
    assert "all hands" in page.inner_text("dialog")
    desk.press('[data-command="link position"]')
    page.wait_for_selector('[data-field="link"]')
    link, seen = page.input_value('[data-field="link"]'), desk.state()["replay"]["table"]
    with context(browser, **DESK) as visit:
        other = Player(visit.new_page(), "mouse")
        other.open(link)
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
        assert other.trouble == []


@pytest.mark.long
def test_a_game_is_deleted_only_after_a_second_word(phone: Player) -> None:
    page = phone.page
    phone.press('[data-command="quick"]')
    page.wait_for_selector(".play-lit")
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
    with context(browser, color_scheme=scheme, **DESK) as visit:
        player = Player(visit.new_page(), "mouse")
        player.open(f"{served}/play.html")
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
        assert player.trouble == []


@pytest.mark.long
def test_a_second_tab_does_not_get_a_game_that_is_open_in_the_first(phone: Player) -> None:
    phone.press('[data-command="quick"]')
    phone.page.wait_for_selector(".play-lit")
    phone.settled()
    other = Player(phone.page.context.new_page())
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
    with browser.new_context(reduced_motion="no-preference", **DESK) as visit:
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


@pytest.mark.long
def test_one_click_leads_a_newcomer_to_the_first_move(browser: Browser, served: str, record_property: Note) -> None:
    with context(browser, **PHONE) as visit:
        judge = test_judge_page.Desk(visit.new_page())
        judge.watch(served)
        judge.open(f"{served}/ask.html")
    with context(browser, **PHONE) as visit:
        player = Player(visit.new_page())
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
def test_ten_games_do_not_make_the_page_grow_by_a_fifth(browser: Browser, served: str, record_property: Note) -> None:
    with context(browser, **DESK) as visit:
        player = Player(visit.new_page(), "mouse")
        player.open(f"{served}/play.html")
        sizes, tools = [], visit.new_cdp_session(player.page)
        for _ in range(10):
            player.begin(("builder", "builder", "builder"))
            player.play()
            player.press('dialog [data-command="close"]')
            tools.send("HeapProfiler.collectGarbage")
            sizes.append(memory(browser))
            player.press('[data-command="games"]')
            player.settled()
        record_property("measured: MB of the page after one game and after ten", f"{sizes[0]:.0f}, {sizes[-1]:.0f}")
        assert sizes[-1] < 1.2 * sizes[0]
        assert len(player.state()["games"]) == 10
        assert player.trouble == []


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
