"""Scorings, events, actions, tiles and cards as JSON, both ways.

The rows of a scoring that is read add up to its points.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import fields

from granada.board import SIDES, Building, Bureau, Card, Cell, Currency, Face, Family, Round, Tile, parse_card
from granada.errors import Flaws, InvalidState, meant, quoted
from granada.events import EVENTS, Event
from granada.game import MODULES, OTHER_VERBS, VERBS, Action, Draw, HiddenDraw, Row, Scoring, Standing
from granada.notation import BadNotation
from granada.steps import EVEN, ODD
from granada.wire.reader import Reader

ROWS = ("moats", "walls", "border", *(building.value for building in Building))
"""What a row can be called."""
MOST_EDGES = 2_000
"""More edges than any moat can have."""
DEAREST = 13
"""No building has a higher price."""


def scoring_data(scoring: Scoring) -> dict[str, Any]:
    """A scoring as JSON."""
    return {
        "kind": "scoring",
        "format": 1,
        "round": str(scoring.round),
        "points": list(scoring.points),
        "dirk": scoring.dirk,
        "rows": [row_data(row) for row in scoring.rows],
    }


def row_data(row: Row) -> dict[str, Any]:
    """A row of a scoring as JSON."""
    return {"name": row.name, "value": row.value, "standings": [_standing_data(each) for each in row.standings]}


def _standing_data(standing: Standing) -> dict[str, Any]:
    return {
        "seat": standing.seat,
        "count": standing.count,
        "points": standing.points,
        "place": standing.place,
        "price": standing.price,
        "edges": [f"{cell} {SIDES[side]}" for cell, side in standing.edges],
    }


def read_scoring(data: Any) -> Scoring:
    """A scoring from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    parts = Reader(data, "scoring", flaws).members(("kind", "format", "round", "points", "dirk", "rows"))
    parts["format"].format()
    which, dirk = parts["round"].round(), parts["dirk"].number()
    points = tuple(item.number() for item in parts["points"].items(6))
    if len(points) < 2:
        parts["points"].bad("the points of two to six seats")
    rows = tuple(read_row(item, len(points)) for item in parts["rows"].items(len(ROWS)))
    scoring = Scoring(which, rows, points, dirk)
    if reasons := flaws or list(_scoring_flaws(scoring)):
        raise InvalidState(*reasons)
    return scoring


def read_row(reader: Reader, seats: int) -> Row:
    """A row of a scoring, read from JSON."""
    parts = reader.members(("name", "standings", "value"))
    name, value = parts["name"].choice(*ROWS), parts["value"].number_or_none()
    return Row(str(name), tuple(_read_standing(item, seats) for item in parts["standings"].items(7)), value)


def _read_standing(reader: Reader, seats: int) -> Standing:
    parts = reader.members(("seat", "count", "points", "place", "price", "edges"))
    edges = [item.notation(_read_edge) for item in parts["edges"].items(MOST_EDGES)]
    return Standing(
        seat=parts["seat"].number_or_none(0, max(seats - 1, 0)),
        count=parts["count"].number(),
        points=parts["points"].number(),
        place=parts["place"].number_or_none(1, 7),
        price=parts["price"].number_or_none(0, DEAREST),
        edges=tuple(edge for edge in edges if edge is not None),
    )


def _read_edge(text: str) -> tuple[Cell, int]:
    """An edge of a cell: where it is, and the letter of its side."""
    cell, _, side = text.partition(" ")
    if len(side) != 1 or side not in SIDES:
        raise BadNotation("a cell and a side, such as 1,0 n", text)
    return Cell.parse(cell), SIDES.index(side)


def _scoring_flaws(scoring: Scoring) -> Iterator[str]:
    """Check that a scoring is the sum of its rows, and that no seat is in a row twice."""
    names = [row.name for row in scoring.rows]
    if len(set(names)) < len(names):
        yield "scoring.rows: each row is there once"
    for row in scoring.rows:
        seats = [standing.seat for standing in row.standings]
        if len(set(seats)) < len(seats):
            yield f"scoring.rows: somebody stands twice in {row.name}"
    for seat, points in (*enumerate(scoring.points), (None, scoring.dirk)):
        found = sum(row.of(seat) for row in scoring.rows)
        if found != points:
            who = "Dirk" if seat is None else f"seat {seat}"
            yield f"scoring.points: {who} has {points}, but the rows give {found}"


BothWays = tuple["Callable[[Any], Any]", "Callable[[Reader], Any]"]
"""How a field is written, and how it is read."""


def _or_none(write: Callable[[Any], Any], read: Callable[[Reader], Any]) -> BothWays:
    return (
        lambda value: None if value is None else write(value),
        lambda reader: None if reader.value is None else read(reader),
    )


def _a_seat(reader: Reader) -> int:
    return reader.number(0, 5)


_FACE: BothWays = (str, lambda reader: reader.notation(Face.parse))
FIELDS: dict[str, BothWays] = {
    "seat": (int, _a_seat),
    "winner": _or_none(int, _a_seat),
    "space": (int, lambda reader: reader.number(1, 4)),
    "number": (int, Reader.number),
    "counts": (list, Reader.numbers),
    "points": (list, Reader.numbers),
    "winners": (list, lambda reader: tuple(map(_a_seat, reader.items(6)))),
    "cards": (str, Reader.purse),
    "card": (str, lambda reader: reader.notation(parse_card)),
    "tile": (str, lambda reader: reader.notation(Tile.parse)),
    "face": _FACE,
    "old": _FACE,
    "hidden": _or_none(*_FACE),
    "cell": (str, lambda reader: reader.notation(Cell.parse)),
    "exact": (bool, Reader.flag),
    "round": (str, Reader.round),
    "marker": (str, lambda reader: reader.choice(EVEN, ODD)),
    "module": (str, lambda reader: reader.choice(*MODULES)),
    "building": _or_none(str, lambda reader: reader.choice(*(each.value for each in Building))),
    "row": (row_data, lambda reader: read_row(reader, 6)),
}
"""How the fields of events are written and read."""


