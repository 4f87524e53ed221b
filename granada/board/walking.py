"""Walking through a city: which places somebody has to cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board.ground import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def on_nobodys_way(ways: Mapping[int, tuple[int, ...]], starts: Sequence[int]) -> list[int]:
    """The places that nobody has to cross, given the ways out of each; the first of a family are among them or not.

    Where nobody can walk in a circle the places form trees, and those are their leaves.
    """
    if sum(map(len, ways.values())) == 2 * (len(ways) - len(starts)):
        return [place for place in ways if len(ways[place]) == 1]
    needed = crossed({place: [place + way for way in out] for place, out in ways.items()}, starts)
    return [place for place in ways if place not in needed]


def crossed(near: Mapping[int, Sequence[int]], starts: Sequence[int]) -> set[int]:
    """The places that one must cross on the way from the start to another, given the ways out of each place.

    The search goes as deep as it can.
    A place must be crossed when from beyond it, by other ways, no place is reached that was found before it.
    """
    before: dict[int, int] = {}
    depth: dict[int, int] = {}
    waiting = [(start, NOWHERE) for start in starts]
    while waiting:
        place, behind = waiting.pop()
        if place not in depth:
            before[place], depth[place] = behind, depth.get(behind, 0) + 1
            waiting += [(other, place) for other in near[place] if other not in depth]
    found, least = set(), depth.copy()
    for place in reversed(depth):
        behind, reached = before[place], least[place]
        for other in near[place]:
            if other != behind and depth[other] < reached:
                reached = depth[other]
        if behind:
            if reached >= depth[behind]:
                found.add(behind)
            least[behind] = min(least[behind], reached)
    return found
