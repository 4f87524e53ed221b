"""What makes a state valid: each flaw is told in its words, and whatever is accepted can be played to its end."""

from __future__ import annotations

import json
from functools import partial
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
    InvalidState,
    Layout,
    Purse,
    Round,
    Rulings,
    State,
    Tile,
    modules,
)
from granada.game import Pile, Slot, choose_draw
from granada.game.modules.bonus import Bonus
from granada.game.modules.huts import Huts
from granada.steps import Act, Award, DealBonus, DealHand, DirkDraws, Pending, PlaceTiles, RefillTiles, ScoreRow
from granada.table.table import MOST_YEARS
from granada.wire.modules import read_extra
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from collections.abc import Callable

Data = dict[str, Any]
GAMES = ("granada", "alhambra", "combined")
EVERY = ("vizier", "exchange", "huts", "bonus")
HUT = Face.parse("garden-hut/n")


def stepped(state: State, rng: Random) -> State:
    """The state after one draw or one random action."""
    if state.actor is None:
        return granada.apply(state, choose_draw(state, rng))
    legal = granada.legal_actions(state)
    return granada.apply(state, legal[rng.randrange(len(legal))])


def reached(here: Callable[[State], bool], players: int = 3, game: str = "granada", *modules: str) -> State:
    """The first state in some random games at which something holds."""
    for seed in range(100):
        rng, state = Random(seed), granada.new_game(players, game, modules=modules)
        while not state.over and not here(state):
            state = stepped(state, rng)
        if here(state):
            return state
    raise AssertionError(here)


def at(name: str, players: int = 3, game: str = "granada", *modules: str) -> State:
    """The first state in some random games that waits at a step."""
    return reached(lambda state: bool(state.todo) and state.todo[0].name == name, players, game, *modules)


# What is wrong with a state


def dealt(game: granada.Game = GRANADA, players: int = 3, **options: Any) -> State:
    """A game before its first decision."""
    return granada.deal(granada.new_game(players, game, **options), Random(1))


def shown(state: State, **changes: Any) -> State:
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


def piled(state: State, **changes: Any) -> State:
    """Another deck."""
    return evolve(state, deck=evolve(state.deck, **changes))


TABLE, PALACE, BOTH, TWO = dealt(), dealt(ALHAMBRA), dealt(COMBINED), dealt(players=2)


def with_layers(change: Callable[[tuple[Pile, ...]], tuple[Pile, ...]]) -> State:
    """Other piles."""
    return piled(TABLE, piles=change(TABLE.deck.piles))


def _money(layers: tuple[Pile, ...]) -> int:
    return sum(layer.slots[0] for layer in layers)


def _cards(layers: tuple[Pile, ...]) -> tuple[Round, ...]:
    return tuple(card for layer in layers for card in layer.cards)


def _bag(state: State, tile: Tile) -> State:
    """One tile of the bag lies in it in another way."""
    (bag,) = state.bags
    return evolve(state, bags=((tile, *bag[1:]),))


def bought(state: State) -> State:
    """The game when a tile has been bought exactly, and its buyer goes on."""
    rng = Random(3)
    while not (isinstance(state.todo[0], Act) and state.todo[0].bought):
        state = granada.deal(granada.apply(state, rng.choice(granada.legal_actions(state))), rng)
    return state


def scored(state: State, points: int) -> tuple[granada.Player, ...]:
    """The players, the first with some points."""
    first, *others = state.players
    return (evolve(first, points=points), *others)


def preparing(step: str, module: str) -> State:
    """A game of the Alhambra with a module, in its set-up before a step."""
    state = granada.new_game(3, ALHAMBRA, modules=[module])
    while state.todo[0].name != step:
        state = granada.apply(state, granada.legal_actions(state)[0])
    return state


def turned_up(state: State, *numbers: int) -> State:
    """The same with the tops of some piles turned up."""
    huts = state.extra(modules.HUTS)
    tops = [pile[0] if number in numbers else None for number, pile in enumerate(huts.piles)]
    piles = [pile[1:] if number in numbers else pile for number, pile in enumerate(huts.piles)]
    return state.with_extra(modules.HUTS, Huts(tuple(tops), tuple(piles)))


