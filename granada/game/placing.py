"""Placing tiles: turning them over, building, storing, and giving them to Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from granada.board import Card
from granada.game.acting import by_tile, less, more, paid
from granada.game.actions import Action, Flip, Give, Place, Store
from granada.game.agenda import with_face
from granada.game.state import Verb
from granada.game.steps import ODD, Pending, PlaceTiles, Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board import Face, Purse
    from granada.game.state import State
    from granada.rulebook import Rulings

FLIP_PRICE = 3
"""To turn a tile over before it is built costs at least 3."""


def _lying(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that lies with a face up."""
    for pending in step.tiles:
        if pending.tile.up == face:
            return pending
    return None


def _backed(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that has a face on its underside."""
    return next((pending for pending in step.tiles if pending.tile.down == face), None)


def _placed(state: State, step: PlaceTiles, pending: Pending) -> tuple[Step, ...]:
    """The agenda after one of the tiles has found its place."""
    tiles = less(step.tiles, pending)
    return state.todo_with(PlaceTiles(step.seat, tiles)) if tiles else state.todo[1:]


# Turning over


def _flip_broken(state: State, step: PlaceTiles, action: Flip) -> Iterator[Rule]:
    pending = _lying(step, action.face)
    if pending is None or pending.tile.down is None:
        yield Rule.TILE_IS_THERE
        return
    if not state.players[step.seat].hand.holds(action.cards):
        yield Rule.CARDS_ARE_HELD
        return
    if not pending.bought:
        yield Rule.AWARDS_ARE_NOT_FLIPPED
    if pending.flipped:
        yield Rule.FLIP_ONCE
    yield from _payment_broken(state.rulings, action.cards)


def _payment_broken(rulings: Rulings, cards: Purse) -> Iterator[Rule]:
    """The rules that the payment for a flip breaks."""
    values = [card.value for card in cards if isinstance(card, Card)]
    if (max(values, default=0) if rulings.flip_by_one_card else sum(values)) < FLIP_PRICE:
        yield Rule.FLIP_COSTS_THREE
    if len(cards.currencies) > 1 or len(cards.bureaus):
        yield Rule.FLIP_IN_ONE_CURRENCY


def _flip(state: State, step: PlaceTiles, action: Flip) -> State:
    pending = next(each for each in step.tiles if each.tile.up == action.face and not each.flipped)
    overpaid = state.rulings.gift_flip_exact and action.cards.total() != FLIP_PRICE
    turned = evolve(pending, tile=pending.tile.turned, flipped=True, overpaid=overpaid)
    tiles = sorted((*less(step.tiles, pending), turned), key=by_tile)
    return paid(state, step.seat, action.cards, PlaceTiles(step.seat, tuple(tiles)))


# Building


def _place_broken(state: State, step: PlaceTiles, action: Place) -> Iterator[Rule]:
    under = None
    if _lying(step, action.face) is None:
        under = _backed(step, action.face)
        if under is None:
            yield Rule.TILE_IS_THERE
            return
    found = state.players[step.seat].city.broken_by_adding(action.face, action.cell)
    yield from found
    if under is not None and Rule.CELL_IS_FREE not in found:
        yield Rule.FACE_AS_BOUGHT if under.bought else Rule.AWARDS_ARE_NOT_FLIPPED


def _place(state: State, step: PlaceTiles, action: Place) -> State:
    city = state.players[step.seat].city.added(action.face, action.cell)
    players = state.players_with(step.seat, city=city)
    return state.but(players=players, todo=_placed(state, step, _named(step, action.face)))


def _named(step: PlaceTiles, face: Face) -> Pending:
    """The tile that a legal action names by a face: most often the one that lies up."""
    return _lying(step, face) or _backed(step, face)  # type: ignore[return-value]  # legal, so it is there


# Storing and giving


def _store_broken(_: State, step: PlaceTiles, action: Store) -> Iterator[Rule]:
    if _lying(step, action.face) is None:
        under = _backed(step, action.face)
        if under is None:
            yield Rule.TILE_IS_THERE
        elif not under.bought:
            yield Rule.AWARDS_ARE_NOT_FLIPPED


def _store(state: State, step: PlaceTiles, action: Store) -> State:
    reserve = more(state.players[step.seat].reserve, action.face)
    players = state.players_with(step.seat, reserve=reserve)
    return state.but(players=players, todo=_placed(state, step, _named(step, action.face)))


def _give_broken(state: State, step: PlaceTiles, action: Give) -> Iterator[Rule]:
    lying = _gift(step, action.face)
    pending = lying or _backed(step, action.face)
    if pending is None:
        yield Rule.TILE_IS_THERE
        return
    if state.dirk is None or not pending.bought:
        yield Rule.GIFTS_TO_DIRK
    if lying is None or lying.overpaid:
        yield Rule.GIFTS_KEEP_THEIR_FACE


def _gift(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile with a face up that is given: one whose flip was not overpaid, if there is one."""
    lying = [pending for pending in step.tiles if pending.tile.up == face]
    return min(lying, key=lambda pending: pending.overpaid, default=None)


def _give(state: State, step: PlaceTiles, action: Give) -> State:
    pending = _gift(step, action.face) or _named(step, action.face)
    tile = pending.tile
    if state.rulings.gifts_follow_marker and tile.down is not None:
        tile = tile if tile.up.price % 2 == (state.marker == ODD) else tile.turned
    return state.but(dirk=with_face(state.dirk, tile), todo=_placed(state, step, pending))


PLACING: dict[tuple[type[Step], type[Action]], Verb] = {
    (PlaceTiles, Flip): Verb(_flip_broken, _flip),
    (PlaceTiles, Place): Verb(_place_broken, _place),
    (PlaceTiles, Store): Verb(_store_broken, _store),
    (PlaceTiles, Give): Verb(_give_broken, _give),
}
"""What actions mean while tiles are placed."""
