"""Payment: in the currency of the space, without change, and exactly for a further action.

The books pay 11 for a school (in the Alhambra a garden) of 10, buy twice exactly and then swap, and count five actions.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import ALHAMBRA, GRANADA, Bureau, Buy, Card, Currency, Face, Flip, Purse, Rule, State
from granada.board.money import MONEY, VALUES, bureau_payments, payments
from granada.steps import Act, PlaceTiles
from granada.strategies import states
from tests.rules.laws import hold_near, laws_of
from tests.rules.marks import rule
from tests.rules.tables import BAG, YARD, Table, after, broken, legal

if TYPE_CHECKING:
    from granada import Game

pytestmark = rule("pay-in-the-space-currency", "pay-at-least-the-price", "exact-payment-earns-an-action", "no-change")


BLUE_GREEN = Bureau(Currency.BLUE, Currency.GREEN)


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA])
def test_eleven_paid_for_ten_buys_the_tile_without_change_and_ends_the_actions(table: Table, game: Game) -> None:
    tile = "school10|market11" if game is GRANADA else "garden10"
    state = table(game=game, hands=("b4 b7", "", ""), yard=(tile, None, None, None))
    paid = after(state, "buy 1 with b4 b7")
    assert paid.players[0].hand == Purse()
    assert paid.discard == Purse.parse("b4 b7")
    assert isinstance(paid.todo[0], PlaceTiles)
    assert paid.actor == 0
    assert paid.yard[0] == (None,)


def test_a_tile_is_paid_in_the_currency_of_its_space(table: Table) -> None:
    state = table(hands=("b5 g5 o9 b9", "", ""), yard=YARD)
    assert broken(state, "buy 1 with b5 g5") == {Rule.PAY_IN_THE_SPACE_CURRENCY}
    assert broken(state, "buy 3 with o9") == set()
    assert broken(state, "buy 2 with g5") == {Rule.PAY_AT_LEAST_THE_PRICE}
    assert broken(state, "buy 2 with b5") == {Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.PAY_AT_LEAST_THE_PRICE}
    assert broken(state, "buy 4 with y9") == {Rule.CARDS_ARE_HELD}
    assert broken(state, "buy 1a with b9") == {Rule.TILE_IS_THERE}
    assert broken(evolve(state, yard=((None,),) * 4), "buy 1 with b9") == {Rule.TILE_IS_THERE}


def test_a_needless_card_may_be_paid_but_is_not_listed(table: Table) -> None:
    state = table(hands=("b9 b8 b1", "", ""), yard=("school10|market11",))
    assert {text for text in legal(state) if text.startswith("buy")} == {"buy 1 with b1 b9", "buy 1 with b8 b9"}
    assert not broken(state, "buy 1 with b9 b8 b1")
    assert broken(state, "buy 1 with b8 b1") == {Rule.PAY_AT_LEAST_THE_PRICE}


def test_who_could_pay_exactly_but_pays_more_gets_no_further_action(table: Table) -> None:
    state = table(hands=("b4 b6 b7", "", ""), yard=("school10|market11",))
    assert isinstance(after(state, "buy 1 with b4 b7").todo[0], PlaceTiles)
    exact = after(state, "buy 1 with b4 b6")
    assert isinstance(exact.todo[0], Act)
    assert {"stop"} <= legal(exact)


def test_two_exact_purchases_and_a_swap_and_then_both_tiles_are_placed(table: Table) -> None:
    state = table(
        hands=("b8 g4 g6 o2", "", ""),
        cities=("@ park8",),
        reserves=(("school4/e",),),
        yard=YARD,
        bags=(BAG,),
        display="b1 b1 b1 b2",
        marker="even",
    )
    once = after(state, "buy 1 with b8")
    twice = after(once, "buy 2 with g4 g6")
    assert twice.yard[:2] == ((None,), (None,))
    assert twice.bags == state.bags
    swapped = after(twice, "swap 1,0 for school4/e")
    assert swapped.players[0].reserve == (Face.parse("park8"),)
    assert isinstance(swapped.todo[0], PlaceTiles)
    assert broken(swapped, "take b1") == {Rule.IN_ITS_PHASE}
    placed = after(swapped, "place arena10 at 0,-1", "store school8/s")
    assert placed.actor is None
    assert {str(draw.what) for draw, _ in granada.outcomes(placed)} == set(BAG)
    full = after(placed, "draw hostel4|park5", "draw park2|school3")
    assert full.mover == 1
    assert [str(tile) for (tile,) in full.yard[:2]] == ["hostel4|park5", "park2|school3"]
    assert full.marker == "odd"


def test_four_exact_purchases_and_one_more_action_make_five(table: Table) -> None:
    state = table(hands=("b8 g4 g6 o4 y6", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2")
    bought = after(state, "buy 1 with b8", "buy 2 with g4 g6", "buy 3 with o4", "buy 4 with y6")
    assert not [text for text in legal(bought) if text.startswith("buy")]
    assert "stop" in legal(bought)
    last = after(bought, "take b2")
    assert isinstance(last.todo[0], PlaceTiles)
    assert len(last.todo[0].tiles) == 4
    assert broken(last, "take b1") == {Rule.IN_ITS_PHASE}
    assert not {text for text in legal(last) if text.split()[0] not in ("flip", "place", "store")}


def test_a_bought_tile_takes_no_part_in_a_redesign_of_the_same_turn(table: Table) -> None:
    state = after(table(hands=("b8", "", ""), cities=("@ park8",), yard=YARD), "buy 1 with b8")
    assert broken(state, "swap 1,0 for school8/s") == {Rule.TILE_IS_THERE}
    assert broken(state, "add school8/s at 0,1") == {Rule.TILE_IS_THERE}


def test_who_has_begun_may_stop_but_nobody_stops_or_passes_at_once(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, display="b1")
    assert broken(state, "stop") == {Rule.ACT_ON_YOUR_TURN}
    assert broken(state, "pass") == {Rule.ACT_ON_YOUR_TURN}
    assert not broken(after(state, "buy 1 with b8"), "stop")
    assert broken(after(state, "buy 1 with b8"), "pass") == {Rule.IN_ITS_PHASE}


def test_who_can_do_nothing_passes(table: Table) -> None:
    state = table(hands=("b1", "", ""), yard=YARD, bags=(BAG,))
    assert legal(state) == {"pass"}
    assert after(state, "pass").mover == 1


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


@given(
    st.lists(st.sampled_from([card for card in MONEY if card.currency in BLUE_GREEN.currencies]), max_size=6),
    st.integers(2, 13),
    st.booleans(),
)
def test_payments_with_a_bureau_are_exact_or_need_each_of_their_cards_and_are_listed_once(
    cards: list[Card], price: int, exact: bool
) -> None:
    coins = [card for card in cards if cards.count(card) <= 3]
    plain = set()
    for number in range(1, len(coins) + 1):
        for paid in combinations(coins, number):
            total, foreign = sum(card.value for card in paid), [c.value for c in paid if c.currency is Currency.GREEN]
            own = [card.value for card in paid if card.currency is Currency.BLUE]
            spared = own if len(foreign) == 1 else [*own, *foreign]  # the bureau must change something
            enough = total == price if exact else total >= price and all(total - value < price for value in spared)
            if foreign and enough:
                plain.add(str(Purse((BLUE_GREEN, *paid))))
    found = bureau_payments(Purse((BLUE_GREEN, *coins)), Currency.BLUE, price, exact=exact)
    assert list(map(str, found)) == sorted(plain)


@given(states(at="a decision"))
def test_no_card_of_a_listed_payment_can_be_withheld(state: State) -> None:
    for action in granada.legal_actions(state):
        if isinstance(action, Buy):
            less = [Buy(action.space, action.cards - Purse([card]), action.family) for card in action.cards.kinds]
            assert not any(granada.is_legal(state, each) for each in less)
        elif isinstance(action, Flip):
            flips = [Flip(action.face, action.cards - Purse([card])) for card in action.cards.kinds]
            assert not any(granada.is_legal(state, each) for each in flips)


@laws_of("buying")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
