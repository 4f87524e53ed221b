"""Pictures of all values: text for terminals (``drawing``) and SVG for pages (``svg``), with the same ``glyphs``.

They look at values and change nothing; no other room needs them but to show something.
"""

from granada.pictures.drawing.rules import decided, differing, printed, sentence
from granada.pictures.drawing.tables import city_of, company, offer, table
from granada.pictures.drawing.terminal import LONGEST_LINE, UNBROKEN, beside, terminal_width, wants_colour, wrapped
from granada.pictures.drawing.values import scoring_table, sketch
from granada.pictures.game_page import stepping_page
from granada.pictures.shared import points
from granada.pictures.svg import picture, sheet
