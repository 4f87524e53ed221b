"""Games in processes of their own, which are ended when a bot takes too long, and which end with whoever started them.

A process plays one game after the other. It is given a match, pickled, and tells by JSON lines who is asked, each step
and the result; nothing that it tells is unpickled or run, since bots may speak through it.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from queue import Empty, Queue
from random import Random
from threading import Thread, local
from time import monotonic
from typing import IO, Any
from weakref import WeakSet, finalize

from granada.arena.matches import Contest, Match, MatchResult, ended_with
from granada.arena.tracebacks import with_places
from granada.errors import InvalidState
from granada.game import Action, apply
from granada.table import BuilderBot, Record, opened
from granada.wire import read_json

BEGINNING = 120.0
"""So many seconds a process has to begin; they do not count."""
MOST_PRINTED = 1_000_000
"""So many bytes the bots of a game may print; they go to the error output."""
LONGEST_LINE = 100_000
"""So many bytes a line has at the most that a process tells."""
PATIENCE = 0.5
"""So many seconds a process that takes too long has to tell where it is."""
TAIL = 10_000
"""So many of the last bytes that it printed are kept."""
HERE = os.urandom(8).hex()
"""What tells this process from others on any machine, together with its number."""
_STARTED = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from granada.arena.player_process import main; main()"
)
_FRAME = re.compile(r'^  File "(.{1,500})", line (\d{1,9}) in (.{1,200})$', re.MULTILINE)
"""A place as ``faulthandler`` tells it."""
_own = local()
_all: WeakSet[GameProcess] = WeakSet()


class GameProcesses(ThreadPoolExecutor):
    """An executor of threads, each of which has its matches played by a process of its own."""

    def end(self) -> None:
        """End at once: the games that are being played are lost."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in list(_all):
            process.break_off()
        self.shutdown()


def home() -> tuple[str, int]:
    """What tells this process from all others."""
    return HERE, os.getpid()


def play_match(match: Match) -> tuple[MatchResult, Record]:
    """Play a game of a tournament; without a limit the result depends on the match alone.

    In the process of whoever asked for the tournament it is played as it is, anywhere else in a process of its own.
    """
    if not match.apart and match.home == home():
        return Contest.begun(match).finish()
    try:
        data = pickle.dumps(match)
    except (pickle.PicklingError, AttributeError, TypeError):
        if match.apart:
            raise
        return Contest.begun(match).finish()  # a function without a name, which came by other ways than pickle
    process: GameProcess | None = getattr(_own, "process", None)
    if process is None or process.ended:
        process = _own.process = GameProcess()
    try:
        return process.play(match, data)
    except BaseException:
        process.end()
        raise


def end_own_process() -> None:
    """End the process that plays the matches of this thread, if there is one."""
    process: GameProcess | None = getattr(_own, "process", None)
    if process is not None:
        process.end()


class _Ended(Exception):
    """A game was broken off: why, and whether it was for the time."""

    def __init__(self, why: str, *, late: bool = False) -> None:
        super().__init__(why)
        self.why, self.late = why, late


