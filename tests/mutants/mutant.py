"""What a mutant is: the engine with one plausible bug, and the rules that must show it."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from granada.board import money
from granada.game import agenda, rules, scoring
from granada.game.state import State
from granada.questions.protocol import answer
from granada.questions.question import StateQuestion
from granada.questions.reading import read_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from granada.examining.examiner import Asked
    from granada.game.actions import Action
    from granada.game.state import Module
    from granada.questions.question import Answer, Question
    from granada.rulebook import Rule
    from granada.steps import Step

    Spoil = Callable[[], AbstractContextManager[object]]
    Kind = type | tuple[type, ...]

Wrong = Any
"""A function or a number that is put in the place of a sound one."""
Sound = Any
"""The sound function, which a wrong one gets first."""
Patch = Any
"""What spoils the engine."""
KEPT = [each for where in (money, scoring) for each in vars(where).values() if hasattr(each, "cache_clear")]
"""The functions that keep what they have worked out."""


@contextmanager
def nothing() -> Iterator[None]:
    """Spoil nothing."""
    yield


def as_it_is(state: State) -> State:
    """The state."""
    return state


def as_said(said: Answer) -> Answer:
    """The answer."""
    return said


def _forget() -> None:
    for function in KEPT:
        function.cache_clear()


def _words(names: str) -> tuple[str, ...]:
    return tuple(names.split())


@frozen
class Mutant:
    """The engine with one bug."""

    bug: str
    """The bug in a few words."""
    rules: tuple[str, ...] = field(converter=_words)
    """The rules of which at least one must fail."""
    spoil: Spoil = nothing
    """Patches the engine while it answers."""
    reads: Callable[[State], State] = as_it_is
    """Changes a state that was read."""
    says: Callable[[Answer], Answer] = as_said
    """Changes what the engine says."""

    def __call__(self, question: Asked) -> Answer:
        """Answer a question of the protocol, with the bug.

        It is read by the sound engine, so that a bug shows in what follows and not in the reading.
        """
        if question["kind"] == "hello":
            return answer(question)
        return {"id": question["id"], **self.answer(read_question(question))}

    def answer(self, asked: Question) -> Answer:
        """Answer a question that is read, with the bug.

        Questions are asked again and again: a bug must not lie in what a city keeps once it has worked it out.
        """
        if isinstance(asked, StateQuestion):
            asked = evolve(asked, state=self.reads(asked.state))
        with self.spoil():
            _forget()
            try:
                said = asked.answer()
            except (ValueError, TypeError, LookupError, AttributeError) as flaw:
                said = {"error": str(flaw)}
        _forget()
        return self.says(said)


def instead(where: object, **wrong: Wrong) -> Spoil:
    """Put something wrong in the place of what a file, a class or a frozen value has under a name."""
    kept = {name: vars(where)[name] if isinstance(where, type) else getattr(where, name) for name in wrong}
    put: Any = setattr if isinstance(where, type | ModuleType) else object.__setattr__

    @contextmanager
    def spoiled() -> Iterator[None]:
        for name, value in wrong.items():
            put(where, name, value)
        try:
            yield
        finally:
            for name, value in kept.items():
                put(where, name, value)

    return spoiled


def around(where: object, **wrong: Wrong) -> Spoil:
    """The same, where the sound function comes first in the wrong one."""
    return instead(where, **{name: partial(each, getattr(where, name)) for name, each in wrong.items()})


def judged(kind: Kind, wrong: Wrong) -> Spoil:
    """Judge some actions of the core wrongly: the wrong function gets the rules found, state, step and action."""

    def broken(sound: Wrong, state: State, step: Step, action: Action) -> Any:
        found = list(sound(state, step, action))
        return wrong(found, state, step, action) if isinstance(action, kind) else found

    return around(rules, broken_by_acting=broken, broken_by_placing=broken)


def done(kind: Kind, wrong: Wrong, module: Module[Any] | None = None) -> Spoil:
    """Let some actions do something wrong, in the core or in a module: the wrong function gets the state after one."""

    def performed(after: State, state: State, step: Step, action: Action) -> Any:
        return wrong(after, state, step, action) if isinstance(action, kind) else after

    return then(module, performs=performed) if module else then(rules, acted=performed, placed=performed)


def run(kind: Kind, wrong: Wrong) -> Spoil:
    """Let a step that runs by itself do something wrong: the wrong function gets the state after it, and before."""

    def ran(sound: Wrong, state: State, step: Step) -> Any:
        after = sound(state, step)
        return wrong(after, state, step) if isinstance(step, kind) and after is not None else after

    return around(agenda, run_in_every_game=ran)


def then(where: object, **wrong: Wrong) -> Spoil:
    """The state to which a sound function leads comes first in the wrong one."""

    def going_on(each: Wrong) -> Wrong:
        return lambda sound, *args: each(sound(*args), *args)

    return around(where, **{name: going_on(each) for name, each in wrong.items()})


def together(*spoils: Spoil) -> Spoil:
    """Several patches at once."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        with ExitStack() as stack:
            for spoil in spoils:
                stack.enter_context(spoil())
            yield

    return spoiled


def in_each(*places: object, **wrong: Wrong) -> Spoil:
    """Put something wrong into several files that share a function."""
    return together(*(instead(where, **wrong) for where in places))


def but(*forgotten: Rule) -> Wrong:
    """Judge as ever, but for some rules."""
    return lambda found, *_: [rule for rule in found if rule not in forgotten]


def too(rule: Rule, when: Callable[..., bool]) -> Wrong:
    """Judge as ever, and find one more rule broken now and then."""
    return lambda found, *args: found or ([rule] if when(*args) else [])


def forgets(bug: str, kind: Kind, rule: Rule) -> Mutant:
    """An engine that does not ask some actions about a rule."""
    return Mutant(bug, str(rule), judged(kind, but(rule)))


def refuses(bug: str, kind: Kind, rule: Rule, when: Callable[..., bool], shown_by: str = "") -> Mutant:
    """An engine that finds a rule broken by more actions, which shows in its cases, or in those of other rules."""
    return Mutant(bug, shown_by or str(rule), judged(kind, too(rule, when)))


def ignorant(rule: str) -> Mutant:
    """An engine that has never heard of a rule."""

    def says(said: Answer) -> Answer:
        if rule not in said.get("broken", ()):
            return said
        broken = [name for name in said["broken"] if name != rule]
        return {**said, "legal": not broken, "broken": broken}

    return Mutant(f"nobody has heard of {rule}", rule, says=says)


def zealous(rule: str) -> Mutant:
    """An engine that finds a rule broken by everything."""

    def says(said: Answer) -> Answer:
        if "legal" not in said or rule in said["broken"]:
            return said
        return {"legal": False, "broken": [*said["broken"], rule]}

    return Mutant(f"everything breaks {rule}", rule, says=says)
