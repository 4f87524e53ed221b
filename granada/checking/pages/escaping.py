"""Text on a page: foreign words are escaped, what cannot be seen is made visible, and nothing is endless."""

import json
from html import escape

from granada.text import shortened, visible_lines

LONGEST = 4_000
"""How much of a foreign text a page repeats."""


def text(value: object, most: int = LONGEST) -> str:
    """Any text, safe on a page.

    >>> text("<b>" + chr(7) + " & so on").count(chr(7))
    0
    """
    return escape(visible_lines(shortened(str(value), most), most + 1))


def data(value: object) -> str:
    """Any JSON, safe on a page."""
    return text(json.dumps(value, ensure_ascii=False))
