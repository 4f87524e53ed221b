"""The turn: who is to act takes an action, stops only after an exact purchase, and passes only when nothing is left."""

from __future__ import annotations

from hypothesis import given

import granada
from granada import Pass, State, Stop
from granada.steps import Act
from tests.rules.laws import positions
from tests.rules.marks import rule

NEAR = ("act-on-your-turn", "in-its-phase", "exact-payment-earns-an-action")


@rule("act-on-your-turn", "exact-payment-earns-an-action")
@given(positions(*NEAR))
def test_nobody_passes_who_can_act_or_stops_who_has_not_bought(state: State) -> None:
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        listed = granada.legal_actions(state)
        acting = [action for action in listed if action.verb not in {"pass", "stop", "reveal"}]
        again = state.rulings.must_act_again and bool(acting)
        assert (Stop() in listed) == (bool(step.bought) and not again)
        assert (Pass() in listed) == (not step.bought and (not acting or state.rulings.may_pass))


@rule("in-its-phase")
@given(positions(*NEAR))
def test_an_action_of_another_phase_breaks_that_rule_alone(state: State) -> None:
    if isinstance(state.todo[0] if state.todo else None, Act):
        for text in ("place park6 at 0,1", "store park6", "give park6", "flip park6 paying b3", "decline", "draw b1"):
            assert set(granada.broken(state, granada.Action.parse(text))) == {granada.Rule.IN_ITS_PHASE}
