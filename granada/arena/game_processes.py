"""Communication between two processes: one sends messages, and the other answers in lines of text.

The sender never blocks, whether the other process floods it or stays silent.

On POSIX the ends of a connection are sockets. Other processes cannot open a socket through the name of its descriptor,
and the sender can close the connection even if other processes still hold the other end.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from queue import Empty, Full, Queue
from random import Random
from threading import Event, Thread, local
from time import monotonic
from typing import IO, Any
from weakref import WeakSet, finalize

from attrs import evolve

from granada.arena.matches import Contest, Match, MatchResult
from granada.errors import InvalidState
from granada.game import Action, IllegalAction, apply
from granada.supervising import Supervised
from granada.table import BuilderBot, Record, opened
from granada.text import visible
from granada.wire import read_json
from granada.wire.reader import MOST_POINTS

LONGEST_LINE = 100_000
"""The maximum length of a line, in bytes."""
WAITING = 4
"""The maximum number of lines to read ahead; a process that writes more has to wait."""
PAUSE = 0.1
"""The number of seconds of silence after which to check whether the process still exists."""
PATIENCE = 0.5
"""The number of seconds to wait for a thread that has finished."""
BEGINNING = 300.0
"""The seconds past the time limit for which a game's process may stay silent while it starts or ends others."""
ENDING = 1.0
"""The number of seconds that a supervisor has to end all of a game's processes."""
HERE = os.urandom(8).hex()
"""A token that, together with the process id, identifies this process on any machine."""
STARTED = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from granada.arena.{} import main; main()"
"""The code that runs in a process for games or for a single bot."""


def _stream(end: socket.socket, mode: str) -> IO[Any]:
    return os.fdopen(os.dup(end.fileno()), mode)


class Silence(Exception):
    """Raised when a process does not answer in time."""


class Nonsense(Exception):
    """Raised when a process sends a message that this package's own processes never send."""


class Talk:
    """A connection to a process that answers messages with JSON objects, one on each line."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]], *, errors: bool = False) -> None:
        """Start a process by calling ``start`` with the streams, including standard error if requested."""
        names = ("stdin", "stdout", "stderr")[: 3 if errors else 2]
        streams: dict[str, Any] = dict.fromkeys(names, subprocess.PIPE)
        self._sockets: list[socket.socket] = []
        given: list[socket.socket] = []
        if os.name == "posix":
            for _ in names[1:]:
                here, there = socket.socketpair()
                self._sockets.append(here)
                given.append(there)
            streams = dict(zip(names, (given[0], *given), strict=True))
        try:
            self.popen = start(**streams)
        except BaseException:
            for each in self._sockets:
                each.close()
            raise
        finally:
            for each in given:
                each.close()
        ends = (self.popen.stdout, self.popen.stderr, self.popen.stdin)
        if self._sockets:
            first, last = self._sockets[0], self._sockets[-1]
            ends = (_stream(first, "rb"), _stream(last, "rb") if errors else None, _stream(first, "wb"))
        reader, self.errors, writer = ends
        self._ended = Event()
        self._lines: Queue[bytes] = Queue(WAITING)
        self._messages: Queue[bytes | None] = Queue()
        self._threads = [
            Thread(target=self._read, args=(reader,), daemon=True),
            Thread(target=self._write, args=(writer,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, message: bytes) -> None:
        """Send a message without waiting."""
        self._messages.put(b"%d\n" % len(message) + message)

    def answer(self, seconds: float | None) -> dict[str, Any] | None:
        """Return the next answer, or None if the process has ended; raise Silence if the answer comes too late."""
        deadline = None if seconds is None else monotonic() + seconds
        while True:
            gone = self.popen.poll() is not None
            left = PAUSE if deadline is None else min(PAUSE, deadline - monotonic())
            try:
                line = self._lines.get(timeout=max(0.0, left))
            except Empty:
                if gone:
                    return None
                if deadline is not None and monotonic() >= deadline:
                    raise Silence from None
                continue
            if not line:
                return None
            with contextlib.suppress(ValueError):
                data = read_json(line.decode())
                if isinstance(data, dict):
                    return data
            raise Nonsense(visible(line.decode(errors="replace"), 100))

    def end(self) -> None:
        """Close the connection, even if another process holds the other end."""
        self._ended.set()
        self._messages.put(None)
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE)
        for each in self._sockets:
            each.close()

    def _read(self, stream: IO[bytes]) -> None:
        """Read the answers line by line, no faster than the receiver takes them, and report the end of the stream."""
        with contextlib.suppress(OSError, ValueError), stream:
            while not self._ended.is_set() and (line := stream.readline(LONGEST_LINE)):
                self._put(line)
        self._put(b"")

    def _put(self, line: bytes) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(Full):
                return self._lines.put(line, timeout=PAUSE)
        return None

    def _write(self, stream: IO[bytes]) -> None:
        """Write the messages in the order in which they arrive."""
        with contextlib.suppress(OSError, ValueError), stream:
            while (message := self._messages.get()) is not None:
                stream.write(message)
                stream.flush()


_own = local()
_all: WeakSet[GameProcess] = WeakSet()


class GameProcesses(ThreadPoolExecutor):
    """An executor with several threads, each of which plays its matches in a separate process."""

    def end(self) -> None:
        """Stop at once; the games in progress are lost."""
        self.shutdown(wait=False, cancel_futures=True)
        processes = list(_all)
        for process in processes:
            process.break_off()
        for process in processes:
            process.end()
        self.shutdown()


def home() -> tuple[str, int]:
    """Return the identity of this process."""
    return HERE, os.getpid()


def play_match(match: Match) -> tuple[MatchResult, Record]:
    """Play one game of a tournament; without a time limit, the result depends only on the match.

    The process that started the tournament plays the game itself; any other process starts a new process for it.
    """
    if not match.apart and match.home == home():
        return Contest.begun(match).finish()
    try:
        data = _packed(match)
    except (pickle.PicklingError, AttributeError, TypeError):
        if match.apart:
            raise
        return Contest.begun(match).finish()  # an unnamed function, which arrived without pickle
    process: GameProcess | None = getattr(_own, "process", None)
    if process is None or process.ended:
        process = _own.process = GameProcess()
    try:
        return process.play(match, data)
    except BaseException:
        process.end()
        raise


def _packed(match: Match) -> bytes:
    """Convert a match to a message; the bots' makers stay pickled until the bots' own processes unpickle them."""
    return pickle.dumps(
        evolve(match, makers=tuple(each if isinstance(each, str) else pickle.dumps(each) for each in match.makers))
    )


def end_own_process() -> None:
    """End the process that plays this thread's matches, if there is one."""
    process: GameProcess | None = getattr(_own, "process", None)
    if process is not None:
        process.end()


