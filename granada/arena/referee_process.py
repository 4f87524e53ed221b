"""The process that plays games for ``game_processes``; it reads matches and reports their steps.

No user code runs in this process: it passes the maker of each user's bot, pickled or as a name, to that bot's own
process. A search with a time limit also gets its own process; other built-in players play here. A bot in its own
process can only answer for its seat; if the process does anything else, only that seat forfeits.
"""

import contextlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any

from attrs import define, evolve, field, frozen

from granada.arena.bots import Forfeit, is_built_in, with_places
from granada.arena.game_processes import PATIENCE, STARTED, Nonsense, Silence, Talk
from granada.arena.matches import Contest, Match
from granada.arena.player_process import connected
from granada.game import Action
from granada.supervising import kill
from granada.supervisor import children
from granada.table import BOTS, Bot, BuilderBot, View
from granada.text import visible
from granada.wire.records import result_line

BEGINNING = 120.0
"""The maximum time, in seconds, to start a process and import a bot; the time limits do not include this time."""
MOST_PRINTED = 1_000_000
"""The maximum number of bytes that a bot may print in a game; the output goes to standard error."""
LONGEST_REASON = 1_000
"""The maximum length of the reason that a bot gives for its forfeit."""
TAIL = 10_000
"""The number of bytes to keep from the end of a process's output."""
SWEEPING = 2.0
"""The maximum time, in seconds, to spend on ending processes that keep starting others."""
LAST_WORDS = 2.0
"""The number of seconds to wait for the remaining output of a process that has ended."""
NONSENSE = "its process sent an invalid answer"
"""The reason for a forfeit after an invalid answer from a bot's process."""
_FRAME = re.compile(r'^  File "(.{1,500})", line (\d{1,9}) in (.{1,200})$', re.MULTILINE)
"""Matches a stack frame in the format that ``faulthandler`` prints."""


@define
class Clock:
    """A game's time limits, and whether the time for the whole game is up."""

    limit: float | None
    move_limit: float | None
    tell: Callable[[dict[str, Any]], None]
    began: float = field(factory=monotonic)
    is_up: bool = False
    """Whether the time for the whole game is up; if so, no bot is asked for further decisions."""

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock during the ``with`` block."""
        before = monotonic()
        yield
        self.began += monotonic() - before

    def left(self) -> tuple[float | None, bool, str]:
        """The seconds left for this decision, whether the game then ends, and the reason to give for lateness."""
        left = None if self.limit is None else max(0.0, self.began + self.limit - monotonic())
        if self.move_limit is not None and (left is None or self.move_limit < left):
            return self.move_limit, False, f"it took longer than {self.move_limit:g} seconds for a decision"
        return left, left is not None, f"it took longer than {self.limit or 0:g} seconds"


class PlayerProcess:
    """A process in which one bot plays one game after another."""

    def __init__(self) -> None:
        """Start the process."""
        command = [sys.executable, "-c", STARTED.format("player_process"), json.dumps(sys.path)]
        self._talk = Talk(
            lambda **streams: subprocess.Popen(command, start_new_session=os.name == "posix", **streams), errors=True
        )
        self.popen, self._came = self._talk.popen, False
        self._last, self._much, self._floods = b"", 0, False
        self._printing = Thread(target=self._pass_on, daemon=True)
        self._printing.start()

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self.popen.poll() is not None

    def begin(self) -> None:
        """Reset to zero the count of bytes that the process has printed."""
        self._last, self._much = b"", 0

    def end(self) -> None:
        """End the process and everything that it started in its session."""
        kill(self.popen)
        self.popen.wait()
        self._talk.end()
        self._printing.join(PATIENCE)

    def come(self, maker: str | bytes, script: dict[str, str]) -> None:
        """Make the process look up its bot's maker."""
        if not self._came:
            self._heard(BEGINNING, "it did not start")
            answer = self.ask(("come", maker, script), BEGINNING, "it could not be imported in time")
            if "cannot" in answer:
                raise CannotCome(visible(str(answer["cannot"]), LONGEST_REASON))
            self._came = True

    def ask(self, message: tuple[Any, ...], seconds: float | None, late: str) -> dict[str, Any]:
        """Return the process's answer to a message; raise Forfeit if the process does not answer correctly."""
        self._talk.send(pickle.dumps(message))
        return self._heard(seconds, late)

    def _heard(self, seconds: float | None, late: str) -> dict[str, Any]:
        try:
            answer = self._talk.answer(seconds)
        except Silence:
            why = with_places(late, self._where(asked=True))
            self.end()
            raise Late(why) from None
        except Nonsense:
            self.end()
            raise Forfeit(NONSENSE) from None
        if answer is None:
            why = with_places(self._ending(), self._where(asked=False))
            self.end()
            raise Forfeit(why)
        if "forfeits" in answer:
            raise Forfeit(visible(str(answer["forfeits"]), LONGEST_REASON))
        return answer

    def _ending(self) -> str:
        """The reason why the process ended."""
        try:
            status = self.popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "its process stopped responding but did not exit"
        if self._floods:
            return f"it printed more than {MOST_PRINTED:,} bytes"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"its process was killed by {signal.Signals(-status).name}"
        return f"its process ended with status {status}"

    def _where(self, *, asked: bool) -> list[tuple[str, int, str]]:
        """The current stack of the process, or its last known stack."""
        if asked and hasattr(signal, "SIGUSR1"):
            self.begin()
            with contextlib.suppress(OSError):
                self.popen.send_signal(signal.SIGUSR1)
        deadline = monotonic() + (PATIENCE if asked else LAST_WORDS)
        while not self._frames() and monotonic() < deadline and self._printing.is_alive():
            self._printing.join(0.01)
        return self._frames()

    def _pass_on(self) -> None:
        """Forward the bot's output up to a limit, and end a process that prints more."""
        assert self._talk.errors is not None
        with contextlib.suppress(OSError, ValueError), self._talk.errors as stream:
            while chunk := os.read(stream.fileno(), 1 << 16):
                self._last, self._much = (self._last + chunk)[-TAIL:], self._much + len(chunk)
                if self._much <= MOST_PRINTED:
                    os.write(2, chunk)
                elif not self._floods:
                    self._floods = True
                    kill(self.popen)

    def _frames(self) -> list[tuple[str, int, str]]:
        """The frames of the last stack, innermost first."""
        text = self._last.decode(errors="replace").rpartition("most recent call first")[2]
        return [(file, int(line), name) for file, line, name in _FRAME.findall(text)]


