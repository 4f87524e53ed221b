"""Views as JSON, both ways; what is read is what a seat sees of some state."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from granada.board import InvalidState
from granada.errors import Flaws
from granada.table import View, observe
from granada.wire.positions import read_state, state_data
from granada.wire.reader import Reader
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
