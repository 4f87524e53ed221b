"""Files as a shell names them: ``-`` is the standard input or output."""

import errno
import gzip
import sys
import zlib
from collections.abc import Iterable
from typing import IO

from granada import files
from granada.text import LONGEST_TEXT, decoded


def names_of_bots(words: Iterable[str]) -> list[str]:
    """The names of bots, however separated; modules of the working folder are found too, but only after all others."""
    if "" not in sys.path:
        sys.path.append("")
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def read_text(path: str) -> str:
    """The text of a file, or of the standard input: UTF-8, with or without a byte order mark, and not too long."""
    if path == "-":
        return _standard_input()
    if path.endswith(".gz"):
        return _unpacked(path)
    with open(path, "rb") as file:  # noqa: PTH123  what a shell calls a file
        return decoded(_read(file), path)


def _standard_input() -> str:
    stream: IO[bytes] | None = getattr(sys.stdin, "buffer", None)
    data = sys.stdin.read(LONGEST_TEXT + 1).encode(errors="replace") if stream is None else _read(stream)
    return decoded(data, "the standard input")


def _read(file: IO[bytes]) -> bytes:
    return file.read(LONGEST_TEXT + 1)


def _unpacked(path: str) -> str:
    """The text of a file that gzip has packed."""
    try:
        with gzip.open(path, "rb") as file:
            return decoded(file.read(LONGEST_TEXT + 1), path)
    except (gzip.BadGzipFile, EOFError, zlib.error) as flaw:
        raise OSError(errno.EINVAL, f"no whole gzip file ({flaw})", path) from None


def try_to_write(path: str | None) -> None:
    """Complain at once about a file that cannot be written, and not when it is too late; nothing is changed."""
    if path is not None and path != "-":
        files.try_to_write(path)


def write(path: str, text: str) -> None:
    """Write a text into a file, or to the standard output where it is called ``-``; a file is never half written."""
    text = text if text.endswith("\n") else text + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        files.write_file(path, text.encode())
