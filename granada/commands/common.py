"""Shared parts of the commands: options, files, and a progress bar.

The file ``-`` is standard input or output. The bar appears only on a terminal.
"""

import errno
import gzip
import sys
import time
import zlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable
from typing import IO, Any, TextIO

from granada import files
from granada.board import TileSet
from granada.game import GAMES, MODULES, NORMAL, SIMPLIFIED
from granada.rulebook import EDITIONS, Rulings
from granada.table import DECISIONS
from granada.text import LONGEST_TEXT, decoded


def add_table(parser: ArgumentParser) -> None:
    """Add the options for the game, its modules, its scoring and an edition."""
    parser.add_argument("--game", choices=list(GAMES), default="granada", help="the game (default: granada)")
    parser.add_argument("--modules", default="", metavar="A,B", help=f"modules: {', '.join(MODULES)}")
    parser.add_argument("--scoring", choices=[NORMAL, SIMPLIFIED], default=NORMAL, help="the scoring (default: normal)")
    add_edition(parser)


def table_of(args: Namespace) -> dict[str, Any]:
    """The chosen options for ``new_game``, except the number of players and the game."""
    return {
        "modules": [name.strip() for name in args.modules.split(",") if name.strip()],
        "scoring": args.scoring,
        "rulings": Rulings.edition(args.edition, args.game) if args.edition else None,
        "tiles": [TileSet.load(path) for path in args.tiles],
    }


def add_edition(parser: ArgumentParser, what: str = "use an edition's readings") -> None:
    """Add the option that chooses an edition."""
    parser.add_argument("--edition", choices=list(dict.fromkeys(name for name, _ in EDITIONS)), help=what)


def add_outputs(parser: ArgumentParser, metavar: str = "FILE", **outputs: str) -> None:
    """Add an option for each file to write; the texts say what it will contain."""
    for name, what in outputs.items():
        parser.add_argument(f"--{name}", metavar=metavar, help=f"write {what}; - means standard output")


def add_decisions(parser: ArgumentParser) -> None:
    """Add the option that limits the number of decisions."""
    parser.add_argument(
        "--decisions",
        type=number,
        default=DECISIONS,
        metavar="N",
        help=f"end a game without a winner after N decisions in each seat ({DECISIONS})",
    )


def number(text: str) -> int:
    """Read a whole number that is zero or more."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ArgumentTypeError(f"expected a number such as 1000, not {text[:40]!r}")
    return int(text)


def seconds(text: str) -> float:
    """Read a time in seconds, more than zero and less than a day."""
    try:
        found = float(text)
    except ValueError:
        found = 0
    if not 0 < found < 86_400:
        raise ArgumentTypeError(f"expected a number of seconds above 0, not {text[:40]!r}")
    return found


def names_of_bots(words: Iterable[str]) -> list[str]:
    """Read the names of bots, separated by commas or spaces; look for their modules in the working folder last."""
    if "" not in sys.path:
        sys.path.append("")
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def read_text(path: str) -> str:
    """Read the text of a file, plain or compressed with gzip, or of standard input.

    The text is UTF-8, with or without a byte order mark, and has a maximum length.
    """
    if path == "-":
        stream: IO[bytes] | None = getattr(sys.stdin, "buffer", None)
        most = LONGEST_TEXT + 1
        data = sys.stdin.read(most).encode(errors="replace") if stream is None else stream.read(most)
        return decoded(data, "the standard input")
    try:
        with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:  # noqa: PTH123  as a shell names it
            return decoded(file.read(LONGEST_TEXT + 1), path)
    except (gzip.BadGzipFile, EOFError, zlib.error) as flaw:
        raise OSError(errno.EINVAL, f"not a complete gzip file ({flaw})", path) from None


def try_to_write(path: str | None) -> None:
    """Before the work begins, raise an error if a file cannot be written; do not change the file."""
    if path is not None and path != "-":
        files.try_to_write(path)


def write(path: str, text: str) -> None:
    """Write a text to a file, replacing the whole file, or to standard output if the name is ``-``."""
    text = text if text.endswith("\n") else text + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        files.write_file(path, text.encode())


WIDTH = 30
"""The number of characters in a full bar."""


class Progress:
    """A progress bar that shows the remaining time, on a terminal only."""

    def __init__(self, stream: TextIO, things: str) -> None:
        """Start the clock; ``things`` says what the bar counts, such as games."""
        self.stream, self.things, self.began, self.first = stream, things, time.monotonic(), -1

    def show(self, done: int, wanted: int) -> None:
        """Draw the progress."""
        if not self.stream.isatty():
            return
        if self.first < 0:
            self.first = done - 1  # this many were already done
        rate = (done - self.first) / max(time.monotonic() - self.began, 1e-9)
        left = round((wanted - done) / rate)
        marks = "█" * (WIDTH * done // wanted)
        words = f"{done} of {wanted} {self.things}, {rate:.1f} a second, {left // 60}:{left % 60:02} left"
        self.stream.write(f"\r\x1b[K{marks:·<{WIDTH}} {words}")
        self.stream.flush()

    def clear(self) -> None:
        """Remove the bar."""
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
