"""Files as a shell names them: ``-`` is the standard input or output."""

from __future__ import annotations

import errno
import gzip
import os
import sys
import zlib


def read_text(path: str) -> str:
    """The text of a file, or of the standard input."""
    if path == "-":
        return sys.stdin.read()
    if path.endswith(".gz"):
        return _unpacked(path)
    with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123  what a shell calls a file
        return file.read()


def _unpacked(path: str) -> str:
    """The text of a file that gzip has packed."""
    try:
        with gzip.open(path, "rt", encoding="utf-8-sig") as file:
            return file.read()
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
    """Write a text into a file, or to the standard output where it is called ``-``."""
    if path == "-":
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    with open(path, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123  what a shell calls a file
        file.write(text if text.endswith("\n") else text + "\n")
