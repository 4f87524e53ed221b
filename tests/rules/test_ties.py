"""Ties: the dearest building decides in Granada, the places are shared in the Alhambra.

The books let schools of 11 and 13 tie in A, of 9 and 12 in C, and in the Alhambra two with four towers each share 19.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given, strategies as st

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Cell, Round
from granada.game.games import Majority
from granada.game.scoring import plans
from granada.strategies import states
from tests.rules.marks import rule
from tests.rules.tables import WHOLE_GAMES, Table, points_for

if TYPE_CHECKING:
    from granada import State

pytestmark = rule("ties-go-to-the-highest-price", "ties-share-their-places", "simplified-ties")


def test_in_a_a_tie_goes_to_the_dearest_school(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3, 11], [4, 5, 13], [6, 7]) == (0, 8, 0)


def test_in_c_the_dearest_school_breaks_a_tie_for_the_first_place(table: Table) -> None:
    assert points_for(table, "school", "C", [2, 3, 4, 9], [5, 6, 7, 12], [8, 10]) == (20, 30, 10)


def test_ties_for_the_second_place_go_to_the_dearest_too(table: Table) -> None:
    assert points_for(table, "school", "C", [4, 5, 6, 7], [2, 3], [8, 11]) == (24, 8, 16)
    assert points_for(table, "school", "C", [2, 3, 5], [4, 6, 13], [7, 9, 8]) == (9, 27, 18)


def test_the_price_matters_only_in_ties(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3], [13], []) == (3, 0, 0)


def test_ties_in_the_simplified_scoring_go_to_the_dearest(table: Table) -> None:
    assert points_for(table, "school", "B", [2, 4], [3, 9], [], scoring="simplified") == (3, 10, 0)


def test_a_scoring_tells_the_price_that_broke_a_tie(table: Table) -> None:
    state = table(cities=("@ school11 school2", "@ school13 school4", "@ park6/ns"))
    scoring = granada.score(state, "A")
    row = next(row for row in scoring.rows if row.name == "school")
    assert row.value == 4
    assert [(s.seat, s.count, s.place, s.price, s.points) for s in row.standings] == [
        (1, 2, 1, 13, 4),
        (0, 2, 2, 11, 0),
    ]
    park = next(row for row in scoring.rows if row.name == "park")
    assert park.standings[0].price is None, "no price has decided anything there"
    assert scoring.rows[0].standings[0].edges == ((Cell(1, 0), 0),)
    assert "school" in str(scoring)


def test_two_with_equally_many_towers_share_nineteen_points_rounded_down(table: Table) -> None:
    assert points_for(table, "tower", "B", [7, 8, 9, 10], [11, 12, 13, 7], []) == (9, 9, 0)


def test_ties_in_the_alhambra_pool_the_places_that_exist(table: Table) -> None:
    assert points_for(table, "tower", "A", [7], [8], []) == (3, 3, 0)
    assert points_for(table, "pavilion", "A", [2], [3], []) == (0, 0, 0)
    assert points_for(table, "tower", "B", [7], [8], [9]) == (6, 6, 6)
    assert points_for(table, "tower", "B", [7, 8], [9], [10]) == (13, 3, 3)
    assert points_for(table, "tower", "C", [7], [8], [9], [10]) == (10, 10, 10, 10)
    assert points_for(table, "garden", "C", [6, 7], [8, 9], [10]) == (16, 16, 5)
    assert points_for(table, "garden", "C", [6, 7, 8], [9, 10], [11, 12], [6]) == (20, 8, 8, 0)


@WHOLE_GAMES
@given(states(games=(GRANADA, COMBINED), at="the end"), st.sampled_from(Round))
def test_whoever_has_more_or_dearer_buildings_ranks_before_the_others(state: State, which: Round) -> None:
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority) and plan.ties_by_price:
            everybody = {seat: player.city.faces for seat, player in enumerate(state.players)}
            prices = {
                standing.seat: sorted(
                    face.price
                    for face in (
                        state.dirk.faces if standing.seat is None and state.dirk else everybody[standing.seat or 0]
                    )
                    if face.building is plan.building
                )
                for standing in row.standings
            }
            strength = [(len(prices[standing.seat]), prices[standing.seat][-1]) for standing in row.standings]
            assert strength == sorted(strength, reverse=True)
            assert len(set(strength)) == len(strength)
            assert [standing.place for standing in row.standings] == list(range(1, len(strength) + 1))


@WHOLE_GAMES
@given(states(games=(ALHAMBRA, COMBINED), at="the end"), st.sampled_from(Round))
def test_those_who_tie_in_the_alhambra_share_the_places_they_hold_rounded_down(state: State, which: Round) -> None:
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority) and not plan.ties_by_price:
            place = 0
            points = [*plan.places[tuple(Round).index(which)], *([0] * 10)]
            groups = Counter(standing.count for standing in row.standings)
            for count, size in sorted(groups.items(), reverse=True):
                given_out = [standing.points for standing in row.standings if standing.count == count]
                worth = sum(points[place : place + size])
                assert worth - size < sum(given_out) <= worth
                assert len(set(given_out)) == 1
                place += size


@WHOLE_GAMES
@given(states(games=(GRANADA,), at="the end"), st.sampled_from(Round))
def test_without_shared_places_the_points_for_a_building_of_granada_add_up(state: State, which: Round) -> None:
    if state.setup.scoring != "normal":
        return
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority):
            owners, value = len(row.standings), row.value or 0
            assert value == sum(standing.count for standing in row.standings)
            times = {Round.A: (0, 1, 1, 1), Round.B: (0, 2, 3, 3), Round.C: (0, 3, 5, 6)}[which][min(owners, 3)]
            assert sum(standing.points for standing in row.standings) == times * value


@WHOLE_GAMES
@given(states(games=(GRANADA,), at="the end"), st.sampled_from(Round))
def test_without_shared_places_the_simplified_points_add_up(state: State, which: Round) -> None:
    if state.setup.scoring != "simplified":
        return
    places = {Round.A: (3,), Round.B: (10, 3), Round.C: (18, 10, 3)}[which]
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority):
            owners = len(row.standings)
            assert [standing.points for standing in row.standings][:3] == [*places, 0, 0, 0][: min(owners, 3)]
