"""Random questions about building: placing, removing and exchanging a tile, right or wrong in one way."""

from collections.abc import Callable
from random import Random

from granada.board import START, Cell, City, Layout, beyond, neighbours, ring, violations
from granada.fuzzing.random_cities import EDGES, SIZES, a_face, city_of, faces_on, supply
from granada.fuzzing.random_plans import ANY, COMPACT, STRINGY, Plan, plan_of, round_a_hole
from granada.fuzzing.random_strata import Holds, about, breaks, drawing, legal, strata
from granada.game import Add, Place, Remove, Setup, Swap
from granada.questions import PlaceQuestion, RemoveQuestion, SwapQuestion
from granada.spec import Case

Change = Callable[[Plan, dict[Cell, int], Cell], bool]
"""Changes the edges of a plan at a cell; false where it cannot."""
MANY = (2, 30)
"""How many tiles most cities have."""


def toggled(wall: int) -> Change:
    """One edge towards a neighbour is changed: to a wall, or to none."""

    def change(plan: Plan, edges: dict[Cell, int], cell: Cell) -> bool:
        alike = [side for side in plan.sides(cell) if plan.lands[beyond(cell, side)] is plan.lands[cell]]
        sides = [side for side in alike if edges[cell] >> side & 1 != wall]
        if sides:
            edges[cell] ^= 1 << plan.rng.choice(sides)
        return bool(sides)

    return change


def bared(plan: Plan, edges: dict[Cell, int], cell: Cell) -> bool:
    """An edge towards the other family has no wall."""
    strangers = [side for side in plan.sides(cell) if plan.lands[beyond(cell, side)] is not plan.lands[cell]]
    if strangers:
        edges[cell] &= ~(1 << plan.rng.choice(strangers))
    return bool(strangers)


def walled_in(plan: Plan, edges: dict[Cell, int], cell: Cell) -> bool:
    """All edges between a tile and its neighbours have a wall."""
    for side in plan.sides(cell):
        edges[cell] |= 1 << side
        if beyond(cell, side) in edges:
            edges[beyond(cell, side)] |= 1 << (side + 2) % 4
    return START not in plan.neighbours(cell)


def _walled(plan: Plan, edges: dict[Cell, int], cell: Cell) -> bool:
    """A tile with one neighbour has a wall there, and the neighbour none."""
    side, *more = plan.sides(cell)
    edges[cell] |= 1 << side
    return not more


def _shut_out(plan: Plan, edges: dict[Cell, int], cell: Cell) -> bool:
    """The only neighbour of a tile has a wall towards it, and the tile none."""
    side, *more = plan.sides(cell)
    near = beyond(cell, side)
    if near in edges:
        edges[near] |= 1 << (side + 2) % 4
    return near in edges and not more


def edges_of(
    plan: Plan, cell: Cell, change: Change | None = None, inner: float | None = None
) -> dict[Cell, int] | None:
    """The edges of a plan in which nobody walks across a cell, perhaps changed there; None where that cannot be."""
    edges = plan.edges(cell, inner)
    return edges if edges and (change is None or change(plan, edges, cell)) and 15 not in edges.values() else None


# Placing


def _placed(plan: Plan, cell: Cell, change: Change | None = None, inner: float | None = None) -> PlaceQuestion | None:
    """The tile of a plan on this cell is placed when all others lie there."""
    edges = edges_of(plan, cell, change, inner)
    if edges is None:
        return None
    tiles, mask = supply(plan.game, plan.rng), edges.pop(cell)
    city, face = city_of(plan, faces_on(plan, edges, tiles)), a_face(tiles, plan.lands[cell], mask, plan.rng)
    return PlaceQuestion(game=plan.game, city=city, do=Place(face, cell)) if city else None


@drawing
def _last_placed(
    rng: Random,
    setup: Setup,
    sizes: tuple[int, int],
    change: Change | None = None,
    *,
    least: int = 1,
    manner: str = "",
    inner: float | None = None,
) -> PlaceQuestion | None:
    """A plan's last tile, which has at least so many neighbours, is placed with some change."""
    plan = plan_of(setup.game, rng, sizes, manner)
    fits = plan.last != START and len(plan.neighbours(plan.last)) >= least
    return _placed(plan, plan.last, change, inner) if fits else None


