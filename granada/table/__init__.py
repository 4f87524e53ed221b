"""The table: setting up (``table``), observations of a seat (``view``), simple ``bots``, whole games.

``unfolding`` lists the events that an action causes; ``playing`` plays games between bots and has the ``Record``;
``running`` has the ``Table``, a game under way with record and undo.
Parts of ``bots`` are for random games.
Nothing here decides what is legal: that is in ``granada.game``.
"""

from granada.table.bots import BOTS, Bot, BuilderBot, EagerBot, RandomBot, Watcher, liking, usable_faces, with_tile
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
