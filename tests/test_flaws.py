"""Complaints about states that no table can have: each is made where it is due, alone and in its words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Deck, Dirk, Face, Layer, Purse, Round, State, Tile
from granada.table.table import MOST_YEARS
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from collections.abc import Callable

HUT = Face.parse("garden-hut/n")


def dealt(game: granada.Game = GRANADA, players: int = 3, **options: Any) -> State:  # noqa: ANN401  those of new_game
    """A game before its first decision."""
    return granada.deal(granada.new_game(players, game, **options), Random(1))


def shown(state: State, **changes: Any) -> State:  # noqa: ANN401  fields of a state
    """The same, but it holds just what it shows: nothing has to be complete."""
    return evolve(state, setup=evolve(state.setup, tiles=None), **changes)


def held(state: State, hand: str) -> tuple[granada.Player, ...]:
    """The players, the first with another hand."""
    first, *others = state.players
    return (evolve(first, hand=Purse.parse(hand)), *others)


def stored(state: State, *faces: str) -> tuple[granada.Player, ...]:
    """The players, the first with some tiles in the reserve."""
    first, *others = state.players
    return (evolve(first, reserve=tuple(sorted(map(Face.parse, faces)))), *others)


def piled(state: State, **changes: Any) -> State:  # noqa: ANN401  fields of a deck
    """Another deck."""
    return evolve(state, deck=evolve(state.deck, **changes))


def with_layers(change: Callable[[tuple[Layer, ...]], tuple[Layer, ...]]) -> State:
    """Other piles."""
    state = dealt()
    return piled(state, layers=change(state.deck.layers))


def _money(layers: tuple[Layer, ...]) -> int:
    return sum(layer.slots[0] for layer in layers)


def _cards(layers: tuple[Layer, ...]) -> tuple[Round, ...]:
    return tuple(card for layer in layers for card in layer.cards)


def _bag(state: State, tile: Tile) -> State:
    """One tile of the bag lies in it in another way."""
    (bag,) = state.bags
    return evolve(state, bags=((tile, *bag[1:]),))


def set_up(hands: int) -> State:
    """A game whose hands are said to have been dealt, the first one with so many cards."""
    state = granada.new_game(3)
    while not isinstance(state.todo[0], granada.DealHand):
        state = granada.apply(state, granada.legal_actions(state)[0])
    cards = list(state.deck.pools[0])
    first, *others = state.players
    return evolve(
        state,
        players=(evolve(first, hand=Purse.of(cards[:hands])), *others),
        deck=Deck((Purse.of(cards[hands:]),), (Layer((len(cards) - hands,)),), state.deck.later),
        todo=state.todo[1:],
    )


DEALT = ["seats: everybody is dealt cards until they are worth 20"]
MOST_DEALT = 12 + 12 + 7 + 3
"""Twelve ones, twelve twos and seven threes are worth 57, less than 20 for each of three; then each gets one more."""
FIRST = dealt().yard[0]
IN_BAG = dealt().bags[0][0]
BUREAUS = dealt(modules=["exchange"])
HUTS = dealt(ALHAMBRA, modules=["huts"])
OF_THE_DECK = next(card for card in dealt().deck.pools[0] if dealt().players[0].hand.count(card) < 3)
COMPLAINTS: dict[str, tuple[State, list[str]]] = {
    "sound": (dealt(), []),
    "sound and shown": (shown(dealt()), []),
    "too few players": (evolve(dealt(), players=dealt().players[:2]), ["seats: there are 3 players, not 2"]),
    "a slot too few": (evolve(dealt(), yard=dealt().yard[:3]), ["yard: there are 4 slots, not 3"]),
    "a slot of the wrong family": (
        evolve(dealt(COMBINED), yard=(dealt(COMBINED).yard[1], *dealt(COMBINED).yard[1:])),
        [f"yard[0]: {dealt(COMBINED).yard[1]} does not belong there"],
    ),
    "Dirk among three": (evolve(dealt(), dirk=Dirk()), ["dirk: Dirk takes part exactly when two play"]),
    "two without Dirk": (
        evolve(dealt(players=2), dirk=None),
        ["dirk: Dirk takes part exactly when two play"],
    ),
    "no marker": (evolve(dealt(), marker=None), ["marker: there is one exactly when tiles have two faces"]),
    "a marker of one face": (
        evolve(dealt(ALHAMBRA), marker="even"),
        ["marker: there is one exactly when tiles have two faces"],
    ),
    "five cards shown": (
        shown(dealt(), display=Purse.parse("b1 b2 b3 b4 b5"), deck=Deck(), players=held(dealt(), "")),
        ["display: at most four cards, not 5"],
    ),
    "a foreign tile": (
        shown(dealt(), players=stored(dealt(), "garden10")),
        ["garden10 does not belong to granada"],
    ),
    "a tile lies odd side up in the bag": (
        shown(_bag(dealt(), IN_BAG.turned)),
        [
            f"bags.granada: {IN_BAG.turned} does not lie in it like that",
            f"{IN_BAG.turned}: an even price is backed by the next higher odd one",
        ],
    ),
    "a hut without the module": (
        shown(dealt(ALHAMBRA), players=stored(dealt(ALHAMBRA), str(HUT))),
        [f"{HUT} does not belong to alhambra without builders' huts"],
    ),
    "a tile twice": (
        shown(dealt(), players=stored(dealt(), str(FIRST and FIRST.up))),
        [f"{FIRST and FIRST.up} is there 2 times"],
    ),
    "a tile too many": (
        evolve(dealt(), players=stored(dealt(), str(FIRST and FIRST.up))),
        [f"{FIRST} is there 2 times, not 1"],
    ),
    "a tile too few": (
        evolve(dealt(), bags=(dealt().bags[0][1:],)),
        [f"{IN_BAG} is there 0 times, not 1"],
    ),
    "a tile of no set": (
        evolve(dealt(), players=stored(dealt(), "park2")),
        ["park2 is in no set of this game"],
    ),
    "six piles": (
        with_layers(lambda layers: (Layer((1,)), Layer((layers[0].slots[0] - 1,)), *layers[1:])),
        ["deck: there are 5 piles at the most"],
    ),
    "a pool without piles": (
        piled(dealt(), layers=()),
        [
            "deck: there is one pool of money, and one for the cards of each module",
            "deck: pool 0 has 88 cards for 0 places in the piles",
        ],
    ),
    "an empty pile": (
        with_layers(lambda layers: (Layer((0,)), Layer((_money(layers[:2]),), _cards(layers[:2])), *layers[2:])),
        ["deck: a pile is empty"],
    ),
    "a pile counts too much": (
        with_layers(lambda layers: (Layer((*layers[0].slots, 0), layers[0].cards), *layers[1:])),
        ["deck: every pile counts its cards of each pool"],
    ),
    "a place too many": (
        with_layers(lambda layers: (Layer((layers[0].slots[0] + 1,), layers[0].cards), *layers[1:])),
        ["deck: pool 0 has 88 cards for 89 places in the piles"],
    ),
    "a card that never waits": (
        piled(dealt(), later=((Round.C, 1),)),
        [
            "deck: the scoring cards are A and B, once each",
            "deck: no such card waits for a reshuffle in granada",
        ],
    ),
    "a pool without a place": (
        piled(BUREAUS, layers=tuple(Layer((each.slots[0], 0), each.cards) for each in BUREAUS.deck.layers)),
        ["deck: a pool has no place in the piles", "deck: pool 1 has 6 cards for 0 places in the piles"],
    ),
    "a pool too many": (
        piled(dealt(), pools=(*dealt().deck.pools, Purse.parse("b/g"))),
        [
            "deck: there is one pool of money, and one for the cards of each module",
            *["deck: every pile counts its cards of each pool"] * 5,
            "deck: a pool has no place in the piles",
            "deck: pool 1 has 1 cards for 0 places in the piles",
            "b/g is there 1 times, not 0",
        ],
    ),
    "a card too many": (
        evolve(dealt(), players=held(dealt(), f"{dealt().players[0].hand} {OF_THE_DECK}")),
        [f"{OF_THE_DECK} is there 4 times, not 3"],
    ),
    "a card too few": (
        evolve(dealt(), players=held(dealt(), str(dealt().players[0].hand).partition(" ")[2])),
        [f"{str(dealt().players[0].hand).partition(' ')[0]} is there 2 times, not 3"],
    ),
    "a card shown four times": (
        shown(dealt(), players=held(dealt(), "b7 b7 b7"), display=Purse.parse("b7"), deck=Deck()),
        ["b7 is there 4 times; there are 3"],
    ),
    "a bureau shown without its module": (
        shown(dealt(), players=held(dealt(), "b/g"), deck=Deck()),
        ["b/g is there 1 times; there are 0"],
    ),
    "nothing was dealt": (set_up(0), DEALT),
    "too little was dealt": (set_up(8), DEALT),
    "enough was dealt": (set_up(9), []),
    "as much as can be was dealt": (set_up(MOST_DEALT), []),
    "too much was dealt": (set_up(MOST_DEALT + 1), DEALT),
    "a hut too many": (
        evolve(HUTS, players=stored(HUTS, str(HUTS.extras[0].tops[0]))),
        [f"{HUTS.extras[0].tops[0]} is there 2 times, not 1"],
    ),
    "a hut shown twice": (
        shown(HUTS, players=stored(HUTS, str(HUTS.extras[0].tops[0]))),
        [f"{HUTS.extras[0].tops[0]} is there 2 times; there are 1"],
    ),
}


@pytest.mark.parametrize("name", COMPLAINTS)
def test_of_what_is_wrong_with_a_state_this_is_said_and_nothing_else(name: str) -> None:
    state, expected = COMPLAINTS[name]
    assert list(flaws_of(state)) == expected


HUTS_AS_DATA = {"tops": [None] * 6, "piles": [[]] * 6}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({**HUTS_AS_DATA, "roofs": []}, "expected an object with tops and piles"),
        ({"tops": []}, "expected an object with tops and piles"),
        ([], "expected an object with tops and piles"),
        ({**HUTS_AS_DATA, "tops": "none"}, "expected lists of huts"),
        ({**HUTS_AS_DATA, "piles": ["garden-hut"]}, "expected lists of huts"),
    ],
)
def test_huts_are_read_from_tops_and_piles_alone(data: object, said: str) -> None:
    with pytest.raises(granada.InvalidState, match=said):
        granada.HUTS.reads(data)


@pytest.mark.parametrize("age", [MOST_YEARS, -MOST_YEARS])
def test_ages_have_a_limit(age: int) -> None:
    assert granada.new_game(3, ages=[age, 0, 0]).setup.ages == (age, 0, 0)
    further = age + (1 if age > 0 else -1)
    with pytest.raises(granada.InvalidState, match=f"ages are whole numbers up to {MOST_YEARS}"):
        granada.new_game(3, ages=[0, further, 0])
