"""The fields of an observation: their names, positions and ranges, and a sentence that describes each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

from attrs import evolve, frozen

from granada import game
from granada.board import BUREAUS, MONEY, Building, Bureau, Card, Face, Marker, Round, Tile, TileSet, huts
from granada.game import BONUS, COLOURS, EXCHANGE, HUTS, PILES, VIZIER, Action, Draw, Setup, bonus_cards
from granada.numbering import Numbering

VERSION = 1
"""The version of the encoding; it is the first number in every observation."""
WIDTH = 128
"""The default number of rows for actions in a batch; ``docs/learning.md`` gives the figures."""
LEAST, MOST = -128, 127
"""The range of an eight-bit number."""
HUNDRED = 100
"""The base of the two numbers that encode points: hundreds and the remainder."""
MOST_STEPS = 12
"""The maximum length of an agenda, in which six seats may show cards before a row and the rest of the turn follows."""
STEP_NUMBERS = 6
"""The maximum number of numbers in a step; the step that deals bonus cards to six seats has the most."""
VERBS: tuple[type[Action], ...] = tuple(kind for kind in game.VERBS.values() if kind is not Draw)
BUILDINGS = tuple(Building)
MARKERS = (None, *Marker)
NUMBERING = Numbering(tuple(Round), MARKERS, BUILDINGS)
FACE = ("building", "price", "edges")
TILE = (*FACE, "building below", "price below")


@frozen
class Field:
    """A part of an observation.

    - ``name``: The name of the field.
    - ``shape``: The shape of the field.
    - ``least``: The smallest number.
    - ``most``: The largest number.
    - ``sentence``: The description of the field.
    - ``columns``: The names of the columns on the last axis, if each has its own meaning.
    - ``start``: The offset of the field in the row.
    """

    name: str
    shape: tuple[int, ...]
    least: int
    most: int
    sentence: str
    columns: tuple[str, ...] = ()
    start: int = 0

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The offset of the next field."""
        return self.start + self.size


@frozen
class Things:
    """The things that a table's encoding counts, each kind in encoding order.

    - ``cards``: The money cards, and the bureaus if they take part.
    - ``tiles``: The distinct tiles in the bags, lane by lane, in notation order.
    - ``huts``: The distinct huts, in notation order.
    - ``bonus``: The distinct bonus cards, in notation order.
    - ``number``: The total number of tiles and huts.
    """

    cards: tuple[Card | Bureau, ...]
    tiles: tuple[Tile, ...]
    huts: tuple[Face, ...]
    bonus: tuple[Face, ...]
    number: int

    @staticmethod
    def of(setup: Setup) -> Things:
        """The kinds of things on a table."""
        sets = setup.tiles or tuple(map(TileSet.default, setup.game.lanes))
        tiles = [tile for each in sets for tile in each.tiles]
        own_huts = huts() if HUTS in setup.modules else ()
        cards = bonus_cards(setup) if BONUS in setup.modules else ()
        return Things(
            cards=(*MONEY, *(BUREAUS if EXCHANGE in setup.modules else ())),
            tiles=tuple(dict.fromkeys(tiles)),
            huts=tuple(sorted(set(own_huts))),
            bonus=tuple(sorted(set(cards))),
            number=len(tiles) + len(own_huts),
        )


def observation_fields(setup: Setup, things: Things, *, recall: bool) -> tuple[Field, ...]:
    """The fields of an observation at a table, in order."""
    fields = (
        *_head(setup),
        *_money(setup, things, recall=recall),
        *_tiles(setup, things),
        *_seats(setup),
        *_modules(setup, things),
    )
    starts = accumulate((field.size for field in fields), initial=0)
    return tuple(evolve(field, start=start) for field, start in zip(fields, starts, strict=False))


def _head(setup: Setup) -> tuple[Field, ...]:
    seats = setup.players
    steps = (
        "The agenda, the next step first: the kind of step, counted from 1, and its numbers, each plus 1,"
        " so that 0 means none; seats are counted from the observer."
    )
    columns = ("kind", *(f"number {number}" for number in range(1, STEP_NUMBERS + 1)))
    return (
        Field("version", (1,), VERSION, VERSION, "The version of the encoding."),
        Field("seat", (1,), 0, seats, "The observer: 0 for a spectator, otherwise the seat, counted from 1."),
        Field("mover", (1,), 0, seats, "The seat whose turn it is, counted from 1 (the observer); 0 in the set-up."),
        Field("marker", (1,), 0, 2, "The face that the next tiles show: 1 even, 2 odd, 0 if tiles have one face."),
        Field("agenda", (MOST_STEPS, len(columns)), 0, MOST, steps, columns),
    )


