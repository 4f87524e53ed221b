"""Tiles as pieces of a picture."""

from functools import lru_cache, reduce

from granada.board import SIDES, Face, Family
from granada.languages import AND, ENGLISH, Language, Text, text
from granada.pictures.glyphs import COLOURS
from granada.pictures.svg.pieces import Piece, escaped, use
from granada.words import Words

CELL = 100
"""The size of a tile; pictures are scaled as a whole."""
COMPASS: dict[str, Text] = {
    "n": text("the edge of a tile that has a moat or wall", "north"),
    "e": text("the edge of a tile that has a moat or wall", "east"),
    "s": text("the edge of a tile that has a moat or wall", "south"),
    "w": text("the edge of a tile that has a moat or wall", "west"),
}


def face_words(face: Face, say: Language = ENGLISH) -> str:
    """A face in words.

    >>> face_words(Face.parse("school8/ne"))
    'school 8, moat north and east'
    """
    building = Words(say).building(face.building)
    tile = say("{building} hut", building=building) if face.is_hut else f"{building} {face.price}"
    if not face.edges:
        return tile
    named = (say.of(COMPASS[side]) for bit, side in enumerate(SIDES) if face.barred(bit))
    sides = reduce(lambda others, last: say.of(AND, others=others, last=last), named)
    if face.family is Family.GRANADA:
        return say("{tile}, moat {sides}", tile=tile, sides=sides)
    return say("{tile}, wall {sides}", tile=tile, sides=sides)


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


def tile_piece(face: Face, say: Language = ENGLISH) -> Piece:
    """A tile."""
    titled = f"<title>{escaped(face_words(face, say))}</title>{tile_markup(face)}"
    return Piece(CELL, CELL, f'<g transform="translate(50 50)">{titled}</g>')


START_MARKUP = f'<rect class="gr-tile gr-stone" x="-48" y="-48" width="96" height="96" rx="5"/>{use("start")}'
