"""Refilling: yard and display, the marker, the discards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Draw, Purse, Round
from granada.steps import EVEN, Act, RefillTiles
from granada.strategies import records
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import BAG, WHOLE_GAMES, YARD, Table, after

if TYPE_CHECKING:
    from granada import Game, Record

pytestmark = rule(
    "money-before-tiles",
    "money-to-four",
    "reshuffle",
    "draw-can-come",
    "tiles-in-space-order",
    "tiles-show-the-marker",
    "marker-moves-after-a-refill",
)


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA])
def test_empty_spaces_are_filled_from_the_lowest_number_on(table: Table, game: Game) -> None:
    yard = YARD if game is GRANADA else ("tower8", "garden10", "arcades4", "tower13")
    bag = BAG if game is GRANADA else ("pavilion2", "seraglio3", "arcades5")
    state = table(
        game=game, hands=("g4 g6 y6 y7", "", ""), yard=yard, bags=(bag,), display="b1 b1 b1 b2", marker="even"
    )
    exact = after(state, "buy 2 with g4 g6")
    price = "y6" if game is GRANADA else "y6 y7"
    placing = after(exact, f"buy 4 with {price}", "stop")
    stored = after(placing, *(f"store {pending.tile.up}" for pending in placing.todo[0].tiles))  # type: ignore[attr-defined]  # the tiles to place
    assert stored.yard[1] == (None,)
    one = after(stored, f"draw {bag[1]}")
    assert [str(tile) if tile else None for (tile,) in one.yard] == [yard[0], bag[1], yard[2], None]
    two = after(one, f"draw {bag[0]}")
    assert [str(tile) for (tile,) in two.yard] == [yard[0], bag[1], yard[2], bag[0]]
    assert two.marker == ("odd" if game is GRANADA else None)


def test_a_refill_shows_the_odd_faces_when_the_marker_says_so_and_then_moves_it(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", marker="odd")
    stored = after(state, "buy 1 with b8", "stop", "store school8/s")
    assert {str(draw.what) for draw, _ in granada.outcomes(stored)} == {
        str(granada.Tile.parse(tile).turned) for tile in BAG
    }
    assert after(stored, "draw school3|park2").marker == "even"


def test_taking_money_moves_no_marker(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g9")
    assert after(state, "take b2", "draw g9").marker == state.marker


def test_when_the_deck_is_empty_the_discards_are_shuffled_and_drawn(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", discard="g5 g6")
    taken = after(state, "take b2")
    assert taken.deck.pools == (Purse.parse("g5 g6"),)
    assert taken.discard == Purse()
    assert len(after(taken, "draw g5").display) == 4


def test_the_discards_wait_until_a_card_is_needed(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g3", discard="g5 g6")
    drawn = after(state, "take b2", "draw g3")
    assert len(drawn.deck) == 0
    assert drawn.discard == Purse.parse("g5 g6")


def test_a_flip_payment_can_come_back_in_the_same_turn(table: Table) -> None:
    state = table(hands=("b8 o5", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1")
    placed = after(state, "buy 1 with b8", "stop", "flip school8/s paying o5", "place hospital9/s at 1,0")
    assert placed.deck.pools == (Purse.parse("b8 o5"),)


def test_when_deck_and_discards_are_empty_the_display_stays_short(table: Table) -> None:
    state = after(table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2"), "take b2")
    assert state.mover == 1
    assert len(state.display) == 3


def test_a_scoring_card_is_replaced_scored_after_the_refill_and_gone(table: Table) -> None:
    state = table(
        hands=("b8", "", ""),
        cities=("@ park6/n",),
        yard=YARD,
        bags=(BAG,),
        display="b1 b1 b1",
        deck="g3",
        coming=(Round.A,),
        marker="even",
    )
    drawn = after(state, "buy 1 with b8", "stop", "store school8/s", "draw A")
    assert drawn.points == (0, 0, 0)
    refilled = after(drawn, "draw g3")
    assert refilled.points == (0, 0, 0)
    scored = after(refilled, "draw hostel4|park5")
    assert scored.points == (2, 0, 0)
    assert len(scored.display) == 4
    assert scored.mover == 1


@WHOLE_GAMES
@given(records(games=(GRANADA, COMBINED)))
def test_the_marker_moves_exactly_when_a_refill_put_a_tile_and_all_of_them_show_it(record: Record) -> None:
    put, before = 0, None
    for state, (_, action) in zip(list(granada.replay(record))[1:], record.steps, strict=True):
        if before is None:
            before = granada.new_game(
                record.setup.players, record.setup.game, modules=[module.name for module in record.setup.modules]
            )
        refilling = isinstance(before.todo[0], RefillTiles)
        if refilling and isinstance(action, Draw) and isinstance(action.what, granada.Tile):
            two_faced = action.what.down is not None
            put += two_faced
            if two_faced:
                assert (action.what.up.price % 2 == 0) == (before.marker == EVEN)
        goes_on = refilling and bool(state.todo) and isinstance(state.todo[0], RefillTiles)
        if goes_on:
            assert state.marker == before.marker
        else:
            assert (state.marker != before.marker) == bool(put)
            put = 0
        before = state


@WHOLE_GAMES
@given(records())
def test_when_a_turn_begins_the_yard_is_full_or_the_game_is_over(record: Record) -> None:
    turns = 0
    for state in granada.replay(record):
        if state.todo and isinstance(state.todo[0], Act) and not state.todo[0].bought:
            turns += 1
            assert all(any(space) for space in state.yard)
            for lane, bag in enumerate(state.bags):
                assert not bag or all(space[lane] for space in state.yard)
            assert len(state.display) == 4 or not (len(state.deck) or len(state.discard))
    assert turns
    assert state.over


@laws_of("refilling")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