class GameProcess:
    """A process that plays matches, one after the other, until it is ended."""

    def __init__(self) -> None:
        """Start it."""
        from multiprocessing import spawn  # noqa: PLC0415  only who starts processes needs it

        main = spawn.get_preparation_data("a game")
        self._main = {key: main[key] for key in ("init_main_from_name", "init_main_from_path") if key in main}
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _STARTED, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # whoever ends this one by a signal ends it in an orderly manner
        )
        self._lines: Queue[bytes | None] = Queue()
        self._printed = _Printed(self._popen)
        self._threads = [
            Thread(target=_pass_on, args=(self._popen.stdout, self._lines), daemon=True),
            Thread(target=self._printed.read, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._broken_off = False
        self._finalize = finalize(self, _end, self._popen, self._threads)
        _all.add(self)

    @property
    def ended(self) -> bool:
        """Whether it plays no more."""
        return not self._finalize.alive or self._popen.poll() is not None

    def end(self) -> None:
        """End it, and whatever it has started, as far as that is in its session."""
        self._finalize()

    def break_off(self) -> None:
        """End it in the midst of a game."""
        self._broken_off = True
        _kill(self._popen)

    def play(self, match: Match, data: bytes) -> tuple[MatchResult, Record]:
        """Play a match; the seat whose bot was asked when it was broken off forfeits it, and builders end it."""
        game = _Told(match)
        self._printed.begin()
        try:
            self._send(data)
            return self._follow(match, game)
        except _Ended as flaw:
            if self._broken_off:
                raise CancelledError from None
            where = self._where(late=flaw.late)
            self.end()
            return game.broken_off(with_places(flaw.why, where), late=flaw.late)

    def _send(self, data: bytes) -> None:
        assert self._popen.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which is seen where it should tell something
            for part in (pickle.dumps(self._main), data):
                self._popen.stdin.write(b"%d\n" % len(part) + part)
            self._popen.stdin.flush()

    def _follow(self, match: Match, game: _Told) -> tuple[MatchResult, Record]:
        """What the process tells of a match, to its end."""
        first = self._next(BEGINNING, "it did not begin")
        if "cannot" in first:
            raise InvalidState([f"a process cannot play this match: {first['cannot']}"])
        began = monotonic()
        while True:
            left = None if match.limit is None else began + match.limit - monotonic()
            late = f"it took longer than {match.limit:g} seconds" if match.limit is not None else ""
            if match.move_limit is not None and (left is None or match.move_limit < left):
                left, late = match.move_limit, f"it took longer than {match.move_limit:g} seconds for a decision"
            result = game.hear(self._next(left, late))
            if result is not None:
                return result

    def _next(self, seconds: float | None, late: str) -> dict[str, Any]:
        """The next line; it is over when none comes."""
        try:
            line = self._lines.get(timeout=None if seconds is None else max(0.0, seconds))
        except Empty:
            raise _Ended(late, late=True) from None
        if line is None:
            raise _Ended(self._ending())
        with contextlib.suppress(ValueError):
            data = read_json(line.decode())
            if isinstance(data, dict):
                return data
        raise _Ended("its process talks nonsense")

    def _ending(self) -> str:
        """How the process has ended."""
        try:
            status = self._popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "its process has fallen silent"
        if self._printed.floods:
            return f"it printed more than {MOST_PRINTED:,} bytes"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"its process died of {signal.Signals(-status).name}"
        return f"its process ended with status {status}"

    def _where(self, *, late: bool) -> list[tuple[str, int, str]]:
        """The places at which the process stands, or stood when it ended, as far as it can tell them."""
        if late and hasattr(signal, "SIGUSR1"):
            self._printed.begin()
            with contextlib.suppress(OSError):
                self._popen.send_signal(signal.SIGUSR1)
            deadline = monotonic() + PATIENCE
            while not self._printed.frames() and monotonic() < deadline:
                self._threads[1].join(0.01)
        else:
            self._threads[1].join(PATIENCE)
        return self._printed.frames()


class _Printed:
    """What the bots of a process print, which is passed on to the error output as long as it is not too much."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen, self._last, self._much, self.floods = popen, b"", 0, False

    def begin(self) -> None:
        """Count from here."""
        self._last, self._much = b"", 0

    def read(self) -> None:
        """Read until there is no more; a process that prints without end is ended."""
        assert self._popen.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._popen.stderr.fileno(), 1 << 16):
                self._last, self._much = (self._last + chunk)[-TAIL:], self._much + len(chunk)
                if self._much <= MOST_PRINTED:
                    os.write(2, chunk)
                elif not self.floods:
                    self.floods = True
                    _kill(self._popen)

    def frames(self) -> list[tuple[str, int, str]]:
        """The places that were told last, the innermost first."""
        text = self._last.decode(errors="replace").rpartition("most recent call first")[2]
        return [(file, int(line), name) for file, line, name in _FRAME.findall(text)]


def _pass_on(stream: IO[bytes], lines: Queue[bytes | None]) -> None:
    """Pass on line by line what a process tells, and then that it has ended."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _kill(popen: subprocess.Popen[bytes]) -> None:
    """End a process, and the others of its session."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(popen.pid, signal.SIGKILL)
        else:
            popen.kill()


def _end(popen: subprocess.Popen[bytes], threads: list[Thread]) -> None:
    """End a process, and put away all that belongs to it."""
    _kill(popen)
    popen.wait()
    for thread in threads:
        thread.join(PATIENCE)
    for stream in (popen.stdin, popen.stdout, popen.stderr):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()


class _Told:
    """What a process has told of a match so far."""

    def __init__(self, match: Match) -> None:
        self._match, self._asked = match, 0
        self._forfeits: dict[int, str] = {}
        self._steps: list[tuple[int | None, Action | None]] = []

    def hear(self, data: dict[str, Any]) -> tuple[MatchResult, Record] | None:
        """Take note of a line; the last one tells the result."""
        try:
            if "asks" in data:
                self._asked = self._seat(data["asks"])
            elif "forfeits" in data:
                self._forfeits[self._seat(data["forfeits"])] = str(data["why"])
            elif "points" in data:
                won = tuple(map(self._seat, data["winners"]))
                return self._result(tuple(map(int, data["points"])), won, data.get("cut_off"))
            elif "draw" in data:
                self._steps.append((None, Action.parse(f"draw {data['draw']}")))
            else:
                self._steps.append((self._seat(data["seat"]), Action.parse(data["do"])))
        except (KeyError, TypeError, ValueError):
            raise _Ended("its process talks nonsense") from None
        return None

    def _seat(self, seat: Any) -> int:  # noqa: ANN401  whatever a process tells
        return range(self._match.setup.players).index(seat)

    def _result(
        self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None
    ) -> tuple[MatchResult, Record]:
        match, is_cut_off = self._match, cut_off is not None
        if len(points) != match.setup.players or cut_off not in {None, match.most_decisions}:
            raise ValueError
        result = ended_with(match.number, match.names, points, self._forfeits, late=False, cut_off=is_cut_off)
        return result, Record(match.setup, tuple(self._steps), points, winners, cut_off=cut_off)

    def broken_off(self, why: str, *, late: bool) -> tuple[MatchResult, Record]:
        """How a game ends that was broken off: whoever was asked forfeits it, and builders play all seats on."""
        match, state = self._match, opened(self._match.setup)
        for _, action in self._steps:
            if action is not None:
                state = apply(state, action)
        bots = [BuilderBot(Random(f"{match.seed} in place of seat {seat + 1}")) for seat in range(match.setup.players)]
        contest = Contest(match, state, [*bots], steps=self._steps, forfeits=self._forfeits, late=late)
        contest.forfeit(self._asked, why)
        return contest.finish()
