"""The player in docs/learner.py: it learns, keeps plain numbers, competes, and its figures are as documented."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import granada
from granada import InvalidState
from granada.game.buying import can_pay_exactly

SCRIPT = Path(__file__).parent.parent / "docs" / "learner.py"


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The script as a module, with few games at once, and with weights in a folder of the test."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    module = import_module("learner")
    monkeypatch.setattr(module, "GAMES", 8)
    monkeypatch.setattr(module, "WEIGHTS", tmp_path / "learner.json")
    yield module
    del sys.modules["learner"]


def test_it_learns_keeps_plain_numbers_and_plays_by_them(learner: Any) -> None:
    policy, again = learner.learned(2, seed=1, threads=1), learner.learned(2, seed=1, threads=2)
    assert all(np.array_equal(one, other) for one, other in zip(policy.arrays, again.arrays, strict=True))
    assert policy.arrays[2].any()  # it began with zeros there
    kept = {"encoding": learner.ENCODING.name, "policy": [each.tolist() for each in policy.arrays]}
    learner.WEIGHTS.write_text(json.dumps(kept), encoding="utf-8")
    bot = granada.bot_named("learner:Learner")(Random(1))
    position = granada.fast.Position(learner.START, Random(1))
    for _ in range(10):
        view, rows = granada.observe(position.state(), position.actor), position.features()
        _, told = learner.described(position.numbers(position.actor)[None], rows, np.zeros(len(rows), np.intp))
        chosen = bot.choose(view, position.actions())
        assert chosen == position.actions()[policy(told).argmax()]
        position.apply(chosen)
    learner.WEIGHTS.write_text(json.dumps(kept | {"encoding": "granada encoding 0"}), encoding="utf-8")
    with pytest.raises(InvalidState):
        learner.Learner()


def test_without_weights_it_says_how_to_get_them(learner: Any) -> None:
    with pytest.raises(InvalidState) as refusal:
        learner.Learner()
    assert str(refusal.value).startswith(f"{learner.WEIGHTS} is missing; train the learner first: python ")


def test_a_network_comes_nearer_to_what_is_wished(learner: Any) -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(200, 5)).astype(np.float32)
    aims = np.abs(rows[:, 0]) - rows[:, 1]
    network = learner.Network([rng.normal(0, 0.4, (5, 30)), np.zeros(30), np.zeros(30)])
    before = np.abs(network(rows) - aims).mean()
    for _ in range(300):
        network.learn(rows, (aims - network(rows)) / len(rows), 0.01)
    assert np.abs(network(rows) - aims).mean() < before / 4


def test_it_sees_what_could_be_paid_exactly_after_an_action(learner: Any) -> None:
    rng, looked = Random(3), 0
    position = granada.fast.Position(learner.START, Random(3))
    for _ in range(120):
        state = position.state()
        assert state.actor is not None
        rows = position.features()
        _, told = learner.described(position.numbers(state.actor)[None], rows, np.zeros(len(rows), np.intp))
        exact = told[:, learner.VERBS + learner.BUILDINGS + learner.OWNERS - 1 + len(learner.LARGE)]
        for number, action in enumerate(granada.legal_actions(state)):
            if isinstance(action, granada.Take | granada.Stop):
                after = granada.apply(state, action)
                hand = after.players[state.actor].hand
                expected = [
                    can_pay_exactly(hand, currency, tile.up.price)
                    for currency, (tile,) in zip(granada.Currency, state.yard, strict=True)
                    if tile is not None
                ]
                assert exact[number] == sum(expected)
                looked += sum(expected)
        position.apply(rng.randrange(position.count()))
    assert looked > 50


@pytest.mark.in_turn
@pytest.mark.long
def test_it_beats_random_and_the_builder(tmp_path: Path) -> None:
    shutil.copy(SCRIPT, tmp_path)
    subprocess.run([sys.executable, "learner.py"], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "learner.json").stat().st_size < 200_000
    for opponent, games, least in (("random", 100, 95), ("builder", 200, 110)):
        command = [sys.executable, "-m", "granada", "tournament", "--bots", "learner:Learner", opponent]
        told = subprocess.run(
            [*command, "--games", str(games), "--seed", "2026", "--json", "-"],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            check=True,
            capture_output=True,
        )
        won = {row["bot"]: row["wins"] for row in json.loads(told.stdout)["bots"]}
        assert won["learner:Learner"] >= least
