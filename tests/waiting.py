"""Waiting for what other processes do, as long as it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 180
"""A test that has waited so many seconds fails: what it waits for will not come."""


def wait_for(there: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def alive(number: int) -> bool:
    """Whether a process runs; one that is dead but not buried does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def dask_cluster(folder: Path, workers: int, path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a cluster whose workers find modules on a path, and its processes, the scheduler first."""
    file = folder / "scheduler.json"
    options = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    commands = [["distributed.cli.dask_scheduler", *options, "--port", "0"]]
    commands += [["distributed.cli.dask_worker", *options, "--nthreads", "1", "--no-nanny"]] * workers
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONWARNINGS": "ignore"}
    silent: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    started = [subprocess.Popen([sys.executable, "-m", *each], **silent) for each in commands]
    try:
        wait_for(lambda: file.exists() and file.read_text(encoding="utf-8").rstrip().endswith("}"))
        yield json.loads(file.read_text(encoding="utf-8"))["address"], started
    finally:
        for process in started:
            process.kill()
            process.wait()
