"""The process in which one bot runs; the bot sees only what its seat may see.

Each answer to ``referee_process``, which plays the game, is the bot's action or the reason for a forfeit.
"""

import contextlib
import faulthandler
import os
import pickle
import signal
import sys
from collections.abc import Callable
from multiprocessing import current_process, spawn
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any, NoReturn

from granada.arena.bots import bot_named, maker_of, traceback_line
from granada.errors import InvalidState, quoted
from granada.game import Action
from granada.table import Bot, FaultyBot, View
from granada.wire import canonical_json

PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
"""Constants from ``linux/prctl.h``."""
_LEAVE = os._exit


def main() -> None:
    """Handle messages one after another until the sender ends."""
    messages, tell = connected()
    _tell_where()
    player = Player()
    tell({"begins": os.getpid()})
    while True:
        name, *values = pickle.loads(messages.get())
        try:
            answer = getattr(player, name)(*values)
        except BaseException as flaw:  # noqa: BLE001  SystemExit too
            answer = {"forfeits": traceback_line(flaw)}
        tell(answer)


def connected() -> tuple[SimpleQueue[bytes], Callable[[dict[str, Any]], None]]:
    """Return a queue of messages from the parent process and a function that sends answers."""
    given, channel = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nowhere:
        os.dup2(nowhere.fileno(), 0)
    os.dup2(2, 1)  # printed text must not mix with the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles interrupts
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  only here

        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # on other systems, _read ends the process
        libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # keeps other bots from its memory and descriptors
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(given, messages), daemon=True).start()

    def tell(message: dict[str, Any]) -> None:
        channel.write(canonical_json(message).encode() + b"\n")
        channel.flush()

    return messages, tell


def _read(given: IO[bytes], messages: SimpleQueue[bytes]) -> NoReturn:
    """Read messages; when the sender ends, end this process even if the bot is busy."""
    with contextlib.suppress(OSError, ValueError):
        while size := given.readline():
            messages.put(given.read(int(size)))
    _LEAVE(0)


class Player:
    """A bot and its seat; each method answers one kind of message, and an exception in a method is a forfeit."""

    def __init__(self) -> None:
        """Start without a bot."""
        self._maker: Callable[[Random], Bot] | None = None
        self._bot: Any = None
        self._seat = 0

    def come(self, maker: str | bytes, script: dict[str, str]) -> dict[str, Any]:
        """Find the bot's maker from a name or a pickled object."""
        try:
            self._maker = bot_named(maker) if isinstance(maker, str) else maker_of(_unpickled(maker, script))
        except InvalidState as flaw:
            return {"cannot": str(flaw)}
        except (Exception, SystemExit) as flaw:  # noqa: BLE001  importing a module may raise anything
            return {"cannot": f"this match cannot be played in another process: {traceback_line(flaw)}"}
        return {"there": True}

    def sit(self, seat: int, rng: Random) -> dict[str, Any]:
        """Make the bot."""
        assert self._maker is not None
        self._seat, self._bot = seat, None
        self._bot = self._maker(rng)
        return {"bot": quoted(self._bot), "listens": callable(getattr(self._bot, "notice", None)), **self._remembers()}

    def choose(self, view: View) -> dict[str, Any]:
        """Return the action that the bot chooses."""
        action = self._bot.choose(view, view.legal_actions())
        if not isinstance(action, Action):
            raise FaultyBot(self._seat, self._bot, action)
        return {"do": str(action), **self._remembers()}

    def notice(self, event: object) -> dict[str, Any]:
        """Notify the bot of an event."""
        self._bot.notice(event)
        return self._remembers()

    def _remembers(self) -> dict[str, bool]:
        return {"remembers": getattr(self._bot, "remembers", False) is True}


def _unpickled(data: bytes, script: dict[str, str]) -> Any:  # noqa: ANN401  any maker of a bot
    """Unpickle a value; if it is defined in the parent's main script, import that script first."""
    try:
        return pickle.loads(data)
    except (AttributeError, ImportError):
        process: Any = current_process()
        process._inheriting = True
        try:
            spawn.prepare(script)
        finally:
            del process._inheriting
        return pickle.loads(data)


def _tell_where() -> None:
    """Arrange for the stack to be printed when the process crashes, receives a signal, or exits because of its bot."""
    faulthandler.enable(all_threads=False)
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, all_threads=False)
    number = os.getpid()

    def tell_and_leave(status: int) -> NoReturn:
        if os.getpid() == number:  # not in a process that a bot has started
            faulthandler.dump_traceback(all_threads=False)
        _LEAVE(status)

    os._exit = tell_and_leave
