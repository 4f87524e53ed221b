"""How a game ended, and who stands where."""

from collections.abc import Sequence
from enum import IntEnum

DECISIONS = 10_000
"""A game is cut off after so many decisions, unless it is told otherwise: play that only redesigns never ends."""


class End(IntEnum):
    """Whether a game goes on, and why not."""

    GOES_ON = 0
    OVER = 1
    """The rules have ended it."""
    CUT_OFF = 2
    """It has reached the limit on decisions; nobody has won."""


def standing(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 1 for the most points; equals share the better place.

    >>> standing([40, 55, 40])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > mine for other in points) for mine in points)
