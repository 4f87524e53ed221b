"""What applying an action does, and leaves alone."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada.game import rules
from granada.game.agenda import settle
from granada.strategies import states
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from granada import State
    from granada.steps import Step


@given(states(), st.integers(0, 1000))
def test_apply_leaves_its_argument_alone_and_always_gives_the_same(state: State, choice: int) -> None:
    before, text = granada.digest(state), repr(state)
    legal = granada.legal_actions(state)
    if legal:
        action = legal[choice % len(legal)]
        after = granada.apply(state, action)
        assert after == granada.apply(state, action)
        again = granada.from_json(granada.to_json(state), granada.State)
        assert granada.digest(after) == granada.digest(granada.apply(again, action))
    assert granada.digest(state) == before
    assert repr(state) == text


SCRIPT = """
import hashlib, sys
from random import Random
import granada
for game in ("granada", "alhambra", "combined"):
    for players in [2 if game == "alhambra" else 3]:
        rng = Random(players)
        state = granada.deal(granada.new_game(players, game), rng)
        digest = hashlib.sha256()
        while not state.over:
            legal = granada.legal_actions(state)
            digest.update(" ".join(map(str, legal)).encode())
            state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
        digest.update(granada.to_json(granada.score(state, "C")).encode())
        print(game, players, granada.digest(state), digest.hexdigest())
"""


@pytest.mark.long
def test_a_game_is_the_same_in_every_process_and_with_every_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 3


@given(states())
def test_states_and_their_actions_survive_json_pickling_and_repr(state: State) -> None:
    names = {
        **{name: getattr(granada, name) for name in granada.__all__},
        **vars(granada.steps),
        **vars(granada.modules),
    }
    for module in state.setup.modules:
        names |= vars(sys.modules[f"granada.game.modules.{module.name}"])
        names[repr(module)] = module
    for again in (
        granada.from_json(granada.to_json(state)),
        pickle.loads(pickle.dumps(state)),
        eval(repr(state), names),
    ):
        assert again == state
        assert hash(again) == hash(state)
        assert granada.digest(again) == granada.digest(state)
        assert again.points == state.points
        assert again.actor == state.actor
    for action in granada.legal_actions(state)[:50]:
        assert granada.Action.parse(str(action)) == action
        assert eval(repr(action), names) == action


@given(states())
def test_a_reached_state_has_no_flaws(state: State) -> None:
    assert not list(flaws_of(state))


@given(states(at="a decision"), st.integers(0, 1 << 16))
def test_the_agenda_tells_every_step_that_changes_something(state: State, chosen: int) -> None:
    legal = granada.legal_actions(state)
    action = legal[chosen % len(legal)]
    ran: list[tuple[Step, State | None]] = []
    after = rules.apply_telling(state, action, lambda *each: ran.append(each))
    assert after == granada.apply(state, action)
    step, done = ran.pop(0)  # what the action does before anything runs by itself
    assert step == state.todo[0]
    assert done is not None
    again: list[tuple[Step, State | None]] = []
    assert settle(done, lambda *each: again.append(each)) == after
    assert again == ran
    told = [(kind, later) for kind, later in ran if later is not None]
    states_told = [done, *(each for _, each in told)]
    assert all(before != later for before, later in pairwise(states_told))
    assert after in {states_told[-1], evolve(states_told[-1], todo=after.todo)}
    for (kind, later), before in zip(told, states_told, strict=False):
        assert kind in before.todo
        assert settle(later) == after
