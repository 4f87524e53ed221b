"""Fuzzing for as long as one likes: ``python -m tests.fuzz.run [--target NAME] [--inputs N] [--minutes M] [--seed S]``.

Every input that fails, or takes more time or memory than a plain one of its size explains, is kept in ``corpus/NAME``,
where the tests ask it again. ``--atheris`` lets the coverage of
Python code guide the inputs, where atheris is installed. The input that is being asked lies in ``--last``, so that one
knows it when the process itself dies.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import hashlib
import sys
import traceback
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic
from types import FunctionType

from tests.fuzz.limits import hold
from tests.fuzz.server_target import SERVER_TARGET
from tests.fuzz.targets import TARGETS, Target, inputs

CORPUS = Path(__file__).parent / "corpus"
ALL = (*TARGETS, SERVER_TARGET)
HANGS = 120.0
"""After so many seconds with one input all is given up, and where it hangs is told."""
SAID_EVERY = 20.0
"""So many seconds pass between two words on how far it has come."""


def failed(target: Target, text: str) -> bool:
    """Ask an input; one that fails is kept."""
    try:
        hold(target, text)
    except Exception:  # noqa: BLE001  whatever it is, it is told
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        folder = CORPUS / target.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"FAILED {target.name}/{name}", flush=True)
        print(traceback.format_exc(limit=-6).encode(errors="backslashreplace").decode(), flush=True)
        return True
    return False


def run(target: Target, number: int, minutes: float, seed: int, last: Path | None) -> int:
    """Ask so many inputs, or as many as there is time for; how many failed."""
    began, said, wrong, asked = monotonic(), monotonic(), 0, 0
    for text in islice(inputs(target, seed), number or None):
        if last is not None:
            last.write_text(text, encoding="utf-8")
        faulthandler.dump_traceback_later(HANGS, exit=True, file=2)
        wrong += failed(target, text)
        faulthandler.cancel_dump_traceback_later()
        asked += 1
        if monotonic() - said > SAID_EVERY:
            said = monotonic()
            print(f"{target.name}: {asked:,} inputs of seed {seed}, {wrong} failed, {said - began:.0f} s", flush=True)
        if minutes and monotonic() - began > 60 * minutes:
            break
    print(
        f"{target.name}: {asked:,} inputs of seed {seed}, {wrong} failed, {monotonic() - began:.0f} s, done", flush=True
    )
    return wrong


class Guided(Random):
    """A generator whose numbers are the bytes that a fuzzer gives."""

    def __init__(self, data: bytes) -> None:
        """Begin with some bytes; when they have run out, all numbers are 0."""
        super().__init__(0)
        self._data, self._at = data, 0

    def getrandbits(self, k: int, /) -> int:
        """The next bits."""
        size = (k + 7) // 8
        found, self._at = self._data[self._at : self._at + size], self._at + size
        return int.from_bytes(found, "big") >> max(0, 8 * size - k) if k else 0

    def random(self) -> float:
        """The next number below 1."""
        return self.getrandbits(53) / (1 << 53)


def guided(target: Target, arguments: list[str]) -> None:
    """Let atheris choose the inputs."""
    import atheris  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415  it may not be there

    for text in islice(inputs(target, 0), 100):  # what is loaded late must be there before it is watched
        target.holds(text)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and str(each.__module__).startswith("granada"):
            atheris.instrument_func(each)
    atheris.Setup([sys.argv[0], *arguments], lambda data: target.holds(target.make(Guided(data))))
    atheris.Fuzz()


def main() -> int:
    """Run the targets that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", choices=[target.name for target in ALL], action="append")
    parser.add_argument("--inputs", type=int, default=0, help="how many of each; 0 for no limit")
    parser.add_argument("--minutes", type=float, default=0, help="how long each; 0 for no limit")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--last", type=Path, help="a file for the input that is being asked")
    parser.add_argument("--atheris", nargs=argparse.REMAINDER, help="let atheris guide, with its own arguments")
    args = parser.parse_args()
    chosen = [target for target in ALL if not args.target or target.name in args.target]
    if args.atheris is not None:
        guided(chosen[0], args.atheris)
        return 0
    if not args.inputs and not args.minutes:
        args.minutes = 1.0
    wrong = sum(run(target, args.inputs, args.minutes, args.seed, args.last) for target in chosen)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
