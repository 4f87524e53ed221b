"""A program's supervisor: a small process that ends the program and all its descendants when the parent ends.

The supervisor runs as a script (``python -I -S -c``) and needs only the standard library. It works only on Linux, where
a process can adopt the orphans among its descendants, even those that have left the session. The parent holds the other
end of a lifeline; when that end is closed, for any reason, the supervisor ends everything. ``supervising`` starts the
supervisor.
"""

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""Constants from ``linux/prctl.h``."""
PATIENCE = 5.0
"""The maximum time, in seconds, to spend on killing processes that keep starting others."""
PAUSE = 20
"""The number of milliseconds between two checks if the system does not report the end of a process."""


def main(lifeline: int, failure: int, command: list[str]) -> None:
    """Run a command until it ends or the lifeline is closed, then end its descendants and exit with its status."""
    libc = ctypes.CDLL(None)
    adopt_orphans(libc)
    for descriptor in (lifeline, failure):
        os.set_inheritable(descriptor, False)
    pid = os.fork()
    if not pid:
        _become(libc, failure, command)
    for descriptor in (0, 1, 2, failure):
        os.close(descriptor)
    with open(os.devnull, "r+b", buffering=0) as nowhere:
        for descriptor in (0, 1, 2):
            os.dup2(nowhere.fileno(), descriptor)
    status = _watched(pid, lifeline)
    _end_all()
    _end_like(status)


def adopt_orphans(libc: ctypes.CDLL) -> None:
    """Make the orphans among this process's descendants its children."""
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _become(libc: ctypes.CDLL, failure: int, command: list[str]) -> None:
    """Replace this process with the command, which does not outlive its supervisor."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.setsid()
    try:
        os.execvp(command[0], command)
    except OSError as flaw:
        os.write(failure, str(flaw.errno).encode())
    os._exit(127)


def _watched(pid: int, lifeline: int) -> int | None:
    """Wait for the command and return its status; return None if the lifeline is closed first."""
    ready = select.poll()
    ready.register(lifeline, select.POLLIN | select.POLLHUP)
    try:
        ready.register(os.pidfd_open(pid), select.POLLIN)
        pause = None
    except OSError:  # the kernel is too old, or a container forbids the call
        pause = PAUSE
    while True:
        events = dict(ready.poll(pause))
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return status
        if lifeline in events and not os.read(lifeline, 1):
            return None


def children() -> list[int]:
    """The ids of the child processes, including adopted orphans."""
    own, found = str(os.getpid()), []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError, IndexError):
                if Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1] == own:
                    found.append(int(name))
    return found


def _end_all() -> None:
    """End the children, including orphans that become children, until there are none."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        for pid in children():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.005)


def _end_like(status: int | None) -> None:
    """Exit with the same status as the command, or by the same signal."""
    if status is not None and os.WIFSIGNALED(status):
        with suppress(ImportError, OSError, ValueError):
            import resource  # noqa: PLC0415  the module may be missing

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(0 if status is None else os.WEXITSTATUS(status))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