def bonus_of(state: State, left: int, *hidden: int) -> State:
    """The same, but that so many bonus cards are left and each seat has so many."""
    cards = iter(state.extra(modules.BONUS).left)
    hands = tuple(tuple(next(cards) for _ in range(number)) for number in hidden)
    return state.with_extra(modules.BONUS, Bonus(tuple(cards)[:left], hands, ((),) * len(hidden)))


def dealing(state: State, *left: int) -> State:
    """The same, but that so many bonus cards are still to be dealt to each seat."""
    return evolve(state, todo=(DealBonus(left), *state.todo[1:]))


TURNING = preparing("turn-up-huts", "huts")
DEALING = preparing("deal-bonus", "bonus")
DEALING_HANDS = preparing("deal-hand", "bonus")
FILLING = granada.new_game(3, ALHAMBRA)
DIRKS = (TWO.dirk or Dirk()).faces
OTHER = ((TABLE.mover or 0) + 1) % 3
UNKNOWN = dealt(ALHAMBRA, modules=["bonus"])
CARDS: Bonus = UNKNOWN.extra(modules.BONUS)
IN_TURN = ["todo: each seat must be dealt 3 bonus cards, one after the other"]
FIRST = next(filter(None, TABLE.slots.values()))
OTHERWISE = Tile(FIRST.up, FIRST.down and evolve(FIRST.down, price=13))
IN_BAG = TABLE.bags[0][0]
BUREAUS = dealt(modules=["exchange"])
HUTS = dealt(ALHAMBRA, modules=["huts"])
NO_HUTS = Huts((None,) * 6, ((),) * 6)
TAKEN = granada.apply(HUTS, next(each for each in granada.legal_actions(HUTS) if isinstance(each, granada.TakeHut)))
TURNED = granada.apply(TAKEN, granada.legal_actions(TAKEN)[0])
NO_AGENDA = ["todo: no game has such an agenda"]
ACTS, MONEY, TILES, *REST = TABLE.todo
OF_THE_DECK = next(card for card in TABLE.deck.pools[0] if TABLE.players[0].hand.count(card) < 3)
ONE_FACE = f"{IN_BAG.up} has one face; the tiles of Granada have two"
SOUND: dict[str, State] = {
    "sound": TABLE,
    "sound and shown": shown(TABLE),
    "sound for two": TWO,
    "sound for two and shown": shown(TWO),
    "sound after an exact purchase": bought(TABLE),
    "sound after an exact purchase and shown": shown(bought(TABLE)),
    "sound with everything": dealt(COMBINED, modules=["vizier", "exchange", "bonus", "huts"]),
    "as many points as can be written down": evolve(TWO, dirk=Dirk(DIRKS, 1000), players=scored(TWO, 1000)),
    "huts are turned up": turned_up(TURNING, 0, 1, 2),
    "a hut is turned up": shown(TAKEN),
    "bonus cards are dealt": dealing(bonus_of(DEALING, 6, 3, 1, 0), 0, 2, 3),
    "two huts of a kind": shown(HUTS, players=stored(HUTS, "garden-hut", "garden-hut"), extras=(NO_HUTS,)),
}
FLAWED: list[tuple[Any, ...]] = [
    (evolve(TABLE, players=TABLE.players[:2]), "seats: there must be 3 players, not 2"),
    (evolve(TABLE, yard=TABLE.yard[:3]), "yard: there must be 4 slots, not 3"),
    (
        evolve(BOTH, yard=(BOTH.yard[0] + BOTH.yard[1], BOTH.yard[2] + BOTH.yard[3])),
        "yard: there must be 2 slots in each space",
    ),
    (BOTH.with_tile(Slot(1, 0), BOTH.yard[0][1]), f"yard[0]: {BOTH.yard[0][1]} does not belong there"),
    (evolve(TABLE, dirk=Dirk()), "dirk: Dirk takes part in games for two, and in no others"),
    (evolve(TWO, dirk=None), "dirk: Dirk takes part in games for two, and in no others"),
    (evolve(TABLE, marker=None), "marker: null if tiles have one face, and otherwise even or odd"),
    (evolve(PALACE, marker=granada.steps.EVEN), "marker: null if tiles have one face, and otherwise even or odd"),
    (
        shown(TABLE, display=Purse.parse("b1 b2 b3 b4 b5"), deck=Deck(), players=held(TABLE, "")),
        "display: at most four cards, not 5",
    ),
    (shown(TABLE, players=stored(TABLE, "garden10")), "garden10 does not belong to granada"),
    (
        shown(_bag(TABLE, IN_BAG.turned)),
        f"bags.granada: {IN_BAG.turned} does not lie in the bag like that",
        f"{IN_BAG.turned}: the back of an even price is the next higher odd price",
    ),
    (shown(_bag(TABLE, Tile(IN_BAG.up))), f"bags.granada: {IN_BAG.up} does not lie in the bag like that", ONE_FACE),
    (shown(_bag(PALACE, Tile(IN_BAG.up))), f"bags.alhambra: {IN_BAG.up} does not lie in the bag like that", ONE_FACE),
    (shown(PALACE, players=stored(PALACE, str(HUT))), f"{HUT} does not belong to alhambra without builders' huts"),
    (shown(TABLE, players=stored(TABLE, str(FIRST.up))), f"{FIRST.up} occurs 2 times; there is only one"),
    (evolve(TABLE, players=stored(TABLE, str(FIRST.up))), f"{FIRST} occurs 2 times, not 1"),
    (evolve(TABLE, bags=(TABLE.bags[0][1:],)), f"{IN_BAG} occurs 0 times, not 1"),
    (
        shown(PALACE.with_tile(Slot(1, 0), Tile.parse("garden2|garden3"))),
        "garden2|garden3 has two faces; the tiles of the Alhambra have one",
    ),
    (shown(TABLE.with_tile(Slot(1, 0), Tile.parse("park2"))), "park2 has one face; the tiles of Granada have two"),
    (
        shown(BOTH.with_tile(Slot(1, 1), Tile.parse("park2|garden3"))),
        "park2|garden3 does not belong to granada",
    ),
    (TABLE.with_tile(Slot(1, 0), OTHERWISE), f"{OTHERWISE} is no tile of this game"),
    (evolve(TABLE, players=stored(TABLE, "park2")), "park2 is in no set of this game"),
    (
        with_layers(lambda layers: (Pile((1,)), Pile((layers[0].slots[0] - 1,)), *layers[1:])),
        "deck: there can be at most 5 piles",
    ),
    (
        piled(TABLE, piles=()),
        "deck: there must be one pool of money, and one for the cards of each module",
        "deck: pool 0 has 88 cards for 0 places in the piles",
    ),
    (
        with_layers(lambda layers: (Pile((0,)), Pile((_money(layers[:2]),), _cards(layers[:2])), *layers[2:])),
        "deck: a pile is empty",
    ),
    (
        with_layers(lambda layers: (Pile((*layers[0].slots, 0), layers[0].cards), *layers[1:])),
        "deck: every pile counts its cards of each pool",
    ),
    (
        with_layers(lambda layers: (Pile((layers[0].slots[0] + 1,), layers[0].cards), *layers[1:])),
        "deck: pool 0 has 88 cards for 89 places in the piles",
    ),
    (
        piled(TABLE, later=((Round.C, 1),)),
        "deck: the scoring cards are A and B, once each",
        "deck: no such card waits for a reshuffle in granada",
    ),
    (
        piled(BUREAUS, piles=tuple(Pile((each.slots[0], 0), each.cards) for each in BUREAUS.deck.piles)),
        "deck: a pool has no place in the piles",
        "deck: pool 1 has 6 cards for 0 places in the piles",
    ),
    (
        piled(TABLE, pools=(*TABLE.deck.pools, Purse.parse("b/g"))),
        "deck: there must be one pool of money, and one for the cards of each module",
        *["deck: every pile counts its cards of each pool"] * 5,
        "deck: a pool has no place in the piles",
        "deck: pool 1 has 1 cards for 0 places in the piles",
        "b/g occurs 1 times, not 0",
    ),
    (
        piled(BUREAUS, pools=(BUREAUS.deck.pools[0] + BUREAUS.deck.pools[1], Purse.parse("b1"))),
        "deck: there must be one pool of money, and one for the cards of each module",
        "deck: pool 0 has 94 cards for 88 places in the piles",
        "deck: pool 1 has 1 cards for 6 places in the piles",
        "b1 occurs 4 times, not 3",
    ),
    (piled(DEALING, piles=(Pile((50,)), Pile((58,)))), "deck: it has not been cut yet"),
    (piled(DEALING, piles=(Pile((108,), (Round.A,)),)), "deck: it has not been cut yet"),
    (
        with_layers(lambda layers: (Pile(layers[0].slots, (Round.C,)), *layers[1:])),
        "deck: the scoring cards are A and B, once each",
    ),
    (
        evolve(TWO, dirk=Dirk(DIRKS, 1001), players=scored(TWO, 1001)),
        "seats[0]: 1001 points are more than the scorings so far can give",
        "dirk: 1001 points are more than the scorings so far can give",
    ),
    (evolve(TABLE, todo=(ACTS, *TABLE.todo)), *NO_AGENDA),
    (evolve(TABLE, todo=(ACTS, MONEY, *TABLE.todo[1:])), *NO_AGENDA),
    (evolve(TABLE, todo=(ACTS, TILES, MONEY, *REST)), *NO_AGENDA),
    (evolve(TABLE, todo=(ACTS, MONEY, RefillTiles(moves_marker=True), *REST)), *NO_AGENDA),
    (evolve(TABLE, todo=(ACTS, granada.steps.NextTurn())), *NO_AGENDA),
    (evolve(TABLE, todo=(Award(0), granada.steps.NextTurn())), *NO_AGENDA),
    (evolve(TABLE, todo=(Act(OTHER), *TABLE.todo[1:])), f"todo[0]: seat {OTHER} acts in another's turn"),
    (
        evolve(TABLE, todo=(Act(5), *TABLE.todo[1:])),
        "todo[0]: there is no seat 5",
        "todo[0]: seat 5 acts in another's turn",
    ),
    (evolve(DEALING_HANDS, todo=(DealHand(3), *DEALING_HANDS.todo[1:])), "todo[0]: there is no seat 3"),
    (
        evolve(TABLE, bags=(TABLE.bags[0][1:],), todo=(PlaceTiles(OTHER, (Pending(IN_BAG),)), *TABLE.todo[1:])),
        f"todo[0]: seat {OTHER} places tiles in another's turn",
    ),
    (evolve(TABLE, todo=(PlaceTiles(TABLE.mover or 0, ()), *TABLE.todo[1:])), "todo[0]: there is no tile to place"),
    (
        evolve(TABLE, bags=(TABLE.bags[0][5:],), todo=(Act(TABLE.mover or 0, TABLE.bags[0][:5]), *TABLE.todo[1:])),
        "todo[0]: 5 tiles cannot come from a yard with 4 slots",
    ),
    (
        evolve(
            TABLE,
            bags=(TABLE.bags[0][5:],),
            todo=(
                PlaceTiles(TABLE.mover or 0, tuple(Pending(tile, bought=False) for tile in TABLE.bags[0][:5])),
                *TABLE.todo[1:],
            ),
        ),
        "todo[0]: 5 tiles cannot come from a yard with 4 slots",
    ),
    (evolve(TABLE, todo=(Award(4), ScoreRow(Round.C))), "todo[0]: there is no slot 4"),
    (
        evolve(FILLING, todo=(RefillTiles(moves_marker=True, first=True), *FILLING.todo[1:])),
        "todo[0]: there is no marker to move",
    ),
    (evolve(TABLE, todo=(DirkDraws((3,)), *TABLE.todo[3:])), "todo[0]: Dirk does not take part"),
    (evolve(TWO, todo=(DirkDraws((3, 3)), *TWO.todo[3:])), "todo[0]: there must be one number for each supply"),
    (
        evolve(TWO, todo=(DirkDraws((len(TWO.bags[0]) + 1,)), *TWO.todo[3:])),
        f"todo[0]: Dirk does not draw {len(TWO.bags[0]) + 1} tiles",
    ),
    (
        evolve(TABLE, players=held(TABLE, f"{TABLE.players[0].hand} {OF_THE_DECK}")),
        f"{OF_THE_DECK} occurs 4 times, not 3",
    ),
    (
        evolve(TABLE, players=held(TABLE, str(TABLE.players[0].hand).partition(" ")[2])),
        f"{str(TABLE.players[0].hand).partition(' ')[0]} occurs 2 times, not 3",
    ),
    (
        shown(TABLE, players=held(TABLE, "b7 b7 b7"), display=Purse.parse("b7"), deck=Deck()),
        "b7: 4 here, but 3 in the box",
    ),
    (shown(TABLE, players=held(TABLE, "b/g"), deck=Deck()), "b/g: 1 here, but 0 in the box"),
    (
        evolve(HUTS, players=stored(HUTS, str(HUTS.extra(granada.modules.HUTS).tops[0]))),
        f"{HUTS.extra(granada.modules.HUTS).tops[0]} occurs 2 times, not 1",
    ),
    (shown(TURNED, todo=TAKEN.todo), "todo: the first step is automatic"),
    (shown(TAKEN, todo=(TAKEN.todo[0], *HUTS.todo[1:])), *NO_AGENDA),
    (evolve(dealt(ALHAMBRA, 2, modules=["huts"]), dirk=Dirk((HUT,))), "dirk: Dirk has no huts"),
    (shown(HUTS.with_tile(Slot(1, 0), Tile(HUT))), f"yard[0]: {HUT} does not belong there"),
    (
        shown(HUTS, todo=(Act(HUTS.mover or 0, (Tile.parse("garden-hut"),)), *HUTS.todo[1:]), extras=(NO_HUTS,)),
        "todo[0]: a hut was bought",
    ),
    (
        evolve(
            TABLE,
            bags=(TABLE.bags[0][1:],),
            todo=(PlaceTiles(TABLE.mover or 0, (Pending(IN_BAG, flipped=True, overpaid=True),)), *TABLE.todo[1:]),
        ),
        "todo[0]: a flip counts as overpaid only by the reading gift_flip_exact",
    ),
    (dealing(bonus_of(DEALING, 8, 1, 1, 0), 2, 2, 3), *IN_TURN),
    (dealing(bonus_of(DEALING, 7, 0, 0, 3), 3, 3, 0), *IN_TURN),
    (dealing(DEALING, 3, 3, 4), *IN_TURN),
    (dealing(bonus_of(DEALING, 1, 3, 3, 3), 0, 0, 3), "todo: there are too few bonus cards to deal"),
    (
        UNKNOWN.with_extra(modules.BONUS, granada.observe(UNKNOWN, 0).table.extra(modules.BONUS)),
        "extras.bonus: only a view has cards that are not known",
    ),
    (
        UNKNOWN.with_extra(modules.BONUS, evolve(CARDS, hidden=(*CARDS.hidden, ()))),
        "extras.bonus: one list of cards for each seat",
    ),
    (
        UNKNOWN.with_extra(modules.BONUS, evolve(CARDS, shown=(*CARDS.shown, ()))),
        "extras.bonus: one list of cards for each seat",
    ),
    (
        shown(HUTS, players=stored(HUTS, str(HUTS.extra(granada.modules.HUTS).tops[0]))),
        f"{HUTS.extra(granada.modules.HUTS).tops[0]}: 2 here, but 1 in the box with just these walls",
    ),
]
"""States, and all that is wrong with each."""


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_wrong_with_a_sound_state(name: str) -> None:
    assert not list(flaws_of(SOUND[name]))


