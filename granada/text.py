"""Limits on the size of texts, and functions that decode, escape, truncate and align text."""

import re
from collections.abc import Iterator, Sequence
from io import StringIO

from granada.errors import InvalidState

LONGEST_TEXT = 10_000_000
"""The maximum length of a text in characters, and of a file or a line in bytes."""
DEEPEST = 100
"""The maximum depth of nesting in a text."""
MOST_DIGITS = 4_300
"""The maximum number of digits in a number."""
LONGEST_SHOWN = 300
"""The default maximum length of an untrusted text in output."""
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""A pattern for characters that move the cursor, reverse the text or are invisible."""


_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""The byte order marks of other encodings, longest first."""


def decoded(data: bytes, name: str) -> str:
    """Decode the bytes of a file in UTF-8 and drop a byte order mark; errors name the file and the encoding found."""
    if len(data) > LONGEST_TEXT:
        raise InvalidState(f"{name}: a file can have at most {LONGEST_TEXT:,} bytes")
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            raise InvalidState(f"{name}: expected text in UTF-8, but this is {encoding}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as flaw:
        line = data.count(b"\n", 0, flaw.start) + 1
        other = "a binary file" if b"\0" in data else "another encoding, such as Latin-1 or Windows-1252"
        wrong = f"byte 0x{data[flaw.start]:02x} in line {line}"
        raise InvalidState(f"{name}: expected text in UTF-8, but this is {other} ({wrong})") from None


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text one by one, without making a list."""
    return (line.removesuffix("\n") for line in StringIO(text, newline="\n"))


def shortened(text: str, most: int) -> str:
    """Truncate a text to a given length."""
    return text if len(text) <= most else f"{text[:most]}…"


def visible(text: object, most: int = LONGEST_SHOWN) -> str:
    r"""Put untrusted text on one line, escape control characters, and truncate it if it is long.

    >>> print(visible(chr(27) + "[31mred" + chr(10) + "FAILED"))
    \x1b[31mred\nFAILED
    >>> len(visible("b5 " * 1000))
    301
    """
    return _UNSEEN.sub(lambda sign: sign[0].encode("unicode_escape").decode(), shortened(str(text), most))


def visible_lines(text: str, most: int = LONGEST_SHOWN) -> str:
    """Escape the control characters in untrusted text, and truncate each of its lines."""
    return "\n".join(visible(line, most) for line in text.split("\n"))


def aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """The lines of a table whose first ``left`` columns are aligned to the left and the others to the right.

    >>> aligned([("park", "7"), ("arena", "12")], left=1)
    ['park    7', 'arena  12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if at < left else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
