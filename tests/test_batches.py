"""Batches of games: the same as single positions, whatever the number of threads, told in the same numbers."""

from __future__ import annotations

import multiprocessing
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from attrs import evolve

import granada
import granada.fast
from granada import InvalidState
from granada.fast import batches, plain, plain_games
from granada.fast.batches import Arrays, Batch
from granada.learning import Encoding, End, standing
from tests.kernels.law import table
from tests.refusing import refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

ARRAYS = ("observation", "mask", "features", "counts", "actors", "gains", "ends", "points", "standing")
kernel = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
GAMES = [pytest.param(plain_games.Games, id="rules"), pytest.param(None, id="kernel", marks=kernel)]
"""Who plays the games of a batch."""


@pytest.fixture(params=GAMES)
def games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both engines, one after the other; whether it is the kernel."""
    if request.param is not None:
        monkeypatch.setattr(batches, "Games", request.param)
    return request.param is None


def places(batch: Batch, rng: Random) -> NDArray[np.int32]:
    """A random action for each game."""
    return np.array([rng.randrange(count) for count in batch.counts.tolist()], np.int32)


def same(one: Batch, other: Batch) -> None:
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def told(batch: Batch, game: int, position: Any, encoding: Encoding) -> None:
    """What a batch says of a game is what the definition says of the position."""
    state = position.state()
    legal = granada.legal_actions(state)
    view = granada.observe(state, state.actor, recall=encoding.recall)
    assert batch.actors[game] == state.actor
    assert batch.counts[game] == len(legal)
    assert np.array_equal(batch.observation[game], encoding.observe(view))
    assert np.array_equal(batch.mask[game], np.arange(batch.width) < len(legal))
    assert batch.features is not None
    kept = min(len(legal), batch.width)
    assert np.array_equal(batch.features[game, :kept], encoding.features(state, legal)[:kept])
    assert not batch.features[game, kept:].any()


@pytest.mark.parametrize("seed", range(6))
def test_a_batch_plays_the_games_of_single_positions(seed: int, games: bool) -> None:
    rng = Random(seed)
    start = granada.new_game(**table(rng))
    recall, number = seed % 2 == 1, 4 if games else 2
    batch = Batch(start, number, seed, recall=recall, width=300, decisions=70)
    encoding = Encoding(start, recall)
    seeds = Random(seed)
    singles = [plain.Position(start, Random(seeds.randrange(1 << 64))) for _ in range(number)]
    made = [0] * number
    for step in range(120 if games else 25):
        chosen = places(batch, rng)
        before = [single.points for single in singles]
        batch.step(chosen)
        for game in range(number):
            single = singles[game]
            single.apply(int(chosen[game]))
            made[game] += 1
            end = End.OVER if single.over else End.CUT_OFF if made[game] == 70 else End.GOES_ON
            assert batch.ends[game] == end
            assert batch.points[game].tolist() == list(single.points)
            assert batch.gains[game].tolist() == [
                now - then for now, then in zip(single.points, before[game], strict=True)
            ]
            assert tuple(batch.standing[game]) == (standing(single.points) if end else (0,) * len(single.points))
            if end:
                single = singles[game] = plain.Position(start, single.generator())
                made[game] = 0
            if step % 12 == 0 or end:
                told(batch, game, single, encoding)
    for game, single in enumerate(singles):
        assert batch.position(game).state() == single.state()
        assert batch.position(game).generator().getstate() == single.generator().getstate()


@kernel
@pytest.mark.parametrize("players", [2, 4])
def test_threads_change_nothing(players: int) -> None:
    rng = Random(players)
    start = granada.new_game(players, "combined", modules=["vizier", "exchange", "huts", "bonus"])
    one, two, five = (Batch(start, 37, 3, threads, decisions=200) for threads in (1, 2, 5))
    for _ in range(450):
        chosen = places(one, rng)
        for batch in (one, two, five):
            batch.step(chosen)
    same(one, two)
    same(one, five)


def test_games_end_and_begin_anew(games: bool) -> None:
    rng = Random(1)
    batch = Batch(granada.new_game(2), 2, 5, decisions=15)
    ends = []
    for _ in range(35):
        batch.step(places(batch, rng))
        ends.append(batch.ends.tolist())
    assert [step for step, each in enumerate(ends) if each[0]] == [14, 29]
    assert {end for each in ends for end in each} == {End.GOES_ON, End.CUT_OFF}
    if games:
        batch = Batch(granada.new_game(2), 1, 5)
        gained = np.zeros(2, int)
        while not batch.ends[0]:
            batch.step(places(batch, rng))
            gained += batch.gains[0]
        assert batch.ends[0] == End.OVER
        assert gained.tolist() == batch.points[0].tolist()
        assert gained.sum() > 50
        assert sorted(batch.standing[0].tolist()) in ([1, 1], [1, 2])
        batch.step(places(batch, rng))
        assert not batch.standing.any()


def test_without_features_the_rest_is_the_same(games: bool) -> None:
    rng = Random(3)
    rich, lean = (Batch(granada.new_game(3), 3, 8, features=features) for features in (True, False))
    assert lean.features is None
    for _ in range(200 if games else 10):
        chosen = places(rich, rng)
        rich.step(chosen)
        lean.step(chosen)
        for name in ARRAYS:
            if name != "features":
                assert np.array_equal(getattr(rich, name), getattr(lean, name)), name


def test_buffers_are_used_again(games: bool) -> None:
    batch = Batch(granada.new_game(3), 2, 8)
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    before = batch.observation.copy()
    batch.step([0, 0])
    assert all(getattr(batch, name) is arrays[name] for name in ARRAYS)
    assert all(np.shares_memory(np.from_dlpack(each), each) for each in arrays.values())  # others take them uncopied
    assert not np.array_equal(before, batch.observation)
    kept = batch.observation
    del batch, arrays
    assert kept[0, 0] == 1  # memory outlives the batch
    assert games in (True, False)


@pytest.mark.usefixtures("games")
def test_a_wrong_place_is_refused_and_nothing_is_done() -> None:
    batch = Batch(granada.new_game(3), 3, 8)
    before = [batch.position(game) for game in range(3)]
    for wrong in (-1, int(batch.counts[2]), 1 << 40):
        refused(IndexError, partial(batch.step, [0, 0, wrong]))
    careless: tuple[Any, ...] = ([0, 0], [0.0, 0.0, 0.0], [[0], [0], [0]], None, [True, True, True])
    refused(TypeError, *(partial(batch.step, each) for each in careless))
    assert [batch.position(game) for game in range(3)] == before
    batch.counts[:] = 10_000  # what somebody writes there is not believed
    refused(IndexError, lambda: batch.step([9999, 0, 0]), lambda: batch.position(3))


@pytest.mark.usefixtures("games")
def test_careless_batches_are_refused() -> None:
    start: Any = granada.new_game(3)
    refused(
        InvalidState,
        lambda: Batch(start, 0, 1, width=9, decisions=9),
        lambda: Batch(start, 2, 1, width=0, decisions=9),
        lambda: Batch(start, 2, 1, width=9, decisions=0),
        lambda: Batch(start, 2, 1, 1000),
    )
    wrong: Any = "7"
    refused(TypeError, lambda: Batch(wrong, 2, 1), lambda: Batch(start, 2, wrong))
    assert np.array_equal(Batch(start.setup, 2, 1).observation, Batch(start, 2, 1).observation)


def test_actions_without_a_row_are_told_once(games: bool) -> None:
    with pytest.warns(UserWarning, match=r"a seat has \d+ legal actions, but only 2 have rows; use width=\d+ for all"):
        batch = Batch(granada.new_game(3), 4, 8, width=2)
    assert batch.features is not None
    assert batch.features.shape[1] == batch.mask.shape[1] == 2
    rng = Random(1)
    for _ in range(60 if games else 5):
        batch.step(places(batch, rng))  # pytest makes a second warning an error
        assert (batch.mask.sum(1) == np.minimum(batch.counts, 2)).all()


@pytest.mark.usefixtures("games")
def test_what_has_no_room_is_refused_when_a_batch_begins() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    rich = tuple(evolve(player, points=20_000) for player in state.players)
    refused(InvalidState, lambda: Batch(evolve(state, players=rich), 2, 1))


def _stepped_in_a_child(batch: Batch, queue: Any) -> None:
    try:
        batch.step([0, 0])
    except RuntimeError as flaw:
        queue.put(str(flaw))


@kernel
def test_a_batch_with_threads_is_not_stepped_in_a_forked_process() -> None:
    context = multiprocessing.get_context("fork")
    batch, queue = Batch(granada.new_game(2), 2, 1), context.Queue()
    batch._process = -1
    child = context.Process(target=_stepped_in_a_child, args=(batch, queue))
    child.start()
    assert "forked" in queue.get(timeout=60)
    child.join()


@kernel
def test_numbers_of_positions_are_those_of_the_definition() -> None:
    for seed in range(8):
        rng = Random(seed)
        start = granada.new_game(**table(rng))
        position = granada.fast.Position(start, rng)
        position.finish(decisions=rng.randrange(150))
        state, slow = position.state(), plain.Position(position.state(), Random(0))
        for seat in (None, *range(start.setup.players)):
            for recall in (False, True):
                numbers = position.numbers(seat, recall=recall)
                view = granada.observe(state, seat, recall=recall)
                assert np.array_equal(numbers, Encoding(state, recall).observe(view))
                assert np.array_equal(numbers, slow.numbers(seat, recall=recall))
        assert np.array_equal(position.features(), Encoding(state).features(state))
        assert np.array_equal(position.features(), slow.features())


def test_a_snapshot_keeps_what_a_step_writes_over() -> None:
    rng = Random(4)
    for features in (True, False):
        batch = Batch(granada.new_game(3), 5, 8, features=features)
        for _ in range(12):
            batch.step(places(batch, rng))
        names = list(Arrays.__annotations__)
        before = {name: None if getattr(batch, name) is None else getattr(batch, name).tolist() for name in names}
        kept = batch.snapshot()
        batch.step(places(batch, rng))
        found = {name: None if getattr(kept, name) is None else getattr(kept, name).tolist() for name in names}
        assert found == before
        assert kept.observation.tolist() != batch.observation.tolist()
        assert kept.observation.dtype == batch.observation.dtype
        assert not any(np.shares_memory(getattr(kept, name), getattr(batch, name)) for name in names if before[name])
