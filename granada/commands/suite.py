"""The command ``granada suite``: writes the suite from the chapters, checks it, or counts it."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

from granada.board import InvalidState
from granada.checking import check
from granada.files import write_file
from granada.rulebook import specs_folder
from granada.suite import answer, cases, chapter_of, index_text, readme_text, suite_text


def add_arguments(parser: ArgumentParser) -> None:
    """What is done with the suite."""
    parser.epilog = (
        "Exit status: 0 when all is well, 1 when the suite is stale or this engine fails, 2 when it cannot be read."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--write",
        action="store_true",
        help="write suite.json and search.json anew from the chapters, and the table in README.md",
    )
    what.add_argument("--check", action="store_true", help="say whether it is fresh, and whether this engine passes")


def run(args: Namespace) -> int:
    """Write the suite, check it, or say what it holds."""
    path, readme = specs_folder() / "suite.json", specs_folder() / "README.md"
    if args.write:
        if not isinstance(path, Path):
            raise InvalidState("the specification cannot be written into a zipped package")
        text, index = suite_text(), index_text()
        write_file(path, text.encode())
        write_file(readme, readme_text(readme.read_text(encoding="utf-8"), text).encode())
        write_file(specs_folder() / "search.json", index.encode())
        sys.stdout.write(f"{path}: {len(json.loads(text)['cases'])} cases\n")
        return 0
    if args.check:
        return _check_own(path)
    numbers = Counter(chapter_of()[case.rule] for case in cases())
    for chapter, number in numbers.items():
        rules = sum(each == chapter for each in chapter_of().values())
        sys.stdout.write(f"{chapter:<20}{rules:>4} rules{number:>5} cases\n")
    sys.stdout.write(f"{'together':<20}{len(chapter_of()):>4} rules{len(cases()):>5} cases\n")
    return 0


def _check_own(path: Path) -> int:
    fresh = path.read_text(encoding="utf-8") == suite_text()
    report = check(answer)
    for result in report.failed:
        sys.stdout.write(f"{result.case.id}: {result.why}\n")
    state = "fresh" if fresh else "stale; granada suite --write writes it anew"
    sys.stdout.write(f"{path} is {state}\n{report.totals}\n")
    return 0 if fresh and report.ok else 1
