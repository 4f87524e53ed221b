"""Who competes: a player that searches."""

from granada.arena.search import SearchBot

__all__ = ["SearchBot"]
