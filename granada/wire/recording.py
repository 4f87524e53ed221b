"""Writing a game down while it is played: a line for each step, so that a crash loses the last one at the most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.notation import BadNotation
from granada.table import Record, replay
from granada.wire.records import header_data, read_record, result_line, step_line
from granada.wire.text import canonical_json, read_json

if TYPE_CHECKING:
    import os
    from typing import Self

    from granada.game import Action, Setup, State


class Recorder:
    """A file in which a game is written down line by line.

    >>> import granada, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> state = granada.new_game(2)
    >>> draw, _ = granada.outcomes(state)[0]
    >>> with Recorder(path, state.setup, {"place": "by the window"}) as recorder:
    ...     recorder.add(None, draw)
    >>> record, state = resumed(path.read_text())
    >>> record.about, str(state.yard[0])
    ({'place': 'by the window'}, 'arena10|market11/n')
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        setup: Setup,
        about: dict[str, Any] | None = None,
        *,
        begun: Record | None = None,
    ) -> None:
        """Begin a file, or write one anew that goes on from what has ``begun``."""
        record = begun or Record(setup, about=about or {})
        self._file = open(path, "w", encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115  it stays open
        self._marks: list[int] = []
        self._write(header_data(record.setup, record.about))
        for seat, action in record.steps:
            self.add(seat, action)

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(canonical_json(line) + "\n")
        self._file.flush()

    def add(self, seat: int | None, action: Action | None) -> None:
        """Write down a step."""
        self._marks.append(self._file.tell())
        self._write(step_line(seat, action))

    def back_to(self, steps: int) -> None:
        """Strike out all but so many steps."""
        if steps < len(self._marks):
            self._file.seek(self._marks[steps])
            self._file.truncate()
            del self._marks[steps:]

    def end(self, points: tuple[int, ...], winners: tuple[int, ...]) -> None:
        """Write down the result."""
        self._write(result_line(points, winners))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        """The recorder itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def untorn(text: str) -> str:
    """A text without its last line, if that was torn off while it was written: it has no end, and is no JSON."""
    *whole, last = text.split("\n")
    try:
        read_json(last)
    except BadNotation:
        return "\n".join([*whole, ""]) if whole else text
    return text


def resumed(text: str) -> tuple[Record, State]:
    """A game that was left or broken off, and where it stands."""
    record = read_record(untorn(text))
    *_, state = replay(record)
    if record.points is not None or state.over:
        raise InvalidState(["this game is over"])
    return record, state
