"""One case of the suite by its id, without reading the others."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.rulebook import specs_folder
from granada.suite.cases import case_from
from granada.suite.complaints import no_such

if TYPE_CHECKING:
    from granada.suite.cases import Case


@cache
def _by_id() -> dict[str, dict[str, Any]]:
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return {case["id"]: case for case in suite["cases"]}


def case_named(name: str) -> Case:
    """The case with an id; an InvalidState where there is none."""
    if name not in _by_id():
        raise InvalidState([no_such("case", name, _by_id())])
    return case_from(_by_id()[name])
