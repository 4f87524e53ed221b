"""How many games a search plays in its head, in the page and elsewhere, by the kernel and by the rules.

Run ``python -m tests.benchmarks.page_kernel SITE``, with the site built; ``--write docs/performance.md`` puts it into
the documentation. A table is some way into its game; its actions are tried in turn, and builders play on.
"""

from __future__ import annotations

import json
from inspect import getsource
from pathlib import Path
from random import Random
from time import perf_counter

import granada
from granada.fast import Position
from granada.fast.translating import RULINGS, read
from tests.benchmarks.page import told
from tests.kernels.page_python import IMPORTED, in_page, opened

TABLES = (("granada", 3), ("alhambra", 3), ("combined", 4))
ALONE = """async ([positions, seconds]) => {
  const { kernelOf } = await import(new URL("_static/shared/kernel.js", location.href).href);
  const packed = (await fetch(new URL("_engine/kernel.wasm.packed", location.href))).body;
  const whole = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const kernel = kernelOf(await WebAssembly.compile(whole));
  const playouts = ([box, table, position]) => {
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
  };
  playouts(positions[0]);
  return positions.map(playouts);
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
    parts: tuple[object, ...] = (
        (translator.box.tiles, translator.box.faces),
        (setup.game.name, setup.players, translator.modules, setup.scoring, readings, []),
        (record, Random(1).getstate()[1]),
    )
    return [json.dumps(each, separators=(",", ":"), default=bytes.hex) for each in parts]


def report(site: Path, seconds: float) -> str:
    """All measurements, in Markdown."""
    code = f"""
{IMPORTED}
{getsource(playouts)}
playouts(*{TABLES[0]}, 2)  # a browser optimises what has run for a while
json.dumps([playouts(*each, {seconds}) for each in {TABLES}])
"""
    columns = [[playouts(*each, seconds) for each in TABLES]]
    with opened(site) as page:
        columns.append(page.evaluate(ALONE, [[position(*each) for each in TABLES], seconds]))
        columns += [in_page(page, code, kernel=kernel) for kernel in (True, False)]
    head = (
        "games a second | installed kernel | WebAssembly by itself | called by Python in the page | rules in the page"
    )
    rows = [
        f"| {game.title()}, {players} players | {' | '.join(f'{each:,.4g}' for each in measured)} |"
        for (game, players), *measured in zip(TABLES, *columns, strict=True)
    ]
    return "\n".join([f"| {head} |", "|---|--:|--:|--:|--:|", *rows])


if __name__ == "__main__":
    told(__doc__, "page", lambda given: report(given.site, given.seconds), site=Path, seconds=3.0)
