"""Views: what a seat sees, and that it sees no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import Player, Purse
from granada.game.state import replaced
from granada.steps import DealHand
from granada.strategies import states
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from granada import State


def seats_of(state: State) -> st.SearchStrategy[int | None]:
    return st.one_of(st.none(), st.integers(0, state.setup.players - 1))


def with_hand(state: State, seat: int, hand: Purse) -> State:
    player = state.players[seat]
    return evolve(
        state, players=replaced(state.players, seat, Player(hand, player.city, player.reserve, player.points))
    )


def other_secrets(state: State, seat: int | None, rng: Random) -> State:
    """The same position with the cards that a seat cannot see dealt out anew, money for money."""
    others = [other for other in range(state.setup.players) if other != seat]
    hidden = [card for other in others for card in state.players[other].hand if isinstance(card, granada.Card)]
    pool = [card for card in (state.deck.pools[:1] or (Purse(),))[0] if isinstance(card, granada.Card)]
    mixed = [*hidden, *pool]
    rng.shuffle(mixed)
    for other in others:
        kept = [card for card in state.players[other].hand if not isinstance(card, granada.Card)]
        size = len(state.players[other].hand) - len(kept)
        state = with_hand(state, other, Purse([*kept, *mixed[:size]]))
        mixed = mixed[size:]
    if not state.deck.pools:
        return state
    kept = [card for card in state.deck.pools[0] if not isinstance(card, granada.Card)]
    pools = (Purse([*kept, *mixed]), *state.deck.pools[1:])
    return evolve(state, deck=granada.Deck(pools, state.deck.piles, state.deck.later))


def dealing(state: State) -> bool:
    """Whether hands are still open."""
    return any(isinstance(step, DealHand) for step in state.todo)


@given(states(), st.integers(0, 1 << 32), st.data())
def test_a_view_tells_no_secret(state: State, seed: int, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    if not dealing(state):
        other = other_secrets(state, seat, Random(seed))
        assert not list(flaws_of(other))
        assert granada.observe(other, seat) == granada.observe(state, seat)
        assert granada.to_json(granada.observe(other, seat)) == granada.to_json(granada.observe(state, seat))
        assert repr(granada.observe(other, seat)) == repr(granada.observe(state, seat))


@given(states(), st.integers(0, 1 << 32), st.data())
def test_a_sampled_state_is_a_state_that_looks_the_same(state: State, seed: int, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    view = granada.observe(state, seat)
    sampled = view.sample(Random(seed))
    assert not list(flaws_of(sampled))
    assert granada.observe(sampled, seat) == view
    assert sampled == view.sample(Random(seed))
    assert granada.from_json(granada.to_json(sampled)) == sampled


@given(states(), st.data())
def test_a_view_shows_all_that_lies_open(state: State, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    view = granada.observe(state, seat)
    assert view.hand == (Purse() if seat is None else state.players[seat].hand)
    assert view.cities == tuple(player.city for player in state.players)
    assert view.reserves == tuple(player.reserve for player in state.players)
    assert view.hand_sizes == tuple(len(player.hand) for player in state.players)
    assert (view.yard, view.display, view.points) == (state.yard, state.display, state.points)
    assert (view.actor, view.mover, view.over) == (state.actor, state.mover, state.over)
    assert granada.from_json(granada.to_json(view)) == view
    assert view.table.discard == state.discard
    assert view.table.bags == state.bags
    if not dealing(state):
        others = [player for other, player in enumerate(view.table.players) if other != seat]
        assert not any(len(player.hand) for player in others)
        assert not any(len(pool) for pool in view.table.deck.pools)


@given(states(), st.integers(0, 1 << 32), st.data())
def test_who_forgets_nothing_knows_all_but_what_is_hidden(state: State, seed: int, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    view = granada.observe(state, seat, recall=True)
    assert [player.hand for player in view.table.players] == [player.hand for player in state.players]
    assert view.unseen == sum(state.deck.pools, Purse())
    assert not any(len(pool) for pool in view.table.deck.pools)
    sampled = view.sample(Random(seed))
    assert not list(flaws_of(sampled))
    assert granada.observe(sampled, seat, recall=True) == view
    assert granada.from_json(granada.to_json(view)) == view
    assert evolve(sampled, extras=state.extras) == state
    if granada.modules.BONUS in state.setup.modules and seat is not None:
        assert sampled.extra(granada.modules.BONUS).hidden[seat] == state.extra(granada.modules.BONUS).hidden[seat]


@given(states(), st.data())
def test_a_view_gives_no_actions_to_who_is_not_to_act(state: State, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    for recall in (False, True):
        view = granada.observe(state, seat, recall=recall)
        acts = seat is not None and seat == state.actor
        assert tuple(view.legal_actions()) == (tuple(granada.legal_actions(state)) if acts else ())


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
def test_a_view_of_each_moment_of_the_set_up_survives_json(game: str) -> None:
    modules = ["vizier", "exchange"] if game == "granada" else EVERY_MODULE.split()
    state, rng, seen = granada.new_game(2, game, modules=modules), Random(4), set[str]()
    while state.mover is None:
        if state.todo[0].name not in seen:
            seen.add(state.todo[0].name)
            for seat in (None, 0, 1):
                view = granada.observe(state, seat)
                assert granada.from_json(granada.to_json(view)) == view
        state = granada.apply(state, next_draw(state, rng))
    assert seen == {"refill-tiles", "dirk-draws", "deal-hand", "refill-money"} | (
        set() if game == "granada" else {"deal-bonus", "turn-up-huts"}
    )


def test_a_spectator_has_no_hand_and_no_city() -> None:
    view = granada.observe(granada.deal(granada.new_game(2), Random(1)), None)
    assert view.hand == Purse()
    with pytest.raises(granada.InvalidState):
        _ = view.city
    assert "hand of" in str(view)
    assert view._repr_svg_() is not None


def test_hands_lie_open_while_they_are_dealt_and_are_secret_from_then_on() -> None:
    state, rng = granada.new_game(3), Random(3)
    while True:
        view = granada.observe(state, 2)
        shown = [player.hand for player in view.table.players]
        if not dealing(state):
            break
        assert shown == [player.hand for player in state.players]
        state = granada.apply(state, next_draw(state, rng))
    assert shown[:2] == [Purse(), Purse()]
    assert shown[2] == state.players[2].hand


SECRETS = str(Path(__file__).parent / "programs" / "walking_to_secrets.py")
EVERY_MODULE = "vizier exchange bonus huts"


def walked(game: str, modules: str, planted: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter walks to everything that can be reached from a view."""
    return subprocess.run(
        [sys.executable, SECRETS, game, modules, planted], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("combined", EVERY_MODULE),
        *(
            pytest.param(*table, marks=pytest.mark.long)
            for table in (("granada", ""), ("granada", "vizier exchange"), ("alhambra", EVERY_MODULE), ("combined", ""))
        ),
    ],
)
def test_nothing_that_a_view_can_reach_leads_to_a_secret(game: str, modules: str) -> None:
    walk = walked(game, modules, "nothing")
    assert walk.returncode == 0, walk.stdout + walk.stderr
    assert int(walk.stdout.split()[0]) > 20_000  # it has gone through modules and caches


@pytest.mark.parametrize(
    "planted",
    [
        "in_a_cache",
        *(
            pytest.param(place, marks=pytest.mark.long)
            for place in ("beside_a_function", "in_a_closure", "as_text", "as_a_value")
        ),
    ],
)
def test_a_leak_that_is_planted_is_found(planted: str) -> None:
    walk = walked("combined", EVERY_MODULE, planted)
    assert walk.returncode == 1, walk.stdout + walk.stderr
    assert walk.stdout.endswith("\n")
    assert "tell a secret" in walk.stdout


def next_draw(state: State, rng: Random) -> granada.Action:
    legal = granada.legal_actions(state)
    return legal[rng.randrange(len(legal))]


@pytest.mark.parametrize(
    ("seat", "error"), [*((each, granada.InvalidState) for each in (-1, 3, 10**9)), ("0", TypeError), (True, TypeError)]
)
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        granada.observe(granada.new_game(3), seat)
