"""TOML: a case as it is written in a chapter, both ways; reading has every limit that hostile text needs."""

import json
import re
import tomllib
from typing import Any

from granada.errors import InvalidState
from granada.notation import BadNotation, a_text, too_deep, without_escapes
from granada.questions.answers import Written
from granada.text import DEEPEST, MOST_DIGITS, visible

LONGEST_TOML = 100_000
"""No text in TOML has more characters than this; its reader takes more time for each of them than others do."""
_TOO_LONG = 10**MOST_DIGITS


def read_toml(text: str) -> dict[str, Any]:
    """The table of a text in TOML; an InvalidState or a BadNotation says what is wrong with it."""
    text = a_text(text, "TOML")
    if len(text) > LONGEST_TOML:
        raise InvalidState(f"a text in TOML has at most {LONGEST_TOML:,} characters, not {len(text):,}")
    _not_too_deep(text)
    expected = f"TOML with numbers of at most {MOST_DIGITS:,} digits"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState(f"this is no TOML: {visible(flaw)}") from None
    except ValueError:  # Python reads no number that long, as is promised here too
        raise BadNotation(expected) from None
    if _holds_a_long_number(table):
        raise BadNotation(expected)
    return table


def _holds_a_long_number(table: dict[str, Any]) -> bool:
    """Whether some number has more digits than are read; Python itself reads any that is written in base 2, 8 or 16."""
    values: list[Any] = [table]
    while values:
        value = values.pop()
        if isinstance(value, int) and abs(value) >= _TOO_LONG:
            return True
        values.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    return False


def _not_too_deep(text: str) -> None:
    """Refuse a text that is nested too deeply, by brackets or by the dots of its keys and of the heading above them."""
    plain, place = without_escapes(text), 0
    outside: list[int] = []
    depth = base = 0  # here, and where the next key begins
    begins, is_heading = True, False
    while place < len(plain):
        sign = plain[place]
        if sign in {'"', "'"}:
            place, begins = _end_of_string(plain, place, sign), False
            continue
        if sign in {"[", "{"}:
            if begins and not outside:
                depth, base, is_heading = 0, 0, True
            outside.append(base)
            depth = base = depth + 1
        elif sign in {"]", "}"}:
            before = outside.pop() if outside else 0
            depth = base = depth - 1 if is_heading else before
        elif sign == ".":
            depth += 1
        elif sign in {"\n", ",", "#"}:
            depth, is_heading = base, False
        if depth > DEEPEST:
            raise too_deep("TOML", text, place)
        begins = sign == "\n" or (begins and sign in {" ", "\t"})
        place = _found(plain, "\n", place) if sign == "#" else place + 1


def _end_of_string(text: str, place: int, quote: str) -> int:
    """Where a string has ended that begins at a place; one within three quotes may end with one or two of its own."""
    fence = quote * 3 if text.startswith(quote * 3, place) else quote
    end = _found(text, fence, place + len(fence)) + len(fence)
    return end if fence == quote else end + text.startswith(quote, end) + text.startswith(quote * 2, end)


def _found(text: str, part: str, place: int) -> int:
    """Where a part of a text is next found, or else its end."""
    found = text.find(part, place)
    return len(text) if found < 0 else found


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
