"""The legal actions of a state, as a sequence that builds its items when they are looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import attrgetter, index, itemgetter
from typing import TYPE_CHECKING, Protocol, overload

from granada.board import BY_TEXT, CURRENCY_MASK, SHIFTS, UNIT_OF, VALUES, Purse, handfuls, payments_from
from granada.game.acting import Group, can_act, purchases
from granada.game.actions import Add, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take, canonical
from granada.game.chance import weights
from granada.game.placing import FLIP_PRICE
from granada.game.state import State, a_state
from granada.game.steps import Act, PlaceTiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.board import Cell, City, Face
    from granada.game.actions import Action
    from granada.game.steps import Step
    from granada.rulebook import Rulings

_NUMBER = itemgetter(0)
_REMOVABLE = attrgetter("removable")


class Actions(Sequence["Action"]):
    """An immutable sequence of actions that knows its length and builds an item when it is asked for."""

    __slots__ = ("_ends", "_groups")

    def __init__(self, groups: Iterable[Group]) -> None:
        """Keep the groups; no action is built yet."""
        self._groups = tuple(groups)
        self._ends = tuple(accumulate(map(_NUMBER, self._groups)))

    def __len__(self) -> int:
        """How many actions there are."""
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        """The action at a place, or a tuple of several."""
        if isinstance(place, slice):
            return tuple(self)[place]
        at, ends = index(place), self._ends
        if at < 0:
            at += len(self)
        group = bisect_right(ends, at)
        if at < 0 or group == len(ends):
            message = f"there are {len(self)} actions"
            raise IndexError(message)
        number, items, build, common = self._groups[group]
        return build(common, (items(common) if callable(items) else items)[at - ends[group] + number])

    def __iter__(self) -> Iterator[Action]:
        """The actions one by one."""
        return (
            build(common, item)
            for _, items, build, common in self._groups
            for item in (items(common) if callable(items) else items)
        )

    def __eq__(self, other: object) -> bool:
        """Equal to any tuple or sequence of actions with the same items."""
        if isinstance(other, tuple | Actions):
            return len(self) == len(other) and tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        """As the tuple of the actions."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """As the tuple of the actions."""
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the actions themselves."""
        return _listed, (tuple(self),)


def _listed(actions: Iterable[Action]) -> Actions:
    return Actions([_all_of(tuple(actions))])


def _all_of(actions: Sequence[Action]) -> Group:
    return len(actions), actions, _itself, None


def _itself(_: None, action: Action) -> Action:
    return action


class Seen(Protocol):
    """What a seat sees of a state: a view."""

    @property
    def seat(self) -> int | None:
        """The seat; None for a spectator."""

    @property
    def table(self) -> State:
        """What it sees."""


def legal_actions(state: State | Seen) -> Sequence[Action]:
    """The legal actions in canonical order, payments without needless cards; at a draw, what can be drawn.

    The sequence is empty when the game is over.
    A view, or whatever else has a seat and a table, works like a state for the seat that is to act;
    to the others it gives nothing.
    """
    if isinstance(state, State):
        table = state
    else:
        table = a_state(getattr(state, "table", state))
        if state.seat is None or table.actor != state.seat:
            return Actions(())
    if not table.todo:
        return Actions(())
    step = table.todo[0]
    if not step.decides:
        return _listed(draw for draw, _ in weights(table))
    own = _of_modules(table, step) if table.setup.modules else []
    if isinstance(step, Act):
        return Actions(_acts(table, step) + own + _last(table, step))
    return Actions([*(_places(table, step) if isinstance(step, PlaceTiles) else ()), *own])


def _of_modules(state: State, step: Step) -> list[Group]:
    """What the modules offer."""
    own = [action for module in state.setup.modules for action in module.options(state, step)]
    return [_all_of(sorted(own, key=canonical))] if own else []


# While a seat acts


def _acts(state: State, step: Act) -> list[Group]:
    player = state.players[step.seat]
    city, reserve = player.city, player.reserve
    handful = handfuls(state.display.code, state.setup.rulings.several_cards_limit)
    groups: list[Group] = [(len(handful), handful, _take, None), *purchases(state, player.hand)]
    if reserve:
        reserve = tuple(dict(zip(map(BY_TEXT, reserve), reserve, strict=True)).values())  # each once
        groups += [(city.number_of_sites(face), city.sites, Add, face) for face in reserve]
    groups.append((city.number_of_removals, _REMOVABLE, _remove, city))
    if reserve:
        groups.append((city.number_of_swaps(reserve), city.swaps, _swap, reserve))
    return groups


def _take(_: None, code: int) -> Take:
    return Take(Purse(code))


def _flip(face: Face, code: int) -> Flip:
    return Flip(face, Purse(code))


def _remove(_: City, cell: Cell) -> Remove:
    return Remove(cell)


def _swap(_: tuple[Face, ...], pair: tuple[Cell, Face]) -> Swap:
    return Swap(*pair)


def _store(_: None, face: Face) -> Store:
    return Store(face)


def _give(_: None, face: Face) -> Give:
    return Give(face)


def _last(state: State, step: Act) -> list[Group]:
    """What ends a turn without anything done: to stop after a purchase, or to pass where that is allowed."""
    if step.bought:
        return [_all_of([Stop()])]
    free = state.setup.rulings.may_pass or not (state.display.code or can_act(state, step))
    return [_all_of([Pass()])] if free else []


# While tiles are placed


def _places(state: State, step: PlaceTiles) -> list[Group]:
    city, hand = state.players[step.seat].city, state.players[step.seat].hand
    lying = _in_order(pending.tile.up for pending in step.tiles)
    bought = [pending for pending in step.tiles if pending.bought]
    below = [pending.tile.down for pending in bought if pending.tile.down is not None]
    unturned = _in_order(each.tile.up for each in bought if each.tile.down is not None and not each.flipped)
    flips, stored = _flip_payments(state.rulings, hand) if unturned else [], _in_order([*lying, *below])
    groups: list[Group] = [(len(flips), flips, _flip, face) for face in unturned]
    groups += [(city.number_of_sites(face), city.sites, Place, face) for face in lying]
    groups.append((len(stored), stored, _store, None))
    if state.dirk is not None:
        given = _in_order(pending.tile.up for pending in bought if not pending.overpaid)
        groups.append((len(given), given, _give, None))
    return groups


def _flip_payments(rulings: Rulings, hand: Purse) -> list[int]:
    """The ways to pay for a flip, currency by currency, from which no card can be withheld, as purse codes."""
    if not rulings.flip_by_one_card:
        held = [(hand.code & CURRENCY_MASK << shift, shift) for shift in SHIFTS[1:]]
        return [code for cards, shift in held for code in payments_from(cards, shift, FLIP_PRICE)]
    units = [UNIT_OF[value] << shift for shift in SHIFTS[1:] for value in VALUES if value >= FLIP_PRICE]
    return [unit for unit in units if hand.holds(Purse(unit))]


def _in_order(faces: Iterable[Face]) -> list[Face]:
    """Some faces by notation, each once."""
    return sorted(set(faces))
