"""Chance: exact probabilities, the same draws with the same numbers, and a layered deck that is a shuffled one."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import COMBINED, GRANADA, Card, Deck, Draw, Purse, Round
from granada.board import BUREAUS, MONEY, huts
from granada.board.money import NO_CARDS
from granada.game import Pile
from granada.game.agenda import cut, reshuffled, sizes
from granada.game.chance import choose_draw
from granada.steps import EndTest, NextTurn, RefillMoney, ScoreDue
from granada.strategies import states
from tests.exact_odds import exact_odds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from granada import Bureau, State

    Drawable = Card | Bureau | Round


@given(states(at="a draw"))
def test_the_probabilities_of_a_draw_add_up_to_exactly_one(state: State) -> None:
    outcomes = granada.outcomes(state)
    assert sum(chance for _, chance in outcomes) == 1
    assert all(chance > 0 for _, chance in outcomes)
    draws = [draw for draw, _ in outcomes]
    assert draws == sorted(set(draws), key=str)


@given(states(at="a draw"))
def test_exactly_the_possible_draws_are_legal(state: State) -> None:
    sets = [granada.TileSet.default(family) for family in granada.Family]
    tiles = {each for one in sets for tile in one.tiles for each in (tile, tile.turned)}
    shown = {draw.what for draw, _ in granada.outcomes(state)}
    everything = {*tiles, *MONEY, *BUREAUS, *Round, *huts_and_bonus_cards(), *shown}
    assert {what for what in everything if granada.is_legal(state, Draw(what))} == shown


def huts_and_bonus_cards() -> set[granada.Tile]:
    faces = (*huts(), *(tile.up for tile in granada.TileSet.default(granada.Family.ALHAMBRA).tiles))
    return {granada.Tile(face) for face in faces}


@given(states(at="a decision"))
def test_nothing_is_drawn_when_a_player_must_decide(state: State) -> None:
    assert granada.outcomes(state) == ()
    assert granada.deal(state, Random(0)) == state


@given(states(at="a draw"), st.integers(0, 1 << 32))
def test_dealing_is_drawing_one_by_one(state: State, seed: int) -> None:
    rng, again = Random(seed), Random(seed)
    dealt = granada.deal(state, rng)
    while not state.over and state.actor is None:
        state = granada.apply(state, choose_draw(state, again))
    assert dealt == state
    assert rng.getstate() == again.getstate()


@given(states(at="a draw"))
def test_a_generator_draws_with_exactly_the_stated_probabilities(state: State) -> None:
    assert exact_odds(partial(choose_draw, state)) == dict(granada.outcomes(state))


# The deck, by exact enumeration


def drawing(state: State) -> State:
    """A position in which cards are turned up, one after the other, into an empty display."""
    todo = (RefillMoney(), ScoreDue(), EndTest(), NextTurn())
    return evolve(state, display=NO_CARDS, discard=NO_CARDS, todo=todo)


def drawn_one_by_one(state: State) -> dict[tuple[Drawable, ...], Fraction]:
    """Every order in which the cards of the deck can come, with its probability."""
    found: dict[tuple[Drawable, ...], Fraction] = defaultdict(Fraction)

    def follow(deck: Deck, come: tuple[Drawable, ...], chance: Fraction) -> None:
        if not deck.piles:
            found[come] += chance
            return
        here = evolve(drawing(state), deck=deck)
        for draw, likely in granada.outcomes(here):
            what = cast("Drawable", draw.what)
            follow(granada.apply(here, draw).deck, (*come, what), chance * likely)

    follow(state.deck, (), Fraction(1))
    return dict(found)


def shuffled(
    piles: Sequence[tuple[Sequence[int], tuple[Round, ...]]], pools: Sequence[Sequence[Card | Bureau]]
) -> dict[tuple[Drawable, ...], Fraction]:
    """Every order of a deck that is shuffled, cut into piles, and has each pile shuffled with what is added to it."""
    found: dict[tuple[Drawable, ...], Fraction] = defaultdict(Fraction)
    orders = list(product(*(list(permutations(pool)) for pool in pools)))
    for order in orders:
        rest = [list(pool) for pool in order]
        stack = []
        for slots, added in piles:
            pile: list[Drawable] = list(added)
            for pool, size in zip(rest, slots, strict=True):
                pile += [pool.pop() for _ in range(size)]
            stack.append([tuple(each) for each in permutations(pile)])
        ways = 1
        for pile_orders in stack:
            ways *= len(pile_orders)
        for chosen in product(*stack):
            found[sum(chosen, ())] += Fraction(1, len(orders) * ways)
    return dict(found)


def a_game(game: granada.Game = GRANADA) -> State:
    return granada.deal(granada.new_game(3, game), Random(1))


def some(text: str) -> tuple[Card | Bureau, ...]:
    return tuple(Purse.parse(text))


def test_a_deck_cut_into_piles_is_a_shuffled_deck() -> None:
    cards = some("b1 b1 b1 g2 g2 y9")
    state = a_game()
    deck = cut(Deck((Purse(cards),), (Pile((6,)),)), state.setup)
    assert [layer.slots for layer in deck.piles] == [(2,), (1,), (1,), (1,), (1,)]
    piles = [((2,), ()), ((1,), (Round.A,)), ((1,), ()), ((1,), (Round.B,)), ((1,), ())]
    assert drawn_one_by_one(evolve(state, deck=deck)) == shuffled(piles, [cards])


def test_a_deck_with_bureaus_in_some_piles_is_a_shuffled_deck() -> None:
    money, bureaus = some("b1 b1 g2 o3"), some("b/g b/o")
    deck = Deck(
        (Purse(money), Purse(bureaus)),
        (Pile((1, 0)), Pile((1, 1), (Round.A,)), Pile((1, 1)), Pile((1, 0), (Round.B,))),
    )
    piles = [((1, 0), ()), ((1, 1), (Round.A,)), ((1, 1), ()), ((1, 0), (Round.B,))]
    assert drawn_one_by_one(evolve(a_game(), deck=deck)) == shuffled(piles, [money, bureaus])


def test_a_reshuffled_deck_is_a_shuffled_deck() -> None:
    cards = some("b1 b1 g2 o3 b/y")
    deck = reshuffled(Purse(cards), ())
    assert drawn_one_by_one(evolve(a_game(), deck=deck)) == shuffled([((5,), ())], [cards])


def test_the_first_reshuffled_deck_has_b_in_its_second_pile() -> None:
    cards = some("b1 b1 g2 o3 y9 y9")
    state = a_game(COMBINED)
    assert state.deck.later == ((Round.B, 2),)
    deck = reshuffled(Purse(cards), state.deck.later)
    piles = [((2,), ()), ((1,), (Round.B,)), ((1,), ()), ((1,), ()), ((1,), ())]
    assert drawn_one_by_one(evolve(state, deck=deck)) == shuffled(piles, [cards])


@pytest.mark.parametrize("cards", range(40))
def test_piles_are_roughly_equal_and_the_first_get_what_is_left_over(cards: int) -> None:
    piles = sizes(cards)
    assert sum(piles) == cards
    assert len(piles) == 5
    assert list(piles) == sorted(piles, reverse=True)
    assert piles[0] - piles[-1] <= 1


def test_seventy_three_cards_make_three_piles_of_fifteen_and_two_of_fourteen() -> None:
    assert sizes(73) == (15, 15, 15, 14, 14)


@given(states(games=(GRANADA, granada.ALHAMBRA), at="a decision"))
def test_a_lies_in_the_second_pile_and_b_in_the_fourth_until_they_are_drawn(state: State) -> None:
    below = [layer.cards for layer in state.deck.piles]
    order = [card for cards in below for card in cards]
    assert order in ([Round.A, Round.B], [Round.B], [])
    if order and len(below) == 5:
        assert below == [(), (Round.A,), (), (Round.B,), ()]
    if Round.B in order:
        assert below[-1] == ()


def seeds_of(play: Callable[[int], State]) -> Iterator[str]:
    return (granada.digest(play(seed)) for seed in range(20))


def test_a_seed_always_deals_the_same_game_and_another_one_another() -> None:
    def dealt(seed: int) -> State:
        return granada.deal(granada.new_game(4), Random(seed))

    assert list(seeds_of(dealt)) == list(seeds_of(dealt))
    assert len(set(seeds_of(dealt))) == 20
