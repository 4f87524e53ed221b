"""Placing tiles: turning them over, building, storing, and giving them to Dirk."""

from collections.abc import Iterator

from attrs import evolve

from granada.board import Face, Purse
from granada.game.acting import in_order
from granada.game.actions import Flip, Give, Place, Store
from granada.game.agenda import dirk_with
from granada.game.buying import paid
from granada.game.state import State, less
from granada.rulebook import Rule, Rulings
from granada.steps import ODD, Pending, PlaceTiles, Step

FLIP_PRICE = 3
"""To turn a bought tile over costs at least 3."""


def _face_up(step: PlaceTiles, face: Face) -> list[Pending]:
    """The tiles to be placed that lie with a face up, those first of which more may be made."""
    lying = [pending for pending in step.tiles if pending.tile.up == face]
    return sorted(lying, key=lambda pending: (not pending.bought, pending.flipped, pending.overpaid))


def _face_down(step: PlaceTiles, face: Face) -> list[Pending]:
    """The tiles to be placed that have a face on their underside."""
    return [pending for pending in step.tiles if pending.tile.down == face]


def _placed(state: State, step: PlaceTiles, pending: Pending) -> tuple[Step, ...]:
    """The agenda after one of the tiles has found its place."""
    tiles = less(step.tiles, pending)
    return state.todo_with(PlaceTiles(step.seat, tiles)) if tiles else state.todo[1:]


def broken_by_flipping(state: State, step: PlaceTiles, action: Flip) -> Iterator[Rule]:
    """The rules that turning a tile over breaks."""
    lying = _face_up(step, action.face)
    if not lying or lying[0].tile.down is None:
        yield Rule.TILE_IS_THERE
        return
    if not state.players[step.seat].hand.holds(action.cards):
        yield Rule.CARDS_ARE_HELD
        return
    if not lying[0].bought:
        yield Rule.AWARDS_ARE_NOT_FLIPPED
    if lying[0].flipped:
        yield Rule.FLIP_ONCE
    yield from _broken_by_payment(state.rulings, action.cards)


def _broken_by_payment(rulings: Rulings, cards: Purse) -> Iterator[Rule]:
    """The rules that the payment for a flip breaks."""
    values = cards.values()
    if (max(values, default=0) if rulings.flip_by_one_card else sum(values)) < FLIP_PRICE:
        yield Rule.FLIP_COSTS_THREE
    if len(cards.currencies) > 1 or cards.bureaus:
        yield Rule.FLIP_IN_ONE_CURRENCY


def flip(state: State, step: PlaceTiles, action: Flip) -> State:
    """The tile is paid for and turned over."""
    pending = _face_up(step, action.face)[0]
    overpaid = state.rulings.gift_flip_exact and action.cards.total() != FLIP_PRICE
    turned = evolve(pending, tile=pending.tile.turned, flipped=True, overpaid=overpaid)
    tiles = in_order((*less(step.tiles, pending), turned))
    return paid(state, step.seat, action.cards, PlaceTiles(step.seat, tiles))


def broken_by_placing(state: State, step: PlaceTiles, action: Place) -> Iterator[Rule]:
    """The rules that building a tile breaks."""
    lying, backed = _face_up(step, action.face), _face_down(step, action.face)
    if not lying and not backed:
        yield Rule.TILE_IS_THERE
        return
    found = state.players[step.seat].city.broken_by_adding(action.face, action.cell)
    yield from found
    if not lying and Rule.CELL_IS_FREE not in found:
        yield Rule.FACE_AS_BOUGHT if backed[0].bought else Rule.AWARDS_ARE_NOT_FLIPPED


def place(state: State, step: PlaceTiles, action: Place) -> State:
    """The tile is built into the city."""
    player = state.players[step.seat]
    players = state.players_with(step.seat, evolve(player, city=player.city.added(action.face, action.cell)))
    return evolve(state, players=players, todo=_placed(state, step, _face_up(step, action.face)[0]))


def broken_by_storing(step: PlaceTiles, action: Store) -> Iterator[Rule]:
    """The rules that putting a tile into the reserve breaks; a bought one may lie there either face up."""
    lying, backed = _face_up(step, action.face), _face_down(step, action.face)
    if not lying and not backed:
        yield Rule.TILE_IS_THERE
    elif not lying and not backed[0].bought:
        yield Rule.AWARDS_ARE_NOT_FLIPPED


def store(state: State, step: PlaceTiles, action: Store) -> State:
    """The tile goes into the reserve."""
    player = state.players[step.seat]
    players = state.players_with(step.seat, evolve(player, reserve=tuple(sorted((*player.reserve, action.face)))))
    stored = (_face_up(step, action.face) or _face_down(step, action.face))[0]
    return evolve(state, players=players, todo=_placed(state, step, stored))


def broken_by_giving(state: State, step: PlaceTiles, action: Give) -> Iterator[Rule]:
    """The rules that giving a tile to Dirk breaks."""
    lying = _face_up(step, action.face)
    named = lying or _face_down(step, action.face)
    if not named:
        yield Rule.TILE_IS_THERE
        return
    if state.dirk is None or not named[0].bought:
        yield Rule.GIFTS_TO_DIRK
    if not lying or lying[0].overpaid:
        yield Rule.GIFTS_KEEP_THEIR_FACE


def give(state: State, step: PlaceTiles, action: Give) -> State:
    """Dirk gets the tile as it lies, or by another reading as the marker shows."""
    given = _face_up(step, action.face)[0]
    tile = given.tile
    if state.rulings.gifts_follow_marker and tile.down is not None:
        tile = tile if tile.up.price % 2 == (state.marker == ODD) else tile.turned
    return evolve(state, dirk=dirk_with(state.dirk, tile), todo=_placed(state, step, given))
