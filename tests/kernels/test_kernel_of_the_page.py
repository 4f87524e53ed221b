"""The kernel that the page has, in WebAssembly, plays the games of the installed one, number by number."""

from __future__ import annotations

import gzip
import os
import runpy
import shutil
import subprocess
import sys
from functools import partial
from inspect import getsource
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sphinx.errors import ExtensionError

import granada
import granada.fast
from granada.fast import Position
from tests.kernels.browser import Page, Twins, kernel_of
from tests.kernels.law import Difference
from tests.kernels.page_python import IMPORTED, in_page, opened
from tests.kernels.wrong import ALL, Wrong
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
BUILDING = ROOT / "docs" / "_ext" / "kernel.py"
SHORT = (4, 16, 24)
"""A game of each kind; the three have all modules, and other readings than ours."""
WRONG = [wrong for wrong in ALL if wrong.bug in {"a flip costs four", "holes are allowed"}]
TILES = ["school8|hospital9", "arena8|park7"]

pytestmark = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")


@pytest.fixture(scope="module")
def program(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernel of the site."""
    packed = site / "_engine" / "kernel.wasm.packed"
    if not packed.exists():
        assert os.environ.get("GRANADA_TOOLS") != "require"
        pytest.skip("there is no clang for WebAssembly here")
    path = tmp_path_factory.mktemp("kernel") / "kernel.wasm"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


@pytest.fixture(scope="module")
def twins(program: Path) -> Iterator[Twins]:
    both = Twins(program)
    yield both
    both.page.close()


@pytest.fixture(scope="module")
def kernel(twins: Twins) -> Any:
    return twins.theirs


@pytest.mark.parametrize("seed", SHORT)
def test_a_game_in_the_page_is_the_same_game(twins: Twins, seed: int) -> None:
    twins.game(seed)


@pytest.mark.long
def test_hundreds_of_games_in_the_page_are_the_same_games(twins: Twins) -> None:
    twins.games(range(100, 400))


@pytest.mark.long
def test_the_law_between_the_engines_holds_for_the_kernel_of_the_page(program: Path) -> None:
    command = [sys.executable, "-m", "tests.kernels.law", "--games", "20", "--every", "40", "--kernel", str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.bug)
def test_a_wrong_kernel_in_the_page_is_caught(wrong: Wrong, tmp_path: Path) -> None:
    building = runpy.run_path(str(BUILDING))
    sources = shutil.copytree(building["SOURCES"], tmp_path / "kernel")
    text = (sources / wrong.file).read_text(encoding="utf-8")
    (sources / wrong.file).write_text(text.replace(wrong.old, wrong.new), encoding="utf-8")
    both = Twins(building["build"](sources, tmp_path / "kernel.wasm"))
    with pytest.raises(Difference):
        both.games(SHORT)
    both.page.close()


def choices() -> list[str]:
    """What a search chooses in the middle of some games; the page runs this very text."""
    found = []
    for game, players in (("granada", 3), ("alhambra", 2), ("combined", 4)):
        position = Position(granada.new_game(players, game), Random(7))
        position.finish("builder", 40)
        state = position.state()
        bot = granada.SearchBot(Random(5), playouts=60)
        found.append(str(bot.choose(granada.observe(state, state.actor), granada.legal_actions(state))))
    return found


@pytest.mark.long
def test_a_search_in_the_page_chooses_what_it_chooses_elsewhere(program: Path, site: Path) -> None:
    assert program.exists()
    code = f"{IMPORTED}\n{getsource(choices)}\njson.dumps([granada.fast.COMPILED, *choices()])"
    with opened(site) as page:
        assert in_page(page, code, kernel=True) == [True, *choices()]


def test_what_the_kernel_of_the_page_refuses_is_told_and_it_goes_on(kernel: Any) -> None:
    box, readings = kernel.Box(TILES, []), dict.fromkeys(kernel.RULINGS, 0)
    table = kernel.Table("granada", 3, [], "normal", readings, [], box)
    wrong: list[Any] = [(), [1], "x", None, (None,) * 16, ([],) * 16, 1 << 80]
    refused(
        ValueError,
        lambda: kernel.Box(["castle9"], []),
        lambda: kernel.Box([["school8"]], []),
        lambda: kernel.Table("chess", 3, [], "normal", readings, [], box),
        lambda: kernel.Table("granada", 7, [], "normal", readings, [], box),
        lambda: kernel.Table("granada", 3, ["ships"], "normal", readings, [], box),
        lambda: kernel.Table("granada", 3, [], "strange", readings, [], box),
        *(partial(kernel.Position, table, record, ()) for record in wrong),
    )
    assert "school8|hospital9" in box.tiles


def test_positions_in_the_page_refuse_numbers_of_no_action_and_give_their_room_back(twins: Twins) -> None:
    ours, theirs = twins.pair(granada.new_game(3), 1)
    refused(IndexError, *(partial(theirs.apply, number) for number in (-1, ours.count(), 1 << 40)))
    assert theirs.count() == ours.count()
    places = {twins.theirs.Position(theirs).there for _ in range(5)}
    assert len(places) == 1
    assert len({twins.theirs.Box(TILES, []).there for _ in range(200)}) < 50


@pytest.mark.long
def test_a_kernel_that_fails_is_used_no_more(program: Path) -> None:
    page = Page(program)
    kernel = kernel_of(page)
    assert page.record(-8) is None  # an address at which nothing lies
    refused(RuntimeError, lambda: kernel.Box(TILES, []))
    page.close()


def test_where_nothing_can_build_it_the_page_gets_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = runpy.run_path(str(BUILDING))["built"]
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("GRANADA_TOOLS", "require")
    refused(ExtensionError, lambda: built(tmp_path))
    monkeypatch.delenv("GRANADA_TOOLS")
    assert built(tmp_path) is None
