"""Actions in numbers, a row for each, and back."""

from collections.abc import Callable, Sequence

from attrs import fields

from granada.board import NO_CARDS, SIDES, Cell, City, Face, Purse, beyond
from granada.encoding.fields import MOST, VERBS, Things
from granada.encoding.observing import face_numbers
from granada.encoding.reading import face_of
from granada.errors import InvalidState, quoted
from granada.game import FLIP_PRICE, Action, Buy, Flip, Remove, Setup, Slot, State, slot_of

COLUMNS: dict[str, str] = {
    "verb": "What is done, counted from 1 in canonical order.",
    "slot": "The slot of the yard from which a tile is bought, counted from 1.",
    "building": "The building of the tile that the action is about, counted from 1; a removed tile counts too.",
    "price": "Its price.",
    "edges": "Its edges.",
    "east": "The cell: steps to the east of the start.",
    "north": "And to the north.",
    "cards": "How many cards are taken or paid.",
    "total": "What they are worth, at most 127.",
    "over": "What is paid beyond the price, at most 127.",
    "sites": "On how many cells of the city the tile would fit now, at most 127.",
    "open": "How many sides without a moat or wall the tile has there towards empty cells.",
    "barred": "How many sides with a moat or wall it has there towards empty cells.",
}
"""The numbers of a row, before how many of each card are taken or paid; those from ``cards`` on follow from others."""
_VERB = {kind: number for number, kind in enumerate(VERBS, start=1)}


def action_row(action: Action, state: State, city: City, things: Things) -> list[int]:
    """The numbers of an action of the seat that has a city."""
    if type(action) not in _VERB:
        raise InvalidState(f"the encoding knows the actions of players, not {quoted(action)}")
    slot = slot_of(state.setup.game, action) if isinstance(action, Buy) else None
    face = _face(action, state, city, slot)
    cell: Cell | None = getattr(action, "cell", None)
    cards: Purse = getattr(action, "cards", NO_CARDS)
    counts = [cards.count(kind) for kind in things.cards]
    if sum(counts) < len(cards):
        raise InvalidState(f"cards: the encoding of this table knows no bureaus, as in {action}")
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
    """The face that an action is about."""
    if slot is not None:
        tile = state.slots[slot]
        return None if tile is None else tile.up
    if isinstance(action, Remove):
        return city.get(action.cell)
    face: Face | None = getattr(action, "face", None)
    return face


def _towards_empty_cells(city: City, face: Face, cell: Cell) -> tuple[int, int]:
    """How many sides of a tile on a cell lie towards empty cells, without and with a moat or wall."""
    free = [side for side in range(len(SIDES)) if not city.is_taken(beyond(cell, side))]
    barred = sum(face.barred(side) for side in free)
    return len(free) - barred, barred


def action_of(row: Sequence[int], setup: Setup, things: Things) -> Action:
    """The action of its numbers."""
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
