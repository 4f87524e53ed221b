"""No empty area may be closed in by tiles, however large it is, and a corner is no way out.

The books draw seven tiles round a cell and a hospital (in the Alhambra arcades) that would close the ring.
"""

from __future__ import annotations

from hypothesis import given, strategies as st

from granada import Cell, City, Layout, Rule, violations
from granada.board.cells import START, STEPS
from granada.strategies import cities, faces
from tests.rules.cities import BOTH, adding, near
from tests.rules.marks import rule
from tests.rules.tables import Table, after, broken

pytestmark = rule("no-holes")


@BOTH
def test_a_tile_may_not_enclose_an_empty_area(game: str) -> None:
    bay = "ring ring ring\n. . ring\n@ one two"
    assert adding(game, bay, "last", (0, 1)) == {Rule.NO_HOLES}
    assert adding(game, bay, "last", (1, 1)) == set()


@BOTH
def test_a_hole_may_be_larger_than_one_cell_or_open_at_a_corner(game: str) -> None:
    assert adding(game, "ring ring ring ring\n. . . ring\n@ one two ring", "last", (0, 1)) == {Rule.NO_HOLES}
    assert adding(game, "ring . .\nring . ring\n@ one two", "last", (1, 2)) == {Rule.NO_HOLES}
    assert adding(game, "ring . .\nring . .\n@ one .", "last", (2, 0)) == set()
    assert adding(game, "ring ring ring\nring . .\nring @ .", "last", (1, 1)) == {Rule.NO_HOLES}


def test_placing_in_the_right_order_avoids_a_hole(table: Table) -> None:
    city = "school4 hostel4 park4\n. . library5\n@ park6 library8"
    state = table(hands=("b2 g2", "", ""), cities=(city,), yard=("arena2|park3", "market2|hostel3"))
    bought = after(state, "buy 1 with b2", "buy 2 with g2", "stop")
    assert broken(bought, "place arena2 at 0,1") == {Rule.NO_HOLES}
    assert not broken(after(bought, "place market2 at 1,1"), "place arena2 at 0,1")


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


@given(cities(max_tiles=24), st.data())
def test_a_new_tile_breaks_the_rule_exactly_if_it_closes_in_an_empty_area(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    taken = {START, *city}
    for cell in near(city):
        if not city.is_taken(cell):
            assert (Rule.NO_HOLES in city.broken_by_adding(face, cell)) == bool(enclosed({*taken, cell}))


@given(cities(max_tiles=24).filter(lambda city: set(city) - {city.founding}), st.data())
def test_who_takes_a_tile_away_leaves_a_hole_exactly_if_its_cell_is_closed_in(city: City, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from([cell for cell in city if cell != city.founding]))  # which stays
    closed = enclosed({START, *city} - {gone})
    rest = Layout.of({cell: city[cell] for cell in city if cell != gone}, start=city.start, founding=city.founding)
    told = {cell for each in violations(rest) if each.rule is Rule.NO_HOLES for cell in each.cells}
    assert told == closed
    assert closed <= {gone}
