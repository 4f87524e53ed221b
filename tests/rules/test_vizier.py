"""The vizier: after each turn who has an active one may buy a tile, and pays it exactly."""

from __future__ import annotations

from hypothesis import given

import granada
from granada import Buy, Decline, Reactivate, State
from granada.game.buying import tile_bought
from granada.modules import VIZIER
from granada.steps import Act, Favour
from tests.rules.laws import hold_near, laws_of, positions
from tests.rules.marks import rule

NEAR = ("vizier-pays-exactly", "vizier-window", "vizier-order", "vizier-is-reactivated")


@rule("vizier-pays-exactly", "vizier-window")
@given(positions(*NEAR))
def test_whoever_is_asked_has_an_active_vizier_and_buys_exactly_or_declines(state: State) -> None:
    step = state.todo[0]
    if isinstance(step, Favour):
        assert state.extra(VIZIER)[step.seat]
        listed = granada.legal_actions(state)
        assert {type(action) for action in listed} <= {Buy, Decline, granada.Reveal}
        assert Decline() in listed
        for action in listed:
            if isinstance(action, Buy):
                assert action.cards.total() == tile_bought(state, action).up.price


@rule("vizier-is-reactivated")
@given(positions(*NEAR))
def test_a_vizier_is_turned_up_exactly_by_who_has_used_it(state: State) -> None:
    step = state.todo[0]
    if isinstance(step, Act):
        used = not state.extra(VIZIER)[step.seat]
        assert granada.is_legal(state, Reactivate()) == used
        if used:
            assert granada.apply(state, Reactivate()).extra(VIZIER)[step.seat]


@laws_of("vizier")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
