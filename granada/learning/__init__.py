"""Numbers for those who learn: what a seat sees and may do at a table (``Encoding``), rewards and ends.

It needs the extra ``learning``, which is NumPy. The definition stands in ``granada.encoding``, and batches of games
that tell these numbers in ``granada.fast``; this is the door to both.
``pettingzoo`` and ``openspiel`` show the games to the libraries of these names, each with an extra of its own;
``tree`` is a game in which draws are nodes too.

>>> import granada
>>> from granada.learning import Encoding
>>> [field.name for field in Encoding(granada.new_game(4)).fields][:4]
['version', 'seat', 'mover', 'marker']
"""

from importlib import import_module
from typing import Any

from granada.encoding import DECISIONS, VERSION, WIDTH, Encoding, End, Field, standing

__all__ = ["DECISIONS", "VERSION", "WIDTH", "Encoding", "End", "Field", "standing"]
_LATER = ("openspiel", "pettingzoo", "tree")


def __getattr__(name: str) -> Any:
    """A file of this room, which is loaded when it is first asked for, since two of them need libraries."""
    if name not in _LATER:
        raise AttributeError(f"module 'granada.learning' has no attribute {name!r}")
    return import_module(f"granada.learning.{name}")
