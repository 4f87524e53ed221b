"""Read and write recorded games as JSON lines: as a whole, one by one from a stream, or while a game is played.

Each step is one line, so a crash loses at most the last line.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import accumulate, chain, groupby
from typing import Any, Protocol

from attrs import evolve

from granada.errors import Flaws, InvalidState, quoted, refuse
from granada.files import LineFile, is_stream, write_file
from granada.game import Action, Draw, HiddenDraw, SeenState, Setup, State
from granada.notation import BadNotation
from granada.table import Record, replay
from granada.text import lines_of
from granada.wire.positions import AGREED, read_setup, setup_data
from granada.wire.reader import Reader, canonical_json, read_json

RecordedStep = tuple[int | None, Action]
"""A seat and its action, or None and a draw."""
LONGEST_GAME = 10**9
"""The maximum number of decisions in a record."""
Numbered = tuple[int, str]
"""The number of a line in a file, and the line."""


def record_lines(record: Record, number: int | None = None) -> Iterator[dict[str, Any]]:
    """The lines of a recorded game, in a given format or in the oldest one that can express it."""
    yield setup_data(record.setup, number) | ({"about": record.about} if record.about else {})
    for seat, action in record.steps:
        yield step_line(seat, action)
    if record.points is not None:
        yield result_line(record.points, record.winners or (), record.cut_off)


def step_line(seat: int | None, action: Action) -> dict[str, Any]:
    """The line for a step, as JSON data."""
    if seat is None:
        return {"draw": None if isinstance(action, HiddenDraw) else str(action).removeprefix("draw ")}
    return {"seat": seat, "do": str(action)}


def result_line(points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None = None) -> dict[str, Any]:
    """The last line of a record: the result and, if the game was cut off, the number of decisions."""
    result = {"points": list(points), "winners": list(winners)}
    return result if cut_off is None else {**result, "cut_off": cut_off}


def read_record(text: str) -> Record:
    """Read a recorded game from JSON lines without replaying it; it may contain illegal steps."""
    return _record(numbered_lines(lines_of(text)))


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Read the recorded games from a file or any other source of lines, one by one.

    >>> import granada, io
    >>> game = granada.play([granada.RandomBot(), granada.RandomBot()])
    >>> twice = io.StringIO(granada.to_json(game) * 2)
    >>> [record == game for record in read_records(twice)]
    [True, True]
    """
    if isinstance(lines, str):
        raise TypeError(f"lines must be an open file or a list of lines such as text.splitlines(), not {quoted(lines)}")
    return map(_record, one_by_one(lines))


def one_by_one(lines: Iterable[str]) -> Iterator[Iterator[Numbered]]:
    """Split numbered lines into recorded games; the first line of each game has a member ``game``.

    Lines are read on demand; asking for the next game skips the unread lines of the current one.
    """
    heads = 0

    def head(numbered: Numbered) -> int:
        nonlocal heads
        heads += '"game"' in numbered[1]
        return heads

    numbered = numbered_lines(lines)
    if (first := next(numbered, None)) is None:
        yield iter(())  # no lines are no game, which the reader reports
    else:
        yield from (game for _, game in groupby(chain((first,), numbered), head))


def numbered_lines(lines: Iterable[str]) -> Iterator[Numbered]:
    """The non-empty lines and their numbers."""
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


class RecordReading:
    """A recorded game while it is read: the set-up, the result once it has been read, and the errors so far."""

    def __init__(self, lines: Iterable[Numbered]) -> None:
        """Read the first line."""
        self._lines = iter(lines)
        self.flaws = Flaws()
        self.points: tuple[int, ...] | None = None
        self.winners: tuple[int, ...] | None = None
        self.cut_off: int | None = None
        first = next(self._lines, None)
        self.line = first[0] if first else 0
        """The number of the last line read."""
        self.setup, self.about = _header(first, self.flaws)

    def entries(self) -> Iterator[RecordedStep | None]:
        """Yield the content of each further line: a step, or None for the result or an unreadable line."""
        for number, line in self._lines:
            self.line = number
            reader = Reader(_line(number, line), f"line {number}", self.flaws)
            if self.points is not None:
                self.flaws.append(f"{reader.path}: nothing may follow the result")
                yield None
            elif isinstance(reader.value, dict) and set(reader.value) - {"cut_off"} == {"points", "winners"}:
                self._result(reader)
                yield None
            else:
                yield _step(reader, self.setup.players)

    def check(self) -> None:
        """Raise InvalidState if any errors have been found so far."""
        refuse(self.flaws)

    def _result(self, reader: Reader) -> None:
        parts, players = reader.members(("points", "winners"), ("cut_off",)), self.setup.players
        self.points, self.winners = parts["points"].numbers(), parts["winners"].numbers()
        if "cut_off" in reader.value:
            self.cut_off = parts["cut_off"].number(1, LONGEST_GAME)
        if not self.flaws and (len(self.points) != players or not set(self.winners) <= set(range(players))):
            self.flaws.append(f"{reader.path}: expected the points of {players} seats, and winners among them")


class RecordReader(RecordReading):
    """A reader of a recorded game, line by line: first the set-up, then each step, and finally the result.

    >>> import granada
    >>> reader = RecordReader(granada.to_json(granada.Record(granada.new_game(2).setup)).splitlines())
    >>> reader.setup.players, list(reader), reader.points
    (2, [], None)
    """

    def __init__(self, lines: Iterable[str]) -> None:
        """Read the first line."""
        super().__init__(numbered_lines(lines))

    def __iter__(self) -> Iterator[RecordedStep]:
        """Yield the remaining steps; if a line is wrong, raise an error that names the first wrong line."""
        for step in self.entries():
            self.check()
            if step is not None:
                yield step


