"""The games in a batch, played by the compiled kernel."""

import numpy as np

from granada.errors import InvalidState
from granada.fast import _kernel
from granada.fast.compiled import Position
from granada.fast.encodings import encoding_of
from granada.fast.plain_games import BatchPlan
from granada.fast.translating import read


class Games:
    """Many games that the kernel encodes into arrays; when a game ends, the next one starts."""

    def __init__(self, plan: BatchPlan) -> None:
        """Begin a game for each seed."""
        self._translator, record = read(plan.start)
        there = encoding_of(self._translator, recall=plan.encoding.recall).there
        numbers = plan.threads, plan.decisions, plan.width
        try:
            waiting = _kernel.Waiting(self._translator.table, record)
            self._games = _kernel.Batch(waiting, there, plan.seeds, *numbers, plan.arrays)
        except ValueError as flaw:
            raise InvalidState(str(flaw)) from None

    def position(self, game: int) -> Position:
        """A copy of a game."""
        return Position.within(self._translator, self._games.game(game))

    def step(self, places: np.ndarray) -> int:
        """Apply the action with a given index in each game; return the number of games with more actions than rows."""
        return self._games.step(places)
