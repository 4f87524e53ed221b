"""The simplified scoring: fixed points for the places, whose ties the dearest building breaks."""

from __future__ import annotations

from hypothesis import given, strategies as st

from granada import GRANADA, Building, Round
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import in_a_row, row_of

WORTH = {"A": (3,), "B": (10, 3), "C": (18, 10, 3)}
PRICES = st.lists(st.integers(2, 13), max_size=3)


@rule("simplified-points", "simplified-ties")
@given(st.lists(PRICES, min_size=2, max_size=6), st.sampled_from(Round))
def test_the_places_go_by_number_and_then_by_the_dearest(prices: list[list[int]], which: Round) -> None:
    row = row_of(
        GRANADA, which, Building.SCHOOL, [in_a_row(Building.SCHOOL, each) for each in prices], scoring="simplified"
    )
    ranks = [(len(each), max(each, default=0)) for each in prices]
    for seat, rank in enumerate(ranks):
        if ranks.count(rank) == 1:
            place = sum(other > rank for other in ranks)
            assert row.of(seat) == ((*WORTH[str(which)], 0, 0, 0, 0, 0, 0)[place] if rank[0] else 0)


@laws_of("simplified-scoring")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
