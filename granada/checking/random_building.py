"""Random questions about building: placements, removals, exchanges and layouts, each meant for a stratum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import START, Cell, Face, Layout, violations
from granada.checking.random_cells import ANY, COMPACT, RING, STRINGY, Plan, beside, moved, plan_of, round_a_hole
from granada.checking.random_cities import EDGES, SIZES, a_face, city_of, faces_on, supply
from granada.checking.stratum import Stratum, breaks, legal
from granada.game import Add, Place, Remove, Swap
from granada.suite import PlaceQuestion, RemoveQuestion, SwapQuestion

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from granada.checking.random_cells import Links
    from granada.checking.stratum import Holds, Table
    from granada.suite import Case, Question

    Change = Callable[[Plan, "Links", dict[Cell, int], Cell], bool]
    """Changes the edges of a plan at a cell; false where it cannot."""

MANY = (2, 30)
"""How many tiles most cities have."""
CORNERED, THREE = (3, 6, 9, 12), (7, 11, 13, 14)
"""The sides of a tile with neighbours: round a corner, and all but one."""


def as_planned(plan: Plan, links: Links, edges: dict[Cell, int], cell: Cell) -> bool:
    """Change nothing."""
    del plan, links, edges, cell
    return True


def shape(plan: Plan, cell: Cell) -> int:
    """The sides of a cell at which a tile lies."""
    return sum(1 << side for side, near in enumerate(beside(cell)) if near in plan.lands)


def toggled(wall: int) -> Change:
    """One edge towards a neighbour is changed that nobody walks through: to a wall, or to none."""

    def change(plan: Plan, links: Links, edges: dict[Cell, int], cell: Cell) -> bool:
        sides = [
            side
            for side, near in enumerate(beside(cell))
            if near in plan.lands
            and frozenset((cell, near)) not in links
            and plan.lands[near] is plan.lands[cell]
            and edges[cell] >> side & 1 != wall
        ]
        if sides:
            edges[cell] ^= 1 << plan.rng.choice(sides)
        return bool(sides) and edges[cell] != 15

    return change


def bared(plan: Plan, _: Links, edges: dict[Cell, int], cell: Cell) -> bool:
    """An edge towards the other family has no wall."""
    strangers = [
        side for side, near in enumerate(beside(cell)) if plan.lands.get(near, plan.lands[cell]) is not plan.lands[cell]
    ]
    if strangers:
        edges[cell] &= ~(1 << plan.rng.choice(strangers))
    return bool(strangers)


def walled_in(plan: Plan, _: Links, edges: dict[Cell, int], cell: Cell) -> bool:
    """All edges between a tile and its neighbours have a wall."""
    for side, near in enumerate(beside(cell)):
        if near in plan.lands:
            if near == START:
                return False
            edges[cell] |= 1 << side
            edges[near] |= 1 << (side + 2) % 4
    return 15 not in edges.values()


def _shut(plan: Plan, _: Links, edges: dict[Cell, int], cell: Cell) -> bool:
    """A tile with one neighbour has a wall there, and the neighbour none; or the other way round."""
    (side, near), *more = [(side, near) for side, near in enumerate(beside(cell)) if near in plan.lands]
    if near != START and plan.rng.random() < 0.5:
        edges[near] |= 1 << (side + 2) % 4
    else:
        edges[cell] |= 1 << side
    return not more and 15 not in edges.values()


def edges_of(plan: Plan, cell: Cell, change: Change, inner: float | None = None) -> dict[Cell, int] | None:
    """The edges of a plan in which nobody walks across a cell, changed there."""
    rng, links = plan.rng, plan.links(cell)
    if links is None:
        return None
    edges = plan.edges(links, rng.choice((0.1, 0.5, 0.9)) if inner is None else inner, rng.choice((0.1, 0.4, 0.8)))
    return edges if change(plan, links, edges, cell) else None


# Placing


def _placing(plan: Plan, table: Table, cell: Cell, change: Change, inner: float | None = None) -> PlaceQuestion | None:
    """The last tile of a plan is placed."""
    edges = edges_of(plan, cell, change, inner)
    if edges is None or edges[cell] == 15:
        return None
    tiles, mask = supply(table.game, plan.rng), edges.pop(cell)
    city = city_of(faces_on(plan, edges, tiles), plan)
    if city is None:
        return None
    face = a_face(tiles, plan.lands[cell], mask, plan.rng)
    return PlaceQuestion(game=table.game, city=city, do=Place(face, cell))


def _last_placed(
    sizes: tuple[int, int], change: Change = as_planned, *, least: int = 1, manner: str = "", inner: float | None = None
) -> Callable[[Random, Table], Question | None]:
    """A plan's last tile, which has at least so many neighbours, is placed with some change."""

    def drawn(rng: Random, table: Table) -> Question | None:
        plan = plan_of(table.game, rng, rng.randint(*sizes), manner or rng.choice((ANY, COMPACT, STRINGY)))
        cell = list(plan.lands)[-1]
        if cell == START or len(plan.neighbours(cell)) < least:
            return None
        return _placing(plan, table, cell, change, inner)

    return drawn


