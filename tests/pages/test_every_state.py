"""Every state of the table, and every question of the judge, on four screens in five languages, by measured boxes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from granada import BuilderBot, State, play, to_json
from granada.game import MODULES, legal_actions
from granada.languages import codes
from granada.steps import Act, PlaceTiles
from granada.table import replay
from tests.pages.desk import EMPTY, link, visiting
from tests.pages.player import Player, context
from tests.pages.visitor import SIZES, kept_out, script

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.pages.visitor import Record as Note, Visitor

STATES = {
    lines[0]: [line.strip() for line in lines[1:]]
    for lines in (text.splitlines() for text in Path(__file__).with_name("states.txt").read_text("utf-8").split("\n\n"))
}
"""What is done and seen at each table, by the table and its moment."""
TABLES: dict[str, tuple[str, list[str], tuple[str, ...]]] = {
    "granada, two seats": ("granada", ["person", "builder"], ()),
    "granada, six seats": ("granada", ["person", *["builder"] * 5], ()),
    "alhambra, two persons, all modules": ("alhambra", ["person", "person", "builder"], tuple(MODULES)),
    "combined, four seats": ("combined", ["person", *["builder"] * 3], ()),
}
NAMES = ["Sixteen-letters!", "Marmalade", "", "Bartholomew", "", ""]


def can_buy(state: State) -> bool:
    """Whether something can be bought with the wrong sum, so that it is not paid for at once."""
    return any(action.verb == "buy" for action in legal_actions(state))


MOMENTS: dict[str, Callable[[State], bool]] = {
    "a turn": lambda state: isinstance(state.todo[0], Act),
    "a turn after a scoring": lambda state: isinstance(state.todo[0], Act) and any(state.points),
    "a purchase": lambda state: isinstance(state.todo[0], Act) and can_buy(state),
    "a tile to build": lambda state: isinstance(state.todo[0], PlaceTiles),
}
"""What is so at a moment of the first seat."""


def recorded(table: str, moment: str) -> str:
    """A game of builders up to a moment, not before the twentieth decision."""
    game, seats, modules = TABLES[table]
    bots = [BuilderBot(Random(seat)) for seat in range(len(seats))]
    record = play(bots, game, modules=modules, rng=Random(31))
    about = {"bots": seats, "names": NAMES[: len(seats)], "seed": "31", "seconds": 30}
    steps = record.steps
    if moment in MOMENTS:
        so = MOMENTS[moment]
        states = list(replay(record))
        at = next(n for n, state in enumerate(states) if n > 60 and state.todo and state.actor == 0 and so(state))
        steps = steps[:at]
    return to_json(evolve(record, steps=steps, about=about))


def follow(player: Player, line: str) -> None:
    """Do what a line says."""
    verb, _, what = line.partition(" ")
    match verb:
        case "press":
            player.press(what)
        case "begin":  # and it is not waited for its end
            player.press(what)
            return
        case "hurry":  # who thinks may have come to an end meanwhile
            player.page.evaluate("(what) => document.querySelector(what)?.click()", what)
        case "narrow":
            player.resize(*SIZES[1])
            player.settled()
            player.press(what)
        case "unfold":
            player.unfold(what)
        case "wait":
            player.page.wait_for_selector(what)
            return
        case "close":
            player.press('dialog [data-command="close"]')
        case _:
            raise AssertionError(line)
    player.settled()


def looked_at(visitor: Visitor, home: str, axe: str) -> list[str]:
    """What is wrong on any of the screens; on the smallest and the largest of them also what keeps people out."""
    found = []
    for size in SIZES:
        visitor.resize(*size)
        flaws = visitor.page.evaluate(script("misfits"), home)
        if size in {SIZES[0], SIZES[-1]}:
            flaws += kept_out(visitor.page, axe)
        found += [f"{size[0]}x{size[1]}: {flaw}" for flaw in flaws]
    visitor.resize(*SIZES[1])
    return found


def opened(player: Player, table: str, moment: str, folder: Path) -> None:
    """Open a game at a moment."""
    file = folder / f"{table} {moment}.jsonl".replace(" ", "-")
    if not file.exists():
        file.write_text(recorded(table, moment), encoding="utf-8")
    player.page.locator('.play-import input[type="file"]').set_input_files(file)
    player.page.wait_for_selector(".play-table:not([hidden])")
    player.settled()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the games are kept that are opened in each language."""
    return tmp_path_factory.mktemp("states")


@pytest.mark.long
@pytest.mark.parametrize("language", codes())
def test_every_state_fits_on_four_screens_and_keeps_nobody_out(
    browser: Browser, served: str, axe: str, folder: Path, language: str, record_property: Note
) -> None:
    found: dict[str, list[str]] = {}
    seen = 0
    with context(browser, viewport={"width": 390, "height": 844}) as visit:
        player = Player(visit.new_page(), "mouse")
        player.open(f"{served}/play.html#lang={language}")
        player.settled()
        for name, lines in STATES.items():
            table, _, moment = name.partition(": ")
            if moment:
                opened(player, table, moment, folder)
            for line in lines:
                if not line.startswith("see "):
                    follow(player, line)
                    continue
                seen += 1
                found[line] = looked_at(player, "#play", axe)
            if player.state()["table"]:
                player.page.evaluate("location.hash = ''")
                player.page.wait_for_selector('[data-command="quick"]')
                player.settled()
        assert player.trouble == []
    record_property(f"measured: states of the table in {language}", seen)
    wrong = [f"{line}: {flaw}" for line, flaws in found.items() for flaw in flaws]
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("language", codes())
def test_every_question_fits_on_four_screens(browser: Browser, served: str, axe: str, language: str) -> None:
    found: dict[str, list[str]] = {}
    with visiting(browser, served, viewport={"width": 390, "height": 844}) as desk:
        desk.open(f"{served}/ask.html{link(EMPTY)}&lang={language}")
        desk.speaks(language)
        desk.lay(x1y0="park6/n", x1y1="school4/s")
        modes = [each.get_attribute("data-mode") or "" for each in desk.page.locator("button[data-mode]").all()]
        assert len(modes) > 8
        for mode in modes:
            desk.mode(mode)
            if mode in {"place", "remove", "swap"}:
                desk.tap("1,0")
            desk.answered()
            found[mode] = looked_at(desk, "#judge", axe)
    wrong = [f"{mode}: {flaw}" for mode, flaws in found.items() for flaw in flaws]
    assert not wrong, "\n".join(wrong)
