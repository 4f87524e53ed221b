"""The environment of PettingZoo: its own tests pass, and what it tells is what the rules and the encoding say."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import granada
from granada import InvalidState
from granada.learning import Encoding, standing
from granada.learning.pettingzoo import REWARDS, Environment, env, raw_env
from granada.learning.tree import shares
from tests.refusing import refused

ALL = ["vizier", "exchange", "huts", "bonus"]
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "game": "alhambra", "modules": ALL, "recall": True},
    {"players": 3, "game": "combined", "scoring": "normal"},
]
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # but several, as in PettingZoo's own chess
    "ignore:Observation space for each agent probably should be",
)


def acting(table: Any, rng: Random) -> int | None:
    """A random action of the agent whose turn it is; an agent that is done has none."""
    seen, _, terminated, truncated, _ = table.last()
    return None if terminated or truncated else rng.randrange(int(seen["action_mask"].sum()))


@DICTS
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_api_is_that_of_pettingzoo(options: dict[str, Any]) -> None:
    api_test(env(**options, decisions=150), num_cycles=100)


@DICTS
def test_the_same_seed_gives_the_same_games() -> None:
    seed_test(lambda: env(players=3), num_cycles=60)
    one, other = env(), env()
    one.reset(seed=5)
    other.reset(seed=6)
    assert not np.array_equal(one.state(), other.state())
    first = one.state()
    one.reset()
    assert not np.array_equal(one.state(), first)  # the next game is another
    second = one.state()
    one.reset(seed=5)
    assert np.array_equal(one.state(), first)
    one.reset()
    assert np.array_equal(one.state(), second)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_an_agent_sees_what_the_encoding_tells_and_only_who_decides_has_actions(options: dict[str, Any]) -> None:
    table, rng = Environment(**options, width=300), Random(2)
    table.reset(seed=3)
    encoding = Encoding(table.start, options.get("recall", False))
    for step in range(60):
        state = table.position.state()
        assert state.actor is not None
        assert table.agent_selection == f"seat_{state.actor + 1}"
        for seat, agent in enumerate(table.agents if step % 10 == 0 else ()):
            seen = table.observe(agent)
            view = granada.observe(state, seat, recall=encoding.recall)
            assert np.array_equal(seen["observation"], encoding.observe(view))
            legal = len(granada.legal_actions(state)) if seat == state.actor else 0
            assert seen["action_mask"].tolist() == [1] * legal + [0] * (300 - legal)
            assert np.array_equal(seen["features"][:legal], encoding.features(state)[:legal])
            assert not seen["features"][legal:].any()
            assert table.observation_space(agent).contains(seen)
        table.step(acting(table, rng))


def test_rewards_are_the_points_that_each_seat_gains_and_the_end_tells_the_standing() -> None:
    table, rng = env(players=3), Random(1)
    table.reset(seed=1)
    gained, told = dict.fromkeys(table.agents, 0.0), {}
    for agent in table.agent_iter():
        _, reward, terminated, truncated, info = table.last()
        gained[agent] += reward
        assert not truncated
        if terminated:
            told[agent] = info["standing"]
        table.step(acting(table, rng))
    points = table.unwrapped.position.points
    assert table.unwrapped.position.over
    assert tuple(gained.values()) == points
    assert sum(points) > 60
    assert tuple(told[f"seat_{seat}"] for seat in (1, 2, 3)) == standing(points)


def test_rewards_may_be_leads_or_wins() -> None:
    earned: dict[str, list[dict[str, float]]] = {}
    for reward in REWARDS:
        table, rng = raw_env(players=3, reward=reward), Random(1)
        table.reset(seed=1)
        earned[reward] = []
        while not any(table.terminations.values()):
            table.step(acting(table, rng))
            earned[reward].append(table.rewards)
    for points, lead in zip(earned["points"], earned["lead"], strict=True):
        for agent, gain in points.items():
            assert lead[agent] == gain - sum(points[other] for other in points if other != agent) / 2
    *before, last = earned["win"]
    assert not any(any(each.values()) for each in before)
    place = standing(table.position.points)
    assert list(last.values()) == shares([seat for seat in range(3) if place[seat] == 1], 3)
    assert sorted(last.values()) == [-1.0, -1.0, 2.0]


def test_a_win_that_is_cut_off_is_no_win() -> None:
    table, rng = env(decisions=7, reward="win"), Random(1)
    table.reset(seed=1)
    for _ in range(7):
        table.step(acting(table, rng))
    assert all(table.truncations.values())
    assert set(table.rewards.values()) == {0.0}


def test_a_game_that_is_cut_off_is_truncated() -> None:
    table, rng = env(decisions=7), Random(1)
    table.reset(seed=1)
    for _ in range(7):
        assert not any(table.truncations.values())
        table.step(acting(table, rng))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.observe(agent)["action_mask"].any() for agent in table.agents)
    table.step(None)
    table.step(None)
    assert table.agents == []


def test_an_action_that_is_not_there_is_refused_and_nothing_has_happened() -> None:
    table = env()
    table.reset(seed=2)
    before, count = table.unwrapped.position.state(), table.unwrapped.position.count()
    refused(IndexError, *(partial(table.step, wrong) for wrong in (-1, count, 10_000)))
    refused(TypeError, lambda: table.step(None))
    assert table.unwrapped.position.state() == before
    table.step(np.int64(0))
    assert table.unwrapped.position.state() != before


def test_whoever_forgets_reset_is_told() -> None:
    refused(AttributeError, lambda: env().agent_selection)


def test_actions_that_are_not_told_are_told_of_once() -> None:
    table = env(width=3)
    table.reset(seed=1)
    with pytest.warns(UserWarning, match=r"a seat has \d+ legal actions, but only 3 have rows"):
        seen = table.observe(table.agent_selection)
    assert seen["action_mask"].tolist() == [1, 1, 1]
    table.observe(table.agent_selection)  # pytest makes a second warning an error


def test_careless_environments_are_refused() -> None:
    careless: list[dict[str, Any]] = [{"width": 0}, {"decisions": 0}, {"render_mode": "human"}, {"reward": "wins"}]
    careless.append({"players": 7})
    refused(InvalidState, *(partial(env, **each) for each in careless))


def test_a_table_is_drawn_as_text_and_as_a_picture() -> None:
    drawn = {}
    for mode in ("ansi", "svg", "rgb_array", None):
        table = env(players=3, render_mode=mode)
        table.reset(seed=4)
        drawn[mode] = table.render()
        table.close()
    state = table.unwrapped.position.state()
    assert drawn[None] is None
    assert drawn["ansi"] == granada.sketch(state)
    assert drawn["svg"] == granada.picture(state)
    dots = drawn["rgb_array"]
    assert dots.dtype == np.uint8
    assert dots.shape[2] == 3
    assert min(dots.shape[:2]) > 100
    assert len(np.unique(dots @ [65536, 256, 1])) > 20  # of many colours


@pytest.mark.parametrize(("module", "library"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")])
def test_whoever_lacks_the_library_is_told_the_extra(module: str, library: str) -> None:
    program = f"""
from importlib import util
found = util.find_spec
util.find_spec = lambda name, package=None: None if name == {library!r} else found(name, package)
import granada.learning.{module}
"""
    told = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert f"is not installed; in a checkout: python -m pip install '.[{module}]'" in told.stderr


@pytest.mark.parametrize(
    "used", ["granada.fast.Batch", "granada.learning.pettingzoo", "granada.fast.Position(STATE, RNG).features()"]
)
def test_whoever_lacks_numpy_is_told_the_extra(used: str) -> None:
    program = f"""
import sys, random
sys.modules["numpy"] = None
import granada, granada.fast
STATE, RNG = granada.new_game(2), random.Random(1)
{used}
"""
    told = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert "NumPy; in a checkout: python -m pip install '.[learning]'" in told.stderr


def test_the_files_of_the_room_are_there_after_a_bare_import_and_others_are_not() -> None:
    assert granada.learning.pettingzoo.Environment is Environment
    assert granada.learning.tree.Node(granada.new_game(2), 1).choices[0][1] > 0
    refused(AttributeError, lambda: granada.learning.gymnasium)
