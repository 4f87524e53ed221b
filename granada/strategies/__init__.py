"""Hypothesis strategies for testing programs built on this package (the extra ``hypothesis``).

Every strategy is a plural noun, and every argument has a default::

    @given(states(games=(GRANADA,), players=(3, 4)))
    def test_my_bot_only_plays_legal_actions(state): ...

Hypothesis draws every choice: the table, each action, each chance draw.
Therefore, pytest prints a failure as the shortest failing game, ready to paste::

    state=state_after(new_game(3), 'draw arena10|market11/n; draw arena12|park13/w')
"""

from granada.strategies.games import GAMES, Moment, lines, modules, openings, records, states
from granada.strategies.lines import Line, record_of, small_box, state_after
from granada.strategies.pieces import actions, attempts, buildings, cards, cells, cities, faces, layouts, purses, tiles

__all__ = ["GAMES", "Line", "Moment", "actions", "attempts", "buildings", "cards", "cells", "cities", "faces"]
__all__ += ["layouts", "lines", "modules", "openings", "purses", "record_of", "records", "small_box", "state_after"]
__all__ += ["states", "tiles"]
