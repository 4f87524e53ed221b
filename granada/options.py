"""The legal actions of a state, as a sequence that builds its items when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from granada.actions import Add, Buy, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take, canonical
from granada.chance import weights
from granada.money import CURRENCIES, CURRENCY_BITS, CURRENCY_MASK, PURSES, VALUES, Purse, handfuls, payments
from granada.rules import FLIP_PRICE, a_state, can_act, payment
from granada.state import Act, PlaceTiles, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada.actions import Action
    from granada.city import City
    from granada.layout import Cell
    from granada.state import Player, Setup, Step
    from granada.tiles import Face

Group = tuple["Callable[[Any, Any], Action]", Any, "Sequence[Any]"]
"""How to build actions, from one thing that they share and each of some others."""


class Actions(Sequence["Action"]):
    """An immutable sequence of actions that knows its length and builds an item when it is asked for."""

    __slots__ = ("_groups", "_length")

    def __init__(self, groups: Iterable[Group]) -> None:
        """Keep the groups; no action is built yet."""
        self._groups = tuple(groups)
        self._length = sum(len(items) for _, _, items in self._groups)

    def __len__(self) -> int:
        """How many actions there are."""
        return self._length

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        """The action at a place, or a tuple of several."""
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(self._length)))
        at = place + self._length if place < 0 else place
        if at >= 0:
            for make, shared, items in self._groups:
                size = len(items)
                if at < size:
                    return make(shared, items[at])
                at -= size
        message = f"there are {self._length} actions"
        raise IndexError(message)

    def __iter__(self) -> Iterator[Action]:
        """The actions one by one."""
        for make, shared, items in self._groups:
            for item in items:
                yield make(shared, item)

    def __eq__(self, other: object) -> bool:
        """Equal to any tuple or sequence of actions with the same items."""
        if isinstance(other, tuple | Actions):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        """As the tuple of the actions."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """As the tuple of the actions."""
        return repr(tuple(self))


def legal_actions(state: State) -> Sequence[Action]:
    """The legal actions in canonical order, payments without needless cards; at a draw, what can be drawn.

    The sequence is empty when the game is over.
    A view works like a state for the seat that is to act, and gives nothing to the others.
    """
    table = getattr(state, "table", None)
    if isinstance(table, State):
        state = table if table.actor == state.seat else table.but(todo=())  # type: ignore[attr-defined]  # a View
    if not a_state(state).todo:
        return Actions(())
    step = state.todo[0]
    lister = _LISTERS.get(type(step))
    if lister is not None:
        return lister(state, step)
    if not step.decides:
        return Actions([(_itself, None, [draw for draw, _ in weights(state)])])
    return Actions([(_itself, None, sorted(_from_modules(state, step), key=canonical))])


def _itself(_: None, action: Action) -> Action:
    return action


def _from_modules(state: State, step: Step) -> list[Action]:
    return [action for module in state.setup.modules for action in module.options(state, step)]


def _take(_: None, cards: Purse) -> Take:
    return Take(cards)


def _remove(_: None, cell: Cell) -> Remove:
    return Remove(cell)


def _buy(slot: tuple[int, Any], code: int) -> Buy:
    space, family = slot
    return Buy(space, PURSES[code], family)


def slots(setup: Setup) -> tuple[tuple[int, Any], ...]:
    """The space of each slot of the yard, and its family where a space has several."""
    found = setup.memo.get("slots")
    if found is None:
        lanes = setup.game.lanes
        found = setup.memo["slots"] = tuple(
            (space, lane if len(lanes) > 1 else None) for space in range(1, 5) for lane in lanes
        )
    return found


def purchases(state: State, hand: Purse) -> list[Group]:
    """The purchases that a hand can pay, slot by slot."""
    options, rulings = payment(state.setup).options, state.setup.rulings
    return [
        (_buy, slot, options(rulings, slot[0], tile.up.price, hand))
        for slot, tile in zip(slots(state.setup), state.yard, strict=True)
        if tile is not None
    ]


def _redesigns(player: Player) -> list[Group]:
    """The ways to redesign a city; they are kept with it while the reserve stays the same."""
    known = player.city.memo.get("redesigns")
    if known is not None and known[0] is player.reserve:
        return known[1]  # type: ignore[no-any-return]  # what the memo holds under this key is written below
    groups = list(_redesign_groups(player.city, sorted(set(player.reserve), key=str)))
    player.city.memo["redesigns"] = (player.reserve, groups)
    return groups


def _redesign_groups(city: City, reserve: list[Face]) -> Iterator[Group]:
    for face in reserve:
        if sites := city.sites(face):
            yield Add, face, sites
    if city.removable:
        yield _remove, None, city.removable
    if reserve:
        for cell, fitting in city.swappable(reserve):
            yield Swap, cell, fitting


def _acts(state: State, step: Act) -> Actions:
    player = state.players[step.seat]
    groups: list[Group] = [
        (_take, None, handfuls(state.display.code, state.setup.rulings.several_cards_limit)),
        *purchases(state, player.hand),
        *_redesigns(player),
    ]
    if state.setup.modules:
        groups.append((_itself, None, sorted(_from_modules(state, step), key=canonical)))
    if step.bought:
        groups.append((_itself, None, (Stop(),)))
    elif not state.display.code and not can_act(state, step):
        groups.append((_itself, None, (Pass(),)))
    return Actions(groups)


def _flip_payments(state: State, hand: Purse) -> list[Purse]:
    """The payments for a flip from which no card can be withheld."""
    found = []
    for number in range(len(CURRENCIES)):
        shift = number * CURRENCY_BITS
        held = hand.code >> shift & CURRENCY_MASK
        if state.rulings.flip_by_one_card:
            units = [1 << 4 * (value - 1) for value in VALUES if value >= FLIP_PRICE]
            codes: Iterable[int] = [unit for unit in units if held // unit & 0xF]
        else:
            codes = payments(held, FLIP_PRICE)
        found += [Purse(code << shift) for code in codes]
    return found


def _places(state: State, step: PlaceTiles) -> Actions:
    player = state.players[step.seat]
    lying = sorted({pending.tile.up for pending in step.tiles}, key=str)
    flippable = sorted({p.tile.up for p in step.tiles if p.bought and not p.flipped and p.tile.down}, key=str)
    stored = {p.tile.up for p in step.tiles} | {p.tile.down for p in step.tiles if p.bought and p.tile.down}
    paid = _flip_payments(state, player.hand) if flippable else []
    groups: list[Group] = [(Flip, face, paid) for face in flippable]
    groups += [(Place, face, player.city.sites(face)) for face in lying]
    groups.append((_store, None, sorted(stored, key=str)))
    if state.dirk is not None:
        groups.append((_give, None, sorted({p.tile.up for p in step.tiles if p.bought}, key=str)))
    if state.setup.modules:
        groups.append((_itself, None, sorted(_from_modules(state, step), key=canonical)))
    return Actions(groups)


def _store(_: None, face: Face) -> Store:
    return Store(face)


def _give(_: None, face: Face) -> Give:
    return Give(face)


_LISTERS: dict[type[Step], Callable[[State, Any], Actions]] = {Act: _acts, PlaceTiles: _places}
