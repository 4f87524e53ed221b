"""Every state of a game is accepted, and one to which no game comes is played on by both engines, if it is whole."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

import granada
from granada import Rulings, State, Tile
from granada.game import MODULES
from granada.rulebook import READINGS
from granada.steps import Award, PlaceTiles
from granada.wire.validity import flaws_of
from tests.test_valid_states import EVERY, GAMES, Data, at, put, reached, refused, stepped

if TYPE_CHECKING:
    from collections.abc import Callable


# Whatever a game comes to


@pytest.mark.parametrize("seed", [0, 8, 9])
def test_every_state_that_a_game_comes_to_is_accepted(seed: int) -> None:
    rng = Random(seed)
    game, players = GAMES[rng.randrange(3)], rng.randrange(2, 7)
    modules = [m for m in EVERY if rng.randrange(2) and (game != "granada" or m in {"vizier", "exchange"})]
    chosen: Data = {name: values[rng.randrange(len(values))] for name, (_, values) in READINGS.items()}
    state = granada.new_game(players, game, modules=modules, rulings=Rulings(**chosen))
    while True:
        assert not list(flaws_of(state)), state.todo
        if rng.randrange(40) == 0:
            view = granada.observe(state, rng.randrange(players))
            assert granada.from_json(granada.to_json(view)) == view
            assert not list(flaws_of(view.sample(rng))), state.todo
        if state.over:
            break
        state = stepped(state, rng)


# What no game comes to


def put_back(data: Data) -> None:
    """The tiles of the yard lie in the bag."""
    lying = [Tile.parse(tile) for tile in data["yard"]]
    data["bags"]["granada"] += [str(tile.turned if tile.up.price % 2 else tile) for tile in lying]
    data["yard"] = [None] * 4


def cards_in(*layers: str) -> Callable[[Data], None]:
    """A change that puts scoring cards into the piles."""

    def change(data: Data) -> None:
        for layer, cards in zip(data["deck"]["layers"], layers, strict=True):
            layer["cards"] = list(cards)

    return change


def uneven(data: Data) -> None:
    """The last pile is much larger than the others."""
    *others, last = data["deck"]["layers"]
    for layer in others:
        last["slots"][0] += layer["slots"][0] - 1
        layer["slots"][0] = 1


def due_out_of_order(data: Data) -> None:
    """The scoring cards are no longer in the deck, and B is scored before A."""
    cards_in("", "", "", "", "")(data)
    next(step for step in data["todo"] if step["step"] == "score-due")["rounds"] = ["B", "A"]


def dealt_to_the_first(number: int) -> Callable[[Data], None]:
    """A change by which the first seat alone has got cards, and the set-up goes on with the display."""

    def change(data: Data) -> None:
        cards = [*data["seats"][0]["hand"].split(), *data["deck"]["pools"][0].split()]
        data["seats"][0]["hand"] = " ".join(cards[:number])
        data["deck"] |= {"pools": [" ".join(cards[number:])], "layers": [{"slots": [108 - number], "cards": []}]}
        data["todo"] = data["todo"][1:]

    return change


def turned_over(data: Data) -> None:
    """Some piles of huts show their tops, the first one does not."""
    huts = data["extras"]["huts"]
    for number in (2, 4):
        huts["tops"][number] = huts["piles"][number].pop()


def in_one_hand(data: Data) -> None:
    """One seat holds all bonus cards."""
    bonus = data["extras"]["bonus"]
    bonus["left"], bonus["hidden"] = [], [[], sum(bonus["hidden"], bonus["left"]), []]


def shown_early(data: Data) -> None:
    """A card lies open before the hands have been dealt."""
    data["display"], *rest = data["deck"]["pools"][0].split()
    data["deck"] |= {"pools": [" ".join(rest)], "layers": [{"slots": [len(rest)], "cards": []}]}


def is_awarded(state: State) -> bool:
    """Whether a tile is placed that was awarded."""
    return bool(state.todo) and isinstance(state.todo[0], PlaceTiles) and isinstance(state.todo[1], Award)


def half_filled(state: State) -> bool:
    """Whether half of the first yard has been filled."""
    return sum(tile is not None for tile in state.slots.values()) == 2


def waits_in_a_turn(name: str) -> Callable[[State], bool]:
    """Whether a state waits at a step, but not in the set-up."""
    return lambda state: state.mover is not None and bool(state.todo) and state.todo[0].name == name


UNUSUAL: dict[str, tuple[Callable[[], State], Callable[[Data], object]]] = {
    "points before a scoring": (lambda: at("act"), put("seats", 0, "points")(1_000)),
    "points of Dirk before a scoring": (lambda: at("act", 2), put("dirk", "points")(1)),
    "no scoring card": (lambda: at("act"), cards_in("", "", "", "", "")),
    "both scoring cards in one pile": (lambda: at("act"), cards_in("", "AB", "", "", "")),
    "B before A": (lambda: at("act"), cards_in("", "B", "", "A", "")),
    "A without B": (lambda: at("act"), cards_in("", "A", "", "", "")),
    "B is due before A, and nobody has acted": (lambda: at("act"), due_out_of_order),
    "no scoring card waits for the reshuffle": (lambda: at("act", 3, "combined"), put("deck", "later")([])),
    "piles of any size": (lambda: at("act"), uneven),
    "all cards of the deck were paid": (
        lambda: at("act"),
        lambda d: d.update(discard=d["deck"]["pools"][0], deck={"pools": [], "layers": [], "later": []}),
    ),
    "an empty display": (lambda: at("act"), lambda d: d.update(discard=d["display"], display="")),
    "tiles were bought, but none is missing": (
        lambda: at("act"),
        lambda d: d["todo"][0].update(bought=[d["bags"]["granada"].pop() for _ in range(4)]),
    ),
    "tiles are missing, but none was bought": (lambda: at("act"), put_back),
    "nobody bought what lies in a reserve": (
        lambda: at("act"),
        lambda d: d["seats"][0].update(reserve=[Tile.parse(d["bags"]["granada"].pop()).up.text for _ in range(46)]),
    ),
    "the game is over while the yard is full": (lambda: at("act"), put("todo")([])),
    "the yard is filled as at the start": (
        lambda: reached(waits_in_a_turn("refill-tiles")),
        put("todo", 0, "first")(value=True),
    ),
    "an awarded tile was bought": (lambda: reached(is_awarded), put("todo", 0, "tiles", 0, "bought")(value=True)),
    "an awarded tile was turned over": (lambda: reached(is_awarded), put("todo", 0, "tiles", 0, "flipped")(value=True)),
    "Dirk draws many tiles": (lambda: reached(waits_in_a_turn("dirk-draws"), 2), put("todo", 0, "left")([20])),
    "Dirk was robbed": (lambda: at("act", 2), lambda d: d["seats"][0].update(reserve=[d["dirk"]["faces"].pop()])),
    "Dirk gets fewer tiles": (lambda: at("dirk-draws", 2), put("todo", 0, "left")([2])),
    "Dirk's first tiles lie as the marker shows": (lambda: at("dirk-draws", 2), put("todo", 0, "face")(None)),
    "the yard is filled from the end": (lambda: reached(half_filled), lambda d: d["yard"].reverse()),
    "the marker begins on the odd field": (lambda: reached(half_filled), put("marker")("odd")),
    "the marker does not move": (lambda: reached(half_filled), put("todo", 0, "moves_marker")(value=False)),
    "the first seat is dealt its cards last": (
        lambda: reached(lambda s: len(s.players[1].hand) > 0),
        lambda d: d["seats"].reverse(),
    ),
    "a seat gets no cards": (lambda: at("deal-hand"), put("todo", 0, "seat")(1)),
    "a card lies open too early": (lambda: at("deal-hand"), shown_early),
    "nothing was dealt": (lambda: at("deal-hand"), dealt_to_the_first(0)),
    "nearly all was dealt": (lambda: at("deal-hand"), dealt_to_the_first(104)),
    "huts are turned up in any order": (lambda: at("turn-up-huts", 3, "alhambra", "huts"), turned_over),
    "huts are turned up too early": (lambda: granada.new_game(3, "alhambra", modules=["huts"]), turned_over),
    "one seat has all bonus cards": (lambda: at("act", 3, "alhambra", "bonus"), in_one_hand),
}
"""Tables at which all tiles and cards are there, but to which no game comes."""


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_no_game_comes_to_is_played_on_by_both_engines(name: str) -> None:
    reach, change = UNUSUAL[name]
    usual = reach()
    data = json.loads(granada.to_json(usual))
    change(data)
    state = granada.from_json(json.dumps(data), granada.State)
    assert state != usual
    assert len(granada.fast.playouts(state, 5, Random(9))) == 5
    position, rng, chooser = granada.fast.Position(state, Random(7)), Random(7), Random(8)
    state = granada.deal(state, rng)
    for _ in range(30):
        if state.over:
            break
        legal = granada.legal_actions(state)
        assert position.count() == len(legal)
        action = legal[chooser.randrange(len(legal))]
        position.apply(action)
        state = granada.deal(granada.apply(state, action), rng)
    assert position.state() == state
    assert granada.from_json(granada.to_json(state)) == state


# Views


def test_a_view_is_what_a_seat_sees() -> None:
    state = at("act", 3, "alhambra", *EVERY)
    view = granada.observe(state, 0)
    table = json.loads(granada.to_json(view))["table"]

    def sizes(data: Data) -> None:
        data["hand_sizes"][1] += 1
        data["hand_sizes"][0] -= 1

    assert "a visible hand has a different size" in refused(view, sizes)
    assert "the number of hidden cards is different" in refused(view, put("hand_sizes", 1)(0))
    assert "once each" in refused(view, put("table", "deck", "layers", 1, "cards")(["A", "B"]))
    assert refused(view, put("table", "deck", "layers", 1, "cards")(["C"]))
    assert refused(view, put("table", "deck", "layers", 1, "slots")([table["deck"]["layers"][1]["slots"][0] - 5, 7]))
    hidden = [None] * len(table["extras"]["bonus"]["hidden"][0])
    assert "no seat can see such a table" in refused(view, put("table", "extras", "bonus", "hidden", 0)(hidden))
    assert refused(view, put("table", "seats", 1, "hand")("b1"))
    assert refused(view, put("unseen")(""))
    assert refused(view, put("table", "deck", "pools")(["", ""] * 2))
    row = {"step": "score-row", "round": "A", "row": 10, "asked": True}
    assert refused(view, put("table", "todo")([row]))
    assert set(MODULES) == set(EVERY)


def test_hands_are_open_while_they_are_dealt() -> None:
    state = reached(lambda s: len(s.players[1].hand) > 0)
    view = granada.observe(state, 2)

    def contradicted(data: Data) -> None:
        data["hand_sizes"][0] += 1
        data["table"]["deck"]["layers"][0]["slots"][0] -= 1

    assert refused(view, contradicted)
