"""Who competes: a player that searches, bots by their names, and tournaments.

``spreading`` maps any task over any executor, and tournaments, simulations and comparisons rest on it.
A ``Match`` is played by a ``Contest`` (``matches``), in a process of its own where it may not take long (``alone``).
"""

from granada.arena.names import KNOWN, bot_named, bot_of_record, split_names
from granada.arena.search import SearchBot
from granada.arena.spreading import spread
from granada.arena.standings import Standings
from granada.arena.tournaments import tournament
from granada.arena.tracebacks import traceback_line

__all__ = [
    "KNOWN",
    "SearchBot",
    "Standings",
    "bot_named",
    "bot_of_record",
    "split_names",
    "spread",
    "tournament",
    "traceback_line",
]
