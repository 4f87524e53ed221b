"""How many games a search plays in its head, in the page and elsewhere, by the kernel and by the rules.

Run ``python -m tests.benchmarks.page_kernel SITE``, with the site built; ``--write docs/performance.md`` puts it into
the documentation. A table is some way into its game; its actions are tried in turn, and builders play on.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from http.server import ThreadingHTTPServer
from inspect import getsource
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter

from playwright.sync_api import sync_playwright

import granada
from granada.fast import Position
from granada.fast.names import RULINGS
from granada.fast.translating import read
from tests.benchmarks.playouts import written
from tests.conftest import Quiet
from tests.test_judge_page import OPTIONS, _chromium

TABLES = (("granada", 3), ("alhambra", 3), ("combined", 4))
IMPORTED = """
from random import Random
from time import perf_counter
import granada
from granada.fast import Position
"""
IN_PYTHON = """async ([code, tables, seconds, hasKernel]) => {
  const engine = new URL("_engine/", location.href).href;
  const unpacked = async (name, type) => {
    const whole = (await fetch(`${engine}${name}.packed`)).body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(whole, { headers: { "Content-Type": type } }).blob();
  };
  const address = async (name, type) => URL.createObjectURL(await unpacked(name, type));
  const { loadPyodide } = await import(`${engine}pyodide.mjs`);
  const { default: createPyodideModule } = await import(await address("pyodide.asm.mjs", "text/javascript"));
  const { lock } = await (await fetch(`${engine}contents.json`)).json();
  const program = await unpacked("pyodide.asm.wasm", "application/wasm");
  const plain = window.fetch.bind(window);
  window.fetch = async (asked, ...more) => (String(asked).endsWith("pyodide.asm.wasm")
    ? new Response(program, { headers: { "Content-Type": program.type } }) : plain(asked, ...more));
  const python = await loadPyodide({ indexURL: engine, lockFileContents: lock, createPyodideModule,
    packageBaseUrl: engine, stdLibURL: await address("python.zip", "application/zip") });
  if (hasKernel) {
    const { kernelOf } = await import(new URL("_static/judge/kernel.js", location.href).href);
    const kernel = await unpacked("kernel.wasm", "application/wasm");
    python.registerJsModule("_granada_wasm", kernelOf(await WebAssembly.compile(await kernel.arrayBuffer())));
  }
  python.runPython(code);
  return tables.map(([game, players]) => python.globals.get("playouts")(game, players, seconds));
}"""
ALONE = """async ([positions, seconds]) => {
  const { kernelOf } = await import(new URL("_static/judge/kernel.js", location.href).href);
  const packed = (await fetch(new URL("_engine/kernel.wasm.packed", location.href))).body;
  const whole = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const kernel = kernelOf(await WebAssembly.compile(whole));
  return positions.map(([box, table, position]) => {
    kernel.write(box);
    const inside = kernel.box();
    kernel.write(table);
    const agreed = kernel.table(inside);
    kernel.write(position);
    const start = kernel.position(agreed);
    const actions = Math.min(10, kernel.count(start));
    const began = performance.now();
    let number = 0;
    while (performance.now() - began < seconds * 1000) {
      const imagined = kernel.redealt(start, number, 7, kernel.actor(start), 0);
      for (let action = 0; action < actions; action += 1, number += 1) {
        const after = kernel.copy(imagined);
        kernel.apply(after, action);
        kernel.finish(after, 1, 100000);
        kernel.drop(after);
      }
      kernel.drop(imagined);
    }
    return number / ((performance.now() - began) / 1000);
  });
}"""


def playouts(game: str, players: int, seconds: float) -> float:
    """The games a second that are played as a search plays them; the page runs this very text."""
    start = Position(granada.new_game(players, game), Random(7))
    start.finish("builder", 40)
    rng, number, began = Random(3), 0, perf_counter()
    while perf_counter() - began < seconds:
        imagined = start.redeal(start.actor, rng)
        for action in range(min(10, start.count())):
            after = imagined.copy()
            after.apply(action)
            after.finish("builder")
            number += 1
    return number / (perf_counter() - began)


def position(game: str, players: int) -> list[str]:
    """A box, a table and a position as the kernel of the page reads them."""
    start = Position(granada.new_game(players, game), Random(7))
    start.finish("builder", 40)
    translator, record = read(start.state())
    setup = translator.setup
    readings = [getattr(setup.rulings, name) for name in RULINGS]
    told: tuple[object, ...] = (
        (translator.box.tiles, translator.box.faces),
        (setup.game.name, setup.players, translator.modules, setup.scoring, readings, []),
        (record, Random(1).getstate()[1]),
    )
    return [json.dumps(each, separators=(",", ":"), default=bytes.hex) for each in told]


def report(site: Path, seconds: float) -> str:
    """All measurements, in Markdown."""
    code = IMPORTED + getsource(playouts)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_chromium(), args=OPTIONS)
        columns = [[playouts(*each, seconds) for each in TABLES]]
        for script, given in (
            (ALONE, [[position(*each) for each in TABLES], seconds]),
            (IN_PYTHON, [code, TABLES, seconds, True]),
            (IN_PYTHON, [code, TABLES, 4 * seconds, False]),
        ):
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/ask.html")
            columns.append(page.evaluate(script, given))
            page.close()
        browser.close()
    server.shutdown()
    head = (
        "games a second | installed kernel | WebAssembly by itself | called by Python in the page | rules in the page"
    )
    rows = [
        f"| {game.title()}, {players} players | {' | '.join(f'{each:,.4g}' for each in measured)} |"
        for (game, players), *measured in zip(TABLES, *columns, strict=True)
    ]
    return "\n".join([f"| {head} |", "|---|--:|--:|--:|--:|", *rows])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    told = report(options.site, options.seconds)
    print(told)
    if options.write:
        written(options.write, "page", told)


if __name__ == "__main__":
    main()
