"""Short ways equal the plain ones: dealing, circles round a moat, payments, handfuls, counting cards."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import Building, Card, Cell, City, Currency, Face, Layout, Purse, Round, State
from granada.board.money import VALUES
from granada.board.paying import handfuls, payments
from granada.game.chance import choose_draw
from granada.game.state import Deck, Layer
from granada.strategies import purses


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
    deck = Deck(state.deck.pools, (Layer((6,), mixed), *state.deck.layers[1:]))
    waiting = evolve(state, display=Purse(), deck=deck, todo=state.todo[1:])
    for seed in range(60):
        assert dealt_one_by_one(waiting, Random(seed)) == granada.deal(waiting, Random(seed))


# Cities


def round_a_moat(*, closed: bool) -> City:
    """Eight tiles in a circle round one that is open to the west only: so that nobody has to cross any of them."""
    cells = {(0, 1): "", (0, 2): "", (1, 2): "s", (2, 2): "", (2, 1): "w", (2, 0): "", (1, 0): "n", (1, 1): "nes"}
    if not closed:
        del cells[2, 2]
    return City.of({Cell(*cell): Face(Building.PARK, 2 + n, edges) for n, (cell, edges) in enumerate(cells.items())})


@pytest.mark.parametrize("closed", [True, False])
def test_in_a_circle_round_a_moat_nobody_has_to_cross_a_tile(closed: bool) -> None:
    city = round_a_moat(closed=closed)
    for cell in city:
        rest = {each: city[each] for each in city if each != cell}
        assert city.can_remove(cell) == (not granada.violations(Layout.of(rest)))
    assert city.can_remove(Cell(2, 2) if closed else Cell(2, 1))
    assert city.can_remove(Cell(0, 2)) is closed


@given(st.lists(st.sampled_from(VALUES), max_size=9), st.integers(2, 13))
def test_payments_are_those_from_which_no_card_can_be_withheld(values: list[int], price: int) -> None:
    coins = [value for value in values if values.count(value) <= 3]
    hand = Purse([Card(Currency.GREEN, value) for value in coins])
    plain = {
        tuple(sorted(paid))
        for number in range(1, len(coins) + 1)
        for paid in combinations(coins, number)
        if sum(paid) >= price > sum(paid) - min(paid)
    }
    found = payments(hand, Currency.GREEN, price)
    assert [cards.values() for cards in found] == sorted(plain)
    assert list(map(str, found)) == sorted(map(str, found))
    assert not payments(hand, Currency.BLUE, price)


@given(purses(bureaus=True), st.sampled_from([4, 5]))
def test_what_may_be_taken_is_one_card_or_several_up_to_the_limit(purse: Purse, limit: int) -> None:
    shown = list(purse)[:4]
    subsets = {Purse.of(chosen) for number in range(1, len(shown) + 1) for chosen in combinations(shown, number)}
    legal = [s for s in subsets if len(s) == 1 or (not s.bureaus and s.total() <= limit)]
    assert list(handfuls(Purse.of(shown), limit)) == sorted(legal, key=str)


@given(purses(bureaus=True))
def test_the_cards_of_a_purse_are_counted(purse: Purse) -> None:
    cards = list(purse)
    assert len(purse) == len(cards)
    assert [purse.count(card) for card in cards] == [cards.count(card) for card in cards]
    assert purse.total() == sum(card.value for card in cards if isinstance(card, granada.Card))
