"""Random questions about placing, removing and swapping a tile, and about whole layouts, legal or not."""

from collections.abc import Callable
from random import Random
from typing import Generic, TypedDict, TypeVar, Unpack

from attrs import frozen

from granada.board import START, Cell, City, Face, Layout, neighbours, ring, rotated
from granada.board.building import holes
from granada.fuzzing.random_cities import (
    COMPACT,
    HOLLOW,
    MANY,
    SIZES,
    STRINGY,
    WAYS,
    a_face,
    cells_of,
    grown,
    supply,
    taken_sides,
)
from granada.fuzzing.random_strata import EVERY, Games, Holds, Sort, about, always, breaks, drawing, legal, strata
from granada.game import Add, Game, Place, Remove, Setup, Swap
from granada.questions import CityQuestion, LayoutQuestion, PlaceQuestion, RemoveQuestion, SwapQuestion
from granada.spec import changed

Change = TypeVar("Change", bound=CityQuestion)
ATTEMPTS = 40
"""The number of random changes to try in each city."""
COMBINED = ("combined",)


class Hints(TypedDict, total=False):
    """Hints for a question: the kind of city, the cells to try, and whether the tile is in the reserve."""

    sizes: tuple[int, int]
    manner: str
    walls: int
    where: str
    held: bool


@frozen
class Changes(Generic[Change]):
    """A kind of change to a city, and a function that makes a question about it from a cell, a face and a reserve."""

    kind: type[Change]
    question: Callable[[Game, City, Cell, Face, tuple[Face, ...]], Change]

    def drawn(
        self, rng: Random, setup: Setup, rules: set[str], wanted: Callable[[Change], bool], hints: Hints
    ) -> Change | None:
        """Draw a question about changing a random city; the change breaks exactly these rules and meets a condition."""
        tiles, held = supply(setup.game, rng), hints.get("held", True)
        sizes, manner, walls = hints.get("sizes", MANY), hints.get("manner", ""), hints.get("walls", 0)
        city = grown(setup.game, rng, tiles, sizes, manner, walls)
        cells = cells_of(city, hints.get("where", ""), rng)
        for _ in range(ATTEMPTS if cells else 0):
            face = a_face(tiles, rng)
            spare = [tile.up for tile in tiles[: rng.randrange(3)] if tile.up != face]
            reserve = tuple(sorted([face, *spare] if held else spare))
            question = self.question(setup.game, city, rng.choice(cells), face, reserve)
            if wanted(question) and {*question.answer()["broken"]} == rules:
                return question
        return None

    def sort(
        self, *rules: str, wanted: Callable[[Change], bool] = always, games: Games = EVERY, **hints: Unpack[Hints]
    ) -> Sort[Setup]:
        """A stratum of changes that break exactly these rules and meet a further condition."""
        return (
            lambda rng, setup: self.drawn(rng, setup, {*rules}, wanted, hints),
            about(self.kind, wanted, breaks(*rules)),
            games,
        )


PLACED = Changes(
    PlaceQuestion, lambda game, city, cell, face, _: PlaceQuestion(game=game, city=city, do=Place(face, cell))
)
ADDED = Changes(
    PlaceQuestion,
    lambda game, city, cell, face, reserve: PlaceQuestion(game=game, city=city, do=Add(face, cell), reserve=reserve),
)
REMOVED = Changes(RemoveQuestion, lambda game, city, cell, *_: RemoveQuestion(game=game, city=city, do=Remove(cell)))
SWAPPED = Changes(
    SwapQuestion,
    lambda game, city, cell, face, reserve: SwapQuestion(game=game, city=city, do=Swap(cell, face), reserve=reserve),
)


# Placing


def _into(sizes: tuple[int, int]) -> Callable[[PlaceQuestion], bool]:
    """A test of whether the number of tiles after a placement lies in a range."""
    return lambda place: sizes[0] <= len(place.city) + 1 <= sizes[1]


