"""Builders' huts: three at most, and each counts the buildings of its colour beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given, strategies as st

import granada
from granada import ALHAMBRA, Cell, City, Face, InvalidState, State, TakeHut
from granada.board.cells import STEPS
from granada.game import HUTS
from granada.questions import ScoreQuestion
from granada.strategies import cities
from tests.rules.laws import hold_near, laws_of, positions
from tests.rules.marks import rule

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

NEAR = ("three-huts-at-most", "hut-is-an-action", "hut-is-placed-like-a-tile", "next-hut-is-turned-up")


@rule("three-huts-at-most", "hut-is-an-action")
@given(positions(*NEAR))
def test_who_has_fewer_than_three_takes_any_open_hut(state: State) -> None:
    seat = state.actor
    assume(seat is not None)
    assert seat is not None
    if isinstance(state.todo[0], granada.steps.Act):
        player = state.players[seat]
        own = [face for face in (*player.city.faces, *player.reserve) if face.is_hut]
        listed = [action.face for action in granada.legal_actions(state) if isinstance(action, TakeHut)]
        assert set(listed) == ({face for face in state.extra(HUTS).tops if face} if len(own) < 3 else set())


@st.composite
def cities_with_a_hut(draw: DrawFn) -> tuple[City, Cell]:
    """A city of the Alhambra in which one building became a hut of a colour beside it."""
    city = draw(cities((ALHAMBRA,), 12).filter(len))
    cell = draw(st.sampled_from(sorted(city)))
    beside = [city[near] for near in neighbours(cell) if near in city] or [city[cell]]
    hut = Face(draw(st.sampled_from(beside)).building, 0, city[cell].edges)
    return City.of({other: hut if other == cell else city[other] for other in city}, start=city.start), cell


def neighbours(cell: Cell) -> list[Cell]:
    return [Cell(cell.x + east, cell.y + north) for east, north in STEPS]


@rule("hut-counts-its-neighbours")
@given(cities_with_a_hut())
def test_a_hut_counts_the_buildings_of_its_colour_that_can_be_reached_from_it(built: tuple[City, Cell]) -> None:
    city, cell = built
    hut = city[cell]
    reached = [near for side, near in enumerate(neighbours(cell)) if near in city and not hut.edges >> side & 1]
    counted = min(3, sum(city[near].building is hut.building for near in reached))
    own = sum(face.building is hut.building and not face.is_hut for face in city.faces)
    question = ScoreQuestion(game=ALHAMBRA, round=granada.Round.A, cities=(city,), modules=(HUTS,))
    try:
        row = next(row for row in question.scored.rows if row.name == str(hut.building))
    except InvalidState:
        assume(condition=False)
    assert sum(each.count for each in row.standings) == own + counted


@laws_of("huts")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
