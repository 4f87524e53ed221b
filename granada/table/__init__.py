"""Who sits round the table: setting up (``table``), what a seat sees (``view``), simple ``bots``, whole games.

An action on its way becomes ``events`` in ``unfolding``; ``playing`` asks bots in their turn, and a
``Record`` keeps it; ``running`` is a game under way, for whoever runs one.
Some of ``bots`` is for those who need random games.
Nothing here decides what is legal; it asks the game.
"""

from granada.table.bots import (
    BOTS,
    Bot,
    BuilderBot,
    EagerBot,
    RandomBot,
    Watcher,
    building_actions,
    liking,
    usable_faces,
    with_tile,
)
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
from granada.table.table import MOST_YEARS, PLAYERS, agreed, new_game, opened, winners
from granada.table.unfolding import unfold
from granada.table.view import View, observe
