"""Pictures of money."""

from functools import lru_cache

from granada.board import Bureau, Card, Purse
from granada.pictures.glyphs import MONEY_COLOURS
from granada.pictures.svg.pieces import Piece, beside, document, flowing, line_of, use


@lru_cache(maxsize=64)
def card_piece(card: Card | Bureau) -> Piece:
    """A card."""
    frame = 'x="1" y="1" width="46" height="66" rx="7"'
    if isinstance(card, Bureau):
        first, second = card.first, card.second
        body = (
            f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[first]}"/>'
            f'<path d="M46 8v52q0 6-6 6h-32z" fill="{MONEY_COLOURS[second]}"/>'
            f"{use(first.name.lower(), 14, 16)}{use(second.name.lower(), 34, 54)}"
        )
        return Piece(48, 68, f"<g><title>bureau {card}</title>{body}{price_at(24, 42, card, 19)}</g>")
    word = card.currency.name.lower()
    body = f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[card.currency]}"/>{use(word, 13, 15, 0.9)}'
    texts = price_at(36, 21, card.currency.value, 17) + price_at(24, 57, card.value, 34)
    return Piece(48, 68, f"<g><title>{word} {card.value}</title>{body}{texts}</g>")


def price_at(x: float, y: float, text: object, size: float) -> str:
    """A number or letter in bold at a place."""
    return f'<text class="gr-price" x="{x:g}" y="{y:g}" font-size="{size:g}">{text}</text>'


def hand_piece(cards: Purse, hidden: int, width: float) -> Piece:
    """The cards of a hand; of a hidden one, how many there are."""
    if hidden:
        back = Piece(48, 68, '<rect class="gr-back" x="1" y="1" width="46" height="66" rx="7"/>')
        return beside([back, line_of(f"{hidden} hidden card{'' if hidden == 1 else 's'}", 22, "soft")])
    return flowing([card_piece(card) for card in cards], width, 5) if len(cards) else line_of("no cards", 22, "soft")


def purse_picture(purse: Purse) -> str:
    """Some cards."""
    return document(hand_piece(purse, 0, 560), f"{len(purse)} cards", str(purse) or "no cards", 10)
