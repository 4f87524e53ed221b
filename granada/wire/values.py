"""Read and write values of all kinds as JSON, and compute their digests."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar, get_args, get_origin, overload

from granada.board import Bureau, Card, City, Layout, Tile
from granada.errors import Flaws, InvalidState, quoted, refuse
from granada.events import Event
from granada.game import Action, Scoring, State, a_whole_state
from granada.notation import BadNotation
from granada.table import Record, View, observe
from granada.wire import forms
from granada.wire.pieces import PIECES, action_data, event_data, piece_data, read_action, read_event, read_piece
from granada.wire.positions import layout_data, read_layout, read_state, state_data
from granada.wire.reader import Reader, canonical_json, read_json
from granada.wire.records import read_record, record_lines
from granada.wire.validity import all_cards, flaws_of


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
    """Read a view from JSON; raise an InvalidState with the reasons if it is invalid."""
    flaws = Flaws()
    parts = Reader(data, "view", flaws).members(
        ("kind", "format", "seat", "hand_sizes", "unseen", "table"), ("recall",)
    )
    parts["format"].format()
    sizes, unseen = parts["hand_sizes"].numbers(), parts["unseen"].purse()
    refuse(flaws)
    table = read_state(parts["table"].value, partial=True)
    seat = forms.number(0, len(table.players) - 1).or_none().read(parts["seat"])
    recall = False if parts["recall"].value is None else parts["recall"].flag()
    refuse(flaws)
    view = View(seat, sizes, unseen, table, recall)
    flaws += _view_flaws(view)
    refuse(flaws)
    return view


def _view_flaws(view: View) -> Iterator[str]:
    """Report a view that agrees with no state, by trying to construct a state that agrees with it."""
    if found := list(_hidden_flaws(view)):
        yield from found
        return
    state = view.sample(Random(0))
    flaws = list(flaws_of(state))
    yield from (f"view.{flaw}" for flaw in flaws)
    if not flaws and observe(state, view.seat, recall=view.recall) != view:
        yield "view: no seat can see such a table"


def _hidden_flaws(view: View) -> Iterator[str]:
    """Report hidden cards whose number does not match the places for them."""
    players, deck = view.table.players, view.table.deck
    if len(view.hand_sizes) != len(players):
        yield "view.hand_sizes: there must be one for each seat"
        return
    if any(size < len(player.hand) for size, player in zip(view.hand_sizes, players, strict=True)):
        yield "view.hand_sizes: a visible hand has a different size"
    if any(len(pool) for pool in deck.pools):
        yield "view.table: the cards in the deck must be hidden"
    hidden = sum(view.hand_sizes) - sum(len(player.hand) for player in players)
    if hidden + sum(size for layer in deck.piles for size in layer.slots) != len(view.unseen):
        yield "view.unseen: the number of hidden cards is different"
    bureaus = sum(layer.slots[1] for layer in deck.piles) if len(deck.pools) > 1 else 0
    if bureaus > len(view.unseen.bureaus):
        yield "view.unseen: there are more places for bureaus than bureaus"
    everything = Counter([*view.unseen, *view.table.display, *view.table.discard])
    everything.update(card for player in players for card in player.hand)
    if view.table.setup.tiles is not None and everything != all_cards(view.table):
        yield "view.unseen: these cannot be the hidden cards"


Written = State | View | Scoring | Layout | City | Record | Event | Action | Tile | Card | Bureau
"""The types whose values can be written as JSON; lists of values can be written too, except lists of records."""
Kind = TypeVar("Kind", bound=Written)
_KINDS = ", ".join(each.__name__ for each in get_args(Written))


def to_json(value: Written | Sequence[Written]) -> str:
    """Write a value, or a list of values, as JSON; a record has a line for each step.

    >>> to_json(Action.parse("place park6 at 0,1"))
    '{"cell":"0,1","face":"park6","format":1,"kind":"action","verb":"place"}'
    """
    if isinstance(value, Record):
        return "".join(canonical_json(line) + "\n" for line in record_lines(value))
    return canonical_json(to_data(value))


def to_data(value: Written | Sequence[Written]) -> Any:
    """Convert a value to plain data for any JSON library, such as a dict; a record becomes a list of dicts."""
    match value:
        case State():
            return state_data(a_whole_state(value))
        case View():
            return view_data(value)
        case Layout() | City():
            return layout_data(value)
        case Event():
            return event_data(value)
        case Action():
            return action_data(value)
        case Scoring() | Tile() | Card() | Bureau():
            return piece_data(value)
        case Record():
            return list(record_lines(value))
        case list() | tuple() if not any(isinstance(each, Record | list | tuple) for each in value):
            return [to_data(each) for each in value]
    raise TypeError(f"JSON can express any of {_KINDS}, and a list of any but Record, not {type(value).__name__}")


@overload
def from_json(text: str) -> Written: ...
@overload
def from_json(text: str, kind: type[Kind]) -> Kind: ...
@overload
def from_json(text: str, kind: type[list[Kind]]) -> list[Kind]: ...
def from_json(text: str, kind: type[Any] | None = None) -> Any:
    """Read a value from its JSON text.

    The value must have the type ``kind`` if one is given, so ``from_json(text, State)`` returns a state or raises
    InvalidState. A list needs a kind: ``from_json(text, list[Action])``.

    >>> from_json('[{"kind": "card", "format": 1, "currency": "b", "value": 5}]', list[Card])
    [Card.parse('b5')]
    """
    if kind is None:
        return _read(text)
    is_list = get_origin(kind) is list
    each = get_args(kind)[0] if is_list else kind
    if each not in get_args(Written) or (is_list and each is Record):
        raise TypeError(f"kind must be {_KINDS}, or a list such as list[Action], not {kind!r}")
    return _read_list(text, each) if is_list else _expected(_read(text, each), each)


@overload
def from_data(data: object) -> Written: ...
@overload
def from_data(data: object, kind: type[Kind]) -> Kind: ...
@overload
def from_data(data: object, kind: type[list[Kind]]) -> list[Kind]: ...
def from_data(data: object, kind: type[Any] | None = None) -> Any:
    """Read a value from plain data, as a JSON library returns it: a dict, or a list for a record or several values."""
    if isinstance(data, str):
        raise InvalidState(f"expected data such as a dict; from_json reads a text such as {quoted(data)}")
    lines = data if isinstance(data, list) and data and get_origin(kind) is not list else [data]
    if any(isinstance(each, dict) and _ONE & {*each} for each in lines):
        lines = [data]  # several values, not the lines of a record
    try:
        text = "\n".join(map(canonical_json, lines))
    except (TypeError, ValueError, RecursionError):
        raise InvalidState(f"expected data that JSON can hold, not {quoted(data)}") from None
    return from_json(text) if kind is None else from_json(text, kind)


def _expected(value: Written, kind: type[Kind]) -> Kind:
    if not isinstance(value, kind):
        wanted, given = (_with_article(each.__name__.lower()) for each in (kind, type(value)))
        raise InvalidState(f"expected {wanted}, not {given}")
    return value


def _with_article(name: str) -> str:
    """A name with its article, such as "an action"."""
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _read_list(text: str, kind: type[Kind]) -> list[Kind]:
    """Read the values in a list; if any are invalid, raise an InvalidState that names each of them."""
    data, flaws, found = read_json(text), Flaws(), list[Kind]()
    if not isinstance(data, list):
        raise InvalidState(f"expected a list, not {quoted(data)}")
    for number, each in enumerate(data):
        try:
            found.append(_expected(_value_of(each, kind), kind))
        except InvalidState as flaw:
            for reason in flaw.reasons:
                flaws.append(f"[{number}]: {reason}")
    refuse(flaws)
    return found


def _read(text: str, kind: type[Kind] | None = None) -> Written:
    """Read a value of any kind; only a record has several lines, each of which is JSON."""
    try:
        data = read_json(text)
    except BadNotation:
        if "\n" not in text.strip():
            raise
        return read_record(text)
    is_record = isinstance(data, dict) and "game" in data and "kind" not in data
    return read_record(text) if is_record else _value_of(data, kind)


_ONE = {"kind", "event"}
"""The keys of which every value but a record has one; no line of a record has either."""
_READERS: dict[str, Callable[[Any], Written]] = {
    "state": read_state,
    "view": read_view,
    "layout": read_layout,
    "city": lambda data: City.of(read_layout(data)),
    "action": read_action,
    **dict.fromkeys(PIECES, read_piece),
}
"""A mapping from kinds of value to the functions that read them."""


def _value_of(data: object, wanted: type[Kind] | None = None) -> Written:
    """The value in an object; ``wanted`` is the type that the caller expects, for the error if the kind is missing."""
    match data:
        case {"kind": str(kind)} if kind in _READERS:
            return _READERS[kind](data)
        case {"event": name}:
            return read_event(name, data)
        case list():
            raise InvalidState("to read a list, pass its type, such as list[Action]")
    kind = wanted.__name__.lower() if wanted else ""
    if isinstance(data, dict) and "kind" not in data and kind in _READERS:
        raise InvalidState(f'expected {_with_article(kind)}, but "kind": "{kind}" is missing')
    raise InvalidState(f"expected an object whose kind is {', '.join(_READERS)}, an event, or a record")


def digest(value: Written | Sequence[Written]) -> str:
    """The SHA-256 digest of a value's canonical JSON, which is the same in every process and on every machine."""
    return hashlib.sha256(to_json(value).encode()).hexdigest()
