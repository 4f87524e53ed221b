"""The agenda at work: the steps that run by themselves, and what a draw does.

A step either is done with nothing to do, waits (for a decision or a draw), or leads to another state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import frozen

from granada.board.money import (
    CURRENCIES,
    MONEY_MASK,
    NO_CARDS,
    UNITS,
    Bureau,
    Card,
    Purse,
    Round,
    nth_of,
    number_of,
    purse_of,
)
from granada.game.deck import card_weights, cut, pick_card, reshuffled, without
from granada.game.scoring import plans, score_row, with_points
from granada.game.state import (
    EVEN,
    ODD,
    PLAIN_LAYERS,
    Act,
    Award,
    Begin,
    DealHand,
    Dirk,
    DirkDraws,
    DirkShare,
    EndTest,
    NextTurn,
    Pending,
    PlaceTiles,
    Player,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    ScoreRow,
    Source,
    State,
    Step,
    a_deck,
    a_layer,
    replaced,
    slot_space,
    the_player,
    the_state,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from granada.board.tiles import Tile
    from granada.game.state import Setup

T = TypeVar("T")

CARDS_IN_DISPLAY = 4
"""Four money cards lie face up."""
CAPITAL = 20
"""Cards are dealt until they are worth 20 or more."""
DIRKS_TILES = 6
"""Dirk gets six tiles at the start and six more after the first scoring."""
DIRKS_PART = 3
"""After the second scoring Dirk gets a third of the bag, rounded down."""

DONE: Final = object()
"""The step has nothing to do."""
WAITS: Final = object()
"""The step waits for a draw."""


def settle(state: State) -> State:
    """Run the steps that run by themselves, until a player must decide or something must be drawn."""
    if state.todo and state.todo[0].decides:
        return state
    handlers = state.setup.memo.get("handlers") or _handlers(state.setup)
    while state.todo:
        todo = state.todo
        for place, step in enumerate(todo):
            run = handlers.get(type(step))
            outcome: Any = WAITS if run is None else run(state, step, todo[place + 1 :])
            if outcome is DONE:
                continue
            if outcome is WAITS:
                return state.at(todo[place:]) if place else state
            state = outcome
            break
        else:
            return state.at(())
    return state


@frozen
class Turns:
    """The agendas of a table's turns; each is one object, so that it is known again at a glance."""

    begin: tuple[tuple[Step, ...], ...]
    """The turn of each seat."""
    after: tuple[tuple[int, tuple[Step, ...]], ...]
    """Whose turn follows that of each seat, and its agenda."""
    end: tuple[Step, ...]
    """What follows the action."""
    plain: bool
    """Whether the end has nothing to do where nothing is to be refilled."""


def turns(setup: Setup) -> Turns:
    """The agendas of the turns of each seat."""
    known: Turns | None = setup.memo.get("turns")
    if known is None:
        end = turn_end(setup)
        begin = tuple((Act(seat), *end) for seat in range(setup.players))
        after = (*enumerate(begin[1:], start=1), (0, begin[0]))
        plain = not any(module.after_turn for module in setup.modules)
        known = setup.memo["turns"] = Turns(begin, after, end, plain)
    return known


def rest(state: State) -> tuple[Step, ...]:
    """The agenda after its first step."""
    known, mover = turns(state.setup), state.mover
    return known.end if mover is not None and state.todo is known.begin[mover] else state.todo[1:]


def forward(
    state: State, display: Purse, yard: tuple[Tile | None, ...], first: int
) -> tuple[int | None, tuple[Step, ...]]:
    """Whose turn it is, and the agenda from some step on, once the steps with nothing to do have been passed.

    Settling comes to the same; this saves a state for every one of the many turns whose end changes nothing.
    """
    setup, todo, mover = state.setup, state.todo, state.mover or 0
    known: Turns = setup.memo.get("turns") or turns(setup)
    filled = all(yard) or (_empty_slot(yard, state.bags) is None and not yard_has_ended(setup, yard))
    code = display.code
    enough = code.bit_count() >= CARDS_IN_DISPLAY or number_of(code) >= CARDS_IN_DISPLAY
    if filled and enough and known.plain and (todo is known.begin[mover] or todo is known.end):
        return known.after[mover]
    for place in range(first, len(todo)):
        step: Any = todo[place]
        kind = type(step)
        if kind is RefillMoney:
            passed = enough
        elif kind is RefillTiles:
            passed = filled and not step.moves_marker
        elif kind is ScoreDue:
            passed = not step.rounds
        elif kind is NextTurn:
            return known.after[mover]
        else:
            passed = filled and kind is EndTest
        if not passed:
            return state.mover, todo[place:]
    return state.mover, ()


