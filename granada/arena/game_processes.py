"""Games in processes of their own, which are ended when a bot takes too long, and which end with whoever started them.

A process plays one game after the other. It is given a match, pickled, and tells by JSON lines who is asked, each step
and the result. Bots of anybody's own do not run in it but in further processes, which can do nothing but answer for
their seats; nothing that these tell is unpickled or run.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from random import Random
from threading import local
from typing import Any
from weakref import WeakSet, finalize

from attrs import evolve

from granada.arena.matches import Contest, Match, MatchResult, ended_with
from granada.arena.talking import Nonsense, Silence, Talk
from granada.errors import InvalidState
from granada.game import Action, IllegalAction, apply
from granada.supervising import Supervised
from granada.table import BuilderBot, Record, opened
from granada.wire.reader import MOST_POINTS

BEGINNING = 300.0
"""So many seconds longer than a limit the process of a game may say nothing: it starts others, and ends them."""
PATIENCE = 1.0
"""So many seconds a supervisor has to end all that a game has started."""
HERE = os.urandom(8).hex()
"""What tells this process from others on any machine, together with its number."""
STARTED = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from granada.arena.{} import main; main()"
"""What a process runs that plays games, or that plays in one."""
_own = local()
_all: WeakSet[GameProcess] = WeakSet()


class GameProcesses(ThreadPoolExecutor):
    """An executor of threads, each of which has its matches played by a process of its own."""

    def end(self) -> None:
        """End at once: the games that are being played are lost."""
        self.shutdown(wait=False, cancel_futures=True)
        processes = list(_all)
        for process in processes:
            process.break_off()
        for process in processes:
            process.end()
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
        data = _packed(match)
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


def _packed(match: Match) -> bytes:
    """A match as it is sent; what makes its bots is for their processes alone, and is not unpickled on the way."""
    return pickle.dumps(
        evolve(match, makers=tuple(each if isinstance(each, str) else pickle.dumps(each) for each in match.makers))
    )


def end_own_process() -> None:
    """End the process that plays the matches of this thread, if there is one."""
    process: GameProcess | None = getattr(_own, "process", None)
    if process is not None:
        process.end()


class GameProcess:
    """A process that plays matches, one after the other, until it is ended."""

    def __init__(self) -> None:
        """Start it, beneath a supervisor where there can be one."""
        from multiprocessing import spawn  # noqa: PLC0415  only who starts processes needs it

        main = spawn.get_preparation_data("a game")
        self._main = {key: main[key] for key in ("init_main_from_name", "init_main_from_path") if key in main}
        command = [sys.executable, "-c", STARTED.format("referee_process"), json.dumps(sys.path)]

        def start(**streams: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401  whatever Popen takes
            self._supervised = Supervised(command, **streams)
            return self._supervised.popen

        self._talk, self._broken_off = Talk(start), False
        self._finalize = finalize(self, _end, self._supervised, self._talk)
        _all.add(self)

    @property
    def ended(self) -> bool:
        """Whether it plays no more."""
        return not self._finalize.alive or self._supervised.popen.poll() is not None

    def end(self) -> None:
        """End it, and whatever it has started."""
        self._finalize()

    def break_off(self) -> None:
        """End it in the midst of a game, and do not wait for it."""
        self._broken_off = True
        self._supervised.break_off()

    def play(self, match: Match, data: bytes) -> tuple[MatchResult, Record]:
        """Play a match; should its process end, the seat that was asked forfeits it, and builders play it."""
        game = _Told(match)
        self._talk.send(pickle.dumps(self._main))
        self._talk.send(data)
        limits = [seconds for seconds in (match.limit, match.move_limit) if seconds is not None]
        longest = BEGINNING + min(limits) if limits else None
        why = "the process of its game has ended"
        try:
            while (line := self._talk.answer(longest)) is not None:
                if match.trial and "cannot" in line:
                    raise InvalidState(str(line["cannot"]))
                result = game.hear(line)
                if result is not None:
                    return result
        except Silence:
            why = "the process of its game has fallen silent"
        except Nonsense:
            why = "the process of its game talks nonsense"
        if self._broken_off:
            raise CancelledError
        self.end()
        return game.broken_off(why)


def _end(supervised: Supervised, talk: Talk) -> None:
    """End a process, and put away all that belongs to it."""
    supervised.end(PATIENCE)
    talk.end()


class _Told:
    """What a process has told of a match so far."""

    def __init__(self, match: Match) -> None:
        self._match, self._asked, self._late = match, 0, False
        self._forfeits: dict[int, str] = {}
        self._steps: list[tuple[int | None, Action | None]] = []

    def hear(self, data: dict[str, Any]) -> tuple[MatchResult, Record] | None:
        """Take note of a line; the last one tells the result."""
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

    def _seat(self, seat: Any) -> int:  # noqa: ANN401  whatever a process tells
        return range(self._match.setup.players).index(seat)

    def _result(
        self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None
    ) -> tuple[MatchResult, Record]:
        match, is_cut_off = self._match, cut_off is not None
        if len(points) != match.setup.players or max(map(abs, points)) > MOST_POINTS:
            raise ValueError
        if cut_off not in {None, match.most_decisions}:
            raise ValueError
        result = ended_with(match.number, match.names, points, self._forfeits, late=self._late, cut_off=is_cut_off)
        return result, Record(match.setup, tuple(self._steps), points, winners, cut_off=cut_off)

    def broken_off(self, why: str) -> tuple[MatchResult, Record]:
        """How a game ends whose process did: whoever was asked forfeits it, and builders play all seats on."""
        match, state, steps = self._match, opened(self._match.setup), self._steps
        try:
            for _, action in steps:
                state = state if action is None else apply(state, action)
        except IllegalAction:  # no process of ours has told these
            state, steps = opened(match.setup), []
        bots = [BuilderBot(Random(f"{match.seed} in place of seat {seat + 1}")) for seat in range(match.setup.players)]
        contest = Contest(match, state, [*bots], steps=steps, forfeits=self._forfeits, late=self._late)
        contest.forfeit(self._asked, why)
        return contest.finish()
