"""Pictures of values: text for terminals (``as_text``) and SVG for pages (``as_svg``), in the same colours.

``pieces`` contains the parts of a picture, and ``tables`` draws cities and tables. The functions here only read values;
other packages use them only for output.
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