def turn_end(setup: Setup) -> tuple[Step, ...]:
    """What follows when a player has acted and placed the tiles."""
    refills = (RefillMoney(), RefillTiles(), ScoreDue())
    if setup.rulings.score_before_tiles:
        refills = (RefillMoney(), ScoreDue(), RefillTiles())  # type: ignore[assignment]  # the same steps
    after = tuple(step for module in setup.modules for step in module.after_turn)
    return (*refills, EndTest(), *after, NextTurn())


def preparation(setup: Setup) -> tuple[Step, ...]:
    """The agenda of the set-up."""
    dirk = (DirkDraws((DIRKS_TILES,) * len(setup.game.lanes), EVEN),) if setup.players == 2 else ()
    modules = (step for module in setup.modules for step in module.prepares(setup))
    return (RefillTiles(first=True), *dirk, *modules, DealHand(0), RefillMoney(), Begin())


# Cards


def _refill_money(state: State, step: RefillMoney, rest: tuple[Step, ...]) -> Any:
    if number_of(state.display.code) >= CARDS_IN_DISPLAY:
        return DONE
    if state.deck.layers:
        return WAITS
    if state.discard.code or state.deck.later:
        return state.but(deck=reshuffled(state.discard, state.deck.later), discard=NO_CARDS, todo=(step, *rest))
    return DONE


def _money_drawn(state: State, _: RefillMoney, what: Card | Bureau | Round) -> State:
    deck = without(state.deck, what)
    if isinstance(what, Round):
        return state.but(deck=deck, todo=tuple(_with_due(each, what) for each in state.todo))
    return state.but(deck=deck, display=purse_of(state.display.code + UNITS[what.index]))


def _deal_money(state: State, _: RefillMoney, rng: Random) -> State | None:
    """Draw all missing cards at once, when the top pile has one kind beside scoring cards and does not run out."""
    deck, display = state.deck, state.display.code
    missing, top = CARDS_IN_DISPLAY - number_of(display), deck.layers[0]
    code, money, cards = deck.pools[0].code, top.slots[0], top.cards
    if len(top.slots) > 1 or money <= missing:
        return None
    size = number_of(code)
    due: list[Round] = []
    while missing:
        if cards and (slot := rng.randrange(money + len(cards))) >= money:
            due.append(cards[slot - money])
            cards = cards[: slot - money] + cards[slot - money + 1 :]
            continue
        unit = UNITS[nth_of(code, rng.randrange(size)).index]
        size, code, display, money, missing = size - 1, code - unit, display + unit, money - 1, missing - 1
    layer = a_layer((money,), cards) if cards else PLAIN_LAYERS[money]
    full, left = purse_of(display), a_deck((purse_of(code),), (layer, *deck.layers[1:]), deck.later)
    if due:
        return state.but(display=full, deck=left, todo=tuple(_with_due(each, *due) for each in state.todo))
    mover, todo = forward(state, full, state.yard, 0)
    return the_state(
        state.setup,
        state.players,
        state.yard,
        state.bags,
        full,
        left,
        state.discard,
        state.dirk,
        state.marker,
        mover,
        todo,
        state.extras,
    )


def _with_due(step: Step, *rounds: Round) -> Step:
    return ScoreDue((*step.rounds, *rounds)) if isinstance(step, ScoreDue) else step


