"""Events: what an action or a draw causes, as small frozen values that can be written and read.

Each has a form, which is its notation; seats count from 1 in it, as everywhere in notation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, frozen

from granada.notation import BadNotation
from granada.table.forms import filled, taken_out

if TYPE_CHECKING:
    from granada.board import Bureau, Card, Cell, Face, Purse, Round, Tile
    from granada.game import Row


@frozen
class Event:
    """Something that happened; ``str`` writes it and ``Event.parse`` reads it.

    >>> print(Event.parse("seat 2 buys park6|school7/s on 3 with o4 o2 exactly"))
    seat 2 buys park6|school7/s on 3 with o2 o4 exactly
    """

    name: ClassVar[str] = ""
    form: ClassVar[str] = ""

    @property
    def secret_of(self) -> int | None:
        """The seat that alone may see all of it; None where everybody may."""
        return None

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002  most events are open to all
        """The event as a seat sees it, or a spectator (None)."""
        return self

    def __str__(self) -> str:
        """The notation."""
        return filled(self.form, self)

    @staticmethod
    def parse(text: str) -> Event:
        """Read the notation of any event."""
        words = " ".join(text.split())
        for kind in EVENTS.values():
            if (parts := taken_out(kind.form, kind, words)) is not None:
                return kind(**parts)
        expected = "an event such as 'seat 1 takes b3'"
        raise BadNotation(expected, text[:60])


# What a seat does


@frozen
class Taken(Event):
    """A seat has taken money from the display."""

    name: ClassVar[str] = "taken"
    form: ClassVar[str] = "seat {seat} takes {cards}"
    seat: int
    cards: Purse


@frozen
class Bought(Event):
    """A seat has bought a tile from a space of the yard, and paid exactly its price or more."""

    name: ClassVar[str] = "bought"
    form: ClassVar[str] = "seat {seat} buys {tile} on {space} with {cards} {exact}"
    seat: int
    space: int
    tile: Tile
    cards: Purse
    exact: bool

    @property
    def price(self) -> int:
        """What the tile cost."""
        return self.tile.up.price


@frozen
class Flipped(Event):
    """A seat has paid to turn a tile over; it now lies like that."""

    name: ClassVar[str] = "flipped"
    form: ClassVar[str] = "seat {seat} turns up {tile} paying {cards}"
    seat: int
    tile: Tile
    cards: Purse


@frozen
class Placed(Event):
    """A seat has built a tile that it got."""

    name: ClassVar[str] = "placed"
    form: ClassVar[str] = "seat {seat} places {face} at {cell}"
    seat: int
    face: Face
    cell: Cell


@frozen
class Stored(Event):
    """A seat has put a tile that it got into its reserve."""

    name: ClassVar[str] = "stored"
    form: ClassVar[str] = "seat {seat} stores {face}"
    seat: int
    face: Face


@frozen
class Given(Event):
    """A seat has given a tile to Dirk."""

    name: ClassVar[str] = "given"
    form: ClassVar[str] = "seat {seat} gives {face} to Dirk"
    seat: int
    face: Face


@frozen
class Added(Event):
    """A seat has built a tile of its reserve."""

    name: ClassVar[str] = "added"
    form: ClassVar[str] = "seat {seat} adds {face} at {cell}"
    seat: int
    face: Face
    cell: Cell


@frozen
class Removed(Event):
    """A seat has moved a tile from its city to its reserve."""

    name: ClassVar[str] = "removed"
    form: ClassVar[str] = "seat {seat} removes {face} from {cell}"
    seat: int
    face: Face
    cell: Cell


@frozen
class Swapped(Event):
    """A seat has exchanged a tile of its city for one of its reserve."""

    name: ClassVar[str] = "swapped"
    form: ClassVar[str] = "seat {seat} swaps {old} at {cell} for {face}"
    seat: int
    cell: Cell
    old: Face
    face: Face


@frozen
class HutTaken(Event):
    """A seat has taken a builders' hut."""

    name: ClassVar[str] = "hut-taken"
    form: ClassVar[str] = "seat {seat} takes the hut {face}"
    seat: int
    face: Face


@frozen
class Revealed(Event):
    """A seat has shown a bonus card."""

    name: ClassVar[str] = "revealed"
    form: ClassVar[str] = "seat {seat} reveals {face}"
    seat: int
    face: Face


@frozen
class Covered(Event):
    """A bonus card that was shown is hidden again, since its tile has left the city."""

    name: ClassVar[str] = "covered"
    form: ClassVar[str] = "seat {seat} covers {face}"
    seat: int
    face: Face


@frozen
class FavourUsed(Event):
    """A seat has used its vizier: the purchase that follows is his favour, and his piece is turned down."""

    name: ClassVar[str] = "favour-used"
    form: ClassVar[str] = "seat {seat} uses the vizier"
    seat: int


@frozen
class Reactivated(Event):
    """A seat has turned its vizier up again."""

    name: ClassVar[str] = "reactivated"
    form: ClassVar[str] = "seat {seat} reactivates the vizier"
    seat: int


