"""A clock and a scale for the fuzz targets: no input may take much more than a plain one of the same size."""

from __future__ import annotations

import tracemalloc
from functools import cache
from random import Random
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzz.targets import Target

TIMES = 40
"""So many times the work of a plain input an input may take."""
MOMENT = 2.0
"""So many seconds of work are nothing."""
LARGE = 5_000
"""Inputs with so many characters are put on the scale too, which takes time itself."""
BYTES = 2_000_000
"""So many bytes are nothing."""


class TooMuchError(AssertionError):
    """An input took more time or memory than a plain one of its size explains."""


def hold(target: Target, text: str) -> None:
    """Ask an input, with an eye on the clock and on the scale."""
    if len(text) < LARGE:
        began = process_time()
        target.holds(text)
        took, much = process_time() - began, 0
    else:
        took, much = _measured(target, text)
    plain, usual = _plain(target, _first(target) if target.plain is None else target.plain(text))
    if took > TIMES * plain + MOMENT:
        message = f"{took:.2f} seconds, where a plain input takes {plain:.4f}"
        raise TooMuchError(message)
    if much > TIMES * usual + BYTES:
        message = f"{much:,} bytes, where a plain input takes {usual:,}"
        raise TooMuchError(message)


def _measured(target: Target, text: str) -> tuple[float, int]:
    """How much time and memory an input takes."""
    tracemalloc.start()
    began = process_time()
    try:
        target.holds(text)
        return process_time() - began, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@cache
def _first(target: Target) -> str:
    """The first input of a target."""
    return str(target.make(Random(0)))


@cache
def _plain(target: Target, text: str) -> tuple[float, int]:
    """How much a plain input takes, at the second time."""
    target.holds(text)
    return _measured(target, text)
