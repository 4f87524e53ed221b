"""Plays batches of games at all tables in a kernel that watches its memory and checks what is asserted.

Run ``python -m tests.kernels.sanitized --games 2000``. It needs a compiler with AddressSanitizer and
UndefinedBehaviorSanitizer, CMake, Ninja and nanobind; the first flaw ends it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random

import numpy as np

import granada
from tests.kernels.law import table, use

AT_ONCE = 24
"""So many games each batch has."""
OPTIONS = ("-DGRANADA_SANITIZE=ON", "-DGRANADA_STRICT=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1")
OPTIONS_OF_ASAN = "detect_leaks=0:allocator_may_return_null=1"
"""Python itself leaks at its end, and what is too large to be had is an error of Python."""
LIBRARIES = ("libasan.so", "libubsan.so")
"""Python itself is built without them, so they are loaded before it."""


def play(games: int) -> str:
    """Play batches until so many games have ended or were cut off; what was played."""
    from granada.fast.batches import Batch

    ended = steps = tables = 0
    while ended < games:
        rng, numbers = Random(tables), np.random.default_rng(tables)
        start = granada.new_game(**table(rng))
        width, decisions = rng.choice((8, 64, 256)), rng.choice((60, 400, 3000))
        recall, features, threads = tables % 2 == 0, tables % 5 != 0, 1 + tables % 3
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # lists that are longer than is told
            batch = Batch(
                start, AT_ONCE, tables, threads, recall=recall, features=features, width=width, decisions=decisions
            )
            begun = ended
            while ended < min(begun + AT_ONCE, games):
                batch.step((numbers.random(AT_ONCE) * batch.counts).astype(np.int32))
                steps += AT_ONCE
                ended += int((batch.ends > 0).sum())
        for seat in (None, *range(start.setup.players)):
            for recall in (False, True):
                dream = batch.position(0).redeal(seat, rng, recall=recall)
                dream.numbers(seat, recall=recall)
                dream.features()
                dream.finish("builder", decisions=100)
        tables += 1
    return f"{ended:,} games at {tables} tables, {steps:,} steps of batches"


def run(games: int) -> subprocess.CompletedProcess[str]:
    """Build such a kernel, and let another process play in it."""
    return run_in_it("tests.kernels.sanitized", "--games", str(games))


def run_in_it(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Build such a kernel, and let a module of the tests use it in another process."""
    from tests.kernels.every_wrong import ROOT, Workshop  # which loads the kernel that is installed

    workshop = Workshop(*OPTIONS)
    (kernel,) = workshop.build.glob("_granada_kernel*.so")
    paths = [["c++", f"-print-file-name={library}"] for library in LIBRARIES]
    found = [subprocess.run(path, capture_output=True, text=True, check=True).stdout.strip() for path in paths]
    watching = {"LD_PRELOAD": ":".join(found), "ASAN_OPTIONS": OPTIONS_OF_ASAN, "UBSAN_OPTIONS": "halt_on_error=1"}
    command = [sys.executable, "-m", module, *words, "--kernel", str(kernel)]
    environment = {**os.environ, **watching}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def main() -> int:
    """Build, play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--kernel", type=Path, help="play in this kernel, in this process")
    options = parser.parse_args()
    if options.kernel:
        use(options.kernel)
        print(play(options.games))
        return 0
    done = run(options.games)
    print(done.stdout, done.stderr[-5000:])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
