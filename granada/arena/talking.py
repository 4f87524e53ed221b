"""How two processes talk: one sends messages, the other answers by lines; neither flood nor silence harms whoever asks.

On POSIX the ends of a line are sockets. No other process can open them by the names that the system has for
descriptors, and what waits for them is let go from this side, whoever may still hold the other.
"""

import contextlib
import os
import socket
import subprocess
from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO, Any

from granada.text import visible
from granada.wire import read_json

LONGEST_LINE = 100_000
"""So many bytes a line has at the most."""
WAITING = 4
"""So many lines are read before somebody wants them; who says more waits."""
PAUSE = 0.1
"""After so many seconds of silence it is asked whether a process is still there."""
PATIENCE = 0.5
"""So many seconds a thread is waited for that has nothing more to do."""


def _stream(end: socket.socket, mode: str) -> IO[Any]:
    return os.fdopen(os.dup(end.fileno()), mode)


class Silence(Exception):
    """A process has said nothing in the time that it had."""


class Nonsense(Exception):
    """A process has said what no process of ours says."""


class Talk:
    """Messages to a process, and the lines that it answers, each of which is an object of JSON."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]], *, errors: bool = False) -> None:
        """Start a process; ``start`` is given its streams, also that for errors if that is wanted."""
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
        """Send a message; it is not waited for."""
        self._messages.put(b"%d\n" % len(message) + message)

    def answer(self, seconds: float | None) -> dict[str, Any] | None:
        """The next line; None when there is none because the process has ended, and Silence when it comes too late."""
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
        """Say no more and hear no more, whoever may hold the other end."""
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
        """Read line by line, no faster than somebody wants to hear, and then that there is no more."""
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
        """Write the messages as they come."""
        with contextlib.suppress(OSError, ValueError), stream:
            while (message := self._messages.get()) is not None:
                stream.write(message)
                stream.flush()
