"""Laws: rules, clauses and kernel answer alike whatever is asked near a rule.

Examples are drawn by a plain generator, as many as the profile of hypothesis says: hypothesis took ten times as long to
draw one as the rules take to answer it, repeated up to two fifths of them, and what fails is made small as a question.
"""

from __future__ import annotations

from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, settings, strategies as st

from granada import Rule
from granada.checking import kernel
from granada.fuzzing import shrunk
from granada.logic import KINDS, answers
from granada.questions import Question, StateQuestion, differences, toml_text
from granada.spec import Case, answered, cases, chapter_of
from tests.conftest import seed_of
from tests.rules.marks import rule
from tests.rules.questions import cases_near, near, questions, sorts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypothesis.strategies import DrawFn

    from granada import State
    from granada.questions import Answer

    Engine = Callable[[Sequence[Question]], list[Answer]]
    Draw = Callable[[Random, str], Iterator[list[Question]]]

BROKEN = {name for case in cases() for name in case.expect.get("broken", ())}
BREAKABLE = tuple(str(rule) for rule in Rule if str(rule) in BROKEN)
"""The rules that an action or a layout can break."""
BATCH = 500
"""So many questions are put in one program."""
SELDOM = (pytest.mark.long, pytest.mark.in_turn)
"""The marks of laws that a usual run leaves out, and of which a long one may take a third."""
OF_A_SORT = 6
"""No fewer examples has a law near a rule for each sort of question that its cases ask."""
POSITIONS = 5_000
"""So many positions does the kernel get near a rule: a hundred times as many as the clauses in a usual run."""


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


def found(name: str, draw: Draw = near) -> list[Case]:
    """As many examples as a law has, near a rule or for a row, with the answers of the rules."""
    return next(drawn(Random(seed_of(name)), name, draw))


def drawn(rng: Random, name: str, draw: Draw = near) -> Iterator[list[Case]]:
    """Examples, as many as a law has and then as many again: each question once, with the answer of the rules."""
    examples = filter(None, draw(rng, name))
    number = max(settings().max_examples, OF_A_SORT * len(sorts(name)))
    while True:
        asked = dict.fromkeys(chain(*islice(examples, number)))
        yield [*filter(None, (answered(question, name, name) for question in asked))]


def hold(gathered: Sequence[Case], engine: Engine = by_clauses) -> None:
    """An engine answers as the rules do; the least question that shows a difference is told."""

    def wrong(case: Case) -> list[str]:
        return list(differences(case.asked, case.expect, engine([case.asked])[0]))

    for case, said in zip(gathered, engine([case.asked for case in gathered]), strict=True):
        if list(differences(case.asked, case.expect, said)):
            least = shrunk(case, lambda each: bool(wrong(each))).case
            pytest.fail(f"another answer: {'; '.join(wrong(least))}\n{toml_text(least.written, case.rule)}")


def hold_near(name: str) -> None:
    """Whatever is found near a rule is answered by the clauses as the rules do."""
    gathered = found(name)
    hold(gathered)
    assert_both_sides(name, {is_broken(name, case) for case in gathered})


def hold_kernel_near(name: str) -> None:
    """Whatever is found near a rule, many times as much, is answered by the kernel as the rules do."""
    met = set[bool]()
    for gathered in islice(drawn(Random(seed_of(name)), name), POSITIONS // settings().max_examples):
        hold(gathered, by_kernel)
        met.update(is_broken(name, case) for case in gathered)
    assert_both_sides(name, met)


def is_broken(name: str, case: Case) -> bool:
    """Whether a rule is among those that are broken."""
    return name in case.expect.get("broken", ())


def assert_both_sides(name: str, met: set[bool]) -> None:
    """A rule was met broken and kept, as far as its cases do both."""
    wrong, right = cases_near(name)
    assert True in met or not wrong, "nothing that was found breaks it"
    assert False in met or not right, "whatever was found breaks it"


def laws_of(chapter: str) -> pytest.MarkDecorator:
    """The rules of a chapter near which there are cases; those that nothing breaks are asked in long runs, in turn."""
    found = [name for name, where in chapter_of().items() if where == chapter and any(cases_near(name))]
    marks = {name: [rule(name), *([] if name in BREAKABLE else SELDOM)] for name in found}
    return pytest.mark.parametrize("name", [pytest.param(name, marks=marks[name]) for name in found])


@st.composite
def positions(draw: DrawFn, *names: str) -> State:
    """Positions near some rules in which somebody is to act."""
    question = draw(questions(draw(st.sampled_from(names)), ("apply",)))[0]
    assert isinstance(question, StateQuestion)
    assume(question.state.actor is not None)
    return question.state
