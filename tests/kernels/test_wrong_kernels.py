"""Wrong kernels, each with one mistake of the kind that happens, are caught by playing the same games as the rules."""

from __future__ import annotations

import pytest

import granada.fast
from tests.conftest import THIRD
from tests.kernels.every_wrong import KERNEL, verdicts
from tests.kernels.wrong import ALL


def test_wrong_kernels_change_what_is_there() -> None:
    assert len({wrong.bug for wrong in ALL}) == len(ALL) >= 100
    assert [wrong.bug for wrong in ALL if (KERNEL / wrong.file).read_text().count(wrong.old) != 1] == []


@pytest.mark.long
@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
def test_every_wrong_kernel_is_caught() -> None:
    """The right one is built once, without optimising; of a wrong one only the files that are changed."""
    chosen = ALL if THIRD is None else ALL[THIRD % 3 :: 3]
    assert [wrong.bug for wrong, said in verdicts(chosen) if said is None] == []
