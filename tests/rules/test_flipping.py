"""Flipping: three of one currency for each bought tile that is built with its other face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

import granada
from granada import COMBINED, GRANADA, Building, Face, Purse, Rule
from granada.steps import Act, PlaceTiles
from granada.strategies import records
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import BAG, WHOLE_GAMES, Table, after, broken, legal

if TYPE_CHECKING:
    from granada import Record, State

pytestmark = rule("flip-costs-three", "flip-in-one-currency", "flip-once", "face-as-bought")


def red_bought_arena_and_library(table: Table, hand: str = "o3 g5") -> State:
    state = table(
        hands=(f"b6 g8 {hand}", "", ""),
        cities=("park2 @ .",),
        yard=("arena6|hospital7", "library8|district9"),
        bags=(BAG,),
        display="b1 b1 b1 b2",
    )
    return after(state, "buy 1 with b6", "buy 2 with g8", "stop")


def test_each_of_two_tiles_is_flipped_for_its_own_payment_without_change_or_further_action(table: Table) -> None:
    state = red_bought_arena_and_library(table)
    first = after(state, "flip arena6 paying o3", "place hospital7 at 1,0")
    assert isinstance(first.todo[0], PlaceTiles)
    second = after(first, "flip library8 paying g5", "place district9 at 0,1")
    assert second.players[0].hand == Purse()
    assert second.discard == Purse.parse("b6 g8 o3 g5")
    assert {face.building for face in second.players[0].city.faces} == {
        Building.PARK,
        Building.HOSPITAL,
        Building.DISTRICT,
    }
    assert second.actor is None
    assert [step for step in second.todo if isinstance(step, Act)] == []


def test_money_just_taken_pays_for_a_flip(table: Table) -> None:
    state = table(hands=("b6", "", ""), yard=("arena6|hospital7",), display="y3")
    taken = after(state, "buy 1 with b6", "take y3")
    assert not broken(taken, "flip arena6 paying y3")


def test_a_flip_for_exactly_three_earns_no_action(table: Table) -> None:
    flipped = after(red_bought_arena_and_library(table), "flip arena6 paying o3")
    assert isinstance(flipped.todo[0], PlaceTiles)
    assert broken(flipped, "take b1") == {Rule.IN_ITS_PHASE}


def test_one_card_does_not_pay_for_two_flips(table: Table) -> None:
    state = after(red_bought_arena_and_library(table, "y9"), "flip arena6 paying y9")
    assert broken(state, "flip library8 paying y9") == {Rule.CARDS_ARE_HELD}
    assert not [text for text in legal(state) if text.startswith("flip")]


def test_a_flip_costs_three_in_one_currency_and_comes_once(table: Table) -> None:
    state = red_bought_arena_and_library(table, "o1 o2 y1 y9 g2")
    assert not broken(state, "flip arena6 paying o1 o2")
    assert broken(state, "flip arena6 paying o2") == {Rule.FLIP_COSTS_THREE}
    assert broken(state, "flip arena6 paying o2 y1") == {Rule.FLIP_IN_ONE_CURRENCY}
    assert broken(state, "flip arena6 paying o1 y1") == {Rule.FLIP_COSTS_THREE, Rule.FLIP_IN_ONE_CURRENCY}
    assert broken(after(state, "flip arena6 paying o1 o2"), "flip hospital7 paying y9") == {Rule.FLIP_ONCE}


def test_a_tile_is_stored_with_either_face_up_for_nothing_and_built_like_that_later(table: Table) -> None:
    state = after(red_bought_arena_and_library(table), "store hospital7")
    assert state.players[0].reserve == (Face.parse("hospital7"),)
    assert state.players[0].hand == Purse.parse("o3 g5")
    acting = table(reserves=(("hospital7",),))
    assert not broken(acting, "add hospital7 at 1,0")
    assert broken(acting, "add arena6 at 1,0") == {Rule.TILE_IS_THERE}


def test_a_tile_is_built_as_bought_unless_its_flip_is_paid_for(table: Table) -> None:
    state = red_bought_arena_and_library(table)
    assert broken(state, "place hospital7 at 1,0") == {Rule.FACE_AS_BOUGHT}
    assert not broken(state, "place arena6 at 1,0")
    assert not broken(after(state, "flip arena6 paying o3"), "place hospital7 at 1,0")
    assert broken(after(state, "flip arena6 paying o3"), "place arena6 at 1,0") == {Rule.FACE_AS_BOUGHT}


def test_a_tile_in_the_reserve_or_the_city_is_never_flipped(table: Table) -> None:
    state = table(hands=("o3", "", ""), cities=("@ arena6",), reserves=(("library8",),))
    assert broken(state, "flip arena6 paying o3") == {Rule.IN_ITS_PHASE}
    assert broken(state, "flip library8 paying o3") == {Rule.IN_ITS_PHASE}
    placing = red_bought_arena_and_library(table)
    assert broken(placing, "flip park2 paying o3") == {Rule.TILE_IS_THERE}


@WHOLE_GAMES
@given(records(games=(GRANADA, COMBINED)))
def test_a_tile_is_never_turned_once_it_lies_in_a_city_or_a_reserve(record: Record) -> None:
    before: set[Face] = set()
    for state in granada.replay(record):
        placed = {face for player in state.players for face in (*player.city.faces, *player.reserve) if not face.is_hut}
        placed |= set(state.dirk.faces) if state.dirk else set()
        assert before <= placed
        before = placed


@laws_of("placing")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
