"""Values that a caller hands in: other kinds of numbers and generators are welcome, what is wrong gets one sentence."""

# mypy: disable-error-code="arg-type, dict-item, index, list-item, operator, type-var"

from __future__ import annotations

import copy
import pickle
from functools import partial
from inspect import signature
from numbers import Integral
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada import (
    Card,
    Cell,
    City,
    Currency,
    Face,
    Family,
    IllegalAction,
    InvalidState,
    Layout,
    Purse,
    RandomBot,
    Rule,
    Rulings,
    Tile,
    TileSet,
)
from granada.errors import quoted
from granada.game import VIZIER
from granada.game.games import Majority
from granada.questions import answer
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable


PARK = Face.parse("park8")
CITY = City.parse("@ park6")
STATE = granada.deal(granada.new_game(3), Random(7))


@Integral.register
class Whole:
    """A whole number of another make, such as NumPy has."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __int__(self) -> int:
        return self.number


def whole(number: int) -> Any:
    return Whole(number)


def test_whole_numbers_of_any_make_are_welcome() -> None:
    state = granada.deal(granada.new_game(whole(3), ages=[whole(30), 20, 10]), Random(1))
    assert state == granada.deal(granada.new_game(3, ages=[30, 20, 10]), Random(1))
    assert granada.observe(state, whole(1)) == granada.observe(state, 1)
    assert granada.Buy(whole(2), Purse.parse("g5")) == granada.Buy(2, Purse.parse("g5"))
    assert granada.Card(Currency.BLUE, whole(7)) == granada.Card.parse("b7")
    assert Face(PARK.building, whole(8), whole(15)) == Face.parse("park8/nesw")
    assert granada.Remove((whole(1), whole(0))).cell == Cell(1, 0)
    assert Rulings(hut_cap=whole(4), several_cards_limit=whole(4), simplified_second=whole(5)) == Rulings(
        hut_cap=4, several_cards_limit=4, simplified_second=5
    )


CELLS_THAT_ARE_NONE = (
    *((1.0, 0.0), Cell("1", 0), Cell(0, "1"), Cell("0", "1"), Cell(1.0, 0.0), (True, 0), Cell(x=True, y=False)),
    *("1,0", (1, 0, 0), [1, 0], None, 5, (1,)),
)


@pytest.mark.parametrize("cell", CELLS_THAT_ARE_NONE)
def test_actions_layouts_and_cities_look_at_the_cells_they_are_given(cell: Any) -> None:
    refused(
        TypeError,
        lambda: granada.Place(PARK, cell),
        lambda: granada.Add(PARK, cell),
        lambda: granada.Remove(cell),
        lambda: granada.Swap(cell, PARK),
        lambda: Layout.of([(cell, PARK)]),
        lambda: City.of([(cell, PARK)]),
        lambda: CITY.fits(PARK, cell),
        lambda: CITY.added(PARK, cell),
    )
    sites = City.of({}, start=Family.GRANADA).added(PARK, Cell(1, 0)).sites(PARK)
    assert " ".join(map(str, sites)) == "-1,0 0,-1 0,1 1,-1 1,1 2,0"  # nothing is spoilt for others


@pytest.mark.parametrize("face", ["park8", None, 8, granada.Tile(PARK)])
def test_actions_and_layouts_look_at_the_faces_they_are_given(face: Any) -> None:
    refused(
        TypeError,
        lambda: granada.Place(face, Cell(0, 1)),
        lambda: granada.Add(face, Cell(0, 1)),
        lambda: granada.Swap(Cell(1, 0), face),
        lambda: granada.Store(face),
        lambda: granada.Give(face),
        lambda: granada.Flip(face, Purse.parse("b3")),
        lambda: Layout.of({Cell(0, 1): face}),
        lambda: City.of({Cell(0, 1): face}),
    )


LAYOUT = Layout.of({Cell(1, 0): PARK})
TILES_OF_A_LAYOUT = "tiles must be a dict such as {Cell(1, 0): Face.parse('park6')}, or a list of such pairs, not "
ROTATIONS = "rotations must be a dict such as {Cell(1, 0): 90}, or a list of such pairs, not "
CELLS = "cells must be a dict of texts such as {'1,0': 'park6'}, not "
A_TILE = "tiles such as Tile.parse('school8|hospital9/s')"
FAMILY = "Family.GRANADA or Family.ALHAMBRA, not 'granada'"
SENTENCES: list[tuple[Callable[[], object], str]] = [
    (lambda: granada.new_game("3"), "players must be a whole number, not '3'"),
    (lambda: granada.new_game(2.5), "players must be a whole number, not 2.5"),
    (lambda: granada.new_game(players=True), "players must be a whole number, not True"),
    (
        lambda: granada.new_game(3, rulings="it"),
        "rulings must be a Rulings such as Rulings.edition('it', 'granada'), not 'it'",
    ),
    (lambda: granada.new_game(3, tiles="my.csv"), "TileSet.load('my.csv') reads a file"),
    (lambda: granada.new_game(3, tiles=[5]), "tiles must be a TileSet or several, not 5"),
    (lambda: granada.new_game(3, modules="vizier"), "modules must be a list of names such as ['vizier']"),
    (lambda: granada.new_game(3, 7), "game must be GRANADA, ALHAMBRA or COMBINED, or its name, not 7"),
    (lambda: granada.new_game(3, ages=["old", 1, 2]), "an age must be a whole number, not 'old'"),
    (lambda: granada.Buy(1, "b5"), "cards must be a Purse such as Purse.parse('b5'), not 'b5'"),
    (lambda: granada.Buy("1", Purse()), "a space must be a whole number, not '1'"),
    (lambda: granada.Place("park6", (0, 1)), "face must be a Face such as Face.parse('park6'), not 'park6'"),
    (lambda: granada.Face("park", 6), "building must be a Building such as Building.PARK, not 'park'"),
    (lambda: granada.Card("b", 6), "currency must be a Currency such as Currency.BLUE, not 'b'"),
    (lambda: City("@ park6"), "layout must be a Layout, not '@ park6'; City.of takes tiles, City.parse a text"),
    (lambda: TileSet.load(5), "path must be the name of a CSV file, not 5"),
    (lambda: TileSet.default("granada"), "family must be Family.GRANADA or Family.ALHAMBRA, not 'granada'"),
    (lambda: granada.legal_actions("a state"), "state must be a State such as new_game(3) returns, not 'a state'"),
    (lambda: granada.deal(granada.new_game(3), 7), "rng must be a generator such as random.Random(7), not 7"),
    (lambda: granada.broken(granada.new_game(3), "take b3"), "action must be an Action such as Action.parse"),
    (lambda: granada.observe(granada.new_game(3), "me"), "a seat must be a whole number, not 'me'"),
    (lambda: Rulings.edition(5, "granada"), "name must be an edition such as 'it', not 5"),
    (lambda: Rulings(hut_cap="3"), "hut_cap must be 3 or 4, not '3'"),
    (lambda: granada.score(5, "A"), "state must be a State such as new_game(3) returns, not 5"),
    (lambda: granada.score(STATE, 5), "a scoring must be A, B or C, not 5"),
    (lambda: granada.deal(granada.new_game(3), Random), "rng must be a generator such as random.Random(7), not <class"),
    (lambda: granada.referee(5), "game must be a Record or the text of a record, not 5"),
    (lambda: granada.check(5), "answer must be a callable that answers a question with a dict, not 5"),
    (lambda: granada.check(answer, only="walkable"), "only is a list of chapters, rules or cases such as"),
    (lambda: granada.check(answer, rulings=5), "rulings must be a Rulings or an edition such as 'it', not 5"),
    # the board
    (lambda: Layout.of(5), TILES_OF_A_LAYOUT + "5"),
    (lambda: Layout.of("park6"), TILES_OF_A_LAYOUT + "'park6'"),
    (lambda: Layout.of(""), TILES_OF_A_LAYOUT + "''"),
    (lambda: Layout.of([PARK]), TILES_OF_A_LAYOUT + "[Face.parse('park8')]"),
    (lambda: Layout(5), TILES_OF_A_LAYOUT + "5"),
    (lambda: Layout.of({"1,0": PARK}), "a cell must be a pair of whole numbers such as Cell(1, 0), not '1,0'"),
    (lambda: Layout.of({Cell(1, 0): "park8"}), "a cell must contain a Face such as Face.parse('park6'), not 'park8'"),
    (lambda: Layout.of({Cell(1, 0): PARK}, rotations=[1]), ROTATIONS + "[1]"),
    (lambda: Layout.of({Cell(1, 0): PARK}, rotations=5), ROTATIONS + "5"),
    (
        lambda: Layout.of({Cell(1, 0): PARK}, rotations={Cell(1, 0): "90"}),
        "a rotation must be a whole number, not '90'",
    ),
    (lambda: Layout.of({Cell(1, 0): PARK}, founding="1,0"), "a cell must be a pair of whole numbers"),
    (lambda: Layout((), (), "granada"), "start must be " + FAMILY),
    (lambda: Layout.parse("@", "granada"), "start must be " + FAMILY),
    (lambda: City.parse("@", "granada"), "start must be " + FAMILY),
    (lambda: Layout.from_cells(5), CELLS + "5"),
    (lambda: Layout.from_cells({(1, 0): "park6"}), CELLS + "{(1, 0): 'park6'}"),
    (lambda: Layout.from_cells({"1,0": PARK}), "notation must be read from a str, not Face"),
    (lambda: City.of(LAYOUT, start=Family.GRANADA), "a layout has its start and its founding tile already"),
    (lambda: City.of(LAYOUT, founding=Cell(1, 0)), "a layout has its start and its founding tile already"),
    (lambda: TileSet(Family.GRANADA, 5), f"tiles must be a list of {A_TILE}, not 5"),
    (lambda: TileSet(Family.GRANADA, None), f"{A_TILE}, not None"),
    (lambda: TileSet(Family.GRANADA, [PARK]), f"a set must be made of {A_TILE}, not F"),
    (lambda: PARK < "a", "not supported between instances of 'Face' and 'str'"),
    (lambda: Tile(PARK) < 1, "not supported between instances of 'Tile' and 'int'"),
    (lambda: sorted([PARK, Tile(PARK)]), "not supported between instances of 'Tile' and 'Face'"),
    # a purse
    (lambda: Purse().plus("b3"), "a purse can hold only cards such as Card.parse('b3'), not 'b3'"),
    (lambda: Purse().plus(None), "a purse can hold only cards such as Card.parse('b3'), not None"),
    (lambda: Purse() + Card.parse("b3"), "unsupported operand type(s) for +: 'Purse' and 'Card'"),
    (lambda: Purse() - Card.parse("b3"), "unsupported operand type(s) for -: 'Purse' and 'Card'"),
    (lambda: Purse() - 5, "unsupported operand type(s) for -: 'Purse' and 'int'"),
    (lambda: Purse() + 5, "unsupported operand type(s) for +: 'Purse' and 'int'"),
    (lambda: Purse("b3"), "Purse takes cards; Purse.parse('b3') reads a text"),
    (lambda: Purse(Card.parse("b3")), "cards must be a list of cards such as Card.parse('b3'), not Card.parse('b3')"),
    (lambda: Purse(5), "cards must be a list of cards such as Card.parse('b3'), not 5"),
    (lambda: Purse({Card.parse("b3"): 2}), "cards must be a list of cards such as Card.parse('b3'), not {"),
    (lambda: Purse(["b3"]), "a purse can hold only cards such as Card.parse('b3'), not 'b3'"),
]


@pytest.mark.parametrize(("wrong", "sentence"), SENTENCES)
def test_a_wrong_type_gets_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    refuses(wrong, sentence)


def refuses(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError) as refusal:
        wrong()
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


MODULES = "modules must be a list of names such as ['vizier'], not "
TILES = "tiles must be a TileSet or several, not "


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tiles": 5}, TILES + "5"),
        ({"tiles": 0}, TILES + "0"),
        ({"tiles": {}}, TILES + "{}"),
        ({"tiles": ["my.csv"]}, TILES + "'my.csv'; TileSet.load('my.csv') reads a file"),
        ({"tiles": Path("my.csv")}, "; TileSet.load('my.csv') reads a file"),
        ({"ages": 5}, "ages must be a list of whole numbers, one for each player, not 5"),
        ({"ages": "123"}, "ages must be a list of whole numbers, one for each player, not '123'"),
        ({"modules": None}, MODULES + "None"),
        ({"modules": 5}, MODULES + "5"),
        ({"modules": VIZIER}, MODULES + "VIZIER"),
        ({"modules": [VIZIER]}, MODULES + "[VIZIER]"),
        ({"modules": {"vizier": True}}, MODULES + "{'vizier': True}"),
        ({"modules": [["vizier"]]}, MODULES + "[['vizier']]"),
        ({"scoring": None}, "scoring must be 'normal' or 'simplified', not None"),
        ({"scoring": ["normal"]}, "scoring must be 'normal' or 'simplified', not ['normal']"),
    ],
)
def test_what_a_game_is_agreed_on_gets_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    refuses(lambda: granada.new_game(3, **wrong), sentence)
    refuses(lambda: granada.play([granada.RandomBot()] * 3, **wrong), sentence)


def test_what_a_game_is_agreed_on_may_be_listed_in_any_way() -> None:
    one = granada.new_game(3, modules=["vizier"], tiles=[TileSet.default(Family.GRANADA)], ages=[3, 1, 2])
    assert one == granada.new_game(3, modules={"vizier"}, tiles=TileSet.default(Family.GRANADA), ages=iter((3, 1, 2)))
    assert granada.new_game(3, tiles=()) == granada.new_game(3, tiles=None)


@pytest.mark.parametrize(
    "bots",
    [3, None, "ab", [1, 2], (granada.RandomBot() for _ in range(3)), [granada.RandomBot] * 3, granada.RandomBot(), {}],
)
def test_bots_are_a_list_of_players(bots: Any) -> None:
    refuses(
        lambda: granada.play(bots),
        "bots must be a list of players with a method choose, such as RandomBot(), one for each seat, not ",
    )


def test_a_record_is_looked_at_at_once() -> None:
    refuses(lambda: granada.replay(3), "record must be a Record such as play returns, not 3")
    refuses(lambda: granada.Record(5), "setup must be a Setup such as new_game(3).setup, not 5")
    record = granada.play([granada.RandomBot(Random(seed)) for seed in range(2)], rng=Random(1))
    assert len(list(granada.replay(record))) == len(record.steps) + 1


class Unshown:
    """Something that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