@drawing
def _closing(rng: Random, setup: Setup, *sizes: int, how: str = "") -> PlaceQuestion | None:
    """The tile that closes in a hole is placed; or the last but one, so that the hole is left open."""
    at_start, leaking, left_open = how == "at the start", how == "leaking", how == "left open"
    found = round_a_hole(setup.game, rng, rng.choice(sizes), at_start=at_start, leaking=leaking)
    if found is None:
        return None
    plan, cell = found
    if left_open:
        cell = next(iter(plan.neighbours(cell)), START)
    plan.grow(len(plan.lands) + rng.choice((0, 0, 3, 8)))
    near = plan.neighbours(cell)
    if cell == START or not near:
        return None
    if not left_open:
        plan.lands[cell] = plan.start if START in near else plan.lands[rng.choice(near)]
    return _placed(plan, cell)


def _city_and_cell(rng: Random, setup: Setup, where: str) -> tuple[Plan, City, Cell] | None:
    """The plan of a city, the city, and a cell of some sort, if it has one."""
    plan = plan_of(setup.game, rng, MANY, ANY)
    edges = plan.edges(None, 0.3, 0.4)
    city = city_of(plan, faces_on(plan, edges)) if edges else None
    cells = {
        "tile": list(city or ()),
        "start": [START],
        "founding": [plan.founding] if plan.founding else [],
        "empty": [cell for taken in plan.lands for cell in neighbours(taken) if cell not in plan.lands],
        "corner": [
            cell for taken in plan.lands for cell in ring(taken)[1::2] if not {cell, *neighbours(cell)} & {*plan.lands}
        ],
        "far": [Cell(rng.randint(-9, 9), rng.choice((-12, 12)))],
    }[where]
    return (plan, city, rng.choice(cells)) if city and cells else None


@drawing
def _misplaced(rng: Random, setup: Setup, where: str) -> PlaceQuestion | None:
    """A tile is placed where none can go: at a corner only, far away, on another, on the start tile."""
    found = _city_and_cell(rng, setup, where)
    if found is None:
        return None
    plan, city, cell = found
    face = a_face(supply(setup.game, rng), plan.start, rng.choice(EDGES), rng)
    return PlaceQuestion(game=setup.game, city=city, do=Place(face, cell))


@drawing
def _added(rng: Random, setup: Setup, *, there: bool) -> PlaceQuestion | None:
    """A tile that fits is added from the reserve, or one that is not in it."""
    plan = plan_of(setup.game, rng, MANY)
    placed = _placed(plan, plan.last) if plan.last != START else None
    if placed is None:
        return None
    face = placed.do.face
    spare = [tile.up for tile in supply(setup.game, rng)[: rng.randrange(3)] if tile.up != face]
    reserve = tuple(sorted([face, *spare] if there else spare))
    return PlaceQuestion(game=setup.game, city=placed.city, do=Add(face, placed.do.cell), reserve=reserve)


def _hole(least: int, most: int, *, at_start: bool | None = False) -> Holds:
    """Whether a placement breaks no rule but by a hole of so many cells, beside the start tile or not, or anywhere."""

    def holds(place: PlaceQuestion) -> bool:
        city, tiles = place.city, {**place.city.tiles, place.do.cell: place.do.face}
        holes = [hole.cells for hole in violations(Layout.of(tiles, start=city.start, founding=city.founding))]
        beside = any(cell in holes[0] for cell in neighbours(START))
        return len(holes) == 1 and least <= len(holes[0]) <= most and at_start in (None, beside)

    alone = breaks("no-holes")
    return lambda case: alone(case) and about(PlaceQuestion, holds)(case)


ANY_HOLE = _hole(1, 99, at_start=None)


def _into(sizes: tuple[int, int]) -> Holds:
    """Whether a tile is legally placed into a city that has so many tiles with it."""
    return about(PlaceQuestion, lambda place: sizes[0] <= len(place.city) + 1 <= sizes[1], legal)


