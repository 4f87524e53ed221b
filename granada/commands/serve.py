"""The command ``granada serve``: answers the questions of the protocol, a JSON line each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from granada import __version__
from granada.checking import serve

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Nothing can be chosen."""
    parser.epilog = "Exit status: 0 when the input has ended, whatever was asked; 130 when interrupted."


def run(args: Namespace) -> int:
    """Answer until the input ends."""
    del args
    serve(sys.stdin.buffer, sys.stdout.buffer, __version__)
    return 0
