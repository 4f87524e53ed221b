"""The tests of a city against their definition, over everything small.

A change to a city is judged by what lies round one cell.
So every shape of a few tiles is tried, with every pattern of moats between its tiles that can be walked,
and with every moat that can lie round the cell in question; that other outer edges do not matter is a law of its own,
and so is that the definition never looks at an outer edge.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, strategies as st

import granada.board.building
from granada import ALHAMBRA, GRANADA, Building, Cell, City, Face, Layout, violations
from granada.board.building import holes
from granada.board.cells import START, beyond
from granada.board.layout import rotated
from granada.strategies import cities, faces, layouts
from tests.rules.cities import MASKS, near
from tests.rules.marks import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = rule("moats-match", "walkable", "edge-contact", "no-holes")


PARKS = tuple(Face(Building.PARK, 6, edges) for edges in MASKS)


SHAPES_WITH_MOATS = 5
"""Tiles beside the start tile in the cities with moats."""


SHAPES_WITHOUT_MOATS = 7
"""Tiles beside the start tile in the cities without moats."""


CHUNKS = 8


Shape = frozenset[Cell]


Edges = dict[Cell, int]


@cache
def shapes(tiles: int) -> list[Shape]:
    """Every connected set of cells with the start among them and so many others, in a fixed order."""
    if tiles == 0:
        return [frozenset((START,))]
    grown = {shape | {near} for shape in shapes(tiles - 1) for near in beside(shape)}
    return sorted(grown, key=sorted)


def beside(shape: Shape) -> list[Cell]:
    """The empty cells that share a side with a shape."""
    return sorted({beyond(cell, side) for cell in shape for side in range(4)} - shape)


def sides_taken(shape: Shape, cell: Cell) -> list[int]:
    """The sides of a cell on which a tile other than the start lies."""
    return [side for side in range(4) if beyond(cell, side) in shape - {START}]


def patterns(shape: Shape) -> Iterator[Edges]:
    """Every choice of double moats between the tiles of a shape that leaves all of them within reach on foot."""
    touching = [
        (cell, side) for cell in sorted(shape) for side in (0, 1) if beyond(cell, side) in shape and cell != START
    ]
    inner = [(cell, side) for cell, side in touching if beyond(cell, side) != START]
    for chosen in product((False, True), repeat=len(inner)):
        edges = dict.fromkeys(shape, 0)
        for (cell, side), moat in zip(inner, chosen, strict=True):
            edges[cell] |= moat << side
            edges[beyond(cell, side)] |= moat << side + 2
        if all_within_reach(edges):
            yield edges


def all_within_reach(edges: Edges) -> bool:
    reached, waiting = {START}, [START]
    while waiting:
        cell = waiting.pop()
        for side in range(4):
            near = beyond(cell, side)
            if near in edges and near not in reached and not edges[cell] >> side & 1:
                reached.add(near)
                waiting.append(near)
    return len(reached) == len(edges)


class Tally(NamedTuple):
    """What was judged."""

    cities: int = 0
    placements: int = 0
    swaps: int = 0
    removals: int = 0


def tally_of(shape: Shape) -> Tally:
    """How much there is to judge for a shape."""
    number = sum(1 for _ in patterns(shape))
    placements = sum(16 * 2 ** len(sides_taken(shape, cell)) for cell in beside(shape))
    return Tally(number, number * placements, number * 16 * (len(shape) - 1), number * (len(shape) - 1))


def layout_of(edges: Edges) -> Layout:
    return Layout(tuple((cell, PARKS[mask]) for cell, mask in edges.items() if cell != START))


def facing(edges: Edges, cell: Cell) -> Iterator[Edges]:
    """The same tiles with every choice of moats towards an empty cell."""
    sides = sides_taken(frozenset(edges), cell)
    for chosen in product((False, True), repeat=len(sides)):
        changed = dict(edges)
        for side, moat in zip(sides, chosen, strict=True):
            changed[beyond(cell, side)] |= moat << (side + 2) % 4
        yield changed


def is_legal(edges: Edges) -> bool:
    """Whether tiles with such edges are a city by the definition."""
    return not violations(layout_of(edges))


def verdicts(others: Edges, cell: Cell) -> list[bool]:
    """For every choice of edges, whether a tile that has them makes a city of the others; outer edges are left out."""
    sides = sum((beyond(cell, side) in others) << side for side in range(4))
    legal = {inner: is_legal({**others, cell: inner}) for inner in {mask & sides for mask in MASKS}}
    return [legal[mask & sides] for mask in MASKS]


def judge(edges: Edges) -> Tally:
    """Compare the fast tests with the definition for every change to one city."""
    placements = swaps = removals = 0
    for cell in beside(frozenset(edges)):
        for changed in facing(edges, cell):
            city = City.of(layout_of(changed))
            for mask, legal in enumerate(verdicts(changed, cell)):
                assert city.fits(PARKS[mask], cell) == legal, (city, cell, mask)
                placements += 1
    city = City.of(layout_of(edges))
    for cell in city:
        rest = {other: mask for other, mask in edges.items() if other != cell}
        assert city.can_remove(cell) == is_legal(rest), (city, cell)
        removals += 1
        for mask, legal in enumerate(verdicts(rest, cell)):
            assert city.can_swap(cell, PARKS[mask]) == legal, (city, cell, mask)
            swaps += 1
    return Tally(1, placements, swaps, removals)


@pytest.fixture
def holes_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The holes depend on the cells alone, so that the definition need not look for them again for every moat."""
    monkeypatch.setattr(granada.board.building, "holes", lru_cache(maxsize=None)(holes))