def _deal_hand(state: State, step: DealHand, rest: tuple[Step, ...]) -> Any:
    if state.players[step.seat].hand.total() < CAPITAL and state.deck.layers:
        return WAITS
    if step.seat + 1 < len(state.players):
        return state.but(todo=(DealHand(step.seat + 1), *rest))
    return DONE


def _hand_drawn(state: State, step: DealHand, what: Card | Bureau) -> State:
    player = state.players[step.seat]
    richer = Player(Purse(player.hand.code + UNITS[what.index]), player.city, player.reserve, player.points)
    return state.but(players=replaced(state.players, step.seat, richer), deck=without(state.deck, what))


def _deal_hands(state: State, step: DealHand, rng: Random) -> State | None:
    """Deal the starting capital of all seats at once, from one pile of nothing but money."""
    deck, code = state.deck, state.deck.pools[0].code
    size = number_of(code)
    if deck.layers != (PLAIN_LAYERS[size],) or code > MONEY_MASK:
        return None
    players = list(state.players)
    for seat in range(step.seat, len(players)):
        player = players[seat]
        hand, total = player.hand.code, player.hand.total()
        while total < CAPITAL and size:
            card: Any = nth_of(code, rng.randrange(size))
            unit = UNITS[card.index]
            size, code, hand, total = size - 1, code - unit, hand + unit, total + card.value
        players[seat] = the_player(purse_of(hand), player.city, player.reserve, player.points)
    left = a_deck((purse_of(code),), (PLAIN_LAYERS[size],), deck.later) if size else a_deck((), (), deck.later)
    return state.but(players=tuple(players), deck=left, todo=state.todo[1:])


def _begin(state: State, _: Begin, __: tuple[Step, ...]) -> State:
    ages = state.setup.ages or (0,) * len(state.players)
    first = min(
        range(len(state.players)),
        key=lambda seat: (len(state.players[seat].hand), state.players[seat].hand.total(), ages[seat], seat),
    )
    return state.but(deck=cut(state.deck, state.setup), mover=first, todo=turns(state.setup).begin[first])


# Tiles


def shown(tile: Tile, face: str | None) -> Tile:
    """A tile of a bag as it comes out: with the even face up or the odd one."""
    return tile.turned if face == ODD and tile.down is not None else tile


def _empty_slot(yard: tuple[Tile | None, ...], bags: tuple[tuple[Tile, ...], ...]) -> int | None:
    """The first slot of the yard that is empty and can be filled."""
    lanes = len(bags)
    for slot, tile in enumerate(yard):
        if tile is None and bags[slot % lanes]:
            return slot
    return None


def _refill_tiles(state: State, step: RefillTiles, rest: tuple[Step, ...]) -> Any:
    if _empty_slot(state.yard, state.bags) is not None:
        return WAITS
    if step.moves_marker:
        return state.but(marker=_other_field(state.marker), todo=rest)
    return DONE


def _yard_candidates(state: State, step: RefillTiles) -> tuple[Tile, ...]:
    slot = _empty_slot(state.yard, state.bags) or 0
    lane = slot % len(state.bags)
    bag = state.bags[lane]
    if step.first and state.setup.game.lanes[lane] in state.setup.game.first_with_edges:
        return tuple(tile for tile in bag if tile.up.edges) or bag
    return bag


def _yard_weights(state: State, step: RefillTiles) -> list[tuple[Tile, int]]:
    return [(shown(tile, state.marker), 1) for tile in _yard_candidates(state, step)]


def _pick_for_yard(state: State, step: RefillTiles, rng: Random) -> Tile:
    tiles = _yard_candidates(state, step)
    return shown(tiles[rng.randrange(len(tiles))], state.marker)


def _yard_drawn(state: State, step: RefillTiles, what: Tile) -> State:
    slot = _empty_slot(state.yard, state.bags) or 0
    lane = slot % len(state.bags)
    two_faced = state.setup.game.lanes[lane] is state.setup.game.two_faced
    return state.but(
        yard=(*state.yard[:slot], what, *state.yard[slot + 1 :]),
        bags=_bags_without(state, lane, what),
        todo=(RefillTiles(step.moves_marker or two_faced, step.first), *state.todo[1:]),
    )


