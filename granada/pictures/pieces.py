"""Pieces of a picture: markup with a known size, which can be arranged in rows and columns and made into a document.

The pieces for tiles and cards are also here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate

from attrs import frozen

from granada.board import SIDES, Bureau, Card, Face, Family, Purse
from granada.languages import AND, ENGLISH, Language
from granada.pictures.shared import BARRIERS, COLOURS, GLYPHS, MONEY_COLOURS, STYLE
from granada.text import shortened
from granada.words import Words
from granada.words.names import COMPASS

LONGEST_NAME = 24
"""The maximum length of a seat's name in a picture."""


# Text


_UNFIT = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def escaped(text: object) -> str:
    """Escape text for markup, and replace characters that XML forbids or that change the direction of text."""
    clean = _UNFIT.sub("\ufffd", str(text))
    for plain, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        clean = clean.replace(plain, safe)
    return clean


def cut(text: str, most: int = LONGEST_NAME) -> str:
    """Truncate a text to a number of characters."""
    return text if len(text) <= most else shortened(text, most - 1)


def text_at(x: float, y: float, text: object, *, size: float = 20, kind: str = "text", more: str = "") -> str:
    """The markup for a text at a position."""
    return f'<text class="gr-{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}"{more}>{escaped(text)}</text>'


MIDDLE = ' text-anchor="middle"'
END = ' text-anchor="end"'
BOLD = ' font-weight="700"'


# Pieces: markup with a known size


@frozen
class Piece:
    """Markup that fills the space from 0,0 to its width and height."""

    width: float
    height: float
    markup: str

    def at(self, x: float, y: float, scale: float = 1) -> str:
        """The markup of the piece at a position."""
        larger = "" if scale == 1 else f" scale({scale:.4g})"
        return f'<g transform="translate({x:g} {y:g}){larger}">{self.markup}</g>'

    def scaled(self, scale: float) -> Piece:
        """Scale the piece by a factor."""
        return Piece(self.width * scale, self.height * scale, self.at(0, 0, scale))

    def fitted(self, width: float, height: float, largest: float = 1) -> Piece:
        """Scale the piece to fit a width and a height."""
        scale = min(width / self.width, height / self.height, largest)
        return self if scale == 1 else self.scaled(scale)

    @staticmethod
    def beside(pieces: Sequence[Piece], gap: float = 12) -> Piece:
        """Put pieces side by side."""
        *places, width = accumulate((piece.width + gap for piece in pieces), initial=0.0)
        markup = "".join(piece.at(x, 0) for x, piece in zip(places, pieces, strict=True))
        return Piece(max(width - gap, 0), max((piece.height for piece in pieces), default=0), markup)

    @staticmethod
    def stacked(pieces: Sequence[Piece], gap: float = 12) -> Piece:
        """Arrange pieces in a column, from top to bottom."""
        *places, height = accumulate((piece.height + gap for piece in pieces), initial=0.0)
        markup = "".join(piece.at(0, y) for y, piece in zip(places, pieces, strict=True))
        return Piece(max((piece.width for piece in pieces), default=0), max(height - gap, 0), markup)

    @staticmethod
    def flowing(pieces: Sequence[Piece], width: float, gap: float = 8) -> Piece:
        """Arrange pieces in lines that are no longer than a given width."""
        lines: list[list[Piece]] = [[]]
        for piece in pieces:
            if lines[-1] and sum(each.width + gap for each in lines[-1]) + piece.width > width:
                lines.append([])
            lines[-1].append(piece)
        return Piece.stacked([Piece.beside(line, gap) for line in lines], gap)

    @staticmethod
    def line(text: str, size: float = 20, kind: str = "text", more: str = "") -> Piece:
        """A piece with a line of text, whose width is estimated."""
        return Piece(len(text) * size * 0.56, size * 1.3, text_at(0, size, text, size=size, kind=kind, more=more))


FITTING = "@media all{.gr-picture{max-width:100%;height:auto}}"
"""A style that shrinks a picture to fit a page; only browsers support its @media rule."""