class Wordy:
    """Something that shows itself on many lines."""

    def __repr__(self) -> str:
        return "so many\nwords " * 1000


@pytest.mark.parametrize(
    "wrong", [Unshown(), Wordy(), "x" * 10**6, [[["x"] * 1000] * 1000] * 1000, [10**5000], 1.5, {1: Unshown()}, b"b7"]
)
def test_every_function_refuses_values_of_another_type_in_a_short_sentence(wrong: Any) -> None:
    assert len(quoted(wrong)) <= 80
    asked: list[Callable[[], object]] = [
        lambda: granada.legal_actions(wrong),
        lambda: granada.broken(wrong, granada.Stop()),
        lambda: granada.broken(STATE, wrong),
        lambda: granada.is_legal(wrong, granada.Stop()),
        lambda: granada.is_legal(STATE, wrong),
        lambda: granada.apply(wrong, granada.Stop()),
        lambda: granada.apply(STATE, wrong),
        lambda: granada.outcomes(wrong),
        lambda: granada.deal(wrong, Random(0)),
        lambda: granada.score(wrong, "A"),
        lambda: granada.observe(wrong, 0),
        lambda: granada.winners(wrong),
        lambda: granada.replay(wrong),
        lambda: granada.to_json(wrong),
        lambda: granada.new_game(wrong),
        lambda: granada.new_game(3, rulings=wrong),
        lambda: granada.new_game(3, tiles=[wrong]),
        lambda: granada.Take(wrong),
        lambda: granada.Place(PARK, wrong),
        lambda: granada.Place(wrong, Cell(0, 1)),
        lambda: Layout.of([wrong]),
        lambda: Layout.from_cells(wrong),
        lambda: Purse(wrong),
        lambda: Purse().plus(wrong),
        lambda: Purse() - wrong,
        lambda: granada.play(wrong),
        lambda: granada.violations(wrong),
        lambda: granada.check(wrong),
        lambda: TileSet(Family.GRANADA, wrong),
        lambda: Rulings(hut_cap=wrong),
        lambda: Rulings.edition([wrong], "granada"),
        lambda: RandomBot(wrong),
    ]
    for ask in asked:
        refuses(ask, "")


