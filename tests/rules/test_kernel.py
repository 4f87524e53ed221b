"""The compiled kernel under the same laws, over a hundred times as many positions."""

from __future__ import annotations

import pytest

from tests.rules.laws import BREAKABLE, by_kernel, hold_near
from tests.rules.marks import rule


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("name", [pytest.param(name, marks=rule(name)) for name in BREAKABLE])
def test_rules_and_kernel_answer_alike_near(name: str) -> None:
    hold_near(name, by_kernel, times=100)
