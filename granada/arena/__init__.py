"""Bots and tournaments: the search bot, the lookup of bots by name, and games between bots.

``bots`` defines the search bot and finds bots by name; ``tournaments`` runs games, or any other tasks, on any executor.
In ``matches``, a ``Contest`` plays a ``Match``. A match with untrusted bots runs in its own process,
``referee_process``, which ``game_processes`` starts. Each of these bots runs in a further process, ``player_process``.
A ``Talk`` is a connection between two processes. ``games_file`` stores the games of a tournament.
"""

from granada.arena.bots import KNOWN, LEVELS, Search, SearchBot, blaming, bot_named, bot_of_record, is_built_in
from granada.arena.game_processes import GameProcesses
from granada.arena.standings import Standings
from granada.arena.tournaments import spread, tournament