class GameProcess:
    """A process that plays matches, one after another, until it is ended."""

    def __init__(self) -> None:
        """Start the process, under a supervisor if the system supports one."""
        from multiprocessing import spawn  # noqa: PLC0415  needed only to start processes

        main = spawn.get_preparation_data("a game")
        self._main = {key: main[key] for key in ("init_main_from_name", "init_main_from_path") if key in main}
        command = [sys.executable, "-c", STARTED.format("referee_process"), json.dumps(sys.path)]

        def start(**streams: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401  any argument of Popen
            self._supervised = Supervised(command, **streams)
            return self._supervised.popen

        self._talk, self._broken_off = Talk(start), False
        self._finalize = finalize(self, _end, self._supervised, self._talk)
        _all.add(self)

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return not self._finalize.alive or self._supervised.popen.poll() is not None

    def end(self) -> None:
        """End the process and everything it started."""
        self._finalize()

    def break_off(self) -> None:
        """End the process during a game, without waiting."""
        self._broken_off = True
        self._supervised.break_off()

    def play(self, match: Match, data: bytes) -> tuple[MatchResult, Record]:
        """Play a match; if the process ends, the acting seat forfeits and builders finish the game."""
        game = _Told(match)
        self._talk.send(pickle.dumps(self._main))
        self._talk.send(data)
        limits = [seconds for seconds in (match.limit, match.move_limit) if seconds is not None]
        longest = BEGINNING + min(limits) if limits else None
        why = "its game's process has ended"
        try:
            while (line := self._talk.answer(longest)) is not None:
                if match.trial and "cannot" in line:
                    raise InvalidState(str(line["cannot"]))
                result = game.hear(line)
                if result is not None:
                    return result
        except Silence:
            why = "its game's process does not answer"
        except Nonsense:
            why = "its game's process sent an invalid message"
        if self._broken_off:
            raise CancelledError
        self.end()
        return game.broken_off(why)


def _end(supervised: Supervised, talk: Talk) -> None:
    """End a process and release its resources."""
    supervised.end(ENDING)
    talk.end()


class _Told:
    """The messages that a process has sent about a match so far."""

    def __init__(self, match: Match) -> None:
        self._match, self._asked, self._late = match, 0, False
        self._forfeits: dict[int, str] = {}
        self._steps: list[tuple[int | None, Action]] = []

    def hear(self, data: dict[str, Any]) -> tuple[MatchResult, Record] | None:
        """Handle a line from the process; return the result if this is the last line."""
        try:
            if "asks" in data:
                self._asked = self._seat(data["asks"])
            elif "late" in data:
                self._late = True
            elif "forfeits" in data:
                self._forfeits[self._seat(data["forfeits"])] = str(data["why"])
            elif "points" in data:
                won = tuple(map(self._seat, data["winners"]))
                return self._result(tuple(map(int, data["points"])), won, data.get("cut_off"))
            elif "draw" in data:
                self._steps.append((None, Action.parse(f"draw {data['draw']}")))
            elif "do" in data:
                self._steps.append((self._seat(data["seat"]), Action.parse(data["do"])))
        except (KeyError, TypeError, ValueError):
            raise Nonsense from None
        return None

    def _seat(self, seat: Any) -> int:  # noqa: ANN401  any JSON value
        return range(self._match.setup.players).index(seat)

    def _result(
        self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None
    ) -> tuple[MatchResult, Record]:
        match = self._match
        if len(points) != match.setup.players or max(map(abs, points)) > MOST_POINTS:
            raise ValueError
        if cut_off not in {None, match.most_decisions}:
            raise ValueError
        result = MatchResult(match.number, match.names, points, self._forfeits, self._late, cut_off is not None)
        return result, Record(match.setup, tuple(self._steps), points, winners, cut_off=cut_off)

    def broken_off(self, why: str) -> tuple[MatchResult, Record]:
        """The result of a game whose process ended: the acting seat forfeits and builders finish the game."""
        match, state, steps = self._match, opened(self._match.setup), self._steps
        try:
            for _, action in steps:
                state = apply(state, action)
        except IllegalAction:  # our own processes never send these steps
            state, steps = opened(match.setup), []
        bots = [BuilderBot(Random(f"{match.seed} in place of seat {seat + 1}")) for seat in range(match.setup.players)]
        contest = Contest(match, state, [*bots], steps=steps, forfeits=self._forfeits, late=self._late)
        contest.forfeit(self._asked, why)
        return contest.finish()
