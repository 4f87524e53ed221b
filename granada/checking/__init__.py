"""Check a program in any language that answers questions as JSON lines, and write a report on it.

``program`` runs the program under a ``supervisor``, which ends it reliably; ``checker`` asks about the cases in the
suite, and ``fuzz`` asks random questions. ``report`` counts the results by rule, ``reports`` writes them as text, JSON
and JUnit XML, ``saved_reports`` reads and compares reports, and ``pages`` writes HTML. ``serve`` answers questions with
our own engine, and ``kernel`` answers them with the compiled one.
"""

from granada.checking.checker import check, check_program, renamed_names, unknown_names, write_report
from granada.checking.pages import as_badge, as_page
from granada.checking.program import SECONDS
from granada.checking.report import Report
from granada.checking.reports import as_data, as_json, as_junit
from granada.checking.saved_reports import SavedReport, compared, read_report, report_from, saved
from granada.checking.serve import Engine, serve
