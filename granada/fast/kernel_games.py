"""The games of a batch in the compiled kernel."""

from collections.abc import Sequence

import numpy as np

from granada.encoding import Encoding
from granada.errors import InvalidState
from granada.fast import _kernel
from granada.fast.compiled import Position
from granada.fast.encodings import encoding_of
from granada.fast.translating import read
from granada.game import State


class Games:
    """Many games, whose numbers the kernel writes into arrays; one that has ended is followed by a new one."""

    def __init__(
        self,
        start: State,
        encoding: Encoding,
        seeds: Sequence[int],
        *,
        threads: int,
        decisions: int,
        width: int,
        arrays: dict[str, np.ndarray],
    ) -> None:
        """Begin a game for each seed."""
        self._translator, record = read(start)
        there = encoding_of(self._translator, recall=encoding.recall).there
        try:
            waiting = _kernel.Waiting(self._translator.table, record)
            self._games = _kernel.Batch(waiting, there, seeds, threads, decisions, width, arrays)
        except ValueError as flaw:
            raise InvalidState([str(flaw)]) from None

    def position(self, game: int) -> Position:
        """A copy of a game."""
        return Position.within(self._translator, self._games.game(game))

    def step(self, places: np.ndarray) -> int:
        """In each game do the action with a number; how many lists of actions are longer than is told."""
        return self._games.step(places)