def test_a_view_is_no_state_but_gives_one() -> None:
    refuses(lambda: granada.broken(granada.observe(STATE, 0), granada.Stop()), "; view.sample(rng) returns one")
    refuses(lambda: granada.score(granada.observe(STATE, 0), "A"), "; view.sample(rng) returns one")
    for other in (Random(0), STATE.todo[0]):  # one has something to sample, the other a seat
        with pytest.raises(TypeError) as refusal:
            granada.score(other, "A")
        assert "view.sample" not in str(refusal.value)


def test_a_layout_keeps_what_it_has_looked_at() -> None:
    made = Layout([[(whole(1), whole(0)), PARK]], [[(1, whole(0)), whole(90)]], Family.ALHAMBRA, (whole(1), 0))
    assert made == Layout.of({Cell(1, 0): PARK}, rotations={Cell(1, 0): 90}, founding=Cell(1, 0))
    assert hash(made) == hash(pickle.loads(pickle.dumps(made)))
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert all(type(number) is int for number in (*made.tiles[0][0], *made.rotations[0][0], made.rotations[0][1]))
    assert type(made.founding) is Cell


def test_nobody_writes_into_what_is_shared() -> None:
    with pytest.raises(TypeError):
        LAYOUT.by_cell[Cell(0, 1)] = PARK
    for plan in granada.GRANADA.rows("normal", Rulings()):
        assert pickle.loads(pickle.dumps(plan)) == copy.deepcopy(plan) == plan
        assert hash(plan) == hash(copy.deepcopy(plan))
        assert str(plan.name) in repr(plan).lower()
        if isinstance(plan, Majority):
            with pytest.raises(TypeError):
                plan.places[granada.Round.A] = (9,)


