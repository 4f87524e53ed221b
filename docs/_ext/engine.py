"""Make the engine for the web pages: Pyodide from npm, the package and attrs, compiled and compressed."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import posixpath
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
from zipfile import ZipFile, ZipInfo

import kernel
from sphinx.errors import ExtensionError

try:
    from deflate import gzip_compress
except ImportError:  # without it, the site sends a twentieth more
    gzip_compress = None

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
DATA = (".py", ".pyi", ".csv", ".json", ".mo", ".css", ".svg", ".html")
"""How the files of this package end that an engine may need."""
KEPT_ENGINES = 4
"""How many engines are kept beside a new one."""
HOW = "gzip" if gzip_compress is None else "libdeflate"
"""What compresses."""
PACKED = ".packed"
"""How the name of a compressed file ends: in a manner that no server takes for an encoding, and unpacks on the way."""
KEPT = ("ask.html", "play.html", "the-game.html", "index.html", "rulebook/index.html")
"""The pages that can be opened without a network after the first visit."""
THEIRS = ("shared", "judge", "play")
"""Where their scripts lie, among what is static."""
IMPORTED = "_static/finding.js"
"""What a script of every page imports."""
FETCHED = re.compile(r'<(?:script|link|img)[^>]* (?:src|href)="([^":]+\.(?:js|css|svg)(?:\?[^"]*)?)"')


def kept() -> Path:
    """The folder that caches fetched files."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "granada-site"


def run(*command: str, cwd: Path | None = None) -> str:
    """The output of a command; raises a Sphinx error if the command fails."""
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
    """A folder with some files of an npm package, fetched once; raises an error if the content is not as expected."""
    folder = kept() / f"{package}-{release}"
    if folder.is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        message = f"{package} comes from npm, which is not installed; install Node, or pass -D engine=none"
        raise ExtensionError(message)
    kept().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept()) as work:
        archive = Path(work) / run(npm, "pack", "--silent", f"{package}@{release}", cwd=Path(work)).split()[-1]
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != integrity:
            message = f"npm delivered another {package} {release} than expected: {found}"
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
    """Move a finished folder into place, unless another process has already done so."""
    try:
        part.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def own_package(archive: Path) -> None:
    """Write this package's Python files and data, the suite, and the module for its kernel to an archive."""
    with ZipFile(archive, "w") as made:
        for name in sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "granada").rglob("*.*")):
            if name.endswith(DATA) and not name.startswith("granada/fast/kernel/"):
                made.writestr(ZipInfo(name), (ROOT / name).read_bytes())
        made.writestr(ZipInfo("granada/specs/suite.json"), (ROOT / "specs" / "suite.json").read_bytes())
        for name, text in kernel.module().items():
            made.writestr(ZipInfo(name), text)


def packed() -> bytes:
    """The parts of Python that the engine needs, compiled by Pyodide, compressed, and cached until they change."""
    node = shutil.which("node")
    if node is None:
        message = "the site needs Node to compile its engine; install Node, or pass -D engine=none"
        raise ExtensionError(message)
    folder, scripts = pyodide(), [Path(__file__).parent / name for name in ("pack.mjs", "packing.py")]
    with tempfile.TemporaryDirectory(dir=kept()) as work:
        own, made = Path(work) / "granada.zip", Path(work) / ARCHIVE
        own_package(own)
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*scripts, attrs_wheel(), own))).hexdigest()
        before = folder / f"engine-{digest[:16]}-{HOW}"
        if not before.exists():
            for old in sorted(folder.glob("engine-*"), key=lambda path: path.stat().st_mtime)[:-KEPT_ENGINES]:
                old.unlink(missing_ok=True)
            run(node, str(scripts[0]), str(folder), str(made), str(attrs_wheel()), str(own))
        return compressed(made, before)


def compressed(source: Path, before: Path) -> bytes:
    """A file with the best available compression, which is computed only once."""
    if not before.exists():
        part = before.with_suffix(f".{os.getpid()}")
        content = source.read_bytes()
        part.write_bytes(gzip.compress(content, mtime=0) if gzip_compress is None else gzip_compress(content, 12))
        part.replace(before)
    return before.read_bytes()


def put(app: Sphinx, flaw: Exception | None) -> None:
    """Put the engine into the finished site, with a list of the files that offline use needs."""
    if flaw or app.builder.name != "html" or app.config.engine == "none":
        return
    site = Path(app.outdir)
    out = site / FOLDER
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    source = pyodide()
    shutil.copyfile(source / SCRIPT, out / SCRIPT)
    program = kernel.built(kept())
    large = {name: source / name for name in PARTS} | ({kernel.NAME: program} if program else {})
    for name, path in large.items():
        (out / f"{name}{PACKED}").write_bytes(compressed(path, path.with_name(f"{path.name}.{HOW}{PACKED}")))
    (out / f"{ARCHIVE}{PACKED}").write_bytes(packed())
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    names = sorted({*_fetched(site), *(path.relative_to(site).as_posix() for path in out.iterdir())})
    files = {name: hashlib.sha256((site / name.partition("?")[0]).read_bytes()).hexdigest() for name in names}
    contents = {
        "digest": hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16],
        "size": sum(path.stat().st_size for path in out.glob(f"*{PACKED}")),
        "kernel": program is not None,
        "lock": {**lock, "packages": {}},
        "files": files,
    }
    (out / "contents.json").write_text(json.dumps(contents), encoding="utf-8")


def _fetched(site: Path) -> Iterator[str]:
    """The pages that are stored for offline use, and the files that they fetch."""
    yield IMPORTED
    for page in KEPT:
        yield page
        found = map(unescape, FETCHED.findall((site / page).read_text(encoding="utf-8")))
        yield from (posixpath.normpath(posixpath.join(posixpath.dirname(page), each)) for each in found)
    for folder in THEIRS:
        files = (site / "_static" / folder).rglob("*")
        yield from (path.relative_to(site).as_posix() for path in files if path.is_file())


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the engine after Sphinx has built the site."""
    app.add_config_value("engine", "pyodide", "")
    app.connect("build-finished", put, priority=900)  # after all other changes to files
    return {"parallel_read_safe": True, "parallel_write_safe": True}
