"""Random questions alone notice what is wrong about building and moats in a program that plays the Alhambra alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fuzzing import MUTANTS, noticed_at  # type: ignore[import-not-found]  # it lies beside this file

if TYPE_CHECKING:
    from mutant import Mutant  # type: ignore[import-not-found]  # it lies beside this file


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.bug)
def test_a_thousand_random_questions_about_the_alhambra_notice_that(mutant: Mutant) -> None:
    assert noticed_at(mutant, "alhambra"), mutant.bug