@frozen
class Declined(Event):
    """A seat has let a chance go by."""

    name: ClassVar[str] = "declined"
    form: ClassVar[str] = "seat {seat} declines"
    seat: int


@frozen
class Stopped(Event):
    """A seat does without a further action after an exact purchase."""

    name: ClassVar[str] = "stopped"
    form: ClassVar[str] = "seat {seat} stops"
    seat: int


@frozen
class Passed(Event):
    """A seat could do nothing."""

    name: ClassVar[str] = "passed"
    form: ClassVar[str] = "seat {seat} passes"
    seat: int


# What is drawn


@frozen
class CardDealt(Event):
    """A card was dealt to a seat; starting hands are open."""

    name: ClassVar[str] = "card-dealt"
    form: ClassVar[str] = "seat {seat} is dealt {card}"
    seat: int
    card: Card | Bureau


@frozen
class BonusDealt(Event):
    """A bonus card was dealt to a seat, which alone sees it: to all others it is None."""

    name: ClassVar[str] = "bonus-dealt"
    form: ClassVar[str] = "seat {seat} is dealt the bonus card {hidden}"
    seat: int
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

    name: ClassVar[str] = "card-drawn"
    form: ClassVar[str] = "the display gets {card}"
    card: Card | Bureau


@frozen
class ScoringCardDrawn(Event):
    """A scoring card came up; it is scored in this turn."""

    name: ClassVar[str] = "scoring-card-drawn"
    form: ClassVar[str] = "scoring card {round} is drawn"
    round: Round


@frozen
class TileDrawn(Event):
    """A tile was laid onto a space of the yard."""

    name: ClassVar[str] = "tile-drawn"
    form: ClassVar[str] = "space {space} gets {tile}"
    space: int
    tile: Tile


@frozen
class DirkDrew(Event):
    """Dirk got a tile, with this face up."""

    name: ClassVar[str] = "dirk-drew"
    form: ClassVar[str] = "Dirk gets {tile}"
    tile: Tile


@frozen
class HutTurnedUp(Event):
    """The next hut of a pile was turned up."""

    name: ClassVar[str] = "hut-turned-up"
    form: ClassVar[str] = "the hut {face} is turned up"
    face: Face


# What follows by itself


@frozen
class Reshuffled(Event):
    """The deck ran out, and all discarded cards became a new one."""

    name: ClassVar[str] = "reshuffled"
    form: ClassVar[str] = "{number} cards are shuffled into a new deck"
    number: int


@frozen
class DisplayRefilled(Event):
    """The display has been refilled."""

    name: ClassVar[str] = "display-refilled"
    form: ClassVar[str] = "the display is refilled"


@frozen
class YardRefilled(Event):
    """The yard has been refilled, as far as there were tiles."""

    name: ClassVar[str] = "yard-refilled"
    form: ClassVar[str] = "the yard is refilled"


@frozen
class MarkerMoved(Event):
    """The marker stands on the other field: the next tiles show that face."""

    name: ClassVar[str] = "marker-moved"
    form: ClassVar[str] = "the marker moves to {marker}"
    marker: str


@frozen
class TurnBegun(Event):
    """A seat's turn has begun."""

    name: ClassVar[str] = "turn-begun"
    form: ClassVar[str] = "the turn of seat {seat} begins"
    seat: int


@frozen
class WindowOpened(Event):
    """A seat is asked whether it uses a module, before a building is scored or between two turns."""

    name: ClassVar[str] = "window-opened"
    form: ClassVar[str] = "seat {seat} may use {module}{building}"
    seat: int
    module: str
    building: str | None = None


@frozen
class ScoringBegun(Event):
    """A scoring has begun."""

    name: ClassVar[str] = "scoring-begun"
    form: ClassVar[str] = "scoring {round} begins"
    round: Round


@frozen
class RowScored(Event):
    """A row of a scoring was scored; the standings are those of that moment."""

    name: ClassVar[str] = "row-scored"
    form: ClassVar[str] = "scoring {round}: {row}"
    round: Round
    row: Row


@frozen
class ScoringEnded(Event):
    """All rows of a scoring have been scored."""

    name: ClassVar[str] = "scoring-ended"
    form: ClassVar[str] = "scoring {round} ends"
    round: Round


@frozen
class DirkDue(Event):
    """Dirk will draw so many tiles from each supply."""

    name: ClassVar[str] = "dirk-due"
    form: ClassVar[str] = "Dirk is due {counts} tiles"
    counts: tuple[int, ...]


@frozen
class EndBegun(Event):
    """The yard could not be refilled: what is left is awarded, and the last scoring follows."""

    name: ClassVar[str] = "end-begun"
    form: ClassVar[str] = "the end begins"


@frozen
class Awarded(Event):
    """The tile left on a space is awarded to a seat, or to nobody where several have as much money."""

    name: ClassVar[str] = "awarded"
    form: ClassVar[str] = "{winner} is awarded {tile} on {space}"
    winner: int | None
    space: int
    tile: Tile


@frozen
class GameOver(Event):
    """The game is over: the points of each seat, and the seats that win."""

    name: ClassVar[str] = "game-over"
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
