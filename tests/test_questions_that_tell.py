"""Questions that tell: for each kind of mistake that a question once missed, an engine that makes it and now fails."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

import granada
from granada.causes.causes import causes_of
from granada.checking.fuzz import fuzz, fuzzed
from granada.checking.report import Report
from granada.examining.examiner import meet
from granada.fuzzing.random_scores import MEASURING
from granada.game import GAMES, Setup
from granada.questions.kinds import MoatQuestion
from granada.questions.parts import UNCHANGED, summary
from granada.questions.position_kinds import ApplyQuestion
from granada.questions.protocol import answer
from granada.questions.reading import read_question
from granada.spec.cases import answered
from granada.steps import Act
from tests.test_causes import checked, of, right
from tests.test_foreign_mistakes import broken, refilling, refusing_to_add, reported, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.test_causes import Lie, Reply

BESIDE = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
"""The sides of a tile, each with the way to the neighbour there."""
ACROSS = {"n": "s", "e": "w", "s": "n", "w": "e"}

# What cases ask


@pytest.mark.parametrize("way", ["west", "east", "south", "north", "inside", "a nook"])
def test_a_tile_that_cannot_be_added_in_some_way_is_found(way: str) -> None:
    report = checked(refusing_to_add(way), of("place"))
    assert report.failed
    assert {cause.rule for cause in report.causes} == {"add-from-the-reserve"}, told(report)


def test_who_draws_without_being_told_is_asked_about_several_winners() -> None:
    engine = refilling()

    def reply(question: Reply) -> Reply:
        said = engine(question)
        if question["kind"] == "apply" and len(said.get("then", {}).get("winners") or ()) > 1:
            said["then"]["winners"] = said["then"]["winners"][:1]
        return said

    report = reported(reply)
    assert report.failed
    assert {cause.rule for cause in report.causes} <= {"most-points-win", "dirk-wins-nothing"}, told(report)


# What random questions find


def asked_at_random(lie: Lie, *kinds: str, number: int) -> Report:
    """The report on an engine that plays the Alhambra and is asked random questions alone."""

    def engine(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {**answer(question), "games": ["alhambra"], "modules": [], "kinds": list(kinds)}
        return lie(question["kind"], question["given"])

    return fuzz(engine, number)


@pytest.mark.long
@pytest.mark.parametrize("side", BESIDE)
def test_an_outermost_neighbour_that_is_not_compared_is_found(side: str) -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """The neighbour on a side is not compared where no tile of the city lies further out."""
        if not given["do"].startswith("place") or broken(kind, given) != {"moats-match"}:
            return right(kind, given)
        face, cell = given["do"].removeprefix("place ").split(" at ")
        x, y = (int(number) + step for number, step in zip(cell.split(","), BESIDE[side], strict=True))
        right_hand, up = BESIDE[side]
        cells = [tuple(map(int, near.split(","))) for near in ("0,0", *given["city"])]
        if any((column - x) * right_hand + (row - y) * up > 0 for column, row in cells):
            return right(kind, given)
        matched, near = {**given, "city": dict(given["city"])}, f"{x},{y}"
        tile, _, others = matched["city"].get(near, "").partition("/")
        walled = side in face.partition("/")[2]
        edges = "".join(each for each in "nesw" if (walled if each == ACROSS[side] else each in others))
        matched["city"][near] = f"{tile}/{edges}".rstrip("/")
        return {"legal": tile != "" and "moats-match" not in broken(kind, matched)}

    report = asked_at_random(lie, "place", number=160)
    assert [cause.rule for cause in report.causes] == ["moats-match"], told(report)


def corners(x: int, y: int, side: int) -> tuple[tuple[int, int], ...]:
    """The ends of an edge."""
    south_west, south_east, north_west, north_east = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    return ((north_west, north_east), (south_east, north_east), (south_west, south_east), (south_west, north_west))[
        side
    ]


def longest_with(asked: MoatQuestion, more: set[tuple[int, int, int]]) -> int:
    """The longest moat if some edges inside were counted like those outside: how many edges hang together."""
    outside = {(*cell, side) for loop in asked.city.outline(asked.family) for cell, side, barred in loop if barred}
    left, longest = outside | more, 0
    while left:
        joined, ends = {left.pop()}, set[tuple[int, int]]()
        while near := {edge for edge in left if not ends.isdisjoint(corners(*edge))} | (joined if not ends else set()):
            left -= near
            joined |= near
            ends |= {corner for edge in near for corner in corners(*edge)}
        longest = max(longest, len(joined))
    return longest


def inner_sides(asked: MoatQuestion, x: int, y: int) -> set[int]:
    """The sides of a tile on which it has a moat towards another tile."""
    face = asked.city[granada.Cell(x, y)]
    beyond = ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
    return {side for side, near in enumerate(beyond) if face.barred(side) and near in asked.city}


INSIDE = [set(sides) for number in (2, 3) for sides in combinations(range(4), number)]
"""Every two and three sides of a tile."""


@pytest.mark.parametrize(
    "inside",
    [pytest.param(sides, marks=[pytest.mark.long] * bool(place % 4)) for place, sides in enumerate(INSIDE)],
)
@pytest.mark.parametrize(
    "game", ["granada", *(pytest.param(game, marks=pytest.mark.long) for game in ("alhambra", "combined"))]
)
def test_a_moat_or_wall_inside_that_is_counted_makes_another_length_on_whatever_sides(
    inside: set[int], game: str
) -> None:
    name = (
        f"it would go on inside, {' and '.join(('north', 'east', 'south', 'west')[side] for side in sorted(inside))} of"
    )
    (stratum,) = [each for each in MEASURING if each.name.startswith(name)]
    drawn = (stratum.draw(Random(seed), Setup(GAMES[game], 3)) for seed in range(120))
    cases = [case for asked in drawn if asked and (case := answered(asked, "drawn")) and stratum.holds(case)]
    counted = [{side} for side in inside] + [set(pair) for pair in combinations(inside, 2)]
    for wrongly in counted:
        for case in cases:
            asked = case.asked
            assert isinstance(asked, MoatQuestion)
            assert longest_with(asked, set()) == case.expect["result"]
            tiles = [cell for cell in asked.city if inner_sides(asked, *cell) == inside]
            if any(longest_with(asked, {(*cell, side) for side in wrongly}) > case.expect["result"] for cell in tiles):
                break
        else:
            pytest.fail(f"nothing tells that {wrongly} of {inside} are counted")


def test_who_cannot_measure_walls_is_asked_about_cities_without() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        walls = any("/" in face for city in given["cities"] for face in city.values())
        return {"skip": "no walls"} if walls else right(kind, given)

    report = asked_at_random(lie, "score", number=30)
    assert report.count("passed") == 30
    assert report.headline.startswith("all 30 answers are right; 0 to cases of the suite, 30 to random questions")


def test_other_questions_are_asked_in_place_of_those_that_are_skipped() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        return {"skip": "too many"} if len(given["do"].split()) > 3 else right(kind, given)

    report = asked_at_random(lie, "take", number=20)
    assert report.count("passed") == 20
    assert report.count("skipped") > 0


# What is refused


def keeping(spoilt: Callable[[granada.State, str], granada.State]) -> Callable[[Reply], Reply]:
    """An engine that tells what is there after a refusal, where it may have spoilt something."""

    def reply(question: Reply) -> Reply:
        said = answer(question)
        if question["kind"] != "apply" or said["legal"]:
            return said
        asked = read_question(question)
        assert isinstance(asked, ApplyQuestion)
        after = spoilt(asked.course.before, str(asked.deeds[-1]))
        return {**said, "then": {name: summary(after)[name] for name in asked.ask}}

    return reply


def refused(engine: Callable[[Reply], Reply]) -> Report:
    """The report on what an engine says to illegal actions."""
    examiner = meet(engine)
    results = tuple(examiner.ask(case) for case in of("apply") if not case.expect["legal"])
    return Report(results, explained=causes_of(examiner, results))


def test_who_tells_after_a_refusal_that_nothing_has_changed_is_right() -> None:
    report = refused(keeping(lambda state, _: state))
    assert report.ok
    assert report.count("passed") > 50


def test_whatever_is_refused_is_asked_what_is_there_afterwards() -> None:
    drawn = fuzzed(meet(answer), 30, 0, of("apply"))
    some = [*of("apply"), *(result.case for result in drawn)]
    illegal = [case for case in some if not case.expect["legal"]]
    assert any(case.id.startswith("fuzz/") for case in illegal)
    assert {case.asked.given["ask"] == list(UNCHANGED) for case in illegal} == {True}


def test_a_refusal_that_costs_the_turn_is_told_as_that() -> None:
    def moved_on(state: granada.State, text: str) -> granada.State:
        """Whoever may not add a tile has had a turn."""
        if not text.startswith("add") or not isinstance(state.todo[0], Act):
            return state
        return evolve(state, todo=(evolve(state.todo[0], seat=(state.todo[0].seat + 1) % 3), *state.todo[1:]))

    report = refused(keeping(moved_on))
    assert report.failed
    assert [cause.rule for cause in report.causes] == ["add-from-the-reserve"], told(report)
    assert report.causes[0].sentence.startswith("add: it is refused, but these facts change: actor")


def test_a_tile_that_is_lost_where_it_may_not_be_added_is_told_as_that() -> None:
    def lost(state: granada.State, text: str) -> granada.State:
        """The tile leaves the reserve before it is tested whether it fits."""
        verb, face, *_ = [*text.split(), ""]
        if verb != "add" or state.actor is None:
            return state
        player = state.players[state.actor]
        left = evolve(player, reserve=tuple(each for each in player.reserve if str(each) != face))
        return evolve(state, players=tuple(left if each is player else each for each in state.players))

    report = refused(keeping(lost))
    assert report.failed
    assert [cause.rule for cause in report.causes] == ["add-from-the-reserve"], told(report)
    assert report.causes[0].sentence.startswith("add: it is refused, but these facts change: reserves")
