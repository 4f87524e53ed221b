"""Bots and tournaments: the search bot, bots found by name, and games between them.

``bots`` defines the search bot and finds bots by name; ``tournaments`` runs games, or any other tasks, on any executor.
In ``matches``, a ``Contest`` plays a ``Match``. A match with untrusted bots runs in its own process (``game_processes``
starts ``referee_process``), and each of these bots runs in a further process (``player_process``); a ``Talk`` carries
the messages between two processes. ``games_file`` stores the games of a tournament.
"""

from granada.arena.bots import KNOWN, LEVELS, Search, SearchBot, bot_named, bot_of_record, is_built_in, traceback_line
from granada.arena.game_processes import GameProcesses
from granada.arena.standings import Standings
from granada.arena.tournaments import spread, tournament
