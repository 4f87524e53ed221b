"""The folder of the specification, the number of its format, and the suite."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

FORMAT = 1
"""The format number of the suite and the protocol; states and records have their own (``wire.reader``)."""


def specs_folder() -> Path:
    """The folder of the specification: inside the package when installed, beside it in a checkout.

    In a zipped package it is read-only.
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
    """The contents of ``suite.json``: its version, every rule by name, every case by id, and former ids of cases."""
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return {
        **suite,
        "rules": {rule["rule"]: rule for rule in suite["rules"]},
        "cases": {case["id"]: case for case in suite["cases"]},
    }


def rule_data(rule: str) -> dict[str, Any]:
    """The chapter, sources, rulings and differences of a rule in the suite."""
    found: dict[str, Any] = shipped_suite()["rules"][rule]
    return found
