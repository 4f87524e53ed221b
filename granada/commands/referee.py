"""The command ``granada referee``, which replays recorded games up to the first illegal step."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import chain, islice

from granada.commands.common import read_text
from granada.errors import InvalidState
from granada.judging import referee_lines
from granada.pictures import terminal_width
from granada.text import lines_of
from granada.wire import one_by_one


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument that names the recorded games."""
    parser.epilog = (
        "Exit status: 0 if every step is legal and the result is right, 1 if not, 2 if a game cannot be read."
    )
    parser.add_argument(
        "games",
        metavar="GAME",
        nargs="+",
        help="files of recorded games as JSON lines, plain or compressed (.gz); - reads standard input",
    )


def run(args: Namespace) -> int:
    """Referee recorded games; return 0 if all are correct, 1 if one is wrong, 2 if one of several cannot be read."""
    worst, several = 0, len(args.games) > 1
    for path in args.games:
        try:
            for status, text in _findings(path, several=several):
                worst = max(worst, status)
                sys.stdout.write(f"{text}\n")
        except (ValueError, OSError) as flaw:
            if not several:
                raise
            worst = 2
            reasons = "; ".join(flaw.reasons[:3]) if isinstance(flaw, InvalidState) else str(flaw)
            sys.stderr.write(f"granada referee: {path}: {' '.join(reasons.split())}\n")
    return worst


def _findings(path: str, *, several: bool) -> Iterator[tuple[int, str]]:
    """The finding on each game in a file, with the game's name if there are several."""
    text = read_text(path)
    many = len(list(islice(one_by_one(lines_of(text)), 2))) > 1
    for lines in one_by_one(lines_of(text)):
        first = list(islice(lines, 1))
        finding = referee_lines(chain(first, lines))
        where = [path] if several else []
        where += [f"game from line {first[0][0]}"] if many else []
        yield 0 if finding.ok else 1, ": ".join([*where, finding.told(terminal_width())])