def _closing(
    sizes: tuple[int, ...], *, at_start: bool = False, leaking: bool = False, open_: bool = False
) -> Callable[[Random, Table], Question | None]:
    """The tile that closes in a hole is placed; or the one before, so that it stays open."""

    def drawn(rng: Random, table: Table) -> Question | None:
        found = round_a_hole(table.game, rng, rng.choice(sizes), at_start=at_start, leaking=leaking)
        if found is None:
            return None
        plan, cell, _ = found
        if open_:
            cell = next(iter(plan.neighbours(cell)), START)
            if cell == START:
                return None
            plan.grow(len(plan.lands) + rng.choice((0, 0, 3, 8)))
        else:
            plan.grow(len(plan.lands) + rng.choice((0, 0, 3, 8)))
            near = plan.neighbours(cell)
            if not near:
                return None
            plan.lands[cell] = plan.start if START in near else plan.lands[rng.choice(near)]
        return _placing(plan, table, cell, as_planned)

    return drawn


def _elsewhere(where: str) -> Callable[[Random, Table], Question | None]:
    """A tile is placed where none can go: at a corner only, far away, on another, on the start tile."""

    def drawn(rng: Random, table: Table) -> Question | None:
        plan = plan_of(table.game, rng, rng.randint(1, 20))
        edges = edges_of(plan, list(plan.lands)[-1], as_planned)
        tiles = supply(table.game, rng)
        city = edges and city_of(faces_on(plan, edges, tiles), plan)
        if not city:
            return None
        corners = [moved(cell, way) for cell in plan.lands for way in RING[1::2]]
        cells = {
            "corner": [cell for cell in corners if cell not in plan.lands and not plan.neighbours(cell)],
            "far": [Cell(rng.randint(-9, 9), rng.choice((-12, 12)))],
            "taken": list(city),
            "start": [START],
        }[where]
        face = a_face(tiles, plan.start, rng.choice(EDGES), rng)
        return PlaceQuestion(game=table.game, city=city, do=Place(face, rng.choice(cells))) if cells else None

    return drawn


def _added(*, there: bool) -> Callable[[Random, Table], Question | None]:
    """A tile that fits is added from the reserve, or one that is not in it."""
    place = _last_placed(MANY)

    def drawn(rng: Random, table: Table) -> Question | None:
        asked = place(rng, table)
        if not isinstance(asked, PlaceQuestion):
            return None
        face = asked.do.face
        spare = [tile.up for tile in supply(table.game, rng)[: rng.randrange(3)] if tile.up != face]
        reserve = tuple(sorted([face, *spare] if there else spare))
        return PlaceQuestion(game=table.game, city=asked.city, do=Add(face, asked.do.cell), reserve=reserve)

    return drawn


def enclosed(case: Case) -> tuple[Cell, ...]:
    """The hole that a placement or a removal makes; nothing where it makes none, or several, or breaks another rule."""
    asked = case.asked
    if case.expect.get("broken") != ["no-holes"] or not isinstance(asked, PlaceQuestion):
        return ()
    tiles = {**asked.city.layout.by_cell, asked.do.cell: asked.do.face}
    found = violations(Layout(tuple(tiles.items()), (), asked.city.start, asked.city.founding))
    return found[0].cells if len(found) == 1 else ()


def _hole(least: int, most: int, *, at_start: bool = False) -> Holds:
    """Whether a hole of so many cells is made, beside the start tile or not."""
    return lambda case: (
        least <= len(hole := enclosed(case)) <= most and at_start is any(cell in hole for cell in beside(START))
    )


def _closed_at_start(case: Case) -> bool:
    """Whether the tile that closes a hole lies beside the start tile."""
    return bool(enclosed(case)) and isinstance(case.asked, PlaceQuestion) and case.asked.do.cell in beside(START)


def _at_the_rim(case: Case) -> bool:
    """Whether the tile that closes a hole lies in the outermost row or column."""
    if not enclosed(case) or not isinstance(case.asked, PlaceQuestion):
        return False
    city, cell = case.asked.city, case.asked.do.cell
    return any(
        not min(there[axis] for there in (START, *city)) < cell[axis] < max(there[axis] for there in (START, *city))
        for axis in (0, 1)
    )


