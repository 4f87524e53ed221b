"""Checking another program, in any language: it is asked questions as JSON lines, and gets a report.

``program`` runs it, beneath a ``supervisor`` that ends it for sure; ``checker`` asks it the suite, and ``fuzz`` random
questions. ``report`` counts the results by rule, ``reports`` tells them to people and programs, ``saved_reports`` reads
and compares such reports, and ``pages`` makes a page of them. ``serve`` is the other side of the protocol, our own
engine, and ``kernel`` the compiled one.
"""

from granada.checking.checker import check, check_program, renamed_names, unknown_names, write_report
from granada.checking.pages import as_badge, as_page
from granada.checking.program import SECONDS
from granada.checking.report import Report
from granada.checking.reports import as_data, as_json, as_junit
from granada.checking.saved_reports import SavedReport, compared, read_report, report_from, saved
from granada.checking.serve import Engine, serve
