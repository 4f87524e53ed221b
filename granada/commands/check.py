"""The command ``granada check``, which checks any other program against the suite and random questions."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from granada import checking
from granada.commands.common import Progress, add_outputs, number, seconds, try_to_write, write
from granada.rulebook import EDITIONS

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the program, the questions, and the report."""
    editions = sorted({edition for edition, _ in EDITIONS})
    parser.epilog = (
        "Exit status: 0 if nothing failed, 1 if something failed, 2 if nothing could be checked (the program cannot "
        "be started, never says hello, declares nothing or skips everything), 130 if interrupted."
    )
    parser.usage = "granada check [options] -- COMMAND [ARGUMENT ...]"
    parser.add_argument("--fuzz", type=number, default=0, metavar="N", help="ask N random questions as well")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the seed of the random questions (default: %(default)s)"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="ask only about a chapter, a rule or a case, and random questions of the same kinds, games and modules; "
        "or ask one random question by its id, such as fuzz/0/29",
    )
    parser.add_argument("--edition", choices=editions, help="use an edition's readings")
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=checking.SECONDS,
        metavar="S",
        help="the time limit for each question, in seconds (default: %(default)g)",
    )
    outputs = {"json": "the report as JSON", "junit": "the report as JUnit XML"}
    add_outputs(parser, **outputs, html="a page with a picture of each failure", badge="a badge as SVG")
    parser.add_argument("program", nargs="*", metavar="COMMAND", help="the program, which reads and writes JSON lines")


def run(args: Namespace) -> int:
    """Check a program; return 0 if nothing failed, 1 if something failed, 2 if nothing could be checked."""
    command = args.program[1:] if args.program[:1] == ["--"] else args.program
    if not command:
        raise ValueError("no program given: granada check -- COMMAND")
    if unknown := checking.unknown_names(args.only):
        raise ValueError("; ".join(unknown))
    paths = [args.json, args.junit, args.html, args.badge]
    if paths.count("-") > 1:
        raise ValueError("only one of --json, --junit, --html and --badge can go to standard output")
    for word in checking.renamed_names(args.only):
        sys.stderr.write(f"granada check: {word}\n")
    bar = Progress(sys.stderr, "questions")
    try:
        for path in paths:
            try_to_write(path)
        report = checking.check_program(
            command,
            only=args.only,
            rulings=args.edition,
            seconds=args.timeout,
            fuzz=args.fuzz,
            seed=args.seed,
            progress=bar.show,
        )
    except OSError as flaw:
        raise OSError(flaw.errno, flaw.strerror, flaw.filename or command[0]) from None
    bar.clear()
    writers: tuple[Callable[[], str], ...] = (
        lambda: checking.as_json(report),
        lambda: checking.as_junit(report),
        lambda: checking.as_page([checking.saved(report)]),
        lambda: checking.as_badge(checking.saved(report)),
    )
    for path, written in zip(paths, writers, strict=True):
        if path:
            write(path, written())
    if report.emptiness and not report.interrupted:
        raise ValueError("; ".join([*(result.why for result in report.failed), report.emptiness]))
    checking.write_report(report, sys.stderr if "-" in paths else sys.stdout)
    return INTERRUPTED if report.interrupted else 0 if report.ok else 1
