"""Encode the views, the actions and the ends of games at a table as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from attrs import field, fields, frozen
from numpy.typing import ArrayLike, NDArray

from granada.board import NO_CARDS, SIDES, Cell, City, Face, Purse, beyond
from granada.encoding.fields import LEAST, MOST, VERBS, VERSION, Field, Things, observation_fields
from granada.encoding.views import face_numbers, face_of, observation, view_of
from granada.errors import InvalidState, instance, quoted, refuse, whole
from granada.game import FLIP_PRICE, Action, Buy, Flip, Remove, Setup, Slot, State, a_state, legal_actions, slot_of
from granada.table import View

DECISIONS = 10_000
"""The default limit on the number of decisions in a game; otherwise, seats that only redesign could play forever."""


class End(IntEnum):
    """Whether a game continues, or why it ended."""

    GOES_ON = 0
    OVER = 1
    """The rules have ended the game."""
    CUT_OFF = 2
    """The game has reached its maximum number of decisions, and no seat has won."""


def standing(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, counted from 1 for the most points; tied seats share the better place.

    >>> standing([40, 55, 40])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > mine for other in points) for mine in points)


COLUMNS: dict[str, str] = {
    "verb": "The verb, counted from 1 in canonical order.",
    "slot": "The slot of the yard from which a tile is bought, counted from 1.",
    "building": "The building of the tile that the action is about, counted from 1; a removed tile counts too.",
    "price": "The price of that tile.",
    "edges": "The edges of that tile.",
    "east": "The cell, in steps to the east of the start.",
    "north": "The cell, in steps to the north of the start.",
    "cards": "The number of cards taken or paid.",
    "total": "The total value of these cards, at most 127.",
    "over": "The excess over the price, at most 127.",
    "sites": "The number of cells in the city on which the tile would fit now, at most 127.",
    "open": "The number of the tile's sides towards empty cells that have no moat or wall.",
    "barred": "The number of the tile's sides towards empty cells that have a moat or wall.",
}
"""The columns of a row that precede the columns for cards, with their meanings; those from ``cards`` on are derived."""
_VERB = {kind: number for number, kind in enumerate(VERBS, start=1)}


def action_row(action: Action, state: State, city: City, things: Things) -> list[int]:
    """The numbers that encode an action by the seat that owns the city."""
    if type(action) not in _VERB:
        raise InvalidState(f"the encoding covers the actions of players, not {quoted(action)}")
    slot = slot_of(state.setup.game, action) if isinstance(action, Buy) else None
    face = _face(action, state, city, slot)
    cell: Cell | None = getattr(action, "cell", None)
    cards: Purse = getattr(action, "cards", NO_CARDS)
    counts = [cards.count(kind) for kind in things.cards]
    if sum(counts) < len(cards):
        raise InvalidState(f"cards: the encoding of this table has no bureaus, as in {action}")
    if cell is not None and not all(-MOST <= part <= MOST for part in cell):
        raise InvalidState(f"east, north: the encoding has numbers from -{MOST} to {MOST} here, not {cell}")
    open_sides, barred = (0, 0) if cell is None or face is None else _towards_empty_cells(city, face, cell)
    price = 0 if face is None else FLIP_PRICE if isinstance(action, Flip) else face.price
    return [
        _VERB[type(action)],
        0 if slot is None else state.setup.game.slots.index(slot) + 1,
        *(face_numbers(face) if face else (0, 0, 0)),
        *(cell or (0, 0)),
        len(cards),
        min(cards.total(), MOST),
        min(max(cards.total() - price, 0), MOST) if isinstance(action, Buy | Flip) else 0,
        min(len(city.sites(face)), MOST) if face else 0,
        open_sides,
        barred,
        *counts,
    ]


def _face(action: Action, state: State, city: City, slot: Slot | None) -> Face | None:
    """The face that an action concerns."""
    if slot is not None:
        tile = state.slots[slot]
        return None if tile is None else tile.up
    if isinstance(action, Remove):
        return city.get(action.cell)
    face: Face | None = getattr(action, "face", None)
    return face


def _towards_empty_cells(city: City, face: Face, cell: Cell) -> tuple[int, int]:
    """How many of a tile's sides next to empty cells have no moat or wall, and how many have one."""
    free = [side for side in range(len(SIDES)) if not city.is_taken(beyond(cell, side))]
    barred = sum(face.barred(side) for side in free)
    return len(free) - barred, barred


