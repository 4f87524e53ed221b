"""What a mutant is: the engine with one plausible bug, and the rules that must show it."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from attrs import evolve, field, frozen

from granada.game import acting, agenda, rules
from granada.game.state import Setup, Verb
from granada.suite.protocol import answer
from granada.suite.questions.question import StateQuestion
from granada.suite.questions.reading import read_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from granada.game.state import State
    from granada.suite.examiner import Asked
    from granada.suite.questions.question import Answer

    Spoil = Callable[[], AbstractContextManager[object]]


@contextmanager
def nothing() -> Iterator[None]:
    """Spoil nothing."""
    yield


def as_it_is(state: State) -> State:
    """The state."""
    return state


def as_said(_: Asked, said: Answer) -> Answer:
    """The answer."""
    return said


def _words(names: str) -> tuple[str, ...]:
    return tuple(names.split())


def _forget() -> None:
    """Forget what the engine has worked out about modules, which mutants change inside."""
    agenda._handlers.cache_clear()  # noqa: SLF001  mutants reach inside
    acting.payment.cache_clear()


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
    says: Callable[[Asked, Answer], Answer] = as_said
    """Changes what the engine says."""

    def __call__(self, question: Asked) -> Answer:
        """Answer a question, with the bug.

        It is read by the sound engine, so that a bug shows in what follows and not in the reading.
        """
        if question["kind"] == "hello":
            return answer(question)
        asked = read_question(question)
        if isinstance(asked, StateQuestion):
            asked = evolve(asked, state=self.reads(fresh(asked.state)))
        with self.spoil():
            _forget()
            try:
                said = {"id": question["id"], **asked.answer()}
            except (ValueError, TypeError, LookupError, AttributeError) as flaw:
                said = {"id": question["id"], "error": str(flaw)}
        _forget()
        return self.says(question, said)


def fresh(state: State) -> State:
    """The same state at a table that remembers nothing of the sound engine."""
    old = state.setup
    return state.but(setup=Setup(old.game, old.players, old.modules, old.scoring, old.rulings, old.tiles, old.ages))


def instead(where: object, **wrong: Any) -> Spoil:  # noqa: ANN401  functions and numbers
    """Put something wrong in the place of what a module or class has under a name."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        with ExitStack() as stack:
            for name, value in wrong.items():
                stack.enter_context(patch.object(where, name, value))
            yield

    return spoiled


def together(*spoils: Spoil) -> Spoil:
    """Several patches at once."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        with ExitStack() as stack:
            for spoil in spoils:
                stack.enter_context(spoil())
            yield

    return spoiled


VERBS: Any = rules.MEANINGS
STEPS = agenda._STEPS  # noqa: SLF001  mutants reach inside
SOURCES = agenda._SOURCES  # noqa: SLF001  as above


def verb(*key: type, judged: Any = None, done: Any = None, table: Any = None) -> Spoil:  # noqa: ANN401  functions
    """Judge or carry out an action at a step in another way; the sound function comes first in the wrong one."""
    verbs = VERBS if table is None else table
    sound = verbs[key]

    def judging(*args: Any) -> Any:  # noqa: ANN401  as the engine calls it
        return judged(sound.broken, *args)

    def doing(*args: Any) -> Any:  # noqa: ANN401  as the engine calls it
        return done(sound.perform, *args)

    wrong = Verb(judging if judged else sound.broken, doing if done else sound.perform)
    return lambda: patch.dict(verbs, {key: wrong})


def step(kind: type, run: Any, table: Any = None) -> Spoil:  # noqa: ANN401  a function
    """Run a step of the agenda in another way; the sound function comes first in the wrong one."""
    steps = STEPS if table is None else table
    sound = steps[kind]
    return lambda: patch.dict(steps, {kind: lambda *args: run(sound, *args)})


def source(kind: type, *, weights: Any = None, drawn: Any = None, table: Any = None) -> Spoil:  # noqa: ANN401  functions
    """Draw at a step in another way; the sound function comes first in the wrong one."""
    sources = SOURCES if table is None else table
    sound = sources[kind]
    changes: dict[str, Any] = {}
    if weights:
        changes["weights"] = lambda *args: weights(sound.weights, *args)
        changes["can_come"] = lambda state, at, what: what in dict(weights(sound.weights, state, at))
    if drawn:
        changes["drawn"] = lambda *args: drawn(sound.drawn, *args)
    return lambda: patch.dict(sources, {kind: evolve(sound, **changes)})


def ignorant(rule: str) -> Mutant:
    """An engine that has never heard of a rule."""

    def says(_: Asked, said: Answer) -> Answer:
        if rule not in said.get("broken", ()):
            return said
        broken = [name for name in said["broken"] if name != rule]
        return {**said, "legal": not broken, "broken": broken}

    return Mutant(f"nobody has heard of {rule}", rule, says=says)


def zealous(rule: str) -> Mutant:
    """An engine that finds a rule broken by everything."""

    def says(_: Asked, said: Answer) -> Answer:
        if "legal" not in said or rule in said["broken"]:
            return said
        return {"id": said["id"], "legal": False, "broken": [*said["broken"], rule]}

    return Mutant(f"everything breaks {rule}", rule, says=says)
