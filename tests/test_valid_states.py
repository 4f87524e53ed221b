"""What makes a state valid: each flaw is told in its words, and whatever is accepted can be played to its end."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st

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
)
from granada.game import MODULES, Pile, choose_draw
from granada.game.modules.bonus import Bonus
from granada.game.modules.huts import Huts
from granada.steps import Award, DealBonus, DealHand, DirkDraws, Pending, PlaceTiles, RefillTiles
from granada.suite import READINGS
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


# Whatever a game comes to


@given(st.integers(0, 1 << 32))
@example(8)
@example(9)
@settings(max_examples=1)
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


@pytest.mark.long
def test_the_examples_come_to_every_kind_of_step() -> None:
    seen: set[str] = set()
    for seed in (8, 9):
        rng = Random(seed)
        state = granada.new_game(2, "combined", modules=EVERY)
        while not state.over:
            seen.add(state.todo[0].name)
            state = stepped(state, rng)
    assert seen >= {"act", "place-tiles", "refill-money", "refill-tiles", "dirk-draws", "favour", "show", "deal-hand"}
    assert seen >= {"turn-up-huts", "deal-bonus"}


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


def with_layers(change: Callable[[tuple[Pile, ...]], tuple[Pile, ...]]) -> State:
    """Other piles."""
    state = dealt()
    return piled(state, piles=change(state.deck.piles))


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
    while not (isinstance(state.todo[0], granada.steps.Act) and state.todo[0].bought):
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
    huts = state.extra(granada.modules.HUTS)
    tops = [pile[0] if number in numbers else None for number, pile in enumerate(huts.piles)]
    piles = [pile[1:] if number in numbers else pile for number, pile in enumerate(huts.piles)]
    return state.with_extra(granada.modules.HUTS, Huts(tuple(tops), tuple(piles)))


def bonus_of(state: State, left: int, *hidden: int) -> State:
    """The same, but that so many bonus cards are left and each seat has so many."""
    cards = iter(state.extra(granada.modules.BONUS).left)
    hands = tuple(tuple(next(cards) for _ in range(number)) for number in hidden)
    return state.with_extra(granada.modules.BONUS, Bonus(tuple(cards)[:left], hands, ((),) * len(hidden)))


def dealing(state: State, *left: int) -> State:
    """The same, but that so many bonus cards are still to be dealt to each seat."""
    return evolve(state, todo=(DealBonus(left), *state.todo[1:]))


TURNING = preparing("turn-up-huts", "huts")
DEALING = preparing("deal-bonus", "bonus")
DEALING_HANDS = preparing("deal-hand", "bonus")
FILLING = granada.new_game(3, ALHAMBRA)
TWO = dealt(players=2)
DIRKS = (TWO.dirk or Dirk()).faces
OTHER = ((dealt().mover or 0) + 1) % 3
UNKNOWN = dealt(ALHAMBRA, modules=["bonus"])
CARDS: Bonus = UNKNOWN.extra(granada.modules.BONUS)
IN_TURN = ["todo: each seat is dealt 3 bonus cards, one after the other"]
FIRST = next(filter(None, dealt().yard))
OTHERWISE = Tile(FIRST.up, FIRST.down and evolve(FIRST.down, price=13))
IN_BAG = dealt().bags[0][0]
BUREAUS = dealt(modules=["exchange"])
HUTS = dealt(ALHAMBRA, modules=["huts"])
NO_HUTS = Huts((None,) * 6, ((),) * 6)
TAKEN = granada.apply(HUTS, next(each for each in granada.legal_actions(HUTS) if isinstance(each, granada.TakeHut)))
TURNED = granada.apply(TAKEN, granada.legal_actions(TAKEN)[0])
NO_AGENDA = ["todo: no game has such an agenda"]
OF_THE_DECK = next(card for card in dealt().deck.pools[0] if dealt().players[0].hand.count(card) < 3)
ONE_FACE = f"{IN_BAG.up} has one face; the tiles of Granada have two"
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
        evolve(dealt(ALHAMBRA), marker=granada.steps.EVEN),
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
    "a tile with one face in a bag of tiles with two": (
        shown(_bag(dealt(), Tile(IN_BAG.up))),
        [f"bags.granada: {IN_BAG.up} does not lie in it like that", ONE_FACE],
    ),
    "a tile of Granada in the bag of the Alhambra": (
        shown(_bag(dealt(ALHAMBRA), Tile(IN_BAG.up))),
        [f"bags.alhambra: {IN_BAG.up} does not lie in it like that", ONE_FACE],
    ),
    "a hut without the module": (
        shown(dealt(ALHAMBRA), players=stored(dealt(ALHAMBRA), str(HUT))),
        [f"{HUT} does not belong to alhambra without builders' huts"],
    ),
    "a tile twice": (
        shown(dealt(), players=stored(dealt(), str(FIRST.up))),
        [f"{FIRST.up} is there 2 times; there is one"],
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
        with_layers(lambda layers: (Pile((1,)), Pile((layers[0].slots[0] - 1,)), *layers[1:])),
        ["deck: there are 5 piles at the most"],
    ),
    "a pool without piles": (
        piled(dealt(), piles=()),
        [
            "deck: there is one pool of money, and one for the cards of each module",
            "deck: pool 0 has 88 cards for 0 places in the piles",
        ],
    ),
    "an empty pile": (
        with_layers(lambda layers: (Pile((0,)), Pile((_money(layers[:2]),), _cards(layers[:2])), *layers[2:])),
        ["deck: a pile is empty"],
    ),
    "a pile counts too much": (
        with_layers(lambda layers: (Pile((*layers[0].slots, 0), layers[0].cards), *layers[1:])),
        ["deck: every pile counts its cards of each pool"],
    ),
    "a place too many": (
        with_layers(lambda layers: (Pile((layers[0].slots[0] + 1,), layers[0].cards), *layers[1:])),
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
        piled(BUREAUS, piles=tuple(Pile((each.slots[0], 0), each.cards) for each in BUREAUS.deck.piles)),
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
    "money lies in the pool of bureaus": (
        piled(BUREAUS, pools=(BUREAUS.deck.pools[0] + BUREAUS.deck.pools[1], Purse.parse("b1"))),
        [
            "deck: there is one pool of money, and one for the cards of each module",
            "deck: pool 0 has 94 cards for 88 places in the piles",
            "deck: pool 1 has 1 cards for 6 places in the piles",
            "b1 is there 4 times, not 3",
        ],
    ),
    "the deck is cut before the game begins": (
        piled(DEALING, piles=(Pile((50,)), Pile((58,)))),
        ["deck: it has not been cut yet"],
    ),
    "a scoring card comes before the deck is cut": (
        piled(DEALING, piles=(Pile((108,), (Round.A,)),)),
        ["deck: it has not been cut yet"],
    ),
    "C is a card of the deck": (
        with_layers(lambda layers: (Pile(layers[0].slots, (Round.C,)), *layers[1:])),
        ["deck: the scoring cards are A and B, once each"],
    ),
    "more points than can be written down": (
        evolve(TWO, dirk=Dirk(DIRKS, 1_001), players=scored(TWO, 1_001)),
        [
            "seats[0]: 1001 points are more than the scorings so far can give",
            "dirk: 1001 points are more than the scorings so far can give",
        ],
    ),
    "as many points as can be written down": (
        evolve(TWO, dirk=Dirk(DIRKS, 1_000), players=scored(TWO, 1_000)),
        [],
    ),
    "a seat acts twice": (evolve(dealt(), todo=(dealt().todo[0], *dealt().todo)), NO_AGENDA),
    "a seat that is not there acts": (
        evolve(dealt(), todo=(granada.steps.Act(5), *dealt().todo[1:])),
        ["todo[0]: there is no seat 5", "todo[0]: seat 5 acts in another's turn"],
    ),
    "a seat that is not there is dealt cards": (
        evolve(DEALING_HANDS, todo=(DealHand(3), *DEALING_HANDS.todo[1:])),
        ["todo[0]: there is no seat 3"],
    ),
    "somebody else places tiles": (
        evolve(dealt(), bags=(dealt().bags[0][1:],), todo=(PlaceTiles(OTHER, (Pending(IN_BAG),)), *dealt().todo[1:])),
        [f"todo[0]: seat {OTHER} places tiles in another's turn"],
    ),
    "there is nothing to place": (
        evolve(dealt(), todo=(PlaceTiles(dealt().mover or 0, ()), *dealt().todo[1:])),
        ["todo[0]: there is no tile to place"],
    ),
    "more tiles were bought than lie in a yard": (
        evolve(
            dealt(),
            bags=(dealt().bags[0][5:],),
            todo=(granada.steps.Act(dealt().mover or 0, dealt().bags[0][:5]), *dealt().todo[1:]),
        ),
        ["todo[0]: 5 tiles cannot come from a yard with 4 slots"],
    ),
    "more tiles are placed than lie in a yard": (
        evolve(
            dealt(),
            bags=(dealt().bags[0][5:],),
            todo=(
                PlaceTiles(dealt().mover or 0, tuple(Pending(tile, bought=False) for tile in dealt().bags[0][:5])),
                *dealt().todo[1:],
            ),
        ),
        ["todo[0]: 5 tiles cannot come from a yard with 4 slots"],
    ),
    "the tile of a slot that is not there is awarded": (
        evolve(dealt(), todo=(Award(4), granada.steps.ScoreRow(Round.C))),
        ["todo[0]: there is no slot 4"],
    ),
    "a marker moves where there is none": (
        evolve(FILLING, todo=(RefillTiles(moves_marker=True, first=True), *FILLING.todo[1:])),
        ["todo[0]: there is no marker to move"],
    ),
    "Dirk draws among three": (
        evolve(dealt(), todo=(DirkDraws((3,)), *dealt().todo[3:])),
        ["todo[0]: Dirk does not take part"],
    ),
    "Dirk draws from two bags": (
        evolve(TWO, todo=(DirkDraws((3, 3)), *TWO.todo[3:])),
        ["todo[0]: there are 1 supplies"],
    ),
    "Dirk draws more than there is": (
        evolve(TWO, todo=(DirkDraws((len(TWO.bags[0]) + 1,)), *TWO.todo[3:])),
        [f"todo[0]: Dirk does not draw {len(TWO.bags[0]) + 1} tiles"],
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
    "a hut too many": (
        evolve(HUTS, players=stored(HUTS, str(HUTS.extra(granada.modules.HUTS).tops[0]))),
        [f"{HUTS.extra(granada.modules.HUTS).tops[0]} is there 2 times, not 1"],
    ),
    "huts are turned up": (turned_up(TURNING, 0, 1, 2), []),
    "a hut is turned up": (shown(TAKEN), []),
    "a hut is turned up that lies there": (
        shown(TURNED, todo=TAKEN.todo),
        ["todo: the first step would run by itself"],
    ),
    "a hut is turned up though none was taken": (shown(TAKEN, todo=(TAKEN.todo[0], *HUTS.todo[1:])), NO_AGENDA),
    "Dirk has a hut": (
        evolve(dealt(ALHAMBRA, 2, modules=["huts"]), dirk=Dirk((HUT,))),
        ["dirk: Dirk has no huts"],
    ),
    "a hut lies in the yard": (
        shown(HUTS, yard=(Tile(HUT), *HUTS.yard[1:])),
        [f"yard[0]: {HUT} does not belong there"],
    ),
    "a hut was bought": (
        shown(
            HUTS,
            todo=(granada.steps.Act(HUTS.mover or 0, (Tile.parse("garden-hut"),)), *HUTS.todo[1:]),
            extras=(NO_HUTS,),
        ),
        ["todo[0]: a hut was bought"],
    ),
    "bonus cards are dealt": (dealing(bonus_of(DEALING, 6, 3, 1, 0), 0, 2, 3), []),
    "two seats are dealt bonus cards at once": (dealing(bonus_of(DEALING, 8, 1, 1, 0), 2, 2, 3), IN_TURN),
    "the last seat is dealt bonus cards first": (dealing(bonus_of(DEALING, 7, 0, 0, 3), 3, 3, 0), IN_TURN),
    "a seat is dealt four bonus cards": (dealing(DEALING, 3, 3, 4), IN_TURN),
    "more bonus cards than there are": (
        dealing(bonus_of(DEALING, 1, 3, 3, 3), 0, 0, 3),
        ["todo: there are not so many bonus cards to deal"],
    ),
    "a bonus card is not known": (
        UNKNOWN.with_extra(granada.modules.BONUS, granada.observe(UNKNOWN, 0).table.extra(granada.modules.BONUS)),
        ["extras.bonus: only a view has cards that are not known"],
    ),
    "bonus cards hidden by a seat that is not there": (
        UNKNOWN.with_extra(granada.modules.BONUS, evolve(CARDS, hidden=(*CARDS.hidden, ()))),
        ["extras.bonus: one list of cards for each seat"],
    ),
    "bonus cards shown by a seat that is not there": (
        UNKNOWN.with_extra(granada.modules.BONUS, evolve(CARDS, shown=(*CARDS.shown, ()))),
        ["extras.bonus: one list of cards for each seat"],
    ),
    "two huts of a kind": (
        shown(HUTS, players=stored(HUTS, "garden-hut", "garden-hut"), extras=(NO_HUTS,)),
        [],
    ),
    "a hut shown twice": (
        shown(HUTS, players=stored(HUTS, str(HUTS.extra(granada.modules.HUTS).tops[0]))),
        [f"{HUTS.extra(granada.modules.HUTS).tops[0]} is there 2 times; there are 1"],
    ),
}


@pytest.mark.parametrize("name", COMPLAINTS)
def test_of_what_is_wrong_with_a_state_this_is_said_and_nothing_else(name: str) -> None:
    state, expected = COMPLAINTS[name]
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
    assert "nobody is asked" in refused(window, put("todo", 0, "seat")((seat + 1) % 3))
    assert "nobody is asked" in refused(window, put("todo", 0, "building")("arena"))
    assert "no row" in refused(window, put("todo", [s.name for s in window.todo].index("score-row"), "row")(20))
    favour = at("favour", 3, "granada", "vizier")
    assert "each once" in refused(favour, put("todo", 0, "seats")([0, 0]))
    assert "each once" in refused(favour, put("extras", "vizier")([False, False, False]))


@pytest.mark.parametrize(
    ("module", "change", "reason"),
    [
        ("huts", put("extras", "huts", "more")(1), "tops and piles"),
        ("huts", put("extras", "huts", "piles")([[]] * 5), "6 piles"),
        ("huts", put("extras", "huts", "tops", 0)("garden-hut/s"), "does not belong on the pile"),
        ("huts", put("extras", "huts", "piles", 0)(["garden-hut/s"]), "does not belong on the pile"),
        ("huts", put("extras", "huts", "tops", 0)(None), "every pile shows its top"),
        ("vizier", put("extras", "vizier")([True, 1, False]), "whether its vizier is active"),
        ("vizier", put("extras", "vizier")([True, True]), "3 viziers, not 2"),
        ("bonus", put("extras", "bonus", "more")(1), "left, hidden and shown"),
        ("bonus", lambda d: d["extras"]["bonus"]["left"].pop(), "10 cards, not 9"),
        (
            "bonus",
            lambda d: d["extras"]["bonus"]["shown"][0].append(d["extras"]["bonus"]["hidden"][0].pop()),
            "not in its city",
        ),
    ],
)
def test_what_modules_keep_is_judged(module: str, change: Callable[[Data], object], reason: str) -> None:
    assert reason in refused(at("act", 3, "alhambra", module), change)


def test_four_huts_are_too_many() -> None:
    state = at("act", 3, "alhambra", "huts")

    def reserve(data: Data) -> None:
        piles = data["extras"]["huts"]["piles"]
        data["seats"][0]["reserve"] = [piles[number].pop() for number in range(4)]

    assert "at most 3 huts" in refused(state, reserve)


def test_the_tiles_are_those_of_the_game() -> None:
    start = at("act")
    tile = json.loads(granada.to_json(start))["bags"]["granada"][0]
    face = str(granada.Tile.parse(tile).up)
    assert "is there 2 times" in refused(start, put("seats", 0, "reserve")([face]))
    mixed = json.loads(granada.to_json(start))["bags"]["granada"]
    assert refused(start, put("tiles")({"alhambra": mixed}))
    one_faced = at("act", 3, "alhambra")
    assert refused(one_faced, put("tiles")({"alhambra": ["garden8|tower9/n"] * 54}))


@pytest.mark.parametrize(
    ("game", "change", "reason"),
    [
        ("granada", put("yard", 0)("park6"), "has one face"),
        ("granada", put("yard", 0)("park2|park3/nesw"), "on all four edges"),
        ("granada", put("yard", 0)("park2|park3"), "on both faces"),
        ("granada", put("yard", 0)("park2|arena9"), "an even price is backed by the next higher odd one"),
        ("granada", put("display")("b/g"), "b/g is there 1 times; there are 0"),
        ("granada", put("seats", 0, "hand")("b/y"), "b/y is there 1 times; there are 0"),
        ("alhambra", put("seats", 0, "reserve")(["garden-hut/nesw"]), "on all four edges"),
    ],
)
def test_what_a_position_shows_exists(game: str, change: Callable[[Data], object], reason: str) -> None:
    assert reason in refused(at("act", 3, game), change, shown=True)


def test_a_hut_that_no_box_holds_is_refused() -> None:
    state = at("act", 3, "alhambra", "huts")
    assert "there are 0" in refused(state, put("seats", 0, "reserve")(["garden-hut/nsw"]), shown=True)


# What no game comes to, but does no harm


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
    return sum(tile is not None for tile in state.yard) == 2


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
    "an awarded tile was turned over": (
        lambda: reached(is_awarded),
        put("todo", 0, "tiles", 0, "flipped")(value=True),
    ),
    "Dirk draws many tiles": (lambda: reached(waits_in_a_turn("dirk-draws"), 2), put("todo", 0, "left")([20])),
    "Dirk was robbed": (
        lambda: at("act", 2),
        lambda d: d["seats"][0].update(reserve=[d["dirk"]["faces"].pop()]),
    ),
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
def test_what_no_game_comes_to_is_played_on_by_both_engines_if_nothing_is_missing(name: str) -> None:
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

    assert "the size of a hand that is seen" in refused(view, sizes)
    assert "not as many cards as are hidden" in refused(view, put("hand_sizes", 1)(0))
    assert "once each" in refused(view, put("table", "deck", "layers", 1, "cards")(["A", "B"]))
    assert refused(view, put("table", "deck", "layers", 1, "cards")(["C"]))
    assert refused(view, put("table", "deck", "layers", 1, "slots")([table["deck"]["layers"][1]["slots"][0] - 5, 7]))
    hidden = [None] * len(table["extras"]["bonus"]["hidden"][0])
    assert "no seat sees that of a table" in refused(view, put("table", "extras", "bonus", "hidden", 0)(hidden))
    assert refused(view, put("table", "seats", 1, "hand")("b1"))
    assert set(MODULES) == set(EVERY)


def test_hands_are_open_while_they_are_dealt() -> None:
    state = reached(lambda s: len(s.players[1].hand) > 0)
    view = granada.observe(state, 2)

    def contradicted(data: Data) -> None:
        data["hand_sizes"][0] += 1
        data["table"]["deck"]["layers"][0]["slots"][0] -= 1

    assert refused(view, contradicted)


# What is wrong with a layout, with what modules keep, and with ages


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
        read_extra(granada.modules.HUTS, data)


def test_of_what_can_only_be_too_much_one_more_is_read() -> None:
    huts = read_extra(granada.modules.HUTS, {"tops": [None] * 9, "piles": [["garden-hut"] * 9] * 9})
    assert (len(huts.tops), [len(pile) for pile in huts.piles]) == (7, [6] * 7)
    bonus = read_extra(
        granada.modules.BONUS, {"left": ["garden10"] * 20, "hidden": [[]] * 9, "shown": [["garden10"] * 20] * 9}
    )
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
        read_extra(granada.modules.BONUS, data)


@pytest.mark.parametrize("age", [MOST_YEARS, -MOST_YEARS])
def test_ages_have_a_limit(age: int) -> None:
    assert granada.new_game(3, ages=[age, 0, 0]).setup.ages == (age, 0, 0)
    further = age + (1 if age > 0 else -1)
    with pytest.raises(granada.InvalidState, match=f"ages are whole numbers up to {MOST_YEARS}"):
        granada.new_game(3, ages=[0, further, 0])
