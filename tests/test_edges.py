"""Edges of the interface that a careless change would break and that no game comes to."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

import granada
from granada import Action, City, Face, InvalidState, Layout, Rulings, Tile
from granada.board import Cell, Family
from granada.board.layout import MOST_TILES
from granada.game import IMPOSSIBLE, module_named
from granada.rulebook import Rule
from granada.steps import Pending, PlaceTiles
from granada.suite.protocol import answer
from granada.suite.questions.positions import read_position

if TYPE_CHECKING:
    from granada import State


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = granada.apply(state, Action.parse(text))
    return state


# Play


def test_two_flips_in_either_order_lead_to_the_same_state() -> None:
    state = read_position(
        {"phase": "place", "place": ["arena4|hospital5", "library6|district7"], "seats": [{"hand": "b3 g3"}]}
    )
    one = after(state, "flip arena4 paying b3", "flip library6 paying g3")
    other = after(state, "flip library6 paying g3", "flip arena4 paying b3")
    assert one == other
    assert hash(one) == hash(other)
    assert granada.digest(one) == granada.digest(other)
    assert granada.legal_actions(one) == granada.legal_actions(other)


def test_of_two_tiles_with_one_face_that_is_used_of_which_more_may_be_made() -> None:
    state = read_position({"phase": "place", "place": ["arena4|hospital5"], "seats": [{"hand": "b3 g3"}]})
    tile = Tile.parse("arena4|hospital5")
    waiting = PlaceTiles(0, (Pending(tile, flipped=True), Pending(tile)))
    twice = evolve(state, todo=(waiting, *state.todo[1:]))
    assert [action for action in granada.legal_actions(twice) if granada.broken(twice, action)] == []
    assert after(twice, "flip arena4 paying b3").todo[0] == PlaceTiles(
        0, (Pending(tile, flipped=True), Pending(tile.turned, flipped=True))
    )


@pytest.mark.parametrize("modules", [(), ("exchange",)])
def test_a_sample_keeps_the_size_of_every_hand_when_the_deck_is_empty(modules: tuple[str, ...]) -> None:
    hands = ["b1 b2 g3", "o4 o5", "y6 y7 y8 y9"]
    shown = {"modules": list(modules), "seats": [{"hand": hand} for hand in hands], "display": "b9 g9 o9 y9"}
    state = read_position({**shown, "yard": ["arena2|park3", "", "", ""]})
    assert not len(state.deck)
    for seat in range(3):
        for seed in range(5):
            sample = granada.observe(state, seat).sample(Random(seed))
            assert [len(player.hand) for player in sample.players] == [3, 2, 4]
            assert sample.players[seat].hand == state.players[seat].hand


def test_a_cell_that_is_taken_is_impossible_rather_than_illegal() -> None:
    assert Rule.CELL_IS_FREE in IMPOSSIBLE
    state = read_position(
        {"seats": [{"city": "@ park6", "reserve": ["school8"]}], "yard": ["arena2|park3", "", "", ""]}
    )
    for cell in ("0,0", "1,0"):
        assert granada.broken(state, Action.parse(f"add school8 at {cell}")) == (Rule.CELL_IS_FREE,)


def test_a_building_that_nobody_has_is_worth_nothing() -> None:
    rows = {row.name: row for row in granada.score(read_position({"seats": [{"city": "@ park6"}]}), "C").rows}
    assert (rows["park"].value, rows["school"].value) == (1, 0)
    assert rows["school"].standings == ()


def test_the_outline_of_one_family_leaves_the_other_out() -> None:
    city = City.parse("@ garden10/e *school8/w park6/n", Family.ALHAMBRA)
    assert len(City.parse("@ garden10/e").outline()[0]) == 6
    for family, cells in ((Family.ALHAMBRA, {(0, 0), (1, 0)}), (Family.GRANADA, {(2, 0), (3, 0)})):
        (loop,) = city.outline(family)
        assert len(loop) == 6
        assert {tuple(cell) for cell, _, _ in loop} == cells
    assert [len(city.longest(family)) for family in (Family.ALHAMBRA, Family.GRANADA)] == [1, 1]


# The interface


def test_a_layout_can_be_made_of_plain_tuples() -> None:
    plain = Layout.of({(1, 0): Face.parse("park6")})  # type: ignore[arg-type]  # the point of the test
    assert plain == Layout.parse("@ park6")
    assert all(isinstance(cell, Cell) for cell, _ in plain.tiles)


def test_the_order_in_which_a_layout_is_told_does_not_matter() -> None:
    tiles = [
        (Cell(1, 0), Face.parse("park6")),
        (Cell(0, 1), Face.parse("school8")),
        (Cell(-1, 0), Face.parse("arena2")),
    ]
    turned = {Cell(1, 0): 90, Cell(0, 1): 180}
    one = Layout.of(tiles, rotations=turned)
    other = Layout.of(list(reversed(tiles)), rotations=dict(reversed(turned.items())))
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == str(other)


def test_a_layout_holds_exactly_so_many_tiles() -> None:
    park = Face.parse("park6")
    street = {Cell(x % 20 - 10, x // 20 + 1): park for x in range(MOST_TILES)}
    assert len(Layout.of(street).tiles) == MOST_TILES == 200
    with pytest.raises(InvalidState, match="200"):
        Layout.of({**street, Cell(0, -1): park})


def test_a_layout_has_no_tile_on_the_start() -> None:
    question = {"id": "x", "kind": "layout", "given": {"game": "granada", "layout": {"0,0": "park6"}}}
    assert "the start tile lies at 0,0" in answer(question)["error"]


def test_what_is_no_generator_deals_nothing() -> None:
    with pytest.raises(TypeError, match="generator"):
        granada.deal(granada.new_game(3), 5)  # type: ignore[arg-type]  # the point of the test


def test_a_list_names_no_module_and_no_edition() -> None:
    with pytest.raises(ValueError, match="there is no module"):
        module_named([])  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(TypeError, match="name is an edition"):
        Rulings.edition([], "granada")  # type: ignore[arg-type]  # as above


def test_an_error_repeats_twenty_reasons_and_counts_the_rest() -> None:
    twenty = [f"reason {number}" for number in range(20)]
    assert str(InvalidState(twenty)).splitlines() == twenty
    assert str(InvalidState([*twenty, "one", "another"])).splitlines() == [*twenty, "and 2 more"]


def test_an_outline_begins_in_the_west_and_there_in_the_south() -> None:
    loops = City.parse("park8 .\n@ park6/n\npark10 .").outline()
    assert [(str(cell), "nesw"[side], barred) for cell, side, barred in loops[0][:4]] == [
        ("0,-1", "e", False),
        ("0,-1", "s", False),
        ("0,-1", "w", False),
        ("0,0", "w", False),
    ]
    assert sum(barred for _, _, barred in loops[0]) == 1
    assert len(loops) == 1


def test_a_city_says_which_tile_can_go() -> None:
    city = City.parse("@ park6 park8")
    assert city.can_remove(Cell(2, 0))
    assert not city.can_remove(Cell(1, 0))
    assert not city.can_remove(Cell(0, 0))
    assert not city.can_remove(Cell(3, 0))


def test_cards_to_take_are_listed_by_notation_bureaus_among_them() -> None:
    state = read_position({"game": "alhambra", "modules": ["exchange"], "display": "b/y g/o b2 g3"})
    taken = ["take b/y", "take b2", "take b2 g3", "take g/o", "take g3"]
    assert [str(action) for action in granada.legal_actions(state)] == taken


def test_who_has_the_longest_moat_stands_first() -> None:
    cities = [{"1,0": "park6/n"}, {"1,0": "park8/n", "2,0": "park10/n"}, {}]
    state = read_position({"seats": [{"city": city} for city in cities]})
    (moats,) = (row for row in granada.score(state, "A").rows if row.name == "moats")
    assert [(standing.seat, standing.points) for standing in moats.standings] == [(1, 2), (0, 1)]


def test_the_tiles_of_a_layout_stand_in_the_order_of_their_cells() -> None:
    tiles = {Cell(2, 0): Face.parse("arena6"), Cell(1, 0): Face.parse("park6"), Cell(1, -1): Face.parse("school6")}
    assert [cell for cell, _ in Layout.of(tiles).tiles] == [(1, -1), (1, 0), (2, 0)]


def test_edges_are_a_mask_of_four_bits() -> None:
    assert str(Face(granada.Building.PARK, 6, 15)) == "park6/nesw"
    for mask in (16, -1):
        with pytest.raises(InvalidState, match="a mask of 0 to 15"):
            Face(granada.Building.PARK, 6, mask)


def test_nothing_is_dealt_where_the_next_step_draws_nothing() -> None:
    state = granada.deal(granada.new_game(3), Random(7))
    waiting = evolve(state, todo=state.todo[3:])
    assert granada.deal(waiting, Random(7)) == waiting


def test_a_hut_without_its_module_is_the_only_thing_wrong() -> None:
    with pytest.raises(InvalidState) as refused:
        read_position({"game": "alhambra", "phase": "place", "place": ["garden-hut"]})
    assert list(refused.value.reasons) == ["garden-hut does not belong to alhambra without builders' huts"]
