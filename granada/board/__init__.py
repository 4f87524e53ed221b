"""The pieces on the table: money, tiles and cities, and the building rules.

``money`` defines cards and payments, ``tiles`` and ``tile_sets`` define the contents of the boxes, and ``cells`` and
``layout`` describe arrangements of tiles, legal or not. ``building`` defines the building rules for any layout;
``city`` judges changes to a legal city by local tests, which use the paths and outlines from ``cells``. To change a
building rule, edit ``building`` first, then ``city``. The objects here are plain values; players, turns and points are
defined elsewhere.
"""

from granada.board.building import Violation, violations
from granada.board.cells import START, STEPS, Cell, a_cell, beyond, in_reach, is_one_arc, neighbours, read_cell, ring
from granada.board.city import City, empty_city
from granada.board.layout import Layout, rotated
from granada.board.money import (
    BUREAUS,
    COPIES,
    CURRENCIES,
    MONEY,
    NO_CARDS,
    Bureau,
    Card,
    Currency,
    Purse,
    Round,
    all_money,
    bureau_payments,
    handfuls,
    parse_card,
    payments,
    read_card,
)
from granada.board.tile_sets import ALHAMBRA_TILES, HUT_SET, SHIPPED, WALL_LESS_TILES, TileSet, huts
from granada.board.tiles import BUILDINGS, PRICES, SIDES, Building, Face, Family, Marker, Tile, read_face, read_tile
from granada.errors import InvalidState
