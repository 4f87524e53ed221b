"""The kinds of steps on an agenda, as frozen classes; OpenFavour and those after it belong to modules."""

import re
from typing import ClassVar

from attrs import frozen

from granada.board import Building, Marker, Round, Tile

EVEN, ODD = Marker
"""The two positions of the marker."""


@frozen
class Step:
    """The base class of steps on the agenda."""

    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Name a kind of step after its class: RefillMoney becomes refill-money."""
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


@frozen
class Decision(Step):
    """A step at which a seat must choose an action.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Act(Decision):
    """A seat chooses an action; the tiles that it has bought in this turn with exact payments wait to be placed.

    - ``bought``: The waiting tiles, in notation order.
    """

    bought: tuple[Tile, ...] = ()


@frozen
class Pending:
    """A tile that waits to be placed; only a bought tile may be flipped (once) or given to Dirk.

    - ``tile``: The tile, with its upper face first.
    - ``bought``: Whether the tile was bought; otherwise it was awarded or is a hut.
    - ``flipped``: Whether the tile has been turned over.
    - ``overpaid``: Whether the flip cost more than 3; set only if the table forbids giving such a tile to Dirk.
    """

    tile: Tile
    bought: bool = True
    flipped: bool = False
    overpaid: bool = False


@frozen
class PlaceTiles(Decision):
    """A seat builds, stores or gives away its waiting tiles.

    - ``tiles``: The tiles that have not been placed yet, in notation order.
    """

    tiles: tuple[Pending, ...]


@frozen
class RefillMoney(Step):
    """The display is refilled to four cards."""


@frozen
class RefillTiles(Step):
    """The yard is refilled; then the marker moves if a tile with two faces was drawn.

    - ``moves_marker``: Whether a tile with two faces was drawn.
    - ``first``: Whether this is the first fill, before the game.
    """

    moves_marker: bool = False
    first: bool = False


@frozen
class ScoreDue(Step):
    """The scorings whose cards have been drawn take place.

    - ``rounds``: The scorings, in order.
    """

    rounds: tuple[Round, ...] = ()


@frozen
class ScoreRow(Step):
    """A row of a scoring, and all rows after it, are scored.

    - ``round``: The scoring.
    - ``row``: The next row, counted from 0.
    - ``asked``: Whether all seats that may act before this row have decided.
    """

    round: Round
    row: int = 0
    asked: bool = False


@frozen
class DirkDraws(Step):
    """Dirk draws tiles.

    - ``left``: The number of tiles that Dirk will still receive from each bag.
    - ``face``: The face, even or odd, that the drawn tiles show; None means the face that the marker shows.
    """

    left: tuple[int, ...]
    face: Marker | None = None


@frozen
class DirkShare(Step):
    """Dirk's number of tiles is determined: six after scoring A, a third of the bag after B.

    - ``round``: The scoring after which Dirk receives the tiles.
    """

    round: Round


@frozen
class EndTest(Step):
    """The game ends if a yard space is empty."""


@frozen
class NextTurn(Step):
    """The next player's turn begins."""


@frozen
class Award(Step):
    """The tile left in a slot goes to the player with the most money in its currency; on a tie, the tile stays.

    - ``slot``: The slot, counted from 0.
    """

    slot: int


@frozen
class DealHand(Step):
    """A seat is dealt its starting capital, followed by each later seat.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Begin(Step):
    """The deck is cut into piles, and the start player begins."""


@frozen
class OpenFavour(Step):
    """Every seat with an active vizier is asked whether to use it, starting with the next player."""


@frozen
class Favour(Decision):
    """A seat decides whether to use its vizier; then the remaining seats decide.

    - ``seats``: The seats that decide later, in order.
    """

    seats: tuple[int, ...] = ()


@frozen
class TurnUpHuts(Step):
    """On each pile that shows no hut, the next hut is turned up."""


@frozen
class DealBonus(Step):
    """Bonus cards are dealt.

    - ``left``: The number of cards that each seat will still receive.
    """

    left: tuple[int, ...]


@frozen
class Show(Decision):
    """A seat may show bonus cards before a building is scored.

    - ``building``: The building that is scored next.
    """

    building: Building