def _founds(case: Case) -> bool:
    """Whether a second family is founded."""
    asked = case.asked
    return (
        legal(case)
        and isinstance(asked, PlaceQuestion)
        and asked.do.face.family is not asked.city.start
        and not asked.city.founding
    )


COMBINED = ("combined",)
PLACING = (
    *(Stratum("place", f"legal, {name} tiles", _last_placed(sizes), legal) for name, sizes in SIZES.items()),
    Stratum("place", "legal, one open side beside walls", _last_placed(MANY, least=2, manner=COMPACT, inner=1), legal),
    Stratum("place", "legal, a gap stays open", _closing((1, 2, 3, 4), open_=True), legal),
    Stratum("place", "a wall against an open edge", _last_placed(MANY, toggled(1), least=2), breaks("moats-match")),
    Stratum(
        "place",
        "an open edge against a wall",
        _last_placed(MANY, toggled(0), least=2, inner=0.9),
        breaks("moats-match"),
    ),
    Stratum("place", "its only neighbour does not match", _last_placed(MANY, _shut), breaks("moats-match", "walkable")),
    Stratum("place", "no way in", _last_placed(MANY, walled_in), breaks("walkable")),
    Stratum("place", "corner to corner", _elsewhere("corner"), breaks("walkable", "edge-contact")),
    Stratum("place", "far away", _elsewhere("far"), breaks("walkable", "edge-contact")),
    Stratum("place", "on another tile", _elsewhere("taken"), breaks("cell-is-free")),
    Stratum("place", "on the start tile", _elsewhere("start"), breaks("cell-is-free")),
    Stratum("place", "a hole of one cell", _closing((1,)), _hole(1, 1)),
    Stratum("place", "a hole of two cells", _closing((2,)), _hole(2, 2)),
    Stratum("place", "a larger hole", _closing((3, 4)), _hole(3, 99)),
    Stratum("place", "a hole of one cell beside the start", _closing((1,), at_start=True), _hole(1, 1, at_start=True)),
    Stratum("place", "a larger hole beside the start", _closing((2, 3, 4), at_start=True), _hole(2, 99, at_start=True)),
    Stratum("place", "a hole with an open corner", _closing((1, 2, 3), leaking=True), breaks("no-holes")),
    Stratum("place", "a hole closed beside the start", _closing((1, 2), at_start=True), _closed_at_start),
    Stratum("place", "a hole closed at the rim", _closing((1, 2, 3, 4)), _at_the_rim),
    Stratum("place", "from the reserve", _added(there=True), legal),
    Stratum("place", "not in the reserve", _added(there=False), breaks("tile-is-there")),
    Stratum("place", "a wall without a moat", _last_placed(MANY, bared), breaks("wall-meets-moat"), COMBINED),
    Stratum("place", "the founding tile", _last_placed((2, 12)), _founds, COMBINED),
)


# Removing and exchanging


def _removal(
    wanted: Callable[[Plan, Cell], bool], *, leaf: bool = True, inner: float | None = None, manner: str = ""
) -> Callable[[Random, Table], Question | None]:
    """A tile of some shape is removed; nobody walks across it if it is to be a leaf."""

    def drawn(rng: Random, table: Table) -> Question | None:
        plan = plan_of(table.game, rng, rng.randint(*MANY), manner or rng.choice((ANY, COMPACT)))
        cells = [cell for cell in plan.lands if cell not in (START, plan.founding) and wanted(plan, cell)]
        cell = rng.choice(cells) if cells else None
        links = plan.links(cell if leaf else None)
        if cell is None or links is None:
            return None
        edges = plan.edges(links, rng.choice((0.1, 0.5)) if inner is None else inner, rng.choice((0.1, 0.4, 0.8)))
        city = city_of(faces_on(plan, edges, supply(table.game, rng)), plan)
        return None if city is None else RemoveQuestion(game=table.game, city=city, do=Remove(cell))

    return drawn


def _of_shape(*shapes: int) -> Callable[[Plan, Cell], bool]:
    return lambda plan, cell: shape(plan, cell) in shapes


def _at_start(plan: Plan, cell: Cell) -> bool:
    return cell in beside(START) and shape(plan, cell) == 15


def _between(plan: Plan, cell: Cell) -> bool:
    """Whether a cell has at least two neighbours, and a free side."""
    return 2 <= shape(plan, cell).bit_count() <= 3


