"""Tiles as pieces of a picture."""

from functools import lru_cache

from granada.board import SIDES, Face, Family
from granada.pictures.glyphs import COLOURS
from granada.pictures.svg.pieces import Piece, escaped, use

CELL = 100
"""The size of a tile; pictures are scaled as a whole."""
COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def face_words(face: Face) -> str:
    """A face in words.

    >>> face_words(Face.parse("school8/ne"))
    'school 8, moat north and east'
    """
    what = "hut" if face.is_hut else str(face.price)
    sides = " and ".join(COMPASS[side] for bit, side in enumerate(SIDES) if face.edges >> bit & 1)
    barrier = "moat" if face.family is Family.GRANADA else "wall"
    return f"{face.building} {what}" + (f", {barrier} {sides}" if sides else "")


@lru_cache(maxsize=1 << 10)
def tile_markup(face: Face) -> str:
    """A tile round its middle."""
    barrier = "moat" if face.family is Family.GRANADA else "wall"
    turns = ((side, f' transform="rotate({90 * side})"' if side else "") for side in range(4))
    edges = "".join(f'<use href="#gr-{barrier}"{turn}/>' for side, turn in turns if face.edges >> side & 1)
    dashed = ' stroke-dasharray="7 4"' if face.is_hut else ""
    body = (
        f'<rect class="gr-tile" x="-48" y="-48" width="96" height="96" rx="5" fill="{COLOURS[face.building]}"{dashed}/>'
    )
    if face.is_hut:
        return f"{body}{edges}{use('hut', 7, 9, 0.85)}{use(str(face.building), -19, -19, 0.42)}"
    width = 35 if face.price > 9 else 26
    price = (
        f'<rect class="gr-badge" x="-35" y="-35" width="{width}" height="25" rx="7"/>'
        f'<text class="gr-price" x="{-35 + width / 2:g}" y="-14" font-size="24">{face.price}</text>'
    )
    return f"{body}{edges}{use(str(face.building), 3, 13, 0.7)}{price}"


def tile_piece(face: Face) -> Piece:
    """A tile."""
    titled = f"<title>{escaped(face_words(face))}</title>{tile_markup(face)}"
    return Piece(CELL, CELL, f'<g transform="translate(50 50)">{titled}</g>')


START_MARKUP = f'<rect class="gr-tile gr-stone" x="-48" y="-48" width="96" height="96" rx="5"/>{use("start")}'