def event_data(event: Event) -> dict[str, Any]:
    """An event as JSON."""
    parts = {each.name: FIELDS[each.name][0](getattr(event, each.name)) for each in fields(type(event))}
    return {"event": event.name, **parts}


def read_event(data: Any) -> Event:
    """An event from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    reader = Reader(data, "event", flaws)
    name = data.get("event") if isinstance(data, dict) else None
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidState(f"event: expected an object whose event is one of {', '.join(EVENTS)}")
    names = tuple(each.name for each in fields(kind))
    parts = reader.members(("event", *names))
    event = kind(**{each: FIELDS[each][1](parts[each]) for each in names})
    if flaws:
        raise InvalidState(*flaws)
    return event


FORMAT = 1
"""The format in which these are written."""
_Read = TypeVar("_Read")
_OF_ACTIONS: dict[str, BothWays] = {
    **FIELDS,
    "family": (
        lambda family: None if family is None else str(family),
        lambda reader: None if reader.value is None else Family(reader.choice(*map(str, Family))),
    ),
    "what": (str, lambda reader: reader.notation(_drawn)),
}
"""How the fields of actions are written and read: as those of events, and two more."""


def _drawn(text: str) -> Card | Bureau | Round | Tile:
    """What a draw names."""
    action = Action.parse(f"draw {text}")
    if not isinstance(action, Draw):
        raise BadNotation("a card, A, B or a tile", text)
    return action.what


def action_data(action: Action) -> dict[str, Any]:
    """An action as JSON: its verb and its fields."""
    head = {"kind": "action", "format": FORMAT, "verb": action.verb}
    if isinstance(action, HiddenDraw):
        return {**head, "what": None}
    return head | {each.name: _OF_ACTIONS[each.name][0](getattr(action, each.name)) for each in fields(type(action))}


def read_action(data: dict[str, Any]) -> Action:
    """An action from JSON; an InvalidState gives the reasons why it is none."""
    verb, flaws = data.get("verb"), Flaws()
    kind = VERBS.get(verb) if isinstance(verb, str) else None
    if kind is None:
        hint = meant(verb, VERBS, others=OTHER_VERBS) if isinstance(verb, str) else ""
        raise InvalidState(f"action.verb: expected one of {', '.join(VERBS)}, not {quoted(verb)}{hint}")
    names = tuple(each.name for each in fields(kind))
    parts = Reader(data, "action", flaws).members(("kind", "format", "verb", *names))
    parts["format"].format()
    if kind is Draw and "what" in data and data["what"] is None:
        return _whole(HiddenDraw(), flaws)
    values = {each: _OF_ACTIONS[each][1](parts[each]) for each in names}
    return _written(kind(**_whole(values, flaws)))


def _written(action: Action) -> Action:
    """An action that has a notation; a park, for instance, is no hut that could be taken."""
    try:
        return Action.parse(str(action))
    except BadNotation as flaw:
        raise InvalidState(f"action: {flaw}") from None


def tile_data(tile: Tile) -> dict[str, Any]:
    """A tile as JSON: the face that lies up, and the one below, or null."""
    up, down = (None if face is None else _face_data(face) for face in (tile.up, tile.down))
    return {"kind": "tile", "format": FORMAT, "up": up, "down": down}


def _face_data(face: Face) -> dict[str, Any]:
    return {"building": str(face.building), "price": face.price, "edges": face.letters}


def read_tile(data: dict[str, Any]) -> Tile:
    """A tile from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    parts = Reader(data, "tile", flaws).members(("kind", "format", "up", "down"))
    parts["format"].format()
    up, down = _face(parts["up"]), None if parts["down"].value is None else _face(parts["down"])
    return Tile(_whole(up, flaws), down)


def _face(reader: Reader) -> Face | None:
    """A face; None where it is none."""
    parts = reader.members(("building", "price", "edges"))
    building, edges = parts["building"].choice(*map(str, Building)), parts["edges"].text()
    try:
        return Face(Building(building), parts["price"].number(0, 13), edges)
    except InvalidState as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return None


def card_data(card: Card | Bureau) -> dict[str, Any]:
    """A money card or an exchange bureau as JSON."""
    if isinstance(card, Card):
        return {"kind": "card", "format": FORMAT, "currency": str(card.currency), "value": card.value}
    return {"kind": "bureau", "format": FORMAT, "first": str(card.first), "second": str(card.second)}


def read_card(data: dict[str, Any]) -> Card:
    """A money card from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    parts = Reader(data, "card", flaws).members(("kind", "format", "currency", "value"))
    parts["format"].format()
    currency, value = parts["currency"].choice(*map(str, Currency)), parts["value"].number(1, 9)
    return Card(Currency(_whole(currency, flaws)), value)


def read_bureau(data: dict[str, Any]) -> Bureau:
    """An exchange bureau from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    parts = Reader(data, "bureau", flaws).members(("kind", "format", "first", "second"))
    parts["format"].format()
    first, second = (parts[name].choice(*map(str, Currency)) for name in ("first", "second"))
    return Bureau(Currency(_whole(first, flaws)), Currency(second))


def _whole(value: _Read | None, flaws: Flaws) -> _Read:
    """What was read, if nothing is wrong with it."""
    if flaws or value is None:
        raise InvalidState(*flaws)
    return value
