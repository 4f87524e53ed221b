"""The compiled kernel under the same laws, over a hundred times as many positions."""

from __future__ import annotations

import pytest

from tests.rules.laws import BREAKABLE, hold_kernel_near
from tests.rules.marks import rule


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(name, marks=rule(name)) for name in BREAKABLE])
def test_rules_and_kernel_answer_alike_near(name: str) -> None:
    hold_kernel_near(name)
