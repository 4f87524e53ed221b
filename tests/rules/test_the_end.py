"""The end: the last refill, tiles left over, the last scoring, the winners."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

import granada
from granada import Face, Purse, Round, Rule
from granada.strategies import attempts, states
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import WHOLE_GAMES, YARD, Table, after, broken, city_of, legal, the_last_purchase

if TYPE_CHECKING:
    from granada import State

pytestmark = rule(
    "end-when-a-space-stays-empty",
    "award-to-the-richest",
    "tied-awards-stay",
    "awards-are-not-flipped",
    "game-is-over",
    "most-points-win",
)


def test_the_last_refill_fills_the_lowest_space_and_ends_the_game(table: Table) -> None:
    state = table(
        hands=("g4 g6 y6", "", ""), yard=YARD, bags=(("park2|school3",),), display="b1 b1 b1 b2", marker="even"
    )
    placing = after(state, "buy 2 with g4 g6", "buy 4 with y6", "stop", "store arena10", "store park6")
    ended = after(placing, "draw park2|school3")
    assert ended.yard[1] == (granada.Tile.parse("park2|school3"),)
    assert ended.over


def test_an_empty_bag_does_not_end_the_game_while_the_yard_is_full(table: Table) -> None:
    state = after(table(yard=YARD, display="b1 b1 b1 b2", deck="g9"), "take b2", "draw g9")
    assert state.mover == 1
    full = table(hands=("b8", "", ""), yard=YARD, bags=(("park2|school3",),), display="b1 b1 b1 b2", marker="even")
    state = after(full, "buy 1 with b8", "stop", "store school8/s", "draw park2|school3")
    assert not state.over
    assert state.bags == ((),)


def test_a_left_over_tile_goes_to_whoever_has_most_money_of_its_currency_and_costs_nothing(table: Table) -> None:
    state = the_last_purchase(table, "g9", "g7 o1", "y2 y3")
    assert state.actor == 0
    assert legal(state) >= {"store arena10", "place arena10 at 1,0"}
    second = after(state, "store arena10")
    assert second.players[0].hand == Purse.parse("g9")
    assert second.players[0].reserve == tuple(sorted(map(Face.parse, ("arena10", "school8/s"))))
    assert second.actor == 1
    third = after(second, "place library4 at 1,0")
    assert third.actor == 2
    assert after(third, "store park6").over


def test_the_value_of_the_cards_decides_not_their_number(table: Table) -> None:
    state = the_last_purchase(table, "g9", "g1 g2 g3", "")
    assert state.actor == 0


def test_a_tile_for_which_the_richest_are_tied_stays(table: Table) -> None:
    state = the_last_purchase(table, "g4 g5", "g9", "o1")
    assert state.actor == 2
    ended = after(state, "store library4")
    assert ended.over
    assert [str(tile) if tile else None for (tile,) in ended.yard] == [None, YARD[1], None, YARD[3]]


def test_an_awarded_tile_is_neither_flipped_nor_given_away(table: Table) -> None:
    state = the_last_purchase(table, "g9 y9", "", dirk=("hostel2",))
    assert broken(state, "flip arena10 paying y9") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert broken(state, "store market11") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert broken(state, "place market11 at 1,0") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert Rule.GIFTS_TO_DIRK in broken(state, "give arena10")


@pytest.mark.parametrize(("does", "points"), [("store", (0, 21, 14, 7)), ("place", (0, 24, 16, 8))])
def test_declining_a_left_over_tile_can_be_better_than_building_it(
    table: Table, does: str, points: tuple[int, ...]
) -> None:
    state = table(
        hands=("b8 g9", "", "", ""),
        cities=("@", city_of("arena", [2, 3, 4]), city_of("arena", [5, 9]), city_of("arena", [6, 7])),
        yard=("school8|hospital9/s", "arena10|market11"),
        display="b1 b1 b1 b2",
    )
    awarded = after(state, "buy 1 with b8", "stop", "store school8/s")
    ended = after(awarded, "store arena10" if does == "store" else "place arena10 at 1,0")
    assert ended.over
    assert ended.points == points


def test_a_scoring_card_drawn_in_the_last_refill_is_scored_before_the_end(table: Table) -> None:
    state = table(
        hands=("b8", "", ""),
        cities=(city_of("arena", [2, 3]), city_of("arena", [4])),
        yard=YARD,
        display="b1 b1 b1",
        deck="g3",
        coming=(Round.B,),
    )
    ended = after(state, "buy 1 with b8", "stop", "store school8/s", "draw B", "draw g3")
    assert ended.over
    assert ended.points == (2 * 3 + 3 * 3, 3 + 2 * 3, 0)


def test_the_last_scoring_takes_place_even_if_the_others_did_not(table: Table) -> None:
    state = the_last_purchase(table, "", "", "", cities=(city_of("arena", [2, 3]),))
    assert state.over
    assert state.points == (6, 0, 0)


def test_players_with_equally_many_points_share_the_victory(table: Table) -> None:
    ended = the_last_purchase(table, "", "", "", cities=("@ arena2/n", "@ park2/n"))
    assert ended.points == (4, 4, 0)
    assert granada.winners(ended) == (0, 1)


def test_there_is_no_winner_before_the_end(table: Table) -> None:
    with pytest.raises(granada.InvalidState):
        granada.winners(table())


@WHOLE_GAMES
@given(states(at="the end"), st.data())
def test_a_finished_game_has_no_actions(state: State, data: st.DataObject) -> None:
    assert state.over
    assert state.actor is None
    assert not granada.legal_actions(state)
    assert not granada.outcomes(state)
    action = data.draw(attempts(state))
    assert list(granada.broken(state, action)) == [Rule.GAME_IS_OVER]
    with pytest.raises(granada.IllegalAction):
        granada.apply(state, action)


@given(states(at="a decision"), st.integers(0, 1 << 32))
def test_play_ends(state: State, seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        if state.over:
            assert granada.winners(state)
            return
        legal = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)


@laws_of("the-end")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
