"""A mutant as a program of its own: it speaks JSON lines."""

from __future__ import annotations

import json
import sys

from tests.mutants.every_mutant import named


def serve(bug: str) -> None:
    """Answer every line with the bug."""
    mutant = named(bug)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(mutant(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
