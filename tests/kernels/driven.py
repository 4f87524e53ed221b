"""The kernel in a program of C++, with a sanitizer that Python itself would not get past."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import granada
from granada.fast.encodings import KernelEncoding, _columns
from granada.fast.translating import read

KERNEL = Path(__file__).parents[2] / "granada" / "fast" / "kernel"
DRIVER = Path(__file__).with_name("driver.cpp")


def built(folder: Path, *sanitizers: str) -> Path:
    """The program, compiled with some sanitizers."""
    groups = re.findall(
        r"^set\((?:table|play|numbers)\s([^)]*)\)", (KERNEL / "CMakeLists.txt").read_text(), re.MULTILINE
    )
    sources = [[KERNEL / name for name in group.split()] for group in groups]
    sources.append([KERNEL / "records.cpp", DRIVER])
    wholes = [folder / f"{number}.cpp" for number in range(len(sources))]
    for whole, group in zip(wholes, sources, strict=True):
        whole.write_text("".join(f'#include "{path}"\n' for path in group))
    program = folder / "driver"
    command = ["c++", "-std=c++20", "-O1", "-g", "-pthread", *sanitizers, f"-I{KERNEL}"]
    done = subprocess.run(
        [*command, *map(str, wholes), "-o", str(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return program


def described(folder: Path) -> Path:
    """A file that tells the program a table, a state and an encoding."""
    state = granada.new_game(3, "combined", modules=["vizier", "exchange", "huts", "bonus"])
    translator, record = read(granada.deal(state, Random(1)))
    encoding = KernelEncoding(translator, recall=False)
    things, box, setup = encoding.encoding.things, translator.box, translator.setup
    columns = [_columns(box.faces, counted) for counted in (things.huts, things.bonus)]
    places = [(field.name, field.start, field.size) for field in encoding.encoding.fields]
    told = box.tiles, box.faces, setup.game.name, setup.players, translator.modules, record, places
    path = folder / "told"
    path.write_text(
        json.dumps((*told, _columns(box.tiles, things.tiles), *columns), separators=(",", ":"), default=_hex)
    )
    return path


def _hex(purse: Any) -> str:
    assert isinstance(purse, bytes)
    return purse.hex()


def run(folder: Path, *sanitizers: str) -> subprocess.CompletedProcess[str]:
    """Build the program, and run it."""
    command = [str(built(folder, *sanitizers)), str(described(folder))]
    return subprocess.run(command, capture_output=True, text=True, check=False)
