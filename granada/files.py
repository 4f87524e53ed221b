"""Replace whole files atomically, or append lines to them."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""The flags that open a file without following links and close it on exec, where the system has such flags."""
MOST_LINKS = 40
"""The maximum number of symbolic links to follow to a file."""


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a new file and rename it over the old one, which stays unchanged until then."""
    if is_stream(path):
        Path(path).write_bytes(data)
        return
    place = real_place(path)
    beside, descriptor = _fresh_file(place)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        beside.replace(place)
    except OSError as flaw:
        raise OSError(flaw.errno, flaw.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def try_to_write(path: str | os.PathLike[str]) -> None:
    """Raise an error if a file cannot be written, without changing the file."""
    if is_stream(path):
        Path(path).open("ab").close()
    else:
        beside, descriptor = _fresh_file(real_place(path))
        os.close(descriptor)
        beside.unlink()


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether a path names something other than a file, such as a device or a pipe, which cannot be replaced."""
    return Path(path).exists() and not Path(path).is_file()


def real_place(path: str | os.PathLike[str]) -> Path:
    """The real path of a file, found by following the user's own links; raise an error if another user owns a link."""
    place = Path(path)
    for _ in range(MOST_LINKS):
        if not place.is_symlink():
            return place
        if os.name == "posix" and place.lstat().st_uid != os.geteuid():
            raise PermissionError(errno.EACCES, "a link that belongs to another user", str(path))
        place = place.parent / place.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _fresh_file(place: Path) -> tuple[Path, int]:
    """Create an empty file next to a given file, with an unpredictable name and the same permissions."""
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    beside = place.with_name(f".{place.name[:100]}.{os.urandom(8).hex()}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFELY, 0o666)
    except OSError as flaw:
        raise OSError(flaw.errno, flaw.strerror, str(place)) from None
    with suppress(FileNotFoundError):  # there is no file to replace yet
        beside.chmod(stat.S_IMODE(place.stat().st_mode) & 0o777)
    return beside, descriptor


class LineFile:
    """A file to which only whole lines are added; an incomplete write is undone."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a file for appending, or create it; a device is opened for writing."""
        self._is_stream = is_stream(path)
        place = Path(path) if self._is_stream else real_place(path)
        flags = os.O_WRONLY if self._is_stream else os.O_RDWR | os.O_CREAT | os.O_APPEND | _SAFELY
        self.descriptor = os.open(place, flags, 0o666)
        self.size = os.fstat(self.descriptor).st_size

    def add(self, lines: bytes) -> None:
        """Append whole lines to the file."""
        written = 0
        try:
            while written < len(lines):
                written += os.write(self.descriptor, lines[written:])
            self.size += written
        except BaseException:  # the disk is full, say
            self.cut(self.size)
            raise

    def cut(self, size: int) -> None:
        """Truncate the file to a number of bytes."""
        self.size = size
        if not self._is_stream:
            os.ftruncate(self.descriptor, size)

    def close(self) -> None:
        """Close the file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1
