"""Writes a game or a tournament again and again, and is killed at every write, or finds the disk full at it.

``broken_writes.py recorder|tournament FOLDER`` says "well" when nothing was lost that was whole before.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import granada
from granada.arena.games_file import NAME

if TYPE_CHECKING:
    from collections.abc import Callable

WRITE = os.write
STEPS = 12


def killed_at(wanted: int, part: float) -> Callable[[int, bytes], int]:
    """A way to write that ends this process at the so manieth time, with a part of what is written."""
    count = 0

    def write(descriptor: int, data: bytes) -> int:
        nonlocal count
        count += 1
        if count == wanted:
            WRITE(descriptor, data[: int(part * len(data))])
            os.kill(os.getpid(), signal.SIGKILL)
        return WRITE(descriptor, data)

    return write


def child(work: Callable[[], object], prepare: Callable[[], object]) -> int:
    """How another process ends that does some work."""
    pid = os.fork()
    if not pid:
        prepare()
        try:
            work()
        except OSError:
            os._exit(7)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def record() -> granada.Record:
    return granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(1), about={"a": 1})


def recorder(folder: Path) -> None:
    """A game that is recorded: what was whole when the process ended can be resumed."""
    game, path = record(), folder / "game.jsonl"

    def work() -> None:
        with granada.Recorder(path, granada.Record(game.setup, about=game.about)) as file:
            for seat, action in game.steps[:STEPS]:
                file.add(seat, action)

    for number in range(1, STEPS + 1):
        for part in (0, 0.5, 1):
            path.unlink(missing_ok=True)
            assert child(work, partial(setattr, os, "write", killed_at(number, part))) == -9
            found, _ = granada.resumed(path.read_text(encoding="utf-8"))
            assert found.steps == game.steps[: number - (part < 1)], (number, part)
    work()
    whole = path.stat().st_size
    for size in range(path.read_bytes().index(b"\n") + 1, whole, 7):
        path.unlink()
        assert child(work, partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))) == 7
        text = path.read_text(encoding="utf-8")
        assert text.endswith("\n")
        found, _ = granada.resumed(text)
        assert found.steps == game.steps[: len(found.steps)]
        assert len(text) <= size


def tournament(folder: Path) -> None:
    """A tournament: it goes on from the games that were whole, and ends as if nothing had happened."""
    path = folder / NAME

    def work() -> granada.Standings:
        return granada.tournament(["random", "builder"], 2, 3, seed=4, records=folder)

    expected = work()
    whole = path.read_bytes()
    for number in range(1, 4):
        for part in (0, 0.001, 0.01, 0.5, 0.999, 1):
            path.unlink()
            assert child(work, partial(setattr, os, "write", killed_at(number, part))) == -9
            assert whole.startswith(path.read_bytes())
            assert work() == expected
            assert path.read_bytes() == whole
    for size in (10, len(whole) // 2, len(whole) - 1):
        path.unlink()
        assert child(work, partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))) == 7
        assert whole.startswith(path.read_bytes())
        assert path.read_bytes().count(b'"points"') == path.read_bytes().count(b'"about"')
        assert work() == expected


if __name__ == "__main__":
    {"recorder": recorder, "tournament": tournament}[sys.argv[1]](Path(sys.argv[2]))
    sys.stdout.write("well\n")