def document(piece: Piece, title: str, description: str, margin: float = 16, pixels: float = 1) -> str:
    """Make a self-contained SVG document from a piece."""
    width, height = max(piece.width, 1) + 2 * margin, max(piece.height, 1) + 2 * margin
    used = sorted(set(re.findall(r'href="#gr-([a-z]+)"', piece.markup)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * pixels:.0f}" height="{height * pixels:.0f}">'
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc><style>{FITTING}{STYLE}</style>"
        f"<defs>{definitions(used)}</defs>"
        f'<rect class="gr-paper" width="{width:g}" height="{height:g}" rx="12"/>{piece.at(margin, margin)}</svg>'
    )


def definitions(names: Iterable[str]) -> str:
    """The definitions of the shapes with the given names."""
    return "".join(map(_definition, names))


@lru_cache(maxsize=64)
def _definition(name: str) -> str:
    if name in ("moat", "wall"):
        return f'<g id="gr-{name}">{BARRIERS[Family.GRANADA if name == "moat" else Family.ALHAMBRA]}</g>'
    return f'<g id="gr-{name}" class="gr-glyph">{GLYPHS[name]}</g>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A reference to a glyph, moat or wall, which the picture defines once."""
    place = f"translate({x:g} {y:g}) " if x or y else ""
    larger = f"scale({scale:g})" if scale != 1 else ""
    transform = f' transform="{(place + larger).strip()}"' if place or larger else ""
    return f'<use href="#gr-{name}"{transform}/>'


CELL = 100
"""The width and height of a tile before the whole picture is scaled."""


def face_words(face: Face, say: Language = ENGLISH) -> str:
    """The building, price and moats or walls of a face, in words.

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
    """The markup for a tile, centred on the origin."""
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
    """A piece that shows a tile."""
    titled = f"<title>{escaped(face_words(face, say))}</title>{tile_markup(face)}"
    return Piece(CELL, CELL, f'<g transform="translate(50 50)">{titled}</g>')


START_MARKUP = f'<rect class="gr-tile gr-stone" x="-48" y="-48" width="96" height="96" rx="5"/>{use("start")}'


def card_piece(card: Card | Bureau, say: Language = ENGLISH) -> Piece:
    """A piece that shows a card."""
    title = say("bureau {bureau}", bureau=card) if isinstance(card, Bureau) else Words(say).card(card)
    return Piece(48, 68, f"<g><title>{escaped(title)}</title>{_card_markup(card)}</g>")


@lru_cache(maxsize=64)
def _card_markup(card: Card | Bureau) -> str:
    frame = 'x="1" y="1" width="46" height="66" rx="7"'
    if isinstance(card, Bureau):
        first, second = card.first, card.second
        body = (
            f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[first]}"/>'
            f'<path d="M46 8v52q0 6-6 6h-32z" fill="{MONEY_COLOURS[second]}"/>'
            f"{use(first.name.lower(), 14, 16)}{use(second.name.lower(), 34, 54)}"
        )
        return f"{body}{price_at(24, 42, card, 19)}"
    word = card.currency.name.lower()
    body = f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[card.currency]}"/>{use(word, 13, 15, 0.9)}'
    texts = price_at(36, 21, card.currency.value, 17) + price_at(24, 57, card.value, 34)
    return f"{body}{texts}"


def price_at(x: float, y: float, text: object, size: float) -> str:
    """A bold number or letter at a position."""
    return f'<text class="gr-price" x="{x:g}" y="{y:g}" font-size="{size:g}">{text}</text>'


def hand_piece(cards: Purse, hidden: int, width: float, say: Language = ENGLISH) -> Piece:
    """A piece that shows the cards in a hand, or the number of cards in a hidden hand."""
    if hidden:
        back = Piece(48, 68, '<rect class="gr-back" x="1" y="1" width="46" height="66" rx="7"/>')
        told = say.counted("{number} hidden card", "{number} hidden cards", hidden)
        return Piece.beside([back, Piece.line(told, 22, "soft")])
    if not len(cards):
        return Piece.line(say("no cards"), 22, "soft")
    return Piece.flowing([card_piece(card, say) for card in cards], width, 5)


def purse_picture(purse: Purse, say: Language = ENGLISH) -> str:
    """A picture of the given cards."""
    title = say.counted("{number} card", "{number} cards", len(purse))
    return document(hand_piece(purse, 0, 560, say), title, str(purse) or say("no cards"), 10)
