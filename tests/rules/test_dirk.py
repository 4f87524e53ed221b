"""Two players: Dirk, his tiles, and what is given to him."""

from __future__ import annotations

from random import Random

import pytest

import granada
from granada import Face, Round, Rule, Rulings
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import BAG, YARD, Table, after, broken, city_of, legal, some_draw, the_last_purchase

pytestmark = rule("dirk-collects-tiles", "dirk-scores-buildings-only", "gifts-to-dirk", "gifts-keep-their-face")


def test_after_a_dirk_gets_six_tiles_as_the_marker_shows_and_does_not_move_it(table: Table) -> None:
    more = ("bathhouse2|park3", "bathhouse4|hostel5", "hospital6|arena7/n", "district8|park9")
    state = table(hands=("b8", ""), yard=YARD, bags=((*BAG, *more),), display="b1 b1 b1", deck="g3", coming=(Round.A,))
    drawn = after(state, "buy 1 with b8", "stop", "store school8/s", "draw A", "draw g3", "draw school3|park2")
    assert drawn.marker == "even"
    rng = Random(1)
    for left in range(6, 0, -1):
        assert drawn.dirk
        assert len(drawn.dirk.faces) == 6 - left
        assert all(draw.what.up.price % 2 == 0 for draw, _ in granada.outcomes(drawn))  # type: ignore[union-attr]  # tiles
        drawn = some_draw(drawn, rng)
    assert drawn.actor == 1
    assert drawn.marker == "even"


@pytest.mark.parametrize(("in_the_bag", "share"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_after_b_dirk_gets_a_third_of_the_bag_rounded_down(table: Table, in_the_bag: int, share: int) -> None:
    state = table(
        hands=("", ""), yard=YARD, bags=(BAG[:in_the_bag],), display="b1 b1 b1 b2", deck="g3", coming=(Round.B,)
    )
    drawn = after(state, "take b2", "draw B", "draw g3")
    dealt = granada.deal(drawn, Random(0))
    assert dealt.dirk
    assert len(dealt.dirk.faces) == share
    assert len(dealt.bags[0]) == in_the_bag - share
    assert not dealt.over


def test_after_a_dirk_gets_no_more_than_there_is_and_the_game_goes_on(table: Table) -> None:
    state = table(hands=("", ""), yard=YARD, bags=(BAG[:4],), display="b1 b1 b1 b2", deck="g3", coming=(Round.A,))
    dealt = granada.deal(after(state, "take b2", "draw A", "draw g3"), Random(0))
    assert dealt.dirk
    assert len(dealt.dirk.faces) == 4
    assert dealt.actor == 1


def test_dirk_takes_part_in_majorities_and_their_ties_but_has_no_moats(table: Table) -> None:
    state = table(
        hands=("", ""),
        cities=(city_of("school", [2, 7]), city_of("school", [4, 5])),
        dirk=("school6", "school13", "park6/nes"),
    )
    first, last = granada.score(state, "A"), granada.score(state, "C")
    schools = [next(row for row in scoring.rows if row.name == "school") for scoring in (first, last)]
    assert [schools[0].of(seat) for seat in (None, 0, 1)] == [6, 0, 0]
    assert [schools[1].of(seat) for seat in (None, 0, 1)] == [18, 12, 6]
    assert first.rows[0].of(None) == 0
    assert first.dirk == 7


def test_the_value_of_a_building_counts_dirks_tiles(table: Table) -> None:
    state = table(hands=("", ""), cities=(city_of("school", [2]),), dirk=("school6", "school8", "school13"))
    assert granada.score(state, "A").dirk == 4


def test_a_bought_tile_is_given_to_dirk_as_it_is_or_flipped_for_three(table: Table) -> None:
    state = table(hands=("b8 o3", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2")
    bought = after(state, "buy 1 with b8", "stop")
    assert not broken(bought, "give school8/s")
    assert broken(bought, "give hospital9/s") == {Rule.GIFTS_KEEP_THEIR_FACE}
    given_away = after(bought, "flip school8/s paying o3", "give hospital9/s")
    assert given_away.dirk
    assert given_away.dirk.faces == (Face.parse("hospital9/s"),)


def test_three_players_give_nothing_away(table: Table) -> None:
    bought = after(table(hands=("b8", "", ""), yard=YARD), "buy 1 with b8", "stop")
    assert broken(bought, "give school8/s") == {Rule.GIFTS_TO_DIRK}


def test_dirk_wins_nothing(table: Table) -> None:
    ended = the_last_purchase(table, "", "", dirk=("hostel2", "hostel4", "market6"), cities=("@ arena2/n",))
    assert ended.dirk
    assert ended.dirk.points > max(ended.points)
    assert granada.winners(ended) == (0,)


@pytest.mark.parametrize(("paid", "is_a_gift"), [("o3", True), ("o5", False)])
def test_where_a_gift_is_turned_for_three_exactly_a_dearer_one_is_not_offered(
    table: Table, paid: str, is_a_gift: bool
) -> None:
    state = table(hands=(f"b9 {paid}", ""), yard=YARD, rulings=Rulings(gift_flip_exact=True))
    turned = after(state, "buy 1 with b9", f"flip school8/s paying {paid}")
    assert ("give hospital9/s" in legal(turned)) is is_a_gift


@laws_of("two-players")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
