"""What a process does that plays games for another (``game_processes``): it reads matches and tells how they go.

No line of anybody's own runs in it: what makes a bot stays pickled, or a name, and goes to a process of that bot
(``players_apart``), and so does a search where times decide. Other built-in players play here.
"""

import pickle
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import evolve, frozen

from granada.arena.bots import is_built_in
from granada.arena.matches import Contest, Match
from granada.arena.player_process import connected
from granada.arena.players_apart import CannotCome, Clock, PlayerApart, PlayerProcess, sweep
from granada.table import BOTS, Bot
from granada.wire.records import result_line

Processes = dict[tuple[str | bytes, int], PlayerProcess]
"""The processes of bots, by what makes them and how many of the same kind are at the table before."""


def main() -> None:
    """Play the matches that come, one after the other, and end with whoever sends them."""
    messages, tell = connected()
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  only here

        from granada.supervisor import adopt_orphans  # noqa: PLC0415  only here

        adopt_orphans(ctypes.CDLL(None))
    processes: Processes = {}
    while True:
        processes = _play(pickle.loads(messages.get()), pickle.loads(messages.get()), processes, tell)


def _play(script: dict[str, str], match: Match, before: Processes, tell: Callable[[dict[str, Any]], None]) -> Processes:
    """Play a match, and tell each step as it comes; the processes of its bots go on."""
    clock = Clock(match.limit, match.move_limit, tell)
    timed = match.limit is not None or match.move_limit is not None
    processes: Processes = {}
    makers: list[Any] = []
    for seat, maker in enumerate(match.makers):
        if maker in BOTS or (isinstance(maker, str) and is_built_in(maker) and not timed):
            makers.append(maker)
            continue
        key = maker, sum(maker == other for other, _ in processes)
        process = before.pop(key, None)
        processes[key] = PlayerProcess() if process is None or process.ended else process
        processes[key].begin()
        makers.append(_Maker(maker, script, seat, processes[key], clock, trial=match.trial))
    for process in before.values():
        process.end()
    tell({"begins": match.number})
    _, record = Contest.begun(evolve(match, makers=tuple(makers)), tell).finish()
    if processes and sys.platform == "linux":
        sweep(list(processes.values()))
    tell(result_line(record.points or (), record.winners or (), record.cut_off))
    return processes


@frozen(eq=False)
class _Maker:
    """What makes a bot that plays in a process of its own."""

    maker: str | bytes
    script: dict[str, str]
    seat: int
    process: PlayerProcess
    clock: Clock
    trial: bool

    def __call__(self, rng: Random) -> Bot:
        """Let it come, which does not count, and sit down."""
        with self.clock.stopped():
            try:
                if not self.clock.is_up:
                    self.process.come(self.maker, self.script)
            except CannotCome as flaw:
                if self.trial:
                    self.clock.tell({"cannot": str(flaw)})
                raise
        return PlayerApart(self.process, self.seat, self.clock, rng)
