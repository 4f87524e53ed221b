"""JSON as text: one canonical line for each value, and reading with every limit that hostile text needs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from granada.notation import BadNotation


def canonical_json(data: Any) -> str:
    """JSON in one canonical line."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_json(text: str) -> Any:
    """The value of a JSON text; a BadNotation when it is none, repeats a key or is nested too deeply."""
    if not isinstance(text, str):
        message = f"JSON is read from a str, not {type(text).__name__}"
        raise TypeError(message)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as flaw:
        found = text[flaw.pos : flaw.pos + 40].split("\n", maxsplit=1)[0]
        raise BadNotation(f"JSON ({flaw.msg})", found, flaw.lineno, flaw.colno) from None
    except RecursionError:
        expected = "JSON that is not nested so deeply"
        raise BadNotation(expected) from None
    except BadNotation:
        raise
    except ValueError:
        expected = "a number of reasonable size"
        raise BadNotation(expected) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadNotation(f"the key {twice[:40]!r} only once")
    return found


def _no_constant(name: str) -> Any:
    raise BadNotation("a number", name)
