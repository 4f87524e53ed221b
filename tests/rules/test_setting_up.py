"""Setting up: hands, piles, the first tiles, who begins."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import Family, Purse, Round, State
from granada.board.money import COPIES
from granada.game.chance import choose_draw
from granada.game.state import Deck, Pile
from granada.steps import RefillTiles
from granada.strategies import openings
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import after, some_draw

pytestmark = rule(
    "starting-capital",
    "start-player",
    "money-display",
    "scoring-cards-in-the-deck",
    "first-tiles-show-even",
    "money-cards",
)


def test_the_back_of_a_tile_that_costs_two_costs_three_and_shows_another_building() -> None:
    for tile in granada.TileSet.default(Family.GRANADA).tiles:
        if tile.up.price == 2:
            assert tile.down
            assert tile.down.price == 3
            assert tile.down.building is not tile.up.building


@given(openings(), st.integers(0, 1 << 32))
def test_every_hand_is_worth_twenty_to_twenty_eight_and_was_less_than_twenty_before_its_last_card(
    state: State, seed: int
) -> None:
    rng, before = Random(seed), state
    while state.mover is None:
        before, draws = state, granada.outcomes(state)
        state = granada.apply(state, draws[rng.randrange(len(draws))][0])
        for player, earlier in zip(state.players, before.players, strict=True):
            if len(player.hand) > len(earlier.hand):
                assert earlier.hand.total() < 20
    totals = [player.hand.total() for player in state.players]
    assert all(20 <= total <= 28 for total in totals)
    order = [(len(player.hand), player.hand.total()) for player in state.players]
    assert state.mover == order.index(min(order))


def test_among_equal_hands_the_youngest_begins() -> None:
    for ages, first in (((2, 1, 3), 1), ((5, 5, 4), 2), (None, 0)):
        state = granada.new_game(3, ages=ages)
        rng = Random(0)
        while any(isinstance(step, RefillTiles) for step in state.todo):
            state = some_draw(state, rng)
        for card in ("b9", "b8", "b5", "g9", "g8", "g5", "o9", "o8", "o5", "b1", "b2", "b3", "b4"):
            state = after(state, f"draw {card}")
        assert state.mover == first


@pytest.mark.parametrize("players", range(2, 7))
def test_a_lies_in_the_second_pile_and_b_in_the_fourth(players: int) -> None:
    state = granada.deal(granada.new_game(players), Random(players))
    assert [layer.cards for layer in state.deck.piles] == [(), (Round.A,), (), (Round.B,), ()]
    piles = [layer.slots[0] for layer in state.deck.piles]
    assert max(piles) - min(piles) <= 1
    assert sum(piles) == len(state.deck.pools[0])


@pytest.mark.parametrize("players", range(2, 7))
def test_the_first_tiles_show_even_prices_and_the_first_refill_odd_ones(players: int) -> None:
    rng = Random(players)
    state = granada.deal(granada.new_game(players), rng)
    assert all(tile and tile.up.price % 2 == 0 for (tile,) in state.yard)
    assert state.marker == "odd"
    assert state.points == (0,) * players
    first = state.yard
    while state.marker == "odd":
        actions = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, actions[rng.randrange(len(actions))]), rng)
    refilled = [tile for (tile,) in state.yard if (tile,) not in first]
    assert refilled
    assert all(tile and tile.up.price % 2 for tile in refilled)
    assert state.marker == "even"


def test_two_players_use_seventy_two_cards_and_dirk_starts_with_six_even_tiles() -> None:
    state = granada.deal(granada.new_game(2), Random(2))
    cards = [*state.display, *state.deck.pools[0], *(card for player in state.players for card in player.hand)]
    assert len(cards) == 72
    assert max(map(cards.count, cards)) == COPIES - 1
    assert state.dirk
    assert len(state.dirk.faces) == 6
    assert all(face.price % 2 == 0 for face in state.dirk.faces)
    assert len(state.bags[0]) == 54 - 4 - 6


def dealt_one_by_one(state: State, rng: Random) -> State:
    """The plain way to deal."""
    while state.todo and state.actor is None:
        state = granada.apply(state, choose_draw(state, rng))
    return state


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_is_dealt_as_one_by_one(game: str, players: int) -> None:
    state = granada.new_game(players, game)
    for seed in range(5):
        assert dealt_one_by_one(state, Random(seed)) == granada.deal(state, Random(seed))


@pytest.mark.parametrize("mixed", [(), (Round.A,), (Round.A, Round.B)])
def test_a_pile_with_scoring_cards_is_dealt_as_one_by_one(mixed: tuple[Round, ...]) -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    deck = Deck(state.deck.pools, (Pile((6,), mixed), *state.deck.piles[1:]))
    waiting = evolve(state, display=Purse(), deck=deck, todo=state.todo[1:])
    for seed in range(60):
        assert dealt_one_by_one(waiting, Random(seed)) == granada.deal(waiting, Random(seed))


@laws_of("set-up")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
