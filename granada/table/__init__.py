"""Who sits round the table: setting up (``table``), what a seat sees (``view``), simple ``bots``, whole games.

An action on its way becomes ``events`` in ``unfolding``; ``playing`` asks bots in their turn, and ``records`` keeps it;
``random_play`` is for those who need random games.
Nothing here decides what is legal; it asks the game.
"""

from granada.table.bots import BOTS, Bot, BuilderBot, RandomBot, Watcher, liking
from granada.table.playing import DECISIONS, FaultyBot, ask, game_loop, listeners, most_decisions, play, played
from granada.table.random_play import EagerBot, building_actions, usable_faces, with_tile
from granada.table.records import Record, decisions_in, is_spent, replay
from granada.table.table import MOST_YEARS, PLAYERS, agreed, new_game, opened, winners
from granada.table.unfolding import unfold
from granada.table.view import View, observe