def _beside_start(place: PlaceQuestion) -> bool:
    return place.do.cell in neighbours(START)


def _at_the_rim(place: PlaceQuestion) -> bool:
    """Whether a tile is placed in the outermost row or column."""
    lines = zip(START, *place.city, strict=True)
    return any(not min(line) < at < max(line) for at, line in zip(place.do.cell, lines, strict=True))


def _shut(*, own: bool) -> Holds:
    """Whether a tile does not match its neighbours and nobody can walk there, by its own walls or by theirs alone."""

    def has_own(place: PlaceQuestion) -> bool:
        sides = enumerate(neighbours(place.do.cell))
        return any(place.do.face.barred(side) and near in place.city for side, near in sides)

    return about(PlaceQuestion, lambda place: has_own(place) is own, breaks("moats-match", "walkable"))


def _founds(place: PlaceQuestion) -> bool:
    """Whether a tile is the first of the second family."""
    return place.do.face.family is not place.city.start and not place.city.founding


COMBINED = ("combined",)
NO_CONTACT = breaks("walkable", "edge-contact")
_UNMATCHED = breaks("moats-match")
PLACING = strata(
    "place",
    {
        **{f"legal, {name} tiles": (_last_placed(sizes), _into(sizes)) for name, sizes in SIZES.items()},
        "legal, one open side beside walls": (_last_placed(MANY, least=2, manner=COMPACT, inner=1), legal),
        "legal, a gap stays open": (_closing(1, 2, 3, 4, how="left open"), legal),
        "a wall against an open edge": (_last_placed(MANY, toggled(1), least=2), _UNMATCHED),
        "an open edge against a wall": (_last_placed(MANY, toggled(0), least=2, inner=0.9), _UNMATCHED),
        "a wall towards its only neighbour": (_last_placed(MANY, _walled), _shut(own=True)),
        "its only neighbour has a wall": (_last_placed(MANY, _shut_out), _shut(own=False)),
        "no way in": (_last_placed(MANY, walled_in), breaks("walkable")),
        "corner to corner": (_misplaced("corner"), NO_CONTACT),
        "far away": (_misplaced("far"), NO_CONTACT),
        "on another tile": (_misplaced("tile"), breaks("cell-is-free")),
        "on the start tile": (_misplaced("start"), breaks("cell-is-free")),
        "a hole of one cell": (_closing(1), _hole(1, 1)),
        "a hole of two cells": (_closing(2), _hole(2, 2)),
        "a larger hole": (_closing(3, 4), _hole(3, 99)),
        "a hole of one cell beside the start": (_closing(1, how="at the start"), _hole(1, 1, at_start=True)),
        "a larger hole beside the start": (_closing(2, 3, 4, how="at the start"), _hole(2, 99, at_start=True)),
        "a hole with an open corner": (_closing(1, 2, 3, how="leaking"), breaks("no-holes")),
        "a hole closed beside the start": (
            _closing(1, 2, how="at the start"),
            about(PlaceQuestion, _beside_start, ANY_HOLE),
        ),
        "a hole closed at the rim": (_closing(1, 2, 3, 4), about(PlaceQuestion, _at_the_rim, ANY_HOLE)),
        "from the reserve": (_added(there=True), legal),
        "not in the reserve": (_added(there=False), breaks("tile-is-there")),
        "a wall without a moat": (_last_placed(MANY, bared), breaks("wall-meets-moat"), COMBINED),
        "the founding tile": (_last_placed((2, 12)), about(PlaceQuestion, _founds, legal), COMBINED),
    },
)


# Removing and exchanging


@drawing
def _removal(
    rng: Random,
    setup: Setup,
    *neighboured: int,
    at_start: bool = False,
    leaf: bool = True,
    inner: float | None = None,
    manner: str = "",
) -> RemoveQuestion | None:
    """A tile with so many neighbours is removed, which may lie at the start; nobody walks across it if it is a leaf."""
    plan = plan_of(setup.game, rng, MANY, manner or rng.choice((ANY, COMPACT)))
    tiles = [cell for cell in plan.lands if cell not in (START, plan.founding) and len(plan.sides(cell)) in neighboured]
    cells = [cell for cell in tiles if not at_start or cell in neighbours(START)]
    cell = rng.choice(cells) if cells else None
    edges = plan.edges(cell if leaf else None, inner)
    city = city_of(plan, faces_on(plan, edges)) if cell and edges else None
    return RemoveQuestion(game=setup.game, city=city, do=Remove(cell)) if cell and city else None


