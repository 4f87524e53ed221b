"""Mutants and random questions: the first thousand that a program is asked which declares one game and no modules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from building_mutants import ALL as BUILDING  # type: ignore[import-not-found]  # it lies beside this file
from engine_bugs import ENGINE_BUGS  # type: ignore[import-not-found]  # it lies beside this file

from granada.checking.random_questions import RandomQuestions, Scope
from granada.suite.grading import grade
from granada.suite.report import FAILED

if TYPE_CHECKING:
    from granada.suite.cases import Case

MUTANTS: tuple[Any, ...] = (*ENGINE_BUGS, *BUILDING)
"""Everything that is wrong about building, redesigning, moats and walls."""
IMPOSSIBLE = {"cell-is-free", "tile-is-there", "start-tile-stays", "founding-tile-stays"}
"""Rules that a mutant of the building rules breaks by accident."""
KINDS = ("layout", "place", "remove", "swap", "moat", "score", "apply", "legal", "game")
"""The kinds that can show it; others are not asked, but counted."""


@cache
def drawn(game: str, n: int = 1000, seed: int = 0) -> tuple[tuple[int, Case], ...]:
    """The questions that ``granada check --fuzz n`` asks of such a program, as far as they can show something."""
    questions = RandomQuestions(seed, Scope(games=(game,), modules=()))
    numbered = ((number, questions.stratum(number).kind) for number in range(1, n + 1))
    found = ((number, questions.case(number)) for number, kind in numbered if kind in KINDS)
    return tuple((number, case) for number, case in found if case)


def noticed_at(mutant: Any, game: str, n: int = 1000) -> tuple[int, Case] | None:  # noqa: ANN401  a mutant
    """The first question that a mutant answers wrongly, and not merely with an error, nor where nothing can be done."""
    for number, case in drawn(game, n):
        if IMPOSSIBLE.intersection(case.expect.get("broken", ())) - {*mutant.rules}:
            continue
        said = mutant({**case.question, "id": "question"})
        if "error" not in said and grade(case, said).status == FAILED:
            return number, case
    return None
