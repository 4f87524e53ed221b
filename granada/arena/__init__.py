"""Who competes: a player that searches, and bots by their names."""

from granada.arena.names import KNOWN, bot_named, split_names
from granada.arena.search import SearchBot

__all__ = ["KNOWN", "SearchBot", "bot_named", "split_names"]