@pytest.mark.parametrize(("state", "expected"), [(state, expected) for state, *expected in FLAWED])
def test_of_what_is_wrong_with_a_state_this_is_said_and_nothing_else(state: State, expected: list[str]) -> None:
    assert list(flaws_of(state)) == expected


# What is wrong with the JSON of a state


def refused(state: State | granada.View, change: Callable[[Data], object], *, shown: bool = False) -> str:
    """Why the JSON of a state is none after a change of it; without the change it is one."""
    data = json.loads(granada.to_json(state))
    if shown:
        data["tiles"] = "shown"
    granada.from_json(json.dumps(data))
    change(data)
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(json.dumps(data))
    return "\n".join(refusal.value.reasons)


def put(*way: str | int) -> Callable[..., Callable[[Data], None]]:
    """A change that puts a value in a place."""

    def to(value: object) -> Callable[[Data], None]:
        def change(data: Data) -> None:
            inside: Any = data
            for key in way[:-1]:
                inside = inside[key]
            inside[way[-1]] = value

        return change

    return to


def test_what_is_due_is_scored_in_the_order_of_the_reading() -> None:
    usual = at("act")
    other = refused(usual, lambda d: d["todo"].insert(2, d["todo"].pop(3)))
    assert "no game has such an agenda" in other
    before = granada.deal(granada.new_game(3, rulings=Rulings(score_before_tiles=True)), Random(0))
    assert [step.name for step in before.todo[2:4]] == ["score-due", "refill-tiles"]
    assert "no game has such an agenda" in refused(before, lambda d: d["todo"].insert(2, d["todo"].pop(3)))


