"""A kernel that watches its memory and checks what is asserted finds nothing to complain of."""

from __future__ import annotations

import pytest

import granada.fast
from tests.kernels.sanitized import run, run_in_it


@pytest.mark.long
@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
def test_batches_keep_to_their_memory_and_to_what_is_defined() -> None:
    done = run(300)
    assert (done.returncode, done.stderr) == (0, "")
    assert "games at" in done.stdout


@pytest.mark.long
@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
def test_twenty_thousand_calls_with_anything_keep_to_their_memory() -> None:
    done = run_in_it("tests.kernels.bindings_fuzz", "--calls", "20000")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "'calls': 20000" in done.stdout
