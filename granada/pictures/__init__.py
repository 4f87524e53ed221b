"""Pictures of all values: text for terminals (``as_text``) and SVG for pages (``as_svg``), in the same colours.

``pieces`` are what a picture is put together from, ``tables`` has cities and what lies round them.
They look at values and change nothing; no other room needs them but to show something.
"""

from granada.pictures.as_svg import picture, sheet, stepping_page
from granada.pictures.as_text import city_of, company, offer, scoring_table, sketch, table
from granada.pictures.shared import points
from granada.pictures.terminal import (
    LONGEST_LINE,
    UNBROKEN,
    beside,
    decided,
    differing,
    printed,
    sentence,
    terminal_width,
    wants_colour,
    wrapped,
)
