"""Placing tiles: turning them over, building, storing, and giving them to Dirk."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from granada.board import Face, Purse
from granada.game.acting import in_order
from granada.game.actions import Flip, Give, Place, Store
from granada.game.agenda import with_face
from granada.game.buying import paid
from granada.game.state import State, less
from granada.game.steps import ODD, Pending, PlaceTiles, Step
from granada.rulebook import Rule, Rulings

FLIP_PRICE = 3
"""To turn a tile over before it is built costs at least 3."""


def _lying(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that lies with a face up."""
    return next((pending for pending in step.tiles if pending.tile.up == face), None)


def _backed(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that has a face on its underside."""
    return next((pending for pending in step.tiles if pending.tile.down == face), None)


def _named(step: PlaceTiles, face: Face) -> Pending:
    """The tile that a legal action names by a face: one that lies with it up, or else one that has it below."""
    up = [pending for pending in step.tiles if pending.tile.up == face]
    down = [pending for pending in step.tiles if pending.tile.down == face]
    return (up or down)[0]


def _placed(state: State, step: PlaceTiles, pending: Pending) -> tuple[Step, ...]:
    """The agenda after one of the tiles has found its place."""
    tiles = less(step.tiles, pending)
    return state.todo_with(PlaceTiles(step.seat, tiles)) if tiles else state.todo[1:]


# Turning over


def flipping_breaks(state: State, step: PlaceTiles, action: Flip) -> Iterator[Rule]:
    """The rules that turning a tile over breaks."""
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
    yield from _payment_breaks(state.rulings, action.cards)


def _payment_breaks(rulings: Rulings, cards: Purse) -> Iterator[Rule]:
    """The rules that the payment for a flip breaks."""
    values = cards.values()
    if (max(values, default=0) if rulings.flip_by_one_card else sum(values)) < FLIP_PRICE:
        yield Rule.FLIP_COSTS_THREE
    if len(cards.currencies) > 1 or cards.bureaus:
        yield Rule.FLIP_IN_ONE_CURRENCY


def flip(state: State, step: PlaceTiles, action: Flip) -> State:
    """The tile is paid for and turned over."""
    pending = next(each for each in step.tiles if each.tile.up == action.face and not each.flipped)
    overpaid = state.rulings.gift_flip_exact and action.cards.total() != FLIP_PRICE
    turned = evolve(pending, tile=pending.tile.turned, flipped=True, overpaid=overpaid)
    tiles = in_order((*less(step.tiles, pending), turned))
    return paid(state, step.seat, action.cards, PlaceTiles(step.seat, tiles))


# Building


def placing_breaks(state: State, step: PlaceTiles, action: Place) -> Iterator[Rule]:
    """The rules that building a tile breaks."""
    lying, backed = _lying(step, action.face), _backed(step, action.face)
    if lying is None and backed is None:
        yield Rule.TILE_IS_THERE
        return
    found = state.players[step.seat].city.broken_by_adding(action.face, action.cell)
    yield from found
    if lying is None and backed is not None and Rule.CELL_IS_FREE not in found:
        yield Rule.FACE_AS_BOUGHT if backed.bought else Rule.AWARDS_ARE_NOT_FLIPPED


def place(state: State, step: PlaceTiles, action: Place) -> State:
    """The tile is built into the city."""
    player = state.players[step.seat]
    players = state.players_with(step.seat, evolve(player, city=player.city.added(action.face, action.cell)))
    return evolve(state, players=players, todo=_placed(state, step, _named(step, action.face)))


# Storing and giving


def storing_breaks(step: PlaceTiles, action: Store) -> Iterator[Rule]:
    """The rules that putting a tile into the reserve breaks; a bought one may lie there either face up."""
    lying, backed = _lying(step, action.face), _backed(step, action.face)
    if lying is None and backed is None:
        yield Rule.TILE_IS_THERE
    elif lying is None and backed is not None and not backed.bought:
        yield Rule.AWARDS_ARE_NOT_FLIPPED


def store(state: State, step: PlaceTiles, action: Store) -> State:
    """The tile goes into the reserve."""
    player = state.players[step.seat]
    players = state.players_with(step.seat, evolve(player, reserve=tuple(sorted((*player.reserve, action.face)))))
    return evolve(state, players=players, todo=_placed(state, step, _named(step, action.face)))


def giving_breaks(state: State, step: PlaceTiles, action: Give) -> Iterator[Rule]:
    """The rules that giving a tile to Dirk breaks."""
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


def give(state: State, step: PlaceTiles, action: Give) -> State:
    """Dirk gets the tile as it lies, or by another reading as the marker shows."""
    given = _gift(step, action.face) or _named(step, action.face)
    tile = given.tile
    if state.rulings.gifts_follow_marker and tile.down is not None:
        tile = tile if tile.up.price % 2 == (state.marker == ODD) else tile.turned
    return evolve(state, dirk=with_face(state.dirk, tile), todo=_placed(state, step, given))
