"""A mutant as a program of its own: it speaks JSON lines."""

from __future__ import annotations

import json
import sys

from every_mutant import named  # type: ignore[import-not-found]  # it lies beside this file


def serve(bug: str) -> None:
    """Answer every line with the bug."""
    mutant = named(bug)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(mutant(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
