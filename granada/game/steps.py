"""The steps of the agenda: what happens next, as small frozen values."""

from __future__ import annotations

import re
from typing import ClassVar

from attrs import frozen

from granada.board import Round, Tile

EVEN, ODD = "even", "odd"
"""The two fields of the marker."""


@frozen
class Step:
    """A step of the agenda."""

    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """A kind of step is called like its class: RefillMoney is refill-money."""
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


@frozen
class Decision(Step):
    """A step at which a seat must choose an action."""

    seat: int


@frozen
class Act(Decision):
    """A seat chooses an action; the tiles that it bought exactly lie beside its city."""

    bought: tuple[Tile, ...] = ()
    """Those tiles, by notation."""


@frozen
class Pending:
    """A tile waiting to be placed: bought (then it may be flipped once, or given) or awarded."""

    tile: Tile
    """The tile as it lies."""
    bought: bool = True
    """Whether it was bought; otherwise it was awarded, or is a hut."""
    flipped: bool = False
    """Whether it has been turned over."""
    overpaid: bool = False
    """Whether more than 3 was paid for the flip, at a table where such a tile is no gift."""


@frozen
class PlaceTiles(Decision):
    """A seat builds, stores or gives away the tiles that it got."""

    tiles: tuple[Pending, ...]
    """Those that have found no place yet, by notation."""


@frozen
class RefillMoney(Step):
    """The display is refilled to four cards."""


@frozen
class RefillTiles(Step):
    """The yard is refilled, and then the marker moves if a tile with two faces came."""

    moves_marker: bool = False
    """Whether a tile with two faces came."""
    first: bool = False
    """Whether this is the first fill, before the game."""


@frozen
class ScoreDue(Step):
    """The scoring cards that were drawn are scored."""

    rounds: tuple[Round, ...] = ()
    """The scorings, in order."""


@frozen
class ScoreRow(Step):
    """The rows of a scoring, from one on."""

    round: Round
    row: int = 0
    """The next row, counted from 0."""
    asked: bool = False
    """Whether everybody who may do something before that row has been asked."""


@frozen
class DirkDraws(Step):
    """Dirk draws tiles."""

    left: tuple[int, ...]
    """How many he still gets from each supply."""
    face: str | None = None
    """The face, even or odd, that lies up; None as the marker shows."""


@frozen
class DirkShare(Step):
    """Dirk's tiles after a scoring are counted out."""

    round: Round


@frozen
class EndTest(Step):
    """The game ends when the yard could not be filled."""


@frozen
class NextTurn(Step):
    """The next player's turn begins."""


@frozen
class Award(Step):
    """The left-over tile of a slot of the yard is awarded."""

    slot: int


@frozen
class DealHand(Step):
    """A seat is dealt its starting capital."""

    seat: int


@frozen
class Begin(Step):
    """The deck is cut into piles and the start player begins."""
