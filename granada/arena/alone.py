"""A game in a process of its own, which is ended when it takes too long.

The process is this file: it reads a match, tells who is asked and each step as they come, and last the result.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random
from threading import Event as Signal
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

from granada.arena.matches import Contest
from granada.game import apply
from granada.table import BuilderBot, opened

if TYPE_CHECKING:
    from granada.arena.matches import Match, MatchResult
    from granada.table import Record

BEGINNING = 120.0
"""So many seconds a process has to begin; they do not count."""


def play_match(match: Match) -> tuple[MatchResult, Record]:
    """Play a game of a tournament; without a limit the result depends on the match alone."""
    return Contest.begun(match).finish() if match.limit is None else _limited(match, match.limit)


def _limited(match: Match, limit: float) -> tuple[MatchResult, Record]:
    """Play a game in a process of its own; whoever is asked when the time is up forfeits it, and builders end it."""
    told: list[Any] = []
    begun = Signal()
    with subprocess.Popen(
        [sys.executable, "-m", "granada.arena.alone"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [os.getcwd(), *sys.path]))},  # noqa: PTH109  a text
    ) as process:
        assert process.stdin is not None  # noqa: S101  it is a pipe
        reader = Thread(target=_listen, args=(process.stdout, told, begun), daemon=True)
        reader.start()
        try:
            process.stdin.write(pickle.dumps(match))
            process.stdin.close()
        except BrokenPipeError:
            pass
        begun.wait(BEGINNING)
        reader.join(limit)
        late = reader.is_alive()
        process.kill()
        reader.join()
    if told and told[-1][0] == "result":
        result: tuple[MatchResult, Record] = told[-1][1]
        return result
    return _ended(match, told, f"it took longer than {limit:g} seconds" if late else "its process has ended", late=late)


def _listen(pipe: IO[bytes], told: list[Any], begun: Signal) -> None:
    """Keep what a process tells, until it ends."""
    try:
        while True:
            told.append(pickle.load(pipe))  # noqa: S301  this file on the other side
            begun.set()
    except (EOFError, pickle.UnpicklingError, OSError):
        begun.set()


def _ended(match: Match, told: list[Any], why: str, *, late: bool) -> tuple[MatchResult, Record]:
    """A game that was broken off: the seat that was asked forfeits it, and builders play all seats to the end."""
    steps = [(each[1], each[2]) for each in told if each[0] == "step"]
    state = opened(match.setup)
    for _, action in steps:
        state = apply(state, action)
    bots = [BuilderBot(Random(f"{match.seed} in place of seat {seat + 1}")) for seat in range(match.setup.players)]  # noqa: S311  a game
    contest = Contest(match, state, [*bots], steps=[*steps], late=late)
    seat, forfeits = next(((each[1], each[2]) for each in reversed(told) if each[0] == "asks"), (0, {}))
    contest.forfeits.update(forfeits)
    contest.forfeit(seat, why)
    return contest.finish()


def main() -> None:
    """Play the match that is read, and tell it; what bots print goes to the error output."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    match: Match = pickle.load(sys.stdin.buffer)  # noqa: S301  this file on the other side

    def tell(*message: object) -> None:
        pickle.dump(message, channel)
        channel.flush()

    tell("begins", None)
    contest = Contest.begun(match)
    contest.asks = lambda seat: tell("asks", seat, dict(contest.forfeits))
    contest.does = lambda seat, action: tell("step", seat, action)
    tell("result", contest.finish())


if __name__ == "__main__":
    main()