def _deal_tiles(state: State, step: RefillTiles, rng: Random) -> State | None:
    """Fill the yard at once, where any tile may come."""
    game, marker, moves_marker = state.setup.game, state.marker, step.moves_marker
    if step.first and game.first_with_edges:
        return None
    yard, bags, lanes = list(state.yard), list(state.bags), len(state.bags)
    for slot, tile in enumerate(yard):
        if tile is None and (bag := bags[slot % lanes]):
            place = rng.randrange(len(bag))
            yard[slot] = shown(bag[place], marker)
            bags[slot % lanes] = bag[:place] + bag[place + 1 :]
            moves_marker = moves_marker or game.lanes[slot % lanes] is game.two_faced
    filled = tuple(yard)
    mover, todo = forward(state, state.display, filled, 1)
    return the_state(
        state.setup,
        state.players,
        filled,
        tuple(bags),
        state.display,
        state.deck,
        state.discard,
        state.dirk,
        _other_field(marker) if moves_marker else marker,
        mover,
        todo,
        state.extras,
    )


def _other_field(marker: str | None) -> str:
    """The other field of the marker."""
    return EVEN if marker == ODD else ODD


def place_of(items: Sequence[T], item: T) -> int:
    """Where something is in a sequence; most often it is the very thing, which is quicker to find."""
    for place, each in enumerate(items):
        if each is item:
            return place
    return items.index(item)


def _bags_without(state: State, lane: int, what: Tile) -> tuple[tuple[Tile, ...], ...]:
    bag = state.bags[lane]
    even = what if what.down is None or what.up.price % 2 == 0 else what.turned
    place = place_of(bag, even)
    return (*state.bags[:lane], bag[:place] + bag[place + 1 :], *state.bags[lane + 1 :])


def _dirk_lane(state: State, step: DirkDraws) -> int | None:
    return next((lane for lane, left in enumerate(step.left) if left and state.bags[lane]), None)


def _dirk_draws(state: State, step: DirkDraws, _: tuple[Step, ...]) -> Any:
    return DONE if _dirk_lane(state, step) is None else WAITS


def _dirk_weights(state: State, step: DirkDraws) -> list[tuple[Tile, int]]:
    bag = state.bags[_dirk_lane(state, step) or 0]
    return [(shown(tile, step.face or state.marker), 1) for tile in bag]


def _pick_for_dirk(state: State, step: DirkDraws, rng: Random) -> Tile:
    bag = state.bags[_dirk_lane(state, step) or 0]
    return shown(bag[rng.randrange(len(bag))], step.face or state.marker)


def _dirk_drawn(state: State, step: DirkDraws, what: Tile) -> State:
    lane = _dirk_lane(state, step) or 0
    left = (*step.left[:lane], step.left[lane] - 1, *step.left[lane + 1 :])
    return state.but(
        bags=_bags_without(state, lane, what),
        dirk=with_face(state.dirk, what),
        todo=(DirkDraws(left, step.face), *state.todo[1:]),
    )


def with_face(dirk: Dirk | None, tile: Tile) -> Dirk:
    """Dirk with one more tile."""
    dirk = dirk or Dirk()
    return Dirk(tuple(sorted((*dirk.faces, tile.up))), dirk.points)


