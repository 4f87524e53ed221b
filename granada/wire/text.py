"""JSON as text: one canonical line for each value, and reading with every limit that hostile text needs."""

import json
import math
from collections import Counter
from itertools import islice
from operator import length_hint
from typing import Any

from granada.errors import quoted
from granada.notation import BadNotation, a_text, too_deep, without_escapes
from granada.text import DEEPEST, MOST_DIGITS

MOST_SIGNS = 1_000_000
"""No text in JSON has more opening brackets and commas than this: each begins a value, which takes much more room."""
_SIGNS = '[{}]"'
_QUOTE, _OPENING = ord('"'), frozenset(b"[{")
_OTHERS = bytes(set(range(256)) - set(_SIGNS.encode()))


def canonical_json(data: Any) -> str:
    r"""JSON in one canonical line, which any file can hold: half a sign is written as JSON escapes it.

    >>> canonical_json(read_json(r'{"b": "\ud800", "a": "é"}'))
    '{"a":"é","b":"\\ud800"}'
    """
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode(errors="backslashreplace").decode()


def read_json(text: str) -> Any:
    """The value of a JSON text; a BadNotation when it is none, repeats a key, is too long or is nested too deeply."""
    text = a_text(text, "JSON")
    brackets = text.count("[") + text.count("{")
    if brackets + text.count(",") > MOST_SIGNS:
        raise BadNotation(f"JSON with at most {MOST_SIGNS:,} brackets and commas")
    if brackets > DEEPEST:
        _not_too_deep(text)
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_number, parse_float=_number, parse_int=_whole
        )
    except json.JSONDecodeError as flaw:
        found = text[flaw.pos : flaw.pos + 40].split("\n", maxsplit=1)[0]
        raise BadNotation(f"JSON ({flaw.msg})", found, flaw.lineno, flaw.colno) from None


def _not_too_deep(text: str) -> None:
    """Refuse a text that is nested too deeply; brackets in strings do not nest."""
    plain, depth, inside = without_escapes(text), 0, False
    signs = plain.encode(errors="replace").translate(None, _OTHERS)
    rest = iter(signs)
    for sign in rest:
        if sign == _QUOTE:
            inside = not inside
        elif not inside and sign in _OPENING:
            depth += 1
            if depth > DEEPEST:
                before = len(signs) - length_hint(rest) - 1
                places = (place for place, other in enumerate(plain) if other in _SIGNS)
                raise too_deep("JSON", text, next(islice(places, before, None)))
        elif not inside:
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadNotation(f"the key {quoted(twice)} only once")
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
