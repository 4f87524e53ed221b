"""What a batch is made of, for whoever plays its games."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen

from granada.encoding import Encoding
from granada.game import State


@frozen
class BatchPlan:
    """What the games of a batch begin with, and where their numbers are written.

    - ``start``: From where each game begins.
    - ``encoding``: What the numbers mean.
    - ``seeds``: The seed of each game.
    - ``threads``: How many threads play.
    - ``decisions``: After how many decisions a game is cut off.
    - ``width``: How many actions have a row.
    - ``arrays``: Where the numbers are written, by the names that a ``Batch`` has for them.
    """

    start: State
    encoding: Encoding
    seeds: Sequence[int]
    threads: int
    decisions: int
    width: int
    arrays: dict[str, np.ndarray]
