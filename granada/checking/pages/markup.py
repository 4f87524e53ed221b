"""Text on a page: foreign words are escaped, what cannot be seen is made visible, and nothing is endless."""

from __future__ import annotations

import json
import unicodedata
from html import escape
from typing import Any

LONGEST = 4_000
"""How much of a foreign text a page shows."""
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The kinds of characters that are not seen, or that change how others are seen."""


def text(value: object, most: int = LONGEST) -> str:
    """Any text, safe on a page.

    >>> text("<b>" + chr(7) + " & so on").count(chr(7))
    0
    """
    told = str(value)
    told = told if len(told) <= most else f"{told[:most]}…"
    return escape("".join(sign if sign == "\n" or _is_seen(sign) else repr(sign)[1:-1] for sign in told))


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in HIDDEN


def data(value: Any) -> str:  # noqa: ANN401  an engine may answer anything
    """Any JSON, safe on a page."""
    return text(json.dumps(value, ensure_ascii=False))
