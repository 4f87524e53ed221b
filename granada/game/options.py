"""The legal actions of a state, as a sequence that builds its items when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import index, itemgetter
from typing import TYPE_CHECKING, Any, Protocol, overload

from granada.board.ground import CELLS, NAME_OF
from granada.board.money import CURRENCY_MASK, PURSES, SHIFTS, VALUES, WORTH, Purse
from granada.board.paying import PAYMENTS, nth_handful, number_of_handfuls
from granada.game.actions import Add, Buy, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take, canonical
from granada.game.chance import weights
from granada.game.games import plain_payments
from granada.game.rules import FLIP_PRICE, can_act, payment
from granada.game.state import Act, PlaceTiles, State, a_state
from granada.value import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada.board.city import City
    from granada.board.tiles import Face, Family
    from granada.game.actions import Action
    from granada.game.state import Player, Setup, Step

Group = tuple[int, "Callable[[Any, Any, int], Action]", Any, Any]
"""Some actions that are alike: how many, how to build one by its number, and the two things it is built from.

Where the second of these is None, it is the city of the player who is to act.
"""


class Actions(Sequence["Action"]):
    """An immutable sequence of actions that knows its length and builds an item when it is asked for."""

    __slots__ = ("_city", "_groups", "_length")

    def __init__(self, groups: Sequence[Group], city: City | None = None, length: int | None = None) -> None:
        """Keep the groups; no action is built yet. Their length is added up if nobody knows it."""
        self._groups = groups
        self._city = city
        self._length: int = sum(map(_SIZE, groups)) if length is None else length

    def __len__(self) -> int:
        """How many actions there are."""
        return self._length

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        """The action at a place, or a tuple of several."""
        if type(place) is not int:
            if isinstance(place, slice):
                return tuple(self)[place]
            place = index(place)
        at = place + self._length if place < 0 else place
        if at >= 0:
            for size, nth, shared, items in self._groups:
                if at < size:
                    return nth(shared, self._city if items is None else items, at)
                at -= size
        message = f"there are {self._length} actions"
        raise IndexError(message)

    def __iter__(self) -> Iterator[Action]:
        """The actions one by one."""
        for size, nth, shared, items in self._groups:
            if nth in _ALL:
                yield from _ALL[nth](shared, self._city)
            else:
                for number in range(size):
                    yield nth(shared, items, number)

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


_SIZE = itemgetter(0)

# How each kind of action is built; the parts are known to be right, so they are not checked again.

_new = object.__new__
_set = object.__setattr__


TAKINGS: Kept[int, Take] = Kept(lambda code: Take(PURSES[code]))
REMOVALS: Kept[int, Remove] = Kept(lambda place: Remove(CELLS[place]))
"""Of these there are so few that they are kept."""


def _nth_take(limit: int, display: int, number: int) -> Take:
    return TAKINGS[nth_handful(display, limit, number)]


def _nth_buy(slot: Slot, codes: Sequence[int], number: int) -> Buy:
    space, family, shift = slot
    action = _new(Buy)
    _set(action, "space", space)
    _set(action, "cards", PURSES[codes[number] << shift])
    _set(action, "family", family)
    return action


def _nth_flip(coin: tuple[Face, int], codes: Sequence[int], number: int) -> Flip:
    action = _new(Flip)
    _set(action, "face", coin[0])
    _set(action, "cards", PURSES[codes[number] << coin[1]])
    return action


def _by_name(places: Iterable[int]) -> list[int]:
    return sorted(places, key=NAME_OF)


def _nth_place(face: Face, city: City, number: int) -> Place:
    action = _new(Place)
    _set(action, "face", face)
    _set(action, "cell", CELLS[_by_name(city.open_to(face))[number]])
    return action


def _nth_add(face: Face, city: City, number: int) -> Add:
    action = _new(Add)
    _set(action, "face", face)
    _set(action, "cell", CELLS[_by_name(city.open_to(face))[number]])
    return action


def _nth_remove(_: None, city: City, number: int) -> Remove:
    return REMOVALS[_by_name(city.loose)[number]]


def _nth_swap(faces: Sequence[Face], city: City, number: int) -> Swap:
    place, face = next(islice(city.swaps(faces), number, None))
    action = _new(Swap)
    _set(action, "cell", CELLS[place])
    _set(action, "face", face)
    return action


def _nth_store(_: None, faces: Sequence[Face], number: int) -> Store:
    return Store(faces[number])


def _nth_give(_: None, faces: Sequence[Face], number: int) -> Give:
    return Give(faces[number])


def _itself(_: None, actions: Sequence[Action], number: int) -> Action:
    return actions[number]


def _all_places(face: Face, city: City) -> Iterator[Place]:
    return (Place(face, CELLS[place]) for place in _by_name(city.open_to(face)))


def _all_additions(face: Face, city: City) -> Iterator[Add]:
    return (Add(face, CELLS[place]) for place in _by_name(city.open_to(face)))


def _all_removals(_: None, city: City) -> Iterator[Remove]:
    return map(REMOVALS.__getitem__, _by_name(city.loose))


def _all_swaps(faces: Sequence[Face], city: City) -> Iterator[Swap]:
    return (Swap(CELLS[place], face) for place, face in city.swaps(faces))


_ALL: dict[Any, Callable[[Any, Any], Iterator[Action]]] = {
    _nth_place: _all_places,
    _nth_add: _all_additions,
    _nth_remove: _all_removals,
    _nth_swap: _all_swaps,
}
"""How to build all of the groups whose cells are only counted before one is looked at."""


class Seen(Protocol):
    """What a seat sees of a state: a view."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def table(self) -> State:
        """What it sees."""


