"""One can walk from the start tile to every tile, from open side to open side.

The books draw an arena behind a moat (in the Alhambra a tower behind a wall): its sides match, but nobody gets there.
"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from granada import ALHAMBRA, GRANADA, Building, Cell, City, Face, Layout, Rule, violations
from granada.board.cells import START, beyond
from granada.strategies import cities, faces
from tests.rules.cities import BOTH, adding, edge_towards, near, rules_of
from tests.rules.marks import rule

pytestmark = rule("walkable")


@BOTH
def test_a_tile_must_be_reachable_on_foot(game: str) -> None:
    assert adding(game, "@ one/e", "last/w", (2, 0)) == {Rule.WALKABLE}
    assert adding(game, "@ one", "last", (2, 0)) == set()
    assert adding(game, "@", "last/w", (1, 0)) == {Rule.MOATS_MATCH, Rule.WALKABLE}


@BOTH
def test_a_way_round_will_do(game: str) -> None:
    assert adding(game, "two ring .\n@ one/e .", "last", (2, 1)) == set()
    assert adding(game, "two ring ring\n@ one/e .", "last/w", (2, 0)) == set()


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_a_new_tile_breaks_the_rule_exactly_if_it_has_no_open_side_towards_an_open_side(
    city: City, data: st.DataObject
) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if city.is_taken(cell):
            continue
        ways = [
            side
            for side in range(4)
            if city.is_taken(beyond(cell, side))
            and not face.edges >> side & 1
            and not edge_towards(city, beyond(cell, side), (side + 2) % 4)
        ]
        assert (Rule.WALKABLE in city.broken_by_adding(face, cell)) == (not ways)


def reached_on_foot(layout: Layout) -> set[Cell]:
    """The cells that one comes to from the start, step by step."""
    tiles = layout.by_cell
    reached, waiting = {START}, [START]
    while waiting:
        cell = waiting.pop()
        for side in range(4):
            near_by = beyond(cell, side)
            barred = cell != START and layout.edges(cell) >> side & 1
            barred = barred or (near_by in tiles and layout.edges(near_by) >> (side + 2) % 4 & 1)
            if near_by in tiles and near_by not in reached and not barred:
                reached.add(near_by)
                waiting.append(near_by)
    return reached


@given(cities(games=(GRANADA, ALHAMBRA), max_tiles=20).filter(len), st.data())
def test_who_takes_a_tile_away_cuts_off_exactly_what_one_cannot_walk_to_without_it(
    city: City, data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(list(city)))
    rest = Layout.of({cell: city[cell] for cell in city if cell != gone}, start=city.start)
    cut_off = set(rest.by_cell) - reached_on_foot(rest)
    told = {cell for each in violations(rest) if each.rule is Rule.WALKABLE for cell in each.cells}
    assert told == cut_off
    assert (Rule.WALKABLE in city.broken_by_removing(gone)) == bool(cut_off)
    assert (Rule.WALKABLE in rules_of(rest)) == bool(cut_off)


def round_a_moat(*, closed: bool) -> City:
    """Eight tiles in a circle round one that is open to the west only: so that nobody has to cross any of them."""
    cells = {(0, 1): "", (0, 2): "", (1, 2): "s", (2, 2): "", (2, 1): "w", (2, 0): "", (1, 0): "n", (1, 1): "nes"}
    if not closed:
        del cells[2, 2]
    return City.of({Cell(*cell): Face(Building.PARK, 2 + n, edges) for n, (cell, edges) in enumerate(cells.items())})


@pytest.mark.parametrize("closed", [True, False])
def test_in_a_circle_round_a_moat_nobody_has_to_cross_a_tile(closed: bool) -> None:
    city = round_a_moat(closed=closed)
    for cell in city:
        rest = {each: city[each] for each in city if each != cell}
        assert city.can_remove(cell) == (not violations(Layout.of(rest)))
    assert city.can_remove(Cell(2, 2) if closed else Cell(2, 1))
    assert city.can_remove(Cell(0, 2)) is closed
