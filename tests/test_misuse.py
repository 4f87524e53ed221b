"""What people try: other kinds of numbers and generators are welcome, and what is wrong gets one helpful sentence."""

# mypy: disable-error-code="arg-type, index, list-item"
# ruff: noqa: ANN401  what is wrong may be anything, and a type checker would say so

from __future__ import annotations

from numbers import Integral
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada import Cell, City, Currency, Face, Family, Purse, Rule, Rulings, TileSet

if TYPE_CHECKING:
    from collections.abc import Callable

PARK = Face.parse("park8")
CITY = City.parse("@ park6")


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
    assert CITY[(whole(1), whole(0))] == Face.parse("park6")
    assert granada.Remove((whole(1), whole(0))).cell == Cell(1, 0)
    assert Purse.parse("b3 b4").nth(whole(1)) == granada.Card.parse("b4")


def test_generators_of_any_make_are_welcome() -> None:
    state = granada.deal(granada.new_game(3), Integers(7))
    assert state == granada.deal(granada.new_game(3), Random(7))
    assert granada.observe(state, 0).sample(Integers(5)) == granada.observe(state, 0).sample(Random(5))
    other, own = ([granada.RandomBot(make(seed)) for seed in range(3)] for make in (Integers, Random))
    assert granada.play(other, rng=Integers(1)) == granada.play(own, rng=Random(1))


def test_what_is_broken_is_a_tuple() -> None:
    state = granada.deal(granada.new_game(3), Random(7))
    assert granada.broken(state, granada.legal_actions(state)[0]) == ()
    assert granada.broken(state, granada.Stop()) == (Rule.ACT_ON_YOUR_TURN,)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [((1.0, 0.0), "whole number"), ("1,0", "pair of whole numbers"), ((1, 0, 0), "pair"), (None, "pair"), (5, "pair")],
)
def test_a_city_looks_at_the_cells_it_is_given(cell: Any, expected: str) -> None:
    asked: list[Callable[[], object]] = [
        lambda: CITY.fits(PARK, cell),
        lambda: CITY.get(cell),
        lambda: cell in CITY,
        lambda: CITY[cell],
        lambda: CITY.can_remove(cell),
        lambda: CITY.can_swap(cell, PARK),
        lambda: CITY.broken_by_adding(PARK, cell),
        lambda: CITY.broken_by_removing(cell),
        lambda: CITY.broken_by_swapping(cell, PARK),
        lambda: CITY.added(PARK, cell),
        lambda: CITY.removed(cell),
        lambda: CITY.swapped(cell, PARK),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=expected):
            ask()
    grown = CITY.added(PARK, Cell(0, 1))
    assert City.of(grown.layout) == grown
    assert granada.from_json(granada.to_json(grown)) == grown


@pytest.mark.parametrize("face", ["park8", None, 8, granada.Tile(PARK)])
def test_a_city_looks_at_the_faces_it_is_given(face: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: CITY.fits(face, Cell(0, 1)),
        lambda: CITY.sites(face),
        lambda: CITY.swaps([face]),
        lambda: CITY.can_swap(Cell(1, 0), face),
        lambda: CITY.broken_by_adding(face, Cell(0, 1)),
        lambda: CITY.added(face, Cell(0, 1)),
        lambda: CITY.swapped(Cell(1, 0), face),
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
        (lambda: Rulings.edition(5, "granada"), "edition"),
    ],
)
def test_a_wrong_type_gets_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises((TypeError, ValueError)) as refused:
        wrong()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_city_of_an_empty_family_is_its_start_tile() -> None:
    for family in Family:
        assert len(City.of({}, start=family)) == 0
