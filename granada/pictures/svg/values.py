"""A picture of any value that has one."""

from collections.abc import Iterable, Sequence

from granada.arena import Standings
from granada.board import Bureau, Card, Cell, City, Face, Layout, Purse, Tile, Violation
from granada.game import Scoring, State
from granada.pictures.shared import last_state
from granada.pictures.svg.cards import card_piece, purse_picture
from granada.pictures.svg.cities import city_picture, layout_picture
from granada.pictures.svg.pieces import beside, document
from granada.pictures.svg.scorings import scoring_picture
from granada.pictures.svg.standings import standings_picture
from granada.pictures.svg.tables import table_picture, view_picture
from granada.pictures.svg.tiles import face_words, tile_piece
from granada.table import Record, View

Picturable = City | Layout | State | View | Record | Scoring | Standings | Purse | Card | Bureau | Face | Tile
"""What there is a picture of."""


def picture(
    value: Picturable,
    *,
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] | None = None,
    names: Sequence[str] = (),
    columns: int = 1,
) -> str:
    """The picture of a value as SVG.

    ``sites`` are empty cells to be drawn as possible, ``broken`` the violations to be marked in a layout
    (all that it has, unless they are given), ``names`` what the seats are called,
    ``columns`` how many seats lie side by side in the picture of a table.

    >>> picture(City.parse("@ park6"))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" r'
    """
    match value:
        case City():
            return city_picture(value, sites=sites)
        case Layout():
            return layout_picture(value, sites=sites, broken=broken)
        case State():
            return table_picture(value, names=names, columns=columns)
        case View():
            return view_picture(value, names=names, columns=columns)
        case Record():
            return table_picture(last_state(value), names=names, columns=columns)
        case Scoring():
            return scoring_picture(value, names=names)
        case Standings():
            return standings_picture(value)
        case Purse():
            return purse_picture(value)
        case Card() | Bureau():
            return document(card_piece(value), str(value), "A card.", 4)
        case Face():
            return document(tile_piece(value), face_words(value), str(value), 4)
        case Tile():
            return document(beside([tile_piece(face) for face in value.faces], 8), str(value), "A tile.", 4)
    raise TypeError(f"there is no picture of {type(value).__name__}")
