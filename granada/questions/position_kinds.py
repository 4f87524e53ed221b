"""The kinds of questions about whole positions and games."""

from functools import cached_property
from typing import Any, Self

from attrs import evolve, frozen

from granada.errors import InvalidState
from granada.game import Action, IllegalAction, Setup, State, apply, legal_actions, outcomes
from granada.questions.parts import FACTS, summary
from granada.questions.question import Answer, Question, StateQuestion, legality
from granada.rulebook import Rule, Rulings
from granada.table import Record, replay, winners


@frozen(kw_only=True)
class LegalQuestion(StateQuestion):
    """Which actions are legal?"""

    def answer(self) -> Answer:
        """All legal actions."""
        return {"actions": [str(action) for action in legal_actions(self.state)]}


@frozen(kw_only=True)
class DrawQuestion(StateQuestion):
    """What can be drawn, and how likely is each draw?"""

    def answer(self) -> Answer:
        """Every possible draw with its probability."""
        found = outcomes(self.state)
        return {"draws": {str(draw.what): f"{chance.numerator}/{chance.denominator}" for draw, chance in found}}


@frozen
class Course:
    """The course of several actions in a row, up to the first illegal one.

    - ``positions``: The state before each action tried.
    - ``after``: The state after the last action tried; None if that action was illegal.
    """

    positions: tuple[State, ...]
    action: Action
    after: State | None
    rules: tuple[Rule, ...] = ()

    @property
    def number(self) -> int:
        """The number of actions tried."""
        return len(self.positions)

    @property
    def before(self) -> State:
        """The state before the last action tried."""
        return self.positions[-1]


@frozen(kw_only=True)
class ApplyQuestion(StateQuestion):
    """What is the position after these actions?"""

    do: Action | tuple[Action, ...]
    ask: tuple[str, ...]

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """Add the default list of facts, which is empty."""
        return {"ask": (), **parts}

    @property
    def deeds(self) -> tuple[Action, ...]:
        """The actions, in order."""
        return self.do if isinstance(self.do, tuple) else (self.do,)

    def in_full(self) -> Self:
        """The same question, but asking for every fact."""
        return evolve(self, ask=FACTS)

    @cached_property
    def course(self) -> Course:
        """The course of the actions, up to the first illegal one."""
        states = [self.state]
        for action in self.deeds:
            try:
                states.append(apply(states[-1], action))
            except IllegalAction as refused:
                return Course(tuple(states), action, None, refused.rules)
        return Course(tuple(states[:-1]), action, states[-1])

    def answer(self) -> Answer:
        """The requested facts, or the broken rules and the index of the illegal action."""
        course = self.course
        legal = legality(course.rules)
        if course.after is None:
            return legal if course.number == len(self.deeds) else {**legal, "step": course.number}
        facts = summary(course.after)
        return {**legal, "then": {name: facts[name] for name in self.ask if name in facts}}


@frozen(kw_only=True)
class GameQuestion(Question):
    """How does this game end?"""

    record: Record

    @property
    def setup(self) -> Setup:
        """The table's options, such as the game and the modules."""
        return self.record.setup

    def under(self, rulings: Rulings) -> Self:
        """The same question with the recorded steps under other readings."""
        return evolve(self, record=evolve(self.record, setup=evolve(self.setup, rulings=rulings)))

    @property
    def course(self) -> tuple[int, State | None, tuple[Rule, ...]]:
        """The number of states up to the first illegal event, the last of these states, and the broken rules."""
        number, state = 0, None
        try:
            for number, state in enumerate(replay(self.record), start=1):  # noqa: B007  the last values are used
                pass
        except IllegalAction as refused:
            return number, state, refused.rules
        except InvalidState:
            return number, state, (Rule.IN_ITS_PHASE,)
        return number, state, ()

    def answer(self) -> Answer:
        """The points and winners, the first illegal event, or the fact that the game is not over."""
        number, state, rules = self.course
        if rules:
            return {"illegal": {"event": number, "broken": [str(rule) for rule in rules]}}
        if state is None or not state.over:
            return {"unfinished": True}
        return {"points": list(state.points), "winners": list(winners(state))}
