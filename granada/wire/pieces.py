"""Read and write scorings, events, actions, tiles and cards as JSON.

Reading checks that the rows of a scoring add up to its points.
"""

from collections.abc import Iterator
from typing import Any

from granada.board import SIDES, Building, Bureau, Card, Cell, Currency, Face, Family, Round, Tile, parse_card
from granada.board.tiles import edges_of
from granada.errors import InvalidState, Reason, at, meant, quoted
from granada.events import EVENTS, Event
from granada.game import MODULES, OTHER_VERBS, VERBS, Action, Draw, HiddenDraw, Row, Scoring, Standing
from granada.notation import BadNotation
from granada.steps import EVEN, ODD
from granada.wire import forms
from granada.wire.forms import Form, fields_of
from granada.wire.reader import Reader

ROWS = ("moats", "walls", "border", *(building.value for building in Building))
"""The names that a row of a scoring can have."""
MOST_EDGES = 2_000
"""The maximum number of edges, which is more than any moat can have."""
DEAREST = 13
"""The highest price of a building."""
FORMAT = 1
"""The format number that is written with these values."""


def _read_edge(text: str) -> tuple[Cell, int]:
    """Read an edge, which is written as its cell and the letter of its side."""
    cell, _, side = text.partition(" ")
    if len(side) != 1 or side not in SIDES:
        raise BadNotation("a cell and a side, such as 1,0 n", text)
    return Cell.parse(cell), SIDES.index(side)


def _scoring_flaws(scoring: Scoring) -> Iterator[str]:
    """Check that a scoring is the sum of its rows, and that no seat is in a row twice."""
    if len(scoring.points) < 2:
        yield "scoring.points: expected the points of two to six seats"
    names = [row.name for row in scoring.rows]
    if len(set(names)) < len(names):
        yield "scoring.rows: each row can occur only once"
    for row in scoring.rows:
        seats = [standing.seat for standing in row.standings]
        if len(set(seats)) < len(seats):
            yield f"scoring.rows: a seat occurs twice in {row.name}"
        if any(seat is not None and seat >= len(scoring.points) for seat in seats):
            yield f"scoring.rows: {row.name} names a seat that does not exist"
    for seat, points in (*enumerate(scoring.points), (None, scoring.dirk)):
        found = sum(row.of(seat) for row in scoring.rows)
        if found != points:
            who = "Dirk" if seat is None else f"seat {seat}"
            yield f"scoring.points: {who} has {points}, but the rows give {found}"


_EDGE = Form(lambda edge: f"{edge[0]} {SIDES[edge[1]]}", lambda reader: reader.notation(_read_edge))
_STANDING = fields_of(
    Standing,
    {
        "seat": forms.SEAT.or_none(),
        "count": forms.COUNT,
        "points": forms.COUNT,
        "place": forms.number(1, 7).or_none(),
        "price": forms.number(0, DEAREST).or_none(),
        "edges": _EDGE.each(MOST_EDGES),
    },
)
_ROW = fields_of(
    Row,
    {
        "name": Form(str, lambda reader: reader.choice(*ROWS)),
        "standings": _STANDING.each(7),
        "value": forms.COUNT.or_none(),
    },
)
_EDGES = Form(edges_of, Reader.text)
_PRINTED = fields_of(Face, {"building": forms.member(Building), "price": forms.number(0, DEAREST), "edges": _EDGES})
_OF_PIECES: dict[type[Any], dict[str, Form]] = {
    Scoring: {"round": forms.ROUND, "rows": _ROW.each(len(ROWS)), "points": forms.COUNT.each(6), "dirk": forms.COUNT},
    Tile: {"up": _PRINTED, "down": _PRINTED.or_none()},
    Card: {"currency": forms.member(Currency), "value": forms.number(1, 9)},
    Bureau: {"first": forms.member(Currency), "second": forms.member(Currency)},
}
PIECES = {kind.__name__.lower(): fields_of(kind, parts, head=("kind", "format")) for kind, parts in _OF_PIECES.items()}
"""A mapping from names to the forms for scorings, tiles and cards."""