def action_of(row: Sequence[int], setup: Setup, things: Things) -> Action:
    """The action that these numbers encode."""
    verb, slot, building, price, edges, east, north = row[:7]
    counts = row[len(COLUMNS) :]
    kind = VERBS[verb - 1]
    cards = Purse([card for card, number in zip(things.cards, counts, strict=True) for _ in range(number)])
    if kind is Buy:
        space, lane = setup.game.slots[slot - 1]
        return Buy(space, cards, setup.game.halves[lane])
    read: dict[str, Callable[[], object]] = {
        "face": lambda: face_of(building, price, edges),
        "cell": lambda: Cell(east, north),
        "cards": lambda: cards,
    }
    return kind(**{each.name: read[each.name]() for each in fields(kind)})


Numbers: TypeAlias = NDArray[np.int8]
LONGEST_NAME = 160
"""The maximum length of an encoding's name, and of a name in an error message."""
REACH = 12
"""The default distance from the start tile that planes cover; ``docs/learning.md`` gives the figures."""


def _setup(setup: Setup | State) -> Setup:
    return setup.setup if isinstance(setup, State) else setup


@frozen(slots=False)
class Encoding:
    """The encoding of a table: observations and actions as int8 arrays.

    - ``setup``: The options chosen for the table; any state of a game can be given instead.
    - ``recall``: Whether observers remember the other players' hands.

    >>> from random import Random
    >>> import granada
    >>> from granada.learning import Encoding
    >>> state = granada.deal(granada.new_game(3), Random(7))
    >>> encoding = Encoding(state)
    >>> view = granada.observe(state, state.actor)
    >>> row = encoding.observe(view)
    >>> row.shape == (encoding.size,), encoding.view(row) == view
    (True, True)
    >>> rows = encoding.features(view)
    >>> encoding.action(rows[0]) == granada.legal_actions(state)[0]
    True
    """

    setup: Setup = field(converter=_setup, validator=instance(Setup, "a Setup or a State (of a view, view.table)"))
    recall: bool = False

    @cached_property
    def things(self) -> Things:
        """The kinds of things at the table, in encoding order."""
        return Things.of(self.setup)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of an observation, in order."""
        return observation_fields(self.setup, self.things, recall=self.recall)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns in an action's row."""
        return (*COLUMNS, *map(str, self.things.cards))

    @property
    def size(self) -> int:
        """The length of an observation."""
        return self.fields[-1].stop

    @cached_property
    def name(self) -> str:
        """A text to save with the numbers: the version, the table, and a checksum of all the fields' names.

        >>> import granada
        >>> from granada.learning import Encoding
        >>> Encoding(granada.new_game(4)).name
        'granada encoding 1: granada, 4 players, 705 numbers, 22599236'
        """
        names = [name for part in self.fields for name in (part.name, *part.columns)]
        chosen = [self.setup.game.name, f"{self.setup.players} players", *map(str, self.setup.modules)]
        about = ", ".join([*chosen, *(["recall"] if self.recall else []), f"{self.size} numbers"])
        return f"granada encoding {VERSION}: {about}, {crc32(' '.join(names).encode()):08x}"

    def check(self, name: str) -> None:
        """Raise an error unless ``name`` is the name of this encoding."""
        if name != self.name:
            raise InvalidState(f"these numbers belong to {str(name)[:LONGEST_NAME]!r}, not to {self.name!r}")

    # What a seat sees

    def observe(self, view: View) -> Numbers:
        """The numbers that encode a view; if a value does not fit, raise an error that names the field."""
        if not isinstance(view, View):
            raise TypeError(f"view must be a View such as granada.observe returns, not {quoted(view)}")
        self._same_table(view.table)
        if view.recall != self.recall:
            raise InvalidState(f"this encoding is for views with recall={self.recall}")
        return np.array(observation(view, self.fields, self.things, recall=self.recall), np.int8)

    def view(self, row: ArrayLike) -> View:
        """The view that these numbers encode; raise an error if they are not an observation at this table."""
        return view_of(self.parts(_numbers(row, (self.size,))), self.setup, self.things, recall=self.recall)

    def parts(self, rows: Numbers) -> dict[str, Numbers]:
        """A mapping from names to the fields of one or more observations, reshaped without a copy."""
        if rows.shape[-1:] != (self.size,):
            raise InvalidState(f"an observation of this table has {self.size} numbers, not {rows.shape[-1:]}")
        versions = set(np.unique(rows[..., 0]).tolist())
        refuse(f"these numbers have version {each} of the encoding, not {VERSION}" for each in versions - {VERSION})
        return {
            each.name: rows[..., each.start : each.stop].reshape(*rows.shape[:-1], *each.shape) for each in self.fields
        }

    def _same_table(self, state: State) -> None:
        if state.setup != self.setup:
            raise InvalidState("this encoding belongs to another table")

    # What it may do

    def features(self, view: View | State, legal: Sequence[Action] | None = None) -> Numbers:
        """A row of numbers for each legal action of the seat that must decide, in canonical order."""
        state = view.table if isinstance(view, View) else a_state(view)
        self._same_table(state)
        actor = state.actor
        if actor is None:
            return np.zeros((0, len(self.columns)), np.int8)
        if legal is None:
            legal = view.legal_actions() if isinstance(view, View) else legal_actions(state)
        city = state.players[actor].city
        rows = [action_row(action, state, city, self.things) for action in legal]
        return np.array(rows, np.int8).reshape(len(rows), len(self.columns))

    def action(self, row: ArrayLike) -> Action:
        """The action that these numbers encode."""
        numbers = _numbers(row, (len(self.columns),)).tolist()
        if not 1 <= numbers[0] <= len(VERBS):
            raise InvalidState(f"verb: 1 to {len(VERBS)}, not {numbers[0]}")
        return action_of(numbers, self.setup, self.things)

    # Pictures for networks

    def planes(self, rows: Numbers, reach: int = REACH) -> Numbers:
        """The seats' cities, starting with the observer's, as planes of buildings, prices and edges.

        The last two axes run north and east. The start tile is encoded as building -1 in the middle. A tile further
        away than ``reach`` raises an error.
        """
        tiles = self.parts(rows)["tiles"]
        half = whole(reach, "reach")
        built = (tiles[..., 0] % 2 == 1) & (tiles[..., 0] < 2 * self.setup.players)
        places, found = np.nonzero(built)[:-1], tiles[built].astype(np.intp)
        furthest = int(np.abs(found[:, 1:3]).max(initial=0))
        if furthest > half:
            raise InvalidState(f"a tile lies {furthest} from the start; ask for planes with reach={furthest}")
        planes = np.zeros((*rows.shape[:-1], self.setup.players, 3, 2 * half + 1, 2 * half + 1), np.int8)
        planes[..., 0, half, half] = -1
        for plane in range(3):
            planes[(*places, found[:, 0] // 2, plane, found[:, 2] + half, found[:, 1] + half)] = found[:, 3 + plane]
        return planes


def _numbers(row: ArrayLike, shape: tuple[int, ...]) -> Numbers:
    """Convert numbers to an int8 array of a given shape; raise an error if that is impossible."""
    found: NDArray[Any] = np.asarray(row)
    if found.shape != shape:
        raise InvalidState(f"an array of {shape[0]} numbers is needed, not one of shape {found.shape}")
    if not np.issubdtype(found.dtype, np.integer) or (found < LEAST).any() or (found > MOST).any():
        raise InvalidState(f"whole numbers from {LEAST} to {MOST} are needed")
    return found.astype(np.int8)
