"""Builds every wrong kernel and prints by which game of the differential law, or by which case, it is caught.

Run ``python -m tests.kernels.every_wrong``; names of bugs, or parts of them, choose some.
It needs a compiler, CMake, Ninja and nanobind. Only the files that a change touches are compiled again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from granada.arena import spread
from tests.kernels.wrong import ALL, Wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "granada" / "fast" / "kernel"
GAMES, FIRST = 200, 10
"""A wrong kernel is caught within so many games; after the first few the suite is asked, which takes seconds.

Where it is known what shows a mistake, that comes first.
"""


def _run(command: list[str], where: Path) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        message = f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        raise RuntimeError(message)


QUICKLY = ("-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DGRANADA_UNITY=OFF")
"""A change touches few files, and they are compiled soon."""


class Workshop:
    """A build of the right kernel, beside which wrong ones are made."""

    def __init__(self, *how: str) -> None:
        """Build the right kernel, unless it has been built before with the tools of this environment."""
        texts = b"".join(path.read_bytes() for path in sorted(KERNEL.rglob("*")) if path.is_file())
        mark = hashlib.sha256(texts + f"{sys.version} {sys.prefix} {how}".encode()).hexdigest()[:16]
        self.folder = Path(tempfile.gettempdir()) / f"granada-kernels-{mark}"
        self.source, self.build = self.folder / "kernel", self.folder / "build"
        if not self.source.exists():
            shutil.copytree(KERNEL, self.source)
        options = [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={import_module('nanobind').cmake_dir()}"]
        options += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *(how or QUICKLY)]
        _run(["cmake", "-S", str(self.source), "-B", str(self.build), "-G", "Ninja", *options], self.folder)
        _run(["cmake", "--build", str(self.build), "--parallel", "2"], self.folder)
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.commands = {Path(each["file"]): each["command"] for each in commands}
        commands_of = [shutil.which("ninja") or "ninja", "-t", "commands", "_granada_kernel"]
        link = subprocess.run(commands_of, cwd=self.build, capture_output=True, text=True, check=True)
        self.link = next(line for line in reversed(link.stdout.splitlines()) if " -shared" in line)

    def made(self, wrong: Wrong) -> Path:
        """The wrong kernel, compiled."""
        folder = Path(tempfile.mkdtemp(prefix="wrong-", dir=self.folder))
        source = folder / "kernel"
        shutil.copytree(self.source, source)
        path = source / wrong.file
        text = path.read_text()
        if text.count(wrong.old) != 1:
            message = f"{wrong.bug}: the text to be changed is there {text.count(wrong.old)} times"
            raise ValueError(message)
        path.write_text(text.replace(wrong.old, wrong.new))
        link = self.link
        for file, command in self.commands.items():
            if not file.is_relative_to(self.source) or not _includes(file, self.source / wrong.file):
                continue
            name = str(file.relative_to(self.source))
            was = re.search(r" -o (\S+)", command)[1]  # type: ignore[index]  # every command says what it makes
            now = folder / name.replace("/", "-").replace(".cpp", ".o")
            changed = command.replace(str(self.source), str(source)).replace(f" -o {was}", f" -o {now}")
            _run(["sh", "-c", changed], self.build)
            link = link.replace(f" {was} ", f" {now} ")
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        made = folder / f"_granada_kernel{suffix}"
        _run(["sh", "-c", re.sub(r" -o \S+", f" -o {made}", link)], self.build)
        return made


def _includes(file: Path, header: Path) -> bool:
    """Whether a file is another one, or includes it, perhaps through others."""
    seen, waiting = set(), [file.resolve()]
    while waiting:
        path = waiting.pop()
        if path == header.resolve():
            return True
        if path not in seen and path.exists():
            seen.add(path)
            waiting += [(path.parent / name).resolve() for name in re.findall(r'#include "(.+)"', path.read_text())]
    return False


def caught(workshop: Workshop, wrong: Wrong) -> str | None:
    """What a few games by the law, the suite or more games say about a wrong kernel; None if nothing notices it."""
    kernel = workshop.made(wrong)
    command = (sys.executable, "-m", "tests.kernels.law", "--kernel", str(kernel))
    games, suite = (*command, "--every", "6", "--games"), (*command, "--suite")
    few, more = (*games, str(FIRST)), (*games, str(GAMES - FIRST), "--first", str(FIRST + 1))
    known = few if wrong.seen is None else (*games, "1", "--first", str(wrong.seen)) if wrong.seen else suite
    try:
        return next(filter(None, map(_said, dict.fromkeys((known, few, suite, more)))), None)
    finally:
        shutil.rmtree(kernel.parent)


def _said(command: tuple[str, ...]) -> str | None:
    """The first complaint, or how the process died; None if there is nothing to complain of."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    if done.stderr.startswith("Timeout"):
        return "it never ends"
    said = [line for line in done.stdout.splitlines() if line.startswith(("game ", "suite: "))]
    return said[0] if said else f"it dies ({done.returncode}): {done.stderr[-300:]}"


def verdicts(some: Sequence[Wrong], jobs: int = 2) -> Iterator[tuple[Wrong, str | None]]:
    """What the law says about each of some wrong kernels, as they are done."""
    workshop = Workshop()
    with ThreadPoolExecutor(jobs) as pool:
        yield from spread(partial(caught, workshop), some, pool)


def main() -> int:
    """Make them, and print the verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="leave out so many")
    options = parser.parse_args()
    chosen = [wrong for wrong in ALL if not options.names or any(name in wrong.bug for name in options.names)]
    chosen = chosen[options.first :]
    missed = 0
    for wrong, said in verdicts(chosen, options.jobs):
        missed += said is None
        print(f"{wrong.bug}: {'NOT CAUGHT' if said is None else said[:160]}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} wrong kernels are caught within {GAMES} games or by the suite")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
