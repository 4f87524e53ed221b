"""The folder of the specification, its format number, its schema and its suite."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

FORMAT = 1
"""The format number of the suite and the protocol; ``wire.reader`` defines that of states and records."""


def specs_folder() -> Path:
    """The folder of the specification: inside the package when installed, beside it in a checkout.

    The folder is read-only in a zipped package.
    """
    inside = files("granada") / "specs"
    return cast("Path", inside) if inside.is_dir() else Path(__file__).parents[2] / "specs"


def schema() -> dict[str, Any]:
    """The JSON Schema of the suite, questions and answers; its ``$defs`` describe everything that is written as JSON.

    ``importlib.resources`` finds the schema of an installed package as ``specs/schema.json``.

    >>> schema()["$id"]
    'urn:granada:schema'
    """
    found: dict[str, Any] = json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8"))
    return found


@cache
def shipped_suite() -> dict[str, Any]:
    """The contents of ``suite.json``: its version, the rules, the cases, and the former ids of cases."""
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
