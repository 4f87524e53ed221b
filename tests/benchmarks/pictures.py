"""How long a picture takes and how large it is: ``python -m tests.benchmarks.pictures``."""

from __future__ import annotations

from random import Random
from time import perf_counter

import granada
from granada.pictures import picture, sketch
from granada.table.bots import BuilderBot

TIMES = 50


def city_of_twenty(game: str) -> granada.City:
    """A city with at least twenty tiles, or the largest that a few games build."""
    best: granada.City | None = None
    for seed in range(10):
        *_, state = granada.replay(
            granada.play([BuilderBot(Random(seat)) for seat in range(2)], game, rng=Random(seed))
        )
        for player in state.players:
            if best is None or abs(len(player.city) - 20) < abs(len(best) - 20):
                best = player.city
    if best is None:
        raise LookupError(game)
    return best


def measured(name: str, value: object, make: object = picture) -> None:
    """Print the size and the time of a picture."""
    began = perf_counter()
    for _ in range(TIMES):
        text = make(value)  # type: ignore[operator]  # one of the two functions above
    took = (perf_counter() - began) / TIMES
    print(f"{name:34}{len(text.encode()) / 1000:8.1f} kB{took * 1000:8.2f} ms")


for each in ("granada", "alhambra", "combined"):
    city = city_of_twenty(each)
    measured(f"{each}, city of {len(city)} tiles", city)
    measured(f"{each}, the same in the terminal", city, sketch)
*_, end = granada.replay(granada.play([BuilderBot(Random(seat)) for seat in range(4)], rng=Random(1)))
measured("granada, table of four", end)
measured("granada, scoring C", granada.score(end, "C"))
