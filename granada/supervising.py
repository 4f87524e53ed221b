"""Start programs under a supervisor, which ends each program and all processes that it started."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib.resources import files
from typing import Any

WATCHED = sys.platform == "linux" and hasattr(os, "pidfd_open") and bool(sys.executable)
"""Whether programs run under a supervisor; otherwise, ending a program ends only the processes in its session."""


class Supervised:
    """A program, with a supervisor if the system supports one; ``popen`` is the process that was started directly."""

    def __init__(self, command: list[str], **streams: Any) -> None:  # noqa: ANN401  any arguments of Popen
        """Start the program; raise OSError if it cannot be started."""
        self._lifeline, self._is_watched = -1, WATCHED
        if WATCHED:
            self.popen = self._watched(command, streams)
        else:
            self.popen = subprocess.Popen(command, start_new_session=os.name == "posix", **streams)

    def _watched(self, command: list[str], streams: dict[str, Any]) -> subprocess.Popen[bytes]:
        here, there = socket.socketpair()  # other processes could inherit a pipe and keep it open
        kept, self._lifeline = there.detach(), here.detach()
        failure, failed = os.pipe()
        script = files("granada").joinpath("supervisor.py").read_text(encoding="utf-8")
        words = [sys.executable, "-I", "-S", "-c", script, str(kept), str(failed), *command]
        try:
            popen = subprocess.Popen(words, start_new_session=True, pass_fds=(kept, failed), **streams)
        except BaseException:
            self._cut()
            os.close(failure)
            raise
        finally:
            os.close(kept)
            os.close(failed)
        with open(failure, "rb") as why:
            number = why.read()
        if number:
            popen.wait()
            for stream in (popen.stdin, popen.stdout, popen.stderr):
                if stream is not None:
                    stream.close()
            self._cut()
            raise OSError(int(number), os.strerror(int(number)), command[0])
        return popen

    def _cut(self) -> None:
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def break_off(self) -> None:
        """End the program and all processes that it started, without waiting."""
        if not self._is_watched:
            kill(self.popen)
        else:
            self._cut()
            if self.popen.poll() is None:
                self.popen.send_signal(signal.SIGCONT)  # the supervisor may have been stopped

    def end(self, seconds: float) -> None:
        """End the program and all processes that it started, and end the supervisor if it is too slow."""
        self.break_off()
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            kill(self.popen)
            self.popen.wait()


def kill(popen: subprocess.Popen[bytes]) -> None:
    """End a process that started a session, and all other processes in that session, unless it has already ended."""
    with suppress(OSError):
        if popen.poll() is not None:
            return
        if os.name == "posix":
            os.killpg(popen.pid, signal.SIGKILL)
        else:
            popen.kill()
