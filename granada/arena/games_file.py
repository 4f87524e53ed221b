"""The file that stores a tournament's games; each game is appended when it ends.

The tournament validates and replays each game that is already in the file. It reports and skips invalid games but
leaves their lines in the file; only an incomplete last game is deleted. The tournament refuses a file that does not
begin with one of its own games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import define, evolve

from granada.arena.matches import MatchResult
from granada.errors import InvalidState
from granada.files import LineFile, is_stream
from granada.game import apply
from granada.notation import BadNotation
from granada.table import Record, decisions_in, opened, winners
from granada.text import LONGEST_TEXT, visible
from granada.wire import canonical_json, read_json, to_json
from granada.wire.records import read_record

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # missing on Windows


NAME = "games.jsonl"
"""The name of the file in the tournament's folder."""
_HEAD = b'{"about":{"bots":['
"""The first characters of every game."""
_STEPS = (b'{"do":"', b'{"draw":"', b'{"points":[', b'{"cut_off":')
"""The first characters of all other lines in a game."""
MOST_FLAWS = 10
"""The maximum number of skipped games to report one by one."""


class GamesFile:
    """The file that contains a tournament's games, both old and new."""

    def __init__(self, folder: Path, settings: dict[str, Any], names: Callable[[int], tuple[str, ...]]) -> None:
        """Open a tournament's file, given its settings and the names of the players in each game."""
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._settings, self._names = folder / NAME, read_json(canonical_json(settings)), names
        self._flaws: list[str] = []
        self._passed = 0
        if is_stream(self._path):
            raise InvalidState(f"{self._path} is not a file")
        self._file = LineFile(self._path)
        try:
            self._lock()
            self.there = self._read()
            """A mapping from game numbers to the results of the games already in the file."""
        except BaseException:
            self.close()
            raise

    def add(self, result: MatchResult, record: Record) -> None:
        """Append a game to the file."""
        about: dict[str, Any] = {"tournament": self._settings, "number": result.number, "bots": list(result.names)}
        if result.forfeits:
            about["forfeits"] = {str(seat): why for seat, why in sorted(result.forfeits.items())}
        if result.late:
            about["late"] = True
        lines, before = to_json(evolve(record, about=about)).encode(), self._file.size
        try:
            self._file.add(lines)
        finally:
            if self._file.size > before:  # the game was written, even if it was interrupted afterwards
                self.there[result.number] = result

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _lock(self) -> None:
        """Lock the file against other writers, if the system supports locks."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InvalidState(f"{self._path} is being written by another tournament") from None
            except OSError:  # a file system without locks
                pass

    def _read(self) -> dict[int, MatchResult]:
        """Read the complete games, delete this tournament's last game if it is incomplete, and skip everything else."""
        found: dict[int, MatchResult] = {}
        game: _Game | None = None
        passing, place = False, 0
        for number, line in self._lines():
            begin, place = place, place + len(line)
            whole = line.endswith(b"\n")
            if whole and line.startswith(_HEAD):
                if game is not None:
                    self._pass_over(game.line, f"game {game.number} has no end")
                game = self._begun(number, begin, line, found)
                passing = game is None
            elif game is not None and game.takes(line):
                if whole and line.startswith(_STEPS[2:]):
                    self._keep(game, found)
                    game = None
            elif not whole and game is None and self._is_torn_head(line):
                self._file.cut(begin)
            elif not begin:
                raise self._strange()
            else:
                if game is not None:
                    self._pass_over(game.line, f"game {game.number} was not played like this (line {number})")
                elif not passing:
                    self._pass_over(number, "no tournament wrote this")
                game, passing = None, True
                if place == self._file.size and not whole:
                    self._file.add(b"\n")  # so that the next game starts on a new line
        if game is not None:
            self._file.cut(game.begin)
        return found

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the file with their numbers; a line that is too long is split into parts."""
        with os.fdopen(os.dup(self._file.descriptor), "rb") as file:
            file.seek(0)
            number = 1
            for line in iter(lambda: file.readline(LONGEST_TEXT), b""):
                yield number, line
                number += line.endswith(b"\n")

    def _pass_over(self, number: int, why: str) -> None:
        self._passed += 1
        if self._passed <= MOST_FLAWS:
            self._flaws.append(f"{self._path}, line {number}: {why}; skipped")

    @property
    def flaws(self) -> tuple[str, ...]:
        """The line numbers of the skipped lines, with the reasons for skipping them."""
        more = self._passed - MOST_FLAWS
        return (*self._flaws, f"{self._path}: {more} more lines were skipped") if more > 0 else tuple(self._flaws)

    def _begun(self, number: int, begin: int, line: bytes, found: dict[int, MatchResult]) -> _Game | None:
        """The game that begins on a line, if it belongs to this tournament and is not a duplicate."""
        try:
            head = read_json(line.decode())
            about = head.pop("about")
            settings = about["tournament"]
        except (AttributeError, BadNotation, KeyError, TypeError, UnicodeDecodeError):
            settings = None
        if not isinstance(settings, dict):
            if not begin:
                raise self._strange()
            self._pass_over(number, "no tournament wrote this")
            return None
        if settings != self._settings:
            message = f"{self._path} contains games from another tournament, with other bots or another seed or table"
            raise InvalidState(message)
        game = about.get("number")
        if type(game) is not int or game < 1 or not self._is_noted(game, about) or head != self._settings["setup"]:
            self._pass_over(number, "a game lacks a tournament's notes")
        elif game in found:
            self._pass_over(number, f"game {game} is recorded twice")
        else:
            return _Game(game, number, begin, about, [line])
        return None

    def _is_noted(self, game: int, about: dict[str, Any]) -> bool:
        """Whether a game's notes are valid: its bots, and its forfeits with their seats and reasons."""
        names, forfeits = list(self._names(game)), about.get("forfeits", {})
        return (
            about.get("bots") == names
            and isinstance(forfeits, dict)
            and set(forfeits) <= {str(seat) for seat in range(len(names))}
            and all(isinstance(why, str) for why in forfeits.values())
            and type(about.get("late", False)) is bool
        )

    def _keep(self, game: _Game, found: dict[int, MatchResult]) -> None:
        """Store the result of a game, unless its replay fails."""
        try:
            points, cut_off = game.replayed()
        except (ValueError, TypeError):
            self._pass_over(game.line, f"game {game.number} was not played like this")
            return
        forfeits = {int(seat): visible(why, 1_000) for seat, why in game.about.get("forfeits", {}).items()}
        names, late = self._names(game.number), game.about.get("late", False)
        found[game.number] = MatchResult(game.number, names, points, forfeits, late, cut_off)

    def _is_torn_head(self, line: bytes) -> bool:
        """Whether an incomplete line may be the first line of a game in this tournament."""
        begins: tuple[str, ...] = (_HEAD.decode(),)
        rest = line.decode(errors="replace")
        for seat in range(len(self._names(1)) + 1):
            ahead = next((each for each in begins if rest.startswith(each)), None)
            if ahead is None:
                return any(each.startswith(rest) for each in begins)
            rest = rest.removeprefix(ahead)
            begins = tuple("," * bool(seat) + canonical_json(name) for name in self._settings["bots"])
        ends = ('],"forfeits":{"', '],"late":true,"number":', '],"number":')
        noted, _, settings = rest.partition(',"tournament":')
        own = canonical_json(self._settings)
        return any(noted.startswith(each) or each.startswith(noted) for each in ends) and (
            settings.startswith(own) or own.startswith(settings)
        )

    def _strange(self) -> InvalidState:
        return InvalidState(f"{self._path}, line 1: no tournament wrote this; the file is left unchanged")


@define
class _Game:
    """A game that is being read from the file line by line."""

    number: int
    line: int
    begin: int
    """The offset of the game in the file."""
    about: dict[str, Any]
    lines: list[bytes]
    size: int = 0

    def takes(self, line: bytes) -> bool:
        """Add a line if it looks like part of the game; the game's last line may be incomplete."""
        self.size += len(line)
        self.lines.append(line)
        torn = not line.endswith(b"\n")
        looks = any(line.startswith(begin) or (torn and begin.startswith(line)) for begin in _STEPS)
        return looks and self.size < LONGEST_TEXT

    def replayed(self) -> tuple[tuple[int, ...], bool]:
        """Replay the game and return its points and whether it was cut off; raise ValueError if the record is wrong."""
        data = b"".join(self.lines)
        record = read_record(data.decode())
        state = opened(record.setup)
        for seat, action in record.steps:
            if seat != state.actor:
                raise ValueError
            state = apply(state, action)
        cut_off = None if state.over else decisions_in(record.steps)
        ended = state.points, winners(state) if state.over else (), cut_off
        if ended != (record.points, record.winners, record.cut_off) or to_json(record).encode() != data:
            raise ValueError
        return state.points, not state.over
