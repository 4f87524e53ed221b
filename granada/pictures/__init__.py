"""Pictures of all values: text for terminals (``as_text``) and SVG for pages (``as_svg``), in the same colours.

``pieces`` has the parts of a picture, ``tables`` draws cities and tables.
Pictures only read values; other rooms use them only to show something.
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
