"""Notation: what is written can be read, in one canonical way, and what cannot be read says where and why."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

import granada
from granada import (
    Action,
    BadNotation,
    Building,
    Bureau,
    Card,
    Cell,
    City,
    Draw,
    Face,
    Family,
    InvalidState,
    Layout,
    Purse,
    Round,
    Rule,
    Rulings,
    Take,
    Tile,
    TileSet,
)
from granada.board.cells import REACH
from granada.strategies import actions, cards, cells, cities, faces, layouts, purses, tiles
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {name: getattr(granada, name) for name in granada.__all__}


def rebuilt(value: object) -> object:
    return eval(repr(value), NAMES)


# What is written can be read


@given(cards(bureaus=True))
def test_a_card_is_read_as_it_is_written(card: Card | Bureau) -> None:
    assert type(card).parse(str(card)) == card == rebuilt(card)


@given(purses(12, bureaus=True), st.randoms())
def test_cards_are_read_in_any_order_and_written_in_one(purse: Purse, rng: random.Random) -> None:
    written = str(purse).split()
    assert Purse.parse(str(purse)) == purse == rebuilt(purse)
    rng.shuffle(written)
    assert str(Purse.parse("  ".join(written))) == str(purse)
    bureaus = [word for word in str(purse).split() if "/" in word]
    assert str(purse).split()[: len(bureaus)] == bureaus
    money = str(purse).split()[len(bureaus) :]
    assert money == sorted(money)


@given(faces(huts=True))
def test_a_face_is_read_as_it_is_written(face: Face) -> None:
    assert Face.parse(str(face)) == face == rebuilt(face)


@given(tiles())
def test_a_tile_is_read_as_it_is_written(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile == rebuilt(tile)
    assert tile.turned.turned == tile


@given(cells(REACH))
def test_a_cell_is_read_as_it_is_written(cell: Cell) -> None:
    assert Cell.parse(str(cell)) == cell


@given(layouts())
def test_a_layout_is_read_as_it_is_written(layout: Layout) -> None:
    assert Layout.parse(str(layout), layout.start) == layout == rebuilt(layout)
    assert Layout.from_cells(layout.notation, layout.start) == layout
    assert granada.from_json(granada.to_json(layout)) == layout


@given(cities())
def test_a_city_is_read_as_it_is_written(city: City) -> None:
    assert City.parse(str(city), city.start) == city == rebuilt(city)
    assert hash(rebuilt(city)) == hash(city)
    assert granada.from_json(granada.to_json(city)) == city


@given(actions())
def test_an_action_is_read_as_it_is_written(action: Action) -> None:
    assert Action.parse(str(action)) == action == rebuilt(action)


@given(actions())
def test_any_run_of_blanks_separates_words(action: Action) -> None:
    assert Action.parse("  " + str(action).replace(" ", " \t \n ") + "\n") == action


@pytest.mark.parametrize("family", list(Family))
def test_the_words_of_the_game_rebuild_themselves(family: Family) -> None:
    every = [*granada.Currency, *Round, *Family, *Building, *Rule, TileSet.default(family), Rulings(hut_cap=4)]
    for value in (*every, granada.GRANADA, granada.ALHAMBRA, granada.COMBINED):
        assert rebuilt(value) == value


CANONICAL = (
    *("take b3 g2", "take b/y", "buy 2 with g4 g6", "buy 2a with g4 g6", "buy 3g with o9", "buy 1 with b/y b2 y9"),
    "buy 2 with",
    *("stop", "pass", "flip school8/s paying o3", "place school8/s at 1,0", "store hospital9/s", "give school8/s"),
    *("add park6 at 0,1", "remove 1,0", "swap 1,0 for park6", "hut garden/s", "reveal garden10", "reactivate"),
    *("decline", "draw b7", "draw b/y", "draw A", "draw school8|hospital9/s", "draw garden-hut/s", "draw garden10"),
)


@pytest.mark.parametrize("text", CANONICAL)
def test_the_notation_of_every_action(text: str) -> None:
    assert str(Action.parse(text)) == text


def test_the_rows_of_a_layout_run_from_north_to_south() -> None:
    city = City.parse(
        """
        .            library2/nw   .
        market2/sw   @             arena2/es
        """
    )
    assert city[Cell(0, 1)] == Face.parse("library2/nw")
    assert city[Cell(-1, 0)] == Face.parse("market2/sw")
    assert city[Cell(1, 0)] == Face.parse("arena2/es")
    assert str(city) == ".            library2/nw   .\nmarket2/sw   @             arena2/es"


# What cannot be read


AT_ONCE: dict[Callable[[str], object], tuple[str, ...]] = {
    Card.parse: ("", "b0", "b10", "B7", "b/y", "b٣"),
    Bureau.parse: ("", "b7", "y/b", "b/b", "b/"),
    Face.parse: (
        *("school", "school1", "school14", "school08", "school8/", "school8/en", "school8/nn", "school8/x"),
        *("school-hut", "castle8", "school8~90"),
    ),
    Tile.parse: ("school8/s|hospital9/s", "school8|", "school8|hospital9|park6", "garden-hut|tower-hut"),
    Cell.parse: ("1", "1,0,0", "-0,1", "+1,0", "01,0", "201,0", "9999999999,0"),
    Action.parse: ("   \n ", "steal b7", "Take b7"),
}
"""What is refused at its first word."""
BAD: list[tuple[Callable[[str], object], str, int, int]] = [
    *((read, text, 1, 1) for read, texts in AT_ONCE.items() for text in texts),
    (Card.parse, "b7 g3", 1, 4),
    (Purse.parse, "b7 g3 x1", 1, 7),
    (Purse.parse, "b7 b7 b7\n b7", 2, 2),
    (Purse.parse, "b/y b/y", 1, 5),
    (Cell.parse, "1, 0", 1, 4),
    (Action.parse, "buy 5 with b7", 1, 5),
    (Action.parse, "buy 2x with b7", 1, 5),
    (Action.parse, "buy 2 for b7", 1, 7),
    (Action.parse, "place school8 1,0", 1, 15),
    (Action.parse, "place school8 at 1;0", 1, 18),
    (Action.parse, "place school8 at 1,0 now", 1, 22),
    (Action.parse, "swap 1,0 park6", 1, 10),
    (Action.parse, "stop it", 1, 6),
    (Action.parse, "hut school/s", 1, 5),
    (Action.parse, "hut garden-hut/s", 1, 5),
    (Action.parse, "draw C", 1, 6),
    (Action.parse, "draw", 1, 5),
    (Layout.parse, "@ park6\n park7 x", 2, 8),
    (Layout.parse, "@ school8~45", 1, 3),
    (Layout.parse, "@ **school8", 1, 3),
]


@pytest.mark.parametrize(("read", "text", "line", "column"), BAD)
def test_what_cannot_be_read_has_its_place(read: Callable[[str], object], text: str, line: int, column: int) -> None:
    with pytest.raises(BadNotation) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == (line, column)
    assert refusal.value.expected
    assert str(refusal.value).startswith(f"line {line}, column {column}: expected ")


@pytest.mark.parametrize(
    "read", [Card.parse, Purse.parse, Face.parse, Tile.parse, Cell.parse, Action.parse, Layout.parse, granada.from_json]
)
@pytest.mark.parametrize("value", [None, 7, b"b7", ["b7"], 1.5])
def test_only_text_is_read(read: Callable[[object], object], value: object) -> None:
    with pytest.raises(TypeError):
        read(value)


WORDS = "take buy with flip paying place at store give add remove swap for hut reveal stop draw A 1 2a b7 g3 b/y @ ."
VOCABULARY = [
    *WORDS.split(),
    "school8/s",
    "park6",
    "school8|hospital9/s",
    "1,0",
    "-1,2",
    "garden/s",
    "garden-hut",
    "\n",
]


@given(st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" ".join))
def test_any_row_of_words_is_read_or_refused(text: str) -> None:
    for read in (Action.parse, Purse.parse, Layout.parse):
        try:
            value = read(text)
        except (BadNotation, InvalidState):
            continue
        again = Layout.parse(str(value), value.start) if isinstance(value, Layout) else read(str(value))
        assert again == value


BLUE = granada.Currency.BLUE
NO_SUCH_THING: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (Card, (BLUE, 0)),
    (Card, (BLUE, 10)),
    (Face, (Building.SCHOOL, 1)),
    (Face, (Building.SCHOOL, 14)),
    (Face, (Building.SCHOOL, 0)),
    (Face, (Building.SCHOOL, 8, "wn")),
    (Face, (Building.SCHOOL, 8, 16)),
    (Face, (Building.SCHOOL, 8, -1)),
    (Tile, (Face.parse("school8/n"), Face.parse("park9/s"))),
    (granada.Buy, (5, Purse())),
    (granada.Buy, (0, Purse())),
]
WRONG_TYPES: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (Card, (BLUE, "7")),
    (Card, (BLUE, True)),
    (Face, (Building.SCHOOL, 8.0)),
    (Face, (Building.SCHOOL, 8, None)),
    (Tile, ("school8",)),
    (Tile, (Face.parse("school8"), "park9")),
    (Take, ("b7",)),
    (Draw, ("b7",)),
    (granada.Buy, (2, Purse(), "granada")),
]


def test_values_refuse_what_does_not_exist() -> None:
    refused(InvalidState, *(partial(make, *parts) for make, parts in NO_SUCH_THING))
    refused(TypeError, *(partial(make, *parts) for make, parts in WRONG_TYPES))


A_TILE = "a tile such as school8/ne, @ for the start, or . for an empty cell"
COMPLAINTS: list[tuple[Callable[[Any], object], object, str]] = [
    (Action.parse, "", "line 1, column 1: expected an action such as take b3"),
    (Action.parse, "buy", "line 1, column 4: expected a space, 1 to 4"),
    (Action.parse, "buy 1", "line 1, column 6: expected 'with'"),
    (Action.parse, "take b1 b1 b1 b1", "line 1, column 15: expected at most 3 copies of b1, not 'b1'"),
    (Action.parse, "take b/g b/g", "line 1, column 10: expected at most 1 copies of b/g, not 'b/g'"),
    (Action.parse, "pass pass", "line 1, column 6: expected nothing further, not 'pass'"),
    (Action.parse, "take " + "b1 " * 1_000, "line 1, column 15: expected at most 3 copies of b1, not 'b1'"),
    (Layout.parse, "@ park6\nschool8", "line 2, column 1: expected 2 cells in every row, not 'school8'"),
    (Layout.parse, "@\npark6 school8", "line 2, column 7: expected 1 cells in every row, not 'school8'"),
    (Layout.parse, "@ @", "line 1, column 3: expected exactly one start tile @, not 2, not '@'"),
    (Layout.parse, "park6", "line 1, column 1: expected exactly one start tile @, not 0"),
    (Layout.from_cells, {"1,x": "park6"}, "line 1, column 1: expected a cell such as 1,0, not '1,x'"),
    (Layout.from_cells, {"1,0": "x"}, f"line 1, column 1: expected {A_TILE}, not 'x'"),
]


@pytest.mark.parametrize(("read", "given", "said"), COMPLAINTS)
def test_what_cannot_be_read_is_named_with_its_place(read: Callable[[Any], object], given: object, said: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        read(given)
    assert str(refusal.value) == said


def test_a_layout_of_cells_has_as_many_tiles_as_any() -> None:
    cells = {f"{x},{y}": "park6" for x in range(1, 21) for y in range(10)}
    assert len(Layout.from_cells(cells).tiles) == 200
    with pytest.raises(InvalidState):
        Layout.from_cells({**cells, "0,1": "park6"})


def test_a_layout_has_at_most_as_many_cells_as_are_in_reach() -> None:
    most = (2 * REACH + 1) ** 2
    assert Layout.parse("@" + " ." * (most - 1)) == Layout(())
    with pytest.raises(BadNotation):
        Layout.parse("@" + " ." * most)


def test_what_is_sorted_is_not_less_than_itself() -> None:
    face, tile = Face.parse("school8/n"), Tile.parse("school8|park9/n")
    assert not face < face
    assert not tile < tile


def test_a_purse_has_no_fourth_card_of_a_kind() -> None:
    three, bureau = Purse.parse("b1 b1 b1"), Purse.parse("b/g")
    refused(
        InvalidState,
        lambda: Purse([*three, *three]),
        lambda: Purse([*three, three.cards[0]]),
        lambda: three + three,
        lambda: three.plus(three.cards[0]),
        lambda: Purse([*bureau, *bureau]),
        lambda: bureau.plus(bureau.cards[0]),
    )
