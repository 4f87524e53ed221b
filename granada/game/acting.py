"""The action of a turn: taking money, buying, redesigning the city, and stopping or passing."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

from granada.board import BY_TEXT, CURRENCY_MASK, SHIFTS, Purse, payments_from
from granada.game.actions import SPACES, Action, Add, Buy, Pass, Remove, Stop, Swap, Take
from granada.game.state import Verb, replaced
from granada.game.steps import Act, Pending, PlaceTiles, Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.board import City, Face, Family, Tile
    from granada.game.games import Game, Payment
    from granada.game.state import Module, Setup, State

T = TypeVar("T")
Group = tuple[int, Sequence[Any] | Callable[[Any], Sequence[Any]], Callable[[Any, Any], "Action"], Any]
"""Some actions that are alike: how many, what tells them apart (or how to list that, from what they have in common),
how to build one from what they have in common and what tells it apart, and what they have in common."""


def acted(state: State, step: Act, *got: Pending) -> tuple[Step, ...]:
    """The agenda after the last action of a turn: tiles that were got are placed next."""
    if not (step.bought or got):
        return state.todo[1:]
    tiles = sorted((*map(Pending, step.bought), *got), key=by_tile)
    return state.todo_with(PlaceTiles(step.seat, tuple(tiles)))


def by_tile(pending: Pending) -> str:
    """The key that puts tiles that wait into the order of their notation."""
    return pending.tile.text


# Taking money


def _take_broken(state: State, _: Act, action: Take) -> Iterator[Rule]:
    if not state.display.holds(action.cards):
        yield Rule.CARDS_ARE_HELD
    elif not len(action.cards):
        yield Rule.TAKE_AT_LEAST_ONE
    elif len(action.cards) > 1 and action.cards.total() > state.setup.rulings.several_cards_limit:
        yield Rule.TAKE_SEVERAL_UP_TO_FIVE


def _take(state: State, step: Act, action: Take) -> State:
    hand = state.players[step.seat].hand + action.cards
    return state.but(
        players=state.players_with(step.seat, hand=hand),
        display=state.display - action.cards,
        todo=acted(state, step),
    )


# Buying


@lru_cache(maxsize=64)
def payment(game: Game, modules: tuple[Module, ...]) -> Payment:
    """How tiles are paid: as the game says, and as its modules relax it."""
    found = game.payment
    for module in modules:
        if module.pays is not None:
            found = module.pays(found)
    return found


Slot = tuple[int, "Family | None"]
"""A space of the yard, and a family where it holds tiles of several."""


@cache
def _slots(lanes: tuple[Family, ...]) -> tuple[tuple[Slot, int, int], ...]:
    """The slots of the yard, each with the place in a purse of the money that pays there, and a mask for it."""
    slots = product(SPACES, lanes if len(lanes) > 1 else (None,))
    return tuple((slot, SHIFTS[slot[0]], CURRENCY_MASK << SHIFTS[slot[0]]) for slot in slots)


def _purchase(slot: Slot, code: int) -> Buy:
    return Buy(slot[0], Purse(code), slot[1])


def purchases(state: State, hand: Purse) -> list[Group]:
    """The purchases that a hand can pay, slot by slot, without needless cards."""
    setup, code = state.setup, hand.code
    by_need, ways = setup.rulings.overpay_by_need, payment(setup.game, setup.modules).options(setup.rulings, hand)
    found: list[Group] = []
    for (slot, shift, mask), tile in zip(_slots(setup.game.lanes), state.yard, strict=True):
        if tile is not None and (codes := ways(code & mask, shift, tile.up.price)):
            if by_need and can_pay_exactly(hand, slot[0], tile.up.price):
                codes = tuple(code for code in codes if Purse(code).total() == tile.up.price)
            found.append((len(codes), codes, _purchase, slot))
    return found


def slot_of(setup: Setup, action: Buy) -> int | None:
    """The slot of the yard that a purchase names."""
    lanes = setup.game.lanes
    if len(lanes) == 1:
        return action.space - 1 if action.family is None else None
    return (action.space - 1) * len(lanes) + lanes.index(action.family) if action.family in lanes else None


def tile_bought(state: State, action: Buy) -> Tile:
    """The tile that a legal purchase names."""
    return state.yard[slot_of(state.setup, action) or 0]  # type: ignore[return-value]  # legal, so it is there


def buy_broken(state: State, seat: int, action: Buy) -> Iterable[Rule]:
    """The rules that a purchase breaks, whoever makes it."""
    slot = slot_of(state.setup, action)
    tile = None if slot is None else state.yard[slot]
    if tile is None:
        return (Rule.TILE_IS_THERE,)
    if not state.players[seat].hand.holds(action.cards):
        return (Rule.CARDS_ARE_HELD,)
    setup, rulings = state.setup, state.setup.rulings
    found = payment(setup.game, setup.modules).broken(rulings, action.space, tile.up.price, action.cards)
    if not rulings.overpay_by_need or action.cards.total() == tile.up.price:
        return found
    if found := tuple(found):
        return found
    able = can_pay_exactly(state.players[seat].hand, action.space, tile.up.price)
    return (Rule.PAY_AT_LEAST_THE_PRICE,) if able else ()


def can_pay_exactly(hand: Purse, space: int, price: int) -> bool:
    """Whether a hand holds the exact price in the currency of a space."""
    shift = SHIFTS[space]
    codes = payments_from(hand.code & CURRENCY_MASK << shift, shift, price)
    return any(Purse(code).total() == price for code in codes)


def paid(state: State, seat: int, cards: Purse, *todo: Step, **changes: Any) -> State:  # noqa: ANN401  as in ``but``
    """The state after a seat has paid some cards, which are discarded: what is to be done next, and other changes."""
    players = state.players_with(seat, hand=state.players[seat].hand - cards)
    return state.but(players=players, discard=state.discard + cards, todo=state.todo_with(*todo), **changes)


def bought(state: State, seat: int, action: Buy, *todo: Step) -> State:
    """The state after a purchase has been paid and its tile taken from the yard, and what is to be done next."""
    slot = slot_of(state.setup, action) or 0
    return paid(state, seat, action.cards, *todo, yard=replaced(state.yard, slot, None))


def earns_an_action(state: State, seat: int, action: Buy) -> bool:
    """Whether a legal purchase is paid exactly, or by another reading could have been."""
    price = tile_bought(state, action).up.price
    if action.cards.total() == price:
        return True
    return state.rulings.exact_by_ability and can_pay_exactly(state.players[seat].hand, action.space, price)


def _buy_broken(state: State, step: Act, action: Buy) -> Iterable[Rule]:
    return buy_broken(state, step.seat, action)


def _buy(state: State, step: Act, action: Buy) -> State:
    tile = tile_bought(state, action)
    tiles = more(step.bought, tile)
    next_ = (
        Act(step.seat, tiles)
        if earns_an_action(state, step.seat, action)
        else PlaceTiles(step.seat, tuple(map(Pending, tiles)))
    )
    return bought(state, step.seat, action, next_)


# Redesigning


def less(faces: tuple[T, ...], face: T) -> tuple[T, ...]:
    """Some faces without one of them."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def more(faces: tuple[T, ...], face: T) -> tuple[T, ...]:
    """Some faces or tiles and one more, by notation."""
    changed = list(faces)
    insort(changed, face, key=BY_TEXT)
    return tuple(changed)


