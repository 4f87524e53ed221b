"""Taking money: one card, or several that are worth five at most."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, strategies as st

import granada
from granada import Purse, Rule
from granada.board.money import handfuls
from granada.strategies import purses
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import Table, after, broken

pytestmark = rule("take-at-least-one", "take-several-up-to-five", "cards-are-held")


def test_the_two_small_cards_may_be_taken_together_or_one_of_the_others(table: Table) -> None:
    state = table(display="b2 g3 o7 y8")
    for text in ("take b2 g3", "take o7", "take y8", "take b2", "take g3"):
        assert not broken(state, text)
    for text in ("take b2 o7", "take o7 y8", "take b2 g3 o7", "take b2 g3 o7 y8"):
        assert broken(state, text) == {Rule.TAKE_SEVERAL_UP_TO_FIVE}
    assert broken(state, "take") == {Rule.TAKE_AT_LEAST_ONE}
    assert broken(state, "take b3") == {Rule.CARDS_ARE_HELD}
    assert after(state, "take b2 g3").players[0].hand == Purse.parse("b2 g3")


def test_a_single_card_may_be_worth_more_than_five_but_not_one_of_several(table: Table) -> None:
    state = table(display="b1 b4 g6 o9")
    assert not broken(state, "take b1 b4")
    assert not broken(state, "take g6")
    assert not broken(state, "take o9")
    assert broken(state, "take b1 g6") == {Rule.TAKE_SEVERAL_UP_TO_FIVE}


@given(purses(bureaus=True), st.sampled_from([4, 5]))
def test_what_may_be_taken_is_one_card_or_several_up_to_the_limit(purse: Purse, limit: int) -> None:
    shown = list(purse)[:4]
    subsets = {Purse(chosen) for number in range(1, len(shown) + 1) for chosen in combinations(shown, number)}
    legal = [s for s in subsets if len(s) == 1 or (not s.bureaus and s.total() <= limit)]
    assert list(handfuls(Purse(shown), limit)) == sorted(legal, key=str)


@given(purses(bureaus=True))
def test_the_cards_of_a_purse_are_counted(purse: Purse) -> None:
    cards = list(purse)
    assert len(purse) == len(cards)
    assert [purse.count(card) for card in cards] == [cards.count(card) for card in cards]
    assert purse.total() == sum(card.value for card in cards if isinstance(card, granada.Card))


@laws_of("money")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