def test_agendas_of_modules_are_judged() -> None:
    alone = [{"step": "show", "seat": 0, "building": "tower"}]
    scored = {"step": "score-row", "round": "A", "row": 0, "asked": True}
    start = at("act", 3, "alhambra", *EVERY)
    end = json.loads(granada.to_json(start))["todo"][1:]
    for todo in (
        alone,
        [*alone, *end],
        [*alone, scored],
        [*alone, scored, *end[2:]],
        [{"step": "favour", "seat": 0, "seats": []}],
        [{"step": "favour", "seat": 0, "seats": []}, *end],
        [{"step": "turn-up-huts"}, *end],
        [{"step": "turn-up-huts"}],
        [{"step": "open-favour"}, {"step": "next-turn"}],
        [{"step": "deal-bonus", "left": [1, 1, 1]}, *end],
    ):
        for shown in (False, True):
            assert refused(start, put("todo")(todo), shown=shown), todo


def test_windows_are_those_that_the_rules_open() -> None:
    window = at("show", 3, "alhambra", "bonus")
    seat = json.loads(granada.to_json(window))["todo"][0]["seat"]
    assert "these seats do not decide" in refused(window, put("todo", 0, "seat")((seat + 1) % 3))
    assert "these seats do not decide" in refused(window, put("todo", 0, "building")("arena"))
    assert "no row" in refused(window, put("todo", [s.name for s in window.todo].index("score-row"), "row")(20))
    favour = at("favour", 3, "granada", "vizier")
    assert "each once" in refused(favour, put("todo", 0, "seats")([0, 0]))
    assert "each once" in refused(favour, put("extras", "vizier")([False, False, False]))


