"""Compile the kernel to WebAssembly for the web pages, from the same sources but without threads and Python."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sphinx.errors import ExtensionError
from sphinx.util import logging

from granada.fast.finding import digest_of

SOURCES = Path(__file__).parents[2] / "granada" / "fast" / "kernel"
MODULE = Path(__file__).with_name("browser_kernel.py")
"""What Python sees of it in a browser."""
NAME = "kernel.wasm"
COMPILER = "clang++"
TARGET = "--target=wasm32-wasi"
COMPILED = (TARGET, "-std=c++20", "-O3", "-flto", "-DNDEBUG", "-fexceptions", "-mbulk-memory")
LINKED = (
    TARGET,
    "-O3",
    "-flto",
    "-mexec-model=reactor",
    "-Wl,--export=__stack_pointer",
    "-Wl,--stack-first",
    "-Wl,-z,stack-size=1048576",
    "-Wl,--strip-all",
)
"""A program without a beginning; where a call is given up, its stack is taken back."""
PARTS = re.compile(r"^set\((?:table|play)\s([^)]*)\)", re.MULTILINE)
"""The game, as the build of the kernel lists it; whoever writes numbers needs threads, and is left out."""
SEEN = ("records.cpp", "browser/bindings.cpp")


def built(kept: Path) -> Path | None:
    """The compiled kernel, which is cached; None if the tools to build it are missing."""
    if not _can_build():
        if os.environ.get("GRANADA_TOOLS") == "require":
            message = "building the kernel for the browser needs clang, lld and the C and C++ libraries for wasm32-wasi"
            raise ExtensionError(message)
        logging.getLogger(__name__).info(
            "the pages get no compiled kernel, because there is no clang++ for wasm32-wasi"
        )
        return None
    texts = b"".join(path.read_bytes() for path in sorted(SOURCES.rglob("*.[ch]pp")))
    version = _ran([COMPILER, "--version"])
    digest = hashlib.sha256(texts + repr((COMPILED, LINKED, version)).encode()).hexdigest()[:16]
    program = kept / f"kernel-{digest}.wasm"
    if not program.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as work:
            build(SOURCES, Path(work) / NAME).rename(program)  # somebody else may have been faster
    return program


def build(sources: Path, program: Path) -> Path:
    """Build the kernel, and compile each of its parts as one unit, so that the compiler inlines more."""
    listed = PARTS.findall((sources / "CMakeLists.txt").read_text(encoding="utf-8"))
    parts = [*(each.split() for each in listed), SEEN]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor() as together:
        files = [Path(work) / f"{number}.cpp" for number in range(len(parts))]
        for file, names in zip(files, parts, strict=True):
            file.write_text("".join(f'#include "{name}"\n' for name in names), encoding="utf-8")
        compiling = ([COMPILER, *COMPILED, "-I", sources, "-c", file, "-o", file.with_suffix(".o")] for file in files)
        list(together.map(_ran, compiling))
        _ran([COMPILER, *LINKED, *(file.with_suffix(".o") for file in files), "-o", program])
    return program


def module() -> dict[str, str]:
    """The files through which Python finds the kernel: its module, and the digest of its sources."""
    digest = digest_of(SOURCES)
    text = f"{MODULE.read_text(encoding='utf-8')}\nSOURCES = {digest!r}\n"
    return {"_granada_kernel.py": text, "granada/fast/kernel.sha256": f"{digest}\n"}


def _can_build() -> bool:
    """Whether a compiler with the target and its libraries is installed."""
    if shutil.which(COMPILER) is None or shutil.which("wasm-ld") is None:
        return False
    tried = subprocess.run(
        [COMPILER, TARGET, "-x", "c++", "-fsyntax-only", "-"],
        input=b"#include <vector>\n#include <cstdlib>\n",
        capture_output=True,
        check=False,
    )
    return tried.returncode == 0


def _ran(command: list[str | Path]) -> str:
    """The output of a command; raises a Sphinx error if the command fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        message = f"building the kernel for the browser failed: {done.stderr.strip()[:600]}"
        raise ExtensionError(message)
    return done.stdout
