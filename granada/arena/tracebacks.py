"""What is said of a bot that fell over: the error, and where in its own files it was raised."""

from pathlib import Path
from traceback import extract_tb

from granada.text import visible

FRAMES = 3
"""So many places of a traceback are told, the innermost first."""
_PACKAGE = str(Path(__file__).parents[1])


class Forfeit(Exception):
    """A bot has forfeited its game, and why is told already."""


def traceback_line(flaw: BaseException) -> str:
    """An error on one line, with the places in the files of whoever raised it.

    >>> traceback_line(RuntimeError("out of tea"))
    'RuntimeError: out of tea'
    """
    if isinstance(flaw, Forfeit):
        return str(flaw)
    frames = [(each.filename, each.lineno or 0, each.name) for each in extract_tb(flaw.__traceback__)]
    return with_places(" ".join(f"{type(flaw).__name__}: {flaw}".split()), frames[::-1])


def with_places(said: str, frames: list[tuple[str, int, str]]) -> str:
    """What is said, with the first places that are not in this package: each a file, a line and a function."""
    own = [f"{file}:{line} in {name}" for file, line, name in frames if not file.startswith((_PACKAGE, "<"))]
    return ", ".join([visible(said), *(visible(each) for each in own[:FRAMES])])
