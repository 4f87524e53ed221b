"""Drawings for the terminal: cities in box characters, the table round them, and rules in words.

``draw`` takes any value that has a drawing; the other names are what the commands put together.
"""

from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.rules import differing, printed, sentence
from granada.pictures.drawing.tables import city_of, company, offer, table
from granada.pictures.drawing.terminal import LONGEST_LINE, UNBROKEN, beside, terminal_width, wants_colour, wrapped
from granada.pictures.drawing.values import draw
from granada.pictures.shared import belongings, extra_of, points

__all__ = [
    "LONGEST_LINE",
    "UNBROKEN",
    "belongings",
    "beside",
    "city_of",
    "company",
    "differing",
    "draw",
    "draw_city",
    "extra_of",
    "offer",
    "points",
    "printed",
    "sentence",
    "table",
    "terminal_width",
    "wants_colour",
    "wrapped",
]
