"""The command ``granada serve``, which answers questions in the protocol's format, one JSON line each."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from granada import __version__
from granada.checking import Engine, serve
from granada.errors import InvalidState
from granada.fast import COMPILED
from granada.questions import answer


def add_arguments(parser: ArgumentParser) -> None:
    """Add the option that selects the engine."""
    parser.add_argument(
        "--engine",
        choices=tuple(ENGINES),
        default="rules",
        help="the Python rules, the compiled kernel, or the clauses of the specification (requires the 'logic' extra)",
    )
    parser.epilog = (
        "Exit status: 0 at the end of the input, 2 if the kernel is not compiled or clingo is not installed, "
        "130 if interrupted."
    )


def run(args: Namespace) -> int:
    """Answer until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer, __version__, ENGINES[args.engine]())
    return 0


def _kernel() -> Engine:
    """The function that answers with the kernel; raise an error if the kernel is not compiled."""
    if not COMPILED:
        raise InvalidState("the compiled kernel is not installed")
    from granada.checking.kernel import answer as answer_by_kernel

    return answer_by_kernel


def _logic() -> Engine:
    """The function that answers with the clauses; raise an error if clingo is not installed."""
    try:
        from granada.logic import answer as answer_by_clauses
    except ModuleNotFoundError as missing:
        if missing.name != "clingo":
            raise
        raise InvalidState("the clauses need clingo: python -m pip install '.[logic]' in a checkout") from None
    return answer_by_clauses


ENGINES: dict[str, Callable[[], Engine]] = {"rules": lambda: answer, "kernel": _kernel, "logic": _logic}
"""A mapping from the name of each engine to a function that loads it."""
