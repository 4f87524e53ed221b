"""Who sits round the table: setting up and whole games (``table``), what a seat sees (``view``), simple ``bots``.

Nothing here decides what is legal; it asks the game.
"""

from granada.table.bots import BOTS, Bot, BuilderBot, RandomBot
from granada.table.table import MOST_YEARS, PLAYERS, Record, agreed, new_game, opened, play, replay, winners
from granada.table.view import View, observe

__all__ = [
    "BOTS",
    "MOST_YEARS",
    "PLAYERS",
    "Bot",
    "BuilderBot",
    "RandomBot",
    "Record",
    "View",
    "agreed",
    "new_game",
    "observe",
    "opened",
    "play",
    "replay",
    "winners",
]
