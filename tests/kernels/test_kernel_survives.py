"""The kernel never takes Python down: limits, sizes, other threads and other interpreters lead to errors or results."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, cast

import numpy as np
import pytest

import granada
import granada.fast
from granada import InvalidState
from tests.refusing import refused

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
LIMITED = {
    "memory": "resource.setrlimit(resource.RLIMIT_AS, (1_500_000 << 10,) * 2)",
    "processes": """
if os.geteuid() == 0:
    os.setuid(12_345)  # nothing binds the superuser
resource.setrlimit(resource.RLIMIT_NPROC, (2, 2))
""",
}
"""What keeps threads from being started."""
CREWS = """
import os, resource
from random import Random
import granada
from granada import fast
from granada.fast import Batch
start = granada.new_game(3)
single = Batch(start, 8, 0)
single.step([0] * 8)
{limit}
few = fast.playouts(start, 10, Random(1), threads=256)
batch = Batch(start, 8, 0, threads=256)
batch.step([0] * 8)
print(few == fast.playouts(start, 10, Random(1)) and (batch.observation == single.observation).all())
"""
SECOND = """
from random import Random
import _xxsubinterpreters
import granada
from granada import fast
other = _xxsubinterpreters.create()
_xxsubinterpreters.run_string(other, '''
import sys
sys.path.insert(0, {root!r})
try:
    import _granada_kernel
except ImportError as flaw:
    print(flaw, flush=True)
import granada.fast
print(granada.fast.COMPILED, flush=True)
''')
_xxsubinterpreters.destroy(other)
print(len(fast.Position(granada.new_game(3), Random(1)).finish()))
"""


def said(program: str) -> str:
    """What a program prints, which must not die."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


@pytest.mark.parametrize("limit", LIMITED)
def test_where_no_more_threads_can_be_started_fewer_play_the_same(limit: str) -> None:
    assert said(CREWS.format(limit=LIMITED[limit])) == "True\n"


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="interpreters have another door there")
def test_a_second_interpreter_gets_an_import_error_and_the_first_goes_on() -> None:
    expected = "the compiled kernel is for the first interpreter of a process alone\nFalse\n3\n"
    assert said(SECOND.format(root=str(ROOT))) == expected


def test_no_width_is_too_large_for_its_sizes() -> None:
    from granada.fast.batches import MOST_WIDTH, Batch

    start = granada.new_game(3)
    for width in (MOST_WIDTH + 1, 60_000_000, 100_000_000, (1 << 31) - 1, 1 << 64):
        refused(InvalidState, partial(Batch, start, 2, 0, width=width))
    plain, wide = Batch(start, 2, 0), Batch(start, 2, 0, width=MOST_WIDTH)
    assert plain.features is not None
    assert wide.features is not None
    assert np.array_equal(wide.features[:, : plain.width], plain.features)


def test_a_kernel_refuses_sizes_by_itself() -> None:
    from granada.fast import _kernel
    from granada.fast.batches import MOST_WIDTH
    from granada.fast.encodings import encoding_of
    from granada.fast.translating import read

    translator, record = read(granada.new_game(3))
    waiting = _kernel.Waiting(translator.table, record)
    there = encoding_of(translator, recall=False).there
    for threads, decisions, width in ((1, 1, MOST_WIDTH + 1), (1, 0, 1), (1, 1, 0)):
        refused(ValueError, partial(_kernel.Batch, waiting, there, [1, 2], threads, decisions, width, {}))
    for threads in (0, -1, 257, (1 << 31) - 1):
        refused(ValueError, partial(_kernel.playouts, translator.table, record, [1], "random", threads))


class Liar(list[Any]):
    """A list that gives nothing."""

    def __getitem__(self, place: Any) -> Any:
        raise LookupError


def test_a_record_is_read_as_it_lies_there_whatever_its_methods_say() -> None:
    from granada.fast import _kernel
    from granada.fast.translating import read

    translator, record = read(granada.new_game(3))
    words = Random(1).getstate()[1]
    plain, liar = _kernel.Position(translator.table, record, words), cast("tuple[Any, ...]", Liar(record))
    assert _kernel.Position(translator.table, liar, words)._record() == plain._record()


def test_a_position_is_made_once() -> None:
    position = granada.fast.Position(granada.new_game(3), Random(1))
    before = position.state()
    position.__init__(granada.new_game(4), Random(2))  # type: ignore[misc]  # what is tested
    assert position.state() == before
    with pytest.raises(TypeError):
        granada.fast.Position.__new__(granada.fast.Position)  # no half-made one


def test_a_batch_is_looked_at_between_two_steps() -> None:
    from granada.fast.batches import Batch

    batch, rng = Batch(granada.new_game(3, "alhambra"), 64, 1), np.random.default_rng(1)
    over = False

    def step() -> None:
        while not over:
            batch.step((rng.random(64) * batch.counts).astype(np.int32))

    stepping = Thread(target=step)
    stepping.start()
    try:
        seen = {granada.to_json(batch.position(number % 64).state()) for number in range(200)}
    finally:
        over = True
        stepping.join()
    for text in seen:
        granada.from_json(text)


def test_nothing_that_is_called_with_anything_ends_the_process() -> None:
    program = "import sys; sys.argv[1:] = ['--calls', '400']; from tests.kernels.bindings_fuzz import main; main()"
    assert "'calls': 400" in said(program)


@pytest.mark.long
def test_nothing_ends_the_process_where_memory_and_threads_are_few() -> None:
    program = (
        "import os, resource, sys; sys.argv[1:] = ['--calls', '4000']\nfrom tests.kernels.bindings_fuzz import main\n"
    )
    assert "'calls': 4000" in said(f"{program}{LIMITED['memory']}\nmain()")


@pytest.mark.long
def test_threads_share_nothing_that_one_of_them_changes(tmp_path: Path) -> None:
    from tests.kernels.driven import run

    done = run(tmp_path, "-fsanitize=thread")
    assert (done.returncode, done.stderr) == (0, "")
    assert "72 playouts, 450 steps" in done.stdout