@drawing
def _impossible_removal(rng: Random, setup: Setup, where: str) -> RemoveQuestion | None:
    """The start tile, the founding tile or nothing at all is removed."""
    found = _city_and_cell(rng, setup, where)
    return found and RemoveQuestion(game=setup.game, city=found[1], do=Remove(found[2]))


@drawing
def _exchange(rng: Random, setup: Setup, how: str, where: str = "tile") -> SwapQuestion | None:
    """A tile is exchanged for one whose edges are the same, or differ outside or inside."""
    found = _city_and_cell(rng, setup, where)
    if found is None:
        return None
    plan, city, cell = found
    old = city.get(cell)
    edges, family = old.edges if old else rng.choice(EDGES), plan.lands.get(cell, plan.start)
    if how in {"inner", "outer"}:
        sides = plan.sides(cell, free=how == "outer")
        edges = edges ^ 1 << rng.choice(sides) if sides else 15
    if edges == 15:
        return None
    if how == "stranger":
        family = next(each for each in setup.game.lanes if each is not family)
    tiles = [tile for tile in supply(setup.game, rng) if not {*tile.faces} & {*city.faces}]
    face = a_face(tiles, family, edges, rng)
    spare = tuple(tile.up for tile in tiles[: rng.randrange(3)])
    reserve = spare if how == "missing" else (face, *spare)
    return SwapQuestion(game=setup.game, city=city, reserve=tuple(sorted(reserve)), do=Swap(cell, face))


def _at_founding(case: Case) -> bool:
    """Whether the founding tile is removed or exchanged."""
    question = case.asked
    return isinstance(question, RemoveQuestion | SwapQuestion) and question.do.cell == question.city.founding


REMOVING = strata(
    "remove",
    {
        "legal, with one neighbour": (_removal(1), legal),
        "legal, neighbours round a corner": (_removal(2), legal),
        "legal, neighbours on opposite sides": (_removal(3, manner=COMPACT), legal),
        "legal, beside the start": (_removal(1, 2, 3, at_start=True), legal),
        "others cannot walk any more": (_removal(2, 3, leaf=False, inner=0.9), breaks("walkable")),
        "others lose contact": (_removal(2, 3, leaf=False, manner=STRINGY), NO_CONTACT),
        "leaves a hole": (_removal(4, manner=COMPACT), breaks("no-holes")),
        "leaves a hole beside the start": (_removal(4, at_start=True, manner=COMPACT), breaks("no-holes")),
        "leaves a hole, and others cannot walk": (
            _removal(4, leaf=False, inner=0.8, manner=COMPACT),
            breaks("walkable", "no-holes"),
        ),
        "the start tile": (_impossible_removal("start"), breaks("start-tile-stays")),
        "an empty cell": (_impossible_removal("empty"), breaks("tile-is-there")),
        "the founding tile": (_impossible_removal("founding"), _at_founding, COMBINED),
    },
)
EXCHANGING = strata(
    "swap",
    {
        "legal, the same edges": (_exchange("same"), legal),
        "legal, other edges outside": (_exchange("outer"), legal),
        "another edge inside": (_exchange("inner"), lambda case: "moats-match" in case.expect["broken"]),
        "the start tile": (_exchange("same", "start"), breaks("start-tile-stays")),
        "an empty cell": (_exchange("same", "empty"), breaks("tile-is-there")),
        "not in the reserve": (_exchange("missing"), breaks("tile-is-there")),
        "the founding tile": (_exchange("same", "founding"), _at_founding, COMBINED),
        "of the other family": (_exchange("stranger"), lambda case: not legal(case), COMBINED),
    },
)
