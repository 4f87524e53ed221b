"""Checking another program, in any language: it is asked questions as JSON lines, and its answers are graded.

``program`` runs it, beneath a ``supervisor`` that ends it for sure, and ``checker`` asks it the suite. ``fuzz`` asks it
``random_questions``: they are drawn evenly over the strata of ``random_…``. ``causes`` folds what is answered wrongly
into as few mistakes as explain it: ``hypotheses`` are those that would explain much at once, ``disagreements`` has the
signs of the others, with ``wrong_rows`` for scorings, by which ``grouping`` puts them together. ``courses`` follows
actions to where they first go wrong, and ``shrink`` makes an example of each small, with ``shrink_cities``.
``reports`` writes the report for people and for programs, ``saved_reports`` reads and compares such reports, and
``pages`` makes a page of them. ``serve`` is the other side of the protocol, our own engine, and ``kernel`` the compiled
one. Whether an answer is right is for ``suite`` to say.
"""

from granada.checking.checker import check, check_program, renamed_names, unknown_names, write_report
from granada.checking.pages import as_badge, as_page
from granada.checking.program import SECONDS
from granada.checking.reports import as_data, as_json, as_junit
from granada.checking.saved_reports import SavedReport, compared, read_report, report_from, saved
from granada.checking.serve import serve
