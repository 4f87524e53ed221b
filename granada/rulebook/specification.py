"""Where the specification lies, the number of its format, and the suite that was written from it."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

FORMAT = 1
"""The number of the suite and the protocol; states and records have one of their own (``wire.reader``)."""


def specs_folder() -> Path:
    """The folder of the specification: inside the package when installed, beside it in a checkout.

    From a zipped package it is read like any other folder, but cannot be written.
    """
    inside = files("granada") / "specs"
    return cast("Path", inside) if inside.is_dir() else Path(__file__).parents[2] / "specs"


def schema() -> dict[str, Any]:
    """The JSON Schema of the suite, of questions and answers, and in its ``$defs`` of everything written as JSON.

    In an installed package it is the file ``specs/schema.json``, which ``importlib.resources`` finds.

    >>> schema()["$id"]
    'urn:granada:schema'
    """
    found: dict[str, Any] = json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8"))
    return found


@cache
def shipped_suite() -> dict[str, Any]:
    """What ``suite.json`` holds: what it is, every rule by its name, every case by its id, and former ids of cases."""
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return {
        **suite,
        "rules": {rule["rule"]: rule for rule in suite["rules"]},
        "cases": {case["id"]: case for case in suite["cases"]},
    }


def rule_data(rule: str) -> dict[str, Any]:
    """The chapter, the sources, the ruling and the differences of a rule, as the suite has them."""
    found: dict[str, Any] = shipped_suite()["rules"][rule]
    return found
