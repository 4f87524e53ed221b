"""Drawings for the terminal: cities in box characters, the table round them, and rules in words.

``draw`` takes any value that has a drawing; the other names are what the commands put together.
"""

from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.rules import differing, printed, rule_named, sentence
from granada.pictures.drawing.tables import city_of, company, offer, table
from granada.pictures.drawing.terminal import LONGEST_LINE, UNBROKEN, beside, terminal_width, wants_colour, wrapped
from granada.pictures.drawing.values import sketch
from granada.pictures.telling import belongings, kept, points

__all__ = [
    "LONGEST_LINE",
    "UNBROKEN",
    "belongings",
    "beside",
    "city_of",
    "company",
    "differing",
    "draw_city",
    "kept",
    "offer",
    "points",
    "printed",
    "rule_named",
    "sentence",
    "sketch",
    "table",
    "terminal_width",
    "wants_colour",
    "wrapped",
]
