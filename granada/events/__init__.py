"""Events: what an action or a draw causes, as small frozen values.

Each has a form, in which it is written; seats count from 1 there, as everywhere in notation.
"""

from __future__ import annotations

import re
from typing import ClassVar

from attrs import evolve, frozen

from granada.board import Bureau, Card, Cell, Face, Purse, Round, Tile
from granada.events.fields import filled
from granada.game import Row


@frozen
class Event:
    """Something that happened; ``str`` says it in a few words.

    >>> print(Taken(0, Purse.parse("b3 b2")))
    seat 1 takes b2 b3
    """

    name: ClassVar[str] = ""
    """What such an event is called."""
    form: ClassVar[str] = ""
    """How it is written, with its fields in braces."""

    def __init_subclass__(cls) -> None:
        """A kind of event is called like its class: CardDrawn is card-drawn."""
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    @property
    def secret_of(self) -> int | None:
        """The seat that alone may see all of it; None where everybody may."""
        return None

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat sees it, or a spectator (None)."""
        return self

    def __str__(self) -> str:
        """The notation."""
        return filled(self.form, self)


@frozen
class SeatEvent(Event):
    """Something that a seat did, or that happened to it.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Taken(SeatEvent):
    """A seat has taken money from the display."""

    form: ClassVar[str] = "seat {seat} takes {cards}"
    cards: Purse


@frozen
class Bought(SeatEvent):
    """A seat has bought a tile from a space of the yard, and paid exactly its price or more."""

    form: ClassVar[str] = "seat {seat} buys {tile} on {space} with {cards} {exact}"
    space: int
    tile: Tile
    cards: Purse
    exact: bool

    @property
    def price(self) -> int:
        """What the tile cost."""
        return self.tile.up.price


@frozen
class Flipped(SeatEvent):
    """A seat has paid to turn a tile over; it now lies like that."""

    form: ClassVar[str] = "seat {seat} turns up {tile} paying {cards}"
    tile: Tile
    cards: Purse


@frozen
class Placed(SeatEvent):
    """A seat has built a tile that it got."""

    form: ClassVar[str] = "seat {seat} places {face} at {cell}"
    face: Face
    cell: Cell


@frozen
class Stored(SeatEvent):
    """A seat has put a tile that it got into its reserve."""

    form: ClassVar[str] = "seat {seat} stores {face}"
    face: Face


@frozen
class Given(SeatEvent):
    """A seat has given a tile to Dirk."""

    form: ClassVar[str] = "seat {seat} gives {face} to Dirk"
    face: Face


@frozen
class Added(SeatEvent):
    """A seat has built a tile of its reserve."""

    form: ClassVar[str] = "seat {seat} adds {face} at {cell}"
    face: Face
    cell: Cell


@frozen
class Removed(SeatEvent):
    """A seat has moved a tile from its city to its reserve."""

    form: ClassVar[str] = "seat {seat} removes {face} from {cell}"
    face: Face
    cell: Cell


@frozen
class Swapped(SeatEvent):
    """A seat has exchanged a tile of its city for one of its reserve."""

    form: ClassVar[str] = "seat {seat} swaps {old} at {cell} for {face}"
    cell: Cell
    old: Face
    face: Face


@frozen
class HutTaken(SeatEvent):
    """A seat has taken a builders' hut."""

    form: ClassVar[str] = "seat {seat} takes the hut {face}"
    face: Face


@frozen
class Revealed(SeatEvent):
    """A seat has shown a bonus card."""

    form: ClassVar[str] = "seat {seat} reveals {face}"
    face: Face


@frozen
class Covered(SeatEvent):
    """A bonus card that was shown is hidden again, since its tile has left the city."""

    form: ClassVar[str] = "seat {seat} covers {face}"
    face: Face


@frozen
class FavourUsed(SeatEvent):
    """A seat has used its vizier: the purchase that follows is his favour, and his piece is turned down."""

    form: ClassVar[str] = "seat {seat} uses the vizier"


@frozen
class Reactivated(SeatEvent):
    """A seat has turned its vizier up again."""

    form: ClassVar[str] = "seat {seat} reactivates the vizier"


@frozen
class Declined(SeatEvent):
    """A seat has let a chance go by."""

    form: ClassVar[str] = "seat {seat} declines"


@frozen
class Stopped(SeatEvent):
    """A seat does without a further action after an exact purchase."""

    form: ClassVar[str] = "seat {seat} stops"


@frozen
class Passed(SeatEvent):
    """A seat could do nothing."""

    form: ClassVar[str] = "seat {seat} passes"


