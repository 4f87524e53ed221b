"""Walking through a city: which tiles are the only way to others."""

from collections.abc import Collection, Iterable, Mapping

from granada.board.cells import Cell


def only_ways(ways: Mapping[Cell, Collection[Cell]], starts: Iterable[Cell]) -> set[Cell]:
    """The cells without which others could not be reached from a start, given where one can walk from each.

    These are the articulation points of the ways, found by one search as deep as it goes, which numbers the cells.
    A start is always among them, unless it is alone.
    """
    number: dict[Cell, int] = {}
    needed: set[Cell] = set()

    def earliest(cell: Cell, behind: Cell | None) -> int:
        """The least number that can be reached from a cell without going back the way one came."""
        least = number[cell] = len(number)
        for other in ways[cell]:
            if other not in number:
                reached = earliest(other, cell)
                if reached >= number[cell]:
                    needed.add(cell)
                least = min(least, reached)
            elif other != behind:
                least = min(least, number[other])
        return least

    for start in starts:
        earliest(start, None)
    return needed
