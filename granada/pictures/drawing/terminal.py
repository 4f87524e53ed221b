"""The terminal: how wide it is, whether it shows colours, and lines that fit into it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TextIO

LONGEST_LINE = 100
"""How long a line of text becomes at the most, and how wide all is where there is no terminal."""
UNBROKEN = 10_000
"""A line that may be as long as this is not broken at all."""
NARROWEST = 24
"""A terminal is taken to be at least this wide."""


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours, and nobody has asked for none (``NO_COLOR``)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def terminal_width() -> int:
    """How many columns the terminal has; a hundred where the output goes elsewhere."""
    if not sys.stdout.isatty():
        return LONGEST_LINE
    return max(NARROWEST, shutil.get_terminal_size((LONGEST_LINE, 24)).columns)


def wrapped(text: str, width: int, *, first: str = "", later: str = "") -> str:
    """A line of text, wrapped to a width but never longer than is good to read, unless it is not to be broken."""
    if width >= UNBROKEN:
        return first + text
    return textwrap.fill(
        text, min(width, LONGEST_LINE), initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )
