"""TOML: a case as it is written in a chapter."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from granada.spec.questions.answers import Written


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
