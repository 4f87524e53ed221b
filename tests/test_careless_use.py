"""What a careless user hands in: generators of any make, odd cells, seats and values, tables of views."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada.fast import plain

if TYPE_CHECKING:
    from collections.abc import Callable


class LikeNumPy:
    """A generator with ``integers`` alone, of which NumPy's gives no number of 64 bits."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def integers(self, low: int) -> int:
        assert low < 1 << 63
        return self.rng.randrange(low)


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


ENGINES: list[Any] = [granada.fast, plain]


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
def test_a_generator_like_numpys_serves_wherever_one_is_taken(engine: Any) -> None:
    state = granada.deal(granada.new_game(2), LikeNumPy(1))
    assert state == granada.deal(granada.new_game(2), LikeNumPy(1))
    bots = [granada.BuilderBot(LikeNumPy(seat)) for seat in range(2)]
    assert granada.play(bots, rng=LikeNumPy(2)).points
    assert engine.Position(state, LikeNumPy(3)).finish() == engine.Position(state, LikeNumPy(3)).finish()
    assert engine.playouts(state, 3, LikeNumPy(4)) == engine.playouts(state, 3, LikeNumPy(4))
    assert granada.observe(state, 0).sample(LikeNumPy(5)).over is False


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda engine, rng: engine.playouts(granada.new_game(2), 1, rng),
        lambda engine, rng: engine.Position(granada.new_game(2), rng),
    ],
    ids=["playouts", "Position"],
)
def test_a_generator_that_gives_no_number_is_refused(engine: Any, ask: Callable[[Any, Any], object]) -> None:
    for gives in (None, "7", 0.5):
        with pytest.raises(TypeError, match="what a generator gives is a whole number"):
            ask(engine, Nonsense(gives))
    for gives in (-1, 1 << 64):
        with pytest.raises(granada.InvalidState, match="numbers below the one it is asked for"):
            ask(engine, Nonsense(gives))


@pytest.mark.parametrize("engine", ENGINES, ids=["fast", "plain"])
def test_playouts_ask_for_seeds_as_they_go_and_can_be_broken_off(engine: Any) -> None:
    over = granada.play([granada.RandomBot(Random(1))] * 2, rng=Random(1))
    *_, end = granada.replay(over)
    with pytest.raises(TiredError):
        engine.playouts(end, 1 << 62, Tired(1))


def test_a_name_that_no_file_can_have_is_no_set_of_tiles() -> None:
    with pytest.raises(granada.InvalidState, match="no file has a name such as"):
        granada.TileSet.load("a\0b")


def test_the_table_of_a_view_is_played_by_nobody() -> None:
    table = granada.observe(granada.deal(granada.new_game(3), Random(1)), 0).table
    for engine in ENGINES:
        with pytest.raises(granada.InvalidState, match="this is the table of a view"):
            engine.Position(table, Random(1))
        with pytest.raises(granada.InvalidState, match="this is the table of a view"):
            engine.playouts(table, 1, Random(1))


def test_a_careless_cell_is_refused_and_spoils_nothing_for_others() -> None:
    face = granada.Face.parse("park7")
    city = granada.City.of({}, start=granada.Family.GRANADA)
    for careless in ((1.0, 0), (0, 1.0), ("1", 0), (1,)):
        with pytest.raises(TypeError):
            city.fits(face, careless)  # type: ignore[arg-type]  # what is tested
        with pytest.raises(TypeError):
            city.added(face, careless)  # type: ignore[arg-type]  # as above
    assert list(map(str, city.added(face, granada.Cell(1, 0)).sites(face))) == [
        "-1,0",
        "0,-1",
        "0,1",
        "1,-1",
        "1,1",
        "2,0",
    ]


@pytest.mark.parametrize(
    "data", [{5: 1}, {"kind": "state", 1: 2}, [{1: 2}], {"kind": b"state"}, [float("nan")], {1, 2}]
)
def test_values_that_json_cannot_hold_are_refused_in_our_words(data: object) -> None:
    with pytest.raises((granada.InvalidState, granada.BadNotation)):
        granada.from_data(data)


def test_a_seat_that_is_none_is_refused_and_one_that_waits_is_told_whose_turn_it_is() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    action, actor = granada.legal_actions(state)[0], state.actor or 0
    assert granada.apply(state, action, actor) == granada.apply(state, action)
    with pytest.raises(granada.IllegalAction, match=f"it is for seat {actor + 1} to act") as refused:
        granada.apply(state, action, (actor + 1) % 3)
    assert refused.value.rules == (granada.Rule.ACT_ON_YOUR_TURN,)
    with pytest.raises(granada.IllegalAction, match="a draw is due"):
        granada.apply(granada.new_game(3), action, 0)
    with pytest.raises(granada.InvalidState, match="a seat is 0 to 2, not 3"):
        granada.apply(state, action, 3)
    with pytest.raises(TypeError, match="a seat is a whole number"):
        granada.apply(state, action, "0")  # type: ignore[arg-type]  # what is tested