def _add_broken(state: State, step: Act, action: Add) -> tuple[Rule, ...]:
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return player.city.broken_by_adding(action.face, action.cell)


def _add(state: State, step: Act, action: Add) -> State:
    player = state.players[step.seat]
    return _redesigned(state, step, player.city.added(action.face, action.cell), less(player.reserve, action.face))


def _remove_broken(state: State, step: Act, action: Remove) -> tuple[Rule, ...]:
    return state.players[step.seat].city.broken_by_removing(action.cell)


def _remove(state: State, step: Act, action: Remove) -> State:
    player = state.players[step.seat]
    face = player.city[action.cell]
    return _redesigned(state, step, player.city.removed(action.cell), more(player.reserve, face), face)


def _swap_broken(state: State, step: Act, action: Swap) -> tuple[Rule, ...]:
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return player.city.broken_by_swapping(action.cell, action.face)


def _swap(state: State, step: Act, action: Swap) -> State:
    player = state.players[step.seat]
    face = player.city[action.cell]
    reserve = more(less(player.reserve, action.face), face)
    return _redesigned(state, step, player.city.swapped(action.cell, action.face), reserve, face)


def _redesigned(state: State, step: Act, city: City, reserve: tuple[Face, ...], left: Face | None = None) -> State:
    """The state after a city has been redesigned; the modules are told of a tile that has left it."""
    players = state.players_with(step.seat, city=city, reserve=reserve)
    after = state.but(players=players, todo=acted(state, step))
    if left is None or not after.extras:
        return after
    pairs = zip(after.setup.modules, after.extras, strict=True)
    return after.but(extras=tuple(module.leaves(after, extra, step.seat, left) for module, extra in pairs))


# Stopping and passing


def _stop_broken(_: State, step: Act, __: Stop) -> Iterator[Rule]:
    if not step.bought:
        yield Rule.ACT_ON_YOUR_TURN


def _stop(state: State, step: Act, _: Stop | Pass) -> State:
    return state.but(todo=acted(state, step))


def _pass_broken(state: State, step: Act, _: Pass) -> Iterator[Rule]:
    if step.bought:
        yield Rule.IN_ITS_PHASE
    elif not state.rulings.may_pass and can_act(state, step):
        yield Rule.ACT_ON_YOUR_TURN


def can_act(state: State, step: Act) -> bool:
    """Whether a seat can take money, buy, redesign, or do what a module offers instead."""
    player, setup = state.players[step.seat], state.setup
    if len(state.display) or player.city.number_of_removals:
        return True
    if purchases(state, player.hand):
        return True
    if any(map(player.city.number_of_sites, player.reserve)) or player.city.number_of_swaps(player.reserve):
        return True
    return any(isinstance(action, module.forces) for module in setup.modules for action in module.options(state, step))


ACTING: dict[tuple[type[Step], type[Action]], Verb] = {
    (Act, Take): Verb(_take_broken, _take),
    (Act, Buy): Verb(_buy_broken, _buy),
    (Act, Add): Verb(_add_broken, _add),
    (Act, Remove): Verb(_remove_broken, _remove),
    (Act, Swap): Verb(_swap_broken, _swap),
    (Act, Stop): Verb(_stop_broken, _stop),
    (Act, Pass): Verb(_pass_broken, _stop),
}
"""What actions mean while a seat acts."""
