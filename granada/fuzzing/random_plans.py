"""Random ground plans: which cells a city takes, how it is walked through, and where it will close in a hole."""

from collections.abc import Collection, Iterable
from random import Random

from attrs import define, field

from granada.board import START, STEPS, Cell, Family
from granada.game import Game

Links = frozenset[frozenset[Cell]]
"""The pairs of cells between which the way is open."""
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The way to the eight cells round a cell, clockwise."""
ANY, COMPACT, STRINGY = MANNERS = ("any", "compact", "stringy")
"""How a city grows: anywhere, where it has most neighbours, or where it has fewest."""
HOLES: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {
    1: (((0, 0),),),
    2: (((0, 0), (1, 0)), ((0, 0), (0, 1))),
    3: (((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 0), (1, 1))),
    4: (((0, 0), (1, 0), (0, 1), (1, 1)), ((0, 0), (0, 1), (0, 2), (1, 0)), ((0, 0), (1, 0), (2, 0), (3, 0))),
}
"""The shapes of holes by their size."""


def moved(cell: Cell, way: tuple[int, int]) -> Cell:
    """The cell that lies so far to the east and to the north of a cell."""
    return Cell(cell.x + way[0], cell.y + way[1])


def beside(cell: Cell) -> list[Cell]:
    """The four cells beside a cell, in the order of the sides."""
    return [moved(cell, way) for way in STEPS]


def is_one_arc(taken: Collection[Cell], cell: Cell) -> bool:
    """Whether the taken cells of the ring of eight lie in a row, so that a tile closes nothing in."""
    ring = [moved(cell, way) in taken for way in RING]
    return sum(ring[at] and not ring[at - 1] for at in range(8)) == 1


@define
class Plan:
    """The ground plan of a city that keeps the building rules: its cells, each with its family.

    - ``shunned``: The cells that must stay free.
    """

    rng: Random
    game: Game
    lands: dict[Cell, Family] = field(init=False)
    founding: Cell | None = None
    shunned: set[Cell] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        """Begin with the start tile."""
        self.lands = {START: self.start}

    @property
    def start(self) -> Family:
        """The family of the start tile."""
        return self.game.start

    @property
    def last(self) -> Cell:
        """The cell that was taken last."""
        return list(self.lands)[-1]

    def neighbours(self, cell: Cell, family: Family | None = None) -> list[Cell]:
        """The taken cells beside a cell, of a family or of any."""
        return [near for near in beside(cell) if near in self.lands and family in (None, self.lands[near])]

    def shape(self, cell: Cell) -> int:
        """The sides of a cell beyond which a tile lies, as edges of a face."""
        return sum(1 << side for side, near in enumerate(beside(cell)) if near in self.lands)

    def settle(self, cell: Cell) -> bool:
        """Take a cell, if that closes nothing in and some family can walk there."""
        if cell in self.lands or cell in self.shunned or not is_one_arc(self.lands, cell):
            return False
        near = self.neighbours(cell)
        families = list(dict.fromkeys(self.lands[each] for each in near))
        if START in near:
            families = [family for family in families if family is self.start]
        elif len(self.game.lanes) > 1 and self.founding is None and near and self.rng.random() < 0.3:
            self.founding, families = cell, [Family.GRANADA]
        if not families:
            return False
        self.lands[cell] = self.rng.choice(families)
        return True

    def grow(self, size: int, manner: str = ANY) -> None:
        """Take cells until there are so many besides the start tile, as far as that goes."""
        rng, choices = self.rng, 1 if manner == ANY else 4
        for _ in range(40 * size):
            if len(self.lands) > size:
                return
            taken = list(self.lands)
            found = [moved(rng.choice(taken), rng.choice(STEPS)) for _ in range(choices)]
            if free := [cell for cell in found if cell not in self.lands]:
                best = min if manner == STRINGY else max
                self.settle(best(free, key=lambda cell: len(self.neighbours(cell))))

    def links(self, leaf: Cell | None = None) -> Links | None:
        """Ways through the whole city, without circles; nobody walks across the leaf. None where there are none."""
        found: set[frozenset[Cell]] = set()
        reached = {START, *([self.founding] if self.founding else ())}
        waiting = list(reached)
        while waiting:
            cell = waiting.pop(self.rng.randrange(len(waiting)))
            for near in self.neighbours(cell, self.lands[cell]):
                if near not in reached and near != leaf:
                    reached.add(near)
                    waiting.append(near)
                    found.add(frozenset((cell, near)))
        if leaf is not None and leaf not in reached and (ends := self.neighbours(leaf, self.lands[leaf])):
            reached.add(leaf)
            found.add(frozenset((leaf, self.rng.choice(ends))))
        return frozenset(found) if len(reached) == len(self.lands) else None

    def edges(self, links: Links, inner: float, outer: float) -> dict[Cell, int]:
        """The edges of each tile with a moat or wall: so likely inside, and so likely on the outline."""
        rng, found = self.rng, {}
        pairs: dict[frozenset[Cell], bool] = {}
        for cell, family in self.lands.items():
            mask = 0
            for side, near in enumerate(beside(cell)):
                pair = frozenset((cell, near))
                if near not in self.lands:
                    wall = rng.random() < outer
                elif self.lands[near] is not family:
                    wall = True
                else:
                    wall = pairs.setdefault(pair, pair not in links and START not in pair and rng.random() < inner)
                mask |= wall << side
            if mask == 15:
                free = [1 << side for side, near in enumerate(beside(cell)) if near not in self.lands]
                mask -= free[0] if free else 0
            if cell != START:
                found[cell] = mask
        return found


def plan_of(game: Game, rng: Random, size: int, manner: str = ANY) -> Plan:
    """A ground plan of so many tiles."""
    plan = Plan(rng, game)
    plan.grow(size, manner)
    return plan


def round_a_hole(
    game: Game, rng: Random, size: int, *, at_start: bool = False, leaking: bool = False
) -> tuple[Plan, Cell] | None:
    """A ground plan round some empty cells but for one, and this one: a tile there closes in a hole.

    The hole has so many cells and may lie beside the start tile; where it leaks, a corner of it stays open.
    """
    hole = [Cell(x, y) for x, y in rng.choice(HOLES[size])]
    ring = _circle(hole)
    rim = [cell for cell in ring if any(near in hole for near in beside(cell))]
    last = rng.choice(rim)
    at = ring.index(last)
    chain = ring[at + 1 :] + ring[:at]
    if rng.random() < 0.5:
        chain.reverse()
    if leaking:
        if chain[0] in rim:
            return None
        chain = chain[1:]
    homes = [cell for cell in chain if (cell in rim) is at_start]
    if not homes:
        return None
    home = rng.choice(homes)
    hole, chain, (last,) = (_seen_from(home, cells) for cells in (hole, chain, [last]))
    if not at_start and rng.random() < 0.5:
        away = _away_from(hole, chain[chain.index(START)], rng)
        hole, chain, (last,) = (_seen_from(away, cells) for cells in (hole, chain, [last]))
    plan = Plan(rng, game)
    plan.shunned = {*hole, last}
    if START in plan.shunned:
        return None
    home = min(chain, key=lambda cell: abs(cell.x) + abs(cell.y))
    if not all(map(plan.settle, _path(home))):
        return None
    first = chain.index(home)
    taken = all(cell in plan.lands or plan.settle(cell) for cell in [*chain[first:], *chain[:first][::-1]])
    return (plan, last) if taken else None


def _seen_from(home: Cell, cells: Iterable[Cell]) -> list[Cell]:
    """Cells as they lie when this one becomes the start."""
    return [Cell(x - home.x, y - home.y) for x, y in cells]


def _away_from(hole: list[Cell], home: Cell, rng: Random) -> Cell:
    """A place for the start tile a few steps away from the hole."""
    away = (rng.choice((1, 2, 3)), 0) if rng.random() < 0.5 else (0, rng.choice((1, 2, 3)))
    signs = [1 if sum(cell[axis] for cell in hole) <= home[axis] * len(hole) else -1 for axis in (0, 1)]
    return Cell(signs[0] * away[0], signs[1] * away[1])


def _path(cell: Cell) -> list[Cell]:
    """The way from the start to a cell, first to the east or west; nothing where the cell is the start."""
    east, north = (1 if cell.x > 0 else -1), (1 if cell.y > 0 else -1)
    row = [Cell(x, 0) for x in range(east, cell.x + east, east)]
    return row + [Cell(cell.x, y) for y in range(north, cell.y + north, north)]


def _circle(hole: list[Cell]) -> list[Cell]:
    """The cells round some cells, corners too, in a circle."""
    around = {moved(cell, way) for cell in hole for way in RING} - set(hole)
    first = min(around)
    found, left = [first], around - {first}
    while left:
        near = [cell for cell in beside(found[-1]) if cell in left]
        if not near:
            break
        found.append(near[0])
        left.remove(near[0])
    return found
