"""Walking through a city: which places somebody has to cross, and which tiles can go."""

from __future__ import annotations

from itertools import compress
from operator import attrgetter
from typing import TYPE_CHECKING

from granada.board.ground import EVERY_SIDE, HOME, NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from granada.board.ground import Lot

_LINKS, _LEAF = attrgetter("links"), attrgetter("leaf")


def crossed(lots: Mapping[int, Lot], starts: Sequence[int]) -> set[int]:
    """The places that one must cross on the way from the start to another, given what lies round each place.

    The search goes as deep as it can, and numbers the places as they are found.
    A place that is found again, from one further back, was reached by another way than the first.
    A place must be crossed when from beyond it, by other ways, no place is reached that was found before it.
    """
    number: dict[int, int] = {NOWHERE: 0}
    behind: dict[int, int] = {}
    least: dict[int, int] = {}
    waiting = [(start, NOWHERE) for start in starts]
    while waiting:
        place, before = waiting.pop()
        if place in behind:
            least[place] = min(least[place], number[before])
        else:
            behind[place] = before
            number[place] = least[place] = len(number)
            for way in lots[place].ways:
                if place + way not in behind:
                    waiting.append((place + way, place))  # noqa: PERF401  a comprehension would be slower here
    found = set()
    for place, before in reversed(behind.items()):
        if least[place] >= number[before]:
            found.add(before)
        elif least[place] < least[before]:
            least[before] = least[place]
    return found


def loose_of(lots: Mapping[int, Lot], places: Sequence[int] | Mapping[int, object], starts: Sequence[int]) -> list[int]:
    """Those of some places, all but the start, whose tile can go: no hole remains, and nobody has to cross it."""
    own = [*map(lots.__getitem__, places)]
    links = lots[HOME].links + sum(map(_LINKS, own))
    if links == 2 * (len(places) + 1 - len(starts)):  # nobody can walk in a circle: all but the leaves are crossed
        return [*compress(places, map(_LEAF, own))]
    needed = crossed(lots, starts)
    return [place for place in places if place not in needed and lots[place].sides != EVERY_SIDE]


def loose_with(leaf: int, loose: Iterable[int], lots: Mapping[int, Lot]) -> list[int]:
    """The same when a tile has come to which one way leads: it can go, and whom it joins has to be crossed."""
    joined = leaf + lots[leaf].ways[0]
    return [*[place for place in loose if place != joined and lots[place].sides != EVERY_SIDE], leaf]
