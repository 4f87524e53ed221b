"""Bots that are out to spoil a tournament: they forge, flood, kill, and leave processes behind.

The numbers of the processes that they leave behind go into the file that the variable ``STRAYS`` names.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Any


class First:
    """Takes the first action."""

    def choose(self, view: Any, legal: Any) -> Any:
        return legal[0]


def everywhere() -> list[int]:
    """Descriptors of this process, of its game and of its tournament, as far as they can be had."""
    found = list(range(3, 20))
    number = os.getpid()
    for _ in range(3):  # the game, its supervisor, and the tournament
        number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        for each in range(20):
            with contextlib.suppress(OSError):
                if "pipe:" in str(Path(f"/proc/{number}/fd/{each}").readlink()):
                    found.append(os.open(f"/proc/{number}/fd/{each}", os.O_WRONLY | os.O_NONBLOCK))
    return found


def say(line: bytes) -> None:
    """Say a line wherever it may be heard."""
    for descriptor in everywhere():
        with contextlib.suppress(OSError):
            os.write(descriptor, line + b"\n")


def left_behind(seconds: float = 1_000) -> None:
    """Leave a process behind, in a session of its own, which keeps all descriptors."""
    if not os.fork():
        os.setsid()
        with Path(os.environ["STRAYS"]).open("a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL)


def daemon_left_behind() -> None:
    """Leave a process behind, in a session of its own and without its parent."""
    if parent := os.fork():
        os.waitpid(parent, 0)
    elif number := os.fork():
        with Path(os.environ["STRAYS"]).open("a") as file:
            file.write(f"{number}\n")
        os._exit(0)
    else:
        os.setsid()
        time.sleep(1_000)
        os.kill(os.getpid(), signal.SIGKILL)


def alive(number: int) -> bool:
    """Whether a process runs; one that is dead but not buried does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


class ForgesPoints(First):
    """Says that the game is over, and that it has won by far."""

    def choose(self, view: Any, legal: Any) -> Any:
        say(b'{"points":[' + b"9" * 4_000 + b',0,0],"winners":[0]}')
        return legal[0]


class ForgesSteps(First):
    """Says that somebody has done what nobody can, and dies."""

    def choose(self, view: Any, legal: Any) -> Any:
        say(b'{"do":"take b9","seat":0}')
        os.kill(os.getpid(), signal.SIGKILL)


class ForgesForfeits(First):
    """Says that the others forfeit."""

    def choose(self, view: Any, legal: Any) -> Any:
        for seat in range(6):
            say(b'{"forfeits":%d,"why":"it cheats"}' % seat)
        return legal[0]


class Leaves(First):
    """Leaves a process behind, and plays on."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) == 0:
            left_behind()
        return legal[0]


class LeavesAndDies(First):
    """Leaves a process behind, and dies."""

    def choose(self, view: Any, legal: Any) -> Any:
        left_behind()
        os.kill(os.getpid(), signal.SIGKILL)


class LeavesMany(First):
    """Leaves many processes behind."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) == 0:
            for _ in range(20):
                left_behind()
        return legal[0]


class LeavesADaemon(First):
    """Leaves a process behind whose parent is gone, once in each game, and names those of earlier games that live."""

    def __init__(self) -> None:
        strays = Path(os.environ["STRAYS"])
        for number in strays.read_text().split() if strays.exists() else ():
            if alive(int(number)):
                print(f"{number} lives", flush=True)
        self.has_left = False

    def choose(self, view: Any, legal: Any) -> Any:
        if not self.has_left:
            self.has_left = True
            daemon_left_behind()
        return legal[0]


class KillsItsGame(First):
    """Ends the process that asks it."""

    def choose(self, view: Any, legal: Any) -> Any:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1_000)


class FloodsWithQuestions(First):
    """Says without end that it is asked."""

    line = b'{"asks":0}\n' * 1_000

    def choose(self, view: Any, legal: Any) -> Any:
        print("hanging", flush=True)
        found = everywhere()
        while True:
            for descriptor in found:
                with contextlib.suppress(OSError):
                    os.write(descriptor, self.line)


class FloodsWithSteps(FloodsWithQuestions):
    """Says without end what was done."""

    line = b'{"do":"take b1","seat":0}\n' * 1_000


class FloodsWithoutEnd(FloodsWithQuestions):
    """Says a line that never ends."""

    line = b"x" * 10_000


class Dawdles(First):
    """Says a little now and then, so that it is never silent for long."""

    def choose(self, view: Any, legal: Any) -> Any:
        print("hanging", flush=True)
        found = everywhere()
        while True:
            time.sleep(0.1)
            for descriptor in found:
                with contextlib.suppress(OSError):
                    os.write(descriptor, b" ")
