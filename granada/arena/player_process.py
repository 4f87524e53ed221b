"""What a process does that plays games for another (``game_processes``): it reads matches and tells how they go."""

import contextlib
import faulthandler
import os
import pickle
import signal
import sys
from multiprocessing import current_process, spawn
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NoReturn

from granada.arena.matches import Contest, Match
from granada.arena.tracebacks import traceback_line
from granada.wire import canonical_json
from granada.wire.records import result_line

PR_SET_PDEATHSIG = 1
"""From ``linux/prctl.h``."""
_LEAVE = os._exit


def main() -> None:
    """Play the matches that come, one after the other, and end with whoever sends them."""
    given, channel = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nowhere:
        os.dup2(nowhere.fileno(), 0)
    os.dup2(2, 1)  # what bots print is no part of what is told
    _end_with_parent()
    _tell_where()
    parts: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(given, parts), daemon=True).start()
    while True:
        _play(parts.get(), parts.get(), channel)


def _play(script: bytes, data: bytes, channel: IO[bytes]) -> None:
    """Play a match, and tell each step as it comes."""

    def tell(message: dict[str, Any]) -> None:
        channel.write(canonical_json(message).encode() + b"\n")
        channel.flush()

    try:
        match = _unpickled(data, pickle.loads(script))
    except (Exception, SystemExit) as flaw:  # noqa: BLE001  whatever a module does when it is imported
        tell({"cannot": traceback_line(flaw)})
        return
    tell({"begins": match.number})
    _, record = Contest.begun(match, tell).finish()
    tell(result_line(record.points or (), record.winners or (), record.cut_off))


def _unpickled(data: bytes, script: dict[str, str]) -> Match:
    """A match; where its bots come from the script of whoever started this process, that is imported first."""
    try:
        match: Match = pickle.loads(data)
    except (AttributeError, ImportError):
        process: Any = current_process()
        process._inheriting = True
        try:
            spawn.prepare(script)
        finally:
            del process._inheriting
        match = pickle.loads(data)
    return match


def _read(given: IO[bytes], parts: SimpleQueue[bytes]) -> NoReturn:
    """Read what is sent; when nobody is there any more to send something, all is over, whatever a bot is doing."""
    with contextlib.suppress(OSError, ValueError):
        while size := given.readline():
            parts.put(given.read(int(size)))
    _LEAVE(0)


def _end_with_parent() -> None:
    """On Linux the system ends this process with the thread that started it; elsewhere ``_read`` does what it can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process decides
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  only here

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _tell_where() -> None:
    """Let this process tell where it is when it crashes, when it is asked by a signal, and when a bot ends it."""
    faulthandler.enable(all_threads=False)
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, all_threads=False)
    number = os.getpid()

    def tell_and_leave(status: int) -> NoReturn:
        if os.getpid() == number:  # and no process that a bot has started
            faulthandler.dump_traceback(all_threads=False)
        _LEAVE(status)

    os._exit = tell_and_leave
