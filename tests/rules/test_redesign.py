"""Redesigning: what may be removed, swapped and added, whatever the city was before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, strategies as st

from granada import ALHAMBRA, COMBINED, GRANADA, Building, Cell, City, Face, Family, Layout, Rule, violations
from granada.strategies import cities, faces
from tests.rules.cities import MASKS, kinds, near, with_tile
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import Table, broken

if TYPE_CHECKING:
    from granada import Game

pytestmark = rule(
    "add-from-the-reserve", "remove-to-the-reserve", "swap-in-place", "redesigned-city-stays-legal", "start-tile-stays"
)


def test_the_start_tile_and_what_others_need_to_walk_across_stay(table: Table) -> None:
    state = table(cities=("@ park6 library8",), reserves=(("arena4",),))
    assert broken(state, "remove 0,0") == {Rule.START_TILE_STAYS}
    assert broken(state, "swap 0,0 for arena4") == {Rule.START_TILE_STAYS}
    assert broken(state, "remove 1,0") == {Rule.WALKABLE, Rule.EDGE_CONTACT}
    assert broken(state, "remove 5,5") == {Rule.TILE_IS_THERE}
    assert not broken(state, "remove 2,0")
    assert not broken(state, "swap 1,0 for arena4")
    assert broken(state, "add arena4 at 1,0") == {Rule.CELL_IS_FREE}


@given(cities(), st.integers(0, 14))
def test_a_tile_fits_exactly_where_the_city_stays_legal(city: City, edges: int) -> None:
    for family in kinds(city):
        face = Face(Building.PARK if family is Family.GRANADA else Building.TOWER, 9, edges)
        fitting = []
        for cell in near(city):
            legal = not city.is_taken(cell) and not violations(with_tile(city, cell, face))
            assert city.fits(face, cell) == legal
            if legal:
                fitting.append(cell)
                assert city.broken_by_adding(face, cell) == ()
                assert city.added(face, cell) == City.of(with_tile(city, cell, face))
            elif not city.is_taken(cell):
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
        city.border_length,
        city.notation,
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


@laws_of("redesigning")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
