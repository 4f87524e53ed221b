"""Generators that a caller hands in: those of any make are welcome, and what gives no number is refused."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada
from granada import Purse
from granada.fast import plain
from tests.refusing import refused
from tests.test_wrong_values import Whole

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINES = [pytest.param(granada.fast, id="fast"), pytest.param(plain, id="plain")]


class Integers:
    """A generator of another make, such as NumPy has: it gives its own kind of numbers, and none of 64 bits."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def integers(self, low: int) -> Any:
        assert low < 1 << 63
        return Whole(self.rng.randrange(low))


class Nonsense:
    """A generator that gives always the same, whatever it is asked."""

    def __init__(self, gives: object) -> None:
        self.gives = gives

    def randrange(self, _: int) -> Any:
        return self.gives


class TiredError(Exception):
    """Somebody has had enough."""


class Tired(Random):
    """A generator that breaks off after some numbers."""

    left = 1_500

    def randrange(self, *args: Any, **more: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise TiredError
        return super().randrange(*args, **more)


def test_generators_of_any_make_are_welcome() -> None:
    state = granada.deal(granada.new_game(3), Integers(7))
    assert state == granada.deal(granada.new_game(3), Random(7))
    assert granada.observe(state, 0).sample(Integers(5)) == granada.observe(state, 0).sample(Random(5))
    other, own = ([granada.RandomBot(make(seed)) for seed in range(3)] for make in (Integers, Random))
    assert granada.play(other, rng=Integers(1)) == granada.play(own, rng=Random(1))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_generator_like_numpys_serves_wherever_one_is_taken(engine: Any) -> None:
    state = granada.deal(granada.new_game(2), Integers(1))
    assert state == granada.deal(granada.new_game(2), Integers(1))
    bots = [granada.BuilderBot(Integers(seat)) for seat in range(2)]
    assert granada.play(bots, rng=Integers(2)).points
    assert engine.Position(state, Integers(3)).finish() == engine.Position(state, Integers(3)).finish()
    assert engine.playouts(state, 3, Integers(4)) == engine.playouts(state, 3, Integers(4))
    assert granada.observe(state, 0).sample(Integers(5)).over is False


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "ask",
    [
        lambda engine, rng: engine.playouts(granada.new_game(2), 1, rng),
        lambda engine, rng: engine.Position(granada.new_game(2), rng),
    ],
    ids=["playouts", "Position"],
)
def test_a_generator_that_gives_no_number_is_refused(engine: Any, ask: Callable[[Any, Any], object]) -> None:
    refused(TypeError, *(partial(ask, engine, Nonsense(gives)) for gives in (None, "7", 0.5)))
    refused(granada.InvalidState, *(partial(ask, engine, Nonsense(gives)) for gives in (-1, 1 << 64)))


@pytest.mark.parametrize("engine", ENGINES)
def test_playouts_ask_for_seeds_as_they_go_and_can_be_broken_off(engine: Any) -> None:
    over = granada.play([granada.RandomBot(Random(1))] * 2, rng=Random(1))
    *_, end = granada.replay(over)
    with pytest.raises(TiredError):
        engine.playouts(end, 1 << 62, Tired(1))


@pytest.mark.parametrize("engine", ENGINES)
def test_playouts_play_before_they_have_asked_for_all_seeds(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game has no end, which is seen before the generator is tired."""
    monkeypatch.setattr("granada.fast.likeness.MOST_DECISIONS", 200)
    state, no_cards = granada.deal(granada.new_game(3), Random(1)), Purse()
    poor = tuple(attrs.evolve(player, hand=no_cards) for player in state.players)
    state = attrs.evolve(state, players=poor, deck=granada.Deck(), display=no_cards, discard=no_cards)
    with pytest.raises(granada.InvalidState):
        engine.playouts(state, 1 << 62, Tired(1))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_table_of_a_view_is_played_by_nobody(engine: Any) -> None:
    table = granada.observe(granada.deal(granada.new_game(3), Random(1)), 0).table
    refused(
        granada.InvalidState, lambda: engine.Position(table, Random(1)), lambda: engine.playouts(table, 1, Random(1))
    )