class CannotCome(Forfeit):
    """Raised when a bot's process cannot find the bot's maker."""


class Late(Forfeit):
    """Raised when a bot takes too long."""


class PlayerApart:
    """A bot that runs in another process; like every bot, it is constructed from a random generator."""

    def __init__(self, process: PlayerProcess, seat: int, clock: Clock, rng: Random) -> None:
        """Make the bot in its process."""
        self._process, self._clock = process, clock
        self._stand_in = BuilderBot(Random(seat))
        self.remembers, self._name = False, ""
        if clock.is_up:
            return
        answer = self._ask("sit", seat, rng)
        self._name = visible(str(answer.get("bot")))
        if answer.get("listens") is True:
            self.notice = self._notice

    def __repr__(self) -> str:
        """The name of the bot."""
        return self._name

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the action from the bot's process, or from a builder once the game's time limit has passed."""
        if self._clock.is_up:
            return self._stand_in.choose(view, legal)
        said = self._ask("choose", view)
        try:
            return Action.parse(said["do"])
        except (KeyError, TypeError, ValueError):
            self._process.end()
            raise Forfeit(NONSENSE) from None

    def _notice(self, event: object) -> None:
        if not self._clock.is_up:
            self._ask("notice", event)

    def _ask(self, *message: object) -> dict[str, Any]:
        seconds, is_last, late = self._clock.left()
        try:
            answer = self._process.ask(message, seconds, late)
        except Late:
            self._clock.is_up = is_last
            self._clock.tell({"late": True})
            raise
        self.remembers = answer.get("remembers") is True
        return answer


def sweep(processes: list[PlayerProcess]) -> None:
    """End the bots' orphaned processes, if the system makes them children of this process."""
    deadline, known = monotonic() + SWEEPING, {process.popen.pid for process in processes}
    while (strays := [pid for pid in children() if pid not in known]) and monotonic() < deadline:
        for pid in strays:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        sleep(0.002)


Processes = dict[tuple[str | bytes, int], PlayerProcess]
"""A mapping from pairs of a maker and the number of identical bots in earlier seats to bots' processes."""


def main() -> None:
    """Play matches one after another until the sender ends."""
    messages, tell = connected()
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  only here

        from granada.supervisor import adopt_orphans  # noqa: PLC0415  only here

        adopt_orphans(ctypes.CDLL(None))
    processes: Processes = {}
    while True:
        processes = _play(pickle.loads(messages.get()), pickle.loads(messages.get()), processes, tell)


def _play(script: dict[str, str], match: Match, before: Processes, tell: Callable[[dict[str, Any]], None]) -> Processes:
    """Play a match and report each step; return the bots' processes, which stay alive for the next match."""
    clock = Clock(match.limit, match.move_limit, tell)
    timed = match.limit is not None or match.move_limit is not None
    processes: Processes = {}
    makers: list[Any] = []
    for seat, maker in enumerate(match.makers):
        if maker in BOTS or (isinstance(maker, str) and is_built_in(maker) and not timed):
            makers.append(maker)
            continue
        key = maker, sum(maker == other for other, _ in processes)
        process = before.pop(key, None)
        processes[key] = PlayerProcess() if process is None or process.ended else process
        processes[key].begin()
        makers.append(_Maker(maker, script, seat, processes[key], clock, trial=match.trial))
    for process in before.values():
        process.end()
    tell({"begins": match.number})
    _, record = Contest.begun(evolve(match, makers=tuple(makers)), tell).finish()
    if processes and sys.platform == "linux":
        sweep(list(processes.values()))
    tell(result_line(record.points or (), record.winners or (), record.cut_off))
    return processes


@frozen(eq=False)
class _Maker:
    """The maker of a bot that plays in its own process."""

    maker: str | bytes
    script: dict[str, str]
    seat: int
    process: PlayerProcess
    clock: Clock
    trial: bool

    def __call__(self, rng: Random) -> Bot:
        """Start the bot with the clock stopped, and assign its seat."""
        with self.clock.stopped():
            try:
                if not self.clock.is_up:
                    self.process.come(self.maker, self.script)
            except CannotCome as flaw:
                if self.trial:
                    self.clock.tell({"cannot": str(flaw)})
                raise
        return PlayerApart(self.process, self.seat, self.clock, rng)
