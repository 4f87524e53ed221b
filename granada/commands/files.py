"""Files as a shell names them: ``-`` is the standard input or output."""

from __future__ import annotations

import errno
import gzip
import os
import sys
import zlib
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

from granada.arena import split_names
from granada.text import LONGEST_TEXT, decoded

if TYPE_CHECKING:
    from collections.abc import Iterable


def names_of_bots(words: Iterable[str]) -> list[str]:
    """The names of bots that somebody gave; modules of the working folder are found too, but only after all others."""
    if "" not in sys.path:
        sys.path.append("")
    return split_names(words)


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
    if path is None or path == "-":
        return
    there = os.path.lexists(path)
    with open(path, "a", encoding="utf-8"):  # noqa: PTH123  what a shell calls a file
        pass
    if not there:
        os.unlink(path)  # noqa: PTH108  as above


def write(path: str, text: str) -> None:
    """Write a text into a file, or to the standard output where it is called ``-``; a file is never half written."""
    text = text if text.endswith("\n") else text + "\n"
    if path == "-":
        sys.stdout.write(text)
        return
    whole = Path(path)
    if whole.is_symlink() or (whole.exists() and not whole.is_file()):  # a device, or somebody else's place
        whole.write_text(text, encoding="utf-8", newline="\n")
        return
    with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=whole.parent, prefix=".", delete=False) as file:
        try:
            file.write(text)
            file.close()
            Path(file.name).chmod(whole.stat().st_mode & 0o777 if whole.exists() else 0o666 & ~_mask())
            Path(file.name).replace(whole)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _mask() -> int:
    """What a new file is not allowed; it can only be asked by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