def test_a_hut_has_one_face() -> None:
    hut = Face.parse("garden-hut/s")
    for faces in [(hut, Face.parse("park8/s")), (Face.parse("park8/s"), hut), (hut, hut)]:
        refused(InvalidState, partial(Tile, *faces))
    assert pickle.loads(pickle.dumps(Tile(hut))) == Tile(hut)


def test_a_city_as_long_as_its_reach_takes_no_further_tile() -> None:
    row = City.of({Cell(x, 0): PARK for x in range(1, 200)})
    assert Cell(200, 0) in row.sites(PARK)
    full = row.added(PARK, Cell(200, 0))
    assert full.sites(PARK) == ()
    for cell in (Cell(201, 0), Cell(5, 1)):
        assert not full.fits(PARK, cell)
        refused(InvalidState, partial(full.added, PARK, cell), partial(full.broken_by_adding, PARK, cell))
    assert granada.from_json(granada.to_json(full)) == full == City.parse(str(full))
    assert full.broken_by_adding(PARK, Cell(5, 0)) == (Rule.CELL_IS_FREE,)
    assert full.can_swap(Cell(200, 0), Face.parse("park6"))
    assert full.removed(Cell(200, 0)) == row


def test_a_cell_may_be_too_far_away_to_be_written_down() -> None:
    far = Cell(10**5000, 0)
    asked: list[Callable[[], object]] = [
        lambda: CITY.added(PARK, far),
        lambda: CITY.removed(far),
        lambda: CITY.swapped(far, PARK),
        lambda: Layout.of({far: PARK}),
    ]
    for ask in asked:
        with pytest.raises(InvalidState) as refusal:
            ask()
        assert len(str(refusal.value)) < 300
    with pytest.raises(IllegalAction):
        granada.apply(STATE, granada.Remove(far))
    assert not CITY.fits(PARK, far)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (Face, "price: 'int', edges: 'str | int' = 0"),
        (Card, "value: 'int'"),
        (granada.Buy, "space: 'int'"),
        (granada.Place, "cell: 'tuple[int, int]'"),
        (granada.Remove, "cell: 'tuple[int, int]'"),
        (Layout, "founding: 'tuple[int, int] | None' = None"),
    ],
)
def test_help_tells_what_is_welcome(made: type, told: str) -> None:
    assert told in str(signature(made))


