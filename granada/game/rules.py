"""The rules: what an action would break, which actions are legal, and what they do."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, TypeVar

from granada.board.layout import START
from granada.board.money import CURRENCY_MASK, SHIFTS, TOTALS, Card, Purse, number_of, purse_of
from granada.board.tiles import BY_TEXT
from granada.game.actions import (
    Action,
    Add,
    Buy,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    Remove,
    Stop,
    Store,
    Swap,
    Take,
)
from granada.game.agenda import forward, place_of, rest, settle, with_face
from granada.game.chance import draw_can_come, drawn, waits_for_draw
from granada.game.state import (
    Act,
    Dirk,
    Pending,
    PlaceTiles,
    Player,
    State,
    Step,
    Verb,
    a_state,
    replaced,
    slot_space,
    the_player,
    the_state,
)
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.board.city import City
    from granada.board.layout import Cell
    from granada.board.tiles import Face, Tile
    from granada.game.state import Payment, Setup

T = TypeVar("T")
FLIP_PRICE = 3
"""To turn a tile over before it is built costs at least 3."""
IMPOSSIBLE = frozenset(
    {
        Rule.IN_ITS_PHASE,
        Rule.GAME_IS_OVER,
        Rule.CARDS_ARE_HELD,
        Rule.TILE_IS_THERE,
        Rule.CELL_IS_FREE,
        Rule.DRAW_CAN_COME,
    }
)
"""What breaks one of these cannot be done at all, and nothing further is judged."""
_ORDER = {rule: number for number, rule in enumerate(Rule)}


class IllegalAction(ValueError):  # noqa: N818  the name users catch; "Error" would add nothing
    """An action against the rules, with the rules that it breaks."""

    def __init__(self, action: Action, rules: Iterable[Rule]) -> None:
        """Keep the action and the rules; the message explains them."""
        self.action = action
        self.rules = tuple(rules)
        reasons = "; ".join(f"{rule}: {rule.sentence}" for rule in self.rules)
        super().__init__(f"{action} breaks {reasons}")

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the parts when unpickled."""
        return IllegalAction, (self.action, self.rules)


def broken(state: State, action: Action) -> Iterator[Rule]:
    """The rules that an action would break, in rulebook order; none when it is legal.

    This is what legality means.
    An action that is impossible rather than illegal breaks one rule that says so, and nothing further is judged.
    """
    return iter(_judged(state, action)[1])


def _judged(state: State, action: Action) -> tuple[Verb | None, tuple[Rule, ...]]:
    """What an action means at this moment, if anything, and the rules that it would break."""
    if type(state) is not State:
        a_state(state)
    todo, memo = state.todo, state.setup.memo
    kind = type(todo[0]) if todo else None
    verb = (memo.get(kind) or verbs_at(state.setup, kind)).get(type(action)) if kind else None
    if verb is None:
        return None, _broken_without_meaning(state, action)
    found = verb.broken(state, todo[0], action)
    if type(found) is not tuple:
        found = tuple(found)
    if state.setup.modules and not (found and found[0] in IMPOSSIBLE):
        found += tuple(rule for module in state.setup.modules for rule in module.judges(state, action))
    return verb, tuple(sorted(found, key=_ORDER.__getitem__)) if len(found) > 1 else found


def _broken_without_meaning(state: State, action: Action) -> tuple[Rule, ...]:
    """The rule that is broken by what no player can do at this moment; a draw that can come breaks none."""
    if not isinstance(action, Action):
        message = f"an Action is needed, not {type(action).__name__}"
        raise TypeError(message)
    if not state.todo:
        return (Rule.GAME_IS_OVER,)
    if type(action) is not Draw or not waits_for_draw(state):
        return (Rule.IN_ITS_PHASE,)
    return () if draw_can_come(state, action) else (Rule.DRAW_CAN_COME,)


def is_legal(state: State, action: Action) -> bool:
    """Whether an action breaks no rule."""
    return next(broken(state, action), None) is None


