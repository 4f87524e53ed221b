"""A kernel that watches its memory and checks what is asserted plays games, positions and batches like any other."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import granada.fast
from tests.kernels.every_wrong import KERNEL, ROOT

GAMES = ("--first", "104", "--games", "5")
"""Games of the law of which three begin with a batch."""
LIBRARIES = ("libasan.so", "libubsan.so")
"""What a process that loads such a kernel must have loaded before."""


def said(command: list[str], **more: str) -> str:
    """What a program prints; one that fails is told with all that it said."""
    done = subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.long
@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
def test_a_kernel_that_watches_its_memory_has_nothing_to_complain_of(tmp_path: Path) -> None:
    options = [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={import_module('nanobind').cmake_dir()}"]
    options += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DGRANADA_SANITIZE=ON"]
    said(["cmake", "-S", str(KERNEL), "-B", str(tmp_path), "-G", "Ninja", *options])
    said(["cmake", "--build", str(tmp_path), "--parallel", "2"])
    (kernel,) = tmp_path.glob("_granada_kernel*.so")
    needed = [said(["c++", f"-print-file-name={name}"]).strip() for name in LIBRARIES]
    watching = {"LD_PRELOAD": ":".join(needed), "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "halt_on_error=1"}
    law = [sys.executable, "-m", "tests.kernels.law", "--kernel", str(kernel), *GAMES]
    assert "360 steps of a batch" in said(law, **watching)
