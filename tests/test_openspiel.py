"""The game of OpenSpiel: its own tests pass, its algorithms play, and it is the game that the rules play."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from attrs import evolve
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import granada
from granada import InvalidState
from granada.game import BONUS
from granada.learning import Encoding
from granada.learning.openspiel import GranadaState
from granada.learning.tree import Node

ALL = "vizier+exchange+huts+bonus"
TABLES = [
    "granada(decisions=40)",
    f"granada(players=4,game=alhambra,modules={ALL},decisions=12)",
    f"granada(players=3,game=combined,modules={ALL},scoring=simplified,decisions=12)",
]


def stepped(state: Any, rng: Random) -> int:
    """Let chance or a random player go on; the number of what was done."""
    if state.is_chance_node():
        numbers, odds = zip(*state.chance_outcomes(), strict=True)
        number: int = rng.choices(numbers, odds)[0]
    else:
        number = rng.choice(state.legal_actions())
    state.apply_action(number)
    return number


def after(name: str, decisions: int, seed: int) -> GranadaState:
    """A state in which somebody must decide."""
    state, rng = pyspiel.load_game(name).new_initial_state(), Random(seed)
    while state.is_chance_node() or state.node.left > state.get_game().decisions - decisions:
        stepped(state, rng)
    found: GranadaState = state
    return found


@pytest.mark.parametrize("name", TABLES)
def test_random_games_pass_the_tests_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", TABLES)
def test_it_is_the_game_of_the_rules_with_their_exact_odds(name: str) -> None:
    game, rng = pyspiel.load_game(name), Random(1)
    state, there, decisions = game.new_initial_state(), game.start, 0
    while not state.is_terminal():
        draws = granada.outcomes(there)
        decisions += not draws
        choices: list[Any] = [draw for draw, _ in draws] or [*granada.legal_actions(there)]
        if draws:
            assert state.chance_outcomes() == [(number, float(chance)) for number, (_, chance) in enumerate(draws)]
            assert len(draws) <= game.max_chance_outcomes()
        else:
            assert state.current_player() == there.actor
        assert state.legal_actions() == list(range(len(choices)))
        assert [state.action_to_string(number) for number in state.legal_actions()] == list(map(str, choices))
        there = granada.apply(there, choices[stepped(state, rng)])
        assert state.node.state == there
    assert decisions == game.decisions
    assert state.node.left == 0
    assert len(state.history()) <= game.max_history_length()
    assert state.returns() == [0.0] * game.num_players()  # it was cut off


def test_at_the_end_the_winners_share_what_all_have_put_in() -> None:
    state = pyspiel.load_game("granada(players=3)").new_initial_state()
    position = granada.fast.Position(state.node.state, Random(4))
    position.finish("builder")
    over = position.state()
    for points, returns in (((9, 7, 5), [2.0, -1.0, -1.0]), ((4, 8, 8), [-1.0, 0.5, 0.5]), ((3, 3, 3), [0.0] * 3)):
        players = tuple(evolve(player, points=some) for player, some in zip(over.players, points, strict=True))
        state.node = Node(evolve(over, players=players), 1)
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.returns() == returns


@pytest.mark.parametrize("name", TABLES)
def test_observers_tell_what_the_encoding_tells(name: str) -> None:
    state = after(name, 9, 5)
    game = state.get_game()
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    for recall, kind in ((False, None), (True, INFO_STATE_OBS_TYPE), (False, public)):
        observer, encoding = make_observation(game, kind), Encoding(game.start, recall)
        for seat in range(game.num_players()):
            view = granada.observe(state.node.state, None if kind is public else seat, recall=recall)
            row = encoding.observe(view)
            observer.set_from(state, seat)
            assert np.array_equal(observer.tensor, row)
            for field, part in encoding.parts(row).items():
                assert np.array_equal(observer.dict[field], part)
            if kind is None:
                assert state.observation_tensor(seat) == row.tolist()
                assert granada.from_json(state.observation_string(seat), granada.View) == view
            elif recall:
                assert state.information_state_tensor(seat) == row.tolist()


def test_a_state_is_serialised_cloned_and_pickled() -> None:
    state = after(TABLES[1], 8, 2)
    game = state.get_game()
    for twin in (game.deserialize_state(state.serialize()), state.clone(), pickle.loads(pickle.dumps(state))):
        assert twin.node == state.node
        assert twin.history() == state.history()
        twin.apply_action(0)
        assert twin.node != state.node


def test_what_is_imagined_looks_the_same_to_who_imagines_and_hidden_cards_are_dealt_anew() -> None:
    state = after(TABLES[1], 10, 3)
    hidden = set()
    for seed in range(8):
        twin = state.resample_from_infostate(1, Random(seed).random)
        assert twin.information_state_string(1) == state.information_state_string(1)
        assert twin.information_state_tensor(1) == state.information_state_tensor(1)
        assert twin.observation_string(1) == state.observation_string(1)
        assert twin.current_player() == state.current_player()
        hidden.add(str(twin.node.state.extra(BONUS).hidden[0]))
    assert len(hidden) > 1


def test_an_information_state_tells_all_that_was_seen_and_no_bonus_card_of_the_others() -> None:
    game, rng = pyspiel.load_game(f"granada(players=2,game=alhambra,modules={ALL})"), Random(9)
    state = game.new_initial_state()
    while not isinstance(state.node.state.todo[0], granada.steps.DealBonus):
        stepped(state, rng)
    before = [state.information_state_string(seat) for seat in range(2)]
    dealt = [state.child(number) for number, _ in state.chance_outcomes()]
    texts = [{each.information_state_string(seat) for each in dealt} for seat in range(2)]
    assert sorted(map(len, texts)) == [1, len(dealt)]  # one of the two got the card
    assert not set(before) & set.union(*texts)
    while not state.is_player_node():
        stepped(state, rng)
    seen = {state.child(number).information_state_string(seat) for number in state.legal_actions() for seat in range(2)}
    assert len(seen) == 2 * len(state.legal_actions())  # actions are open
    other = evolve(state.node, past="another")
    assert other.after(0).past != state.node.after(0).past  # and nothing is forgotten


def test_a_list_that_is_too_long_is_refused() -> None:
    state = after("granada(actions=2)", 0, 1)
    with pytest.raises(InvalidState, match=r"a seat has \d+ actions; load the game with actions=\d+ or more"):
        state.legal_actions()


def test_another_table_than_the_rules_know_is_refused() -> None:
    for wrong in ("players=7", "game=chess", "modules=vizier+dragons", "decisions=0", "decisions=-5"):
        with pytest.raises(InvalidState):
            pyspiel.load_game(f"granada({wrong})")


def test_only_numbers_of_the_list_are_done_and_nothing_after_the_end() -> None:
    state, ended = after("granada", 3, 1), after("granada(decisions=3)", 3, 1)
    assert ended.is_terminal()
    for there, wrong in ((state, -2), (state, len(state.legal_actions())), (ended, 0)):
        before = there.node
        with pytest.raises(IndexError):
            there.apply_action(wrong)
        assert there.node is before
    assert not ended.chance_outcomes()


@pytest.mark.long
def test_its_search_plays_a_whole_game() -> None:
    game, rng = pyspiel.load_game("granada"), Random(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
        else:
            stepped(state, rng)
    assert state.node.state.over


@pytest.mark.long
def test_regrets_are_minimised_in_a_hundred_iterations() -> None:
    np.random.seed(1)  # noqa: NPY002  the solver takes its chance from there
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("granada(decisions=60)"))
    for _ in range(100):
        solver.iteration()
    policy, state = solver.average_policy(), after("granada(decisions=60)", 0, 1)
    assert len(policy._infostates) > 5_000
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
