"""Asking another program: processes, random questions, shrinking a disagreement, telling what came of it.

``program`` runs it and ``checker`` asks it the suite; ``fuzz`` asks it what ``questionnaire`` makes up, evenly over
what ``random_…`` can draw (each is a ``stratum``); ``shrink`` makes a disagreement small, and ``disagreements`` tells
which rule it is about. ``reports`` tells all, ``told`` reads such a report again and compares several, ``pages`` makes
a page of them with the pictures of ``depicting``. ``serve`` answers ourselves, and ``kernel`` is who does so by the
compiled kernel. Whether an answer is right is asked of ``spec``.
"""

from granada.checking.checker import check_program, tell, unknown_names
from granada.checking.pages import as_badge, as_page
from granada.checking.program import SECONDS
from granada.checking.reports import as_data, as_json, as_junit
from granada.checking.serve import serve
from granada.checking.told import Told, compared, read_report, told

__all__ = [
    "SECONDS",
    "Told",
    "as_badge",
    "as_data",
    "as_json",
    "as_junit",
    "as_page",
    "check_program",
    "compared",
    "read_report",
    "serve",
    "tell",
    "told",
    "unknown_names",
]
