"""Text on a page: foreign words are escaped, what cannot be seen is made visible, and nothing is endless."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from granada.text import visible_lines

LONGEST = 4_000
"""How much of a foreign text a page shows."""


def text(value: object, most: int = LONGEST) -> str:
    """Any text, safe on a page.

    >>> text("<b>" + chr(7) + " & so on").count(chr(7))
    0
    """
    told = str(value)
    told = told if len(told) <= most else f"{told[:most]}…"
    return escape(visible_lines(told, most + 1))


def data(value: Any) -> str:  # noqa: ANN401  an engine may answer anything
    """Any JSON, safe on a page."""
    return text(json.dumps(value, ensure_ascii=False))