def test_a_bureau_shows_two_currencies() -> None:
    for pair in ((Currency.BLUE, Currency.BLUE), (Currency.GREEN, Currency.BLUE)):
        refused(InvalidState, partial(granada.Bureau, *pair))


def test_a_city_of_granada_takes_no_tile_of_the_alhambra() -> None:
    garden = Face.parse("garden8/w")
    refused(
        InvalidState,
        lambda: CITY.fits(garden, Cell(2, 0)),
        lambda: CITY.sites(garden),
        lambda: CITY.added(garden, Cell(2, 0)),
        lambda: CITY.broken_by_adding(garden, Cell(2, 0)),
    )
    given = {"game": "granada", "city": {"1,0": "park6/e"}, "do": "place garden8/w at 2,0"}
    assert "does not belong" in answer({"id": "1", "kind": "place", "given": given})["error"]


@pytest.mark.parametrize(
    "data", [{5: 1}, {"kind": "state", 1: 2}, [{1: 2}], {"kind": b"state"}, [float("nan")], {1, 2}]
)
def test_values_that_json_cannot_hold_are_refused_in_our_words(data: object) -> None:
    with pytest.raises((InvalidState, granada.BadNotation)):
        granada.from_data(data)


def test_whoever_acts_out_of_turn_is_told_whose_turn_it_is() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    action, actor = granada.legal_actions(state)[0], state.actor or 0
    assert granada.apply(state, action, actor) == granada.apply(state, action)
    with pytest.raises(IllegalAction) as refusal:
        granada.apply(state, action, (actor + 1) % 3)
    assert refusal.value.rules == (Rule.ACT_ON_YOUR_TURN,)
    assert f"seat {actor + 1}" in refusal.value.hint
    refused(IllegalAction, lambda: granada.apply(granada.new_game(3), action, 0))
    refused(InvalidState, lambda: granada.apply(state, action, 3))
    refused(TypeError, lambda: granada.apply(state, action, "0"))


# Setting up


WRONG_GAMES: list[dict[str, Any]] = [
    *({"players": players} for players in (-1, 0, 1, 7, 8, 10**30)),
    {"game": "chess"},
    {"modules": ["dragons"]},
    {"scoring": "double"},
    {"game": "alhambra", "scoring": "simplified"},
    {"tiles": TileSet.default(Family.ALHAMBRA)},
    {"tiles": [TileSet.default(Family.GRANADA)] * 2},
    {"ages": [1, 2]},
]


@pytest.mark.parametrize("wrong", WRONG_GAMES)
def test_a_game_that_does_not_exist_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidState):
        granada.new_game(**{"players": 3, **wrong})


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(InvalidState) as refusal:
        granada.new_game(7, "alhambra", modules=["dragons", "dragons"], scoring="simplified", ages=[1])
    assert len(refusal.value.reasons) >= 5