def _fixed(rng: Random, table: Table, where: str) -> tuple[Plan, dict[Cell, Face], Cell] | None:
    """A city, and a cell of some sort."""
    plan = plan_of(table.game, rng, rng.randint(*MANY))
    links = plan.links()
    if links is None:
        return None
    faces = faces_on(plan, plan.edges(links, 0.3, 0.4), supply(table.game, rng))
    free = [cell for taken in plan.lands for cell in beside(taken) if cell not in plan.lands]
    cells = {"start": [START], "empty": free, "founding": [plan.founding] if plan.founding else [], "tile": list(faces)}
    return (plan, faces, rng.choice(cells[where])) if cells[where] else None


def _untouchable(where: str) -> Callable[[Random, Table], Question | None]:
    """The start tile, the founding tile or nothing at all is removed."""

    def drawn(rng: Random, table: Table) -> Question | None:
        found = _fixed(rng, table, where)
        city = found and city_of(found[1], found[0])
        return RemoveQuestion(game=table.game, city=city, do=Remove(found[2])) if found and city else None

    return drawn


def _exchange(how: str, where: str = "tile") -> Callable[[Random, Table], Question | None]:
    """A tile is exchanged for one whose edges are the same, or differ outside or inside."""

    def drawn(rng: Random, table: Table) -> Question | None:
        found = _fixed(rng, table, where)
        city = found and city_of(found[1], found[0])
        if not found or not city:
            return None
        plan, faces, cell = found
        edges = faces[cell].edges if cell in faces else rng.choice(EDGES)
        inside = shape(plan, cell)
        sides = [1 << side for side in range(4) if (inside >> side & 1) == (how == "inner")]
        if how in {"inner", "outer"}:
            if not sides:
                return None
            edges ^= rng.choice(sides)
        family = plan.lands.get(cell, plan.start)
        if how == "stranger":
            family = next(each for each in table.game.lanes if each is not family)
        if edges == 15:
            return None
        tiles = [tile for tile in supply(table.game, rng) if not {*tile.faces} & {*faces.values()}]
        face = a_face(tiles, family, edges, rng)
        spare = tuple(tile.up for tile in tiles[: rng.randrange(3)])
        reserve = spare if how == "missing" else (face, *spare)
        return SwapQuestion(game=table.game, city=city, reserve=tuple(sorted(reserve)), do=Swap(cell, face))

    return drawn


ONE = (1, 2, 4, 8)
REMOVING = (
    Stratum("remove", "legal, with one neighbour", _removal(_of_shape(*ONE)), legal),
    Stratum("remove", "legal, neighbours round a corner", _removal(_of_shape(*CORNERED)), legal),
    Stratum("remove", "legal, neighbours on opposite sides", _removal(_of_shape(*THREE), manner=COMPACT), legal),
    Stratum("remove", "legal, beside the start", _removal(lambda _, cell: cell in beside(START)), legal),
    Stratum("remove", "others cannot walk any more", _removal(_between, leaf=False, inner=0.9), breaks("walkable")),
    Stratum(
        "remove",
        "others lose contact",
        _removal(_between, leaf=False, manner=STRINGY),
        breaks("walkable", "edge-contact"),
    ),
    Stratum("remove", "leaves a hole", _removal(_of_shape(15), manner=COMPACT), breaks("no-holes")),
    Stratum("remove", "leaves a hole beside the start", _removal(_at_start, manner=COMPACT), breaks("no-holes")),
    Stratum(
        "remove",
        "leaves a hole, and others cannot walk",
        _removal(_of_shape(15), leaf=False, inner=0.8, manner=COMPACT),
        breaks("walkable", "no-holes"),
    ),
    Stratum("remove", "the start tile", _untouchable("start"), breaks("start-tile-stays")),
    Stratum("remove", "an empty cell", _untouchable("empty"), breaks("tile-is-there")),
    Stratum("remove", "the founding tile", _untouchable("founding"), games=COMBINED),
    Stratum("swap", "legal, the same edges", _exchange("same"), legal),
    Stratum("swap", "legal, other edges outside", _exchange("outer"), legal),
    Stratum("swap", "another edge inside", _exchange("inner"), lambda case: "moats-match" in case.expect["broken"]),
    Stratum("swap", "the start tile", _exchange("same", "start"), breaks("start-tile-stays")),
    Stratum("swap", "an empty cell", _exchange("same", "empty"), breaks("tile-is-there")),
    Stratum("swap", "not in the reserve", _exchange("missing"), breaks("tile-is-there")),
    Stratum("swap", "the founding tile", _exchange("same", "founding"), games=COMBINED),
    Stratum("swap", "of the other family", _exchange("stranger"), lambda case: not legal(case), games=COMBINED),
)
