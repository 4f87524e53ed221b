#!/usr/bin/env python3
"""The release check: ``python .ci/release.py [--keep FOLDER]``.

It builds the source distribution, and from it a wheel with the kernel and a pure one; looks whether everything is in
them that belongs there, and nothing else; installs each wheel in a bare environment, and there imports it from several
folders, plays a game and grades the package by its own suite. It needs Git, a C++ compiler, and pip with its index.
"""

from __future__ import annotations

import argparse
import email.message
import email.parser
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.search(r'__version__ = "(.+)"', (ROOT / "granada" / "__init__.py").read_text(encoding="utf-8"))[1]
NAMED = f"granada-{VERSION}"
NOT_IN_WHEELS = "granada/fast/kernel/"
"""The sources of the kernel; its licence is that of nanobind, and lies with the other."""
INFO = {f"{NAMED}.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
LICENCES = {f"{NAMED}.dist-info/licenses/{name}" for name in ("LICENSE", "granada/fast/kernel/LICENSE.nanobind")}
PLAY = ("play", "--players", "3", "--seed", "7")
IMPORT = """import granada, granada.fast, granada.spec
print(granada.__file__, granada.fast.COMPILED, len(granada.spec.cases()))"""


def told(*command: str | Path, where: Path = ROOT, fails: bool = False, **changed: str) -> str:
    """What a command says; it must end well, or badly if that is what is asked."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "GRANADA_KERNEL": "", **changed}
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)
    if bool(done.returncode) != fails:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stderr if fails else done.stdout


def same(what: str, found: set[str], expected: set[str]) -> None:
    """Complain about whatever is missing, and about what nobody expects."""
    if found != expected:
        sys.exit(f"{what}: missing {sorted(expected - found)[:20]}, strange {sorted(found - expected)[:20]}")


def committed() -> set[str]:
    """The files of the project that are no settings of tools."""
    paths = told("git", "ls-files", "-z").split("\0")
    return {path for path in paths if path and not any(part.startswith(".") for part in path.split("/"))}


def check_source(archive: Path) -> set[str]:
    """The source distribution is the committed files, which are given back; it is unpacked beside itself."""
    with tarfile.open(archive) as packed:
        found = {name.removeprefix(f"{NAMED}/") for name in packed.getnames()}
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # 3.11 knows it from its fourth patch on
        packed.extractall(archive.parent, **safely)
    metadata = (archive.parent / NAMED / "PKG-INFO").read_text(encoding="utf-8")
    expected = committed()
    same(archive.name, found - {"PKG-INFO"}, expected)
    check_metadata(archive.name, metadata)
    return expected


def check_wheel(wheel: Path, sources: set[str], *, compiled: bool) -> None:
    """A wheel is the package with the specification, its licences, and perhaps the kernel."""
    package = {path for path in sources if path.startswith("granada/") and not path.startswith(NOT_IN_WHEELS)}
    specification = {f"granada/{path}" for path in sources if path.startswith("specs/")}
    with zipfile.ZipFile(wheel) as packed:
        found = {name for name in packed.namelist() if not name.endswith("/")}
        metadata = packed.read(f"{NAMED}.dist-info/METADATA").decode()
        entries = packed.read(f"{NAMED}.dist-info/entry_points.txt").decode()
    kernel = {name for name in found if re.fullmatch(r"_granada_kernel\.[\w.-]+\.(so|pyd)|_granada_kernel\.pyd", name)}
    if len(kernel) != compiled or ("none-any" in wheel.name) == compiled:
        sys.exit(f"{wheel.name}: kernels are {sorted(kernel)}")
    kernel |= {"granada/fast/kernel.sha256"} if compiled else set()
    same(wheel.name, found, package | specification | INFO | LICENCES | kernel)
    if "granada = granada.__main__:main" not in entries:
        sys.exit(f"{wheel.name}: the command is missing")
    check_metadata(wheel.name, metadata)


def check_metadata(name: str, text: str) -> None:
    """The metadata are complete, name the version, and ask for attrs alone unless an extra is wanted."""
    metadata: email.message.Message = email.parser.Parser().parsestr(text)
    needed = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    facts = {
        "the name": metadata["Name"] == "granada",
        "the version": metadata["Version"] == VERSION,
        "the summary": bool(metadata["Summary"]),
        "the Python": metadata["Requires-Python"] == ">=3.11",
        "the licence": metadata["License-Expression"] == "MIT" and len(metadata.get_all("License-File", [])) == 2,
        "what is needed": len(needed) == 1 and needed[0].startswith("attrs"),
        "the README": metadata["Description-Content-Type"] == "text/markdown" and metadata.get_payload() == readme,
        "the changelog": f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    }
    wrong = [what for what, right in facts.items() if not right]
    if wrong:
        sys.exit(f"{name}: wrong in its metadata: {', '.join(wrong)}")


class Environment:
    """A bare environment in which a wheel is installed, and a folder to stand in."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        """Make it."""
        venv.create(folder / "bare", with_pip=True)
        self.bin = folder / "bare" / ("Scripts" if os.name == "nt" else "bin")
        self.nowhere = folder / "nowhere"
        self.nowhere.mkdir()
        self.says("python", "-m", "pip", "install", "-q", str(wheel))

    def says(self, program: str, *words: str, where: Path | None = None, fails: bool = False, **changed: str) -> str:
        """What one of its programs says."""
        path = os.pathsep.join((str(self.bin), os.environ.get("PATH", "")))
        return told(self.bin / program, *words, where=where or self.nowhere, fails=fails, PATH=path, **changed)


def check_installed(place: Environment, *, compiled: bool) -> str:
    """The installed package works, in a folder of its own and in the checkout; the game that it plays is given back."""
    version = f"granada {VERSION}, {'with' if compiled else 'without'} the compiled kernel"
    if not place.says("granada", "--version").startswith(version):
        sys.exit(f"the version is not {version}")
    for where, wish in ((place.nowhere, ""), (ROOT, "" if compiled else "none")):  # a kernel may have been built there
        said = place.says("python", "-W", "error", "-c", IMPORT, where=where, GRANADA_KERNEL=wish)
        file, has_kernel, cases = said.split()
        if Path(file).is_relative_to(ROOT) != (where == ROOT) or has_kernel != str(compiled) or not int(cases):
            sys.exit(f"in {where} there is {file}, compiled: {has_kernel}, with {cases} cases")
    if not compiled and "MissingKernel" not in place.says(
        "python", "-c", "import granada.fast", fails=True, GRANADA_KERNEL="require"
    ):
        sys.exit("a missing kernel is not told")
    for engine in ("rules", "kernel") if compiled else ("rules",):
        patiently = ("check", "--timeout", "120")  # a busy machine is no reason to fail
        report = place.says("granada", *patiently, "--", "granada", "serve", "--engine", engine)
        print(f"{engine}: {report.splitlines()[-1]}", flush=True)
    return place.says("granada", *PLAY)


def check(folder: Path) -> list[Path]:
    """Build everything, look at it and use it; what can be released is given back."""
    venv.create(folder / "tools", with_pip=True)
    tools = folder / "tools" / ("Scripts" if os.name == "nt" else "bin") / "python"
    told(tools, "-m", "pip", "install", "-q", "build")

    def wheel(source: Path, wish: str) -> Path:
        into = folder / f"{wish}-{source.name}"
        told(tools, "-m", "pip", "wheel", "-q", "--no-deps", "-w", into, source, GRANADA_KERNEL=wish)
        (made,) = into.iterdir()
        return made

    print("== the source distribution", flush=True)
    archive = folder / "sdist" / f"{NAMED}.tar.gz"
    told(tools, "-m", "build", "--sdist", "--outdir", archive.parent, ROOT)
    files = check_source(archive)
    made, games = [archive], set()
    for wish, compiled in (("require", True), ("none", False)):
        print(f"== a wheel from it, with GRANADA_KERNEL={wish}", flush=True)
        made.append(wheel(archive.parent / NAMED, wish))
        check_wheel(made[-1], files, compiled=compiled)
        place = folder / f"installed-{wish}"
        place.mkdir()
        games.add(check_installed(Environment(place, made[-1]), compiled=compiled))
    if len(games) > 1:
        sys.exit("the wheels do not play the same game")
    check_wheel(wheel(ROOT, "none"), files, compiled=False)
    return made


def main() -> None:
    """Check, and keep what was made where that is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="put what can be released into this folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        made = check(Path(name))
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            for file in made:
                shutil.copy(file, args.keep)
        print("\n".join(f"{file.name}: {file.stat().st_size // 1024} kB, fit to be released" for file in made))


if __name__ == "__main__":
    main()
