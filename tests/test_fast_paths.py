"""Every fast path equals the plain definition that stands beside it."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import Purse, State, agenda, rules
from granada.chance import choose_draw
from granada.ground import CELLS, at
from granada.money import VALUES, handfuls, nth_handful, number_of_handfuls, payments
from granada.outline import outline, runs, stretches
from granada.strategies import cities, purses, states

if TYPE_CHECKING:
    from granada import City
    from granada.state import Step


def passing_nothing(state: State, _: object, __: object, first: int) -> tuple[int | None, tuple[Step, ...]]:
    """The agenda as it is, so that settling runs every step."""
    return state.mover, state.todo[first:]


@given(states(), st.integers(0, 1 << 16))
def test_a_turn_ends_the_same_whether_its_idle_steps_are_passed_or_run(state: State, chosen: int) -> None:
    for turn in range(6):
        legal = granada.legal_actions(state)
        if not legal:
            return
        action = legal[(chosen >> turn) % len(legal)]
        fast = granada.apply(state, action)
        dealt = granada.deal(fast, Random(chosen))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(agenda, "forward", passing_nothing)
            patch.setattr(rules, "forward", passing_nothing)
            assert granada.apply(state, action) == fast
            assert granada.deal(fast, Random(chosen)) == dealt
        state = dealt


@given(states(), st.integers(0, 1 << 16))
def test_dealing_at_once_is_drawing_one_by_one(state: State, seed: int) -> None:
    at_once, one_by_one = Random(seed), Random(seed)
    dealt = granada.deal(state, at_once)
    while state.todo and state.actor is None:
        state = granada.apply(state, choose_draw(state, one_by_one))
    assert state == dealt
    assert at_once.getstate() == one_by_one.getstate()


@given(cities())
def test_following_moats_finds_the_runs_of_the_outline(city: City) -> None:
    for family in granada.Family:
        own = {cell for cell in city if city[cell].family is family}
        if family is city.start:
            own.add(granada.Cell(0, 0))
        tiles = {cell: city[cell] for cell in city}
        plain = [run for loop in outline(own, tiles) for run in runs(loop)]
        masks = {at(cell): tiles[cell].edges if cell in tiles else 0 for cell in own}
        fast = [[(CELLS[edge >> 2], edge & 3) for edge in run] for run in stretches(masks)]
        assert sorted(map(frozenset, fast), key=sorted) == sorted(map(frozenset, plain), key=sorted)
        longest = max(map(len, plain), default=0)
        assert city.longest(family) == min((run for run in plain if len(run) == longest), default=())


@given(st.lists(st.sampled_from(VALUES), max_size=9), st.integers(2, 13))
def test_payments_are_those_from_which_no_card_can_be_withheld(values: list[int], price: int) -> None:
    coins = [value for value in values if values.count(value) <= 3]
    held = sum(1 << 4 * (value - 1) for value in coins)
    plain = {
        tuple(sorted(paid))
        for number in range(1, len(coins) + 1)
        for paid in combinations(coins, number)
        if sum(paid) >= price > sum(paid) - min(paid)
    }
    assert list(payments(held, price)) == [sum(1 << 4 * (value - 1) for value in paid) for paid in sorted(plain)]


@given(purses(), st.sampled_from([4, 5]))
def test_what_may_be_taken_is_one_card_or_several_up_to_the_limit(purse: Purse, limit: int) -> None:
    shown = list(purse)[:4]
    subsets = {Purse.of(chosen) for number in range(1, len(shown) + 1) for chosen in combinations(shown, number)}
    legal = [s for s in subsets if len(s) == 1 or (not s.bureaus.code and s.total() <= limit)]
    assert [Purse(code) for code in handfuls(Purse.of(shown).code, limit)] == sorted(legal, key=str)
    assert number_of_handfuls(Purse.of(shown).code, limit) == len(legal)
    for number, code in enumerate(handfuls(Purse.of(shown).code, limit)):
        assert nth_handful(Purse.of(shown).code, limit, number) == code


@given(purses())
def test_the_cards_of_a_purse_are_counted_and_found_by_number(purse: Purse) -> None:
    cards = list(purse)
    assert len(purse) == len(cards)
    assert [purse.nth(number) for number in range(len(cards))] == cards
