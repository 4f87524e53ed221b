"""Values built by hand, positions that no game can have, threads, and edges that no game comes to: no wrong answer."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from hypothesis import given

import granada
from granada import (
    Action,
    Add,
    Building,
    Cell,
    City,
    Deck,
    Face,
    InvalidState,
    Layout,
    Player,
    Purse,
    Remove,
    Rule,
    Swap,
    Tile,
)
from granada.board import Family
from granada.board.money import all_money
from granada.game import Pile
from granada.game.state import replaced
from granada.questions.positions import read_position
from granada.steps import Pending, PlaceTiles
from granada.strategies import layouts
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from granada import State


def dealt(players: int = 3, seed: int = 5, **table: Any) -> granada.State:
    return granada.deal(granada.new_game(players, **table), Random(seed))


def changed(state: granada.State, **members: object) -> str:
    return json.dumps(json.loads(granada.to_json(state)) | members)


def reasons(text: str) -> str:
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(text)
    return "\n".join(refusal.value.reasons)


def test_threads_that_look_at_one_state_all_see_the_same() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as pool:
            for seed in range(20):
                rng = Random(seed)
                state = dealt(seed=seed)
                for _ in range(60):
                    legal = granada.legal_actions(state)
                    state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
                fresh = [granada.from_json(granada.to_json(state), granada.State)] * 6
                seen = list(pool.map(lambda each: (granada.score(each, "C").points, tuple(_legal(each))), fresh))
                assert len(set(seen)) == 1
    finally:
        sys.setswitchinterval(before)


def _legal(state: granada.State) -> list[Action]:
    return list(granada.legal_actions(state))


def test_json_may_be_indented() -> None:
    state = dealt()
    for value in (state, granada.observe(state, 0), state.players[0].city):
        assert granada.from_json(json.dumps(json.loads(granada.to_json(value)), indent=2)) == value


def test_ages_survive_json() -> None:
    for ages in ([-1, 0, 0], [2001, 1990, 1980]):
        state = granada.new_game(3, ages=ages)
        assert granada.from_json(granada.to_json(state)) == state


def test_a_record_names_winners_who_sat_at_the_table() -> None:
    record = granada.play([granada.RandomBot(Random(1))] * 3, rng=Random(1))
    lines = granada.to_json(record).splitlines()
    for last in ('{"points":[1],"winners":[0]}', '{"points":[1,2,3],"winners":[9]}'):
        reasons("\n".join([*lines[:-1], last]))


def test_what_a_city_hands_out_cannot_be_changed() -> None:
    city = City.parse("@ park6")
    for kept in (city.of_building(Building.PARK), city.sites(Face.parse("park8")), city.removable):
        assert isinstance(kept, tuple)
    for each in (city, city.added(Face.parse("park8"), Cell(0, 1)), City.of(city.layout)):
        with pytest.raises(TypeError):
            each.tiles[Cell(2, 0)] = Face.parse("park8")  # type: ignore[index]  # the point of the test


def twins() -> granada.TileSet:
    """An Alhambra set in which one wall-less tile stands twice; the rulebooks do not rule it out."""
    tiles = [
        Tile.parse("garden10") if str(tile) == "garden11" else tile
        for tile in granada.TileSet.default(granada.Family.ALHAMBRA).tiles
    ]
    return granada.TileSet(granada.Family.ALHAMBRA, tuple(tiles))


@pytest.mark.long
def test_tiles_that_are_twice_in_the_box_are_drawn_twice_as_often() -> None:
    state = granada.new_game(3, "alhambra", modules=["bonus"], tiles=twins())
    chances = dict(granada.outcomes(state))
    assert len(chances) == 53
    assert str(chances[granada.Draw(Tile.parse("garden10"))]) == "1/27"
    for seed in range(10):
        rng = Random(seed)
        state = granada.deal(granada.new_game(3, "alhambra", modules=["bonus"], tiles=twins()), rng)
        while not state.over:
            legal = granada.legal_actions(state)
            state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
        assert granada.from_json(granada.to_json(state)) == state


@given(layouts())
def test_a_city_is_accepted_exactly_when_its_layout_breaks_no_rule(layout: Layout) -> None:
    broken = granada.violations(layout)
    try:
        city = City.of(layout)
    except InvalidState:
        assert broken
    else:
        assert not broken
        assert city.layout == layout


@pytest.mark.parametrize("far", [(0, 1024), (1, -1024), (0, 201), (-1024, 0), (10**9, -(10**9)), (0, 1025)])
def test_a_cell_out_of_reach_is_no_other_cell(far: tuple[int, int]) -> None:
    cell, face = Cell(*far), Face.parse("park6")
    city = City.parse("@ park8\nschool8 market2")
    assert not city.is_taken(cell)
    assert city.get(cell) is None
    assert not city.fits(face, cell)
    assert not city.can_remove(cell)
    assert not city.can_swap(cell, face)
    assert city.broken_by_adding(face, cell) == (Rule.WALKABLE, Rule.EDGE_CONTACT)
    state = dealt()
    seat = state.actor or 0
    player = Player(state.players[seat].hand, city, (face,))
    state = evolve(state, players=replaced(state.players, seat, player))
    assert list(granada.broken(state, Remove(cell))) == [Rule.TILE_IS_THERE]
    assert list(granada.broken(state, Swap(cell, face))) == [Rule.TILE_IS_THERE]
    assert list(granada.broken(state, Add(face, cell))) == [Rule.WALKABLE, Rule.EDGE_CONTACT]


def test_too_many_cards_of_a_kind_do_not_make_up_for_one_of_another() -> None:
    state = granada.deal(granada.new_game(6), Random(1))
    hands = [*[Purse.parse("b1 b1 b1")] * 5, Purse()]
    pool = all_money(3) - Purse.parse("b2")
    cheat = evolve(
        state,
        players=tuple(Player(hand, player.city) for hand, player in zip(hands, state.players, strict=True)),
        display=Purse(),
        discard=Purse.parse("b1"),
        deck=Deck((pool,), (Pile((107,)),)),
    )
    assert list(flaws_of(cheat)) == ["b1 occurs 19 times, not 3", "b2 occurs 2 times, not 3"]


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


def test_the_order_in_which_a_layout_is_told_does_not_matter() -> None:
    tiles = [*zip((Cell(1, 0), Cell(0, 1), Cell(-1, 0)), map(Face.parse, ("park6", "school8", "arena2")), strict=True)]
    turned = {Cell(1, 0): 90, Cell(0, 1): 180}
    one = Layout.of(tiles, rotations=turned)
    assert [cell for cell, _ in one.tiles] == [(-1, 0), (0, 1), (1, 0)]
    other = Layout.of(list(reversed(tiles)), rotations=dict(reversed(turned.items())))
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == str(other)


def test_an_error_repeats_twenty_reasons_and_counts_the_rest() -> None:
    twenty = [f"reason {number}" for number in range(20)]
    assert str(InvalidState(*twenty)).splitlines() == twenty
    assert str(InvalidState(*twenty, "one", "another")).splitlines() == [*twenty, "and 2 more"]


def test_an_outline_begins_in_the_west_and_there_in_the_south() -> None:
    loops = City.parse("park8 .\n@ park6/n\npark10 .").outline()
    first = [(str(cell), "nesw"[side], barred) for cell, side, barred in loops[0][:4]]
    assert first == [*(("0,-1", side, False) for side in "esw"), ("0,0", "w", False)]
    assert sum(barred for _, _, barred in loops[0]) == 1
    assert len(loops) == 1


def test_cards_to_take_are_listed_by_notation_bureaus_among_them() -> None:
    state = read_position({"game": "alhambra", "modules": ["exchange"], "display": "b/y g/o b2 g3"})
    taken = ["take b/y", "take b2", "take b2 g3", "take g/o", "take g3"]
    assert [str(action) for action in granada.legal_actions(state)] == taken


def test_who_has_the_longest_moat_stands_first() -> None:
    cities = [{"1,0": "park6/n"}, {"1,0": "park8/n", "2,0": "park10/n"}, {}]
    state = read_position({"seats": [{"city": city} for city in cities]})
    (moats,) = (row for row in granada.score(state, "A").rows if row.name == "moats")
    assert [(standing.seat, standing.points) for standing in moats.standings] == [(1, 2), (0, 1)]


def test_nothing_is_dealt_where_the_next_step_draws_nothing() -> None:
    state = granada.deal(granada.new_game(3), Random(7))
    waiting = evolve(state, todo=state.todo[3:])
    assert granada.deal(waiting, Random(7)) == waiting
