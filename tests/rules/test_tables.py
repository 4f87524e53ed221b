"""Games at all tables with all modules, step by step: rules and kernel agree at each, and now and then the clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import note, seed, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

import granada
from granada import State
from granada.checking import kernel
from granada.fast.compiled import WaitingPosition
from granada.questions import ApplyQuestion
from granada.spec import answered
from granada.strategies import Line, attempts, openings
from granada.strategies.games import NUMBERS, _chosen
from granada.wire.validity import flaws_of
from tests.conftest import seed_of
from tests.rules.laws import hold

if TYPE_CHECKING:
    from granada import Action

STEPS = 40
"""So many steps has an example."""
AT_ONCE = 6
"""So many moves are made in a step at most."""


class Table(RuleBasedStateMachine):
    """A game that is played by the rules and by the kernel."""

    opening: State
    state: State

    @initialize(opening=openings(boxes=(0, 8)))
    def begin(self, opening: State) -> None:
        self.opening = self.state = opening
        self.position = WaitingPosition(opening)
        self.steps: list[tuple[int | None, Action]] = []
        self.agree()

    @precondition(lambda self: not self.state.over)
    @rule(numbers=st.lists(NUMBERS.filter(bool), min_size=1, max_size=AT_ONCE))
    def go_on(self, numbers: list[int]) -> None:
        for number in numbers:
            for seat, action, after in _chosen(self.state, number):
                position = kernel._after(self.position, action)
                assert position is not None, f"the kernel refuses {action}"
                self.position = position
                self.steps.append((seat, action))
                self.state = after
        self.agree()

    @rule(data=st.data(), is_asked=st.integers(0, 9))
    def try_something(self, data: st.DataObject, is_asked: int) -> None:
        action = data.draw(attempts(self.state))
        wrong = list(granada.broken(self.state, action))
        assert (kernel._after(WaitingPosition(self.state), action) is None) == bool(wrong), str(action)
        case = is_asked == 0 and answered(ApplyQuestion(state=self.state, do=action, ask=()), "a try")
        hold([case] if case else [])

    def agree(self) -> None:
        """Rules and kernel know the same position and the same actions, and it is one that can be."""
        assert self.position.state() == self.state
        if self.state.actor is not None:
            assert list(self.position.actions()) == list(granada.legal_actions(self.state))
        assert not list(flaws_of(self.state))

    def teardown(self) -> None:
        if hasattr(self, "state"):
            note(repr(Line(self.opening, tuple(self.steps), self.state)))


def test_rules_and_kernel_play_the_same_games_at_all_tables() -> None:
    games = settings(max_examples=settings().max_examples // 5, stateful_step_count=STEPS)
    run_state_machine_as_test(seed(seed_of("tables"))(Table), settings=games)
