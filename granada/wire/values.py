"""JSON for any value that has some, both ways, and the digest of what is written.

The rows of a scoring that is read add up to its points, and a view is what a seat sees of some state.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar, get_args, overload

from attrs import fields

from granada.board import SIDES, Building, Cell, City, Face, Layout, Tile, parse_card
from granada.errors import Flaws, InvalidState, quoted
from granada.events import EVENTS, Event
from granada.game import MODULES, Row, Scoring, Standing, State, a_whole_state
from granada.notation import BadNotation
from granada.steps import EVEN, ODD
from granada.table import Record, View, observe
from granada.wire.positions import layout_data, read_layout, read_state, state_data
from granada.wire.reader import Reader, canonical_json, read_json
from granada.wire.records import read_record, record_lines
from granada.wire.validity import all_cards, flaws_of

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
    """A row of a scoring of so many seats, from JSON."""
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
    """A scoring is the sum of its rows, and nobody stands twice in one."""
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


_BothWays = tuple["Callable[[Any], Any]", "Callable[[Reader], Any]"]


def _or_none(write: Callable[[Any], Any], read: Callable[[Reader], Any]) -> _BothWays:
    return (
        lambda value: None if value is None else write(value),
        lambda reader: None if reader.value is None else read(reader),
    )


def _a_seat(reader: Reader) -> int:
    return reader.number(0, 5)


_FACE: _BothWays = (str, lambda reader: reader.notation(Face.parse))
_FIELDS: dict[str, _BothWays] = {
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
    parts = {each.name: _FIELDS[each.name][0](getattr(event, each.name)) for each in fields(type(event))}
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
    event = kind(**{each: _FIELDS[each][1](parts[each]) for each in names})
    if flaws:
        raise InvalidState(*flaws)
    return event


def view_data(view: View) -> dict[str, Any]:
    """A view as JSON."""
    newer = view.recall or view.seat is None
    return {
        "kind": "view",
        "format": 2 if newer else 1,
        **({"recall": view.recall} if newer else {}),
        "seat": view.seat,
        "hand_sizes": list(view.hand_sizes),
        "unseen": str(view.unseen),
        "table": state_data(view.table),
    }


def read_view(data: Any) -> View:
    """A view from JSON; an InvalidState gives the reasons why no seat sees that."""
    flaws = Flaws()
    parts = Reader(data, "view", flaws).members(
        ("kind", "format", "seat", "hand_sizes", "unseen", "table"), ("recall",)
    )
    parts["format"].format()
    sizes, unseen = parts["hand_sizes"].numbers(), parts["unseen"].purse()
    if flaws:
        raise InvalidState(*flaws)
    table = read_state(parts["table"].value, partial=True)
    seat = parts["seat"].number_or_none(0, len(table.players) - 1)
    recall = False if parts["recall"].value is None else parts["recall"].flag()
    if not flaws:
        view = View(seat, sizes, unseen, table, recall)
        flaws += _view_flaws(view)
    if flaws:
        raise InvalidState(*flaws)
    return view


def _view_flaws(view: View) -> Iterator[str]:
    """A view must be what its seat sees of some state: one is made up, and looked at."""
    if found := list(_hidden_flaws(view)):
        yield from found
        return
    state = view.sample(Random(0))
    flaws = list(flaws_of(state))
    yield from (f"view.{flaw}" for flaw in flaws)
    if not flaws and observe(state, view.seat, recall=view.recall) != view:
        yield "view: no seat sees that of a table"


def _hidden_flaws(view: View) -> Iterator[str]:
    """As many cards are hidden as there are places for them."""
    players, deck = view.table.players, view.table.deck
    if len(view.hand_sizes) != len(players):
        yield "view.hand_sizes: one for each seat"
        return
    if any(size < len(player.hand) for size, player in zip(view.hand_sizes, players, strict=True)):
        yield "view.hand_sizes: not the size of a hand that is seen"
    if any(len(pool) for pool in deck.pools):
        yield "view.table: the cards of the deck are hidden"
    hidden = sum(view.hand_sizes) - sum(len(player.hand) for player in players)
    if hidden + sum(size for layer in deck.piles for size in layer.slots) != len(view.unseen):
        yield "view.unseen: not as many cards as are hidden"
    bureaus = sum(layer.slots[1] for layer in deck.piles) if len(deck.pools) > 1 else 0
    if bureaus > len(view.unseen.bureaus):
        yield "view.unseen: there are more places for bureaus than bureaus"
    everything = Counter([*view.unseen, *view.table.display, *view.table.discard])
    everything.update(card for player in players for card in player.hand)
    if view.table.setup.tiles is not None and everything != all_cards(view.table):
        yield "view.unseen: not the cards that are hidden"


Written = State | View | Scoring | Layout | City | Record | Event
"""What can be written as JSON."""
Kind = TypeVar("Kind", bound=Written)


def to_json(value: Written) -> str:
    """A state, view, scoring, layout, city, event or record as JSON; a record takes a line for each step."""
    if isinstance(value, Record):
        return "".join(canonical_json(line) + "\n" for line in record_lines(value))
    return canonical_json(to_data(value))


def to_data(value: Written) -> Any:
    """The same as values that any writer of JSON takes, such as a dict; a record is a list of them."""
    match value:
        case State():
            return state_data(a_whole_state(value))
        case View():
            return view_data(value)
        case Scoring():
            return scoring_data(value)
        case Layout() | City():
            return layout_data(value)
        case Event():
            return event_data(value)
        case Record():
            return list(record_lines(value))
    raise TypeError(f"there is no JSON for {type(value).__name__}")


@overload
def from_json(text: str) -> Written: ...
@overload
def from_json(text: str, kind: type[Kind]) -> Kind: ...
def from_json(text: str, kind: type[object] | None = None) -> Written:
    """The state, view, scoring, layout, city, event or record that a JSON text holds.

    With ``kind``, one of those types, it must be that; so ``from_json(text, State)`` is a state or an InvalidState.
    """
    if kind is not None and kind not in get_args(Written):
        raise TypeError(f"kind is {', '.join(each.__name__ for each in get_args(Written))}, not {kind!r}")
    value = _read(text)
    if kind is not None and not isinstance(value, kind):
        raise InvalidState(f"expected a {kind.__name__.lower()}, not a {type(value).__name__.lower()}")
    return value


def from_data(data: object, kind: type[Any] | None = None) -> Written:
    """The same from values such as a reader of JSON gives: a dict, or for a record a list of them."""
    try:
        text = "\n".join(map(canonical_json, data)) if isinstance(data, list) else canonical_json(data)
    except (TypeError, ValueError, RecursionError):
        raise InvalidState(f"expected what JSON can hold, not {quoted(data)}") from None
    return from_json(text) if kind is None else from_json(text, kind)


def _read(text: str) -> Written:
    """Whatever the text holds; only a record takes several lines that are no JSON together."""
    try:
        data = read_json(text)
    except BadNotation:
        if "\n" not in text.strip():
            raise
        return read_record(text)
    return read_record(text) if isinstance(data, dict) and "game" in data and "kind" not in data else _value_of(data)


def _value_of(data: object) -> Written:
    match data:
        case {"kind": "state"}:
            return read_state(data)
        case {"kind": "view"}:
            return read_view(data)
        case {"kind": "scoring"}:
            return read_scoring(data)
        case {"kind": "layout"}:
            return read_layout(data)
        case {"kind": "city"}:
            return City.of(read_layout(data))
        case {"event": _}:
            return read_event(data)
    raise InvalidState("expected an object whose kind is state, view, scoring, layout or city, an event, or a record")


def digest(value: Written) -> str:
    """SHA-256 of the canonical JSON: equal values have the same digest, in every process and on every machine."""
    return hashlib.sha256(to_json(value).encode()).hexdigest()
