"""Pictures of money."""

from functools import lru_cache

from granada.board import Bureau, Card, Purse
from granada.languages import ENGLISH, Language
from granada.pictures.glyphs import MONEY_COLOURS
from granada.pictures.svg.pieces import Piece, beside, document, escaped, flowing, line_of, use
from granada.words import Words


def card_piece(card: Card | Bureau, say: Language = ENGLISH) -> Piece:
    """A card."""
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
    """A number or letter in bold at a place."""
    return f'<text class="gr-price" x="{x:g}" y="{y:g}" font-size="{size:g}">{text}</text>'


def hand_piece(cards: Purse, hidden: int, width: float, say: Language = ENGLISH) -> Piece:
    """The cards of a hand; of a hidden one, how many there are."""
    if hidden:
        back = Piece(48, 68, '<rect class="gr-back" x="1" y="1" width="46" height="66" rx="7"/>')
        told = say.counted("{number} hidden card", "{number} hidden cards", hidden)
        return beside([back, line_of(told, 22, "soft")])
    if not len(cards):
        return line_of(say("no cards"), 22, "soft")
    return flowing([card_piece(card, say) for card in cards], width, 5)


def purse_picture(purse: Purse, say: Language = ENGLISH) -> str:
    """Some cards."""
    title = say.counted("{number} card", "{number} cards", len(purse))
    return document(hand_piece(purse, 0, 560, say), title, str(purse) or say("no cards"), 10)
