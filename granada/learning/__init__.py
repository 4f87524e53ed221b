"""Reinforcement learning: observations and actions as integer arrays (``Encoding``), and environments with rewards.

This package needs NumPy, from the ``learning`` extra. The package exports the encoding from ``granada.encoding``; the
batches are in ``granada.fast``. ``pettingzoo`` and ``openspiel`` are environments that require the extras with the same
names; ``tree`` is a game with chance nodes.

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
    """Load a module of this package on first use, because two of the modules need other libraries."""
    if name not in _LATER:
        raise AttributeError(f"module 'granada.learning' has no attribute {name!r}")
    return import_module(f"granada.learning.{name}")
