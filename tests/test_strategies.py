"""The strategies for hypothesis: games of every kind, and the least game for each of many questions."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, find, given, seed, settings, strategies as st
from hypothesis.internal.conjecture import providers

import granada
from granada import (
    ALHAMBRA,
    COMBINED,
    Buy,
    Cell,
    City,
    Face,
    Flip,
    Give,
    InvalidState,
    Place,
    Reveal,
    Round,
    Rule,
    Swap,
)
from granada.board.cells import START
from granada.steps import Act, PlaceTiles
from granada.strategies import cities, lines, modules, openings, record_of, records, small_box, state_after, states
from granada.strategies.games import MOST, NUMBERS, chance, decision
from granada.wire.validity import flaws_of
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import Action, Record, State
    from granada.strategies import Line

PAGE = Path(__file__).parent.parent / "docs" / "strategies.md"
NAMES = {**{name: getattr(granada, name) for name in granada.__all__}, "small_box": small_box}
"""What somebody who pastes a game has imported."""
SHRINKING = settings(max_examples=1000, phases=(Phase.generate, Phase.shrink))


# What is drawn


@given(lines(boxes=(0, 5, 12)))
def test_a_line_of_play_is_shown_as_what_can_be_pasted(line: Line) -> None:
    assert eval(f"state_after({line!r})", {**NAMES, "state_after": state_after}) == line.state
    assert state_after(line) == line.state


@given(lines())
@settings(max_examples=7)
def test_a_record_of_a_line_leads_to_its_state(line: Line) -> None:
    record = record_of(line)
    assert eval(f"record_of({line!r})", {**NAMES, "record_of": record_of}) == record
    *_, last = granada.replay(record)
    assert last == line.state


@given(states(at="a decision"), states(at="a draw"), states(at="the end", boxes=(6,)))
@settings(max_examples=7)
def test_a_state_lies_at_the_moment_that_was_asked_for(decided: State, drawn: State, ended: State) -> None:
    assert decided.actor is not None
    assert drawn.actor is None
    assert not drawn.over
    assert ended.over


@given(records())
@settings(max_examples=3)
def test_a_record_holds_a_whole_game(record: Record) -> None:
    *_, last = granada.replay(record)
    assert last.over
    assert record.points == last.points
    assert record.winners == granada.winners(last)


@given(states(boxes=(4, 9), modules=()))
def test_a_game_with_a_small_box_is_a_game(state: State) -> None:
    assert not list(flaws_of(state))
    assert granada.from_json(granada.to_json(state)) == state


@given(openings(), st.integers(1, 60))
def test_a_small_box_has_as_many_tiles_as_it_was_given_and_no_record(opening: State, tiles: int) -> None:
    small = small_box(opening, tiles)
    assert {len(bag) for bag in small.bags} == {min(tiles, 54)}
    assert all(set(some) <= set(bag) for some, bag in zip(small.bags, opening.bags, strict=True))
    with pytest.raises(InvalidState):
        record_of(small)


@given(states(at="a decision"), NUMBERS)
def test_every_legal_action_is_chosen_by_some_number_and_no_other(state: State, number: int) -> None:
    legal = granada.legal_actions(state)
    assert {decision(state, each) for each in range(2, 16 * len(legal) + 2)} == set(legal)
    assert 16 * len(legal) < MOST
    assert decision(state, number + 2) in legal


@given(states(at="a draw"), NUMBERS)
def test_every_draw_is_chosen_by_some_number_and_no_other(state: State, number: int) -> None:
    possible = {draw for draw, _ in granada.outcomes(state)}
    assert {chance(state, each)[0] for each in range(128)} == possible
    assert chance(state, number)[0] in possible


def test_a_moment_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidState):
        states(at="noon")  # type: ignore[arg-type]  # a mistake


@pytest.mark.parametrize("wanted", [("vizir",), ("vizier", "hut"), "vizier", [[]]])
def test_a_module_that_there_is_not_is_refused(wanted: Any) -> None:
    with pytest.raises(InvalidState, match="there is no module"):
        modules(granada.GRANADA, 3, wanted)


def test_a_box_without_tiles_is_refused() -> None:
    opening = granada.new_game(2)
    refused(InvalidState, lambda: small_box(opening, 0), lambda: small_box(opening, -3))
    not_whole: list[Any] = [1.5, True]
    refused(TypeError, *(partial(small_box, opening, each) for each in not_whole))


@pytest.mark.long
def test_most_games_go_far_enough_to_tell_something() -> None:
    """Counted with three fixed seeds: how many of a hundred games go far is a matter of chance."""
    found: list[State] = []
    for number in range(3):

        @seed(number)
        @settings(max_examples=100)
        @given(states())
        def gather(state: State) -> None:
            found.append(state)

        gather()
    assert sum(any(len(player.city) for player in state.players) for state in found) >= 75
    assert sum(any(state.points) for state in found) >= 24
    assert sum(state.actor is not None for state in found) >= 60
    assert {state.setup.game.name for state in found} == {"granada", "alhambra", "combined"}
    assert {state.setup.players for state in found} == {2, 3, 4, 5, 6}
    assert {module.name for state in found for module in state.setup.modules} == {"vizier", "exchange", "huts", "bonus"}


# The least games


def does(*kinds: type[Action]) -> Callable[[Line], bool]:
    """Whether somebody does such a thing."""
    return lambda line: any(isinstance(action, kinds) for _, action in line.steps)


def has_a_city_of(size: int) -> Callable[[Line], bool]:
    """Whether some city has so many tiles."""
    return lambda line: any(len(player.city) >= size for player in line.state.players)


def has_a_reserve_of(size: int) -> Callable[[Line], bool]:
    """Whether so many tiles lie in some reserve."""
    return lambda line: any(len(player.reserve) >= size for player in line.state.players)


def waits_for(kind: type[Act | PlaceTiles], holds: Callable[[Any], bool]) -> Callable[[Line], bool]:
    """Whether such a step is on top of the agenda."""
    return lambda line: bool(line.state.todo) and isinstance(top := line.state.todo[0], kind) and holds(top)


def has_a_tie(line: Line) -> bool:
    """Whether two would share the points of a place, if A came now."""
    rows = granada.score(line.state, Round.A).rows
    return any(len(row.standings) > 1 and row.standings[0].points == row.standings[1].points > 0 for row in rows)


def has_dirk_level_with_the_first(line: Line) -> bool:
    """Whether Dirk would get as many points as the best of the others, if A came now."""
    scoring = granada.score(line.state, Round.A)
    return 0 < scoring.dirk == max(scoring.points)


def gives_a_flipped_tile(line: Line) -> bool:
    """Whether a tile is turned over and then given to Dirk."""
    steps = pairwise(action for _, action in line.steps)
    return any(isinstance(earlier, Flip) and isinstance(later, Give) for earlier, later in steps)


def could_close_a_hole(city: City) -> bool:
    """Whether a tile would enclose an empty area."""
    near = [Cell(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    free = [cell for cell in near if cell not in city and cell != START]
    return any(Rule.NO_HOLES in city.broken_by_adding(Face.parse("park6"), cell) for cell in free)


GRANADA_FOR_THREE = {"games": (granada.GRANADA,), "players": (3,), "modules": (), "moves": 45}
BESIDE_DIRK = {**GRANADA_FOR_THREE, "players": (2,)}
ALHAMBRA_FOR_THREE = {**GRANADA_FOR_THREE, "games": (ALHAMBRA,)}
FIVE_TILES = {**GRANADA_FOR_THREE, "boxes": (5,)}
QUESTIONS: dict[str, tuple[dict[str, Any], Callable[[Line], bool], int]] = {
    "a city with a tile": (GRANADA_FOR_THREE, has_a_city_of(1), 19),
    "a city with two tiles": (GRANADA_FOR_THREE, has_a_city_of(2), 26),
    "a further action after an exact payment": (GRANADA_FOR_THREE, waits_for(Act, lambda top: bool(top.bought)), 18),
    "a tile in a reserve": (GRANADA_FOR_THREE, has_a_reserve_of(1), 19),
    "a full reserve": ({**GRANADA_FOR_THREE, "moves": 80}, has_a_reserve_of(3), 42),
    "a tile turned over": (GRANADA_FOR_THREE, does(Flip), 19),
    "a flipped tile given to Dirk": (BESIDE_DIRK, gives_a_flipped_tile, 23),
    "a tile of a city swapped": ({**GRANADA_FOR_THREE, "moves": 80}, does(Swap), 33),
    "a purchase by the vizier": (
        {**GRANADA_FOR_THREE, "modules": ("vizier",)},
        lambda line: bool(line.state.extras) and not all(line.state.extra(granada.modules.VIZIER)),
        20,
    ),
    "a bonus card shown": ({**ALHAMBRA_FOR_THREE, "modules": ("bonus",), "moves": 80}, does(Reveal), 41),
    "a hut in a city": (
        {**ALHAMBRA_FOR_THREE, "modules": ("huts",)},
        lambda line: any(isinstance(action, Place) and action.face.is_hut for _, action in line.steps),
        26,
    ),
    "a bureau used": (
        {**GRANADA_FOR_THREE, "modules": ("exchange",), "moves": 150},
        lambda line: any(isinstance(action, Buy) and bool(action.cards.bureaus) for _, action in line.steps),
        95,
    ),
    "a tie": (ALHAMBRA_FOR_THREE, has_a_tie, 24),
    "Dirk tied with the leading player": (BESIDE_DIRK, has_dirk_level_with_the_first, 28),
    "a founding tile": (
        {**GRANADA_FOR_THREE, "games": (COMBINED,)},
        lambda line: any(each.city.founding is not None for each in line.state.players),
        25,
    ),
    "an empty bag": (FIVE_TILES, lambda line: line.state.mover is not None and not any(line.state.bags), 20),
    "an award": (FIVE_TILES, waits_for(PlaceTiles, lambda top: not top.tiles[0].bought), 22),
    "a game that is over": (FIVE_TILES, lambda line: line.state.over, 25),
    "points from a scoring": (
        {**GRANADA_FOR_THREE, "moves": 120},
        lambda line: any(line.state.points) and not line.state.over,
        59,
    ),
}
"""What may be in a game, at which table, how one sees it, and how many moves the least game has that is found."""
ROUGH = (
    "a city with two tiles",
    *("a further action after an exact payment", "a full reserve", "a tile of a city swapped", "a bonus card shown"),
    *("a hut in a city", "a bureau used", "a tie", "Dirk tied with the leading player", "a game that is over"),
    "points from a scoring",
)
"""Where the least game depends on the one that hypothesis finds first: a bound."""
QUICK = ("a city with a tile",)
"""What is asked in every run; the others take some seconds each."""


@pytest.fixture
def no_numbers_of_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw no number because some module has it: else what is found depends on those that the tests before loaded."""
    if not hasattr(providers, "_get_local_constants"):
        yield
        return
    monkeypatch.setattr(providers, "_get_local_constants", type(providers._local_constants))
    providers.CONSTANTS_CACHE.cache.clear()
    yield
    providers.CONSTANTS_CACHE.cache.clear()


@pytest.mark.usefixtures("no_numbers_of_modules")
@pytest.mark.in_turn
@pytest.mark.parametrize(
    "question", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in QUESTIONS]
)
def test_the_least_game_for_a_question_is_as_short_as_the_page_says(question: str) -> None:
    table, holds, size = QUESTIONS[question]
    for number in range(5):  # who begins with a long game may come to no short one
        line = find(lines(**table), holds, settings=SHRINKING, random=Random(number))
        if len(line.steps) <= size:
            break
    assert len(line.steps) <= size if question in ROUGH else len(line.steps) == size, repr(line)


@pytest.mark.long
def test_the_least_city_in_which_a_hole_could_be_closed_has_six_tiles_at_most() -> None:
    assert len(find(cities(), could_close_a_hole, settings=SHRINKING)) <= 6


def test_the_page_has_the_questions_and_their_sizes() -> None:
    rows = re.findall(r"^\| (.+?) \| (at most )?(\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {(question, bool(rough), int(size)) for question, rough, size in rows} == {
        *((question, question in ROUGH, size) for question, (_, _, size) in QUESTIONS.items()),
        ("a hole that could be closed", True, 6),
    }
