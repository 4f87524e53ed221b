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
    offer,
    points,
    printed,
    rule_named,
    sentence,
    sketch,
    table,
    terminal_width,
    wants_colour,
    wrapped,
)
from granada.pictures.stepping import stepping_page
from granada.pictures.svg import picture, sheet

__all__ = [
    "LONGEST_LINE",
    "UNBROKEN",
    "beside",
    "city_of",
    "company",
    "differing",
    "offer",
    "picture",
    "points",
    "printed",
    "rule_named",
    "sentence",
    "sheet",
    "sketch",
    "stepping_page",
    "table",
    "terminal_width",
    "wants_colour",
    "wrapped",
]
