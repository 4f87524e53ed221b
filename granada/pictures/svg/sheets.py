"""Several pictures on one sheet."""

import re
from collections.abc import Iterable

from granada.languages import ENGLISH, Language
from granada.pictures.svg.pieces import MIDDLE, Piece, document, flowing, text_at

WIDEST = 1200
"""How wide a sheet becomes, unless one picture is wider."""
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def sheet(pictures: Iterable[tuple[str, str]], title: str, say: Language = ENGLISH) -> str:
    """Pictures with their captions in one document, side by side as far as there is room.

    >>> '>a park</text>' in sheet([("a park", '<svg width="100" height="100"/>')], "Parks")
    True
    """
    pieces = [_captioned(caption, svg) for caption, svg in pictures]
    return document(flowing(pieces, WIDEST, 18), title, say("Pictures: {number}.", number=len(pieces)))


def _captioned(caption: str, svg: str) -> Piece:
    """A picture as a piece, with its caption below it."""
    size = _SIZE.search(svg)
    width, height = (float(size[1]), float(size[2])) if size else (1.0, 1.0)
    if not caption:
        return Piece(width, height, svg)
    wide = max(width, len(caption) * 10.5)
    below = text_at(wide / 2, height + 24, caption, size=18, kind="soft", more=MIDDLE)
    return Piece(wide, height + 34, f'<g transform="translate({(wide - width) / 2:g} 0)">{svg}</g>{below}')
