"""The engine of the page *May I do that?*: Pyodide as npm has it, and the wheels of the package and of attrs."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
FOLDER = "_engine"
"""Where the engine lies in the site."""
PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""What npm says of that version; anything else is refused."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
LEFT_OUT = (
    *("_pyrepl/", "multiprocessing/", "unittest/", "xml/", "xmlrpc/", "pdb.py", "pydoc.py", "doctest.py", "turtle"),
    *("mailbox.py", "imaplib.py", "smtplib.py", "ftplib.py", "pickletools.py", "_pyio.py", "_pydatetime.py"),
    *("encodings/mac_", "encodings/iso8859_", "encodings/cp1", "encodings/cp8"),
)
"""What nobody asks of Python in a browser; two thirds of a megabyte need not be fetched."""


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
    """The folder with Pyodide's files, fetched once."""
    folder = kept() / f"pyodide-{PYODIDE}"
    if folder.is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        message = "the site takes Pyodide from npm, which is not installed; install Node, or say -D engine=none"
        raise ExtensionError(message)
    kept().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept()) as work:
        archive = Path(work) / run(npm, "pack", "--silent", f"pyodide@{PYODIDE}", cwd=Path(work)).split()[-1]
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != INTEGRITY:
            message = f"npm gave another pyodide {PYODIDE} than expected: {found}"
            raise ExtensionError(message)
        part = Path(work) / "part"
        part.mkdir()
        with tarfile.open(archive) as packed:
            for name in (*FILES, LIBRARY, LOCK):
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


def put(app: Sphinx, flaw: Exception | None) -> None:
    """Put the engine into the finished site."""
    if flaw or app.builder.name != "html" or app.config.engine == "none":
        return
    out = Path(app.outdir) / FOLDER
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    source = pyodide()
    for name in FILES:
        shutil.copyfile(source / name, out / name)
    with ZipFile(source / LIBRARY) as whole, ZipFile(out / LIBRARY, "w", ZIP_DEFLATED, compresslevel=9) as smaller:
        for entry in whole.infolist():
            if not entry.filename.startswith(LEFT_OUT):
                smaller.writestr(entry, whole.read(entry))
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    (out / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    attrs = attrs_wheel()
    shutil.copyfile(attrs, out / attrs.name)
    wheels = [attrs.name, own_wheel(out).name]
    size = sum(path.stat().st_size for path in out.iterdir())
    (out / "contents.json").write_text(json.dumps({"wheels": wheels, "size": size}), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the engine when the site is finished."""
    app.add_config_value("engine", "pyodide", "")
    app.connect("build-finished", put)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
