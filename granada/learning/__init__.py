"""Reinforcement learning: observations and actions as integer arrays (``Encoding``), rewards and ends.

It needs the extra ``learning``, which is NumPy. ``granada.encoding`` has the definition, ``granada.fast`` has batches;
this room offers both to users.
``pettingzoo`` and ``openspiel`` are environments for these libraries, each with an extra of its own; ``tree`` is a game
with chance nodes.

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
    """Load a file of this room at first use, since two of them need libraries."""
    if name not in _LATER:
        raise AttributeError(f"module 'granada.learning' has no attribute {name!r}")
    return import_module(f"granada.learning.{name}")
