"""All mutants together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mutants import (
    building_mutants,
    end_mutants,
    engine_bugs,
    family_mutants,
    module_mutants,
    practice_mutants,
    reading_mutants,
    scoring_mutants,
    turn_mutants,
)

if TYPE_CHECKING:
    from tests.mutants.mutant import Mutant

ALL: tuple[Mutant, ...] = (
    *building_mutants.ALL,
    *turn_mutants.ALL,
    *end_mutants.ALL,
    *scoring_mutants.ALL,
    *module_mutants.ALL,
    *family_mutants.ALL,
    *engine_bugs.ENGINE_BUGS,
    *practice_mutants.ALL,
    *reading_mutants.ALL,
)


def named(bug: str) -> Mutant:
    """The mutant with a bug."""
    return next(mutant for mutant in ALL if mutant.bug == bug)
