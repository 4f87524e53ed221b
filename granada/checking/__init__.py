"""Asking another program: processes, random questions, shrinking a disagreement, telling what came of it.

``program`` runs it and ``checker`` asks it the suite; ``fuzz`` asks it what ``questionnaire`` makes up, ``shrink``
makes a disagreement small, and ``disagreements`` tells which rule it is about; ``reports`` tells all, ``serve`` answers
ourselves, and ``kernel`` is who does so by the compiled kernel. Whether an answer is right is asked of ``spec``.
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