def _record(lines: Iterable[Numbered]) -> Record:
    """Make a record from its lines; if there are any errors, raise an InvalidState with all of them."""
    reading = RecordReading(lines)
    steps = tuple(step for step in reading.entries() if step is not None)
    reading.check()
    return Record(reading.setup, steps, reading.points, reading.winners, reading.about, cut_off=reading.cut_off)


def _header(numbered: Numbered | None, flaws: Flaws) -> tuple[Setup, dict[str, Any]]:
    """The set-up and the notes from the first line; raise an error if the line is invalid."""
    if numbered is None:
        raise BadNotation("a line that says which game was played")
    if re.fullmatch(r"[^{\"]*(/[^{\"]*|\.jsonl?(\.gz)?\s*)", numbered[1]):
        raise BadNotation("the text of a record, not the name of its file", numbered[1], numbered[0])
    parts = Reader(_line(*numbered), f"line {numbered[0]}", flaws).members(AGREED, ("ages", "about"))
    setup, about = read_setup(parts, flaws), parts["about"]
    if not isinstance(about.value, dict | None):
        about.bad("an object")
    if setup is None or setup.tiles is None or flaws:
        raise InvalidState(*flaws or [f"line {numbered[0]}: a record starts from a whole set of tiles"])
    return setup, about.value or {}


def _step(reader: Reader, players: int) -> RecordedStep | None:
    """Read a draw or a seat's action."""
    keys = set(reader.value) if isinstance(reader.value, dict) else set()
    if keys == {"draw"}:
        draw = reader.members(("draw",))["draw"]
        drawn = HiddenDraw() if draw.value is None else draw.notation(lambda each: Action.parse(f"draw {each}"))
        return None if drawn is None else (None, drawn)
    if keys != {"seat", "do"}:
        reader.flaws.append(f"{reader.path}: expected a draw, a seat and its action, or the result")
        return None
    parts = reader.members(("seat", "do"))
    seat, action = parts["seat"].number(0, players - 1), parts["do"].notation(Action.parse)
    if isinstance(action, Draw):
        reader.flaws.append(f"{reader.path}: a draw has no seat")
    return None if action is None else (seat, action)


def _line(number: int, line: str) -> Any:
    try:
        return read_json(line)
    except BadNotation as flaw:
        raise BadNotation(flaw.expected, flaw.found, number, flaw.column) from None


class SupportsWrite(Protocol):
    """A text stream that can be written to."""

    def write(self, text: str, /) -> object:
        """Write a text."""


class _Stream:
    """A file-like object that passes each line to a function."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def add(self, data: bytes) -> None:
        for line in data.decode().splitlines(keepends=True):
            self._write(line)

    def cut(self, _: int) -> None:
        raise InvalidState("lines that a stream or a function received cannot be removed")

    def close(self) -> None:
        """Do nothing, because the caller must close the stream."""


class Recorder(AbstractContextManager["Recorder"]):
    """A writer that records a game line by line to a file, to a text stream, or to a function that takes a line.

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
        """Begin a record, or continue one that already has steps; an existing file is replaced at once."""
        if not isinstance(game, Record):
            example = "Record(state.setup, about={'names': ['red', 'blue']})"
            raise TypeError(f"game must be a Record such as {example}, not {quoted(game)}")
        lines = [canonical_json(line).encode() + b"\n" for line in record_lines(evolve(game, points=None))]
        *self._marks, self._end = accumulate(map(len, lines))
        self._file: LineFile | _Stream
        if not isinstance(path, str | os.PathLike):
            write = getattr(path, "write", path)
            if not callable(write):
                raise TypeError(f"path must be the name of a file, a text stream or a function, not {quoted(path)}")
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
        self._marks.append(self._end)
        self._end += len(data)

    @staticmethod
    def line(seat: int | None, action: Action) -> str:
        """The line for one step in a record; seats are counted from 0, and None means a draw."""
        return canonical_json(step_line(seat, action))

    def add(self, seat: int | None, action: Action) -> None:
        """Write a step; seats are counted from 0, and None means a draw."""
        if not isinstance(action, Action) or (seat is None) != isinstance(action, Draw | HiddenDraw):
            raise TypeError(f"a step must be a seat and an action, or None and a draw, not {quoted((seat, action))}")
        self._write(step_line(seat, action))

    def back_to(self, steps: int) -> None:
        """Keep only the first ``steps`` steps, and remove the result."""
        if 0 <= steps < len(self._marks):
            self._end = self._marks[steps]
            del self._marks[steps:]
            self._file.cut(self._end)

    def end(self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None = None) -> None:
        """Write the result and, if the game was cut off, the number of decisions."""
        self._write(result_line(points, winners, cut_off))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def untorn(text: str) -> str:
    """Remove an incomplete last line, which has no line end and is not JSON, from a text."""
    whole, end, last = text.rpartition("\n")
    try:
        read_json(last)
    except BadNotation:
        return whole + end if end else text
    return text


def resumed(text: str) -> tuple[Record, State]:
    """Return an unfinished record and its last state, to resume the game; a game that was cut off loses its result."""
    record = read_record(untorn(text))
    if record.cut_off is not None:
        record = evolve(record, points=None, winners=None, cut_off=None)
    (state,) = deque(replay(record), maxlen=1)
    if isinstance(state, SeenState):
        raise InvalidState("this is a game as one seat saw it, with hidden draws")
    if record.points is not None or state.over:
        raise InvalidState("this game is over")
    return record, state