def _sides(place: PlaceQuestion) -> list[tuple[bool, bool]]:
    """For each side with a neighbour, whether the tile has a moat or wall there and whether the neighbour has one."""
    cell, city = place.do.cell, place.city
    near = {side: city.get(neighbours(cell)[side]) for side in taken_sides(city, cell)}
    opposite = {side: face is not None and face.barred((side + 2) % 4) for side, face in near.items()}
    return [(place.do.face.barred(side), wall) for side, wall in opposite.items()]


def _meeting(*, own: bool, alone: bool = False) -> Callable[[PlaceQuestion], bool]:
    """A test of whether the tile's wall, or a neighbour's, meets an open edge; ``alone`` allows only one neighbour."""
    return lambda place: (own, not own) in _sides(place) and (not alone or len(_sides(place)) == 1)


def _between_walls(place: PlaceQuestion) -> bool:
    """Whether a tile shares an open edge with exactly one neighbour, and a wall with every other neighbour."""
    return sorted(_sides(place))[:2] == [(False, False), (True, True)]


def hole(least: int = 1, most: int = 99, *, at_start: bool | None = False) -> Callable[[PlaceQuestion], bool]:
    """A test of whether a placement encloses a hole of a given size: at the start tile, away from it or anywhere."""

    def holds(place: PlaceQuestion) -> bool:
        found = _holes(place)
        return [least <= len(cells) <= most and at_start in (None, _beside_start(*cells)) for cells in found] == [True]

    return holds


def _holes(place: PlaceQuestion) -> list[tuple[Cell, ...]]:
    """The holes that a city has after a placement."""
    return list(holes((START, *place.city, place.do.cell)))


def _beside_start(*cells: Cell) -> bool:
    return not {*neighbours(START)}.isdisjoint(cells)


def _at_the_rim(place: PlaceQuestion) -> bool:
    """Whether a tile is placed in the outermost row or column."""
    lines = zip(START, *place.city, strict=True)
    return any(not min(line) < at < max(line) for at, line in zip(place.do.cell, lines, strict=True))


def _added(*sides: int) -> Callable[[PlaceQuestion], bool]:
    """A test of whether an added tile lies beyond all other tiles in exactly these directions."""

    def holds(place: PlaceQuestion) -> bool:
        (x, y), (columns, rows) = place.do.cell, zip(START, *place.city, strict=True)
        beyond = (y > max(rows), x > max(columns), y < min(rows), x < min(columns))
        return isinstance(place.do, Add) and beyond == tuple(side in sides for side in range(4))

    return holds


def _against_the_rim(side: int) -> Callable[[PlaceQuestion], bool]:
    """A test of whether a tile mismatches only one given neighbour, and that one is in the outermost row or column."""

    def holds(place: PlaceQuestion) -> bool:
        sides, last = taken_sides(place.city, place.do.cell), neighbours(place.do.cell)[side]
        wrong = [at for at, (own, other) in zip(sides, _sides(place), strict=True) if own != other]
        line = [cell[(side + 1) % 2] for cell in (START, *place.city)]
        return wrong == [side] and last[(side + 1) % 2] == (max(line) if side < 2 else min(line))

    return holds


def _leaks(place: PlaceQuestion) -> bool:
    """Whether a placement encloses a hole that has an empty cell at a corner."""
    taken = {START, *place.city, place.do.cell}
    return any({*ring(cell)} - taken - {*cells} for cells in _holes(place) for cell in cells)


def _leaves_a_gap(place: PlaceQuestion) -> bool:
    """Whether an empty cell beside the placed tile also has at least two other neighbours."""
    city, cell = place.city, place.do.cell
    return any(len(taken_sides(city, near)) > 1 for near in neighbours(cell) if not city.is_taken(near))


def _founds(place: PlaceQuestion) -> bool:
    """Whether the placed tile is the city's first tile from the second family."""
    return place.do.face.family is not place.city.start and not place.city.founding


