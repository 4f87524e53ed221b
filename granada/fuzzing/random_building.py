"""Random questions about building: placing, removing and exchanging a tile, right or wrong in one way."""

from collections.abc import Callable
from random import Random

from granada.board import START, Cell, Face, Layout, violations
from granada.fuzzing.random_cities import EDGES, SIZES, a_face, city_of, city_on, faces_on, supply
from granada.fuzzing.random_plans import (
    ANY,
    COMPACT,
    MANNERS,
    RING,
    STRINGY,
    Links,
    Plan,
    beside,
    moved,
    plan_of,
    round_a_hole,
)
from granada.fuzzing.random_strata import Holds, Stratum, about, breaks, drawing, legal
from granada.game import Add, Place, Remove, Setup, Swap
from granada.questions import PlaceQuestion, RemoveQuestion, SwapQuestion
from granada.spec import Case

Change = Callable[[Plan, Links, dict[Cell, int], Cell], bool]
"""Changes the edges of a plan at a cell; false where it cannot."""
MANY = (2, 30)
"""How many tiles most cities have."""
CORNERED, THREE = (3, 6, 9, 12), (7, 11, 13, 14)
"""The sides of a tile with neighbours: round a corner, and all but one."""


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


def edges_of(
    plan: Plan, cell: Cell, change: Change | None = None, inner: float | None = None
) -> dict[Cell, int] | None:
    """The edges of a plan in which nobody walks across a cell, perhaps changed there; None where that cannot be."""
    rng, links = plan.rng, plan.links(cell)
    if links is None:
        return None
    edges = plan.edges(links, rng.choice((0.1, 0.5, 0.9)) if inner is None else inner, rng.choice((0.1, 0.4, 0.8)))
    return edges if change is None or change(plan, links, edges, cell) else None


# Placing


def _placed(plan: Plan, cell: Cell, change: Change | None = None, inner: float | None = None) -> PlaceQuestion | None:
    """The tile of a plan on this cell is placed when all others lie there."""
    edges = edges_of(plan, cell, change, inner)
    if edges is None or edges[cell] == 15:
        return None
    tiles, mask = supply(plan.game, plan.rng), edges.pop(cell)
    city = city_of(faces_on(plan, edges, tiles), plan)
    if city is None:
        return None
    face = a_face(tiles, plan.lands[cell], mask, plan.rng)
    return PlaceQuestion(game=plan.game, city=city, do=Place(face, cell))


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
    plan = plan_of(setup.game, rng, rng.randint(*sizes), manner or rng.choice(MANNERS))
    if plan.last == START or len(plan.neighbours(plan.last)) < least:
        return None
    return _placed(plan, plan.last, change, inner)


@drawing
def _closing(
    rng: Random,
    setup: Setup,
    sizes: tuple[int, ...],
    *,
    at_start: bool = False,
    leaking: bool = False,
    left_open: bool = False,
) -> PlaceQuestion | None:
    """The tile that closes in a hole is placed; or the last but one, so that it is left open."""
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


@drawing
def _misplaced(rng: Random, setup: Setup, where: str) -> PlaceQuestion | None:
    """A tile is placed where none can go: at a corner only, far away, on another, on the start tile."""
    plan = plan_of(setup.game, rng, rng.randint(1, 20))
    edges = edges_of(plan, plan.last)
    tiles = supply(setup.game, rng)
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
    return PlaceQuestion(game=setup.game, city=city, do=Place(face, rng.choice(cells))) if cells else None


@drawing
def _added(rng: Random, setup: Setup, *, there: bool) -> PlaceQuestion | None:
    """A tile that fits is added from the reserve, or one that is not in it."""
    placed = _last_placed(MANY)(rng, setup)
    if placed is None:
        return None
    face = placed.do.face
    spare = [tile.up for tile in supply(setup.game, rng)[: rng.randrange(3)] if tile.up != face]
    reserve = tuple(sorted([face, *spare] if there else spare))
    return PlaceQuestion(game=setup.game, city=placed.city, do=Add(face, placed.do.cell), reserve=reserve)


def _hole_made_by(case: Case) -> tuple[Cell, ...]:
    """The hole that a placement makes; nothing where it makes none, or several, or breaks another rule."""
    question = case.asked
    if case.expect.get("broken") != ["no-holes"] or not isinstance(question, PlaceQuestion):
        return ()
    tiles = {**question.city.layout.by_cell, question.do.cell: question.do.face}
    found = violations(Layout(tuple(tiles.items()), (), question.city.start, question.city.founding))
    return found[0].cells if len(found) == 1 else ()


