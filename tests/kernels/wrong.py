"""Kernels that are wrong on purpose, as ``wrong.toml`` lists them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple


class Wrong(NamedTuple):
    """One change to the C++: what is then wrong, the file, the text that is replaced and by what.

    Where the first games of the law do not show it, a game in which it was ``seen`` is told, or 0 for the suite.
    """

    bug: str
    file: str
    old: str
    new: str
    seen: int | None = None


LISTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
ALL = tuple(Wrong(bug, file, *change) for file, bugs in LISTED.items() for bug, change in bugs.items())