def apply(state: State, action: Action) -> State:
    """The state after an action, or an IllegalAction that names the rules it breaks."""
    verb, rules = _judged(state, action)
    if rules:
        raise IllegalAction(action, rules)
    if verb is None:
        return drawn(state, action)  # type: ignore[arg-type]  # no rule is broken, so it is a Draw
    after = verb.perform(state, state.todo[0], action)
    return after if after.todo and after.todo[0].decides else settle(after)


def verbs_at(setup: Setup, kind: type[Step]) -> dict[type[Action], Verb]:
    """What actions mean at a step; some of them mean the same at every decision."""
    found: dict[type[Action], Verb] | None = setup.memo.get(kind)
    if found is None:
        everywhere = (kind, Step) if kind.decides else (kind,)
        known = _VERBS.copy()
        for module in setup.modules:
            known.update(module.verbs)
        found = {action: verb for at in reversed(everywhere) for (step, action), verb in known.items() if step is at}
        setup.memo[kind] = found
    return found


def payment(setup: Setup) -> Payment:
    """How tiles are paid: as the game says, and as its modules relax it."""
    found = setup.memo.get("payment")
    if found is None:
        found = setup.game.payment
        for module in setup.modules:
            if module.pays is not None:
                found = module.pays(found)
        setup.memo["payment"] = found
    return found


# The action part of a turn


def acted(state: State, step: Act, player: Player, *pending: Pending) -> State:
    """The state after the last action of a turn: tiles that were got are placed next."""
    if step.bought or pending:
        tiles = sorted((*(Pending(tile) for tile in step.bought), *pending), key=_by_tile)
        mover, todo = state.mover, (PlaceTiles(step.seat, tuple(tiles)), *state.todo[1:])
    else:
        mover, todo = forward(state, state.display, state.yard, 1)
    return the_state(
        state.setup,
        replaced(state.players, step.seat, player),
        state.yard,
        state.bags,
        state.display,
        state.deck,
        state.discard,
        state.dirk,
        state.marker,
        mover,
        todo,
        state.extras,
    )


def _by_tile(pending: Pending) -> str:
    return pending.tile.text


def _take_broken(state: State, _: Act, action: Take) -> tuple[Rule, ...]:
    cards = action.cards.code
    if not state.display.holds(action.cards):
        return (Rule.CARDS_ARE_HELD,)
    if not cards:
        return (Rule.TAKE_AT_LEAST_ONE,)
    if number_of(cards) > 1 and TOTALS[cards] > state.setup.rulings.several_cards_limit:
        return (Rule.TAKE_SEVERAL_UP_TO_FIVE,)
    return ()


def _take(state: State, step: Act, action: Take) -> State:
    player, cards = state.players[step.seat], action.cards.code
    richer = the_player(purse_of(player.hand.code + cards), player.city, player.reserve, player.points)
    display = purse_of(state.display.code - cards)
    if step.bought:
        return acted(state.but(display=display), step, richer)
    return the_state(
        state.setup,
        replaced(state.players, step.seat, richer),
        state.yard,
        state.bags,
        display,
        state.deck,
        state.discard,
        state.dirk,
        state.marker,
        state.mover,
        rest(state),
        state.extras,
    )


def slot_of(setup: Setup, action: Buy) -> int | None:
    """The slot of the yard that a purchase names."""
    lanes = setup.game.lanes
    if len(lanes) == 1:
        return action.space - 1 if action.family is None else None
    return (action.space - 1) * len(lanes) + lanes.index(action.family) if action.family in lanes else None


def buy_broken(state: State, seat: int, action: Buy) -> Iterable[Rule]:
    """The rules that a purchase breaks, whoever makes it."""
    slot = slot_of(state.setup, action)
    tile = None if slot is None else state.yard[slot]
    if tile is None:
        return (Rule.TILE_IS_THERE,)
    if not state.players[seat].hand.holds(action.cards):
        return (Rule.CARDS_ARE_HELD,)
    return payment(state.setup).broken(state.setup.rulings, action.space, tile.up.price, action.cards)


