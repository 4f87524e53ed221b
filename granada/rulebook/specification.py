"""Where the specification lies, the number of its format, and what it says about each rule."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

FORMAT = 1
"""The number of the notation, the JSON and the protocol; it changes with a major version only."""


def specs_folder() -> Path:
    """The folder of the specification: inside the package when installed, beside it in a checkout.

    From a zipped package it is read like any other folder, but cannot be written.
    """
    inside = files("granada") / "specs"
    return cast("Path", inside) if inside.is_dir() else Path(__file__).parents[2] / "specs"


@cache
def texts() -> dict[str, dict[str, Any]]:
    """The chapter, the sources and the ruling of every rule, by its name, as the suite has them."""
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return {rule["rule"]: rule for rule in suite["rules"]}
