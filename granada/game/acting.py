"""The action of a turn: taking money, buying, redesigning the city, and stopping; passing is judged in ``rules``."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from granada.board import City, Face
from granada.game.actions import Add, Buy, Remove, Swap, Take
from granada.game.buying import earns_an_action, tile_bought, with_purchase
from granada.game.state import State, less
from granada.rulebook import Rule
from granada.steps import Act, Pending, PlaceTiles, Step


def after_acting(state: State, step: Act, *got: Pending) -> tuple[Step, ...]:
    """The agenda once a seat has no further action: what it bought, or took, is placed next."""
    tiles = (*map(Pending, step.bought), *got)
    return state.todo_with(PlaceTiles(step.seat, in_order(tiles))) if tiles else state.todo[1:]


def in_order(tiles: Iterable[Pending]) -> tuple[Pending, ...]:
    """Tiles that wait to be placed, in the order of their notation."""
    return tuple(sorted(tiles, key=lambda pending: str(pending.tile)))


def broken_by_taking(state: State, action: Take) -> Iterator[Rule]:
    """The rules that taking cards breaks."""
    cards = action.cards
    if not state.display.holds(cards):
        yield Rule.CARDS_ARE_HELD
        return
    if not len(cards):
        yield Rule.TAKE_AT_LEAST_ONE
    if len(cards) > 1 and cards.total() > state.rulings.several_cards_limit:
        yield Rule.TAKE_SEVERAL_UP_TO_FIVE
    if len(cards) > 1 and cards.bureaus and not state.rulings.bureaus_with_money:
        yield Rule.BUREAU_IS_TAKEN_ALONE


def take(state: State, step: Act, action: Take) -> State:
    """The cards move from the display into the hand."""
    player = state.players[step.seat]
    players = state.players_with(step.seat, evolve(player, hand=player.hand + action.cards))
    return evolve(state, players=players, display=state.display - action.cards, todo=after_acting(state, step))


def buy(state: State, step: Act, action: Buy) -> State:
    """The tile is paid and waits to be placed; who paid exactly acts once more before that."""
    tiles = tuple(sorted((*step.bought, tile_bought(state, action))))
    if earns_an_action(state, step.seat, action):
        return with_purchase(state, step.seat, action, Act(step.seat, tiles))
    return with_purchase(state, step.seat, action, PlaceTiles(step.seat, tuple(map(Pending, tiles))))


def broken_by_adding(state: State, step: Act, action: Add) -> tuple[Rule, ...]:
    """The rules that building a tile of the reserve breaks."""
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return player.city.broken_by_adding(action.face, action.cell)


def add(state: State, step: Act, action: Add) -> State:
    """A tile of the reserve is built."""
    player = state.players[step.seat]
    return _redesigned(state, step, player.city.added(action.face, action.cell), less(player.reserve, action.face))


def broken_by_removing(state: State, step: Act, action: Remove) -> tuple[Rule, ...]:
    """The rules that moving a tile to the reserve breaks."""
    return state.players[step.seat].city.broken_by_removing(action.cell)


def remove(state: State, step: Act, action: Remove) -> State:
    """A tile of the city moves to the reserve."""
    player = state.players[step.seat]
    reserve = (*player.reserve, player.city[action.cell])
    return _redesigned(state, step, player.city.removed(action.cell), reserve)


def broken_by_swapping(state: State, step: Act, action: Swap) -> tuple[Rule, ...]:
    """The rules that exchanging a tile of the city for one of the reserve breaks."""
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return player.city.broken_by_swapping(action.cell, action.face)


def swap(state: State, step: Act, action: Swap) -> State:
    """A tile of the city and one of the reserve change places."""
    player = state.players[step.seat]
    reserve = (*less(player.reserve, action.face), player.city[action.cell])
    return _redesigned(state, step, player.city.swapped(action.cell, action.face), reserve)


def _redesigned(state: State, step: Act, city: City, reserve: tuple[Face, ...]) -> State:
    player = evolve(state.players[step.seat], city=city, reserve=tuple(sorted(reserve)))
    return evolve(state, players=state.players_with(step.seat, player), todo=after_acting(state, step))


def stop(state: State, step: Act) -> State:
    """Nothing further is done in the turn."""
    return evolve(state, todo=after_acting(state, step))
