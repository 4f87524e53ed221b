"""Random questions about layouts: cities as they lie, with a tile too many, something turned, or all mixed up."""

from collections.abc import Callable
from random import Random

from granada.board import START, Cell, Face, Layout, rotated
from granada.fuzzing.random_building import COMBINED, NO_CONTACT, PLACED, Hints, anything, closing, hole
from granada.fuzzing.random_cities import MANY, SIZES, a_face, grown, supply
from granada.fuzzing.random_strata import EVERY, Games, Holds, Sort, about, breaks, drawing, legal, strata
from granada.game import Setup
from granada.questions import LayoutQuestion, PlaceQuestion
from granada.spec import changed


@drawing
def _lying(rng: Random, setup: Setup, sizes: tuple[int, int]) -> LayoutQuestion:
    """A city as it lies."""
    return LayoutQuestion(game=setup.game, layout=grown(setup.game, rng, supply(setup.game, rng), sizes).layout)


@drawing
def _turned(rng: Random, setup: Setup, *, fits: bool) -> LayoutQuestion | None:
    """A city in which a tile is turned that would not look the same, so that it fits, or not."""
    city = grown(setup.game, rng, supply(setup.game, rng), MANY)
    lopsided = [cell for cell, face in city.tiles.items() if face.edges not in (0, 5, 10)]
    if not lopsided:
        return None
    cell, turn = rng.choice(lopsided), rng.choice((90, 180, 270))
    old = city[cell]
    edges = rotated(old.edges, 360 - turn) if fits else old.edges
    tiles = {**city.tiles, cell: Face(old.building, old.price, edges)}
    layout = Layout.of(tiles, rotations={cell: turn}, start=city.start, founding=city.founding)
    return LayoutQuestion(game=setup.game, layout=layout)


def _mixed_up(rng: Random, setup: Setup) -> LayoutQuestion:
    """Tiles that lie anywhere near the start."""
    tiles = [tile for tile in supply(setup.game, rng) if tile.up.family is setup.game.start]
    cells = {Cell(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(rng.randint(3, 12))} - {START}
    faces = {cell: a_face(tiles, rng) for cell in sorted(cells)}
    rotations = {cell: 90 for cell in list(faces)[:1] if rng.random() < 0.4}
    return LayoutQuestion(game=setup.game, layout=Layout.of(faces, rotations=rotations, start=setup.game.start))


def _too_many(
    *rules: str,
    wanted: Callable[[PlaceQuestion], bool] = anything,
    games: Games = EVERY,
    hints: Hints | None = None,
) -> Sort[Setup]:
    """Cities with a tile that could not be placed there."""

    def draw(rng: Random, setup: Setup) -> LayoutQuestion | None:
        place = PLACED.drawn(rng, setup, {*rules}, wanted, hints or {})
        layout = place and changed(place.city, place.do)
        return LayoutQuestion(game=setup.game, layout=layout) if layout else None

    return draw, breaks(*rules), games


def _of_size(sizes: tuple[int, int]) -> Holds:
    """Whether a legal layout has this number of tiles."""
    return about(LayoutQuestion, lambda question: sizes[0] <= len(question.layout.tiles) <= sizes[1], legal)


LAYING = strata(
    "layout",
    {
        **{f"legal, {name} tiles": (_lying(sizes), _of_size(sizes)) for name, sizes in SIZES.items()},
        "a turned tile that fits": (_turned(fits=True), breaks("same-orientation")),
        "a turned tile": (
            _turned(fits=False),
            lambda case: {"same-orientation", "moats-match"} <= {*case.expect["broken"]},
        ),
        "an edge does not match": _too_many("moats-match"),
        "a tile without a way in": _too_many("walkable"),
        "a tile without contact": _too_many(*NO_CONTACT, hints={"where": "corner"}),
        "a hole of one cell": _too_many("no-holes", wanted=hole(1, 1), hints=closing),
        "a larger hole": _too_many("no-holes", wanted=hole(2, at_start=None), hints=closing),
        "a hole beside the start": _too_many("no-holes", wanted=hole(at_start=True), hints=closing),
        "several rules broken": (_mixed_up, lambda case: len(case.expect["broken"]) > 2),
        "a wall without a moat": _too_many("wall-meets-moat", games=COMBINED),
    },
)
