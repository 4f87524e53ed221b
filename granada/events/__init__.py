"""Events: the effects of an action or a draw, as small frozen values.

The form of each event defines its notation, in which seats are counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from attrs import AttrsInstance, evolve, fields, frozen

from granada.board import SIDES, Building, Bureau, Card, Cell, Face, Purse, Round, Tile
from granada.game import Row, Standing


def filled(form: str, value: AttrsInstance) -> str:
    """Fill in a form with the fields of a value."""
    texts = {each.name: getattr(value, each.name) for each in fields(type(value))}
    return form.format(**{name: _WRITTEN.get(name, str)(field) for name, field in texts.items()})


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _seats(seats: tuple[int, ...]) -> str:
    return "seat " + " and ".join(str(seat + 1) for seat in seats) if seats else "nobody"


def _row(row: Row) -> str:
    value = "" if row.value is None else f" worth {row.value}"
    return f"{row.name}{value}, {'; '.join(map(_standing, row.standings)) or 'nobody'}"


def _standing(standing: Standing) -> str:
    parts = [
        "Dirk" if standing.seat is None else f"seat {standing.seat + 1}",
        f"with {standing.count}",
        *([f"({standing.price})"] if standing.price is not None else []),
        *([f"as {standing.place}"] if standing.place is not None else []),
        f"scores {standing.points}",
        *(["along", *(f"{cell} {SIDES[side]}" for cell, side in standing.edges)] if standing.edges else []),
    ]
    return " ".join(parts)


_WRITTEN: dict[str, Callable[[Any], str]] = {
    "seat": lambda seat: str(seat + 1),
    "winner": lambda seat: "nobody" if seat is None else f"seat {seat + 1}",
    "counts": _numbers,
    "points": _numbers,
    "winners": _seats,
    "hidden": lambda face: "?" if face is None else str(face),
    "exact": lambda exact: "exactly" if exact else "for more",
    "building": lambda building: "" if building is None else f" for {building}",
    "row": _row,
}
"""The functions that write those fields for which notation alone is not enough."""


EVENTS: dict[str, type[Event]] = {}
"""A mapping from names to kinds of event."""


@frozen
class Event:
    """Something that happened; ``str`` describes it in a few words.

    >>> print(Taken(0, Purse.parse("b3 b2")))
    seat 1 takes b2 b3
    """

    name: ClassVar[str] = ""
    """The name of the kind of event."""
    form: ClassVar[str] = ""
    """The form of the event, with its fields in braces."""

    def __init_subclass__(cls, form: str = "") -> None:
        """Name a kind of event after its class (CardDrawn becomes card-drawn), and register a class that has a form."""
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        cls.form = form or cls.form
        if cls.form:
            EVENTS[cls.name] = cls

    @property
    def secret_of(self) -> int | None:
        """The only seat that may see the whole event; None if all seats may see it."""
        return None

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or a spectator (None), sees it."""
        return self

    def __str__(self) -> str:
        """The notation."""
        return filled(self.form, self)


@frozen
class SeatEvent(Event):
    """Something that a seat did or that happened to a seat.

    - ``seat``: The seat, counted from 0.
    """

    seat: int


@frozen
class Taken(SeatEvent, form="seat {seat} takes {cards}"):
    """A seat has taken money from the display."""

    cards: Purse


@frozen
class Bought(SeatEvent, form="seat {seat} buys {tile} on {space} with {cards} {exact}"):
    """A seat has bought a tile from a yard space and paid exactly its price or more."""

    space: int
    tile: Tile
    cards: Purse
    exact: bool

    @property
    def price(self) -> int:
        """The price of the tile."""
        return self.tile.up.price


@frozen
class Flipped(SeatEvent, form="seat {seat} turns up {tile} paying {cards}"):
    """A seat has paid to turn a tile over; ``tile`` has its new upper face first."""

    tile: Tile
    cards: Purse


@frozen
class Placed(SeatEvent, form="seat {seat} places {face} at {cell}"):
    """A seat has built a bought or awarded tile."""

    face: Face
    cell: Cell


@frozen
class Stored(SeatEvent, form="seat {seat} stores {face}"):
    """A seat has put a bought or awarded tile into its reserve."""

    face: Face


@frozen
class Given(SeatEvent, form="seat {seat} gives {face} to Dirk"):
    """A seat has given a tile to Dirk."""

    face: Face


@frozen
class Added(SeatEvent, form="seat {seat} adds {face} at {cell}"):
    """A seat has built a tile from its reserve."""

    face: Face
    cell: Cell


@frozen
class Removed(SeatEvent, form="seat {seat} removes {face} from {cell}"):
    """A seat has moved a tile from its city to its reserve."""

    face: Face
    cell: Cell


