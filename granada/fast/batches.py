"""Batches: many games that are stepped together and encoded as arrays."""

from __future__ import annotations

import os
import warnings
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from granada import fast
from granada.encoding import DECISIONS, WIDTH, Encoding, Numbers
from granada.errors import in_range, quoted, whole
from granada.fast.likeness import seeds, some_threads
from granada.fast.plain_games import BatchPlan
from granada.game import Setup, State, a_whole_state
from granada.table import opened

if TYPE_CHECKING or not fast.COMPILED:
    from granada.fast.plain_games import Games
else:
    from granada.fast.kernel_games import Games


class Arrays:
    """The arrays of a batch; a snapshot contains copies that no step changes.

    - ``observation``: The observation of the acting seat in each game.
    - ``mask``: For each game, whether each row of ``features`` contains a legal action.
    - ``features``: A row of numbers for each action; None if the batch was made with ``features=False``.
    - ``counts``: The number of legal actions in each game.
    - ``actors``: The seat that must decide in each game.
    - ``gains``: The points that each seat gained in the last step; in a scoring, all seats can gain points.
    - ``ends``: An ``End`` for each game, which says whether the last step ended the game, and how.
    - ``points``: The points of each seat after the last step, even if that step ended the game.
    - ``standing``: The place of each seat at the end of a game; 0 during the game.
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
        """Copy all arrays as they are now; no step changes the copy."""
        kept = Arrays()
        for name in Arrays.__annotations__:
            array = getattr(self, name)
            setattr(kept, name, None if array is None else array.copy())
        return kept


class Batch(Arrays):
    """Many games that are stepped together; when a game ends, the next one starts automatically.

    A step overwrites all arrays. ``snapshot`` copies them.
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
        """Start the games; each uses ``Random(s)``, where ``Random(seed).randrange(2**64)`` returns the next ``s``.

        ``setup`` may also be a state from which each game starts. ``recall`` adds the other players' hands to the
        observations, ``width`` is the number of actions that get a row, and ``decisions`` limits a game's decisions.
        """
        if not isinstance(setup, Setup | State):
            raise TypeError(f"setup must be a Setup, or a State such as new_game(4) returns, not {quoted(setup)}")
        start = a_whole_state(setup) if isinstance(setup, State) else opened(setup)
        self.number, self.width = in_range(number, "number", 1, _FAR), in_range(width, "width", 1, MOST_WIDTH)
        limit = in_range(decisions, "decisions", 1, _FAR)
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
        """Apply one action in each game, given by its index in the list of legal actions, and update all arrays.

        A step overwrites the arrays, and any arrays that share their memory, such as those from ``torch.from_numpy``;
        ``snapshot`` copies them. An index out of range raises IndexError and changes nothing.
        """
        chosen = np.asarray(places)
        if chosen.shape != (self.number,) or chosen.dtype.kind not in "iu":
            raise TypeError(f"places must be {self.number} whole numbers, one for each game, not {quoted(places)}")
        if self._process not in (None, os.getpid()):
            raise RuntimeError("a batch with threads cannot be stepped in a forked process")
        if chosen.dtype != np.int32:
            chosen = chosen.clip(-1, _FAR)  # no wrong number may wrap around to a valid one
        self._warn(self._games.step(np.ascontiguousarray(chosen, np.int32)))

    def position(self, game: int) -> fast.Position:
        """A copy of a game, as a ``Position``."""
        number = whole(game, "game")
        if not 0 <= number < self.number:
            raise IndexError(f"there are {self.number} games")
        return self._games.position(number)

    def _warn(self, longer: int) -> None:
        """Warn once that some games have more actions than rows; ``counts`` contains the true numbers of actions."""
        if longer and not self._warned:
            self._warned = True
            most = int(self.counts.max())
            warnings.warn(
                f"a seat has {most} legal actions, but only {self.width} have rows; use width={most} for all",
                stacklevel=3,
            )


MOST_WIDTH = 1_000_000
"""The maximum width; no seat ever has that many actions."""
_FAR = int(np.iinfo(np.int32).max)