@frozen
class CardDealt(SeatEvent):
    """A card was dealt to a seat; starting hands are open."""

    form: ClassVar[str] = "seat {seat} is dealt {card}"
    card: Card | Bureau


@frozen
class BonusDealt(SeatEvent):
    """A bonus card was dealt to a seat, which alone sees it: to all others it is None."""

    form: ClassVar[str] = "seat {seat} is dealt the bonus card {hidden}"
    hidden: Face | None

    @property
    def secret_of(self) -> int | None:
        """The seat that got the card."""
        return self.seat

    def seen_by(self, seat: int | None) -> BonusDealt:
        """The event as a seat sees it, or a spectator (None)."""
        return self if seat == self.seat else evolve(self, hidden=None)


@frozen
class CardDrawn(Event):
    """A card was laid into the display."""

    form: ClassVar[str] = "the display gets {card}"
    card: Card | Bureau


@frozen
class ScoringCardDrawn(Event):
    """A scoring card came up; it is scored in this turn."""

    form: ClassVar[str] = "scoring card {round} is drawn"
    round: Round


@frozen
class TileDrawn(Event):
    """A tile was laid onto a space of the yard."""

    form: ClassVar[str] = "space {space} gets {tile}"
    space: int
    tile: Tile


@frozen
class DirkDrew(Event):
    """Dirk got a tile, with this face up."""

    form: ClassVar[str] = "Dirk gets {tile}"
    tile: Tile


@frozen
class HutTurnedUp(Event):
    """The next hut of a pile was turned up."""

    form: ClassVar[str] = "the hut {face} is turned up"
    face: Face


@frozen
class Reshuffled(Event):
    """The deck ran out, and all discarded cards became a new one."""

    form: ClassVar[str] = "{number} cards are shuffled into a new deck"
    number: int


@frozen
class DisplayRefilled(Event):
    """The display has been refilled."""

    form: ClassVar[str] = "the display is refilled"


@frozen
class YardRefilled(Event):
    """The yard has been refilled, as far as there were tiles."""

    form: ClassVar[str] = "the yard is refilled"


@frozen
class MarkerMoved(Event):
    """The marker moved to the other field: the next tiles show that face."""

    form: ClassVar[str] = "the marker moves to {marker}"
    marker: str


@frozen
class TurnBegun(SeatEvent):
    """A seat's turn has begun."""

    form: ClassVar[str] = "the turn of seat {seat} begins"


@frozen
class WindowOpened(SeatEvent):
    """A seat may use a module now: before a building is scored, or between two turns."""

    form: ClassVar[str] = "seat {seat} may use {module}{building}"
    module: str
    building: str | None = None


@frozen
class ScoringBegun(Event):
    """A scoring has begun."""

    form: ClassVar[str] = "scoring {round} begins"
    round: Round


@frozen
class RowScored(Event):
    """A row of a scoring was scored; the standings are those of that moment."""

    form: ClassVar[str] = "scoring {round}: {row}"
    round: Round
    row: Row


@frozen
class ScoringEnded(Event):
    """All rows of a scoring have been scored."""

    form: ClassVar[str] = "scoring {round} ends"
    round: Round


@frozen
class DirkDue(Event):
    """Dirk will draw a number of tiles from each supply."""

    form: ClassVar[str] = "Dirk is due {counts} tiles"
    counts: tuple[int, ...]


@frozen
class EndBegun(Event):
    """The yard could not be refilled: the remaining tiles are awarded, and the last scoring follows."""

    form: ClassVar[str] = "the end begins"


@frozen
class Awarded(Event):
    """The tile left on a space is awarded to a seat, or to nobody where several have as much money."""

    form: ClassVar[str] = "{winner} is awarded {tile} on {space}"
    winner: int | None
    space: int
    tile: Tile


@frozen
class GameOver(Event):
    """The game is over: the points of each seat, and the seats that win."""

    form: ClassVar[str] = "the game is over with {points} points, {winners} wins"
    points: tuple[int, ...]
    winners: tuple[int, ...]


EVENTS: dict[str, type[Event]] = {
    kind.name: kind
    for kind in (
        *(Taken, Bought, Flipped, Placed, Stored, Given, Added, Removed, Swapped, HutTaken, Revealed, Covered),
        *(FavourUsed, Reactivated, Declined, Stopped, Passed),
        *(CardDealt, BonusDealt, CardDrawn, ScoringCardDrawn, TileDrawn, DirkDrew, HutTurnedUp),
        *(Reshuffled, DisplayRefilled, YardRefilled, MarkerMoved, TurnBegun, WindowOpened),
        *(ScoringBegun, RowScored, ScoringEnded, DirkDue, EndBegun, Awarded, GameOver),
    )
}
"""Every kind of event by its name."""
