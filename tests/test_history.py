"""States that games come to are accepted, and states that no table can have are refused."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import granada
from granada import InvalidState, Rulings
from granada.game import MODULES, choose_draw
from granada.suite import READINGS
from granada.wire import flaws_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State

Data = dict[str, Any]
GAMES = ("granada", "alhambra", "combined")
EVERY = ("vizier", "exchange", "huts", "bonus")


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


def bought(state: State) -> bool:
    """Whether who acts has bought a tile exactly."""
    return bool(state.todo and getattr(state.todo[0], "bought", ()))


def late(state: State) -> bool:
    """Whether somebody acts after the first scoring."""
    return bool(state.actor is not None and any(state.points) and state.todo[0].name == "act")


# Whatever a game comes to


@given(st.integers(0, 1 << 32))
@example(8)
@example(9)
@settings(max_examples=6)
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


# What no table can have


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


def test_points_come_from_scorings() -> None:
    start = at("act")
    assert "more than the scorings so far can give, 0" in refused(start, put("seats", 0, "points")(1))
    assert "more than the scorings so far can give" in refused(reached(late), put("seats", 0, "points")(5_000))
    two = at("act", 2)
    assert "dirk: 1 points" in refused(two, put("dirk", "points")(1))


def test_scoring_cards_leave_the_deck_in_order() -> None:
    start = at("act")
    assert "no game has such piles" in refused(start, put("deck", "layers", 1, "cards")([]))
    both = refused(
        start, lambda d: (put("deck", "layers", 1, "cards")(["A", "B"])(d), put("deck", "layers", 3, "cards")([])(d))
    )
    assert "no game has such piles" in both
    top = reached(lambda s: len(s.deck.layers) == 4 and len(s.deck.layers[0].cards) == 1 and late_enough(s))
    swapped = refused(
        top, lambda d: (put("deck", "layers", 0, "cards")(["B"])(d), put("deck", "layers", 2, "cards")(["A"])(d))
    )
    assert "no game has such piles" in swapped
    assert "B comes after A" in refused(
        reached(lambda s: len(s.deck.layers) == 4 and late_enough(s)), put("deck", "layers", 2, "cards")([])
    )
    assert "no game has such piles" in refused(at("act", 3, "combined"), put("deck", "later")([]))


def late_enough(state: State) -> bool:
    return bool(state.todo) and state.todo[0].name == "act"


def test_there_are_five_piles_of_nearly_equal_size() -> None:
    start = at("act")

    def halves(data: Data) -> None:
        layers = [{"slots": [layer["slots"][0] // 2], "cards": []} for layer in data["deck"]["layers"] for _ in "12"]
        layers[0]["slots"][0] += sum(layer["slots"][0] % 2 for layer in data["deck"]["layers"])
        data["deck"]["layers"] = layers

    assert "5 piles at the most" in refused(start, halves)
    assert "5 piles at the most" in refused(start, halves, shown=True)

    def moved(data: Data) -> None:
        data["deck"]["layers"][1]["slots"][0] -= 3
        data["deck"]["layers"][2]["slots"][0] += 3

    assert "no game has such piles" in refused(start, moved)


def test_no_pile_is_empty_and_every_pool_has_its_places() -> None:
    start = at("act")

    def emptied(data: Data) -> None:
        data["deck"]["layers"][0]["slots"][0] += data["deck"]["layers"][4]["slots"][0]
        data["deck"]["layers"][4]["slots"][0] = 0

    assert "a pile is empty" in refused(start, emptied)
    assert "a pile is empty" in refused(start, emptied, shown=True)


def test_dirk_draws_from_the_bags_that_there_are() -> None:
    drawing = reached(lambda s: bool(s.todo) and s.todo[0].name == "dirk-draws" and s.mover is not None, 2)
    assert "there are 1 supplies" in refused(drawing, put("todo", 0, "left")([3, 3]))
    assert "Dirk does not draw 50 tiles" in refused(drawing, put("todo", 0, "left")([50]))
    alone = [{"step": "dirk-draws", "left": [3], "face": None}]
    assert "no game has such an agenda" in refused(at("act"), lambda d: d.update(todo=[*alone, *d["todo"][3:]]))


def test_what_is_due_is_scored_in_the_order_of_the_reading() -> None:
    usual = at("act")
    other = refused(usual, lambda d: d["todo"].insert(2, d["todo"].pop(3)))
    assert "no game has such an agenda" in other
    before = granada.deal(granada.new_game(3, rulings=Rulings(score_before_tiles=True)), Random(0))
    assert [step.name for step in before.todo[2:4]] == ["score-due", "refill-tiles"]
    assert "no game has such an agenda" in refused(before, lambda d: d["todo"].insert(2, d["todo"].pop(3)))


def test_what_was_bought_is_missing_from_the_yard() -> None:
    def taken_out_of_the_bag(data: Data) -> None:
        data["todo"][0]["bought"] = [data["bags"]["granada"].pop() for _ in range(3)]

    assert "3 tiles of granada wait to be placed, but 0 are missing" in refused(at("act"), taken_out_of_the_bag)
    assert "wait to be placed" in refused(at("act"), taken_out_of_the_bag, shown=True)

    def put_back(data: Data) -> None:
        lying = [granada.Tile.parse(tile) for tile in data["yard"]]
        data["bags"]["granada"] += [str(tile.turned if tile.up.price % 2 else tile) for tile in lying]
        data["yard"] = [None] * 4

    assert "4 tiles of granada are missing, but 0 were bought" in refused(at("act"), put_back)
    assert "is there" in refused(reached(bought), put("todo", 0, "bought")([]))
    fifty = refused(at("act"), lambda d: put("todo", 0, "bought")([d["bags"]["granada"].pop() for _ in range(50)])(d))
    assert "50 tiles of granada wait to be placed" in fifty


def test_the_display_is_refilled_before_anybody_acts() -> None:
    def less(data: Data) -> None:
        data["discard"], data["display"] = data["display"], ""

    assert "there is money for 4 cards" in refused(at("act"), less)


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


def test_the_set_up_goes_step_by_step() -> None:
    filling = reached(lambda s: sum(t is not None for t in s.yard) == 2)
    assert "slot by slot" in refused(filling, lambda d: d["yard"].reverse())
    assert "the even field" in refused(filling, put("marker")("odd"))
    assert "the marker moves" in refused(filling, put("todo", 0, "moves_marker")(value=False))
    dealing = reached(lambda s: bool(s.players[1].hand.code))
    order = refused(dealing, lambda d: d["seats"].reverse())
    assert "cards are dealt in turn until they are worth 20" in order
    assert "no cards are on the table yet" in refused(
        dealing, lambda d: d.update(display=d["seats"][1]["hand"].split()[0], seats=_poorer(d["seats"]))
    )
    dirk = at("dirk-draws", 2)
    assert "dirk" in refused(dirk, put("todo", 0, "left")([2]))
    assert "Dirk's first tiles" in refused(dirk, put("todo", 0, "face")(None))
    dealt = at("deal-bonus", 3, "alhambra", "bonus")
    assert "one after the other" in refused(dealt, put("todo", 0, "left")([3, 2, 3]))


def _poorer(seats: list[Any]) -> list[Any]:
    hand = " ".join(seats[1]["hand"].split()[1:])
    return [seats[0], {**seats[1], "hand": hand}, *seats[2:]]


def test_dirk_keeps_what_he_got() -> None:
    def robbed(data: Data) -> None:
        data["seats"][0]["reserve"] = [data["dirk"]["faces"].pop()]

    assert "he got 6 tiles of granada at the start" in refused(at("act", 2), robbed)


def test_the_end_comes_when_a_space_stays_empty() -> None:
    start = at("act")
    assert "not over while the yard can be filled" in refused(start, put("todo")([]))
    over = reached(lambda state: state.over)
    assert refused(over, put("mover")(None))
    awarded = reached(lambda s: s.actor is not None and s.todo[-1].name == "score-row" and len(s.todo) > 2)
    assert "was bought" in refused(awarded, put("todo", 0, "tiles", 0, "bought")(value=True))
    assert refused(awarded, lambda d: d["todo"].pop(1))


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
    state = reached(lambda s: bool(s.players[1].hand.code))
    view = granada.observe(state, 2)

    def contradicted(data: Data) -> None:
        data["hand_sizes"][0] += 1
        data["table"]["deck"]["layers"][0]["slots"][0] -= 1

    assert refused(view, contradicted)
