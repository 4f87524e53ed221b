"""TOML: a case as it is written in a chapter, both ways; reading has every limit that hostile text needs."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from granada.board import InvalidState
from granada.notation import BadNotation, a_text, not_too_deep
from granada.suite.questions.answers import Written
from granada.text import MOST_DIGITS, visible

LONGEST_TOML = 1_000_000
"""No text in TOML has more characters than this; its reader takes more time for more of them than others do."""
_TOKEN = re.compile(
    r"""\"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|\#[^\n]*|[\[\]{}.,\n]""",
    re.DOTALL,
)
"""What opens, closes or joins something; strings and comments as a whole, in which nothing does."""


def read_toml(text: str) -> dict[str, Any]:
    """The table of a text in TOML; an InvalidState or a BadNotation says what is wrong with it."""
    text = a_text(text, "TOML")
    if len(text) > LONGEST_TOML:
        raise InvalidState([f"a text in TOML has at most {LONGEST_TOML:,} characters, not {len(text):,}"])
    not_too_deep(text, _TOKEN, "TOML")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState([f"this is no TOML: {visible(flaw)}"]) from None
    except (ValueError, RecursionError):  # Python reads no number that long, as is promised here too
        raise BadNotation(f"TOML with numbers of at most {MOST_DIGITS:,} digits") from None


def toml_text(written: Written, heading: str = "") -> str:
    """A written case, ready to be pasted into a chapter."""
    lines = [f"# belongs under ## {heading}"] if heading else []
    lines += ["[[case]]", *_entries(written, but=("state", "then"))]
    if state := written.get("state"):
        lines += ["[case.state]", *_entries(state, but=("seats",))]
        for seat in state.get("seats", []):
            lines += ["[[case.state.seats]]", *_entries(seat)]
    if then := written.get("then"):
        lines += ["[case.then]", *_entries(then)]
    return "\n".join(lines) + "\n"


def _entries(table: Written, but: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{_key(key)} = {_rows(value) if key in _ROWS else _value(value, wide=True)}"
        for key, value in table.items()
        if key not in but
    ]


_ROWS = ("city", "layout")


def _rows(rows: str) -> str:
    """A city as it is drawn in letters, a line for each row."""
    return f'"""\n{rows.strip()}\n"""' if "\n" in rows.strip() else _text(rows)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    if '"' in text and not re.search(r"['\x00-\x1f\x7f]", text):
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, *, wide: bool = False) -> str:  # noqa: ANN401  TOML has values of various types
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        parts = [_value(each) for each in value]
        if wide and sum(map(len, parts)) > 100:
            return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
        return f"[{', '.join(parts)}]"
    if isinstance(value, dict):
        parts = [f"{_key(key)} = {_value(each)}" for key, each in value.items()]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    return str(value)
