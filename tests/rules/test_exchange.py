"""Exchange bureaus: one joins a purchase, changes the other of its currencies, and the price is paid exactly."""

from __future__ import annotations

from hypothesis import given

import granada
from granada import Bureau, Buy, Card, State, Take
from granada.board.money import CURRENCIES
from granada.game.buying import tile_bought
from tests.rules.laws import hold_near, laws_of, positions
from tests.rules.marks import rule

NEAR = ("one-bureau-a-purchase", "bureau-pays-exactly", "bureau-is-taken-alone", "bureaus-come-back")


@rule("bureau-fits-the-space", "one-bureau-a-purchase", "bureau-is-needed", "bureau-pays-exactly")
@given(positions(*NEAR))
def test_a_purchase_with_a_bureau_has_one_that_fits_and_is_needed_and_is_exact(state: State) -> None:
    readings = state.rulings
    for action in granada.legal_actions(state):
        if isinstance(action, Buy) and (bureaus := [card for card in action.cards if isinstance(card, Bureau)]):
            own = CURRENCIES[action.space - 1]
            (bureau,) = bureaus
            money = [card for card in action.cards if isinstance(card, Card)]
            assert own in bureau.currencies
            assert {card.currency for card in money} <= set(bureau.currencies)
            assert any(card.currency is not own for card in money) or readings.bureau_in_any_mix
            price = tile_bought(state, action).up.price
            assert sum(card.value for card in money) == price or not readings.bureau_exact


@rule("bureau-is-taken-alone")
@given(positions(*NEAR))
def test_a_bureau_is_taken_alone(state: State) -> None:
    for action in granada.legal_actions(state):
        if isinstance(action, Take) and any(isinstance(card, Bureau) for card in action.cards):
            assert len(action.cards) == 1 or state.rulings.bureaus_with_money


@laws_of("exchange")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
