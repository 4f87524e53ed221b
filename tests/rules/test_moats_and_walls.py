"""The longest moat or wall, the outline of a city, and the border between the families."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given

from granada import ALHAMBRA, COMBINED, GRANADA, Cell, City, Face, Family
from granada.board.cells import START, beyond
from granada.strategies import cities
from tests.rules.cities import BOTH, words
from tests.rules.marks import rule

pytestmark = rule("longest-moat", "inner-moats-count-nothing", "longest-wall")


def test_an_eight_edge_wall_round_an_alhambra() -> None:
    city = City.of(
        {
            Cell(1, 0): Face.parse("garden6/n"),
            Cell(2, 0): Face.parse("garden7/ne"),
            Cell(2, -1): Face.parse("garden8/es"),
            Cell(1, -1): Face.parse("garden9/s"),
            Cell(0, -1): Face.parse("garden10/sw"),
            Cell(-1, 0): Face.parse("tower7"),
            Cell(-1, 1): Face.parse("tower8/ne"),
            Cell(0, 1): Face.parse("tower9/w"),
        }
    )
    assert len(city.longest()) == 8


@BOTH
@pytest.mark.parametrize(
    ("rows", "length"),
    [
        ("@", 0),
        ("@ one/n two/ne", 3),
        ("@ one/nes", 3),
        (". . two/w\n@ one/n ring", 2),
        (". . two/new\n@ one/n ring/e", 5),
        ("ring/nw one/n two/ne\nring/w @ two/e\nlast/sw last/s last/es", 12),
        ("ring/nw one/n two/ne\nring/w @ two/e\nlast/sw last/s last/e", 11),
        ("@ one/ne ring/nw\n. two ring", 2),
        ("one/nw @ two/nes", 3),
        ("@ one/n ring two/n", 1),
        ("one/n @ two/n", 1),
    ],
)
def test_the_longest_moat_of_small_cities(game: str, rows: str, length: int) -> None:
    assert len(City.parse(words(game, rows), Family(game)).longest()) == length


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
        if city[cell].edges >> side & 1 and not city.is_taken(beyond(cell, side))
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
    outer = {(cell, side) for cell in (START, *city) for side in range(4) if not city.is_taken(beyond(cell, side))}
    assert {(cell, side) for cell, side, _ in loop} == outer
    assert len(loop) == len(outer)
    masks = {START: 0, **{cell: face.edges for cell, face in city.layout.tiles}}
    assert all(barred == bool(masks[cell] >> side & 1) for cell, side, barred in loop)
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
    assert city.border_length == len(border)
    assert len(stretches(border)) == bool(border)
    meetings: dict[Corner, int] = defaultdict(int)
    for cell, side in border:
        assert city[cell].edges >> side & 1
        for corner in corners(cell, side):
            meetings[corner] += 1
    assert all(number <= 2 for number in meetings.values())
