"""Somebody at the page *Play Granada* in a browser: how they point, and what they see there."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from granada import from_json
from granada.game import MODULES
from granada.judging import referee
from granada.table import Record, replay
from tests.pages.visitor import PHONE, WIDE, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Locator

    Note = Callable[[str, object], None]


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
REACHED = """async (it, mayScroll) => {
  const middle = () => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const isFree = () => it.contains(document.elementFromPoint(...middle()));
  if (mayScroll && !isFree()) it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const before = middle().join();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return isFree() && middle().join() === before ? middle() : null;
}"""
"""A script that tells where something can be pointed at, unless it moves, is out of sight or is covered."""
WAITS = 50
"""How many tenths of a second something may be out of reach."""
CLICKS = "`${performance.timeOrigin} ${window.clicks}`"
"""How often something was clicked, in this document."""
IN_SIGHT = """() => [...document.querySelectorAll(".play-lit, .shared-lit, .play-bar button")].some((it) => {
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
  const dialog = document.querySelector(".play-dialog");
  const { open = "" } = dialog.dataset;
  dialog.dataset.open = "scoring";
  dialog.append(row);
  const { animationName } = getComputedStyle(row);
  dialog.dataset.open = open;
  return animationName;
}"""
"""A script that tells how a row of a scoring comes."""
AWARDED = "document.querySelector('#play').state().log.filter(({ kind }) => kind === 'awarded').length"
"""A script that tells how many tiles were left at the end."""
REDESIGN = {"remove", "swap", "add"}


@define
class Player(Visitor):
    """Somebody who plays."""

    BOARD = ".play-city"
    rng: Random = Factory(lambda: Random(1))

    def open(self, address: str) -> None:
        """Open the page; complaints and requests to elsewhere are noted."""
        page = self.page
        self.watch(address.partition("/play.html")[0])
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

    def press(self, what: Locator | str, *, scroll: bool = True) -> None:
        """Click, touch or, by the keyboard, reach a control and press Enter; it may have to be scrolled to."""
        found = (self.page.locator(what) if isinstance(what, str) else what).first
        if self.manner == "keyboard":
            super().press(found)
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
        else:
            self.press_cell(name)

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

    def begin_quickly(self, steps: int = 0) -> dict[str, Any]:
        """Start a game by one press, and make some steps; the table then."""
        self.press('[data-command="quick"]')
        self.page.wait_for_selector(".play-lit")
        for _ in range(steps):
            self.step()
        return self.table

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
        for box in self.page.locator("[data-module]").all():
            box.set_checked(box.get_attribute("data-module") in modules)
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
        if not self.settled()["open"]:  # what was just closed is still open to the page for a moment
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


def on_a_phone(browser: Browser, served: str) -> Iterator[Player]:
    """The page on a phone; nothing may have gone wrong there at the end."""
    with context(browser, **PHONE) as visit:
        player = Player(visit.new_page(), "touch")
        player.page.add_init_script(HEARD)
        player.open(f"{served}/play.html")
        yield player
        assert player.trouble == []


@contextmanager
def on_a_desk(browser: Browser, address: str, manner: str = "mouse", **more: Any) -> Iterator[Player]:
    """The page on a desk, used by the mouse or the keyboard; nothing may have gone wrong there at the end."""
    with context(browser, **WIDE, **more) as visit:
        player = Player(visit.new_page(), manner)
        player.open(address)
        yield player
        assert player.trouble == []


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
