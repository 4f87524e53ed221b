"""Values that a caller hands in: other kinds of numbers and generators are welcome, what is wrong gets one sentence."""

# mypy: disable-error-code="arg-type, dict-item, index, list-item, operator, type-var"

from __future__ import annotations

import copy
import pickle
from inspect import signature
from numbers import Integral
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given, settings

import granada
from granada import (
    ALHAMBRA,
    COMBINED,
    GRANADA,
    Action,
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
from granada.fast import plain
from granada.game import VIZIER
from granada.game.games import Majority
from granada.questions import answer
from granada.strategies import states
from tests.rules.tables import YARD, Table, a_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State


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


class Integers:
    """A generator of another make, such as NumPy has."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def integers(self, low: int) -> Any:
        return Whole(self.rng.randrange(low))


def whole(number: int) -> Any:
    return Whole(number)


def test_whole_numbers_of_any_make_are_welcome() -> None:
    state = granada.deal(granada.new_game(whole(3), ages=[whole(30), 20, 10]), Random(1))
    assert state == granada.deal(granada.new_game(3, ages=[30, 20, 10]), Random(1))
    assert granada.observe(state, whole(1)) == granada.observe(state, 1)
    assert granada.Buy(whole(2), Purse.parse("g5")) == granada.Buy(2, Purse.parse("g5"))
    assert granada.Card(Currency.BLUE, whole(7)) == granada.Card.parse("b7")
    assert Face(PARK.building, whole(8), whole(3)) == Face.parse("park8/ne")
    assert granada.Remove((whole(1), whole(0))).cell == Cell(1, 0)
    assert Rulings(hut_cap=whole(4), several_cards_limit=whole(4), simplified_second=whole(5)) == Rulings(
        hut_cap=4, several_cards_limit=4, simplified_second=5
    )


def test_generators_of_any_make_are_welcome() -> None:
    state = granada.deal(granada.new_game(3), Integers(7))
    assert state == granada.deal(granada.new_game(3), Random(7))
    assert granada.observe(state, 0).sample(Integers(5)) == granada.observe(state, 0).sample(Random(5))
    other, own = ([granada.RandomBot(make(seed)) for seed in range(3)] for make in (Integers, Random))
    assert granada.play(other, rng=Integers(1)) == granada.play(own, rng=Random(1))


def test_what_is_legal_and_what_is_broken_are_tuples() -> None:
    assert type(granada.legal_actions(STATE)) is tuple
    assert granada.broken(STATE, granada.legal_actions(STATE)[0]) == ()
    assert granada.broken(STATE, granada.Stop()) == (Rule.ACT_ON_YOUR_TURN,)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ((1.0, 0.0), "whole number"),
        (Cell("1", 0), "whole number"),
        (Cell(0, "1"), "whole number"),
        (Cell("0", "1"), "whole number"),
        (Cell(1.0, 0.0), "whole number"),
        ("1,0", "pair of whole numbers"),
        ((1, 0, 0), "pair"),
        ([1, 0], "pair"),
        (None, "pair"),
        (5, "pair"),
    ],
)
def test_actions_and_layouts_look_at_the_cells_they_are_given(cell: Any, expected: str) -> None:
    asked: list[Callable[[], object]] = [
        lambda: granada.Place(PARK, cell),
        lambda: granada.Add(PARK, cell),
        lambda: granada.Remove(cell),
        lambda: granada.Swap(cell, PARK),
        lambda: Layout.of([(cell, PARK)]),
        lambda: City.of([(cell, PARK)]),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=expected):
            ask()


@pytest.mark.parametrize("face", ["park8", None, 8, granada.Tile(PARK)])
def test_actions_and_layouts_look_at_the_faces_they_are_given(face: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: granada.Place(face, Cell(0, 1)),
        lambda: granada.Add(face, Cell(0, 1)),
        lambda: granada.Swap(Cell(1, 0), face),
        lambda: granada.Store(face),
        lambda: granada.Give(face),
        lambda: granada.Flip(face, Purse.parse("b3")),
        lambda: Layout.of({Cell(0, 1): face}),
        lambda: City.of({Cell(0, 1): face}),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match="Face"):
            ask()


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        (lambda: CITY.added(PARK, Cell(5, 0)), ["walkable", "edge-contact"]),
        (lambda: CITY.added(PARK, Cell(1, 0)), ["cell-is-free"]),
        (lambda: CITY.added(PARK, Cell(0, 0)), ["cell-is-free"]),
        (lambda: CITY.added(PARK, Cell(10**9, 0)), ["walkable", "edge-contact"]),
        (lambda: CITY.removed(Cell(7, 7)), ["tile-is-there"]),
        (lambda: CITY.removed(Cell(0, 0)), ["start-tile-stays"]),
        (lambda: City.parse("@ park6 park8 park10").removed(Cell(1, 0)), ["walkable"]),
        (lambda: CITY.swapped(Cell(7, 7), PARK), ["tile-is-there"]),
        (lambda: CITY.swapped(Cell(1, 0), Face.parse("park8/w")), ["moats-match", "walkable"]),
    ],
)
def test_a_change_that_is_illegal_is_refused_with_its_rules(change: Callable[[], City], rules: list[str]) -> None:
    with pytest.raises(granada.InvalidState) as refused:
        change()
    assert [reason.split(" breaks ")[1].split(":")[0] for reason in refused.value.reasons] == rules


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: granada.new_game("3"), "players is a whole number, not '3'"),
        (lambda: granada.new_game(2.5), "players is a whole number, not 2.5"),
        (lambda: granada.new_game(players=True), "players is a whole number, not True"),
        (lambda: granada.new_game(3, rulings="it"), "rulings is a Rulings, not 'it'; Rulings.edition('it', 'granada')"),
        (lambda: granada.new_game(3, tiles="my.csv"), "TileSet.load('my.csv') reads a file"),
        (lambda: granada.new_game(3, tiles=[5]), "tiles is a TileSet or several, not 5"),
        (lambda: granada.new_game(3, modules="vizier"), "modules is a list of names such as ['vizier']"),
        (lambda: granada.new_game(3, 7), "game is GRANADA, ALHAMBRA or COMBINED, or its name, not 7"),
        (lambda: granada.new_game(3, ages=["old", 1, 2]), "an age is a whole number, not 'old'"),
        (lambda: granada.Buy(1, "b5"), "cards is a Purse such as Purse.parse('b5'), not 'b5'"),
        (lambda: granada.Buy("1", Purse()), "a space is a whole number, not '1'"),
        (lambda: granada.Place("park6", (0, 1)), "face is a Face such as Face.parse('park6'), not 'park6'"),
        (lambda: granada.Face("park", 6), "building is a Building such as Building.PARK, not 'park'"),
        (lambda: granada.Card("b", 6), "currency is a Currency such as Currency.BLUE, not 'b'"),
        (lambda: City("@ park6"), "layout is a Layout, not '@ park6'; City.of takes tiles, City.parse a text"),
        (lambda: TileSet.load(5), "path is the name of a CSV file, not 5"),
        (lambda: TileSet.default("granada"), "family is Family.GRANADA or Family.ALHAMBRA, not 'granada'"),
        (lambda: granada.legal_actions("a state"), "state is a State such as new_game(3) gives, not 'a state'"),
        (lambda: granada.deal(granada.new_game(3), 7), "rng is a generator such as random.Random(7), not 7"),
        (lambda: granada.broken(granada.new_game(3), "take b3"), "action is an Action such as Action.parse('take b3')"),
        (lambda: granada.observe(granada.new_game(3), "me"), "a seat is a whole number, not 'me'"),
        (lambda: Purse.parse("b3").total("b"), "currency is a Currency such as Currency.BLUE, not 'b'"),
        (lambda: Rulings.edition(5, "granada"), "name is an edition such as 'it', not 5"),
        (lambda: Rulings(hut_cap="3"), "hut_cap is 3 or 4, not '3'"),
        (lambda: granada.score(5, "A"), "state is a State such as new_game(3) gives, not 5"),
        (lambda: granada.score(STATE, 5), "a scoring is A, B or C, not 5"),
        (lambda: granada.deal(granada.new_game(3), Random), "rng is a generator such as random.Random(7), not <class"),
        (lambda: granada.referee(5), "game is a Record or the text of one, not 5"),
        (lambda: granada.check(5), "answer is a callable that answers a question with a dict, not 5"),
        (lambda: granada.check(answer, only="walkable"), "only is a list of chapters, rules or cases such as"),
        (lambda: granada.check(answer, rulings=5), "rulings is a Rulings or an edition such as 'it', not 5"),
    ],
)
def test_a_wrong_type_gets_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    refuses(wrong, sentence)


def refuses(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError) as refused:
        wrong()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


MODULES = "modules is a list of names such as ['vizier'], not "
TILES = "tiles is a TileSet or several, not "


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tiles": 5}, TILES + "5"),
        ({"tiles": 0}, TILES + "0"),
        ({"tiles": {}}, TILES + "{}"),
        ({"tiles": ["my.csv"]}, TILES + "'my.csv'; TileSet.load('my.csv') reads a file"),
        ({"tiles": Path("my.csv")}, "; TileSet.load('my.csv') reads a file"),
        ({"ages": 5}, "ages is a list of whole numbers, one for each player, not 5"),
        ({"ages": "123"}, "ages is a list of whole numbers, one for each player, not '123'"),
        ({"modules": None}, MODULES + "None"),
        ({"modules": 5}, MODULES + "5"),
        ({"modules": VIZIER}, MODULES + "VIZIER"),
        ({"modules": [VIZIER]}, MODULES + "[VIZIER]"),
        ({"modules": {"vizier": True}}, MODULES + "{'vizier': True}"),
        ({"scoring": None}, "scoring is 'normal' or 'simplified', not None"),
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
        "bots is a list of players with a method choose, such as RandomBot(), one for each seat, not ",
    )


def test_a_record_is_looked_at_at_once() -> None:
    refuses(lambda: granada.replay(3), "record is a Record such as play gives, not 3")
    refuses(lambda: granada.Record(5), "setup is a Setup such as new_game(3).setup, not 5")
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
    "wrong", [Unshown(), Wordy(), "x" * 10**6, [[["x"] * 1000] * 1000] * 1000, [10**5000], 1.5, {1: Unshown()}]
)
def test_errors_stay_short_whatever_they_tell_of(wrong: Any) -> None:
    assert len(quoted(wrong)) <= 80
    asked: list[Callable[[], object]] = [
        lambda: granada.legal_actions(wrong),
        lambda: granada.broken(STATE, wrong),
        lambda: granada.new_game(wrong),
        lambda: granada.new_game(3, rulings=wrong),
        lambda: granada.new_game(3, tiles=[wrong]),
        lambda: granada.Take(wrong),
        lambda: granada.Place(PARK, wrong),
        lambda: granada.Place(wrong, Cell(0, 1)),
        lambda: Layout.of([wrong]),
        lambda: Layout.from_cells(wrong),
        lambda: Purse.of(wrong),
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
    refuses(lambda: granada.broken(granada.observe(STATE, 0), granada.Stop()), "; view.sample(rng) gives one")
    refuses(lambda: granada.score(granada.observe(STATE, 0), "A"), "; view.sample(rng) gives one")
    for other in (Random(0), STATE.todo[0]):  # one has something to sample, the other a seat
        with pytest.raises(TypeError, match="a State such as new_game") as refused:
            granada.score(other, "A")
        assert "view.sample" not in str(refused.value)


LAYOUT = Layout.of({Cell(1, 0): PARK})
TILES_OF_A_LAYOUT = "tiles is a dict such as {Cell(1, 0): Face.parse('park6')}, or a list of such pairs, not "
ROTATIONS = "rotations is a dict such as {Cell(1, 0): 90}, or a list of such pairs, not "
CELLS = "cells is a dict of texts such as {'1,0': 'park6'}, not "
FAMILY = "Family.GRANADA or Family.ALHAMBRA, not 'granada'"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Layout.of(5), TILES_OF_A_LAYOUT + "5"),
        (lambda: Layout.of("park6"), TILES_OF_A_LAYOUT + "'park6'"),
        (lambda: Layout.of(""), TILES_OF_A_LAYOUT + "''"),
        (lambda: Layout.of([PARK]), TILES_OF_A_LAYOUT + "[Face.parse('park8')]"),
        (lambda: Layout(5), TILES_OF_A_LAYOUT + "5"),
        (lambda: Layout.of({"1,0": PARK}), "a cell is a pair of whole numbers such as Cell(1, 0), not '1,0'"),
        (lambda: Layout.of({Cell(1, 0): "park8"}), "a Face such as Face.parse('park6') lies on a cell, not 'park8'"),
        (lambda: Layout.of({Cell(1, 0): PARK}, rotations=[1]), ROTATIONS + "[1]"),
        (lambda: Layout.of({Cell(1, 0): PARK}, rotations=5), ROTATIONS + "5"),
        (lambda: Layout.of({Cell(1, 0): PARK}, rotations={Cell(1, 0): "90"}), "a rotation is a whole number, not '90'"),
        (lambda: Layout.of({Cell(1, 0): PARK}, founding="1,0"), "a cell is a pair of whole numbers"),
        (lambda: Layout((), (), "granada"), "start is " + FAMILY),
        (lambda: Layout.parse("@", "granada"), "start is " + FAMILY),
        (lambda: City.parse("@", "granada"), "start is " + FAMILY),
        (lambda: Layout.from_cells(5), CELLS + "5"),
        (lambda: Layout.from_cells({(1, 0): "park6"}), CELLS + "{(1, 0): 'park6'}"),
        (lambda: Layout.from_cells({"1,0": PARK}), "notation is read from a str, not Face"),
        (lambda: City.of(LAYOUT, start=Family.GRANADA), "a layout has its start and its founding tile already"),
        (lambda: City.of(LAYOUT, founding=Cell(1, 0)), "a layout has its start and its founding tile already"),
        (
            lambda: TileSet(Family.GRANADA, 5),
            "tiles is a list of tiles such as Tile.parse('school8|hospital9/s'), not 5",
        ),
        (lambda: TileSet(Family.GRANADA, None), "such as Tile.parse('school8|hospital9/s'), not None"),
        (
            lambda: TileSet(Family.GRANADA, [PARK]),
            "a set is made of tiles such as Tile.parse('school8|hospital9/s'), not F",
        ),
        (lambda: PARK < "a", "not supported between instances of 'Face' and 'str'"),
        (lambda: Tile(PARK) < 1, "not supported between instances of 'Tile' and 'int'"),
        (lambda: sorted([PARK, Tile(PARK)]), "not supported between instances of 'Tile' and 'Face'"),
    ],
)
def test_the_board_gets_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    refuses(wrong, sentence)


CARD = "card is a Card such as Card.parse('b3'), not "


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Purse().count("b3"), CARD + "'b3'"),
        (lambda: Purse().plus("b3"), CARD + "'b3'"),
        (lambda: Purse().minus("b3"), CARD + "'b3'"),
        (lambda: Purse().plus(None), CARD + "None"),
        (lambda: Purse().minus(Purse()), CARD + "Purse.parse('')"),
        (lambda: Purse() + Card.parse("b3"), "not Card.parse('b3'); plus and minus take a single card"),
        (lambda: Purse() - Card.parse("b3"), "not Card.parse('b3'); plus and minus take a single card"),
        (lambda: Purse().holds(Card.parse("b/y")), "not Card.parse('b/y'); plus and minus take a single card"),
        (lambda: Purse() - 5, "a Purse such as Purse.parse('b3') is needed, not 5"),
        (lambda: Purse() + 5, "a Purse such as Purse.parse('b3') is needed, not 5"),
        (lambda: Purse.of("b3"), "Purse.of takes cards; Purse.parse('b3') reads a text"),
        (lambda: Purse.of(Card.parse("b3")), "cards is a list of cards such as Card.parse('b3'), not Card.parse('b3')"),
        (lambda: Purse.of(5), "cards is a list of cards such as Card.parse('b3'), not 5"),
        (lambda: Purse.of({Card.parse("b3"): 2}), "cards is a list of cards such as Card.parse('b3'), not {"),
        (lambda: Purse.of(["b3"]), "a purse holds cards such as Card.parse('b3'), not 'b3'"),
        (lambda: Purse("b3"), "Purse.of takes cards; Purse.parse('b3') reads a text"),
    ],
)
def test_a_purse_gets_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    refuses(wrong, sentence)


def test_a_layout_keeps_what_it_has_looked_at() -> None:
    made = Layout([[(whole(1), whole(0)), PARK]], [[(1, whole(0)), whole(90)]], Family.ALHAMBRA, (whole(1), 0))
    assert made == Layout.of({Cell(1, 0): PARK}, rotations={Cell(1, 0): 90}, founding=Cell(1, 0))
    assert hash(made) == hash(pickle.loads(pickle.dumps(made)))
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert all(type(number) is int for number in (*made.tiles[0][0], *made.rotations[0][0], made.rotations[0][1]))
    assert type(made.founding) is Cell


def test_nobody_writes_into_what_is_shared() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        LAYOUT.by_cell[Cell(0, 1)] = PARK
    for plan in granada.GRANADA.rows("normal", Rulings()):
        assert pickle.loads(pickle.dumps(plan)) == copy.deepcopy(plan) == plan
        assert hash(plan) == hash(copy.deepcopy(plan))
        assert str(plan.name) in repr(plan).lower()
        if isinstance(plan, Majority):
            with pytest.raises(TypeError, match="does not support item assignment"):
                plan.places[granada.Round.A] = (9,)


def test_a_hut_has_one_face() -> None:
    hut = Face.parse("garden-hut/s")
    for faces in [(hut, Face.parse("park8/s")), (Face.parse("park8/s"), hut), (hut, hut)]:
        with pytest.raises(ValueError, match="a builders' hut has one face"):
            Tile(*faces)
    assert pickle.loads(pickle.dumps(Tile(hut))) == Tile(hut)


def test_a_city_as_long_as_its_reach_takes_no_further_tile() -> None:
    row = City.of({Cell(x, 0): PARK for x in range(1, 200)})
    assert Cell(200, 0) in row.sites(PARK)
    full = row.added(PARK, Cell(200, 0))
    assert full.sites(PARK) == ()
    for cell in (Cell(201, 0), Cell(5, 1)):
        assert not full.fits(PARK, cell)
        for refused in (full.added, full.broken_by_adding):
            with pytest.raises(granada.InvalidState, match="a city has at most 200 tiles"):
                refused(PARK, cell)
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
        with pytest.raises(granada.InvalidState) as refused:
            ask()
        assert len(str(refused.value)) < 300
    with pytest.raises(granada.IllegalAction):
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


def test_a_city_of_an_empty_family_is_its_start_tile() -> None:
    for family in Family:
        assert len(City.of({}, start=family)) == 0


def test_a_bureau_shows_two_currencies() -> None:
    for pair in ((Currency.BLUE, Currency.BLUE), (Currency.GREEN, Currency.BLUE)):
        with pytest.raises(granada.InvalidState, match="two different currencies"):
            granada.Bureau(*pair)


def test_a_city_of_granada_takes_no_tile_of_the_alhambra() -> None:
    garden = Face.parse("garden8/w")
    asked: list[Callable[[], object]] = [
        lambda: CITY.fits(garden, Cell(2, 0)),
        lambda: CITY.sites(garden),
        lambda: CITY.added(garden, Cell(2, 0)),
        lambda: CITY.broken_by_adding(garden, Cell(2, 0)),
    ]
    for ask in asked:
        with pytest.raises(granada.InvalidState, match="garden8/w does not belong to a city of Granada alone"):
            ask()
    given = {"game": "granada", "city": {"1,0": "park6/e"}, "do": "place garden8/w at 2,0"}
    assert "does not belong" in answer({"id": "1", "kind": "place", "given": given})["error"]


class LikeNumPy:
    """A generator with ``integers`` alone, of which NumPy's gives no number of 64 bits."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def integers(self, low: int) -> int:
        assert low < 1 << 63
        return self.rng.randrange(low)


class Nonsense:
    """A generator that gives always the same, whatever it is asked."""

    def __init__(self, gives: object) -> None:
        self.gives = gives

    def randrange(self, _: int) -> Any:
        return self.gives


class TiredError(Exception):
    """Somebody has had enough."""


class Tired(Random):
    """A generator that breaks off after some numbers."""

    left = 1_500

    def randrange(self, *args: Any, **more: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise TiredError
        return super().randrange(*args, **more)


ENGINES: list[Any] = [granada.fast, plain]


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
def test_a_generator_like_numpys_serves_wherever_one_is_taken(engine: Any) -> None:
    state = granada.deal(granada.new_game(2), LikeNumPy(1))
    assert state == granada.deal(granada.new_game(2), LikeNumPy(1))
    bots = [granada.BuilderBot(LikeNumPy(seat)) for seat in range(2)]
    assert granada.play(bots, rng=LikeNumPy(2)).points
    assert engine.Position(state, LikeNumPy(3)).finish() == engine.Position(state, LikeNumPy(3)).finish()
    assert engine.playouts(state, 3, LikeNumPy(4)) == engine.playouts(state, 3, LikeNumPy(4))
    assert granada.observe(state, 0).sample(LikeNumPy(5)).over is False


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda engine, rng: engine.playouts(granada.new_game(2), 1, rng),
        lambda engine, rng: engine.Position(granada.new_game(2), rng),
    ],
    ids=["playouts", "Position"],
)
def test_a_generator_that_gives_no_number_is_refused(engine: Any, ask: Callable[[Any, Any], object]) -> None:
    for gives in (None, "7", 0.5):
        with pytest.raises(TypeError, match="what a generator gives is a whole number"):
            ask(engine, Nonsense(gives))
    for gives in (-1, 1 << 64):
        with pytest.raises(granada.InvalidState, match="numbers below the one it is asked for"):
            ask(engine, Nonsense(gives))


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
def test_playouts_ask_for_seeds_as_they_go_and_can_be_broken_off(engine: Any) -> None:
    over = granada.play([granada.RandomBot(Random(1))] * 2, rng=Random(1))
    *_, end = granada.replay(over)
    with pytest.raises(TiredError):
        engine.playouts(end, 1 << 62, Tired(1))


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
def test_playouts_play_before_they_have_asked_for_all_seeds(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game has no end, which is seen before the generator is tired."""
    monkeypatch.setattr("granada.fast.generators.MOST_DECISIONS", 200)
    state, no_cards = granada.deal(granada.new_game(3), Random(1)), Purse()
    poor = tuple(attrs.evolve(player, hand=no_cards) for player in state.players)
    state = attrs.evolve(state, players=poor, deck=granada.Deck(), display=no_cards, discard=no_cards)
    with pytest.raises(granada.InvalidState, match="the game has no end"):
        engine.playouts(state, 1 << 62, Tired(1))


def test_a_name_that_no_file_can_have_is_no_set_of_tiles() -> None:
    with pytest.raises(granada.InvalidState, match="no file has a name such as"):
        granada.TileSet.load("a\0b")


def test_the_table_of_a_view_is_played_by_nobody() -> None:
    table = granada.observe(granada.deal(granada.new_game(3), Random(1)), 0).table
    for engine in ENGINES:
        with pytest.raises(granada.InvalidState, match="this is the table of a view"):
            engine.Position(table, Random(1))
        with pytest.raises(granada.InvalidState, match="this is the table of a view"):
            engine.playouts(table, 1, Random(1))


def test_a_careless_cell_is_refused_and_spoils_nothing_for_others() -> None:
    face = granada.Face.parse("park7")
    city = granada.City.of({}, start=granada.Family.GRANADA)
    for careless in ((1.0, 0), (0, 1.0), ("1", 0), (1,)):
        with pytest.raises(TypeError):
            city.fits(face, careless)
        with pytest.raises(TypeError):
            city.added(face, careless)
    assert list(map(str, city.added(face, granada.Cell(1, 0)).sites(face))) == [
        "-1,0",
        "0,-1",
        "0,1",
        "1,-1",
        "1,1",
        "2,0",
    ]


@pytest.mark.parametrize(
    "data", [{5: 1}, {"kind": "state", 1: 2}, [{1: 2}], {"kind": b"state"}, [float("nan")], {1, 2}]
)
def test_values_that_json_cannot_hold_are_refused_in_our_words(data: object) -> None:
    with pytest.raises((granada.InvalidState, granada.BadNotation)):
        granada.from_data(data)


def test_a_seat_that_is_none_is_refused_and_one_that_waits_is_told_whose_turn_it_is() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    action, actor = granada.legal_actions(state)[0], state.actor or 0
    assert granada.apply(state, action, actor) == granada.apply(state, action)
    with pytest.raises(granada.IllegalAction, match=f"it is for seat {actor + 1} to act") as refused:
        granada.apply(state, action, (actor + 1) % 3)
    assert refused.value.rules == (granada.Rule.ACT_ON_YOUR_TURN,)
    with pytest.raises(granada.IllegalAction, match="a draw is due"):
        granada.apply(granada.new_game(3), action, 0)
    with pytest.raises(granada.InvalidState, match="a seat is 0 to 2, not 3"):
        granada.apply(state, action, 3)
    with pytest.raises(TypeError, match="a seat is a whole number"):
        granada.apply(state, action, "0")


def refused(state: State, text: str) -> set[Rule]:
    """The rules that an action breaks; the state stays as it was."""
    before, action = granada.digest(state), Action.parse(text)
    with pytest.raises(IllegalAction) as refusal:
        granada.apply(state, action)
    assert granada.digest(state) == before
    assert not granada.is_legal(state, action)
    assert tuple(granada.broken(state, action)) == refusal.value.rules
    return set(refusal.value.rules)


# Setting up


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 8, 10**30])
def test_two_to_six_players_take_part(players: int) -> None:
    with pytest.raises(InvalidState, match="two to six players"):
        granada.new_game(players)


@pytest.mark.parametrize("players", ["3", 3.0, None, True, [3]])
def test_the_number_of_players_is_a_whole_number(players: object) -> None:
    with pytest.raises(TypeError):
        granada.new_game(players)


WRONG_GAMES: list[tuple[dict[str, object], type[Exception]]] = [
    ({"game": "chess"}, InvalidState),
    ({"game": 5}, TypeError),
    ({"game": None}, TypeError),
    ({"modules": ["dragons"]}, InvalidState),
    ({"modules": [5]}, TypeError),
    ({"modules": [["vizier"]]}, TypeError),
    ({"modules": "vizier"}, TypeError),
    ({"modules": 5}, TypeError),
    ({"scoring": "double"}, InvalidState),
    ({"scoring": None}, TypeError),
    ({"scoring": ["normal"]}, TypeError),
    ({"game": "alhambra", "scoring": "simplified"}, InvalidState),
    ({"rulings": "fr"}, TypeError),
    ({"rulings": {}}, TypeError),
    ({"tiles": "default"}, TypeError),
    ({"tiles": 5}, TypeError),
    ({"tiles": TileSet.default(Family.ALHAMBRA)}, InvalidState),
    ({"tiles": [TileSet.default(Family.GRANADA)] * 2}, InvalidState),
    ({"ages": [1, 2]}, InvalidState),
    ({"ages": ["a", "b", "c"]}, TypeError),
    ({"ages": 5}, TypeError),
]


@pytest.mark.parametrize(("wrong", "error"), WRONG_GAMES)
def test_a_game_that_does_not_exist_is_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        granada.new_game(3, **wrong)


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(InvalidState) as refusal:
        granada.new_game(7, "alhambra", modules=["dragons", "dragons"], scoring="simplified", ages=[1])
    assert len(refusal.value.reasons) >= 5


# Wrong types everywhere


WRONG: list[object] = [None, 5, "take b3", b"", [], {}, object(), 1.5]
STATE = a_game()
TAKE = granada.legal_actions(STATE)[0]
ASKED: dict[str, Callable[[Any], object]] = {
    "legal_actions": granada.legal_actions,
    "broken, its state": lambda wrong: list(granada.broken(wrong, TAKE)),
    "broken, its action": lambda wrong: list(granada.broken(STATE, wrong)),
    "is_legal, its state": lambda wrong: granada.is_legal(wrong, TAKE),
    "is_legal, its action": lambda wrong: granada.is_legal(STATE, wrong),
    "apply, its state": lambda wrong: granada.apply(wrong, TAKE),
    "apply, its action": lambda wrong: granada.apply(STATE, wrong),
    "outcomes": granada.outcomes,
    "deal": lambda wrong: granada.deal(wrong, Random(0)),
    "score": lambda wrong: granada.score(wrong, "A"),
    "observe": lambda wrong: granada.observe(wrong, 0),
    "winners": granada.winners,
    "violations": granada.violations,
    "replay": lambda wrong: list(granada.replay(wrong)),
    "to_json": granada.to_json,
}


@pytest.mark.parametrize("name", ASKED)
def test_every_function_refuses_values_of_another_type(name: str) -> None:
    for wrong in WRONG:
        with pytest.raises(TypeError):
            ASKED[name](wrong)


@pytest.mark.parametrize("which", ["D", "", "a", None, 1])
def test_there_is_no_other_scoring(which: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        granada.score(a_game(), which)


@pytest.mark.parametrize(
    "action", [Action(), granada.Reactivate(), granada.Decline(), granada.Action.parse("hut tower")]
)
def test_an_action_that_this_game_does_not_know_is_out_of_phase(action: Action) -> None:
    assert list(granada.broken(a_game(), action)) == [Rule.IN_ITS_PHASE]


# Actions that cannot be


def test_cards_that_are_not_held_and_tiles_that_are_not_there(table: Table) -> None:
    state = table(hands=("b8", "b9", ""), yard=(YARD[0], None, YARD[2]), display="b1 g2")
    assert refused(state, "take y9") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "take b1 b1") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "take b/y") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 1 with b9") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 1 with b8 b8") == {Rule.CARDS_ARE_HELD}
    assert refused(state, "buy 2 with b8") == {Rule.TILE_IS_THERE}
    assert refused(state, "buy 1g with b8") == {Rule.TILE_IS_THERE}
    assert refused(state, "add park6 at 0,1") == {Rule.TILE_IS_THERE}
    assert refused(state, "swap 1,0 for park6") == {Rule.TILE_IS_THERE}
    assert refused(state, "remove 1,0") == {Rule.TILE_IS_THERE}
    assert refused(state, "remove 200,-200") == {Rule.TILE_IS_THERE}


def test_a_cell_that_is_built_already(table: Table) -> None:
    state = table(hands=("b8", "", ""), cities=("@ park6",), reserves=(("school4",),), yard=YARD)
    assert refused(state, "add school4 at 1,0") == {Rule.CELL_IS_FREE}
    assert refused(state, "add school4 at 0,0") == {Rule.CELL_IS_FREE}
    bought = granada.apply(granada.apply(state, Action.parse("buy 1 with b8")), granada.Stop())
    assert refused(bought, "place school8/s at 1,0") == {Rule.CELL_IS_FREE}
    assert refused(bought, "place school8/s at 0,0") == {Rule.CELL_IS_FREE}


def test_actions_out_of_phase(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, display="b1")
    for text in ("place school8/s at 1,0", "store school8/s", "give school8/s", "flip school8/s paying b8", "draw b1"):
        assert refused(state, text) == {Rule.IN_ITS_PHASE}
    bought = granada.apply(granada.apply(state, Action.parse("buy 1 with b8")), granada.Stop())
    for text in ("take b1", "buy 2 with b8", "stop", "pass", "add park6 at 1,0", "remove 1,0", "draw b1"):
        assert refused(bought, text) == {Rule.IN_ITS_PHASE}


def test_a_tile_far_away_breaks_rules_but_no_program(table: Table) -> None:
    state = table(reserves=(("park6",),))
    assert refused(state, "add park6 at 200,200") == {Rule.WALKABLE, Rule.EDGE_CONTACT}
    far = granada.Add(Face.parse("park6"), granada.Cell(10**12, -(10**12)))
    assert not granada.is_legal(state, far)


@settings(max_examples=settings().max_examples // 4)
@given(states(at="the end"))
def test_nothing_can_be_done_in_a_finished_game(state: State) -> None:
    for text in ("take b1", "pass", "stop", "draw b1", "draw A", "remove 1,0", "decline"):
        assert refused(state, text) == {Rule.GAME_IS_OVER}
    assert granada.deal(state, Random(0)) == state


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA, COMBINED])
def test_a_draw_that_cannot_come_is_refused(game: granada.Game) -> None:
    state = granada.new_game(3, game)
    for text in ("draw b7", "draw A", "draw school8|hospital9/nes", "draw tower7/nes", "draw garden-hut"):
        assert refused(state, text) == {Rule.DRAW_CAN_COME}
    assert refused(state, "take b7") == {Rule.IN_ITS_PHASE}


def test_a_record_is_played_by_those_whose_turn_it_is() -> None:
    bots = [granada.RandomBot(Random(seat)) for seat in range(3)]
    record = granada.play(bots, rng=Random(0))
    place = next(n for n, (seat, _) in enumerate(record.steps) if seat is not None)
    seat, action = record.steps[place]
    assert seat is not None
    for other in ((seat + 1) % 3, None):
        events = (*record.steps[:place], (other, action), *record.steps[place + 1 :])
        with pytest.raises(InvalidState):
            list(granada.replay(granada.Record(record.setup, events)))
    longer = granada.Record(record.setup, (*record.steps, (0, granada.Pass())))
    with pytest.raises(IllegalAction):
        list(granada.replay(longer))
