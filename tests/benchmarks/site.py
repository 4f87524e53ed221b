"""How long the site takes to build, and how large it is: ``python -m tests.benchmarks.site``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

DOCS = Path(__file__).parent.parent.parent / "docs"
GOAL = 60


def size(paths: list[Path]) -> str:
    """How many files there are, how large they are together, and how large the largest is."""
    sizes = [path.stat().st_size / 1000 for path in paths]
    return f"{len(sizes):6} files{sum(sizes):10.0f} kB{max(sizes, default=0):8.0f} kB the largest"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "html"
        before = perf_counter()
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "-q",
            "-b",
            "html",
            "-d",
            f"{folder}/trees",
            str(DOCS),
            str(out),
        ]
        subprocess.run(command, check=True)
        print(f"built in {perf_counter() - before:.1f} s (meant to take less than {GOAL} s)")
        for name, pattern in (("pages", "*.html"), ("pictures", "_pictures/*.svg"), ("search index", "searchindex.js")):
            print(f"{name:14}{size(list(out.rglob(pattern)))}")
        print(f"{'together':14}{size([path for path in out.rglob('*') if path.is_file()])}")


if __name__ == "__main__":
    main()
