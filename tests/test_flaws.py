"""Complaints about states that no table can have: each is made where it is due, alone and in its words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import granada
from granada import (
    ALHAMBRA,
    COMBINED,
    GRANADA,
    Cell,
    Deck,
    Dirk,
    Face,
    Family,
    Layer,
    Layout,
    Purse,
    Round,
    State,
    Tile,
)
from granada.game.modules.bonus import Bonus, DealBonus
from granada.game.modules.huts import Huts
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


def bought(state: State) -> State:
    """The game when a tile has been bought exactly, and its buyer goes on."""
    rng = Random(3)
    while not (isinstance(state.todo[0], granada.Act) and state.todo[0].bought):
        state = granada.deal(granada.apply(state, rng.choice(granada.legal_actions(state))), rng)
    return state


def preparing(step: str, module: str) -> State:
    """A game of the Alhambra with a module, in its set-up before a step."""
    state = granada.new_game(3, ALHAMBRA, modules=[module])
    while state.todo[0].name != step:
        state = granada.apply(state, granada.legal_actions(state)[0])
    return state


def turned_up(state: State, *numbers: int) -> State:
    """The same with the tops of some piles turned up."""
    huts = state.extra(granada.HUTS)
    tops = [pile[0] if number in numbers else None for number, pile in enumerate(huts.piles)]
    piles = [pile[1:] if number in numbers else pile for number, pile in enumerate(huts.piles)]
    return state.with_extra(granada.HUTS, Huts(tuple(tops), tuple(piles)))


def bonus_of(state: State, left: int, *hidden: int) -> State:
    """The same, but that so many bonus cards are left and each seat has so many."""
    cards = iter(state.extra(granada.BONUS).left)
    hands = tuple(tuple(next(cards) for _ in range(number)) for number in hidden)
    return state.with_extra(granada.BONUS, Bonus(tuple(cards)[:left], hands, ((),) * len(hidden)))


def dealing(state: State, *left: int) -> State:
    """The same, but that so many bonus cards are still to be dealt to each seat."""
    return evolve(state, todo=(DealBonus(left), *state.todo[1:]))


TURNING = preparing("turn-up-huts", "huts")
DEALING = preparing("deal-bonus", "bonus")
UNKNOWN = dealt(ALHAMBRA, modules=["bonus"])
CARDS: Bonus = UNKNOWN.extra(granada.BONUS)
ONE_BY_ONE = ["extras.huts: in the set-up the piles are turned up one by one"]
IN_TURN = ["todo: each seat is dealt 3 bonus cards, one after the other"]
DEALT = ["seats: everybody is dealt cards until they are worth 20"]
MOST_DEALT = 12 + 12 + 7 + 3
"""Twelve ones, twelve twos and seven threes are worth 57, less than 20 for each of three; then each gets one more."""
FIRST = next(filter(None, dealt().yard))
OTHERWISE = Tile(FIRST.up, FIRST.down and evolve(FIRST.down, price=13))
IN_BAG = dealt().bags[0][0]
BUREAUS = dealt(modules=["exchange"])
HUTS = dealt(ALHAMBRA, modules=["huts"])
TAKEN = granada.apply(HUTS, granada.Action.parse(f"hut {str(HUTS.extras[0].tops[0]).replace('-hut', '')}"))
TURNED = granada.apply(TAKEN, granada.legal_actions(TAKEN)[0])
NEXT_HUT = ["extras.huts: the next hut of one pile is turned up, from which one was taken"]
OF_THE_DECK = next(card for card in dealt().deck.pools[0] if dealt().players[0].hand.count(card) < 3)
COMPLAINTS: dict[str, tuple[State, list[str]]] = {
    "sound": (dealt(), []),
    "sound and shown": (shown(dealt()), []),
    "sound for two": (dealt(players=2), []),
    "sound for two and shown": (shown(dealt(players=2)), []),
    "sound after an exact purchase": (bought(dealt()), []),
    "sound after an exact purchase and shown": (shown(bought(dealt())), []),
    "sound with everything": (dealt(COMBINED, modules=["vizier", "exchange", "bonus", "huts"]), []),
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
        shown(dealt(), players=stored(dealt(), str(FIRST.up))),
        [f"{FIRST.up} is there 2 times"],
    ),
    "a tile too many": (
        evolve(dealt(), players=stored(dealt(), str(FIRST.up))),
        [f"{FIRST} is there 2 times, not 1"],
    ),
    "a tile too few": (
        evolve(dealt(), bags=(dealt().bags[0][1:],)),
        [f"{IN_BAG} is there 0 times, not 1"],
    ),
    "a tile of the Alhambra with a back": (
        shown(dealt(ALHAMBRA), yard=(Tile.parse("garden2|garden3"), *dealt(ALHAMBRA).yard[1:])),
        ["garden2|garden3 has two faces; the tiles of the Alhambra have one"],
    ),
    "a tile of Granada without a back": (
        shown(dealt(), yard=(Tile.parse("park2"), *dealt().yard[1:])),
        ["park2 has one face; the tiles of Granada have two"],
    ),
    "a tile of both families": (
        shown(
            dealt(COMBINED),
            yard=(dealt(COMBINED).yard[0], Tile.parse("park2|garden3"), *dealt(COMBINED).yard[2:]),
        ),
        ["park2|garden3 does not belong to granada"],
    ),
    "a tile with another back": (
        evolve(dealt(), yard=(OTHERWISE, *dealt().yard[1:])),
        [f"{OTHERWISE} is no tile of this game"],
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
    "huts are turned up": (turned_up(TURNING, 0, 1, 2), []),
    "huts are turned up in another order": (turned_up(TURNING, 0, 2), ONE_BY_ONE),
    "huts are turned up too early": (
        turned_up(granada.new_game(3, ALHAMBRA, modules=["huts"]), 0),
        ONE_BY_ONE,
    ),
    "a hut is turned up": (shown(TAKEN), []),
    "a hut is turned up that lies there": (shown(TURNED, todo=TAKEN.todo), NEXT_HUT),
    "a hut is turned up though none was taken": (shown(TAKEN, todo=(TAKEN.todo[0], *HUTS.todo[1:])), NEXT_HUT),
    "bonus cards are dealt": (dealing(bonus_of(DEALING, 6, 3, 1, 0), 0, 2, 3), []),
    "two seats are dealt bonus cards at once": (dealing(bonus_of(DEALING, 8, 1, 1, 0), 2, 2, 3), IN_TURN),
    "the last seat is dealt bonus cards first": (dealing(bonus_of(DEALING, 7, 0, 0, 3), 3, 3, 0), IN_TURN),
    "a seat is dealt four bonus cards": (dealing(DEALING, 3, 3, 4), IN_TURN),
    "a seat has missed a bonus card": (
        dealing(bonus_of(DEALING, 7, 2, 1, 0), 0, 2, 3),
        ["extras.bonus: seat 0 has 2 cards, not 3"],
    ),
    "more bonus cards than there are": (
        dealing(bonus_of(DEALING, 1, 3, 3, 3), 0, 0, 3),
        ["todo: there are not so many bonus cards to deal"],
    ),
    "a bonus card is not known": (
        UNKNOWN.with_extra(granada.BONUS, granada.BONUS.hides(UNKNOWN.extra(granada.BONUS), 0)),
        ["extras.bonus: only a view has cards that are not known"],
    ),
    "bonus cards hidden by a seat that is not there": (
        UNKNOWN.with_extra(granada.BONUS, evolve(CARDS, hidden=(*CARDS.hidden, ()))),
        ["extras.bonus: one list of cards for each seat"],
    ),
    "bonus cards shown by a seat that is not there": (
        UNKNOWN.with_extra(granada.BONUS, evolve(CARDS, shown=(*CARDS.shown, ()))),
        ["extras.bonus: one list of cards for each seat"],
    ),
    "two huts of a kind": (
        shown(HUTS, players=stored(HUTS, "garden-hut", "garden-hut"), extras=(Huts((None,) * 6, ((),) * 6),)),
        [],
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


PARK, GARDEN = Face.parse("park6"), Face.parse("garden10")
FAR = {Cell(x, y): PARK for x in range(1, 16) for y in range(15)}
LAYOUTS: dict[str, tuple[Callable[[], Layout], str]] = {
    "at the start": (lambda: Layout.of({Cell(0, 0): PARK}), "the start tile lies at 0,0"),
    "twice on a cell": (lambda: Layout.of([(Cell(1, 0), PARK), (Cell(1, 0), PARK)]), "two tiles lie on one cell"),
    "too far": (lambda: Layout.of({Cell(201, 0): PARK}), "no tile lies further than 200 from the start"),
    "too many": (lambda: Layout.of(FAR), "a layout has at most 200 tiles"),
    "turned by half a side": (
        lambda: Layout.of({Cell(1, 0): PARK}, rotations={Cell(1, 0): 45}),
        "a tile is rotated by 90, 180 or 270 degrees",
    ),
    "nothing is turned": (
        lambda: Layout.of({Cell(1, 0): PARK}, rotations={Cell(2, 0): 90}),
        "only a tile can be rotated",
    ),
    "the start of Granada in the Alhambra": (
        lambda: Layout.of({Cell(1, 0): GARDEN}, start=Family.GRANADA),
        "tiles of the Alhambra lie round a start tile of Granada",
    ),
    "nothing is founded": (
        lambda: Layout.of({Cell(1, 0): GARDEN}, founding=Cell(2, 0)),
        "only a tile of Granada can be the founding tile",
    ),
    "the Alhambra is founded": (
        lambda: Layout.of({Cell(1, 0): GARDEN}, founding=Cell(1, 0)),
        "only a tile of Granada can be the founding tile",
    ),
    "nothing is marked": (
        lambda: Layout.of({Cell(1, 0): PARK}, start=Family.ALHAMBRA),
        "the founding tile of Granada is marked with *",
    ),
    "Granada is founded in Granada": (
        lambda: Layout.of({Cell(1, 0): PARK}, start=Family.GRANADA, founding=Cell(1, 0)),
        "a founding tile needs a start tile of the Alhambra",
    ),
    "two are marked": (
        lambda: Layout.from_cells({"1,0": "*park6", "2,0": "*park8"}),
        "there is one founding tile at the most",
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_of_what_is_wrong_with_a_layout_this_is_said_and_nothing_else(name: str) -> None:
    make, said = LAYOUTS[name]
    with pytest.raises(granada.InvalidState) as refused:
        make()
    assert list(refused.value.reasons) == [said]


HUTS_AS_DATA = {"tops": [None] * 6, "piles": [[]] * 6}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({**HUTS_AS_DATA, "roofs": []}, "expected an object with tops and piles"),
        ({"tops": []}, "expected an object with tops and piles"),
        ([], "expected an object with tops and piles"),
        ({**HUTS_AS_DATA, "tops": "none"}, "expected lists of huts"),
        ({**HUTS_AS_DATA, "piles": ["garden-hut"]}, "expected lists of huts"),
        ({**HUTS_AS_DATA, "piles": 5}, "expected lists of huts"),
    ],
)
def test_huts_are_read_from_tops_and_piles_alone(data: object, said: str) -> None:
    with pytest.raises(granada.InvalidState, match=said):
        granada.HUTS.reads(data)


def test_of_what_can_only_be_too_much_one_more_is_read() -> None:
    huts = granada.HUTS.reads({"tops": [None] * 9, "piles": [["garden-hut"] * 9] * 9})
    assert (len(huts.tops), [len(pile) for pile in huts.piles]) == (7, [6] * 7)
    bonus = granada.BONUS.reads({"left": ["garden10"] * 20, "hidden": [[]] * 9, "shown": [["garden10"] * 20] * 9})
    assert (len(bonus.left), len(bonus.hidden), [len(cards) for cards in bonus.shown]) == (11, 7, [11] * 7)


BONUS_AS_DATA: dict[str, object] = {"left": [], "hidden": [[]] * 3, "shown": [[]] * 3}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({**BONUS_AS_DATA, "right": []}, "expected an object with left, hidden and shown"),
        ({"left": [], "hidden": []}, "expected an object with left, hidden and shown"),
        ([], "expected an object with left, hidden and shown"),
        ({**BONUS_AS_DATA, "left": "garden10"}, "expected lists of cards"),
        ({**BONUS_AS_DATA, "hidden": "none"}, "expected lists of cards"),
        ({**BONUS_AS_DATA, "hidden": 5}, "expected lists of cards"),
        ({**BONUS_AS_DATA, "shown": None}, "expected lists of cards"),
        ({**BONUS_AS_DATA, "shown": [[], "garden10", []]}, "expected lists of cards"),
    ],
)
def test_bonus_cards_are_read_from_lists_alone(data: object, said: str) -> None:
    with pytest.raises(granada.InvalidState, match=said):
        granada.BONUS.reads(data)


@pytest.mark.parametrize("age", [MOST_YEARS, -MOST_YEARS])
def test_ages_have_a_limit(age: int) -> None:
    assert granada.new_game(3, ages=[age, 0, 0]).setup.ages == (age, 0, 0)
    further = age + (1 if age > 0 else -1)
    with pytest.raises(granada.InvalidState, match=f"ages are whole numbers up to {MOST_YEARS}"):
        granada.new_game(3, ages=[0, further, 0])
