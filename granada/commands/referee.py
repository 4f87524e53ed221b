"""The command ``granada referee``: a recorded game replayed to the first step against the rules."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from granada.commands.files import read_text
from granada.pictures import terminal_width
from granada.spec import referee

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Which game."""
    parser.epilog = (
        "Exit status: 0 when every step is legal and the result is right, 1 when not, 2 when the game cannot be read."
    )
    parser.add_argument("game", metavar="GAME", help="a recorded game, one JSON line for each event; - reads the input")


def run(args: Namespace) -> int:
    """Referee a recorded game: 0 when all is well, 1 when something is wrong."""
    finding = referee(read_text(args.game))
    sys.stdout.write(f"{finding.told(terminal_width())}\n")
    return 0 if finding.ok else 1