def piece_data(piece: Scoring | Tile | Card | Bureau) -> dict[str, Any]:
    """Convert a scoring, a tile with its faces, a money card or an exchange bureau to JSON."""
    name = type(piece).__name__.lower()
    return {"kind": name, "format": FORMAT, **PIECES[name].write(piece)}


def read_piece(data: dict[str, Any]) -> Any:
    """Read a scoring, a tile or a card from JSON; raise an InvalidState with the reasons if it is invalid."""
    piece = PIECES[data["kind"]].whole(data, data["kind"])
    if isinstance(piece, Scoring) and (flaws := list(_scoring_flaws(piece))):
        raise InvalidState(*flaws)
    return piece


def _drawn(text: str) -> Card | Bureau | Round | Tile:
    """Read the card, scoring or tile in a draw."""
    action = Action.parse(f"draw {text}")
    if not isinstance(action, Draw):
        raise BadNotation(Reason("a card, A, B or a tile"), text)
    return action.what


FIELDS: dict[str, Form] = {
    "seat": forms.SEAT,
    "winner": forms.SEAT.or_none(),
    "space": forms.number(1, 4),
    "number": forms.COUNT,
    "counts": forms.COUNTS,
    "points": forms.COUNTS,
    "winners": forms.SEAT.each(6),
    "cards": forms.PURSE,
    "card": forms.in_notation(parse_card),
    "tile": forms.TILE,
    "face": forms.FACE,
    "old": forms.FACE,
    "hidden": forms.FACE.or_none(),
    "cell": forms.in_notation(Cell.parse),
    "exact": forms.FLAG,
    "round": forms.ROUND,
    "marker": Form(str, lambda reader: reader.choice(EVEN, ODD)),
    "module": Form(str, lambda reader: reader.choice(*MODULES)),
    "building": forms.member(Building).or_none(),
    "row": _ROW,
    "family": forms.member(Family).or_none(),
    "what": forms.in_notation(_drawn),
}
"""The forms for the fields of events and actions."""
_EVENTS = {kind: fields_of(kind, FIELDS, head=("event",)) for kind in EVENTS.values()}
_ACTIONS = {kind: fields_of(kind, FIELDS, head=("kind", "format", "verb")) for kind in VERBS.values()}


def event_data(event: Event) -> dict[str, Any]:
    """An event as JSON."""
    return {"event": event.name, **_EVENTS[type(event)].write(event)}


def read_event(name: object, data: object) -> Event:
    """Read an event from JSON; raise an InvalidState with the reasons if it is invalid."""
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidState(f"event: expected an object whose event is one of {', '.join(EVENTS)}")
    event: Event = _EVENTS[kind].whole(data, "event")
    return event


def action_data(action: Action) -> dict[str, Any]:
    """An action as JSON: its verb and its fields."""
    parts = {"what": None} if isinstance(action, HiddenDraw) else _ACTIONS[type(action)].write(action)
    return {"kind": "action", "format": FORMAT, "verb": action.verb, **parts}


def read_action(data: dict[str, Any]) -> Action:
    """Read an action from JSON; raise an InvalidState with the reasons if it is invalid."""
    verb = data.get("verb")
    kind = VERBS.get(verb) if isinstance(verb, str) else None
    if kind is None:
        hint = meant(verb, VERBS, others=OTHER_VERBS) if isinstance(verb, str) else ""
        raise InvalidState(f"action.verb: expected one of {', '.join(VERBS)}, not {quoted(verb)}{hint}")
    hidden = kind is Draw and "what" in data and data["what"] is None
    action = _ACTIONS[kind].whole({**data, "what": "A"} if hidden else data, "action")
    try:
        return HiddenDraw() if hidden else Action.parse(str(action))
    except BadNotation as flaw:  # such as a hut action for a park, which is not a hut
        raise InvalidState(at("action: ", flaw.reason)) from None
