"""The command line: ``granada play``, ``granada show`` and the others, each in a module of its own."""

from __future__ import annotations

import os
import sys
from argparse import Action, ArgumentParser
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from granada import __version__
from granada.board import InvalidState

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "play": ("granada.commands.play", "play a whole game in the terminal"),
    "show": ("granada.commands.show", "draw a position, a city, a layout or a recorded game"),
    "judge": ("granada.commands.judge", "say whether a move is legal, and why not"),
    "rule": ("granada.commands.rule", "print a rule, with what the editions say and its cases"),
    "referee": ("granada.commands.referee", "replay a recorded game to the first step against the rules"),
    "check": ("granada.commands.check", "check any other program against the suite, and with random questions"),
    "report": ("granada.commands.report", "compare reports on several programs, or make a page of one"),
    "serve": ("granada.commands.serve", "answer the questions of the protocol, a JSON line each"),
    "suite": ("granada.commands.suite", "write the suite from the chapters, or check it"),
    "completion": ("granada.commands.completion", "print what a shell needs to complete these commands"),
}
"""Each command with its module, which has ``add_arguments(parser)`` and ``run(args) -> int``, and what it does.

The module is imported only when its command is given.
"""
REASONS = 3
"""How many reasons a complaint repeats; it takes one line."""


class _Parser(ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and leave."""
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


class _Version(Action):
    """Says the version, and whether the compiled kernel is there, which is looked for only then."""

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        """Say it, and leave."""
        compiled = import_module("granada.fast").COMPILED
        sys.stdout.write(f"granada {__version__}, {'with' if compiled else 'without'} the compiled kernel\n")
        parser.exit()


def _parser(chosen: str | None) -> ArgumentParser:
    """The parser; only the chosen command is asked for its arguments, and completion, which tells them, asks all."""
    parser = _Parser(prog="granada", description="The rules of Granada and the Alhambra, at the command line.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say the version, and whether the kernel is there")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, (module, what) in COMMANDS.items():
        command = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        if chosen in {name, "completion"}:
            import_module(module).add_arguments(command)
    parser.set_defaults(whole=parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give back its exit status: 2 when the arguments make no sense."""
    words = sys.argv[1:] if argv is None else list(argv)
    _use_utf8()
    chosen = next((word for word in words if not word.startswith("-")), None)
    parser = _parser(chosen)
    try:
        args = parser.parse_args(words)
        if args.command is None:
            parser.print_help()
            return 0
        status: int = import_module(COMMANDS[args.command][0]).run(args)
        sys.stdout.flush()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 2
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError) as flaw:
        return _complain(chosen, flaw)
    return status


def _complain(command: str | None, flaw: ValueError | OSError) -> int:
    """Say in one line what is wrong with what was given."""
    if isinstance(flaw, InvalidState):
        more = f"; and {len(flaw.reasons) - REASONS} more" if len(flaw.reasons) > REASONS else ""
        text = "; ".join(flaw.reasons[:REASONS]) + more
    elif isinstance(flaw, OSError) and flaw.strerror:
        text = f"{flaw.filename}: {flaw.strerror}" if flaw.filename else flaw.strerror
    else:
        text = str(flaw)
    sys.stderr.write(f"granada {command}: {_one_line(text)}\n")
    return 2


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _use_utf8() -> None:
    """The same bytes everywhere; what cannot be read or written becomes a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _forget_stdout() -> None:
    """Whoever read the output has gone; nothing more is written when Python ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  it lasts as long as the program


if __name__ == "__main__":
    sys.exit(main())
