"""JSON as text: one canonical line for each value, and reading with every limit that hostile text needs."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any

from granada.errors import shown
from granada.notation import BadNotation, a_text, not_too_deep
from granada.text import DEEPEST, MOST_DIGITS

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[\[\]{}]', re.DOTALL)
"""A bracket, or a string, in which brackets mean nothing."""


def canonical_json(data: Any) -> str:
    """JSON in one canonical line."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def read_json(text: str) -> Any:
    """The value of a JSON text; a BadNotation when it is none, repeats a key, is too long or is nested too deeply."""
    text = a_text(text, "JSON")
    if text.count("[") + text.count("{") > DEEPEST:
        not_too_deep(text, _TOKEN, "JSON")
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_number, parse_float=_number, parse_int=_whole
        )
    except json.JSONDecodeError as flaw:
        found = text[flaw.pos : flaw.pos + 40].split("\n", maxsplit=1)[0]
        raise BadNotation(f"JSON ({flaw.msg})", found, flaw.lineno, flaw.colno) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadNotation(f"the key {shown(twice)} only once")
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadNotation(f"a number of at most {MOST_DIGITS:,} digits", digits)
    return int(digits)


def _number(text: str) -> float:
    """A number with a fraction; what stands for none, or is larger than any, is refused."""
    number = float(text)
    if not math.isfinite(number):
        raise BadNotation("a finite number", text)
    return number
