"""Pictures of all values: text for terminals (``drawing``) and SVG for pages (``svg``), with the same ``glyphs``.

They look at values and change nothing; no other room needs them but to show something.
"""

from granada.pictures.drawing import (
    LONGEST_LINE,
    UNBROKEN,
    beside,
    city_of,
    company,
    differing,
    draw,
    offer,
    points,
    printed,
    sentence,
    table,
    terminal_width,
    wants_colour,
    wrapped,
)
from granada.pictures.game_page import stepping_page
from granada.pictures.svg import picture, sheet

__all__ = [
    "LONGEST_LINE",
    "UNBROKEN",
    "beside",
    "city_of",
    "company",
    "differing",
    "draw",
    "offer",
    "picture",
    "points",
    "printed",
    "sentence",
    "sheet",
    "stepping_page",
    "table",
    "terminal_width",
    "wants_colour",
    "wrapped",
]
