"""Batches: many games that are stepped together, told in the numbers of ``granada.learning``."""

from __future__ import annotations

import os
import warnings
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from granada import fast
from granada.encoding import DECISIONS, WIDTH, Encoding, Numbers
from granada.errors import InvalidState, quoted, whole
from granada.fast.likeness import seeds, some_threads
from granada.fast.plain_games import BatchPlan
from granada.game import Setup, State, a_whole_state
from granada.table import opened

if TYPE_CHECKING or not fast.COMPILED:
    from granada.fast.plain_games import Games
else:
    from granada.fast.kernel_games import Games


class Arrays:
    """The arrays of a batch; a snapshot has copies of them, which no step changes.

    - ``observation``: What the seat that must decide sees in each game.
    - ``mask``: Which rows of actions are there.
    - ``features``: A row of numbers for each action, if they were asked for.
    - ``counts``: How many actions are legal in each game.
    - ``actors``: The seat that must decide.
    - ``gains``: The points that each seat has gained by the last step; a scoring pays all.
    - ``ends``: Whether the last step has ended the game, and why: an ``End``.
    - ``points``: The points of each seat after the last step, also at the end of a game.
    - ``standing``: The place of each seat at the end of a game; 0 while it goes on.
    """

    observation: Numbers
    mask: NDArray[np.bool_]
    features: Numbers | None
    counts: NDArray[np.int32]
    actors: NDArray[np.int8]
    gains: NDArray[np.int16]
    ends: NDArray[np.uint8]
    points: NDArray[np.int32]
    standing: NDArray[np.int8]

    def snapshot(self) -> Arrays:
        """A copy of all arrays as they are now, which no step changes."""
        kept = Arrays()
        for name in Arrays.__annotations__:
            array = getattr(self, name)
            setattr(kept, name, None if array is None else array.copy())
        return kept


class Batch(Arrays):
    """Many games of a table that are stepped together; where one has ended, a new one begins by itself.

    All arrays are used again: a step writes over them. ``snapshot`` copies them, for whoever wants to keep numbers.
    """

    def __init__(
        self,
        setup: Setup | State,
        number: int,
        seed: int,
        threads: int = 1,
        *,
        recall: bool = False,
        features: bool = True,
        width: int = WIDTH,
        decisions: int = DECISIONS,
    ) -> None:
        """Begin so many games, each with ``Random(s)`` for the next ``s = Random(seed).randrange(2**64)``.

        ``setup`` is what the table agreed on, or a state to begin from. ``recall`` is for those who remember hands,
        ``width`` says how many actions have a row, and ``decisions`` after how many of them a game is cut off.
        """
        if not isinstance(setup, Setup | State):
            raise TypeError(f"setup is a Setup, or a State such as new_game(4) gives, not {quoted(setup)}")
        start = a_whole_state(setup) if isinstance(setup, State) else opened(setup)
        self.number, self.width = _some(number, "number"), _some(width, "width", MOST_WIDTH)
        limit = _some(decisions, "decisions")
        self.encoding = Encoding(start, bool(recall))
        rows, players, columns = self.number, start.setup.players, len(self.encoding.columns)
        self.observation = np.zeros((rows, self.encoding.size), np.int8)
        self.mask = np.zeros((rows, self.width), np.bool_)
        self.features = np.zeros((rows, self.width, columns), np.int8) if features else None
        self.counts, self.actors = np.zeros(rows, np.int32), np.zeros(rows, np.int8)
        self.gains, self.points = np.zeros((rows, players), np.int16), np.zeros((rows, players), np.int32)
        self.ends, self.standing = np.zeros(rows, np.uint8), np.zeros((rows, players), np.int8)
        own = list(seeds(Random(whole(seed, "seed")), rows))
        shared = some_threads(threads)
        arrays = {name: each for name, each in vars(self).items() if isinstance(each, np.ndarray)}
        self._process, self._warned = os.getpid() if shared > 1 else None, False
        self._games = Games(BatchPlan(start, self.encoding, own, shared, limit, self.width, arrays))
        self._warn(int((self.counts > self.width).sum()))

    def step(self, places: ArrayLike) -> None:
        """In each game do the action with a number, its place in the list; then all arrays tell of what came of it.

        The arrays are written over, also those that were handed on without a copy, as ``torch.from_numpy`` does;
        ``snapshot`` keeps them. An IndexError says where there is no such action, and then nothing has been done.
        """
        chosen = np.asarray(places)
        if chosen.shape != (self.number,) or chosen.dtype.kind not in "iu":
            raise TypeError(f"places is {self.number} whole numbers, one for each game, not {quoted(places)}")
        if self._process not in (None, os.getpid()):
            raise RuntimeError("a batch with threads cannot be stepped in a process that was forked from its own")
        if chosen.dtype != np.int32:
            chosen = chosen.clip(-1, _FAR)  # no number becomes another one that is right
        self._warn(self._games.step(np.ascontiguousarray(chosen, np.int32)))

    def position(self, game: int) -> fast.Position:
        """A copy of a game, to look at or to search in."""
        number = whole(game, "game")
        if not 0 <= number < self.number:
            raise IndexError(f"there are {self.number} games")
        return self._games.position(number)

    def _warn(self, longer: int) -> None:
        """Say once that some lists of actions are longer than is told; ``counts`` has all of them."""
        if longer and not self._warned:
            self._warned = True
            most = int(self.counts.max())
            warnings.warn(
                f"a seat has {most} actions, of which {self.width} have rows; width={most} would tell all",
                stacklevel=3,
            )


MOST_WIDTH = 1_000_000
"""So many actions can have a row; no seat has ever so many."""
_FAR = int(np.iinfo(np.int32).max)


def _some(number: int, what: str, most: int = _FAR) -> int:
    """A number of something, of which there is one at least."""
    if whole(number, what) < 1:
        raise InvalidState(f"{what} is 1 or more, not {quoted(number)}")
    if number > most:
        raise InvalidState(f"{what} is at most {most:,}, not {quoted(number)}")
    return int(number)
