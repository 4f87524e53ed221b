"""Walking through a city: which places somebody has to cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board.ground import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from granada.board.ground import Lot


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