def tile_bought(state: State, action: Buy) -> Tile:
    """The tile that a legal purchase takes."""
    return state.yard[slot_of(state.setup, action) or 0]  # type: ignore[return-value]  # legal, so it is there


def paid(state: State, seat: int, cards: int, yard: tuple[Tile | None, ...], todo: tuple[Step, ...]) -> State:
    """The state after a seat has paid some cards, which are discarded, for something in the yard or at hand."""
    player = state.players[seat]
    poorer = the_player(purse_of(player.hand.code - cards), player.city, player.reserve, player.points)
    return the_state(
        state.setup,
        replaced(state.players, seat, poorer),
        yard,
        state.bags,
        state.display,
        state.deck,
        purse_of(state.discard.code + cards),
        state.dirk,
        state.marker,
        state.mover,
        todo,
        state.extras,
    )


def bought(state: State, seat: int, action: Buy, todo: tuple[Step, ...]) -> State:
    """The state after a purchase has been paid, with what is to be done next."""
    slot, yard = slot_of(state.setup, action) or 0, state.yard
    return paid(state, seat, action.cards.code, (*yard[:slot], None, *yard[slot + 1 :]), todo)


def _buy_broken(state: State, step: Act, action: Buy) -> Iterable[Rule]:
    return buy_broken(state, step.seat, action)


def _buy(state: State, step: Act, action: Buy) -> State:
    tile = tile_bought(state, action)
    tiles = more(step.bought, tile)
    exactly = TOTALS[action.cards.code] == tile.up.price
    next_: Step = Act(step.seat, tiles) if exactly else PlaceTiles(step.seat, tuple([Pending(each) for each in tiles]))
    return bought(state, step.seat, action, (next_, *state.todo[1:]))


def _add_broken(state: State, step: Act, action: Add) -> tuple[Rule, ...]:
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return added_broken(player.city, action.face, action.cell)


def added_broken(city: City, face: Face, cell: Cell) -> tuple[Rule, ...]:
    """The rules that keep a tile from being added on a cell."""
    return (Rule.CELL_IS_FREE,) if cell in city else city.broken_by_adding(face, cell)


def _add(state: State, step: Act, action: Add) -> State:
    player = state.players[step.seat]
    city = player.city.added(action.face, action.cell)
    return acted(state, step, the_player(player.hand, city, less(player.reserve, action.face), player.points))


def less(faces: tuple[T, ...], face: T) -> tuple[T, ...]:
    """Some faces without one of them."""
    changed = list(faces)
    del changed[place_of(faces, face)]
    return tuple(changed)


def more(faces: tuple[T, ...], face: T) -> tuple[T, ...]:
    """Some faces or tiles and one more, by notation."""
    changed = list(faces)
    insort(changed, face, key=BY_TEXT)
    return tuple(changed)


def _taken_out_broken(city: City, cell: Cell) -> tuple[Rule, ...]:
    """The rules that keep any tile from being taken out of a cell."""
    if cell not in city:
        return (Rule.TILE_IS_THERE,)
    if cell == START:
        return (Rule.START_TILE_STAYS,)
    return (Rule.FOUNDING_TILE_STAYS,) if cell == city.founding else ()


def _remove_broken(state: State, step: Act, action: Remove) -> tuple[Rule, ...]:
    city = state.players[step.seat].city
    return _taken_out_broken(city, action.cell) or city.broken_by_removing(action.cell)


def _remove(state: State, step: Act, action: Remove) -> State:
    player = state.players[step.seat]
    face = player.city[action.cell]
    city, reserve = player.city.removed(action.cell), more(player.reserve, face)
    after = acted(state, step, the_player(player.hand, city, reserve, player.points))
    return _left(after, step.seat, face) if state.setup.modules else after


def _swap_broken(state: State, step: Act, action: Swap) -> tuple[Rule, ...]:
    player = state.players[step.seat]
    if action.face not in player.reserve:
        return (Rule.TILE_IS_THERE,)
    return _taken_out_broken(player.city, action.cell) or player.city.broken_by_swapping(action.cell, action.face)


