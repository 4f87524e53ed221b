"""All mutants together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import building_mutants  # type: ignore[import-not-found]  # it lies beside this file
import engine_bugs  # type: ignore[import-not-found]  # it lies beside this file
import family_mutants  # type: ignore[import-not-found]  # it lies beside this file
import practice_mutants  # type: ignore[import-not-found]  # it lies beside this file
import reading_mutants  # type: ignore[import-not-found]  # it lies beside this file
import scoring_mutants  # type: ignore[import-not-found]  # it lies beside this file
import turn_mutants  # type: ignore[import-not-found]  # it lies beside this file

if TYPE_CHECKING:
    from mutant import Mutant  # type: ignore[import-not-found]  # it lies beside this file

ALL: tuple[Mutant, ...] = (
    *building_mutants.ALL,
    *turn_mutants.ALL,
    *scoring_mutants.ALL,
    *family_mutants.ALL,
    *engine_bugs.ENGINE_BUGS,
    *practice_mutants.ALL,
    *reading_mutants.ALL,
)


def named(bug: str) -> Mutant:
    """The mutant with a bug."""
    return next(mutant for mutant in ALL if mutant.bug == bug)
