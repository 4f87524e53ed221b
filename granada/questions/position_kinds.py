"""The kinds of question about whole positions and games, and how each is answered."""

from typing import Any, ClassVar, Self

from attrs import evolve, frozen

from granada.errors import InvalidState
from granada.game import Action, IllegalAction, Setup, State, apply, legal_actions, outcomes
from granada.questions.parts import FACTS, summary
from granada.questions.question import Answer, Question, StateQuestion, legality
from granada.rulebook import Rule, Rulings
from granada.table import Record, replay, winners


@frozen(kw_only=True)
class LegalQuestion(StateQuestion):
    """What may be done?"""

    kind: ClassVar[str] = "legal"

    def answer(self) -> Answer:
        """All legal actions."""
        return {"actions": [str(action) for action in legal_actions(self.state)]}


@frozen(kw_only=True)
class DrawQuestion(StateQuestion):
    """What can be drawn, and how likely is it?"""

    kind: ClassVar[str] = "draw"

    def answer(self) -> Answer:
        """Every draw with its chance."""
        found = outcomes(self.state)
        return {"draws": {str(draw.what): f"{chance.numerator}/{chance.denominator}" for draw, chance in found}}


@frozen
class Course:
    """How far some actions in a row came: the last that was tried, and what it led to.

    - ``after``: None where it was illegal.
    """

    number: int
    before: State
    action: Action
    after: State | None
    rules: tuple[Rule, ...] = ()


@frozen(kw_only=True)
class ApplyQuestion(StateQuestion):
    """What happens if this is done?"""

    kind: ClassVar[str] = "apply"
    do: Action | tuple[Action, ...]
    ask: tuple[str, ...]

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """No facts are wanted where none are named."""
        return {"ask": (), **parts}

    @property
    def deeds(self) -> tuple[Action, ...]:
        """The actions, in a row."""
        return self.do if isinstance(self.do, tuple) else (self.do,)

    def in_full(self) -> Self:
        """The same question about every fact."""
        return evolve(self, ask=FACTS)

    @property
    def course(self) -> Course:
        """How far the actions come."""
        state = self.state
        for number, action in enumerate(self.deeds, start=1):
            before = state
            try:
                state = apply(before, action)
            except IllegalAction as refused:
                return Course(number, before, action, None, refused.rules)
        return Course(number, before, action, state)

    def answer(self) -> Answer:
        """The facts that are wanted, as far as there are such; or the rules that are broken, and where."""
        course = self.course
        legal = legality(course.rules)
        if course.after is None:
            return legal if course.number == len(self.deeds) else {**legal, "step": course.number}
        facts = summary(course.after)
        return {**legal, "then": {name: facts[name] for name in self.ask if name in facts}}


@frozen(kw_only=True)
class GameQuestion(Question):
    """How does this game end?"""

    kind: ClassVar[str] = "game"
    record: Record

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.record.setup

    def under(self, rulings: Rulings) -> Self:
        """The same steps under other readings."""
        return evolve(self, record=evolve(self.record, setup=evolve(self.setup, rulings=rulings)))

    @property
    def course(self) -> tuple[int, State | None, tuple[Rule, ...]]:
        """How many states it has until an event is illegal, the last of them, and the rules that are broken then."""
        number, state = 0, None
        try:
            for number, state in enumerate(replay(self.record), start=1):  # noqa: B007  the last ones count
                pass
        except IllegalAction as refused:
            return number, state, refused.rules
        except InvalidState:
            return number, state, (Rule.IN_ITS_PHASE,)
        return number, state, ()

    def answer(self) -> Answer:
        """The result, the first illegal event, or that the game is not over."""
        number, state, rules = self.course
        if rules:
            return {"illegal": {"event": number, "broken": [str(rule) for rule in rules]}}
        if state is None or not state.over:
            return {"unfinished": True}
        return {"points": list(state.points), "winners": list(winners(state))}
