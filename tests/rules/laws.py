"""Laws: rules, clauses and kernel answer alike whatever question hypothesis finds near a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, seed, settings
from hypothesis import strategies as st

from granada import Rule
from granada.checking import kernel
from granada.fuzzing import shrunk
from granada.logic import KINDS, answers
from granada.questions import Question, StateQuestion, differences, toml_text
from granada.spec import Case, answered, cases, chapter_of
from tests.conftest import seed_of
from tests.rules.marks import rule
from tests.rules.questions import questions, sides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from granada import State
    from granada.questions import Answer

    Engine = Callable[[Sequence[Question]], list[Answer]]

BREAKABLE = tuple(str(rule) for rule in Rule if any(str(rule) in case.expect.get("broken", ()) for case in cases()))
"""The rules that an action or a layout can break."""
BATCH = 60
"""So many questions are put in one program."""


def by_kernel(asked: Sequence[Question]) -> list[Answer]:
    """What the compiled kernel answers."""
    return list(map(kernel._answer, asked))


def by_clauses(asked: Sequence[Question]) -> list[Answer]:
    """What the clauses answer, and the kernel where they answer no questions of a kind."""
    known = [number for number, question in enumerate(asked) if question.kind in KINDS]
    parts = [known[start : start + BATCH] for start in range(0, len(known), BATCH)]
    said = {
        number: answer
        for part in parts
        for number, answer in zip(part, answers([asked[number] for number in part]), strict=True)
    }
    return [said[number] if number in said else by_kernel([each])[0] for number, each in enumerate(asked)]


def found(near: SearchStrategy[list[Question]], name: str, times: int = 1) -> list[Case]:
    """The questions that hypothesis finds, with the answers of the rules; so many times as many as usual."""
    gathered: list[Case] = []

    @seed(seed_of(name))
    @settings(max_examples=times * settings().max_examples)
    @given(near)
    def gather(asked: list[Question]) -> None:
        gathered.extend(filter(None, (answered(question, name, name) for question in asked)))

    gather()
    return gathered


def hold(gathered: Sequence[Case], engine: Engine = by_clauses) -> None:
    """An engine answers as the rules do; the least question that shows a difference is told."""

    def wrong(case: Case) -> list[str]:
        return list(differences(case.asked, case.expect, engine([case.asked])[0]))

    for case, said in zip(gathered, engine([case.asked for case in gathered]), strict=True):
        if list(differences(case.asked, case.expect, said)):
            least = shrunk(case, lambda each: bool(wrong(each))).case
            pytest.fail(f"another answer: {'; '.join(wrong(least))}\n{toml_text(least.written, case.rule)}")


def hold_near(name: str, engine: Engine = by_clauses, times: int = 1) -> None:
    """Whatever hypothesis finds near a rule is answered as the rules do, where it is broken and where it is not."""
    gathered = found(questions(name), name, times)
    hold(gathered, engine)
    broken = [name in case.expect.get("broken", ()) for case in gathered]
    wrong, right = sides(name)
    assert any(broken) or not wrong, "nothing that was found breaks it"
    assert not all(broken) or not right, "whatever was found breaks it"


def laws_of(chapter: str) -> pytest.MarkDecorator:
    """The rules of a chapter that have a law, one after the other; those that nothing breaks take part in long runs."""
    found = [name for name, where in chapter_of().items() if where == chapter and any(sides(name))]
    marks = {name: [rule(name), *([] if name in BREAKABLE else [pytest.mark.long])] for name in found}
    return pytest.mark.parametrize("name", [pytest.param(name, marks=marks[name]) for name in found])


@st.composite
def positions(draw: DrawFn, *names: str) -> State:
    """Positions near some rules in which somebody is to act."""
    question = draw(questions(draw(st.sampled_from(names)), ("apply",)))[0]
    assert isinstance(question, StateQuestion)
    assume(question.state.actor is not None)
    return question.state
