"""Hypothesis strategies for testing programs built on this package (the extra ``hypothesis``).

Every strategy is a plural noun, and every argument has a default::

    @given(states(games=(GRANADA,), players=(3, 4)))
    def test_my_bot_only_plays_legal_actions(state): ...

Hypothesis draws every choice: the table, each action, each chance draw.
So a failure is shown as the shortest game that fails, ready to paste::

    state=state_after(new_game(3), 'draw arena10|market11/n; draw arena12|park13/w')
"""

from granada.strategies.games import Moment, lines, modules, openings, records, states
from granada.strategies.lines import Line, record_of, small_box, state_after
from granada.strategies.pieces import (
    GAMES,
    actions,
    attempts,
    buildings,
    cards,
    cells,
    cities,
    faces,
    layouts,
    purses,
    tiles,
)

__all__ = [
    "GAMES",
    "Line",
    "Moment",
    "actions",
    "attempts",
    "buildings",
    "cards",
    "cells",
    "cities",
    "faces",
    "layouts",
    "lines",
    "modules",
    "openings",
    "purses",
    "record_of",
    "records",
    "small_box",
    "state_after",
    "states",
    "tiles",
]
