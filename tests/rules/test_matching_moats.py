"""A side with a moat or wall meets one with a moat or wall, a side without one meets a side without.

The books draw a tile with an open side beside one that has a moat there; the start tile counts as one without moats.
"""

from __future__ import annotations

from hypothesis import given, strategies as st

from granada import ALHAMBRA, COMBINED, GRANADA, City, Rule, violations
from granada.board.cells import beyond
from granada.strategies import cities, faces
from tests.rules.cities import BOTH, adding, edge_towards, near, with_tile
from tests.rules.marks import rule

pytestmark = rule("moats-match")


@BOTH
def test_a_side_with_a_moat_may_not_meet_one_without(game: str) -> None:
    assert adding(game, "two .\n@ one/n", "last", (1, 1)) == {Rule.MOATS_MATCH}
    assert adding(game, "two .\n@ one/n", "last/s", (1, 1)) == set()


@BOTH
def test_a_side_without_a_moat_may_not_meet_one_that_has_it(game: str) -> None:
    assert adding(game, "two .\n@ one", "last/s", (1, 1)) == {Rule.MOATS_MATCH}
    assert adding(game, "two .\n@ one", "last", (1, 1)) == set()


@BOTH
def test_the_start_tile_counts_as_a_tile_without_moats(game: str) -> None:
    assert Rule.MOATS_MATCH in adding(game, "@", "last/w", (1, 0))
    assert adding(game, "@", "last/nes", (1, 0)) == set()


@given(cities(games=(GRANADA, ALHAMBRA)), st.data())
def test_the_rule_is_broken_once_for_each_side_that_does_not_match(city: City, data: st.DataObject) -> None:
    face = data.draw(faces(city.start))
    for cell in near(city):
        if city.is_taken(cell):
            continue
        sides = [side for side in range(4) if city.is_taken(beyond(cell, side))]
        theirs = {side: edge_towards(city, beyond(cell, side), (side + 2) % 4) for side in sides}
        wrong = [side for side in sides if (face.edges >> side & 1) != theirs[side]]
        broken = city.broken_by_adding(face, cell)
        assert (Rule.MOATS_MATCH in broken) == bool(wrong)
        found = [each for each in violations(with_tile(city, cell, face)) if each.rule is Rule.MOATS_MATCH]
        assert len(found) == len(wrong)


@given(cities(games=(GRANADA, ALHAMBRA, COMBINED)))
def test_in_a_city_any_two_sides_that_meet_are_alike_unless_the_families_differ(city: City) -> None:
    for cell in city:
        for side in range(4):
            near_by = beyond(cell, side)
            if city.is_taken(near_by) and (near_by == (0, 0) or city[near_by].family is city[cell].family):
                across = city[cell].family is not city.start and near_by == (0, 0)
                alike = (city[cell].edges >> side & 1) == edge_towards(city, near_by, (side + 2) % 4)
                assert alike or across