@pytest.mark.usefixtures("holes_are_remembered")
@pytest.mark.parametrize(
    ("tiles", "chunk"),
    [
        pytest.param(tiles, chunk, marks=[pytest.mark.long] * (tiles + (chunk > 3) >= SHAPES_WITH_MOATS))
        for tiles in range(SHAPES_WITH_MOATS + 1)
        for chunk in range(CHUNKS)
    ],
)
def test_with_moats_the_fast_tests_equal_the_definition(
    tiles: int, chunk: int, record_property: Callable[[str, object], None]
) -> None:
    some = shapes(tiles)[chunk::CHUNKS]
    judged = [judge(edges) for shape in some for edges in patterns(shape)]
    total = Tally(*map(sum, zip(*judged, strict=True)))
    assert total == Tally(*map(sum, zip(*map(tally_of, some), strict=True)))
    for name, number in total._asdict().items():
        record_property(f"counted: {name} with moats", number)


def test_so_many_small_cities_with_moats_are_judged() -> None:
    every = [tally_of(shape) for tiles in range(SHAPES_WITH_MOATS + 1) for shape in shapes(tiles)]
    assert Tally(*map(sum, zip(*every, strict=True))) == Tally(2_582, 913_408, 196_096, 12_256)


@cache
def has_holes(shape: Shape) -> bool:
    return bool(holes(shape))


@cache
def hangs_together(shape: Shape) -> bool:
    return all_within_reach(dict.fromkeys(shape, 0))


@cache
def without_holes(tiles: int) -> list[Shape]:
    return [shape for shape in shapes(tiles) if not has_holes(shape)]


@pytest.mark.parametrize(
    ("tiles", "chunk"),
    [
        pytest.param(tiles, chunk, marks=[pytest.mark.long] * (tiles == SHAPES_WITHOUT_MOATS or chunk > 1))
        for tiles in range(SHAPES_WITHOUT_MOATS + 1)
        for chunk in range(8 if tiles > 5 else 1)
    ],
)
def test_without_moats_the_fast_tests_find_every_hole(
    tiles: int, chunk: int, record_property: Callable[[str, object], None]
) -> None:
    placements = closed = removals = 0
    for shape in without_holes(tiles)[chunk :: 8 if tiles > 5 else 1]:
        city = City.of(layout_of(dict.fromkeys(shape, 0)))
        for cell in beside(shape):
            hole = has_holes(shape | {cell})
            assert city.fits(PARKS[0], cell) == (not hole), (city, cell)
            placements += 1
            closed += hole
        for cell in city:
            rest = shape - {cell}
            legal = hangs_together(rest) and not has_holes(rest)
            assert city.can_remove(cell) == legal, (city, cell)
            removals += 1
    record_property("counted: cities without moats", len(without_holes(tiles)[chunk :: 8 if tiles > 5 else 1]))
    record_property("counted: placements without moats", placements)
    record_property("counted: placements without moats that make a hole", closed)
    record_property("counted: removals without moats", removals)


def test_so_many_small_cities_without_moats_are_judged() -> None:
    every = [shape for tiles in range(SHAPES_WITHOUT_MOATS + 1) for shape in without_holes(tiles)]
    assert len(every) == 28_474
    assert sum(len(beside(shape)) for shape in every) == 377_564
    assert sum(len(shape) - 1 for shape in every) == 190_064


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_outer_edges_elsewhere_do_not_matter(city: City, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(near(city)))
    face = data.draw(faces(city.start))
    changed = {}
    for cell in city:
        edges = city[cell].edges
        for side in range(4):
            other = beyond(cell, side)
            if not city.is_taken(other) and other != where and data.draw(st.booleans()):
                edges ^= 1 << side
        changed[cell] = Face(city[cell].building, city[cell].price, edges)
    same = City.of(changed, start=city.start)
    assert same.fits(face, where) == city.fits(face, where)
    assert same.can_remove(where) == city.can_remove(where)
    assert same.can_swap(where, face) == city.can_swap(where, face)


@given(layouts(), st.data())
def test_the_definition_never_looks_at_an_outer_edge(layout: Layout, data: st.DataObject) -> None:
    turned = dict(layout.rotations)
    changed = {}
    for cell, face in layout.by_cell.items():
        flipped = data.draw(st.integers(0, 15))
        outer = sum(1 << side for side in range(4) if beyond(cell, side) not in {START, *layout.by_cell})
        edges = rotated(layout.edges(cell) ^ flipped & outer, (360 - turned.get(cell, 0)) % 360)
        changed[cell] = Face(face.building, face.price, edges)
    same = Layout.of(changed, rotations=turned, start=layout.start, founding=layout.founding)
    assert violations(same) == violations(layout)