closing: Hints = {"where": "closing", "manner": HOLLOW, "sizes": (7, 24), "walls": -3}
"""Hints for cities in which the placed tile may enclose a hole."""
NO_CONTACT, SHUT = ("walkable", "edge-contact"), ("moats-match", "walkable")
PLACING = strata(
    "place",
    {
        **{f"legal, {name} tiles": PLACED.sort(wanted=_into(sizes), sizes=sizes) for name, sizes in SIZES.items()},
        "legal, one open side beside walls": PLACED.sort(wanted=_between_walls, manner=COMPACT),
        "legal, a gap stays open": PLACED.sort(wanted=_leaves_a_gap),
        "a wall against an open edge": PLACED.sort("moats-match", wanted=_meeting(own=True)),
        "an open edge against a wall": PLACED.sort("moats-match", wanted=_meeting(own=False)),
        "a wall towards its only neighbour": PLACED.sort(*SHUT, wanted=_meeting(own=True, alone=True)),
        "its only neighbour has a wall": PLACED.sort(*SHUT, wanted=_meeting(own=False, alone=True)),
        "no way in": PLACED.sort("walkable"),
        "corner to corner": PLACED.sort(*NO_CONTACT, where="corner"),
        "far away": PLACED.sort(*NO_CONTACT, where="far"),
        "on another tile": PLACED.sort("cell-is-free", where="tile"),
        "on the start tile": PLACED.sort("cell-is-free", where="start"),
        "a hole of one cell": PLACED.sort("no-holes", wanted=hole(1, 1), **closing),
        "a hole of two cells": PLACED.sort("no-holes", wanted=hole(2, 2), **closing),
        "a larger hole": PLACED.sort("no-holes", wanted=hole(3), **closing),
        "a hole of one cell beside the start": PLACED.sort("no-holes", wanted=hole(1, 1, at_start=True), **closing),
        "a larger hole beside the start": PLACED.sort("no-holes", wanted=hole(2, at_start=True), **closing),
        "a hole with an open corner": PLACED.sort("no-holes", wanted=_leaks, **closing),
        "a hole closed beside the start": PLACED.sort(
            "no-holes", wanted=lambda place: _beside_start(place.do.cell), **closing
        ),
        "a hole closed at the rim": PLACED.sort("no-holes", wanted=_at_the_rim, **closing),
        "from the reserve": ADDED.sort(wanted=lambda place: isinstance(place.do, Add)),
        "from the reserve, among others": ADDED.sort(wanted=_added(), manner=COMPACT),
        **{f"from the reserve, {name}most": ADDED.sort(wanted=_added(side)) for side, name in enumerate(WAYS)},
        **{
            f"a wall towards the {name}most tile": PLACED.sort(
                "moats-match", wanted=_against_the_rim(side), where=f"{name}most"
            )
            for side, name in enumerate(WAYS)
        },
        "not in the reserve": ADDED.sort("tile-is-there", held=False),
        "a wall without a moat": PLACED.sort("wall-meets-moat", games=COMBINED),
        "the founding tile": PLACED.sort(wanted=_founds, games=COMBINED, sizes=(2, 12)),
    },
)


# Removing and swapping


def _beside(*numbers: int) -> Callable[[RemoveQuestion], bool]:
    """A test of whether the removed tile has one of the given numbers of neighbours."""
    return lambda remove: len(taken_sides(remove.city, remove.do.cell)) in numbers


def _opposite(remove: RemoveQuestion) -> bool:
    """Whether the removed tile has neighbours on opposite sides."""
    sides = taken_sides(remove.city, remove.do.cell)
    return {0, 2} <= {*sides} or {1, 3} <= {*sides}


