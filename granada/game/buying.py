"""Purchases: their possible payments, the rules that they break, and their effect."""

from collections.abc import Iterator

from attrs import evolve

from granada.board import CURRENCIES, Bureau, Currency, Purse, Tile, bureau_payments, payments
from granada.errors import InvalidState, Reason, at
from granada.game.actions import Buy
from granada.game.games import Game, Slot
from granada.game.state import State
from granada.rulebook import Rule, Rulings
from granada.steps import Step


def slot_of(game: Game, action: Buy) -> Slot | None:
    """The slot that a purchase names; None if it does not exist. If a space has two slots, the family selects one."""
    return Slot(action.space, game.halves.index(action.family)) if action.family in game.halves else None


def wanted_tile(state: State, action: Buy) -> Tile | None:
    """The tile named in a purchase, if it lies in the yard."""
    slot = slot_of(state.setup.game, action)
    return None if slot is None else state.yard[slot.space - 1][slot.lane]


def tile_bought(state: State, action: Buy) -> Tile:
    """The tile bought in a legal purchase."""
    tile = wanted_tile(state, action)
    if tile is None:
        raise InvalidState(at(f"{action}: ", Reason("no such tile is in the yard")))
    return tile


def purchases(state: State, seat: int) -> list[Buy]:
    """The purchases that a seat can pay for, slot by slot, without unneeded cards in the payments."""
    hand, halves = state.players[seat].hand, state.setup.game.halves
    found: list[Buy] = []
    for space, tiles in enumerate(state.yard, start=1):
        for tile, family in zip(tiles, halves, strict=True):
            if tile is not None:
                ways = _ways_to_pay(state.rulings, hand, CURRENCIES[space - 1], tile.up.price)
                found += [Buy(space, cards, family) for cards in ways]
    return found


def _ways_to_pay(rulings: Rulings, hand: Purse, currency: Currency, price: int) -> tuple[Purse, ...]:
    """The ways to pay a price without unneeded cards, in notation order."""
    ways = payments(hand, currency, price)
    if hand.bureaus:
        mixed = bureau_payments(hand, currency, price, exact=rulings.bureau_exact)
        ways = tuple(sorted((*ways, *mixed), key=str))
    if rulings.overpay_by_need and can_pay_exactly(hand, currency, price):
        ways = tuple(cards for cards in ways if cards.total() == price)
    return ways


def can_pay_exactly(hand: Purse, currency: Currency, price: int) -> bool:
    """Whether some cards of one currency in a hand add up to the exact price."""
    return any(cards.total() == price for cards in payments(hand, currency, price))


def broken_by_buying(state: State, seat: int, action: Buy) -> Iterator[Rule]:
    """The rules that a purchase breaks in every phase."""
    tile, hand = wanted_tile(state, action), state.players[seat].hand
    if tile is None:
        yield Rule.TILE_IS_THERE
    elif not hand.holds(action.cards):
        yield Rule.CARDS_ARE_HELD
    else:
        price, currency = tile.up.price, CURRENCIES[action.space - 1]
        yield from _broken_by_payment(state.rulings, currency, price, action.cards)
        too_much = state.rulings.overpay_by_need and action.cards.total() > price
        if too_much and can_pay_exactly(hand, currency, price):
            yield Rule.PAY_AT_LEAST_THE_PRICE


def _broken_by_payment(rulings: Rulings, currency: Currency, price: int, cards: Purse) -> Iterator[Rule]:
    """The rules broken by a payment in the currency of a space."""
    bureaus, total = cards.bureaus, cards.total()
    if len(bureaus) > 1:
        yield Rule.ONE_BUREAU_A_PURCHASE
    elif bureaus:
        yield from _broken_by_bureau(rulings, bureaus[0], currency, cards)
    elif cards.currencies - {currency}:
        yield Rule.PAY_IN_THE_SPACE_CURRENCY
    if total < price:
        yield Rule.PAY_AT_LEAST_THE_PRICE
    elif bureaus and total > price and rulings.bureau_exact:
        yield Rule.BUREAU_PAYS_EXACTLY


def _broken_by_bureau(rulings: Rulings, bureau: Bureau, currency: Currency, cards: Purse) -> Iterator[Rule]:
    """The rules broken by a payment that contains one bureau."""
    pair = set(bureau.currencies)
    if currency not in pair:
        yield Rule.BUREAU_FITS_THE_SPACE
        pair = {currency}
    elif not cards.currencies & (pair - {currency}) and not rulings.bureau_in_any_mix:
        yield Rule.BUREAU_IS_NEEDED
    if cards.currencies - pair:
        yield Rule.PAY_IN_THE_SPACE_CURRENCY


def earns_an_action(state: State, seat: int, action: Buy) -> bool:
    """Whether a legal purchase earns another action because it is paid exactly or, under another reading, could be."""
    price = tile_bought(state, action).up.price
    if action.cards.total() == price or not state.rulings.exact_by_ability:
        return action.cards.total() == price
    hand, currency = state.players[seat].hand, CURRENCIES[action.space - 1]
    return can_pay_exactly(hand, currency, price) or bool(bureau_payments(hand, currency, price, exact=True))


def with_purchase(state: State, seat: int, action: Buy, *todo: Step) -> State:
    """The state after a purchase: the cards are paid, the tile leaves the yard, and the next steps are scheduled."""
    slot = slot_of(state.setup.game, action)
    taken = state if slot is None else state.with_tile(slot, None)
    return paid(taken, seat, action.cards).then(*todo)


def paid(state: State, seat: int, cards: Purse) -> State:
    """The state after a seat has paid with cards, which are discarded."""
    player = state.players[seat]
    payer = evolve(player, hand=player.hand - cards)
    return evolve(state.with_player(seat, payer), discard=state.discard + cards)