def _hole(least: int, most: int, *, at_start: bool | None = False) -> Holds:
    """Whether a hole of so many cells is made, beside the start tile or not, or anywhere."""

    def holds(case: Case) -> bool:
        hole = _hole_made_by(case)
        return least <= len(hole) <= most and at_start in (None, any(cell in hole for cell in beside(START)))

    return holds


ANY_HOLE = _hole(1, 99, at_start=None)


def _into(sizes: tuple[int, int]) -> Holds:
    """Whether a tile is legally placed into a city that has so many tiles with it."""
    return about(PlaceQuestion, lambda place: sizes[0] <= len(place.city) + 1 <= sizes[1], legal)


def _beside_start(place: PlaceQuestion) -> bool:
    """Whether a tile is placed beside the start tile."""
    return place.do.cell in beside(START)


def _at_the_rim(place: PlaceQuestion) -> bool:
    """Whether a tile is placed in the outermost row or column."""
    cell, taken = place.do.cell, (START, *place.city)
    return any(
        not min(there[axis] for there in taken) < cell[axis] < max(there[axis] for there in taken) for axis in (0, 1)
    )


def _founds(place: PlaceQuestion) -> bool:
    """Whether a tile is the first of the second family."""
    return place.do.face.family is not place.city.start and not place.city.founding


COMBINED = ("combined",)
PLACING = (
    *(Stratum("place", f"legal, {name} tiles", _last_placed(sizes), _into(sizes)) for name, sizes in SIZES.items()),
    Stratum("place", "legal, one open side beside walls", _last_placed(MANY, least=2, manner=COMPACT, inner=1), legal),
    Stratum("place", "legal, a gap stays open", _closing((1, 2, 3, 4), left_open=True), legal),
    Stratum("place", "a wall against an open edge", _last_placed(MANY, toggled(1), least=2), breaks("moats-match")),
    Stratum(
        "place",
        "an open edge against a wall",
        _last_placed(MANY, toggled(0), least=2, inner=0.9),
        breaks("moats-match"),
    ),
    Stratum("place", "its only neighbour does not match", _last_placed(MANY, _shut), breaks("moats-match", "walkable")),
    Stratum("place", "no way in", _last_placed(MANY, walled_in), breaks("walkable")),
    Stratum("place", "corner to corner", _misplaced("corner"), breaks("walkable", "edge-contact")),
    Stratum("place", "far away", _misplaced("far"), breaks("walkable", "edge-contact")),
    Stratum("place", "on another tile", _misplaced("taken"), breaks("cell-is-free")),
    Stratum("place", "on the start tile", _misplaced("start"), breaks("cell-is-free")),
    Stratum("place", "a hole of one cell", _closing((1,)), _hole(1, 1)),
    Stratum("place", "a hole of two cells", _closing((2,)), _hole(2, 2)),
    Stratum("place", "a larger hole", _closing((3, 4)), _hole(3, 99)),
    Stratum("place", "a hole of one cell beside the start", _closing((1,), at_start=True), _hole(1, 1, at_start=True)),
    Stratum("place", "a larger hole beside the start", _closing((2, 3, 4), at_start=True), _hole(2, 99, at_start=True)),
    Stratum("place", "a hole with an open corner", _closing((1, 2, 3), leaking=True), breaks("no-holes")),
    Stratum(
        "place",
        "a hole closed beside the start",
        _closing((1, 2), at_start=True),
        about(PlaceQuestion, _beside_start, ANY_HOLE),
    ),
    Stratum("place", "a hole closed at the rim", _closing((1, 2, 3, 4)), about(PlaceQuestion, _at_the_rim, ANY_HOLE)),
    Stratum("place", "from the reserve", _added(there=True), legal),
    Stratum("place", "not in the reserve", _added(there=False), breaks("tile-is-there")),
    Stratum("place", "a wall without a moat", _last_placed(MANY, bared), breaks("wall-meets-moat"), COMBINED),
    Stratum("place", "the founding tile", _last_placed((2, 12)), about(PlaceQuestion, _founds, legal), COMBINED),
)


# Removing and exchanging


@drawing
def _removal(
    rng: Random,
    setup: Setup,
    wanted: Callable[[Plan, Cell], bool],
    *,
    leaf: bool = True,
    inner: float | None = None,
    manner: str = "",
) -> RemoveQuestion | None:
    """A tile of some shape is removed; nobody walks across it if it is to be a leaf."""
    plan = plan_of(setup.game, rng, rng.randint(*MANY), manner or rng.choice((ANY, COMPACT)))
    cells = [cell for cell in plan.lands if cell not in (START, plan.founding) and wanted(plan, cell)]
    cell = rng.choice(cells) if cells else None
    links = plan.links(cell if leaf else None)
    if cell is None or links is None:
        return None
    edges = plan.edges(links, rng.choice((0.1, 0.5)) if inner is None else inner, rng.choice((0.1, 0.4, 0.8)))
    city = city_on(plan, edges)
    return None if city is None else RemoveQuestion(game=setup.game, city=city, do=Remove(cell))


