"""The compiled kernel under the same laws, over a hundred times as many positions; a twelfth of the rules in turn."""

from __future__ import annotations

import pytest

from tests.conftest import THIRD
from tests.rules.laws import BREAKABLE, by_kernel, hold_near
from tests.rules.marks import rule

CHOSEN = BREAKABLE if THIRD is None else BREAKABLE[THIRD % 12 :: 12]
"""A law takes minutes here, so that a run that asks a third of what is too much asks but a few of these."""


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(name, marks=rule(name)) for name in CHOSEN])
def test_rules_and_kernel_answer_alike_near(name: str) -> None:
    hold_near(name, by_kernel, times=100)
