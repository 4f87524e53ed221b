"""The steps of the agenda: what happens next, as small frozen values; those from OpenFavour on belong to modules."""

import re
from typing import ClassVar

from attrs import frozen

from granada.board import Marker, Round, Tile

EVEN, ODD = Marker
"""The two fields of the marker."""


@frozen
class Step:
    """A step of the agenda."""

    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Name a kind of step after its class: RefillMoney is refill-money."""
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


@frozen
class Decision(Step):
    """A step at which a seat must choose an action.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Act(Decision):
    """A seat chooses an action; tiles that it has bought in this turn, each paid exactly, wait beside its city.

    - ``bought``: Those tiles, by notation.
    """

    bought: tuple[Tile, ...] = ()


@frozen
class Pending:
    """A tile that waits to be placed: bought (then it may be flipped once, or given to Dirk), awarded, or a hut.

    - ``tile``: The tile as it lies.
    - ``bought``: Whether it was bought; otherwise it was awarded, or is a hut.
    - ``flipped``: Whether it has been turned over.
    - ``overpaid``: Whether more than 3 was paid for the flip, at a table where such a tile is no gift.
    """

    tile: Tile
    bought: bool = True
    flipped: bool = False
    overpaid: bool = False


@frozen
class PlaceTiles(Decision):
    """A seat builds, stores or gives away the tiles that it got.

    - ``tiles``: The tiles that are not placed yet, by notation.
    """

    tiles: tuple[Pending, ...]


@frozen
class RefillMoney(Step):
    """The display is refilled to four cards."""


@frozen
class RefillTiles(Step):
    """The yard is refilled, and then the marker moves if a tile with two faces came.

    - ``moves_marker``: Whether a tile with two faces came.
    - ``first``: Whether this is the first fill, before the game.
    """

    moves_marker: bool = False
    first: bool = False


@frozen
class ScoreDue(Step):
    """The scoring cards that were drawn are scored.

    - ``rounds``: The scorings, in order.
    """

    rounds: tuple[Round, ...] = ()


@frozen
class ScoreRow(Step):
    """The rest of a scoring: one row, and all after it.

    - ``round``: The scoring.
    - ``row``: The next row, counted from 0.
    - ``asked``: Whether all seats that may act before that row have decided.
    """

    round: Round
    row: int = 0
    asked: bool = False


@frozen
class DirkDraws(Step):
    """Dirk draws tiles.

    - ``left``: How many he still gets from each supply.
    - ``face``: The face, even or odd, that lies up; None as the marker shows.
    """

    left: tuple[int, ...]
    face: Marker | None = None


@frozen
class DirkShare(Step):
    """The number of tiles that Dirk gets is determined: six after scoring A, a third of the bag after B.

    - ``round``: The scoring after which he gets them.
    """

    round: Round


@frozen
class EndTest(Step):
    """The game ends if a space of the yard is empty."""


@frozen
class NextTurn(Step):
    """The next player's turn begins."""


@frozen
class Award(Step):
    """The tile left in a slot goes to the player with the most money in its currency; on a tie it stays.

    - ``slot``: The slot, counted from 0.
    """

    slot: int


@frozen
class DealHand(Step):
    """A seat is dealt its starting capital, and then each seat after it.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Begin(Step):
    """The deck is cut into piles and the start player begins."""


@frozen
class OpenFavour(Step):
    """Every seat with an active vizier will decide, from the next player on."""


@frozen
class Favour(Decision):
    """A seat may use its vizier; the others decide after it.

    - ``seats``: The others, in order.
    """

    seats: tuple[int, ...] = ()


@frozen
class TurnUpHuts(Step):
    """The next hut of each pile without an open one is turned up."""


@frozen
class DealBonus(Step):
    """Bonus cards are dealt.

    - ``left``: How many each still gets.
    """

    left: tuple[int, ...]


@frozen
class Show(Decision):
    """A seat may show bonus cards before a building is scored.

    - ``building``: The building.
    """

    building: str
