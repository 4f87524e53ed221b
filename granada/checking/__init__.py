"""Asking another program: processes, random questions, shrinking a disagreement, telling what came of it.

It asks what ``spec`` can ask and grades by it; no rule of the game is known here.
"""

from granada.checking.checker import check_program, tell, unknown_names
from granada.checking.program import SECONDS
from granada.checking.reports import as_json, as_junit
from granada.checking.serve import serve

__all__ = [
    "SECONDS",
    "as_json",
    "as_junit",
    "check_program",
    "serve",
    "tell",
    "unknown_names",
]
