"""The steps of the agenda: what happens next, as small frozen values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

if TYPE_CHECKING:
    from granada.board import Round, Tile

EVEN, ODD = "even", "odd"
"""The two fields of the marker."""


@frozen
class Step:
    """A step of the agenda."""

    name: ClassVar[str]
    decides: ClassVar[bool] = False
    """Whether the seat of the step must choose an action."""


@frozen
class Act(Step):
    """A seat chooses an action; the tiles that it bought exactly lie beside its city."""

    name: ClassVar[str] = "act"
    decides: ClassVar[bool] = True
    seat: int
    bought: tuple[Tile, ...] = ()


@frozen
class Pending:
    """A tile waiting to be placed: bought (then it may be flipped once, or given) or awarded."""

    tile: Tile
    bought: bool = True
    flipped: bool = False
    overpaid: bool = False
    """Whether more than 3 was paid for the flip, at a table where such a tile is no gift."""


@frozen
class PlaceTiles(Step):
    """A seat builds, stores or gives away the tiles that it got."""

    name: ClassVar[str] = "place-tiles"
    decides: ClassVar[bool] = True
    seat: int
    tiles: tuple[Pending, ...]


@frozen
class RefillMoney(Step):
    """The display is refilled to four cards."""

    name: ClassVar[str] = "refill-money"


@frozen
class RefillTiles(Step):
    """The yard is refilled; whether a tile with two faces came, and whether this is the first fill."""

    name: ClassVar[str] = "refill-tiles"
    moves_marker: bool = False
    first: bool = False


@frozen
class ScoreDue(Step):
    """The scoring cards that were drawn are scored."""

    name: ClassVar[str] = "score-due"
    rounds: tuple[Round, ...] = ()


@frozen
class ScoreRow(Step):
    """One row of a scoring; whether the windows before it have been opened."""

    name: ClassVar[str] = "score-row"
    round: Round
    row: int = 0
    asked: bool = False


@frozen
class DirkDraws(Step):
    """Dirk draws so many tiles from each supply, with this face up or as the marker shows."""

    name: ClassVar[str] = "dirk-draws"
    left: tuple[int, ...]
    face: str | None = None


@frozen
class DirkShare(Step):
    """Dirk's tiles after a scoring are counted out."""

    name: ClassVar[str] = "dirk-share"
    round: Round


@frozen
class EndTest(Step):
    """The game ends when the yard could not be filled."""

    name: ClassVar[str] = "end-test"


@frozen
class NextTurn(Step):
    """The next player's turn begins."""

    name: ClassVar[str] = "next-turn"


@frozen
class Award(Step):
    """The left-over tile of a slot of the yard is awarded."""

    name: ClassVar[str] = "award"
    slot: int


@frozen
class DealHand(Step):
    """A seat is dealt its starting capital."""

    name: ClassVar[str] = "deal-hand"
    seat: int


@frozen
class Begin(Step):
    """The deck is cut into piles and the start player begins."""

    name: ClassVar[str] = "begin"
