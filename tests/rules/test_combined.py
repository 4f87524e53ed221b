"""The combined game: two cities, each scored by its own rules, and their border twice."""

from __future__ import annotations

from hypothesis import given, strategies as st

import granada
from granada import COMBINED, Cell, City, Family, Round
from granada.board.cells import START, STEPS
from granada.questions import ScoreQuestion
from granada.strategies import cities
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule


def border_of(city: City) -> int:
    """The edges at which a tile of one city lies beside one of the other, and both carry a wall or moat there."""
    edges = 0
    for cell in city:
        for side, (east, north) in enumerate(STEPS):
            near = Cell(cell.x + east, cell.y + north)
            if near in city and city[cell].family is Family.ALHAMBRA and city[near].family is Family.GRANADA:
                edges += city[cell].edges >> side & 1 & city[near].edges >> (side + 2) % 4
    return edges


@rule("border-scores-two", "both-cities-score", "wall-meets-moat")
@given(st.lists(cities((COMBINED,), 16), min_size=2, max_size=2), st.sampled_from(Round))
def test_walls_moats_and_the_border_are_rows_of_their_own(built: list[City], which: Round) -> None:
    scored = ScoreQuestion(game=COMBINED, round=which, cities=tuple(built)).scored
    rows = {row.name: row for row in scored.rows}
    for seat, city in enumerate(built):
        assert rows["border"].of(seat) == 2 * border_of(city)
        assert rows["walls"].of(seat) == len(city.longest(Family.ALHAMBRA))
        assert rows["moats"].of(seat) == len(city.longest(Family.GRANADA))
    assert scored.points == tuple(sum(row.of(seat) for row in scored.rows) for seat in range(2))


@rule("wall-meets-moat", "granada-is-founded-at-a-wall", "founding-tile-stays")
@given(cities((COMBINED,), 16))
def test_the_two_cities_touch_only_where_a_wall_lies_against_a_moat_and_the_founding_tile_stays(city: City) -> None:
    for cell in city:
        for side, (east, north) in enumerate(STEPS):
            near = Cell(cell.x + east, cell.y + north)
            if near in city and city[near].family is not city[cell].family:
                assert city[cell].edges >> side & 1
            if near == START:
                assert city[cell].family is Family.ALHAMBRA
    if city.founding is not None:
        assert granada.Rule.FOUNDING_TILE_STAYS in set(city.broken_by_removing(city.founding))


@laws_of("combined")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
