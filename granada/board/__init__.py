"""What lies on the table: money, tiles and cities, and the building rules.

``money`` and ``paying`` know cards and payments, ``tiles`` and ``tile_sets`` what is in the boxes,
``cells`` and ``layout`` how tiles can lie, however wrong. ``building`` is the plain definition of the building rules,
on any layout; ``city`` has the fast tests that equal it, with ``ground`` (what fits on a cell), ``walking`` (what must
be crossed) and ``outline`` (the longest moat). A building rule changes in ``building`` first, and then in these.
Everything here is a value, and nothing here knows of players, turns or points.
"""

from granada.board.building import Violation, violations
from granada.board.cells import START, STEPS, Cell, a_cell, near_cells, read_cell
from granada.board.city import City, empty_city
from granada.board.layout import Layout
from granada.board.money import (
    BUREAUS,
    COPIES,
    CURRENCIES,
    CURRENCY_MASK,
    MONEY,
    NO_CARDS,
    SHIFTS,
    UNIT_OF,
    UNITS,
    VALUES,
    Bureau,
    Card,
    Currency,
    Purse,
    Round,
    all_money,
    coins_of,
    read_card,
    worth,
)
from granada.board.paying import handfuls, payments, payments_from
from granada.board.tile_sets import (
    ALHAMBRA_TILES,
    HUT_SET,
    SHIPPED,
    WALL_LESS_TILES,
    TileSet,
    face_flaws,
    huts,
    tile_flaws,
)
from granada.board.tiles import BY_TEXT, PRICES, SIDES, Building, Face, Family, Tile, read_face, read_tile
from granada.errors import InvalidState

__all__ = [
    "ALHAMBRA_TILES",
    "BUREAUS",
    "BY_TEXT",
    "COPIES",
    "CURRENCIES",
    "CURRENCY_MASK",
    "HUT_SET",
    "MONEY",
    "NO_CARDS",
    "PRICES",
    "SHIFTS",
    "SHIPPED",
    "SIDES",
    "START",
    "STEPS",
    "UNITS",
    "UNIT_OF",
    "VALUES",
    "WALL_LESS_TILES",
    "Building",
    "Bureau",
    "Card",
    "Cell",
    "City",
    "Currency",
    "Face",
    "Family",
    "InvalidState",
    "Layout",
    "Purse",
    "Round",
    "Tile",
    "TileSet",
    "Violation",
    "a_cell",
    "all_money",
    "coins_of",
    "empty_city",
    "face_flaws",
    "handfuls",
    "huts",
    "near_cells",
    "payments",
    "payments_from",
    "read_card",
    "read_cell",
    "read_face",
    "read_tile",
    "tile_flaws",
    "violations",
    "worth",
]
