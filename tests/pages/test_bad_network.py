"""The page over a bad network, with a damaged engine, and after an update: it says so, and judges later."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from functools import partial
from threading import Lock
from time import perf_counter, sleep
from typing import TYPE_CHECKING, AnyStr

import pytest

from tests.conftest import Quiet, serving
from tests.pages.desk import LEGAL, Desk, visiting
from tests.pages.visitor import PATIENCE, holding, script, visit

if TYPE_CHECKING:
    from pathlib import Path

    from _typeshed import SupportsRead, SupportsWrite
    from playwright.sync_api import Browser, Route

    from tests.pages.visitor import Record


class Megabit(Quiet):
    """Serves files as a slow network brings them: a million bits in a second, for all of them together."""

    turn = Lock()

    def copyfile(self, source: SupportsRead[AnyStr], outputfile: SupportsWrite[AnyStr]) -> None:
        """Send a file piece by piece."""
        while piece := source.read(12_500):
            with self.turn:
                sleep(0.1)
                outputfile.write(piece)


@pytest.mark.long
def test_over_a_slow_network_it_is_told_how_much_has_come(
    browser: Browser, site: Path, record_property: Record
) -> None:
    with serving(site, Megabit) as address, visiting(browser, address) as visitor:
        begun = perf_counter()
        visitor.page.goto(f"{address}/ask.html", wait_until="domcontentloaded")
        for loaded in (1, 3, 5):
            visitor.page.wait_for_function(
                "(least) => document.querySelector('.shared-loading').textContent.match(/[0-9.]+/)?.[0] >= least",
                arg=loaded,
            )
        visitor.tap("1,0")
        assert visitor.ready() == LEGAL
        record_property("measured: s to the first verdict over a megabit", round(perf_counter() - begun, 1))


@pytest.mark.long
def test_an_engine_that_stalls_is_told_and_judges_when_it_has_come(browser: Browser, served: str) -> None:
    with visit(browser, locale="it-IT") as context:
        page = context.new_page()
        held = holding(context, "**/python.zip.packed")
        page.goto(f"{served}/ask.html")
        it = Desk(page).catalogue("it")
        slow = it["The engine is loading slowly. It may need a better network; you can wait, or come back later."]
        page.wait_for_function("(slow) => document.querySelector('.shared-loading').textContent === slow", arg=slow)
        held.pop().continue_()
        assert Desk(page).ready().startswith(it[LEGAL])


@pytest.mark.long
def test_what_is_laid_without_a_network_is_judged_later(browser: Browser, served: str) -> None:
    with visit(browser) as context:
        page = context.new_page()
        context.route("**/_engine/**", lambda route: route.abort())
        page.goto(f"{served}/ask.html")
        page.wait_for_selector(".shared-failed", state="attached")
        assert "Check the network" in page.inner_text(".shared-loading")
        page.click('[data-cell="1,0"]')
        context.unroute("**/_engine/**")
        page.click('[data-tool="again"]')
        assert Desk(page).ready() == LEGAL
        assert list(Desk(page).given["layout"]) == ["1,0"]


def _damaged(content: bytes, route: Route) -> None:
    route.fulfill(body=content)


DAMAGED = {
    "python.zip.packed": b"no archive",
    "pyodide.asm.wasm.packed": gzip.compress(b"no program"),
    "pyodide.asm.mjs.packed": gzip.compress(b"no script"),
    "pyodide.mjs": b"no script",
    "contents.json": b"no list",
}


@pytest.mark.long
def test_a_damaged_engine_is_told_and_comes_when_it_is_asked_for_again(browser: Browser, served: str) -> None:
    with visit(browser) as context:
        page = context.new_page()
        for name, content in DAMAGED.items():
            context.route(f"**/{name}", partial(_damaged, content))
            page.goto(f"{served}/ask.html")
            page.wait_for_selector(".shared-failed", state="attached", timeout=PATIENCE)
            assert "nothing can be judged yet" in page.inner_text(".shared-loading")
            context.unroute(f"**/{name}")
        page.click('[data-cell="1,0"]')
        page.click('[data-tool="again"]')
        assert Desk(page).ready() == LEGAL


class Lasting(Quiet):
    """Serves files that a browser may keep for an hour without asking again."""

    def end_headers(self) -> None:
        """Say how long."""
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@pytest.mark.long
def test_a_damaged_file_that_the_browser_has_kept_is_fetched_anew(browser: Browser, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with serving(copy, Lasting) as address:
        for name in ("python.zip.packed", "pyodide.mjs"):
            path = copy / "_engine" / name
            content = path.read_bytes()
            path.write_bytes(b"damaged")
            with visit(browser, service_workers="block") as context:
                page = context.new_page()
                page.goto(f"{address}/ask.html")
                page.wait_for_selector(".shared-failed", state="attached", timeout=PATIENCE)
                path.write_bytes(content)
                page.click('[data-tool="again"]')
                Desk(page).ready()


@pytest.mark.long
@pytest.mark.parametrize("damage", ["a byte", "all"])
def test_a_damaged_memory_of_python_is_made_anew(browser: Browser, served: str, damage: str) -> None:
    with visiting(browser, served) as visitor:
        visitor.open(f"{served}/ask.html")
        visitor.page.wait_for_function(script("kept"), arg={"mark": "damaged", "damage": damage})
        visitor.page.goto("about:blank")
        visitor.open(f"{served}/ask.html")
        assert visitor.tap("1,0") == LEGAL
        visitor.page.wait_for_function(f"async () => await ({script('kept')})({{}}) === 'new'")


KEPT = """
async () => {
  const kept = async (name) => Boolean(await (await caches.open(name)).match("_engine/contents.json"));
  return (await Promise.all((await caches.keys()).map(kept))).includes(true);
}
"""
POISON = """
async (file) => {
  const builds = (await caches.keys()).filter((name) => name.startsWith("build "));
  for (const name of builds) await (await caches.open(name)).put(`_engine/${file}`, new Response("poison"));
}
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["python.zip.packed", "pyodide.asm.wasm.packed", "pyodide.mjs"])
def test_an_engine_that_was_poisoned_in_the_cache_is_told_and_comes_anew(
    browser: Browser, served: str, name: str
) -> None:
    with visiting(browser, served) as visitor:
        page = visitor.page
        for _ in range(2):  # the second visit keeps nothing anew
            visitor.open(f"{served}/ask.html")
            page.wait_for_function(KEPT)
        page.evaluate(POISON, name)
        page.goto("about:blank")
        page.goto(f"{served}/ask.html")
        page.wait_for_selector(".shared-failed", state="attached", timeout=PATIENCE)
        page.click('[data-tool="again"]')
        assert visitor.ready() == LEGAL


