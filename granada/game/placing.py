"""Placing tiles: turning them over, building, storing, and giving them to Dirk."""

from collections.abc import Iterator

from attrs import evolve

from granada.board import CURRENCIES, Card, Face, Purse, payments
from granada.game.acting import in_order
from granada.game.actions import Action, Flip, Give, Place, Store
from granada.game.agenda import dirk_with
from granada.game.buying import paid
from granada.game.state import State, less
from granada.rulebook import Rule, Rulings
from granada.steps import Pending, PlaceTiles

FLIP_PRICE = 3
"""To turn a bought tile over costs at least 3."""


def places(state: State, step: PlaceTiles) -> list[Action]:
    """The legal ways to place a tile: turn it over, build it, store it either face up if bought, give it to Dirk."""
    player = state.players[step.seat]
    lying = {pending.tile.up for pending in step.tiles}
    bought = [pending for pending in step.tiles if pending.bought]
    unturned = {each.tile.up for each in bought if each.tile.down is not None and not each.flipped}
    below = {pending.tile.down for pending in bought if pending.tile.down is not None}
    gifts = {pending.tile.up for pending in bought if not pending.overpaid and state.dirk is not None}
    return [
        *(Flip(face, cards) for face in sorted(unturned) for cards in _flip_payments(state.rulings, player.hand)),
        *(Place(face, cell) for face in sorted(lying) for cell in player.city.sites(face)),
        *(Store(face) for face in sorted(lying | below)),
        *(Give(face) for face in sorted(gifts)),
    ]


def _flip_payments(rulings: Rulings, hand: Purse) -> list[Purse]:
    """The ways to pay for a flip, currency by currency, from which no card can be withheld."""
    if not rulings.flip_by_one_card:
        return [cards for currency in CURRENCIES for cards in payments(hand, currency, FLIP_PRICE)]
    return [Purse([card]) for card in hand.kinds if isinstance(card, Card) and card.value >= FLIP_PRICE]


def _face_up(step: PlaceTiles, face: Face) -> list[Pending]:
    """The tiles to be placed that lie with a face up, those first of which more may be made."""
    lying = [pending for pending in step.tiles if pending.tile.up == face]
    return sorted(lying, key=lambda pending: (not pending.bought, pending.flipped, pending.overpaid))


def _face_down(step: PlaceTiles, face: Face) -> list[Pending]:
    """The tiles to be placed that have a face on their underside."""
    return [pending for pending in step.tiles if pending.tile.down == face]


def broken_by_placing(state: State, step: PlaceTiles, action: Flip | Place | Store | Give) -> Iterator[Rule]:
    """The rules that turning a tile over, building it, storing it or giving it away breaks."""
    player = state.players[step.seat]
    up, down = _face_up(step, action.face), _face_down(step, action.face)
    meant = next(iter(up or down), None)
    match action:
        case _ if meant is None:
            yield Rule.TILE_IS_THERE
        case Flip() if not up or meant.tile.down is None:
            yield Rule.TILE_IS_THERE
        case Flip(_, cards) if not player.hand.holds(cards):
            yield Rule.CARDS_ARE_HELD
        case Flip(_, cards):
            if not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
            if meant.flipped:
                yield Rule.FLIP_ONCE
            yield from _broken_by_payment(state.rulings, cards)
        case Place(face, cell):
            found = player.city.broken_by_adding(face, cell)
            yield from found
            if not up and Rule.CELL_IS_FREE not in found:
                yield Rule.FACE_AS_BOUGHT if meant.bought else Rule.AWARDS_ARE_NOT_FLIPPED
        case Store():  # a bought tile may lie in the reserve either face up
            if not up and not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
        case Give():
            if not up and not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
            if state.dirk is None or not meant.bought:
                yield Rule.GIFTS_TO_DIRK
            if meant.bought and (not up or meant.overpaid):
                yield Rule.GIFTS_KEEP_THEIR_FACE


def _broken_by_payment(rulings: Rulings, cards: Purse) -> Iterator[Rule]:
    """The rules that the payment for a flip breaks."""
    if cards.total() < FLIP_PRICE or (rulings.flip_by_one_card and len(cards) > 1):
        yield Rule.FLIP_COSTS_THREE
    if len(cards.currencies) > 1 or cards.bureaus:
        yield Rule.FLIP_IN_ONE_CURRENCY


def placed(state: State, step: PlaceTiles, action: Flip | Place | Store | Give) -> State:
    """The state after a tile has been turned over, built, stored or given away."""
    seat, player = step.seat, state.players[step.seat]
    meant = (_face_up(step, action.face) or _face_down(step, action.face))[0]
    left = less(step.tiles, meant)
    match action:
        case Flip(_, cards):
            overpaid = state.rulings.gift_flip_exact and cards.total() != FLIP_PRICE
            turned = evolve(meant, tile=meant.tile.turned, flipped=True, overpaid=overpaid)
            state, left = paid(state, seat, cards), in_order((*left, turned))
        case Place(face, cell):
            state = state.with_player(seat, evolve(player, city=player.city.added(face, cell)))
        case Store(face):
            state = state.with_player(seat, evolve(player, reserve=tuple(sorted((*player.reserve, face)))))
        case Give():  # as it lies, or by another reading as the marker shows
            gift = meant.tile.showing(state.marker) if state.rulings.gifts_follow_marker else meant.tile
            state = evolve(state, dirk=dirk_with(state.dirk, gift))
    return state.then(PlaceTiles(seat, left)) if left else state.then()
