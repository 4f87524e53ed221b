"""The games in a batch, played by the Python rules when there is no compiled kernel."""

from collections.abc import Sequence
from random import Random

import numpy as np
from attrs import frozen

from granada.encoding import Encoding, End, standing
from granada.fast.likeness import copied
from granada.fast.plain import Position
from granada.game import State, legal_actions
from granada.table import observe


@frozen
class BatchPlan:
    """The starting point of the games in a batch, and the arrays that they write.

    - ``start``: The state from which each game starts.
    - ``encoding``: The encoding of the arrays.
    - ``seeds``: The seed of each game.
    - ``threads``: The number of threads.
    - ``decisions``: The maximum number of decisions; a game that reaches it is cut off.
    - ``width``: The number of actions that get a row.
    - ``arrays``: A mapping from the names in a ``Batch`` to the arrays to write.
    """

    start: State
    encoding: Encoding
    seeds: Sequence[int]
    threads: int
    decisions: int
    width: int
    arrays: dict[str, np.ndarray]


class Games:
    """Many games that are encoded into arrays; when a game ends, the next one starts."""

    def __init__(self, plan: BatchPlan) -> None:
        """Start a game for each seed; the games run one after another, whatever the number of threads."""
        self._plan, self._arrays = plan, plan.arrays
        self._made = [0] * len(plan.seeds)
        self._games = [Position(plan.start, Random(seed)) for seed in plan.seeds]
        for game in range(len(plan.seeds)):
            self._tell(game)

    def position(self, game: int) -> Position:
        """A copy of a game."""
        return self._games[game].copy()

    def step(self, places: np.ndarray) -> int:
        """Apply the action with a given index in each game; return the number of games with more actions than rows."""
        for game, (place, position) in enumerate(zip(places.tolist(), self._games, strict=True)):
            count = position.count()
            if not 0 <= place < count:
                raise IndexError(f"game {game} has {count} actions, and none with number {place}")
        for game, place in enumerate(places.tolist()):
            self._play(game, place)
            self._tell(game)
        return int((self._arrays["counts"] > self._plan.width).sum())

    def _play(self, game: int, place: int) -> None:
        position, arrays = self._games[game], self._arrays
        before = np.array(position.points)
        position.apply(place)
        points = position.points
        self._made[game] += 1
        cut_off = self._made[game] >= self._plan.decisions
        end = End.OVER if position.over else End.CUT_OFF if cut_off else End.GOES_ON
        arrays["gains"][game] = points - before
        arrays["points"][game] = points
        arrays["ends"][game] = end
        arrays["standing"][game] = 0 if end is End.GOES_ON else standing(points)
        if end is not End.GOES_ON:
            self._games[game] = Position(self._plan.start, copied(position.generator()))
            self._made[game] = 0

    def _tell(self, game: int) -> None:
        """Write the acting seat's observation and legal actions."""
        state, arrays = self._games[game].state(), self._arrays
        actor = state.actor
        legal = legal_actions(state)
        kept = legal[: self._plan.width]
        arrays["counts"][game] = len(legal)
        arrays["actors"][game] = -1 if actor is None else actor
        arrays["observation"][game] = self._plan.encoding.observe(
            observe(state, actor, recall=self._plan.encoding.recall)
        )
        arrays["mask"][game] = np.arange(self._plan.width) < len(kept)
        if "features" in arrays:
            arrays["features"][game] = 0
            arrays["features"][game, : len(kept)] = self._plan.encoding.features(state, kept)
