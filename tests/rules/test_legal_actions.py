"""What may be done: every legal action is listed, everything else is refused with its rules."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

import granada
from granada import Action, Buy, Card, Draw, Flip, Purse, Round, Rule, Take
from granada.board.cells import START
from granada.board.money import CURRENCIES
from granada.game.actions import canonical
from granada.rulebook import IMPOSSIBLE
from granada.steps import Act, PlaceTiles
from granada.strategies import attempts, states
from tests.rules.marks import rule
from tests.rules.tables import BAG, YARD, Table, after, broken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada import State

pytestmark = rule("in-its-phase", "act-on-your-turn")


def covers(listed: Action, action: Action) -> bool:
    """Whether a listed action is the same one, or pays with some of its cards."""
    match listed, action:
        case Buy(space, cards, family), Buy(other, paid, lane):
            return (space, family) == (other, lane) and paid.holds(cards)
        case Flip(face, cards), Flip(other_face, paid):
            return face == other_face and paid.holds(cards)
    return listed == action


@given(states(at="a decision"))
def test_legal_actions_are_legal_and_in_canonical_order(state: State) -> None:
    legal = granada.legal_actions(state)
    assert legal
    assert len(legal) == len(set(legal)) == len(tuple(legal))
    assert list(legal) == sorted(legal, key=canonical)
    assert [legal[place] for place in range(len(legal))] == list(legal)
    for action in legal:
        assert granada.is_legal(state, action)
        assert not list(granada.broken(state, action))


@given(states(at="a decision"))
def test_every_legal_action_can_be_applied(state: State) -> None:
    for action in granada.legal_actions(state):
        assert granada.apply(state, action) != state


@given(states(at="a draw"))
def test_at_a_draw_the_legal_actions_are_the_possible_draws(state: State) -> None:
    assert tuple(granada.legal_actions(state)) == tuple(draw for draw, _ in granada.outcomes(state))
    assert all(granada.is_legal(state, draw) for draw in granada.legal_actions(state))


def test_an_action_at_a_draw_and_a_draw_at_an_action_are_out_of_phase(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g9")
    assert broken(state, "draw g9") == {Rule.IN_ITS_PHASE}
    taken = after(state, "take b2")
    assert broken(taken, "take b1") == {Rule.IN_ITS_PHASE}
    assert broken(taken, "draw b9") == {Rule.DRAW_CAN_COME}
    assert list(granada.broken(taken, Draw(Round.A))) == [Rule.DRAW_CAN_COME]


@given(st.data(), states())
def test_an_action_is_listed_or_pays_needless_cards_or_is_refused_with_its_rules(
    data: st.DataObject, state: State
) -> None:
    listed = granada.legal_actions(state)
    before = granada.digest(state)
    tries = attempts(state)
    for _ in range(10):
        action = data.draw(tries)
        rules = tuple(granada.broken(state, action))
        assert granada.is_legal(state, action) == (not rules)
        if not rules:
            assert any(covers(each, action) for each in listed)
            granada.apply(state, action)
        else:
            assert not any(each == action for each in listed)
            assert len(set(rules)) == len(rules)
            assert list(rules) == sorted(rules, key=list(Rule).index)
            assert len(rules) == 1 or not IMPOSSIBLE & set(rules)
            with pytest.raises(granada.IllegalAction) as refusal:
                granada.apply(state, action)
            assert refusal.value.rules == rules
            assert refusal.value.action == action
    assert granada.digest(state) == before


def some_of(purse: Purse) -> Iterator[Purse]:
    """Every choice of cards from a purse."""
    kinds = purse.kinds
    for numbers in product(*(range(purse.count(kind) + 1) for kind in kinds)):
        yield Purse(kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number))


def money_of(hand: Purse, space: int) -> Purse:
    """The cards of a hand in the currency of a space, as many as can be tried one by one."""
    return Purse([card for card in hand if isinstance(card, Card) and card.currency.space == space][:9])


def everything_one_could_do(state: State) -> Iterator[Action]:
    """Every redesign, purchase, take, flip and placement in reach, legal or not."""
    step = state.todo[0]
    player = state.players[state.actor or 0]
    xs, ys = zip(*(START, *player.city), strict=True)
    near = [granada.Cell(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]
    if isinstance(step, Act):
        yield from (Take(cards) for cards in some_of(state.display))
        for face, cell in product(set(player.reserve), near):
            yield granada.Add(face, cell)
            yield granada.Swap(cell, face)
        yield from (granada.Remove(cell) for cell in near)
        lanes = state.setup.game.lanes
        for space, lane in product(range(1, 5), lanes if len(lanes) > 1 else (None,)):
            yield from (Buy(space, cards, lane) for cards in some_of(money_of(player.hand, space)))
    elif isinstance(step, PlaceTiles):
        for face in {face for pending in step.tiles for face in pending.tile.faces}:
            yield from (granada.Place(face, cell) for cell in near)
            yield from (granada.Store(face), granada.Give(face))
            for currency in CURRENCIES:
                yield from (Flip(face, cards) for cards in some_of(money_of(player.hand, currency.space)))


@given(states(at="a decision", modules=()))
def test_whatever_one_could_do_is_legal_exactly_when_it_is_listed_up_to_needless_cards(state: State) -> None:
    listed = granada.legal_actions(state)
    exact = {action for action in listed if not isinstance(action, Buy | Flip)}
    paid = [action for action in listed if isinstance(action, Buy | Flip)]
    for action in everything_one_could_do(state):
        expected = action in exact or any(covers(each, action) for each in paid)
        assert granada.is_legal(state, action) == expected, str(action)
