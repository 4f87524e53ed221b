"""The command ``granada report``, which compares reports on several programs, or on versions of one, rule by rule."""

import sys
from argparse import ArgumentParser, Namespace

from granada.checking import SavedReport, as_badge, as_page, compared, read_report
from granada.commands.common import add_outputs, read_text, try_to_write, write
from granada.errors import InvalidState


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the reports, and the page."""
    parser.epilog = "Exit status: 0 if all reports were read, 2 if one cannot be read."
    add_outputs(parser, html="a page with a picture of every failure", badge="a badge as SVG for the first report")
    parser.add_argument(
        "reports", nargs="+", metavar="REPORT", help="reports that granada check --json wrote; - means standard input"
    )


def run(args: Namespace) -> int:
    """Compare reports."""
    if args.html == args.badge == "-":
        raise InvalidState("only one of --html and --badge can go to standard output")
    for path in (args.html, args.badge):
        try_to_write(path)
    reports = [_read(path) for path in args.reports]
    if args.html:
        write(args.html, as_page(reports))
    if args.badge:
        write(args.badge, as_badge(reports[0]))
    (sys.stderr if "-" in (args.html, args.badge) else sys.stdout).write(f"{compared(reports)}\n")
    return 0


def _read(path: str) -> SavedReport:
    """Read a report; error messages name its file."""
    text = read_text(path)
    try:
        return read_report(text)
    except ValueError as flaw:
        reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
        raise InvalidState(*[f"{path}: {reason}" for reason in reasons]) from None
