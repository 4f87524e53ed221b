"""The compiled kernel and the rules play the same games."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given, settings, strategies as st

import granada
import granada.fast
from granada import ALHAMBRA, COMBINED, GRANADA, Cell, City, Face, Family, State
from granada.fast import plain
from granada.rulebook import READINGS
from granada.strategies import cities, states
from tests.refusing import refused

if TYPE_CHECKING:
    from granada import Game


kernel = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
ENGINES = [pytest.param(plain, id="rules"), pytest.param(granada.fast, id="kernel", marks=kernel)]
"""Both engines; where there is no kernel, the rules alone."""


def test_the_kernel_knows_every_reading() -> None:
    from granada.fast.translating import RULINGS

    assert {*RULINGS, "dirk_may_win"} == set(READINGS)  # who has won is a question for the end


def law(**options: Any) -> Any:
    from tests.kernels.law import Law

    return Law(**options)


# The same games


@kernel
@pytest.mark.parametrize("first", [pytest.param(first, marks=[pytest.mark.long] * (first > 1)) for first in range(12)])
def test_whole_games_of_any_table_are_the_same(first: int) -> None:
    judge = law(every=40, finishing=0.2)
    for seed in range(2 * first, 2 * first + 2):
        judge.game(seed)


@kernel
@given(states(), st.integers(0, 1 << 32))
@settings(max_examples=30)
def test_a_position_from_any_moment_goes_on_in_the_same_way(state: State, seed: int) -> None:
    fast, slow = granada.fast.Position(state, Random(seed)), plain.Position(state, Random(seed))
    for turn in range(12):
        assert fast.state() == slow.state()
        assert fast.actions() == slow.actions()
        assert (fast.actor, fast.over, fast.points, fast.count()) == (slow.actor, slow.over, slow.points, slow.count())
        if slow.over:
            break
        number = (seed >> turn) % slow.count()
        fast.apply(number)
        slow.apply(slow.actions()[number])
    assert fast.generator().getstate() == slow.generator().getstate()


@kernel
@pytest.mark.parametrize("policy", ["random", "builder"])
@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA, pytest.param(COMBINED, marks=pytest.mark.long)])
def test_playouts_are_the_same_whoever_plays_and_with_however_many_threads(game: Game, policy: str) -> None:
    state = granada.new_game(3, game)
    number = 2 if (game, policy) == (GRANADA, "random") else 1
    expected = plain.playouts(state, number, Random(7), policy=policy)
    for threads in (1, 2, 5):
        rng = Random(7)
        assert granada.fast.playouts(state, number, rng, policy=policy, threads=threads) == expected
        other = Random(7)
        for _ in range(number):
            other.randrange(1 << 64)
        assert rng.getstate() == other.getstate()


@kernel
def test_a_playout_is_the_game_of_its_seed() -> None:
    state = granada.new_game(4, ALHAMBRA, modules=["vizier", "exchange", "huts", "bonus"])
    games = granada.fast.playouts(state, 20, Random(3), threads=2)
    rng = Random(3)
    for points in games:
        assert granada.fast.Position(state, Random(rng.randrange(1 << 64))).finish() == points


# Cities


@kernel
@given(cities(), st.data())
def test_a_city_is_judged_alike(city: City, data: st.DataObject) -> None:
    from granada.fast import _kernel

    face = data.draw(st.sampled_from([Face.parse(text) for text in FACES]))
    box = _kernel.Box([], sorted({*FACES, *map(str, city.faces)}))
    number = {text: place for place, text in enumerate(box.faces)}
    tiles = [(cell.x, cell.y, number[str(city[cell])]) for cell in city]
    there = _kernel.City(box, city.start.value, tiles, city.founding)
    if face.family is city.start or city.start is Family.ALHAMBRA:
        assert [Cell(*cell) for cell in there.sites(number[str(face)])] == list(city.sites(face))
        swaps = [cell for cell in city if there.can_swap(cell.x, cell.y, number[str(face)])]
        assert swaps == [cell for cell in city if city.can_swap(cell, face)]
    assert [Cell(*cell) for cell in there.removable()] == list(city.removable)
    for family in Family:
        assert [(Cell(x, y), side) for x, y, side in there.longest(family.value)] == list(city.longest(family))
    assert there.border() == city.border_length


FACES = ("arena6/n", "park6", "school8/ne", "market12/esw", "garden10", "tower9/nw", "chambers9/ns", "pavilion2/s")


@kernel
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_street_may_be_as_long_as_the_tiles_allow(dx: int, dy: int) -> None:
    """Also by all that lies in two boxes; nothing is written where nothing was reserved."""
    park = Face.parse("park6")
    street = City.of({Cell(n * dx, n * dy): park for n in range(1, 133)})
    state = granada.deal(granada.new_game(3), Random(1))
    setup = attrs.evolve(state.setup, tiles=None)
    one = attrs.evolve(state.players[state.mover or 0], city=street, reserve=(park,) * 30)
    players = [one if seat == state.mover else player for seat, player in enumerate(state.players)]
    there = attrs.evolve(state, setup=setup, players=tuple(players))
    fast, slow = granada.fast.Position(there, Random(2)), plain.Position(there, Random(2))
    for turn in range(40):
        assert fast.count() == slow.count()
        number = (turn * 7919) % slow.count()
        fast.apply(number)
        slow.apply(number)
    assert fast.state() == slow.state()


# What is refused


@pytest.mark.parametrize("engine", ENGINES)
def test_a_number_out_of_range_is_an_index_error(engine: Any) -> None:
    position = engine.Position(granada.new_game(3), Random(1))
    before = position.state()
    for number in (-1, position.count(), 1 << 40, -(1 << 40), 1 << 200):
        with pytest.raises(IndexError):
            position.apply(number)
    assert position.state() == before


@pytest.mark.parametrize("engine", ENGINES)
def test_an_illegal_action_names_its_rules(engine: Any) -> None:
    position = engine.Position(granada.new_game(3), Random(1))
    before = position.state()
    for text in ("stop", "decline", "remove 0,0", "take", "add park6 at 0,1", "draw b1", "store arena13/nesw"):
        action = granada.Action.parse(text)
        with pytest.raises(granada.IllegalAction) as refused:
            position.apply(action)
        assert refused.value.rules == tuple(granada.broken(before, action))
    assert position.state() == before


@pytest.mark.parametrize("engine", ENGINES)
def test_wrong_types_are_type_errors(engine: Any) -> None:
    state: Any = granada.new_game(3)
    position = engine.Position(state, Random(1))
    for wrong in ("take b1", None, 1.5, [0]):
        refused(
            TypeError,
            partial(position.apply, wrong),
            partial(engine.Position, wrong, Random(1)),
            partial(engine.Position, state, wrong),
            partial(engine.playouts, state, wrong, Random(1)),
            partial(engine.playouts, state, 1, Random(1), threads=wrong),
        )
    refused(
        granada.InvalidState,
        lambda: engine.playouts(state, 1, Random(1), policy="wise"),
        lambda: engine.playouts(state, 1, Random(1), threads=0),
        lambda: engine.playouts(state, -1, Random(1)),
    )


@kernel
def test_a_state_that_is_no_position_is_refused() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    for flawed in (
        attrs.evolve(state, display=granada.Purse.parse("b1 b1 b1"), discard=granada.Purse.parse("b1 b1")),
        attrs.evolve(state, players=state.players[:2]),
        attrs.evolve(state, yard=state.yard[:3]),
        attrs.evolve(state, todo=(granada.steps.Act(5), *state.todo[1:])),
        attrs.evolve(state, todo=(granada.steps.Award(9), *state.todo[1:])),
        granada.observe(state, 0).table,
    ):
        refused(granada.InvalidState, partial(granada.fast.Position, flawed, Random(1)))


@pytest.mark.parametrize("policy", ["random", "builder"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_without_an_end_is_refused(engine: Any, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("granada.fast.likeness.MOST_DECISIONS", 200)
    state, no_cards = granada.deal(granada.new_game(3), Random(1)), granada.Purse()
    poor = tuple(attrs.evolve(player, hand=no_cards) for player in state.players)
    state = attrs.evolve(state, players=poor, deck=granada.Deck(), display=no_cards, discard=no_cards)
    refused(
        granada.InvalidState,
        lambda: engine.Position(state, Random(1)).finish(policy),
        lambda: engine.playouts(state, 2, Random(1), policy=policy, threads=2),
    )


@kernel
def test_cards_that_only_a_view_can_have_are_refused() -> None:
    state = granada.deal(granada.new_game(3, ALHAMBRA, modules=["bonus"]), Random(1))
    bonus = state.extra(granada.modules.BONUS)
    unknown: Any = ((None,), (), ())
    for wrong in (
        attrs.evolve(bonus, left=(None,)),
        attrs.evolve(bonus, hidden=unknown),
        attrs.evolve(bonus, shown=unknown),
    ):
        refused(granada.InvalidState, partial(granada.fast.Position, attrs.evolve(state, extras=(wrong,)), Random(1)))


# Generators


@pytest.mark.parametrize("engine", ENGINES)
def test_a_position_leaves_the_generator_alone_and_gives_its_own_back(engine: Any) -> None:
    rng = Random(5)
    rng.gauss(0, 1)
    before = rng.getstate()
    position = engine.Position(granada.new_game(3), rng)
    assert rng.getstate() == before
    granada.deal(granada.new_game(3), rng)
    assert position.generator().getstate() == rng.getstate()
    twin = position.copy()
    assert twin.finish() == position.finish()
    assert twin.generator().getstate() == position.generator().getstate()


class Counting(Random):
    """A generator of another kind, which counts how often it draws."""

    drawn = 0

    def randrange(self, *args: Any, **options: Any) -> int:
        self.drawn += 1
        return super().randrange(*args, **options)


@pytest.mark.parametrize("engine", ENGINES)
def test_another_kind_of_generator_seeds_one(engine: Any) -> None:
    rng = Counting(5)
    position = engine.Position(granada.new_game(3), rng)
    assert rng.drawn == 1
    same = engine.Position(granada.new_game(3), Random(Random(5).randrange(1 << 64)))
    assert position.state() == same.state()
    assert len(engine.playouts(granada.new_game(3), 2, SystemRandom())) == 2


@kernel
def test_a_kernel_with_other_names_is_refused() -> None:
    from granada.fast.translating import in_kernel_order

    assert in_kernel_order("steps", ("award", "act"), {"act": 1, "award": 2}) == (2, 1)
    with pytest.raises(RuntimeError, match=r"its steps lack \['award'\] and have \['draw'\]"):
        in_kernel_order("steps", ("act", "draw"), {"act": 1, "award": 2})


def test_a_kernel_of_another_make_is_no_reason_to_play_slowly() -> None:
    code = "import sys, types; sys.modules['granada.fast._kernel'] = types.ModuleType('old'); import granada.fast"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the compiled kernel does not match; build it again: its steps lack ['act', 'award'," in done.stderr
