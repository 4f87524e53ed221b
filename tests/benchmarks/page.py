"""Where figures go: they are printed, and with ``--write`` put between the marks of a page of the documentation."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def written(path: Path, mark: str, text: str) -> None:
    """Put a text between the marks of a page."""
    page = path.read_text(encoding="utf-8")
    pattern = rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)"
    path.write_text(re.sub(pattern, lambda m: f"{m[1]}{text}\n{m[2]}", page, flags=re.DOTALL), encoding="utf-8")


def told(about: str | None, mark: str, report: Callable[[Any], str], **options: Any) -> None:
    """Measure by the options of the command line, which have these defaults, print a report, and write it if wished."""
    parser = argparse.ArgumentParser(description=about)
    for name, default in options.items():
        if isinstance(default, type):
            parser.add_argument(name, type=default)
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = report(given)
    print(text)
    if given.write:
        written(given.write, mark, text)
