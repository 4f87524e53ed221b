"""The building rules: the fast tests of a city against their plain definition, over everything small and beyond.

A change to a city is judged by what lies round one cell.
So every shape of a few tiles is tried, with every pattern of moats between its tiles that can be walked,
and with every moat that can lie round the cell in question; that other outer edges do not matter is a law of its own,
and so is that the definition never looks at an outer edge.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada.board.building
from granada import ALHAMBRA, COMBINED, GRANADA, Building, Cell, City, Face, Family, Layout, Rule, Violation, violations
from granada.board.building import holes
from granada.board.cells import START, STEPS, beyond
from granada.board.layout import rotated
from granada.strategies import cities, faces, layouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import Game

MASKS = range(16)
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
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("tiles", range(SHAPES_WITH_MOATS + 1))
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
    [(tiles, chunk) for tiles in range(SHAPES_WITHOUT_MOATS + 1) for chunk in range(8 if tiles > 5 else 1)],
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


# Beyond what is small: cities of every game


def near(city: City) -> list[Cell]:
    xs, ys = zip(*(START, *city), strict=True)
    return [Cell(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]


def with_tile(city: City, cell: Cell, face: Face) -> Layout:
    """A city with one more tile or another one, as a layout; the first of a second family founds it."""
    founding = city.founding
    if founding is None and face.family is not city.start:
        founding = cell
    tiles = {other: city[other] for other in city} | {cell: face}
    return Layout.of(tiles, start=city.start, founding=founding)


def kinds(city: City) -> list[Family]:
    return [city.start, *([Family.GRANADA] if city.start is Family.ALHAMBRA else [])]


@given(cities(), st.integers(0, 14))
def test_a_tile_fits_exactly_where_the_city_stays_legal(city: City, edges: int) -> None:
    for family in kinds(city):
        face = Face(Building.PARK if family is Family.GRANADA else Building.TOWER, 9, edges)
        fitting = []
        for cell in near(city):
            legal = cell not in city and not violations(with_tile(city, cell, face))
            assert city.fits(face, cell) == legal
            if legal:
                fitting.append(cell)
                assert city.broken_by_adding(face, cell) == ()
                assert city.added(face, cell) == City.of(with_tile(city, cell, face))
            elif cell not in city:
                broken = {violation.rule for violation in violations(with_tile(city, cell, face))}
                assert set(city.broken_by_adding(face, cell)) == broken != set()
        assert list(city.sites(face)) == sorted(fitting, key=str)


@given(cities(max_tiles=20))
def test_a_tile_can_be_removed_exactly_when_the_city_stays_legal(city: City) -> None:
    for cell in city:
        tiles = {other: city[other] for other in city if other != cell}
        if cell == city.founding:
            assert not city.can_remove(cell)
            continue
        layout = Layout.of(tiles, start=city.start, founding=city.founding)
        assert city.can_remove(cell) == (not violations(layout))
        assert set(city.broken_by_removing(cell)) == {violation.rule for violation in violations(layout)}
        if city.can_remove(cell):
            assert city.removed(cell) == City.of(layout)
            assert city.removed(cell).added(city[cell], cell) == city
    assert list(city.removable) == sorted((cell for cell in city if city.can_remove(cell)), key=str)


@given(cities(max_tiles=20), st.data())
def test_a_tile_can_be_swapped_exactly_when_the_city_stays_legal(city: City, data: st.DataObject) -> None:
    face = data.draw(st.one_of([faces(family) for family in kinds(city)]))
    for cell in city:
        if cell == city.founding:
            assert not city.can_swap(cell, face)
            continue
        layout = with_tile(city, cell, face)
        assert city.can_swap(cell, face) == (not violations(layout))
        if city.can_swap(cell, face):
            assert city.broken_by_swapping(cell, face) == ()
            assert city.swapped(cell, face) == City.of(layout)
            assert city.swapped(cell, face).sites(face) == City.of(layout).sites(face)
        else:
            assert city.broken_by_swapping(cell, face)


@given(cities(games=(COMBINED,), max_tiles=16), faces())
def test_tiles_of_different_families_are_never_swapped(city: City, face: Face) -> None:
    assert not any(city.can_swap(cell, face) for cell in city if city[cell].family is not face.family)


@given(cities(max_tiles=30), st.lists(faces(), max_size=6))
def test_a_city_lists_what_may_be_swapped_by_notation(city: City, some: list[Face]) -> None:
    by_notation = sorted(city, key=str)
    assert city.swaps(some) == tuple((cell, face) for cell in by_notation for face in some if city.can_swap(cell, face))


def test_a_full_city_takes_no_more() -> None:
    street = City.of({Cell(x, 0): Face(Building.PARK, 2) for x in range(1, 201)})
    assert street.sites(Face.parse("park8")) == ()


def answers(city: City) -> tuple[object, ...]:
    """All that can be asked of a city."""
    words = {Family.GRANADA: Building.PARK, Family.ALHAMBRA: Building.TOWER}
    every = [Face(words[family], 9, edges) for family in kinds(city) for edges in MASKS]
    return (
        [city.sites(face) for face in every],
        [[city.can_swap(cell, face) for cell in city] for face in every],
        city.removable,
        [city.longest(family) for family in kinds(city)],
        city.border,
        city.cells,
    )


@given(st.sampled_from((GRANADA, ALHAMBRA, COMBINED)), st.integers(0, 30), st.data())
def test_a_city_changed_step_by_step_answers_like_one_laid_out_at_once(
    game: Game, steps: int, data: st.DataObject
) -> None:
    city = City.of({}, start=game.start)
    some = st.one_of([faces(family) for family in game.lanes])
    change = st.tuples(st.sampled_from(("add", "add", "add", "remove", "swap")), some, st.integers(0, 50))
    for _ in range(steps):
        does, face, choice = data.draw(change)
        swaps = [cell for cell in city if city.can_swap(cell, face)]
        if does == "add" and (sites := city.sites(face)):
            city = city.added(face, sites[choice % len(sites)])
        elif does == "remove" and city.removable:
            city = city.removed(city.removable[choice % len(city.removable)])
        elif does == "swap" and swaps:
            city = city.swapped(swaps[choice % len(swaps)], face)
        fresh = City.of(city.layout)
        assert city == fresh
        assert answers(city) == answers(fresh)


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_outer_edges_elsewhere_do_not_matter(city: City, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(near(city)))
    face = data.draw(faces(city.start))
    changed = {}
    for cell in city:
        edges = city[cell].edges
        for side in range(4):
            other = beyond(cell, side)
            if other not in city and other != where and data.draw(st.booleans()):
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


# Moving and mirroring


def mirrored(edges: int) -> int:
    """The edges of a tile seen in a mirror: east and west change places."""
    return edges & 0b0101 | (edges >> 1 & 1) << 3 | (edges >> 3 & 1) << 1


def mirror(cell: Cell) -> Cell:
    return Cell(-cell.x, cell.y)


def quarter(cell: Cell) -> Cell:
    return Cell(cell.y, -cell.x)


def moved(layout: Layout, move: Callable[[Cell], Cell], turn: Callable[[int], int]) -> Layout:
    """A layout with every tile on another cell, and its edges turned as they lie."""
    turned = dict(layout.rotations)
    tiles = {
        move(cell): Face(
            face.building, face.price, rotated(turn(layout.edges(cell)), (360 - turned.get(cell, 0)) % 360)
        )
        for cell, face in layout.tiles
    }
    rotations = {move(cell): rotation for cell, rotation in layout.rotations}
    founding = None if layout.founding is None else move(layout.founding)
    return Layout.of(tiles, rotations=rotations, start=layout.start, founding=founding)


MOVES = {
    "mirrored": (mirror, mirrored),
    "turned": (quarter, lambda edges: rotated(edges, 90)),
}


def told(found: tuple[Violation, ...], move: Callable[[Cell], Cell]) -> list[tuple[Rule, frozenset[Cell]]]:
    return sorted(
        ((violation.rule, frozenset(map(move, violation.cells))) for violation in found),
        key=lambda each: (each[0].value, sorted(each[1])),
    )


@pytest.mark.parametrize("how", MOVES)
@given(layout=layouts())
def test_moving_a_layout_changes_no_verdict(how: str, layout: Layout) -> None:
    move, turn = MOVES[how]
    other = moved(layout, move, turn)
    assert told(violations(layout), move) == told(violations(other), lambda cell: cell)


@pytest.mark.parametrize("how", MOVES)
@given(city=cities())
def test_moving_a_city_changes_no_length_and_no_verdict(how: str, city: City) -> None:
    move, turn = MOVES[how]
    other = City.of(moved(city.layout, move, turn))
    for family in kinds(city):
        assert len(other.longest(family)) == len(city.longest(family))
    assert other.border == city.border
    assert set(other.removable) == {move(cell) for cell in city.removable}
    for edges in MASKS:
        face = Face(Building.PARK if city.start is Family.GRANADA else Building.TOWER, 9, edges)
        there = Face(face.building, 9, turn(edges))
        assert set(other.sites(there)) == {move(cell) for cell in city.sites(face)}


# Outlines, moats and walls


Corner = tuple[int, int]


def corners(cell: Cell, side: int) -> tuple[Corner, Corner]:
    """The two corners of an edge; a cell has its own corner in the south-west."""
    x, y = cell
    return (((x, y + 1), (x + 1, y + 1)), ((x + 1, y), (x + 1, y + 1)), ((x, y), (x + 1, y)), ((x, y), (x, y + 1)))[
        side
    ]


def stretches(edges: list[tuple[Cell, int]]) -> list[int]:
    """The sizes of the sets of edges that hang together by their corners."""
    at: dict[Corner, list[int]] = defaultdict(list)
    for number, (cell, side) in enumerate(edges):
        for corner in corners(cell, side):
            at[corner].append(number)
    sizes, left = [], set(range(len(edges)))
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            size += 1
            for corner in corners(*edges[waiting.pop()]):
                for other in at[corner]:
                    if other in left:
                        left.remove(other)
                        waiting.append(other)
        sizes.append(size)
    return sizes


def outer_moats(city: City) -> list[tuple[Cell, int]]:
    return [
        (cell, side)
        for cell in city
        for side in range(4)
        if city[cell].edges >> side & 1 and beyond(cell, side) not in city
    ]


@given(cities(games=(GRANADA, ALHAMBRA), max_tiles=20))
def test_the_longest_moat_is_the_largest_set_of_outer_moats_joined_by_corners(city: City) -> None:
    longest = city.longest()
    assert len(longest) == max(stretches(outer_moats(city)), default=0)
    assert set(longest) <= set(outer_moats(city))
    assert len(set(longest)) == len(longest)


@given(cities(games=(GRANADA, ALHAMBRA), max_tiles=20))
def test_the_outline_of_a_legal_city_is_one_loop_through_every_outer_edge(city: City) -> None:
    (loop,) = city.outline()
    outer = {(cell, side) for cell in (START, *city) for side in range(4) if beyond(cell, side) not in city}
    assert {(cell, side) for cell, side, _ in loop} == outer
    assert len(loop) == len(outer)
    meetings: dict[Corner, int] = defaultdict(int)
    for cell, side, _ in loop:
        for corner in corners(cell, side):
            meetings[corner] += 1
    assert set(meetings.values()) == {2}


@given(cities(games=(COMBINED,), max_tiles=24))
def test_in_a_combined_city_the_border_of_wall_and_moat_is_one_stretch(city: City) -> None:
    border = [
        (cell, side)
        for cell in city
        for side in range(4)
        if city[cell].family is Family.GRANADA
        and (
            beyond(cell, side) == START
            or (beyond(cell, side) in city and city[beyond(cell, side)].family is Family.ALHAMBRA)
        )
    ]
    assert city.border == len(border)
    assert len(stretches(border)) == bool(border)
    meetings: dict[Corner, int] = defaultdict(int)
    for cell, side in border:
        assert city[cell].edges >> side & 1
        for corner in corners(cell, side):
            meetings[corner] += 1
    assert all(number <= 2 for number in meetings.values())


# What breaks which rule, generalised from the pictures in the rulebooks


def rules_of(layout: Layout) -> set[Rule]:
    return {violation.rule for violation in violations(layout)}


@given(cities(), st.data())
def test_a_rotated_tile_always_breaks_the_orientation(city: City, data: st.DataObject) -> None:
    if len(city):
        cell = data.draw(st.sampled_from(list(city)))
        turn = data.draw(st.sampled_from((90, 180, 270)))
        layout = Layout.of(city.layout.tiles, rotations={cell: turn}, start=city.start, founding=city.founding)
        assert Violation(Rule.SAME_ORIENTATION, (cell,)) in violations(layout)
        if city[cell].edges in (0, 15):
            assert rules_of(layout) == {Rule.SAME_ORIENTATION}


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_a_moat_against_an_open_edge_always_breaks_moats_match(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if cell in city:
            continue
        sides = [side for side in range(4) if beyond(cell, side) in city]
        theirs = {side: edge_towards(city, beyond(cell, side), (side + 2) % 4) for side in sides}
        wrong = [side for side in sides if (face.edges >> side & 1) != theirs[side]]
        broken = city.broken_by_adding(face, cell)
        assert (Rule.MOATS_MATCH in broken) == bool(wrong)
        found = [each for each in violations(with_tile(city, cell, face)) if each.rule is Rule.MOATS_MATCH]
        assert len(found) == len(wrong)


def edge_towards(city: City, cell: Cell, side: int) -> int:
    return 0 if cell == START else city[cell].edges >> side & 1


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_a_tile_that_nobody_can_walk_to_always_breaks_walkable(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if cell in city:
            continue
        ways = [
            side
            for side in range(4)
            if beyond(cell, side) in city
            and not face.edges >> side & 1
            and not edge_towards(city, beyond(cell, side), (side + 2) % 4)
        ]
        assert (Rule.WALKABLE in city.broken_by_adding(face, cell)) == (not ways)


@given(cities(), st.data())
def test_a_tile_that_touches_no_edge_always_breaks_edge_contact(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if cell not in city:
            lonely = not any(beyond(cell, side) in city for side in range(4))
            assert (Rule.EDGE_CONTACT in city.broken_by_adding(face, cell)) == lonely


@given(cities(max_tiles=24), st.data())
def test_a_tile_that_closes_in_an_empty_area_always_breaks_no_holes(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    taken = {START, *city}
    for cell in near(city):
        if cell not in city:
            broken = city.broken_by_adding(face, cell)
            assert (Rule.NO_HOLES in broken) == bool(enclosed({*taken, cell}))


def enclosed(taken: set[Cell]) -> set[Cell]:
    """The empty cells from which no way, side by side, leads out."""
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    frame = {Cell(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}
    outside, waiting = set[Cell](), [Cell(min(xs) - 1, min(ys) - 1)]
    while waiting:
        cell = waiting.pop()
        if cell in frame and cell not in taken and cell not in outside:
            outside.add(cell)
            waiting += [Cell(cell.x + dx, cell.y + dy) for dx, dy in STEPS]
    return frame - taken - outside
