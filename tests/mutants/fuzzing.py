"""Mutants and random questions: the first thousand that a program is asked which declares one game and no modules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from granada.examining.results import FAILED, grade
from granada.fuzzing.random_questions import RandomQuestions, Scope
from granada.game import GAMES
from tests.mutants.building_mutants import ALL as BUILDING
from tests.mutants.engine_bugs import ENGINE_BUGS

if TYPE_CHECKING:
    from granada.spec.cases import Case
    from tests.mutants.mutant import Mutant

MUTANTS: tuple[Mutant, ...] = (*ENGINE_BUGS, *BUILDING)
"""Everything that is wrong about building, redesigning, moats and walls."""
IMPOSSIBLE = {"cell-is-free", "tile-is-there", "start-tile-stays", "founding-tile-stays"}
"""Rules that a mutant of the building rules breaks by accident."""
KINDS = ("layout", "place", "remove", "swap", "moat", "score", "apply", "legal", "game")
"""The kinds that can show it; others are not asked, but counted."""

QUESTIONNAIRES = {game: RandomQuestions(0, Scope(games=(game,), modules=())) for game in GAMES}


@cache
def drawn(game: str, number: int) -> Case | None:
    """The question with a number that ``granada check --fuzz`` asks of such a program, if it can show something."""
    questionnaire = QUESTIONNAIRES[game]
    return questionnaire.case(number) if questionnaire.stratum(number).kind in KINDS else None


def noticed_at(mutant: Mutant, game: str, n: int = 1000) -> tuple[int, Case] | None:
    """The first question that a mutant answers wrongly, and not merely with an error, nor where nothing can be done."""
    for number in range(1, n + 1):
        case = drawn(game, number)
        if case is None or IMPOSSIBLE.intersection(case.expect.get("broken", ())) - {*mutant.rules}:
            continue
        said = mutant.answer(case.asked)
        if "error" not in said and grade(case, said).status == FAILED:
            return number, case
    return None