def _each(name: str, kinds: Sequence[object], most: int, sentence: str, before: tuple[int, ...] = ()) -> Field:
    """A field with one number for each kind of thing."""
    return Field(name, (*before, len(kinds)), 0, most, sentence, tuple(map(str, kinds)))


def _money(setup: Setup, things: Things, *, recall: bool) -> tuple[Field, ...]:
    cards, others = things.cards, (setup.players - 1,)
    mixed = "The piles of the deck from the top: cards of each kind, and whether a scoring card is mixed in."
    return (
        _each("hand", cards, 3, "The observer's hand: the number of copies of each card."),
        _each("display", cards, 3, "The money cards in the display."),
        _each("discard", cards, 3, "The discard pile."),
        _each("unseen", cards, 3, "The cards in the deck or in the other players' hands."),
        *([_each("hands", cards, 3, "The other players' hands, the next seat's first.", others)] if recall else []),
        Field("pools", (1,), 0, 2, "The number of kinds of cards in the deck: money, and bureaus if kept apart."),
        Field("piles", (PILES, 4), 0, MOST, mixed, ("first kind", "second kind", "A", "B")),
        Field("later", (2,), 0, PILES, "The pile, counted from 1, that A and B will enter; 0 for none.", ("A", "B")),
    )


def _tiles(setup: Setup, things: Things) -> tuple[Field, ...]:
    slots, pending = 4 * len(setup.game.lanes), (*TILE, "bought", "flipped", "overpaid")
    owned = ("whose", "east", "north", *FACE)
    lying = (
        "The tile in each slot: building, counted from 1 (0 for none), price, edges (1 north, 2 east,"
        " 4 south, 8 west), and the same for the face below."
    )
    got = "The pending tiles, in notation order."
    built = (
        "All players' tiles: the owner (1 is the observer's city, 2 the observer's reserve, 3 and 4 those of the"
        " next seat, and so on; Dirk is last), the steps to the east and north of the start, and the face."
    )
    return (
        Field("yard", (slots, len(TILE)), 0, 15, lying, TILE),
        Field("pending", (slots + 1, len(pending)), 0, 15, got, pending),
        Field("tiles", (things.number, len(owned)), LEAST, MOST, built, owned),
        _each("bags", things.tiles, MOST, "The number of copies of each tile in the bags, even face up."),
    )


def _seats(setup: Setup) -> tuple[Field, ...]:
    seats = setup.players
    found = [
        Field("points", (seats, 2), LEAST, MOST, "Each seat's points, the observer's first.", ("hundreds", "rest")),
        Field("hand_sizes", (seats,), 0, MOST, "The number of cards in each hand."),
    ]
    if len(setup.game.lanes) > 1:
        where = ("founded", "east", "north")
        found.append(Field("founding", (seats, 3), LEAST, MOST, "Whether and where each seat founded Granada.", where))
    if seats == 2:
        dirk = ("there", "hundreds", "rest")
        found.append(Field("dirk", (3,), LEAST, MOST, "Whether Dirk takes part, and his points.", dirk))
    return tuple(found)


def _modules(setup: Setup, things: Things) -> tuple[Field, ...]:
    seats, found = setup.players, []
    if VIZIER in setup.modules:
        found.append(Field("viziers", (seats,), 0, 1, "Whether each seat's vizier is active, the observer's first."))
    if HUTS in setup.modules:
        found.append(_each("hut_tops", COLOURS, 16, "The open hut on each pile: its edges plus 1; 0 if there is none."))
        found.append(_each("hut_piles", things.huts, MOST, "The number of copies of each hut below the open huts."))
    if BONUS in setup.modules:
        cards = things.bonus
        found.append(Field("bonus_left", (1,), 0, MOST, "The number of bonus cards in the box."))
        found.append(Field("bonus_sizes", (seats,), 0, MOST, "The number of each seat's hidden bonus cards."))
        found.append(_each("bonus_hand", cards, MOST, "The observer's hidden bonus cards."))
        found.append(_each("bonus_shown", cards, MOST, "The bonus cards that each seat has shown.", (seats,)))
    return tuple(found)