def _dirk_share(state: State, step: DirkShare, rest: tuple[Step, ...]) -> State:
    if step.round is Round.A:
        left = (DIRKS_TILES,) * len(state.bags)
    else:
        left = tuple(len(bag) // DIRKS_PART for bag in state.bags)
    return state.but(todo=(DirkDraws(left), *rest))


# Scorings, the end, the next turn


def _score_due(state: State, step: ScoreDue, rest: tuple[Step, ...]) -> Any:
    if not step.rounds:
        return DONE
    first, *others = step.rounds
    dirk = (DirkShare(first),) if state.dirk is not None else ()
    return state.but(todo=(ScoreRow(first), *dirk, ScoreDue(tuple(others)), *rest))


def _score_row(state: State, step: ScoreRow, rest: tuple[Step, ...]) -> Any:
    """Score the rows from one on, up to one before which a module has something to ask."""
    plan, rows = plans(state.setup), []
    if step.row == len(plan):
        return DONE
    for number in range(step.row, len(plan)):
        if number > step.row or not step.asked:
            windows = [window for module in state.setup.modules for window in module.before_row(state, plan[number])]
            if windows:
                rest = (*windows, ScoreRow(step.round, number, asked=True), *rest)
                break
        rows.append(score_row(state, step.round, plan[number]))
    dirk = state.dirk and Dirk(state.dirk.faces, state.dirk.points + sum(row.of(None) for row in rows))
    return state.but(players=with_points(state.players, rows), dirk=dirk, todo=rest)


def yard_has_ended(setup: Setup, yard: tuple[Tile | None, ...]) -> bool:
    """Whether a space of the yard is empty, or by another reading of the combined game half of one."""
    if all(yard):
        return False
    lanes = 1 if setup.rulings.half_empty_ends else len(setup.game.lanes)
    return not all(map(any, zip(*[yard[lane::lanes] for lane in range(lanes)], strict=True)))


def _end_test(state: State, _: EndTest, __: tuple[Step, ...]) -> Any:
    if not yard_has_ended(state.setup, state.yard):
        return DONE
    return state.but(todo=(*(Award(slot) for slot in range(len(state.yard))), ScoreRow(Round.C)))


def richest(hands: tuple[Purse, ...], space: int) -> int | None:
    """The seat with the most money in the currency of a space; None on a tie."""
    totals = [hand.total(CURRENCIES[space - 1]) for hand in hands]
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _award(state: State, step: Award, rest: tuple[Step, ...]) -> Any:
    tile = state.yard[step.slot]
    if tile is None:
        return DONE
    seat = richest(tuple(player.hand for player in state.players), slot_space(state.setup, step.slot))
    if seat is None:
        return DONE
    yard = (*state.yard[: step.slot], None, *state.yard[step.slot + 1 :])
    return state.but(yard=yard, todo=(PlaceTiles(seat, (Pending(tile, bought=False),)), *rest))


def _next_turn(state: State, _: NextTurn, __: tuple[Step, ...]) -> State:
    seat = ((state.mover or 0) + 1) % len(state.players)
    return the_state(
        state.setup,
        state.players,
        state.yard,
        state.bags,
        state.display,
        state.deck,
        state.discard,
        state.dirk,
        state.marker,
        seat,
        turns(state.setup).begin[seat],
        state.extras,
    )


_STEPS: dict[type[Step], Callable[[State, Any, tuple[Step, ...]], Any]] = {
    RefillMoney: _refill_money,
    RefillTiles: _refill_tiles,
    ScoreDue: _score_due,
    ScoreRow: _score_row,
    DirkShare: _dirk_share,
    DirkDraws: _dirk_draws,
    EndTest: _end_test,
    NextTurn: _next_turn,
    Award: _award,
    DealHand: _deal_hand,
    Begin: _begin,
}
_SOURCES: dict[type[Step], Source] = {
    RefillMoney: Source(card_weights, _money_drawn, pick_card, _deal_money),
    DealHand: Source(card_weights, _hand_drawn, pick_card, _deal_hands),
    RefillTiles: Source(_yard_weights, _yard_drawn, _pick_for_yard, _deal_tiles),
    DirkDraws: Source(_dirk_weights, _dirk_drawn, _pick_for_dirk),
}


def _handlers(setup: Setup) -> dict[type[Step], Callable[[State, Any, tuple[Step, ...]], Any]]:
    handlers = setup.memo.get("handlers")
    if handlers is None:
        handlers = dict(_STEPS)
        for module in setup.modules:
            handlers.update(module.steps)
        setup.memo["handlers"] = handlers
    return handlers


def sources(setup: Setup) -> dict[type[Step], Source]:
    """Where draws come from, by the step that waits for one."""
    found = setup.memo.get("sources")
    if found is None:
        found = dict(_SOURCES)
        for module in setup.modules:
            found.update(module.sources)
        setup.memo["sources"] = found
    return found
