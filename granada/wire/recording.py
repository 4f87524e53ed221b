"""Writing a game down while it is played: a line for each step, so that a crash loses the last one at the most."""

import os
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import accumulate
from typing import Any, Protocol

from attrs import evolve

from granada.errors import InvalidState, quoted
from granada.files import LineFile, is_stream, write_file
from granada.game import Action, Draw, SeenState, State
from granada.notation import BadNotation
from granada.table import Record, replay
from granada.wire.records import read_record, record_lines, result_line, step_line
from granada.wire.text import canonical_json, read_json


class SupportsWrite(Protocol):
    """A text stream."""

    def write(self, text: str, /) -> object:
        """Take a text."""


class _Stream:
    """Whoever is given each line as a text."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def add(self, data: bytes) -> None:
        for line in data.decode().splitlines(keepends=True):
            self._write(line)

    def cut(self, _: int) -> None:
        raise InvalidState("what a stream or a function was given cannot be struck out")

    def close(self) -> None:
        """It is not ours to close."""


class Recorder(AbstractContextManager["Recorder"]):
    """A file in which a game is written down line by line; a text stream, or a function of a line, takes it as well.

    >>> import granada, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> state = granada.new_game(2)
    >>> draw, _ = granada.outcomes(state)[0]
    >>> with Recorder(path, Record(state.setup, about={"place": "by the window"})) as recorder:
    ...     recorder.add(None, draw)
    >>> record, state = resumed(path.read_text())
    >>> record.about, str(state.yard[0][0])
    ({'place': 'by the window'}, 'arena10|market11/n')
    """

    def __init__(self, path: str | os.PathLike[str] | SupportsWrite | Callable[[str], object], game: Record) -> None:
        """Begin with a record that has no steps yet, or go on with one that has; a file is replaced at once."""
        lines = [canonical_json(line).encode() + b"\n" for line in record_lines(evolve(game, points=None))]
        *self._marks, self._end = accumulate(map(len, lines))
        self._file: LineFile | _Stream
        if not isinstance(path, str | os.PathLike):
            write = getattr(path, "write", path)
            if not callable(write):
                raise TypeError(f"path is the name of a file, a text stream or a function, not {quoted(path)}")
            self._file = _Stream(write)
            self._file.add(b"".join(lines))
        elif is_stream(path):
            self._file = LineFile(path)
            self._file.add(b"".join(lines))
        else:
            write_file(path, b"".join(lines))
            self._file = LineFile(path)

    def _write(self, line: dict[str, Any]) -> None:
        data = canonical_json(line).encode() + b"\n"
        self._file.add(data)
        self._end += len(data)

    @staticmethod
    def line(seat: int | None, action: Action | None) -> str:
        """The line of one step, as it stands in a record; the seat counts from 0, and is None for a draw."""
        return canonical_json(step_line(seat, action))

    def add(self, seat: int | None, action: Action | None) -> None:
        """Write down a step; the seat counts from 0, and is None for a draw."""
        if not isinstance(action, Action | None) or (seat is None) != isinstance(action, Draw | None):
            raise TypeError(f"a seat has an action, and None a draw: not {quoted(seat)} and {quoted(action)}")
        before = self._end
        self._write(step_line(seat, action))
        self._marks.append(before)

    def back_to(self, steps: int) -> None:
        """Strike out all but so many steps."""
        if 0 <= steps < len(self._marks):
            self._end = self._marks[steps]
            del self._marks[steps:]
            self._file.cut(self._end)

    def end(self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None = None) -> None:
        """Write down the result, and after how many decisions the game was cut off, if it was."""
        self._write(result_line(points, winners, cut_off))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def untorn(text: str) -> str:
    """A text without its last line, if that was torn off while it was written: it has no end, and is no JSON."""
    whole, end, last = text.rpartition("\n")
    try:
        read_json(last)
    except BadNotation:
        return whole + end if end else text
    return text


def resumed(text: str) -> tuple[Record, State]:
    """A game that was left, broken off or cut off, and where it stands; what was cut off has no result any more."""
    record = read_record(untorn(text))
    if record.cut_off is not None:
        record = evolve(record, points=None, winners=None, cut_off=None)
    (state,) = deque(replay(record), maxlen=1)
    if isinstance(state, SeenState):
        raise InvalidState("this is what somebody saw of a game, which is not all of it")
    if record.points is not None or state.over:
        raise InvalidState("this game is over")
    return record, state
