"""Pieces of a picture: markup that knows its size, put beside and below each other, and the document round it."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from attrs import frozen

from granada.board import Family
from granada.pictures.glyphs import BARRIERS, GLYPHS, STYLE
from granada.text import shortened

LONGEST_NAME = 24
"""How many characters of a seat's name are written."""


# Text


_UNFIT = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def escaped(text: object) -> str:
    """Any text as it may stand in markup; what XML cannot hold, or would turn the line round, becomes a mark."""
    clean = _UNFIT.sub("\ufffd", str(text))
    for plain, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        clean = clean.replace(plain, safe)
    return clean


def cut(text: str, most: int = LONGEST_NAME) -> str:
    """A text with at most so many characters."""
    return text if len(text) <= most else shortened(text, most - 1)


def text_at(x: float, y: float, text: object, *, size: float = 20, kind: str = "text", more: str = "") -> str:
    """Text at a place."""
    return f'<text class="gr-{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}"{more}>{escaped(text)}</text>'


MIDDLE = ' text-anchor="middle"'
END = ' text-anchor="end"'
BOLD = ' font-weight="700"'


# Pieces: markup that knows its size


@frozen
class Piece:
    """Some markup with its size; it fills the space from 0,0 to its width and height."""

    width: float
    height: float
    markup: str


def at(piece: Piece, x: float, y: float, scale: float = 1) -> str:
    """The markup of a piece moved to its place."""
    larger = "" if scale == 1 else f" scale({scale:.4g})"
    return f'<g transform="translate({x:g} {y:g}){larger}">{piece.markup}</g>'


def scaled(piece: Piece, scale: float) -> Piece:
    """The piece made larger or smaller."""
    return Piece(piece.width * scale, piece.height * scale, at(piece, 0, 0, scale))


def fitted(piece: Piece, width: float, height: float, largest: float = 1) -> Piece:
    """The piece made as small as it must be."""
    scale = min(width / piece.width, height / piece.height, largest)
    return piece if scale == 1 else scaled(piece, scale)


def beside(pieces: Sequence[Piece], gap: float = 12) -> Piece:
    """Pieces side by side."""
    x, markup = 0.0, []
    for piece in pieces:
        markup.append(at(piece, x, 0))
        x += piece.width + gap
    return Piece(max(x - gap, 0), max((piece.height for piece in pieces), default=0), "".join(markup))


def stacked(pieces: Sequence[Piece], gap: float = 12) -> Piece:
    """Pieces below each other."""
    y, markup = 0.0, []
    for piece in pieces:
        markup.append(at(piece, 0, y))
        y += piece.height + gap
    return Piece(max((piece.width for piece in pieces), default=0), max(y - gap, 0), "".join(markup))


def flowing(pieces: Sequence[Piece], width: float, gap: float = 8) -> Piece:
    """Pieces in lines that are no longer than a width."""
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        if lines[-1] and sum(each.width + gap for each in lines[-1]) + piece.width > width:
            lines.append([])
        lines[-1].append(piece)
    return stacked([beside(line, gap) for line in lines], gap)


def line_of(text: str, size: float = 20, kind: str = "text", more: str = "") -> Piece:
    """A line of text, about as wide as it will be."""
    return Piece(len(text) * size * 0.56, size * 1.3, text_at(0, size, text, size=size, kind=kind, more=more))


FITTING = "@media all{.gr-picture{max-width:100%;height:auto}}"
"""A page shrinks a picture that is too wide for it; programs that draw a file alone pass over what stands in @media."""


def document(piece: Piece, title: str, description: str, margin: float = 16, pixels: float = 1) -> str:
    """The picture as a document of its own."""
    width, height = max(piece.width, 1) + 2 * margin, max(piece.height, 1) + 2 * margin
    used = sorted(set(re.findall(r'href="#gr-([a-z]+)"', piece.markup)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * pixels:.0f}" height="{height * pixels:.0f}">'
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc><style>{FITTING}{STYLE}</style>"
        f"<defs>{definitions(used)}</defs>"
        f'<rect class="gr-paper" width="{width:g}" height="{height:g}" rx="12"/>{at(piece, margin, margin)}</svg>'
    )


def definitions(names: Iterable[str]) -> str:
    """The shapes that a picture uses."""
    return "".join(map(_definition, names))


@lru_cache(maxsize=64)
def _definition(name: str) -> str:
    if name in ("moat", "wall"):
        return f'<g id="gr-{name}">{BARRIERS[Family.GRANADA if name == "moat" else Family.ALHAMBRA]}</g>'
    return f'<g id="gr-{name}" class="gr-glyph">{GLYPHS[name]}</g>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A glyph, moat or wall that is drawn once in the picture and used here."""
    place = f"translate({x:g} {y:g}) " if x or y else ""
    larger = f"scale({scale:g})" if scale != 1 else ""
    transform = f' transform="{(place + larger).strip()}"' if place or larger else ""
    return f'<use href="#gr-{name}"{transform}/>'