def legal_actions(state: State | Seen) -> Sequence[Action]:
    """The legal actions in canonical order, payments without needless cards; at a draw, what can be drawn.

    The sequence is empty when the game is over.
    A view works like a state for the seat that is to act, and gives nothing to the others.
    """
    if type(state) is not State:
        state = _seen(state)
    if not state.todo:
        return Actions(())
    step = state.todo[0]
    lister = _LISTERS.get(type(step))
    if lister is not None:
        return lister(state, step)
    if not step.decides:
        return _listed([draw for draw, _ in weights(state)])
    return _listed(sorted(_from_modules(state, step), key=canonical))


def _seen(view: Seen | State) -> State:
    """The state that a view shows to the seat that is to act; to others, one in which nothing is to be done."""
    table = a_state(getattr(view, "table", view))
    return table if table is view or table.actor == view.seat else table.but(todo=())  # type: ignore[union-attr]  # a View


def _listed(actions: Sequence[Action]) -> Actions:
    return Actions([(len(actions), _itself, None, actions)])


def _from_modules(state: State, step: Step) -> list[Action]:
    return [action for module in state.setup.modules for action in module.options(state, step)]


Slot = tuple[int, "Family | None", int]
"""A slot of the yard: its space, its family where a space has several, and where its currency begins in a purse."""


def _ways_to_pay(setup: Setup) -> tuple[bool, Callable[..., tuple[int, ...]], tuple[Slot, ...]]:
    """Whether tiles are paid in the plain way, how they are, and the slots of the yard."""
    found: tuple[bool, Callable[..., tuple[int, ...]], tuple[Slot, ...]] | None = setup.memo.get("ways to pay")
    if found is None:
        lanes, options = setup.game.lanes, payment(setup).options
        plain = options is plain_payments
        slots = tuple(
            (space, lane if len(lanes) > 1 else None, SHIFTS[space] if plain else 0)
            for space in range(1, 5)
            for lane in lanes
        )
        found = setup.memo["ways to pay"] = plain, options, slots
    return found


Counted = tuple[list[Group], int]
"""Some groups, and how many actions they have together."""


def purchases(state: State, hand: Purse) -> Counted:
    """The purchases that a hand can pay, slot by slot."""
    plain, options, slots = state.setup.memo.get("ways to pay") or _ways_to_pay(state.setup)
    groups: list[Group] = []
    if not plain:
        for slot, tile in zip(slots, state.yard, strict=True):
            codes = options(state.setup.rulings, slot[0], tile.up.price, hand) if tile else ()
            if codes:
                groups.append((len(codes), _nth_buy, slot, codes))
        return groups, sum([group[0] for group in groups])
    code, together = hand.code, 0
    for slot, tile in zip(slots, state.yard):  # noqa: B905  the slots are those of the yard
        if tile is not None:
            held, price = code >> slot[2] & CURRENCY_MASK, tile.up.price
            if WORTH[held] >= price:
                codes = PAYMENTS[held << 4 | price]
                size = len(codes)
                together += size
                groups.append((size, _nth_buy, slot, codes))
    return groups, together


def _redesigns(player: Player) -> Counted:
    """The ways to redesign a city, only counted so far; they are kept with it while the reserve stays the same."""
    city, reserve = player.city, player.reserve
    known = city.memo.get("redesigns")
    if known is not None and known[0] is reserve:
        return known[1]  # type: ignore[no-any-return]  # as it was kept
    groups: list[Group] = []
    together = swaps = 0
    if reserve:
        faces = _in_order(reserve)
        for face, sites, swapped in city.room(faces):
            swaps += swapped
            if sites:
                together += sites
                groups.append((sites, _nth_add, face, None))
    if leaving := city.leaving:
        groups.append((leaving, _nth_remove, None, None))
    if swaps:
        groups.append((swaps, _nth_swap, faces, None))
    found = groups, together + leaving + swaps
    city.memo["redesigns"] = reserve, found
    return found


