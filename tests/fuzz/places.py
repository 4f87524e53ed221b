"""The package in odd places: ``python -m tests.fuzz.places [--wheel FILE] [PYTHON ...]``.

A wheel without the kernel is built, unless one is named, and used zipped as it is, from a folder that cannot be
written, with ``-O``, under several hash seeds, and with every other Python that is named or found. Everywhere whole
games are played, written, read, drawn, judged and checked, and everywhere the same must come out of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import attr
import attrs

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ASKED = """
import hashlib, sys
from random import Random
import granada
from granada.questions import answer
from granada.spec import cases
if not granada.__file__.startswith(sys.argv[1]):
    sys.exit(f"this is the package in {granada.__file__}")
told = hashlib.sha256()
for game, modules in (("granada", []), ("alhambra", ["huts", "bonus"]), ("combined", ["vizier", "exchange"])):
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], game, rng=Random(7), modules=modules)
    text = granada.to_json(record)
    if granada.from_json(text) != record or not granada.referee(text).ok:
        sys.exit("a game is not read as it was written")
    *_, state = granada.replay(record)
    if granada.from_json(granada.to_json(state)) != state:
        sys.exit("a state is not read as it was written")
    for part in (text, granada.to_json(state), granada.picture(state), str(state), granada.digest(state)):
        told.update(part.encode())
told.update(str(granada.judge({"kind": "take", "display": "b1 g5", "do": "take b1 g5"})).encode())
report = granada.check(answer, cases=cases()[::10])
if not report.ok:
    sys.exit(str(report))
print(told.hexdigest(), report.totals)
"""


def asked(python: str, *options: str, path: Path, **changed: str) -> str:
    """What a Python says that finds the package on a path."""
    environment = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{path.parent / 'needed'}", **changed}
    environment.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    environment.pop("GRANADA_KERNEL", None)  # the wheel is pure, whatever is wished for elsewhere
    command = [python, "-W", "error", *options, "-c", ASKED, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=path.parent)
    return done.stdout.strip() if done.returncode == 0 else f"FAILED: {done.stderr.strip()[-1000:]}"


def read_only(folder: Path) -> None:
    """Nobody may write into a folder, or into any below it."""
    for inside in (folder, *folder.rglob("*")):
        inside.chmod(0o555 if inside.is_dir() else 0o444)


def writable(folder: Path) -> None:
    """The reverse, so that it can be taken away."""
    for inside in (folder, *(each for each in folder.rglob("*") if each.is_dir())):
        inside.chmod(0o755)


def built(into: Path) -> Path:
    """A wheel of this checkout, without the kernel."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(into), str(ROOT)]
    subprocess.run(command, check=True, env={**os.environ, "GRANADA_KERNEL": "none"})
    return next(into.glob("granada-*.whl"))


def pythons(named: list[str]) -> list[str]:
    """The other Pythons that are named, or found on the path and beside this one."""
    beside = Path(sys.base_prefix).parent
    found = [*named, *filter(None, (shutil.which(f"python{version}") for version in VERSIONS))]
    found += [str(path) for version in VERSIONS for path in sorted(beside.glob(f"{version}*/bin/python3"))]
    return [each for each in dict.fromkeys(found) if _works(each)]


def _works(python: str) -> bool:
    """Whether a Python can be started, and has no environment of its own in which the package may be installed."""
    alone = "import sys; sys.exit(sys.prefix != sys.base_prefix)"
    done = subprocess.run([python, "-c", alone], check=False, capture_output=True)
    return done.returncode == 0


def main() -> int:
    """Ask everywhere; 1 where something else comes out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("python", nargs="*")
    args = parser.parse_args()
    own = str(
        getattr(sys, "_base_executable", sys.executable)
    )  # what is installed in an environment would be found first
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        wheel = place / "granada.whl"
        shutil.copy(args.wheel or built(place), wheel)
        for package in (attr, attrs):
            source = Path(str(package.__file__)).parent
            shutil.copytree(source, place / "needed" / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        folder = place / "unpacked"
        zipfile.ZipFile(wheel).extractall(folder)
        read_only(folder)
        tried = {
            "a zipped wheel": asked(own, path=wheel),
            "a folder that cannot be written": asked(own, path=folder, PYTHONDONTWRITEBYTECODE=""),
            "-O": asked(own, "-O", path=folder),
            "-OO": asked(own, "-OO", path=folder),
            **{f"hash seed {seed}": asked(own, path=folder, PYTHONHASHSEED=seed) for seed in ("0", "1", "2")},
            **{python: asked(python, path=folder) for python in pythons(args.python)},
        }
        writable(folder)
    for where, said in tried.items():
        print(f"{where}: {said}")
    return int(len(set(tried.values())) > 1 or any("FAILED" in said for said in tried.values()))


if __name__ == "__main__":
    sys.exit(main())
