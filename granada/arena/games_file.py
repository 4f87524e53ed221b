"""The file in which the games of a tournament are written down, one after the other as they end.

It grows by whole games. What is there is read as strictly as it was written, and only a last game that was torn off
while it was written is ever struck out.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from attrs import evolve

from granada.arena.matches import MatchResult, ended_with
from granada.errors import InvalidState
from granada.files import LineFile, is_stream
from granada.notation import BadNotation
from granada.table import Record
from granada.text import LONGEST_TEXT, visible
from granada.wire import canonical_json, read_json, to_json

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # what is not there


NAME = "games.jsonl"
"""What the file is called, in the folder of its tournament."""
_HEAD = b'{"about":{"bots":['
"""How every game begins."""
_STEPS = (b'{"do":"', b'{"draw":"', b'{"points":[', b'{"cut_off":')
"""How its further lines begin."""


class GamesFile:
    """All games of a tournament in a file: those that are there, and those that come."""

    def __init__(self, folder: Path, settings: dict[str, Any], names: Callable[[int], tuple[str, ...]]) -> None:
        """Open the file of a tournament with these settings, in which game so and so has players with these names."""
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._settings, self._names = folder / NAME, read_json(canonical_json(settings)), names
        if is_stream(self._path):
            raise InvalidState([f"{self._path} is no file"])
        self._file = LineFile(self._path)
        try:
            self._lock()
            self.there = self._read()
            """The games that were there, by their numbers."""
        except BaseException:
            self.close()
            raise

    def add(self, result: MatchResult, record: Record) -> None:
        """Write down a game."""
        about: dict[str, Any] = {"tournament": self._settings, "number": result.number, "bots": list(result.names)}
        if result.forfeits:
            about["forfeits"] = {str(seat): why for seat, why in sorted(result.forfeits.items())}
        if result.late:
            about["late"] = True
        lines, before = to_json(evolve(record, about=about)).encode(), self._file.size
        try:
            self._file.add(lines)
        finally:
            if self._file.size > before:  # it is there, whatever has come in between
                self.there[result.number] = result

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def _lock(self) -> None:
        """Keep others from writing at the same time, where the system can do it."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InvalidState([f"{self._path} is being written by another tournament"]) from None
            except OSError:  # a file system that knows no locks
                pass

    def _read(self) -> dict[int, MatchResult]:
        """The whole games; a last one that is ours and not whole is struck out, and anything else refused."""
        found: dict[int, MatchResult] = {}
        about: dict[str, Any] | None = None
        whole = place = 0
        for number, line in self._lines():
            place += len(line)
            if not line.endswith(b"\n"):
                begins = (_HEAD,) if about is None else _STEPS
                if not any(line.startswith(begin) or begin.startswith(line) for begin in begins):
                    raise self._strange(number)
            elif about is None:
                about = self._about(number, self._object(number, line), found)
            elif line.startswith(_STEPS[2:]):
                result = self._result(number, about, self._object(number, line))
                found[result.number], about, whole = result, None, place
            elif not _is_step(self._object(number, line)):
                raise self._strange(number)
        if place > whole:
            self._file.cut(whole)
        return found

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the file, with their numbers."""
        with os.fdopen(os.dup(self._file.descriptor), "rb") as file:
            file.seek(0)
            yield from enumerate(iter(lambda: file.readline(LONGEST_TEXT), b""), start=1)

    def _object(self, number: int, line: bytes) -> dict[str, Any]:
        """The object on a line, which stands there as it would be written."""
        try:
            data = read_json(line.decode())
            if isinstance(data, dict) and canonical_json(data).encode() + b"\n" == line:
                return data
        except (BadNotation, UnicodeDecodeError):
            pass
        raise self._strange(number)

    def _about(self, number: int, head: dict[str, Any], found: dict[int, MatchResult]) -> dict[str, Any]:
        """What is noted about a game of this tournament that is not among those that were found."""
        about = head.pop("about", None)
        if not isinstance(about, dict) or not isinstance(about.get("tournament"), dict):
            raise self._strange(number)
        if about["tournament"] != self._settings:
            message = f"{self._path} holds the games of another tournament: its bots, seed or table are others"
            raise InvalidState([message])
        game = about.get("number")
        if type(game) is not int or game < 1 or game in found or head != self._settings["setup"]:
            raise self._strange(number)
        forfeits, late = about.get("forfeits", {}), about.get("late", False)
        seats = {str(seat) for seat in range(len(self._names(game)))}
        if (
            about.get("bots") != list(self._names(game))
            or not isinstance(forfeits, dict)
            or not set(forfeits) <= seats
            or not all(isinstance(why, str) for why in forfeits.values())
            or type(late) is not bool
        ):
            raise self._strange(number)
        return about

    def _result(self, number: int, about: dict[str, Any], ended: dict[str, Any]) -> MatchResult:
        """How a game ended."""
        names = self._names(about["number"])
        points, cut_off = ended.get("points"), ended.get("cut_off", 1)
        if (
            set(ended) - {"cut_off"} != {"points", "winners"}
            or not isinstance(points, list)
            or [type(each) for each in points] != [int] * len(names)
            or type(cut_off) is not int
        ):
            raise self._strange(number)
        forfeits = {int(seat): visible(why, 1_000) for seat, why in about.get("forfeits", {}).items()}
        late = about.get("late", False)
        return ended_with(about["number"], names, tuple(points), forfeits, late=late, cut_off="cut_off" in ended)

    def _strange(self, number: int) -> InvalidState:
        return InvalidState([f"{self._path}, line {number}: no tournament wrote this; the file is left as it is"])


def _is_step(data: dict[str, Any]) -> bool:
    """Whether a line tells a draw, or what a seat did."""
    if set(data) == {"draw"}:
        return isinstance(data["draw"], str)
    return set(data) == {"do", "seat"} and isinstance(data["do"], str) and type(data["seat"]) is int
