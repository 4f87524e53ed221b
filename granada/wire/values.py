"""JSON for any value that has some: writing it, reading it, and the digest of what is written."""

import hashlib
from typing import Any, TypeVar, get_args, overload

from granada.board import City, Layout
from granada.errors import InvalidState, quoted
from granada.events import Event
from granada.game import Scoring, State, a_whole_state
from granada.notation import BadNotation
from granada.table import Record, View
from granada.wire.events import event_data, read_event
from granada.wire.positions import layout_data, read_layout, read_state, state_data
from granada.wire.records import read_record, record_lines
from granada.wire.scorings import read_scoring, scoring_data
from granada.wire.text import canonical_json, read_json
from granada.wire.views import read_view, view_data

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