REMOVING = strata(
    "remove",
    {
        "legal, with one neighbour": REMOVED.sort(wanted=_beside(1), where="tile"),
        "legal, neighbours round a corner": REMOVED.sort(
            wanted=lambda remove: _beside(2)(remove) and not _opposite(remove), where="tile"
        ),
        "legal, neighbours on opposite sides": REMOVED.sort(wanted=_opposite, where="tile", manner=COMPACT),
        "legal, beside the start": REMOVED.sort(where="tile at the start"),
        "others cannot walk any more": REMOVED.sort("walkable", where="tile"),
        "others lose contact": REMOVED.sort(*NO_CONTACT, where="tile", manner=STRINGY),
        "leaves a hole": REMOVED.sort("no-holes", where="tile", manner=COMPACT),
        "leaves a hole beside the start": REMOVED.sort("no-holes", where="tile at the start", manner=COMPACT),
        "leaves a hole, and others cannot walk": REMOVED.sort("walkable", "no-holes", where="tile", manner=COMPACT),
        "the start tile": REMOVED.sort("start-tile-stays", where="start"),
        "an empty cell": REMOVED.sort("tile-is-there", where="empty"),
        "the founding tile": REMOVED.sort("founding-tile-stays", where="founding", games=COMBINED),
    },
)


def _other_edges(swap: SwapQuestion) -> int:
    """The edges, as bits, at which a tile differs from the tile that it replaces."""
    old = swap.city.get(swap.do.cell)
    return old.edges ^ swap.do.face.edges if old else 0


def _strange(swap: SwapQuestion) -> bool:
    """Whether a tile replaces a tile from the other family."""
    old = swap.city.get(swap.do.cell)
    return old is not None and old.family is not swap.do.face.family


EXCHANGING = strata(
    "swap",
    {
        "legal, the same edges": SWAPPED.sort(wanted=lambda swap: not _other_edges(swap), where="tile"),
        "legal, other edges outside": SWAPPED.sort(wanted=lambda swap: _other_edges(swap) > 0, where="tile"),
        "another edge inside": SWAPPED.sort("moats-match", where="tile"),
        "the start tile": SWAPPED.sort("start-tile-stays", where="start"),
        "an empty cell": SWAPPED.sort("tile-is-there", where="empty"),
        "not in the reserve": SWAPPED.sort("tile-is-there", where="tile", held=False),
        "the founding tile": SWAPPED.sort("founding-tile-stays", where="founding", games=COMBINED),
        "of the other family": SWAPPED.sort(
            "walkable", "wall-meets-moat", wanted=_strange, games=COMBINED, where="tile"
        ),
    },
)


# Layouts: legal cities, cities with an extra or rotated tile, and random tiles


@drawing
def _lying(rng: Random, setup: Setup, sizes: tuple[int, int]) -> LayoutQuestion:
    """A question about the layout of a random legal city."""
    return LayoutQuestion(game=setup.game, layout=grown(setup.game, rng, supply(setup.game, rng), sizes).layout)


@drawing
def _turned(rng: Random, setup: Setup, *, fits: bool) -> LayoutQuestion | None:
    """A question about a city with one rotated tile, which still fits if ``fits`` is true."""
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
    """A question about a layout of random tiles near the start."""
    tiles = [tile for tile in supply(setup.game, rng) if tile.up.family is setup.game.start]
    cells = {Cell(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(rng.randint(3, 12))} - {START}
    faces = {cell: a_face(tiles, rng) for cell in sorted(cells)}
    rotations = {cell: 90 for cell in list(faces)[:1] if rng.random() < 0.4}
    return LayoutQuestion(game=setup.game, layout=Layout.of(faces, rotations=rotations, start=setup.game.start))


def _too_many(
    *rules: str, wanted: Callable[[PlaceQuestion], bool] = always, games: Games = EVERY, hints: Hints | None = None
) -> Sort[Setup]:
    """A stratum of layouts that contain one tile which could not be placed legally on its cell."""

    def draw(rng: Random, setup: Setup) -> LayoutQuestion | None:
        place = PLACED.drawn(rng, setup, {*rules}, wanted, hints or {})
        layout = place and changed(place.city, place.do)
        return LayoutQuestion(game=setup.game, layout=layout) if layout else None

    return draw, breaks(*rules), games


def _of_size(sizes: tuple[int, int]) -> Holds:
    """A test of whether a layout is legal and its number of tiles lies in a range."""
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
