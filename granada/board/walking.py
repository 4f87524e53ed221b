"""Walking through a city: which tiles somebody has to walk across."""

from collections.abc import Collection, Iterable, Mapping

from granada.board.cells import Cell


def crossed(ways: Mapping[Cell, Collection[Cell]], starts: Iterable[Cell]) -> set[Cell]:
    """The cells that one must cross on the way from a start to another cell, given where one can walk from each.

    All cells are visited, as deep as one can go, and numbered as they are found.
    A cell must be crossed when from a cell beyond it no way leads back to one that was found before it.
    """
    number: dict[Cell, int] = {}
    needed: set[Cell] = set()

    def earliest(cell: Cell, behind: Cell | None) -> int:
        """The least number that is reached from a cell, going on or by one step back, but not the way one came."""
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
