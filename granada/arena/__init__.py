"""Who competes: a player that searches, bots by their names, and tournaments.

``spreading`` maps any task over any executor, and tournaments, simulations and comparisons rest on it.
A ``Match`` is played by a ``Contest`` (``matches``). Where bots are not trusted, that is in a process of its own
(``game_processes``, and in that ``referee_process``), and each bot is in another (``players_apart``, and in that
``player_process``); ``talking`` is how they are asked. ``games_file`` keeps the games of a tournament.
"""

from granada.arena.game_processes import GameProcesses
from granada.arena.names import KNOWN, bot_named, bot_of_record, is_built_in
from granada.arena.search import Search, SearchBot
from granada.arena.spreading import spread
from granada.arena.standings import Standings
from granada.arena.tournaments import tournament
from granada.arena.tracebacks import traceback_line
