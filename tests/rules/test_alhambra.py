"""The Palace of Alhambra: its places are worth fixed points, and those who tie share them."""

from __future__ import annotations

from hypothesis import given, strategies as st

from granada import ALHAMBRA, Building, Round
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import in_a_row, row_of

COLOURS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")


@rule("alhambra-points", "ties-share-their-places")
@given(st.lists(st.integers(0, 3), min_size=2, max_size=6), st.sampled_from(range(6)), st.sampled_from(Round))
def test_those_who_tie_share_what_their_places_are_worth(numbers: list[int], place: int, which: Round) -> None:
    least = place + 1
    worth = {"A": (least,), "B": (least + 7, least), "C": (least + 15, least + 7, least)}[str(which)]
    building = Building(COLOURS[place])
    row = row_of(ALHAMBRA, which, building, [in_a_row(building, [5] * number) for number in numbers])
    for seat, number in enumerate(numbers):
        ahead, alike = sum(each > number for each in numbers), numbers.count(number)
        shared = sum(worth[ahead : ahead + alike]) // alike if number else 0
        assert row.of(seat) == shared


@laws_of("alhambra")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
