"""Random ground plans: which cells a city takes, where one walks and walls stand, and where it will close in a hole."""

from random import Random

from attrs import define, field

from granada.board import START, Cell, Family, is_one_arc, neighbours, ring
from granada.game import Game

ANY, COMPACT, STRINGY = MANNERS = ("any", "compact", "stringy")
"""How a city grows: anywhere, where it has most neighbours, or where it has fewest."""


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
        return [near for near in neighbours(cell) if near in self.lands and family in (None, self.lands[near])]

    def sides(self, cell: Cell, *, free: bool = False) -> list[int]:
        """The sides of a cell beyond which a tile lies, or none."""
        return [side for side, near in enumerate(neighbours(cell)) if (near not in self.lands) is free]

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
            found = [rng.choice(neighbours(rng.choice(taken))) for _ in range(choices)]
            if free := [cell for cell in found if cell not in self.lands]:
                best = min if manner == STRINGY else max
                self.settle(best(free, key=lambda cell: len(self.neighbours(cell))))

    def _ways(self, leaf: Cell | None) -> set[frozenset[Cell]] | None:
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
        return found if len(reached) == len(self.lands) else None

    def edges(
        self, leaf: Cell | None = None, inner: float | None = None, outer: float | None = None
    ) -> dict[Cell, int] | None:
        """The edges of each tile, with moats or walls so likely inside and so likely on the outline.

        One can walk to each tile, and nobody has to walk across the leaf; None where that cannot be.
        """
        rng, ways = self.rng, self._ways(leaf)
        if ways is None:
            return None
        inner = rng.choice((0.1, 0.5, 0.9)) if inner is None else inner
        outer = rng.choice((0.1, 0.4, 0.8)) if outer is None else outer
        found, walls = {}, dict[frozenset[Cell], bool]()
        for cell, family in self.lands.items():
            mask = 0
            for side, near in enumerate(neighbours(cell)):
                pair = frozenset((cell, near))
                if near not in self.lands:
                    wall = rng.random() < outer
                elif self.lands[near] is not family:
                    wall = True
                else:
                    wall = walls.setdefault(pair, pair not in ways and START not in pair and rng.random() < inner)
                mask |= wall << side
            if mask == 15:
                mask -= sum(1 << side for side in self.sides(cell, free=True)[:1])
            if cell != START:
                found[cell] = mask
        return found


def plan_of(game: Game, rng: Random, sizes: tuple[int, int], manner: str = "") -> Plan:
    """A ground plan of so many tiles, grown in some manner or in any."""
    plan = Plan(rng, game)
    plan.grow(rng.randint(*sizes), manner or rng.choice(MANNERS))
    return plan


def round_a_hole(
    game: Game, rng: Random, size: int, *, at_start: bool = False, leaking: bool = False
) -> tuple[Plan, Cell] | None:
    """A ground plan round some empty cells but for one, and this one: a tile there closes in a hole.

    The hole has so many cells and may lie beside the start tile; where it leaks, a corner of it stays open.
    """
    hole = {START}
    while len(hole) < size:
        hole.add(rng.choice(neighbours(rng.choice(sorted(hole)))))
    circle = _circle(hole)
    rim = [cell for cell in circle if hole & {*neighbours(cell)}]
    last = rng.choice(rim)
    at = circle.index(last)
    chain = circle[at + 1 :] + circle[:at]
    if rng.random() < 0.5:
        chain.reverse()
    if leaking:
        if chain[0] in rim:
            return None
        chain = chain[1:]
    plan = plan_of(game, rng, (0, 0 if at_start else 6))
    home, first = rng.choice(list(plan.lands)), rng.randrange(len(chain))
    east, north = home.x - chain[first].x, home.y - chain[first].y
    plan.shunned = {Cell(x + east, y + north) for x, y in (*hole, last)}
    if plan.shunned & plan.lands.keys():
        return None
    around = [Cell(x + east, y + north) for x, y in (*chain[first:], *chain[:first][::-1])]
    taken = all(cell in plan.lands or plan.settle(cell) for cell in around)
    return (plan, Cell(last.x + east, last.y + north)) if taken else None


def _circle(hole: set[Cell]) -> list[Cell]:
    """The cells round some cells, corners too, in a circle."""
    left = {near for cell in hole for near in ring(cell)} - hole
    found = [min(left)]
    while near := [cell for cell in neighbours(found[-1]) if cell in left - {*found}]:
        found.append(near[0])
    return found
