"""Views as JSON, both ways; what is read is what a seat sees of some state."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.game import DealHand
from granada.table import View
from granada.wire.positions import read_state, state_data
from granada.wire.reader import Reader
from granada.wire.validity import all_cards

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    flaws: list[str] = []
    parts = Reader(data, "view", flaws).members(
        ("kind", "format", "seat", "hand_sizes", "unseen", "table"), ("recall",)
    )
    parts["format"].format()
    sizes, unseen = parts["hand_sizes"].numbers(), parts["unseen"].purse()
    if flaws:
        raise InvalidState(flaws)
    table = read_state(parts["table"].value, partial=True)
    seat = parts["seat"].number_or_none(0, len(table.players) - 1)
    recall = False if parts["recall"].value is None else parts["recall"].flag()
    if not flaws:
        view = View(seat, sizes, unseen, table, recall)
        flaws += _view_flaws(view)
    if flaws:
        raise InvalidState(flaws)
    return view


def _view_flaws(view: View) -> Iterator[str]:
    """A view must be what its seat sees of some state."""
    players = view.table.players
    if len(view.hand_sizes) != len(players):
        yield "view.hand_sizes: one for each seat"
    elif view.seat is not None and view.hand_sizes[view.seat] != len(view.hand):
        yield "view.hand_sizes: not the size of the seat's own hand"
    else:
        hidden = sum(view.hand_sizes) - sum(len(player.hand) for player in players)
        slots = sum(size for layer in view.table.deck.layers for size in layer.slots)
        if hidden + slots != len(view.unseen):
            yield "view.unseen: not as many cards as are hidden"
    known = view.recall or any(isinstance(step, DealHand) for step in view.table.todo)
    if not known and any(player.hand.code for seat, player in enumerate(players) if seat != view.seat):
        yield "view.table: the hands of the others are hidden"
    elif known and tuple(len(player.hand) for player in players) != view.hand_sizes:
        yield "view.hand_sizes: not the sizes of the hands"
    if any(pool.code for pool in view.table.deck.pools):
        yield "view.table: the cards of the deck are hidden"
    everything = Counter([*view.unseen, *view.table.display, *view.table.discard])
    everything.update(card for player in players for card in player.hand)
    if view.table.setup.tiles is not None and everything != all_cards(view.table):
        yield "view.unseen: not the cards that are hidden"
