"""Questions for engines that draw by themselves: only facts that do not depend on the draws.

Such an engine draws after each action until a seat must decide, and answers about its own position then. So this file
looks at all possible draws, and asks only for facts that are the same after each.
"""

from collections.abc import Iterable

from attrs import evolve

from granada.game import Draw, State, apply, broken, outcomes
from granada.questions import ApplyQuestion, legality, summary
from granada.spec import Case

DRAWS, TOLD, OWN = "draws", "told", "own"
"""Whether an engine is told what is drawn, or draws by itself."""
MOST = 300
"""So many positions that can come are looked at, and no more."""
UNTOUCHED = ("hands", "cities", "reserves")
"""What no draw changes."""
DRAWN = "the engine draws by itself"
"""Why it is not asked about draws."""


def with_own_draws(case: Case) -> Case | None:
    """A case for an engine that draws by itself; None if the answer depends on the draw."""
    if case.kind in {"draw", "game"}:
        return None
    if not isinstance(case.asked, ApplyQuestion):
        return case
    question = case.asked
    deeds = [deed for deed in question.deeds if not isinstance(deed, Draw)]
    states: set[State] | None = {question.state}
    if question.state.actor is None or not deeds or (isinstance(question.deeds[-1], Draw) and not case.expect["legal"]):
        return None
    for number, deed in enumerate(deeds, start=1):
        rules = {broken(state, deed) for state in states or ()}
        if len(rules) != 1:
            return None
        if any(rules):
            asked = evolve(question, do=tuple(deeds) if number > 1 else deed)
            return evolve(case, asked=asked, expect=legality(*rules)) if number == len(deeds) else None
        after = [apply(state, deed) for state in states or ()]
        states = decided(after)
        if states is None and number < len(deeds):
            return None
    facts = [summary(state) for state in (after if states is None else states)]
    ask = [name for name in question.ask if states is not None or name in UNTOUCHED]
    same = {name: facts[0][name] for name in ask if all(each.get(name, each) == facts[0].get(name) for each in facts)}
    if not same and question.ask:
        return None
    asked = evolve(question, do=tuple(deeds) if len(deeds) > 1 else deeds[0], ask=tuple(same))
    return evolve(case, asked=asked, expect={**legality(()), "then": same})


def decided(states: Iterable[State]) -> set[State] | None:
    """The positions in which somebody must decide, or all is over, after whatever can be drawn; None for too many."""
    waiting, seen = list(states), set(states)
    found = set()
    while waiting:
        state = waiting.pop()
        draws = outcomes(state)
        if not draws:
            found.add(state)
        after = {apply(state, draw) for draw, _ in draws} - seen
        seen |= after
        waiting += after
        if len(seen) > MOST:
            return None
    return found
