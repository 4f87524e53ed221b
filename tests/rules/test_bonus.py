"""Bonus cards: shown while their tile stands in the city, they count as one more of their building."""

from __future__ import annotations

from attrs import evolve
from hypothesis import assume, given, strategies as st

import granada
from granada import Reveal, Round, State
from granada.modules import BONUS
from tests.rules.laws import hold_near, laws_of, positions
from tests.rules.marks import rule

NEAR = ("reveal-with-the-tile-built", "reveal-window", "bonus-counts-one-more", "bonus-returns-to-hand")


@rule("reveal-with-the-tile-built")
@given(positions(*NEAR))
def test_exactly_the_hidden_cards_whose_tile_stands_in_the_city_can_be_shown(state: State) -> None:
    seat = state.actor
    assume(seat is not None)
    assert seat is not None
    city, extra = state.players[seat].city, state.extra(BONUS)
    hidden, shown = extra.hidden[seat], extra.shown[seat]
    for face in {*hidden, *city.faces}:
        if face and not face.is_hut:
            built = list(city.faces).count(face) > list(shown).count(face)
            assert granada.is_legal(state, Reveal(face)) == (face in hidden and built), str(face)


@rule("bonus-counts-one-more")
@given(positions(*NEAR), st.sampled_from(Round))
def test_a_shown_card_counts_one_more_of_its_building_and_leaves_other_rows_alone(state: State, which: Round) -> None:
    reveals = [action for action in granada.legal_actions(state) if isinstance(action, Reveal)]
    assume(reveals)
    seat, face = state.actor, reveals[0].face
    assert seat is not None
    extra = state.extra(BONUS)
    more = tuple((*cards, face) if other == seat else cards for other, cards in enumerate(extra.shown))
    with_card = state.with_extra(BONUS, evolve(extra, shown=more))
    before, after = granada.score(state, which), granada.score(with_card, which)
    for row, again in zip(before.rows, after.rows, strict=True):
        counted, now = ({each.seat: each.count for each in rows.standings} for rows in (row, again))
        gain = 1 if row.name == str(face.building) else 0
        assert now.get(seat, 0) == counted.get(seat, 0) + gain


@laws_of("bonus")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