@pytest.mark.long
def test_another_build_is_kept_whole_and_opened_at_the_next_visit(browser: Browser, served: str, site: Path) -> None:
    with visit(browser) as context:
        page = context.new_page()
        contents = json.loads((site / "_engine" / "contents.json").read_text(encoding="utf-8"))
        small = {**contents, "digest": "first", "files": {"ask.html": contents["files"]["ask.html"]}}
        context.route("**/worker.js", lambda route: route.abort())  # nothing is judged here
        context.route("**/contents.json", lambda route: route.fulfill(json=small))
        page.goto(f"{served}/ask.html")
        page.evaluate("navigator.serviceWorker.register('offline.js').then(() => navigator.serviceWorker.ready)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        small["digest"] = "second"
        page.reload()
        builds = "async () => (await caches.keys()).map((each) => each.split(' ')[1]).filter((each) => each < 't')"
        page.wait_for_function(f"async () => String(await ({builds})()) === 'first,second'")
        page.reload()
        page.wait_for_function(f"async () => String(await ({builds})()) === 'second'")


@pytest.mark.long
def test_the_old_build_goes_on_until_the_new_one_is_there(browser: Browser, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    page_file, contents_file = copy / "ask.html", copy / "_engine" / "contents.json"
    contents = json.loads(contents_file.read_text(encoding="utf-8"))
    which = "document.querySelector('meta[name=build]')?.content ?? 'first'"
    with serving(copy, Quiet) as address, visit(browser) as context:
        visitor = Desk(context.new_page())
        page = visitor.page
        visitor.open(f"{address}/ask.html")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        html = page_file.read_text(encoding="utf-8")
        page_file.write_text(html.replace("<head>", '<head><meta name="build" content="second">', 1), encoding="utf-8")
        contents["files"]["ask.html"] = hashlib.sha256(page_file.read_bytes()).hexdigest()
        # An update of which a file is missing is not kept, and the old build goes on.
        broken = {**contents, "digest": "broken", "files": {**contents["files"], "missing.js": ""}}
        contents_file.write_text(json.dumps(broken), encoding="utf-8")
        visitor.open(f"{address}/ask.html#q=none")
        assert page.evaluate(which) == "first"
        contents_file.write_text(json.dumps({**contents, "digest": "second"}), encoding="utf-8")
        visitor.open(f"{address}/ask.html")
        assert page.evaluate(which) == "first"
        page.wait_for_function("async () => (await caches.keys()).some((each) => each.startsWith('build second '))")
        page.goto("about:blank")
        context.set_offline(offline=True)
        visitor.open(f"{address}/ask.html")
        assert page.evaluate(which) == "second"
        assert visitor.tap("1,0") == LEGAL


def test_the_engine_is_small(site: Path, record_property: Record) -> None:
    files = {path.name: path.stat().st_size for path in (site / "_engine").iterdir()}
    record_property("measured: MB of the engine", round(sum(files.values()) / 1e6, 2))
    contents = json.loads((site / "_engine" / "contents.json").read_text(encoding="utf-8"))
    packed = {"pyodide.asm.mjs.packed", "pyodide.asm.wasm.packed", "python.zip.packed"}
    packed |= {"kernel.wasm.packed"} if contents["kernel"] else set()
    assert set(files) == {"pyodide.mjs", "contents.json", *packed}
    assert contents["size"] == sum(files[name] for name in packed)
    fetched = {site / name.partition("?")[0]: digest for name, digest in contents["files"].items()}
    assert fetched == {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in fetched}
    record_property(
        "measured: MB over the wire for a first visit, in all languages",
        round(sum(path.stat().st_size for path in fetched) / 1e6, 2),
    )
