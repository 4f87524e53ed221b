"""The command ``granada rule``: what the specification says of a rule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from granada.pictures import terminal_width
from granada.spec import listed_rules, looked_up

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Which rule."""
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="a rule, a chapter, or the id of a case; without it all rules are listed",
    )
    parser.epilog = "Exit status: 0 when it was found, 2 when nothing has that name."


def run(args: Namespace) -> int:
    """Print a rule, the rules of a chapter, a case, or all rules."""
    width = terminal_width()
    sys.stdout.write((listed_rules(width) if args.name is None else looked_up(args.name, width)) + "\n")
    return 0
