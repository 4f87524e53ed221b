"""A picture of any value that has one."""

from collections.abc import Iterable, Sequence

from granada.arena import Standings
from granada.board import Bureau, Card, Cell, City, Face, Layout, Purse, Tile, Violation
from granada.game import COMBINED, Game, Scoring, State
from granada.languages import ENGLISH, Language
from granada.pictures.shared import last_state
from granada.pictures.svg.cards import card_piece, purse_picture
from granada.pictures.svg.cities import city_picture, layout_picture
from granada.pictures.svg.pieces import beside, document
from granada.pictures.svg.scorings import scoring_picture
from granada.pictures.svg.standings import standings_picture
from granada.pictures.svg.tables import table_picture, view_picture
from granada.pictures.svg.tiles import face_words, tile_piece
from granada.table import Record, View
from granada.words import Words

Picturable = City | Layout | State | View | Record | Scoring | Standings | Purse | Card | Bureau | Face | Tile
"""What there is a picture of."""


def picture(
    value: Picturable,
    *,
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] | None = None,
    names: Sequence[str] = (),
    columns: int = 1,
    language: Language = ENGLISH,
    game: Game = COMBINED,
) -> str:
    """The picture of a value as SVG.

    ``sites`` are empty cells to be drawn as possible, ``broken`` the violations to be marked in a layout
    (all that it has, unless they are given), ``names`` what the seats are called,
    ``columns`` how many seats lie side by side in the picture of a table, ``language`` that of its words,
    and ``game`` the one that a scoring belongs to, whose book has its own name for Dirk.

    >>> picture(City.parse("@ park6"))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" r'
    """
    match value:
        case City():
            return city_picture(value, sites=sites, say=language)
        case Layout():
            return layout_picture(value, sites=sites, broken=broken, say=language)
        case State():
            return table_picture(value, names=names, columns=columns, say=language)
        case View():
            return view_picture(value, names=names, columns=columns, say=language)
        case Record():
            return table_picture(last_state(value), names=names, columns=columns, say=language)
        case Scoring():
            return scoring_picture(value, Words(language, game), names=names)
        case Standings():
            return standings_picture(value)
        case Purse():
            return purse_picture(value, language)
        case Card() | Bureau():
            return document(card_piece(value, language), str(value), language("A card."), 4)
        case Face():
            return document(tile_piece(value, language), face_words(value, language), str(value), 4)
        case Tile():
            pieces = [tile_piece(face, language) for face in value.faces]
            return document(beside(pieces, 8), str(value), language("A tile."), 4)
    raise TypeError(f"there is no picture of {type(value).__name__}")
