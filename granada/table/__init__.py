"""Playing at a table: set-up (``table``), a seat's observations (``view``), simple ``bots``, and whole games.

``unfolding`` lists the events that an action causes; ``playing`` plays games between bots and defines the ``Record``;
``running`` defines the ``Table``, a running game with a record and undo. Some functions in ``bots`` help to play random
games. Only ``granada.game`` decides which actions are legal.
"""

from granada.table.bots import BOTS, Bot, BuilderBot, RandomBot, Watcher, liking, usable_faces, with_tile
from granada.table.playing import (
    DECISIONS,
    FaultyBot,
    Record,
    ask,
    decisions_in,
    game_loop,
    is_spent,
    listeners,
    most_decisions,
    play,
    played,
    replay,
)
from granada.table.running import Table, Writer
from granada.table.table import MOST_YEARS, PLAYERS, empty_table, new_game, opened, winners
from granada.table.unfolding import unfold
from granada.table.view import View, observe
