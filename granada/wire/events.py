"""Events as JSON, both ways."""

from collections.abc import Callable
from typing import Any

from attrs import fields

from granada.board import Building, Cell, Face, InvalidState, Tile, parse_card
from granada.errors import Flaws
from granada.events import EVENTS, Event
from granada.game import MODULES
from granada.steps import EVEN, ODD
from granada.wire.reader import Reader
from granada.wire.scorings import read_row, row_data

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
