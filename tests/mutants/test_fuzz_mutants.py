"""Random questions alone notice what is wrong about building and moats in a program that plays the Alhambra alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.mutants.fuzzing import MUTANTS, noticed_at

if TYPE_CHECKING:
    from tests.mutants.mutant import Mutant


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "mutant",
    [pytest.param(mutant, marks=[pytest.mark.long] * (place % 10 > 0)) for place, mutant in enumerate(MUTANTS)],
    ids=lambda mutant: mutant.bug,
)
def test_a_thousand_random_questions_about_the_alhambra_notice_that(mutant: Mutant) -> None:
    assert noticed_at(mutant, "alhambra"), mutant.bug
