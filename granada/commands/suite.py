"""The command ``granada suite``, which summarizes the suite, checks it, or exports a part of it."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter

from granada.checking import check
from granada.commands.common import add_outputs, try_to_write, write
from granada.errors import InvalidState
from granada.game import MODULES
from granada.questions import answer
from granada.rulebook import shipped_suite, specs_folder
from granada.spec import cases, chapter_of, is_fresh, part_of, suite_json


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: check, export, or print a summary."""
    parser.epilog = (
        "Exit status: 0 if all is well, 1 if the suite is stale or this engine fails, 2 if a file cannot be read "
        "or written."
    )
    parser.add_argument(
        "--check", action="store_true", help="check that the suite is current and this engine passes it"
    )
    add_outputs(parser, export="the suite, or a part of it, as JSON")
    parser.add_argument("--games", nargs="+", default=[], metavar="GAME", help="export only cases of these games (all)")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="export only cases of these kinds (all)")
    parser.add_argument("--modules", nargs="*", metavar="MODULE", help="export only cases without other modules (all)")


def run(args: Namespace) -> int:
    """Check the suite, export a part of it, or print a summary of it."""
    modules = MODULES if args.modules is None else args.modules
    if (args.games or args.kinds or modules is not MODULES) and args.export is None:
        raise InvalidState("--games, --kinds and --modules choose what is exported: add --export FILE")
    if args.check:
        return _check_own()
    if args.export is not None:
        try_to_write(args.export)
        part = part_of(args.games, args.kinds, modules)
        write(args.export, suite_json(part))
        if args.export != "-":
            sys.stdout.write(f"{args.export}: {len(part['cases'])} cases of {len(part['rules'])} rules\n")
        return 0
    suite = shipped_suite()
    sys.stdout.write(
        f"suite {suite['version']} of {suite['date']}, format {suite['format']}, licence {suite['licence']}\n"
    )
    numbers = Counter(chapter_of()[case.rule] for case in cases())
    for chapter, number in numbers.items():
        rules = sum(each == chapter for each in chapter_of().values())
        sys.stdout.write(f"{chapter:<20}{rules:>4} rules{number:>5} cases\n")
    sys.stdout.write(f"{'together':<20}{len(chapter_of()):>4} rules{len(cases()):>5} cases\n")
    return 0


def _check_own() -> int:
    path = specs_folder() / "suite.json"
    fresh = is_fresh(path.read_text(encoding="utf-8"))
    report = check(answer)
    for result in report.failed:
        sys.stdout.write(f"{result.case.id}: {result.why}\n")
    state = "fresh" if fresh else "stale; in a checkout, python -m tests.authoring rewrites it"
    sys.stdout.write(f"{path} is {state}\n{report.totals}\n")
    return 0 if fresh and report.ok else 1