def four_huts(data: Data) -> None:
    """A reserve of four huts."""
    piles = data["extras"]["huts"]["piles"]
    data["seats"][0]["reserve"] = [piles[number].pop() for number in range(4)]


def shown_unbuilt(data: Data) -> None:
    """A bonus card is shown whose tile is not built."""
    data["extras"]["bonus"]["shown"][0].append(data["extras"]["bonus"]["hidden"][0].pop())


@pytest.mark.parametrize(
    ("module", "change", "reason"),
    [
        ("huts", put("extras", "huts", "piles")([[]] * 5), "6 piles"),
        ("huts", put("extras", "huts", "tops", 0)("garden-hut/s"), "does not belong on the pile"),
        ("huts", put("extras", "huts", "piles", 0)(["garden-hut/s"]), "does not belong on the pile"),
        ("huts", put("extras", "huts", "tops", 0)(None), "every pile shows its top"),
        ("huts", four_huts, "at most 3 huts"),
        ("vizier", put("extras", "vizier")([True, 1, False]), "extras.vizier[1]: expected true or false"),
        ("vizier", put("extras", "vizier")([True, True]), "3 viziers, not 2"),
        ("bonus", lambda d: d["extras"]["bonus"]["left"].pop(), "10 cards, not 9"),
        ("bonus", shown_unbuilt, "not in its city"),
    ],
)
def test_what_modules_keep_is_judged(module: str, change: Callable[[Data], object], reason: str) -> None:
    assert reason in refused(at("act", 3, "alhambra", module), change)