def _of_shape(*shapes: int) -> Callable[[Plan, Cell], bool]:
    """Whether a tile has neighbours beyond just these sides."""
    return lambda plan, cell: plan.shape(cell) in shapes


def _at_start(plan: Plan, cell: Cell) -> bool:
    """Whether a tile beside the start tile has neighbours on all sides."""
    return cell in beside(START) and plan.shape(cell) == 15


def _between(plan: Plan, cell: Cell) -> bool:
    """Whether a tile has at least two neighbours, and a free side."""
    return 2 <= plan.shape(cell).bit_count() <= 3


def _city_and_cell(rng: Random, setup: Setup, where: str) -> tuple[Plan, dict[Cell, Face], Cell] | None:
    """The plan of a city, its tiles, and a cell of some sort, if it has one."""
    plan = plan_of(setup.game, rng, rng.randint(*MANY))
    links = plan.links()
    if links is None:
        return None
    faces = faces_on(plan, plan.edges(links, 0.3, 0.4), supply(setup.game, rng))
    free = [cell for taken in plan.lands for cell in beside(taken) if cell not in plan.lands]
    cells = {"start": [START], "empty": free, "founding": [plan.founding] if plan.founding else [], "tile": list(faces)}
    return (plan, faces, rng.choice(cells[where])) if cells[where] else None


@drawing
def _impossible_removal(rng: Random, setup: Setup, where: str) -> RemoveQuestion | None:
    """The start tile, the founding tile or nothing at all is removed."""
    found = _city_and_cell(rng, setup, where)
    city = found and city_of(found[1], found[0])
    return RemoveQuestion(game=setup.game, city=city, do=Remove(found[2])) if found and city else None


@drawing
def _exchange(rng: Random, setup: Setup, how: str, where: str = "tile") -> SwapQuestion | None:
    """A tile is exchanged for one whose edges are the same, or differ outside or inside."""
    found = _city_and_cell(rng, setup, where)
    city = found and city_of(found[1], found[0])
    if not found or not city:
        return None
    plan, faces, cell = found
    edges = faces[cell].edges if cell in faces else rng.choice(EDGES)
    inside = plan.shape(cell)
    sides = [1 << side for side in range(4) if (inside >> side & 1) == (how == "inner")]
    if how in {"inner", "outer"}:
        if not sides:
            return None
        edges ^= rng.choice(sides)
    family = plan.lands.get(cell, plan.start)
    if how == "stranger":
        family = next(each for each in setup.game.lanes if each is not family)
    if edges == 15:
        return None
    tiles = [tile for tile in supply(setup.game, rng) if not {*tile.faces} & {*faces.values()}]
    face = a_face(tiles, family, edges, rng)
    spare = tuple(tile.up for tile in tiles[: rng.randrange(3)])
    reserve = spare if how == "missing" else (face, *spare)
    return SwapQuestion(game=setup.game, city=city, reserve=tuple(sorted(reserve)), do=Swap(cell, face))


def _at_founding(case: Case) -> bool:
    """Whether the founding tile is removed or exchanged."""
    question = case.asked
    return isinstance(question, RemoveQuestion | SwapQuestion) and question.do.cell == question.city.founding


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
    Stratum("remove", "the start tile", _impossible_removal("start"), breaks("start-tile-stays")),
    Stratum("remove", "an empty cell", _impossible_removal("empty"), breaks("tile-is-there")),
    Stratum("remove", "the founding tile", _impossible_removal("founding"), _at_founding, COMBINED),
    Stratum("swap", "legal, the same edges", _exchange("same"), legal),
    Stratum("swap", "legal, other edges outside", _exchange("outer"), legal),
    Stratum("swap", "another edge inside", _exchange("inner"), lambda case: "moats-match" in case.expect["broken"]),
    Stratum("swap", "the start tile", _exchange("same", "start"), breaks("start-tile-stays")),
    Stratum("swap", "an empty cell", _exchange("same", "empty"), breaks("tile-is-there")),
    Stratum("swap", "not in the reserve", _exchange("missing"), breaks("tile-is-there")),
    Stratum("swap", "the founding tile", _exchange("same", "founding"), _at_founding, COMBINED),
    Stratum("swap", "of the other family", _exchange("stranger"), lambda case: not legal(case), games=COMBINED),
)
