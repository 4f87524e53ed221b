"""Scoring: what the places are worth in each scoring of each game.

The books count seven schools in A, nine in B and ten in C, and in the Alhambra chambers, towers and pavilions.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import Draw, Round
from granada.game.scoring import plans
from granada.steps import ScoreDue, ScoreRow
from granada.strategies import records, states
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import WHOLE_GAMES, Table, points_for

if TYPE_CHECKING:
    from granada import Record, State

pytestmark = rule(
    "value-of-a-building", "first-second-third", "own-one-to-score", "alhambra-points", "simplified-points"
)


def test_in_a_the_one_with_most_schools_gets_as_many_points_as_there_are_schools(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3, 4], [5, 6], [7, 8]) == (7, 0, 0)


def test_in_b_the_first_gets_twice_and_the_second_once_the_number_of_schools(table: Table) -> None:
    assert points_for(table, "school", "B", [2, 3, 4, 5], [6, 7, 8], [9, 10]) == (18, 9, 0)


def test_in_c_the_places_get_three_times_twice_and_once_the_number_of_schools(table: Table) -> None:
    assert points_for(table, "school", "C", [2, 3, 4, 9], [5, 6, 7, 11, 12], [8, 10]) == (22, 33, 11)


def test_places_that_nobody_holds_are_given_to_nobody(table: Table) -> None:
    assert points_for(table, "school", "C", [2, 3], [], []) == (6, 0, 0)
    assert points_for(table, "school", "C", [], [], []) == (0, 0, 0)


@pytest.mark.parametrize(("which", "points"), [("A", (3, 0, 0, 0)), ("B", (10, 3, 0, 0)), ("C", (18, 10, 3, 0))])
def test_the_simplified_scoring_gives_fixed_points(table: Table, which: str, points: tuple[int, ...]) -> None:
    more = {"scoring": "simplified"}
    assert points_for(table, "school", which, [2, 3, 4, 8], [5, 9, 13], [6, 12], [7], **more) == points


def test_the_simplified_scoring_leaves_moats_as_they_are(table: Table) -> None:
    cities = ("@ park6/nes",)
    for which in Round:
        plain, simple = (granada.score(table(cities=cities, scoring=s), which) for s in ("normal", "simplified"))
        assert plain.rows[0].of(0) == simple.rows[0].of(0) == 3


def test_tiles_in_a_reserve_count_neither_for_the_value_nor_for_the_rank(table: Table) -> None:
    reserves = (("school9", "school10", "school11"),)
    assert points_for(table, "school", "A", [2], [3, 4], [], reserves=reserves) == (0, 3, 0)


def test_rows_are_scored_in_the_printed_order(table: Table) -> None:
    order = "moats arena bathhouse library hostel hospital market park school district"
    assert [row.name for row in granada.score(table(), "A").rows] == order.split()


def test_most_chambers_are_worth_four_in_the_first_scoring(table: Table) -> None:
    assert points_for(table, "chambers", "A", [5, 6], [7], []) == (4, 0, 0)


def test_towers_are_worth_thirteen_and_six_in_the_second_scoring(table: Table) -> None:
    assert points_for(table, "tower", "B", [7, 8], [9], []) == (13, 6, 0)


def test_pavilions_are_worth_sixteen_eight_and_one_in_the_third_scoring(table: Table) -> None:
    assert points_for(table, "pavilion", "C", [2, 3, 4], [5, 6], [7]) == (16, 8, 1)


@pytest.mark.parametrize(("building", "least"), [("pavilion", 1), ("seraglio", 2), ("arcades", 3), ("chambers", 4)])
def test_the_table_of_points_of_the_alhambra(table: Table, building: str, least: int) -> None:
    cities = ([5, 6, 7], [8, 5], [6])
    assert points_for(table, building, "A", *cities) == (least, 0, 0)
    assert points_for(table, building, "B", *cities) == (least + 7, least, 0)
    assert points_for(table, building, "C", *cities) == (least + 15, least + 7, least)


@given(states(), st.sampled_from(Round))
def test_a_scoring_is_the_sum_of_its_rows(state: State, which: Round) -> None:
    scoring = granada.score(state, which)
    assert [row.name for row in scoring.rows] == [plan.name for plan in plans(state.setup)]
    for seat in range(state.setup.players):
        assert scoring.points[seat] == sum(row.of(seat) for row in scoring.rows)
    assert scoring.dirk == sum(row.of(None) for row in scoring.rows)


def rows_to_come(state: State) -> set[tuple[Round, int]]:
    """The rows of all scorings that have not been scored yet; those of C are to come until the end."""
    rows = range(len(plans(state.setup)))
    whole = {card for layer in state.deck.piles for card in layer.cards} | {card for card, _ in state.deck.later}
    started = {step.round: step.row for step in state.todo if isinstance(step, ScoreRow)}
    whole |= {which for step in state.todo if isinstance(step, ScoreDue) for which in step.rounds}
    if state.mover is None:
        whole |= {Round.A, Round.B}
    if not state.over and Round.C not in started:
        whole.add(Round.C)
    found = {(which, row) for which in whole for row in rows}
    return found | {(which, row) for which, first in started.items() for row in rows if row >= first}


@WHOLE_GAMES
@given(records())
def test_scores_never_fall_and_a_scoring_is_the_sum_of_the_rows_that_were_performed(record: Record) -> None:
    before, to_come = None, set[tuple[Round, int]]()
    performed: list[tuple[Round, int]] = []
    for state in granada.replay(record):
        left = rows_to_come(state)
        if before is not None:
            done = sorted(to_come - left, key=lambda each: (each[0].value, each[1]))
            performed += done
            scorings = {which: granada.score(state, which) for which, _ in done}
            rows = [scorings[which].rows[row] for which, row in done]
            for seat, points in enumerate(before.points):
                assert state.points[seat] - points == sum(row.of(seat) for row in rows) >= 0
            if state.dirk and before.dirk:
                assert state.dirk.points - before.dirk.points == sum(row.of(None) for row in rows) >= 0
        before, to_come = state, left
    assert len(performed) == len(set(performed))
    drawn = [action.what for _, action in record.steps if isinstance(action, Draw) and isinstance(action.what, Round)]
    assert [which for which, row in performed if row == 0] == [*drawn, Round.C]
    assert drawn in ([], [Round.A], [Round.A, Round.B])


@WHOLE_GAMES
@given(states(at="the end", modules=()), st.sampled_from(Round), st.data())
def test_renaming_the_seats_renames_the_result(state: State, which: Round, data: st.DataObject) -> None:
    seats = range(state.setup.players)
    order = data.draw(st.sampled_from(list(permutations(seats))[:200]))
    renamed = evolve(state, players=tuple(state.players[seat] for seat in order))
    plain, other = granada.score(state, which), granada.score(renamed, which)
    assert other.points == tuple(plain.points[seat] for seat in order)
    assert other.dirk == plain.dirk
    for row, again in zip(plain.rows, other.rows, strict=True):
        assert again.value == row.value
        assert {
            (order[s.seat] if s.seat is not None else None, s.count, s.points, s.place) for s in again.standings
        } == {(s.seat, s.count, s.points, s.place) for s in row.standings}


@laws_of("scoring")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