def test_the_tiles_are_those_of_the_game() -> None:
    start = at("act")
    mixed = json.loads(granada.to_json(start))["bags"]["granada"]
    assert refused(start, put("tiles")({"alhambra": mixed}))
    one_faced = at("act", 3, "alhambra")
    assert refused(one_faced, put("tiles")({"alhambra": ["garden8|tower9/n"] * 54}))


@pytest.mark.parametrize(
    ("table", "change", "reason"),
    [
        (("granada",), put("yard", 0)("park2|park3/nesw"), "on all four edges"),
        (("granada",), put("yard", 0)("park2|park3"), "on both faces"),
        (("alhambra",), put("seats", 0, "reserve")(["garden-hut/nesw"]), "on all four edges"),
        (("alhambra", "huts"), put("seats", 0, "reserve")(["garden-hut/nsw"]), "but 0 in the box with just"),
    ],
)
def test_what_a_position_shows_exists(table: tuple[str, ...], change: Callable[[Data], object], reason: str) -> None:
    assert reason in refused(at("act", 3, *table), change, shown=True)


# What is wrong with a layout, with what modules keep, and with ages


PARK, GARDEN = Face.parse("park6"), Face.parse("garden10")
FAR = {Cell(x, y): PARK for x in range(1, 21) for y in range(10)} | {Cell(0, 1): PARK}
of_park, of_garden = (partial(Layout.of, {Cell(1, 0): face}) for face in (PARK, GARDEN))
LAYOUTS: list[tuple[Callable[[], Layout], str]] = [
    (lambda: Layout.of({Cell(0, 0): PARK}), "only the start tile can lie at 0,0"),
    (lambda: Layout.of([(Cell(1, 0), PARK), (Cell(1, 0), PARK)]), "two tiles lie on one cell"),
    (lambda: Layout.of({Cell(201, 0): PARK}), "no tile lies further than 200 from the start"),
    (lambda: Layout.of(FAR), "a layout has at most 200 tiles"),
    (lambda: of_park(rotations={Cell(1, 0): 45}), "a tile must be rotated by 90, 180 or 270 degrees"),
    (lambda: of_park(rotations={Cell(1, 0): 360}), "a tile must be rotated by 90, 180 or 270 degrees"),
    (lambda: of_park(rotations={Cell(2, 0): 90}), "only a tile can be rotated"),
    (lambda: of_garden(start=Family.GRANADA), "tiles of the Alhambra lie round a start tile of Granada"),
    (lambda: of_garden(founding=Cell(2, 0)), "only a tile of Granada can be the founding tile"),
    (lambda: of_garden(founding=Cell(1, 0)), "only a tile of Granada can be the founding tile"),
    (lambda: of_park(start=Family.ALHAMBRA), "the founding tile of Granada is marked with *"),
    (lambda: of_park(start=Family.GRANADA, founding=Cell(1, 0)), "a founding tile needs a start tile of the Alhambra"),
    (lambda: Layout.from_cells({"1,0": "*park6", "2,0": "*park8"}), "there is at most one founding tile"),
]


