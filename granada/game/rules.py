"""The rules: what an action would break, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.errors import shown
from granada.game.acting import ACTING
from granada.game.actions import Action, Draw
from granada.game.agenda import Tell, settle
from granada.game.chance import draw_can_come, drawn, waits_for_draw
from granada.game.placing import PLACING
from granada.game.state import State, Verb, no_state
from granada.game.steps import Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

IMPOSSIBLE = frozenset(
    {
        Rule.IN_ITS_PHASE,
        Rule.GAME_IS_OVER,
        Rule.CARDS_ARE_HELD,
        Rule.TILE_IS_THERE,
        Rule.CELL_IS_FREE,
        Rule.DRAW_CAN_COME,
    }
)
"""What breaks one of these cannot be done at all, and nothing further is judged."""
MEANINGS = {**ACTING, **PLACING}
"""What the actions of every game mean, by the step at which they may be taken."""
_ORDER = {rule: number for number, rule in enumerate(Rule)}


class IllegalAction(ValueError):  # noqa: N818  the name users catch; "Error" would add nothing
    """An action against the rules, with the rules that it breaks."""

    def __init__(self, action: Action, rules: Iterable[Rule]) -> None:
        """Keep the action and the rules; the message explains them."""
        self.action = action
        self.rules = tuple(rules)
        reasons = "; ".join(f"{rule}: {rule.sentence}" for rule in self.rules)
        super().__init__(f"{action} breaks {reasons}")

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the parts when unpickled."""
        return IllegalAction, (self.action, self.rules)


def broken(state: State, action: Action) -> tuple[Rule, ...]:
    """The rules that an action would break, in rulebook order; none when it is legal.

    This is what legality means.
    An action that is impossible rather than illegal breaks one rule that says so, and nothing further is judged.
    """
    return _judged(state, action)[1]


def _judged(state: State, action: Action) -> tuple[Verb, tuple[Rule, ...]]:
    """What an action means at this moment, and the rules that it would break."""
    if not isinstance(action, Action):
        message = f"action is an Action such as Action.parse('take b3'), not {shown(action)}"
        raise TypeError(message)
    if not isinstance(state, State):
        raise no_state(state)
    if not state.todo:
        return _NOT_NOW, (Rule.GAME_IS_OVER,)
    step = state.todo[0]
    verb = MEANINGS.get((type(step), type(action))) or _rarer_verb(state, step, action)
    found = [*verb.broken(state, step, action)]
    for module in state.setup.modules if not found or found[0] not in IMPOSSIBLE else ():
        found += module.judges(state, action)
    return verb, tuple(sorted(found, key=_ORDER.__getitem__)) if found else ()


def _rarer_verb(state: State, step: Step, action: Action) -> Verb:
    """What a draw means, or an action of a module; some of these mean the same at every decision."""
    if isinstance(action, Draw) and waits_for_draw(state):
        return _DRAWING
    key = type(step), type(action)
    for module in state.setup.modules:
        if key in module.verbs:
            return module.verbs[key]
        if step.decides and (Step, type(action)) in module.verbs:
            return module.verbs[Step, type(action)]
    return _NOT_NOW


def _draw_broken(state: State, _: Step, action: Draw) -> tuple[Rule, ...]:
    return () if draw_can_come(state, action) else (Rule.DRAW_CAN_COME,)


def _unchanged(state: State, *_: object) -> State:
    return state


_DRAWING = Verb(_draw_broken, drawn)
_NOT_NOW = Verb(lambda *_: (Rule.IN_ITS_PHASE,), _unchanged)
"""What an action means that no player can take at this moment."""


def is_legal(state: State, action: Action) -> bool:
    """Whether an action breaks no rule."""
    return not broken(state, action)


def apply(state: State, action: Action) -> State:
    """The state after an action, or an IllegalAction that names the rules it breaks."""
    verb, rules = _judged(state, action)
    if rules:
        raise IllegalAction(action, rules)
    return settle(verb.perform(state, state.todo[0], action))


def apply_telling(state: State, action: Action, tell: Tell) -> State:
    """The same, and somebody is told what the action did at its step, and what each step did that ran by itself."""
    verb, rules = _judged(state, action)
    if rules:
        raise IllegalAction(action, rules)
    after = verb.perform(state, state.todo[0], action)
    tell(state.todo[0], after)
    return settle(after, tell)
