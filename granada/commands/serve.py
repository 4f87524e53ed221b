"""The command ``granada serve``: answers the questions of the protocol, a JSON line each."""

import sys
from argparse import ArgumentParser, Namespace

from granada import __version__
from granada.board import InvalidState
from granada.checking import serve
from granada.checking.serve import Engine
from granada.fast import COMPILED
from granada.suite import answer


def add_arguments(parser: ArgumentParser) -> None:
    """Who answers."""
    parser.add_argument(
        "--engine", choices=("rules", "kernel"), default="rules", help="the rules, or the compiled kernel"
    )
    parser.epilog = (
        "Exit status: 0 when the input has ended, whatever was asked; 2 when the kernel has not been compiled; "
        "130 when interrupted."
    )


def run(args: Namespace) -> int:
    """Answer until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer, __version__, _kernel() if args.engine == "kernel" else answer)
    return 0


def _kernel() -> Engine:
    """The kernel, if it has been compiled."""
    if not COMPILED:
        raise InvalidState("granada runs without its compiled kernel")
    from granada.checking.kernel import answer as answer_by_kernel

    return answer_by_kernel