@frozen
class Swapped(SeatEvent, form="seat {seat} swaps {old} at {cell} for {face}"):
    """A seat has swapped a tile in its city for one from its reserve."""

    cell: Cell
    old: Face
    face: Face


@frozen
class HutTaken(SeatEvent, form="seat {seat} takes the hut {face}"):
    """A seat has taken a builders' hut."""

    face: Face


@frozen
class Revealed(SeatEvent, form="seat {seat} reveals {face}"):
    """A seat has shown a bonus card."""

    face: Face


@frozen
class Covered(SeatEvent, form="seat {seat} covers {face}"):
    """A shown bonus card is hidden again because its tile has left the city."""

    face: Face


@frozen
class FavourUsed(SeatEvent, form="seat {seat} uses the vizier"):
    """A seat has used its vizier: the next purchase is the vizier's favour, and his piece is turned face down."""


@frozen
class Reactivated(SeatEvent, form="seat {seat} reactivates the vizier"):
    """A seat has turned its vizier face up again."""


@frozen
class Declined(SeatEvent, form="seat {seat} declines"):
    """A seat has declined an opportunity."""


@frozen
class Stopped(SeatEvent, form="seat {seat} stops"):
    """A seat takes no further action, although it paid exactly."""


@frozen
class Passed(SeatEvent, form="seat {seat} passes"):
    """A seat has passed, because it had no other legal action or chose to pass."""


@frozen
class CardDealt(SeatEvent, form="seat {seat} is dealt {card}"):
    """A card was dealt to a seat; starting hands are dealt face up."""

    card: Card | Bureau


@frozen
class BonusDealt(SeatEvent, form="seat {seat} is dealt the bonus card {hidden}"):
    """A bonus card was dealt to a seat; all other seats see None instead of the card."""

    hidden: Face | None

    @property
    def secret_of(self) -> int | None:
        """The seat that got the card."""
        return self.seat

    def seen_by(self, seat: int | None) -> BonusDealt:
        """The event as a seat, or a spectator (None), sees it."""
        return self if seat == self.seat else evolve(self, hidden=None)


@frozen
class CardDrawn(Event, form="the display gets {card}"):
    """A card was added to the display."""

    card: Card | Bureau


@frozen
class ScoringCardDrawn(Event, form="scoring card {round} is drawn"):
    """A scoring card was drawn; its scoring takes place in this turn."""

    round: Round


@frozen
class TileDrawn(Event, form="space {space} gets {tile}"):
    """A tile was laid on a yard space."""

    space: int
    tile: Tile


@frozen
class DirkDrew(Event, form="Dirk gets {tile}"):
    """Dirk received a tile, with this face up."""

    tile: Tile


@frozen
class HutTurnedUp(Event, form="the hut {face} is turned up"):
    """The next hut in a pile was turned up."""

    face: Face


@frozen
class Reshuffled(Event, form="{number} cards are shuffled into a new deck"):
    """The deck ran out, and all discarded cards became a new deck."""

    number: int


@frozen
class DisplayRefilled(Event, form="the display is refilled"):
    """The display has been refilled."""


@frozen
class YardRefilled(Event, form="the yard is refilled"):
    """The yard has been refilled as far as the tiles allowed."""


@frozen
class MarkerMoved(Event, form="the marker moves to {marker}"):
    """The marker moved to the other field; the next tiles show the face for that field."""

    marker: str


@frozen
class TurnBegun(SeatEvent, form="the turn of seat {seat} begins"):
    """A seat's turn has begun."""


@frozen
class WindowOpened(SeatEvent, form="seat {seat} may use {module}{building}"):
    """A seat may use a module now: before a building is scored, or between two turns."""

    module: str
    building: Building | None = None


@frozen
class ScoringBegun(Event, form="scoring {round} begins"):
    """A scoring has begun."""

    round: Round


@frozen
class RowScored(Event, form="scoring {round}: {row}"):
    """A row of a scoring was scored; the event contains the standings at that moment."""

    round: Round
    row: Row


@frozen
class ScoringEnded(Event, form="scoring {round} ends"):
    """All rows of a scoring have been scored."""

    round: Round


@frozen
class DirkDue(Event, form="Dirk is due {counts} tiles"):
    """Dirk will now draw a number of tiles from each supply."""

    counts: tuple[int, ...]


@frozen
class EndBegun(Event, form="the end begins"):
    """The yard could not be refilled; the remaining tiles are awarded, and the last scoring follows."""


@frozen
class Awarded(Event, form="{winner} is awarded {tile} on {space}"):
    """The tile left on a space is awarded to a seat, or to nobody if the richest players are tied."""

    winner: int | None
    space: int
    tile: Tile


@frozen
class GameOver(Event, form="the game is over with {points} points, {winners} wins"):
    """The game is over; the event contains the points of each seat and the winning seats."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
