"""The kernel in WebAssembly, as a page has it, against the installed one: the same games, number by number.

``python -m tests.kernels.browser KERNEL.wasm --games 300`` compares them; Node runs the one for the page.
``python -m tests.kernels.law --kernel KERNEL.wasm`` compares it with the rules, as any other kernel.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.kernels.law import Comparing, Difference, begun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    from granada import State

CALLS = Path(__file__).parents[1] / "javascript" / "kernel_calls.mjs"
MODULE = Path(__file__).parents[2] / "docs" / "_ext" / "browser_kernel.py"
PAGE = "_granada_wasm"


class Page:
    """What a page offers of the kernel, in Node: its functions are attributes."""

    def __init__(self, program: Path) -> None:
        """Start Node."""
        command = [str(shutil.which("node")), str(CALLS), str(program)]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def all(self, calls: list[tuple[Any, ...]]) -> list[Any]:
        """The answers to some calls."""
        assert self._node.stdin
        assert self._node.stdout
        if self._node.stdin.closed:
            return [None] * len(calls)
        self._node.stdin.write(json.dumps(calls) + "\n")
        self._node.stdin.flush()
        answers: list[Any] = json.loads(self._node.stdout.readline())
        return answers

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A function of the kernel."""
        return lambda *given: self.all([(name, *given)])[0]

    def close(self) -> None:
        """End Node."""
        self._node.communicate()


def kernel_of(page: Page) -> ModuleType:
    """The kernel as Python sees it in a browser."""
    spec = spec_from_file_location("_granada_kernel", MODULE)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    modules: dict[str, Any] = sys.modules
    modules[PAGE] = page  # it has attributes, as a module has
    try:
        spec.loader.exec_module(module)
    finally:
        del modules[PAGE]
    return module


class Twins(Comparing):
    """The kernel as it is installed, and that of the page, in all that can be seen of them."""

    def __init__(self, program: Path) -> None:
        """Start the one of the page."""
        from granada.fast import _kernel

        super().__init__()
        self.ours = _kernel
        self.page = Page(program)
        self.theirs: Any = kernel_of(self.page)

    def games(self, seeds: Iterable[int]) -> None:
        """Some games."""
        for seed in seeds:
            self.game(seed)

    def pair(self, state: State, seed: int) -> tuple[Any, Any]:
        """A position in each kernel, with the same generator."""
        from granada.fast.translating import read

        translator, record = read(state)
        words = Random(seed).getstate()[1]
        ours = self.ours.Position(translator.table, record, words)
        return ours, self.theirs.Position(self._table(translator), record, words)

    def _play(self, options: dict[str, Any], rng: Random) -> None:
        ours, theirs = self.pair(begun(options, rng), rng.randrange(1 << 64))
        while not ours.over:
            self._look(ours, theirs, rng)
            calls: list[tuple[Any, ...]] = []
            counts: list[int] = []
            for _ in range(rng.randrange(1, 80)):
                if not ours.over:
                    counts.append(ours.count())
                    number = rng.randrange(counts[-1])
                    ours.apply(number)
                    calls += [("count", theirs.there), ("apply", theirs.there, number)]
            same("how many actions", self.page.all(calls)[::2], counts)
        self._look(ours, theirs, rng)

    def _table(self, translator: Any) -> Any:
        """The table of a translator in the kernel of the page."""
        setup = translator.setup
        box = self.theirs.Box(translator.box.tiles, translator.box.faces)
        same("the box", (box.tiles, box.faces), (translator.box.tiles, translator.box.faces))
        readings = {name: getattr(setup.rulings, name) for name in self.theirs.RULINGS}
        agreed = setup.game.name, setup.players, translator.modules, setup.scoring, readings, setup.ages or ()
        return self.theirs.Table(*agreed, box)

    def _look(self, ours: Any, theirs: Any, rng: Random) -> None:
        """Compare all that can be seen of a position, and games that go on from it as a search plays them."""
        self._same(ours, theirs)
        if ours.over:
            return
        same("the actions", theirs._actions(), ours._actions())
        action, number = rng.choice(ours._actions()), rng.getrandbits(16)
        policy, decisions = rng.choice(("random", "builder", "builder")), rng.choice((30, 100_000, 100_000))
        dream = rng.getrandbits(64), rng.randrange(-1, len(ours.points)), rng.random() < 0.3
        ends = []
        for kernel, position in ((self.ours, ours), (self.theirs, theirs)):
            done, sown = kernel.Position(position), kernel.Position(position, dream[0])
            does = done._do(action)
            sown._step(policy)
            imagined = kernel.Position(position, *dream)
            twin = kernel.Position(imagined)
            twin.apply(number % imagined.count())
            ends.append((does, done, sown, imagined, twin._finish(policy, decisions), twin))
        for left, right in zip(*ends, strict=True):
            if isinstance(left, bool):
                same("what is done", right, left)
            else:
                self._same(left, right)
        self.compared[f"games finished as {policy}"] += 1

    def _same(self, ours: Any, theirs: Any) -> None:
        same("the record", theirs._record(), ours._record())
        same("the generator", theirs._generator(), ours._generator())
        same("points, actor and end", told(theirs), told(ours))
        self.compared["positions"] += 1


def told(position: Any) -> tuple[Any, ...]:
    """What a position says of itself."""
    return position.points, position.actor, position.over


def plain(part: Any) -> Any:
    """A part of a record, with tuples in place of lists."""
    return tuple(map(plain, part)) if isinstance(part, list | tuple) else part


def same(what: str, page: object, installed: object) -> None:
    """Both kernels say the same, or they differ."""
    if plain(page) != plain(installed):
        message = f"{what}: the page has {str(page)[:400]}, the installed kernel {str(installed)[:400]}"
        raise Difference(message)


def main() -> None:
    """Play some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    twins = Twins(options.program)
    twins.games(range(options.first, options.first + options.games))
    twins.page.close()
    print(", ".join(f"{number:,} {what}" for what, number in twins.compared.items()))


if __name__ == "__main__":
    main()
