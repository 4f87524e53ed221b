"""The command line, which finds the command and handles streams, errors and the exit status."""

import os
import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn, TextIO, cast

from granada import __version__
from granada.errors import InvalidState, MissingKernel, Reason
from granada.languages import ENGLISH, Language, codes, wanted
from granada.notation import BadNotation
from granada.text import visible

COMMANDS = {
    "play": ("granada.commands.play", "play a whole game in the terminal"),
    "tournament": ("granada.commands.tournament", "let bots play many games against each other"),
    "show": ("granada.commands.show", "draw a position, a city, a layout or a recorded game"),
    "judge": ("granada.commands.judge", "decide whether a move is legal, and explain why"),
    "rule": ("granada.commands.rule", "print a rule with its text in each edition and its cases"),
    "referee": ("granada.commands.referee", "replay a recorded game up to the first illegal step"),
    "check": ("granada.commands.check", "check any other program against the suite and random questions"),
    "report": ("granada.commands.report", "compare reports on several programs, or make a page from one"),
    "serve": ("granada.commands.serve", "answer questions in the protocol's format, one JSON object on each line"),
    "suite": ("granada.commands.suite", "count, check or export the suite's cases"),
    "completion": ("granada.commands.completion", "print a completion script for a shell"),
}
"""A mapping from each command to its module and its help text.

A module defines ``add_arguments(parser)`` and ``run(args) -> int``; only the given command's module is imported.
"""
REASONS = 3
"""The maximum number of reasons in an error message."""
LONGEST_COMPLAINT = 2_000
"""The maximum length of an error message."""


class _Parser(ArgumentParser):
    """A parser that prints each error on one line."""

    def error(self, message: str) -> NoReturn:
        """Print an error message about the arguments, and exit."""
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


class _Version(Action):
    """The option that prints the version and says whether the compiled kernel is installed."""

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        """Print the version and exit."""
        compiled = import_module("granada.fast").COMPILED
        in_words = import_module("granada.fast.finding").kernel_in_words(compiled=compiled)
        sys.stdout.write(f"granada {__version__}, {in_words}\n")
        parser.exit()


def add_language(parser: ArgumentParser) -> None:
    """Add the option that sets the output language."""
    parser.add_argument(
        "--language", choices=codes(), help="print texts in this language (default: from LANGUAGE or LANG)"
    )


def language_of(args: Namespace) -> Language:
    """The chosen language, or the language set in the environment."""
    return Language(args.language) if args.language else wanted(os.environ)


def _parser(chosen: str | None) -> ArgumentParser:
    """The parser with the arguments of the chosen command, or of all commands for completion."""
    parser = _Parser(prog="granada", description="The rules of Granada and the Alhambra, at the command line.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print the version and say whether the compiled kernel is installed"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, (module, what) in COMMANDS.items():
        command = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        if chosen in {name, "completion"}:
            import_module(module).add_arguments(command)
    parser.set_defaults(whole=parser)
    return parser


def run(words: list[str]) -> int:
    """Run a command and return its exit status.

    Status 1 means only that something is illegal or has failed; status 2 means invalid input. If the reader closes the
    output early, the status does not change.
    """
    with _streams():
        chosen = next((word for word in words if not word.startswith("-")), None)
        try:
            status = _run(words, chosen)
            sys.stdout.flush()
        except SystemExit as left:
            return left.code if isinstance(left.code, int) else 2
        except BrokenPipeError:  # the reader has closed the output that serve writes
            _forget(sys.stdout)
            return 0
        except Exception as flaw:  # noqa: BLE001  any error is reported in one line
            return _complain(chosen, flaw)
        return status


def _run(words: list[str], chosen: str | None) -> int:
    parser = _parser(chosen)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        status: int = import_module(COMMANDS[args.command][0]).run(args)
    except (InvalidState, BadNotation) as flaw:
        if not hasattr(args, "language") or language_of(args) == ENGLISH:
            raise
        raise _translated(flaw, language_of(args)) from None
    return status


def _translated(flaw: InvalidState | BadNotation, say: Language) -> InvalidState:
    """An error message on one line, translated to the chosen language if possible."""
    books = import_module("granada.words.books")
    if isinstance(flaw, BadNotation):
        reasons: tuple[str, ...] = (books.bad_notation_in_words(flaw, say),)
    else:
        words = import_module("granada.words").Words(say)
        reasons = tuple(
            f"{each.where}{books.reason_in_words(each, words)}" if isinstance(each, Reason) else each
            for each in flaw.reasons
        )
    return InvalidState(*(each.replace("\u00a0", " ").replace("\u202f", " ") for each in reasons))


def _complain(command: str | None, flaw: Exception) -> int:
    """Print an error message on one line."""
    if isinstance(flaw, InvalidState):
        more = f"; and {len(flaw.reasons) - REASONS} more" if len(flaw.reasons) > REASONS else ""
        text = "; ".join(visible(" ".join(reason.split("\n"))) for reason in flaw.reasons[:REASONS]) + more
    elif isinstance(flaw, OSError) and flaw.strerror:
        text = f"{flaw.filename}: {flaw.strerror}" if flaw.filename else flaw.strerror
    elif isinstance(flaw, ValueError | OSError | MissingKernel):
        text = str(flaw)
    else:
        text = f"this is a bug in granada; please report it: {type(flaw).__name__}: {flaw}"
    sys.stderr.write(f"granada{f' {command}' if command else ''}: {_one_line(text)}\n")
    return 2


def _one_line(text: str) -> str:
    """An error message on one line, with control characters escaped."""
    return visible(" ".join(text.split("\n")), LONGEST_COMPLAINT)


class _Stream:
    """A standard stream that ignores errors once its reader has closed it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._gone = stream, False

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write unless the reader has closed the stream."""
        self._try(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        """Flush unless the reader has closed the stream."""
        self._try(self._stream.flush)

    def _try(self, work: Callable[[], object]) -> None:
        if not self._gone:
            try:
                work()
            except BrokenPipeError:
                self._gone = True
                _forget(self._stream)


@contextmanager
def _streams() -> Iterator[None]:
    """The standard streams in UTF-8; a closed stream reads as empty and discards everything written to it."""
    before = sys.stdin, sys.stdout, sys.stderr
    for stream in before:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and not stream.closed:
            reconfigure(encoding="utf-8", errors="replace" if stream is sys.stdin else "backslashreplace")
    with Path(os.devnull).open("r+", encoding="utf-8") as nowhere:
        sys.stdin, output, complaints = (nowhere if each is None or each.closed else each for each in before)
        sys.stdout, sys.stderr = cast("TextIO", _Stream(output)), cast("TextIO", _Stream(complaints))
        try:
            yield
        finally:
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:  # for example a full disk, which was already reported
                    _forget(stream)
            sys.stdin, sys.stdout, sys.stderr = before


def _forget(stream: TextIO) -> None:
    """Stop writing after the reader has closed the output."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
