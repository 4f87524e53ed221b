"""Random questions about layouts: cities as they lie, with something turned, moved, or closed in."""

from random import Random

from granada.board import START, Cell, Face, InvalidState, Layout
from granada.fuzzing.random_building import COMBINED, MANY, Change, bared, edges_of, toggled, walled_in
from granada.fuzzing.random_cities import EDGES, SIZES, a_face, faces_on, supply
from granada.fuzzing.random_plans import MANNERS, Plan, moved, plan_of, round_a_hole
from granada.fuzzing.random_strata import Holds, Stratum, about, breaks, drawing, legal
from granada.game import Setup
from granada.questions import LayoutQuestion


def _layout(plan: Plan, faces: dict[Cell, Face], rotations: dict[Cell, int] | None = None) -> LayoutQuestion | None:
    """A layout, if its tiles can lie like that at all."""
    try:
        layout = Layout(tuple(faces.items()), tuple((rotations or {}).items()), plan.start, plan.founding)
    except InvalidState:
        return None
    return LayoutQuestion(game=plan.game, layout=layout)


@drawing
def _arranged(
    rng: Random,
    setup: Setup,
    change: Change | None = None,
    sizes: tuple[int, int] = MANY,
    *,
    turned: bool = False,
    fitting: bool = False,
    lonely: bool = False,
) -> LayoutQuestion | None:
    """A city with something changed, a tile turned (so that it fits, or not), or a tile that lies alone."""
    plan = plan_of(setup.game, rng, rng.randint(*sizes), rng.choice(MANNERS))
    edges = edges_of(plan, plan.last, change)
    if not edges:
        return None
    tiles = supply(setup.game, rng)
    faces = faces_on(plan, edges, tiles)
    if lonely:
        cells = [Cell(rng.randint(-3, 3), rng.randint(-3, 3)) for _ in range(9)]
        free = [cell for cell in cells if cell not in plan.lands and not plan.neighbours(cell)]
        faces |= {cell: a_face(tiles, plan.start, rng.choice(EDGES), rng) for cell in free[:1]}
    lopsided = [cell for cell, face in faces.items() if face.edges not in (0, 5, 10)]
    rotations = {rng.choice(lopsided or list(faces)): rng.choice((90, 180, 270))} if turned else {}
    for cell, turn in rotations.items() if fitting else ():
        old = faces[cell]
        faces[cell] = Face(old.building, old.price, _turned(old.edges, 4 - turn // 90))
    return _layout(plan, faces, rotations)


def _turned(edges: int, quarters: int) -> int:
    """Edges after so many quarters of a turn, clockwise."""
    return (edges << quarters | edges >> 4 - quarters) & 15


@drawing
def _round_hole(rng: Random, setup: Setup, sizes: tuple[int, ...], *, at_start: bool = False) -> LayoutQuestion | None:
    """A city round a hole."""
    found = round_a_hole(setup.game, rng, rng.choice(sizes), at_start=at_start)
    if found is None:
        return None
    plan, cell = found
    near = plan.neighbours(cell)
    plan.lands[cell] = plan.start if START in near else plan.lands[rng.choice(near)]
    edges = edges_of(plan, cell)
    return None if edges is None else _layout(plan, faces_on(plan, edges, supply(setup.game, rng)))


def _shaken(rng: Random, setup: Setup) -> LayoutQuestion | None:
    """A city of which some tiles lie elsewhere, with other edges, or turned."""
    plan = plan_of(setup.game, rng, rng.randint(3, 20))
    edges = edges_of(plan, plan.last)
    if not edges:
        return None
    faces = faces_on(plan, edges, supply(setup.game, rng))
    for cell in rng.sample(list(faces), min(3, len(faces))):
        face = faces.pop(cell) if cell != plan.founding else faces[cell]
        there = moved(cell, (rng.randint(-2, 2), rng.randint(-2, 2)))
        where = cell if there in faces or there == START or cell == plan.founding else there
        faces[where] = Face(face.building, face.price, rng.choice(EDGES))
    return _layout(plan, faces, {rng.choice(list(faces)): 90} if rng.random() < 0.4 else None)


def _of_size(sizes: tuple[int, int]) -> Holds:
    """Whether a legal layout has so many tiles."""
    return about(LayoutQuestion, lambda question: sizes[0] <= len(question.layout.tiles) <= sizes[1], legal)


LAYING = (
    *(
        Stratum("layout", f"legal, {name} tiles", _arranged(sizes=sizes), _of_size(sizes))
        for name, sizes in SIZES.items()
    ),
    Stratum("layout", "a turned tile that fits", _arranged(turned=True, fitting=True), breaks("same-orientation")),
    Stratum(
        "layout",
        "a turned tile",
        _arranged(turned=True),
        lambda case: {"same-orientation", "moats-match"} <= {*case.expect["broken"]},
    ),
    Stratum("layout", "an edge does not match", _arranged(toggled(1)), breaks("moats-match")),
    Stratum("layout", "a tile without a way in", _arranged(walled_in), breaks("walkable")),
    Stratum("layout", "a tile without contact", _arranged(lonely=True), breaks("walkable", "edge-contact")),
    Stratum("layout", "a hole of one cell", _round_hole((1,)), breaks("no-holes")),
    Stratum("layout", "a larger hole", _round_hole((2, 3, 4)), breaks("no-holes")),
    Stratum("layout", "a hole beside the start", _round_hole((1, 2, 3), at_start=True), breaks("no-holes")),
    Stratum("layout", "several rules broken", _shaken, lambda case: len(case.expect["broken"]) > 2),
    Stratum("layout", "a wall without a moat", _arranged(bared), breaks("wall-meets-moat"), COMBINED),
)