def _swap(state: State, step: Act, action: Swap) -> State:
    player = state.players[step.seat]
    face = player.city[action.cell]
    city = player.city.swapped(action.cell, action.face)
    reserve = more(less(player.reserve, action.face), face)
    after = acted(state, step, the_player(player.hand, city, reserve, player.points))
    return _left(after, step.seat, face) if state.setup.modules else after


def _left(state: State, seat: int, face: Face) -> State:
    """Tell the modules that a tile has left a city."""
    pairs = zip(state.setup.modules, state.extras, strict=True)
    return state.but(extras=tuple(module.leaves(state, extra, seat, face) for module, extra in pairs))


def _stop_broken(_: State, step: Act, __: Stop) -> Iterator[Rule]:
    if not step.bought:
        yield Rule.ACT_ON_YOUR_TURN


def _stop(state: State, step: Act, _: Stop) -> State:
    return acted(state, step, state.players[step.seat])


def _pass_broken(state: State, step: Act, _: Pass) -> Iterator[Rule]:
    if step.bought:
        yield Rule.IN_ITS_PHASE
    elif can_act(state, step):
        yield Rule.ACT_ON_YOUR_TURN


def can_act(state: State, step: Act) -> bool:
    """Whether a seat can take money, buy, redesign, or do what a module offers instead."""
    player, setup = state.players[step.seat], state.setup
    if state.display.code or player.city.leaving:
        return True
    options = payment(setup).options
    if any(
        tile and options(state.rulings, slot_space(setup, slot), tile.up.price, player.hand)
        for slot, tile in enumerate(state.yard)
    ):
        return True
    if any(sites or swaps for _, sites, swaps in player.city.room(player.reserve)):
        return True
    return any(isinstance(action, module.forces) for module in setup.modules for action in module.options(state, step))


# Placing tiles