@pytest.mark.parametrize(("make", "said"), LAYOUTS)
def test_of_what_is_wrong_with_a_layout_this_is_said_and_nothing_else(make: Callable[[], Layout], said: str) -> None:
    with pytest.raises(granada.InvalidState) as refused:
        make()
    assert list(refused.value.reasons) == [said]


HUTS_AS_DATA: Data = {"tops": [None] * 6, "piles": [[]] * 6}
BONUS_AS_DATA: Data = {"left": [], "hidden": [[]] * 3, "shown": [[]] * 3}
MEMBERS: list[Any] = [
    *((modules.HUTS, data) for data in list[Any](({**HUTS_AS_DATA, "roofs": []}, {"tops": []}, []))),
    *((modules.BONUS, data) for data in list[Any](({**BONUS_AS_DATA, "right": []}, {"left": [], "hidden": []}, []))),
]
LISTS: list[Any] = [
    *((modules.HUTS, HUTS_AS_DATA | data) for data in ({"tops": "none"}, {"piles": ["garden-hut"]}, {"piles": 5})),
    *((modules.BONUS, BONUS_AS_DATA | {"hidden": data}) for data in ("none", 5)),
    *((modules.BONUS, BONUS_AS_DATA | {"shown": data}) for data in (None, [[], "garden10", []])),
    (modules.BONUS, BONUS_AS_DATA | {"left": "garden10"}),
]


@pytest.mark.parametrize(("module", "data"), [*MEMBERS, *LISTS])
def test_what_modules_keep_is_read_from_lists_alone(module: granada.Module[object], data: object) -> None:
    with pytest.raises(InvalidState):
        read_extra(module, data)


@pytest.mark.parametrize(
    ("module", "data"),
    [
        (modules.HUTS, HUTS_AS_DATA | {"tops": [None] * 501}),
        (modules.HUTS, HUTS_AS_DATA | {"piles": [["garden-hut"] * 501]}),
        (modules.BONUS, BONUS_AS_DATA | {"hidden": [[]] * 501}),
    ],
)
def test_no_list_that_modules_keep_is_endless(module: granada.Module[object], data: object) -> None:
    with pytest.raises(InvalidState):
        read_extra(module, data)


@pytest.mark.parametrize("age", [MOST_YEARS, -MOST_YEARS])
def test_ages_have_a_limit(age: int) -> None:
    assert granada.new_game(3, ages=[age, 0, 0]).setup.ages == (age, 0, 0)
    further = age + (1 if age > 0 else -1)
    with pytest.raises(InvalidState):
        granada.new_game(3, ages=[0, further, 0])
