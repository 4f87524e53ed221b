"""Output for a terminal: its width and colours, wrapped lines, and texts about rules."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from itertools import zip_longest
from typing import TextIO

from granada.languages import ENGLISH, Language
from granada.rulebook import Difference, Rule, Ruling, Rulings, ruling_of, sentence_of
from granada.words import book_in_words, outcome_in_words, quote_in_words, source_in_words

LONGEST_LINE = 100
"""The maximum length of a line of text, which is also the width if there is no terminal."""
UNBROKEN = 10_000
"""The width that turns wrapping off."""
GAP = 3
"""The number of columns between two drawings."""
_COLOURS = re.compile("\x1b\\[[0-9;]*m")
NARROWEST = 24
"""The minimum width to assume for a terminal."""


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that supports colours, and ``NO_COLOR`` is not set."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def terminal_width() -> int:
    """The width of the terminal in columns; 100 if there is no terminal."""
    if not sys.stdout.isatty():
        return LONGEST_LINE
    return max(NARROWEST, shutil.get_terminal_size((LONGEST_LINE, 24)).columns)


def wrapped(text: str, width: int, *, first: str = "", later: str = "") -> str:
    """Wrap a line of text to a width, but at most to a readable length, unless wrapping is turned off."""
    if width >= UNBROKEN:
        return first + text
    return textwrap.fill(
        text, min(width, LONGEST_LINE), initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )


def beside(blocks: Iterable[str], width: int) -> str:
    r"""Arrange drawings side by side, in several rows if the width is too small.

    >>> print(beside(["a\nb", "c", "d"], 7))
    a   c
    b
    <BLANKLINE>
    d
    """
    rows: list[list[list[str]]] = []
    left = 0
    for block in blocks:
        lines = block.strip("\n").split("\n")
        wide = max(map(_columns, lines))
        if not rows or wide + GAP > left:
            rows.append([])
            left = width + GAP
        rows[-1].append(lines)
        left -= wide + GAP
    return "\n\n".join(map(_joined, rows))


def _joined(drawings: list[list[str]]) -> str:
    widths = [max(map(_columns, lines)) for lines in drawings]
    joined = []
    for parts in zip_longest(*drawings, fillvalue=""):
        padded = (part + " " * (wide - _columns(part)) for part, wide in zip(parts, widths, strict=True))
        joined.append((" " * GAP).join(padded).rstrip())
    return "\n".join(joined)


def _columns(line: str) -> int:
    """The number of columns that a line takes on a terminal, without colour codes."""
    return len(_COLOURS.sub("", line))


def sentence(
    rule: Rule,
    width: int = LONGEST_LINE,
    indent: str = "",
    rulings: Rulings | None = None,
    language: Language = ENGLISH,
    game: str = "",
) -> str:
    """A rule's name and its text for a game, under a table's readings or our default readings."""
    said = language.named(str(rule), language(sentence_of(rule, rulings, game)))
    return wrapped(said, width, first=indent, later=indent + "  ")


def differing(difference: Difference, width: int = LONGEST_LINE, indent: str = "", language: Language = ENGLISH) -> str:
    """A difference or an open point in a rulebook, its consequence, and whether an edition adopts it."""
    inner, say = indent + "  ", language
    book, words = book_in_words(difference.book, say), quote_in_words(difference.quote, say)
    if difference.silent:
        said = say("{book} leaves it open: {words}", book=book, words=words)
    else:
        said = say("{book} prints otherwise: {words}", book=book, words=words)
    then = f"{say(difference.consequence)} {outcome_in_words(difference, say)}"
    return "\n".join([wrapped(said, width, first=indent, later=inner), wrapped(then, width, first=inner, later=inner)])


def printed(rule: Rule, width: int = LONGEST_LINE, say: Language = ENGLISH) -> str:
    """Each edition's text on a rule, and our ruling if the editions differ or are silent."""
    listed = (wrapped(f"- {source_in_words(each, say)}", width, later="  ") for each in rule.sources)
    heading = wrapped(say("The editions on {rule}", rule=rule), width)
    return "\n".join([heading, *listed, *([""] if rule.ruling else []), *decided(rule, width, say=say)])


def decided(
    rule: Rule,
    width: int = LONGEST_LINE,
    ruled: tuple[list[Ruling], list[Ruling]] | None = None,
    say: Language = ENGLISH,
) -> list[str]:
    """The rulings on a rule, as lines; empty if there are none."""
    followed, left = ruled or ruling_of(rule)
    lines: list[str] = []
    for heading, parts in (
        (say("Our ruling on {rule}", rule=rule), [each for each in followed if each.ours]),
        (say("Ruling on {rule}", rule=rule), [each for each in followed if not each.ours]),
        (say("Our ruling on {rule}, which is not played here", rule=rule), left),
    ):
        said = [wrapped(say(str(part)), width, first="  ", later="  ") for part in parts]
        lines += [wrapped(heading, width), *said] if said else []
    return lines