def _lying(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that lies with a face up."""
    for pending in step.tiles:
        up = pending.tile.up
        if up is face or up == face:
            return pending
    return None


def _backed(step: PlaceTiles, face: Face) -> Pending | None:
    """The tile to be placed that has a face on its underside."""
    for pending in step.tiles:
        if pending.tile.down == face:
            return pending
    return None


def _flip_broken(state: State, step: PlaceTiles, action: Flip) -> tuple[Rule, ...]:
    pending = _lying(step, action.face)
    if pending is None or pending.tile.down is None:
        return (Rule.TILE_IS_THERE,)
    if not state.players[step.seat].hand.holds(action.cards):
        return (Rule.CARDS_ARE_HELD,)
    flaws = flip_payment_broken(state, action.cards)
    if pending.bought and not pending.flipped:
        return flaws
    return (
        *(() if pending.bought else (Rule.AWARDS_ARE_NOT_FLIPPED,)),
        *((Rule.FLIP_ONCE,) if pending.flipped else ()),
        *flaws,
    )


def flip_payment_broken(state: State, cards: Purse) -> tuple[Rule, ...]:
    """The rules that the payment for a flip breaks."""
    code = cards.code
    if state.setup.rulings.flip_by_one_card:
        amount = max([card.value for card in cards.kinds if isinstance(card, Card)], default=0)
    else:
        amount = TOTALS[code]
    mixed = all(code & ~(CURRENCY_MASK << shift) for shift in SHIFTS[1:])
    if amount >= FLIP_PRICE and not mixed:
        return ()
    return (
        *((Rule.FLIP_COSTS_THREE,) if amount < FLIP_PRICE else ()),
        *((Rule.FLIP_IN_ONE_CURRENCY,) if mixed else ()),
    )


def _flip(state: State, step: PlaceTiles, action: Flip) -> State:
    pending = next(each for each in step.tiles if each.tile.up == action.face and not each.flipped)
    turned = Pending(pending.tile.turned, flipped=True)
    tiles = tuple(sorted((*_others(step, pending), turned), key=_by_tile))
    return paid(state, step.seat, action.cards.code, state.yard, (PlaceTiles(step.seat, tiles), *state.todo[1:]))


def _others(step: PlaceTiles, pending: Pending) -> tuple[Pending, ...]:
    return less(step.tiles, pending)


def _placed(
    state: State, step: PlaceTiles, pending: Pending, player: Player | None = None, dirk: Dirk | None = None
) -> State:
    """The state after one of the tiles has found its place, with the player or Dirk."""
    tiles = _others(step, pending)
    if tiles:
        mover, todo = state.mover, (PlaceTiles(step.seat, tiles), *state.todo[1:])
    else:
        mover, todo = forward(state, state.display, state.yard, 1)
    return the_state(
        state.setup,
        state.players if player is None else replaced(state.players, step.seat, player),
        state.yard,
        state.bags,
        state.display,
        state.deck,
        state.discard,
        dirk or state.dirk,
        state.marker,
        mover,
        todo,
        state.extras,
    )


def _place_broken(state: State, step: PlaceTiles, action: Place) -> tuple[Rule, ...]:
    city = state.players[step.seat].city
    if _lying(step, action.face) is not None:
        return added_broken(city, action.face, action.cell)
    under = _backed(step, action.face)
    if under is None:
        return (Rule.TILE_IS_THERE,)
    found = added_broken(city, action.face, action.cell)
    if found == (Rule.CELL_IS_FREE,):
        return found
    return (*found, Rule.FACE_AS_BOUGHT if under.bought else Rule.AWARDS_ARE_NOT_FLIPPED)


def _place(state: State, step: PlaceTiles, action: Place) -> State:
    player = state.players[step.seat]
    grown = the_player(player.hand, player.city.added(action.face, action.cell), player.reserve, player.points)
    pending: Any = _lying(step, action.face)
    return _placed(state, step, pending, grown)


def _store_broken(_: State, step: PlaceTiles, action: Store) -> Iterator[Rule]:
    if _lying(step, action.face) is None:
        under = _backed(step, action.face)
        if under is None:
            yield Rule.TILE_IS_THERE
        elif not under.bought:
            yield Rule.AWARDS_ARE_NOT_FLIPPED


def _store(state: State, step: PlaceTiles, action: Store) -> State:
    player = state.players[step.seat]
    stored = the_player(player.hand, player.city, more(player.reserve, action.face), player.points)
    pending: Any = _lying(step, action.face) or _backed(step, action.face)
    return _placed(state, step, pending, stored)


def _give_broken(state: State, step: PlaceTiles, action: Give) -> Iterator[Rule]:
    pending = _lying(step, action.face)
    under = _backed(step, action.face) if pending is None else None
    if pending is None and under is None:
        yield Rule.TILE_IS_THERE
        return
    if state.dirk is None or not (pending or under).bought:  # type: ignore[union-attr]  # one of them is there
        yield Rule.GIFTS_TO_DIRK
    if under is not None:
        yield Rule.GIFTS_KEEP_THEIR_FACE


def _give(state: State, step: PlaceTiles, action: Give) -> State:
    pending: Any = _lying(step, action.face)
    return _placed(state, step, pending, dirk=with_face(state.dirk, pending.tile))


_VERBS: dict[tuple[type[Step], type[Action]], Verb] = {
    (Act, Take): Verb(_take_broken, _take),
    (Act, Buy): Verb(_buy_broken, _buy),
    (Act, Add): Verb(_add_broken, _add),
    (Act, Remove): Verb(_remove_broken, _remove),
    (Act, Swap): Verb(_swap_broken, _swap),
    (Act, Stop): Verb(_stop_broken, _stop),
    (Act, Pass): Verb(_pass_broken, _stop),
    (PlaceTiles, Flip): Verb(_flip_broken, _flip),
    (PlaceTiles, Place): Verb(_place_broken, _place),
    (PlaceTiles, Store): Verb(_store_broken, _store),
    (PlaceTiles, Give): Verb(_give_broken, _give),
}
