"""The engine of the page *May I do that?*: Pyodide as npm has it, the package and attrs, compiled and compressed."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from html import unescape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import kernel
from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
FOLDER = "_engine"
"""Where the engine lies in the site."""
PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""What npm says of that version; anything else is refused."""
SCRIPT = "pyodide.mjs"
"""The script that starts Pyodide; it is small, and stays as it is."""
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
PARTS = ("pyodide.asm.mjs", "pyodide.asm.wasm")
ARCHIVE = "python.zip"
"""All of Python, of attrs and of this package that the engine needs, compiled."""
PACKED = ".packed"
"""How the name of a compressed file ends: in a manner that no server takes for an encoding, and unpacks on the way."""
KEPT = "ask.html"
"""The page that can be opened without a network after the first visit."""
FETCHED = re.compile(r'<(?:script|link)[^>]* (?:src|href)="([^":]+\.(?:js|css|svg)(?:\?[^"]*)?)"')


def kept() -> Path:
    """Where what was fetched is kept for the next time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "granada-site"


def run(*command: str, cwd: Path | None = None) -> str:
    """What a command prints; an error of Sphinx where it fails."""
    environment = {**os.environ, "GRANADA_KERNEL": "none"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        message = f"{' '.join(command[:4])} failed: {done.stderr.strip()[-600:]}"
        raise ExtensionError(message)
    return done.stdout


def pyodide() -> Path:
    """The folder with Pyodide's files."""
    return from_npm("pyodide", PYODIDE, INTEGRITY, (SCRIPT, *PARTS, LIBRARY, LOCK))


def from_npm(package: str, release: str, integrity: str, files: Iterable[str]) -> Path:
    """A folder with some files of a package, fetched once; any other content than expected is refused."""
    folder = kept() / f"{package}-{release}"
    if folder.is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        message = f"{package} is taken from npm, which is not installed; install Node, or say -D engine=none"
        raise ExtensionError(message)
    kept().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept()) as work:
        archive = Path(work) / run(npm, "pack", "--silent", f"{package}@{release}", cwd=Path(work)).split()[-1]
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != integrity:
            message = f"npm gave another {package} {release} than expected: {found}"
            raise ExtensionError(message)
        part = Path(work) / "part"
        part.mkdir()
        with tarfile.open(archive) as packed:
            for name in files:
                content = packed.extractfile(f"package/{name}")
                (part / name).write_bytes(content.read() if content else b"")
        _put(part, folder)
    return folder


def attrs_wheel() -> Path:
    """The wheel of attrs, fetched once."""
    folder = kept() / f"attrs-{version('attrs')}"
    if not folder.is_dir():
        kept().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept()) as work:
            part = Path(work) / "part"
            pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps")
            run(*pip, "--only-binary", ":all:", "--dest", str(part), f"attrs=={version('attrs')}")
            _put(part, folder)
    return next(folder.glob("*.whl"))


def _put(part: Path, folder: Path) -> None:
    """Move a finished folder to its place; somebody else may have been faster."""
    try:
        part.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def own_wheel(out: Path) -> Path:
    """The pure wheel of this checkout."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps")
    run(*pip, "--no-build-isolation", "--wheel-dir", str(out), str(ROOT))
    return next(out.glob("granada-*.whl"))


def packed(archive: Path, *, with_kernel: bool) -> None:
    """Let Pyodide compile and pack what the engine needs."""
    node = shutil.which("node")
    if node is None:
        message = "the site compiles its engine with Node, which is not installed; install it, or say -D engine=none"
        raise ExtensionError(message)
    with tempfile.TemporaryDirectory() as work:
        script = str(Path(__file__).parent / "pack.mjs")
        wheels = [attrs_wheel(), own_wheel(Path(work)), *([kernel.wheel(Path(work))] if with_kernel else [])]
        run(node, script, str(pyodide()), str(archive), *map(str, wheels))


def put(app: Sphinx, flaw: Exception | None) -> None:
    """Put the engine into the finished site, with a list of what must be kept to do without a network."""
    if flaw or app.builder.name != "html" or app.config.engine == "none":
        return
    site = Path(app.outdir)
    out = site / FOLDER
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    source = pyodide()
    shutil.copyfile(source / SCRIPT, out / SCRIPT)
    program = kernel.built(kept())
    with tempfile.TemporaryDirectory() as work:
        packed(Path(work) / ARCHIVE, with_kernel=program is not None)
        large = {path.name: path for path in (*(source / name for name in PARTS), Path(work) / ARCHIVE)}
        large |= {kernel.NAME: program} if program else {}
        for name, path in large.items():
            (out / f"{name}{PACKED}").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    files = sorted({*_fetched(site), *(path.relative_to(site).as_posix() for path in out.iterdir())})
    digest = hashlib.sha256()
    for name in files:
        digest.update((site / name.partition("?")[0]).read_bytes())
    contents = {
        "digest": digest.hexdigest()[:16],
        "size": sum(path.stat().st_size for path in out.glob(f"*{PACKED}")),
        "kernel": program is not None,
        "lock": {**lock, "packages": {}},
        "files": files,
    }
    (out / "contents.json").write_text(json.dumps(contents), encoding="utf-8")


def _fetched(site: Path) -> Iterator[str]:
    """The page that is kept, and what it fetches."""
    yield KEPT
    yield from map(unescape, FETCHED.findall((site / KEPT).read_text(encoding="utf-8")))
    yield from (path.relative_to(site).as_posix() for path in (site / "_static" / "judge").rglob("*") if path.is_file())


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the engine when the site is finished."""
    app.add_config_value("engine", "pyodide", "")
    app.connect("build-finished", put)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