def _takings(state: State) -> Group:
    """The handfuls of the display, only counted so far; they are kept as long as it lies there."""
    memo, display = state.setup.memo, state.display
    known = memo.get("takings")
    if known is not None and known[0] is display:
        return known[1]  # type: ignore[no-any-return]  # as it was kept
    limit = state.setup.rulings.several_cards_limit
    group: Group = (number_of_handfuls(display.code, limit), _nth_take, limit, display.code)
    memo["takings"] = display, group
    return group


def _purchases(state: State, seat: int, hand: Purse) -> Counted:
    """The purchases of a seat; they are kept as long as its hand and the yard stay the same."""
    memo = state.setup.memo
    kept = memo.get("purchases") or memo.setdefault("purchases", [(None, None, None)] * state.setup.players)
    held, yard, found = kept[seat]
    if held is not hand or yard is not state.yard:
        found = purchases(state, hand)
        kept[seat] = hand, state.yard, found
    return found  # type: ignore[no-any-return]  # as they were kept


def _acts(state: State, step: Act) -> Actions:
    seat = step.seat
    player = state.players[seat]
    takings = _takings(state)
    purchases, to_buy = _purchases(state, seat, player.hand)
    redesigns, to_redesign = _redesigns(player)
    groups, length = [takings, *purchases, *redesigns], takings[0] + to_buy + to_redesign
    if state.setup.modules:
        own = sorted(_from_modules(state, step), key=canonical)
        groups.append((len(own), _itself, None, own))
        length += len(own)
    if step.bought:
        groups.append(_STOP)
        length += 1
    elif not state.display.code and not can_act(state, step):
        groups.append(_PASS)
        length += 1
    return Actions(groups, player.city, length)


_STOP: Group = (1, _itself, None, (Stop(),))
_PASS: Group = (1, _itself, None, (Pass(),))


def _flips(state: State, faces: Sequence[Face], hand: int) -> list[Group]:
    """The ways to turn tiles over, currency by currency, with payments from which no card can be withheld."""
    one_card = state.setup.rulings.flip_by_one_card
    groups: list[Group] = []
    for face in faces:
        for shift in SHIFTS[1:]:
            held = hand >> shift & CURRENCY_MASK
            if held:
                codes = _single_cards(held) if one_card else PAYMENTS[held << 4 | FLIP_PRICE]
                if codes:
                    groups.append((len(codes), _nth_flip, (face, shift), codes))
    return groups


def _single_cards(held: int) -> tuple[int, ...]:
    """The cards of a currency with which one alone can pay for a flip."""
    units = [1 << 4 * (value - 1) for value in VALUES if value >= FLIP_PRICE]
    return tuple([unit for unit in units if held & 0x3 * unit])


def _places(state: State, step: PlaceTiles) -> Actions:
    player, tiles = state.players[step.seat], step.tiles
    lying: list[Face] = []
    given: list[Face] = []
    flippable: list[Face] = []
    below: list[Face] = []
    for each in tiles:
        up, down = each.tile.up, each.tile.down
        lying.append(up)
        if each.bought:
            given.append(up)
            if down is not None:
                below.append(down)
                if not each.flipped:
                    flippable.append(up)
    groups = _flips(state, _in_order(flippable), player.hand.code) if flippable else []
    for face, sites, _ in player.city.room(_in_order(lying)):
        if sites:
            groups.append((sites, _nth_place, face, None))
    stored = _in_order([*lying, *below])
    groups.append((len(stored), _nth_store, None, stored))
    if state.dirk is not None and given:
        faces = _in_order(given)
        groups.append((len(faces), _nth_give, None, faces))
    if state.setup.modules:
        own = sorted(_from_modules(state, step), key=canonical)
        groups.append((len(own), _itself, None, own))
    return Actions(groups, player.city)


def _in_order(faces: Sequence[Face]) -> Sequence[Face]:
    """Some faces by notation, each once."""
    if len(faces) < 2:
        return faces
    before = ""
    for face in faces:
        if face.text <= before:
            by_text = {face.text: face for face in faces}
            return [by_text[text] for text in sorted(by_text)]
        before = face.text
    return faces  # most often they lie in order


_LISTERS: dict[type[Step], Callable[[State, Any], Actions]] = {Act: _acts, PlaceTiles: _places}
