"""Who competes: a player that searches, bots by their names, and tournaments.

``bots`` has a player that searches and knows all by their names; ``tournaments`` spreads any task over any executor.
A ``Match`` is played by a ``Contest`` (``matches``). Where bots are not trusted, that is in a process of its own
(``game_processes``, and in that ``referee_process``), and each bot is in another
(``player_process``); a ``Talk`` is how they are asked. ``games_file`` keeps the games of a tournament.
"""

from granada.arena.bots import KNOWN, Search, SearchBot, bot_named, bot_of_record, is_built_in, traceback_line
from granada.arena.game_processes import GameProcesses
from granada.arena.standings import Standings
from granada.arena.tournaments import spread, tournament
