"""The agenda at work: the steps that run by themselves, and what a draw does.

A step either is done with nothing to do, waits (for a decision or a draw), or leads to another state.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from granada.board import BY_TEXT, CURRENCIES, NO_CARDS, Bureau, Card, Purse, Round
from granada.game.deck import card_can_come, card_weights, cut, pick_card, reshuffled, without
from granada.game.scoring import plans, score_row, with_points
from granada.game.state import Dirk, Source, State, replaced, slot_space
from granada.game.steps import (
    EVEN,
    ODD,
    Act,
    Award,
    Begin,
    DealHand,
    DirkDraws,
    DirkShare,
    EndTest,
    NextTurn,
    Pending,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    ScoreRow,
    Step,
)

if TYPE_CHECKING:
    from granada.board import Tile
    from granada.game.state import Module, Setup
    from granada.generators import HasRandrange

CARDS_IN_DISPLAY = 4
"""Four money cards lie face up."""
CAPITAL = 20
"""Cards are dealt until they are worth 20 or more."""
DIRKS_TILES = 6
"""Dirk gets six tiles at the start and six more after the first scoring."""
DIRKS_PART = 3
"""After the second scoring Dirk gets a third of the bag, rounded down."""

DONE: Final = None
"""The step has nothing to do."""
WAITS: Final = object()
"""The step waits for a draw."""
Tell = Callable[[Step, State | None], None]
"""Who is told of a step that has run, and of the state after it if it changed something."""


def settle(state: State, tell: Tell | None = None) -> State:
    """Run the steps that run by themselves, until a player must decide or something must be drawn.

    Whoever wants to know is told each step that has run, and the state after it; none where it had nothing to do.
    """
    todo, handlers = state.todo, _handlers(state.setup.modules)
    while todo:
        step, rest = todo[0], todo[1:]
        handler = handlers.get(type(step))
        if handler is None:
            break
        outcome = handler(state, step, rest)
        if outcome is None:
            todo = rest
        elif outcome is WAITS:
            break
        else:
            state, todo = outcome, outcome.todo
        if tell is not None:
            tell(step, outcome)
    return state if todo is state.todo else state.but(todo=todo)


@lru_cache(maxsize=64)
def _handlers(modules: tuple[Module, ...]) -> Mapping[type[Step], Handler]:
    """How the steps are run that run by themselves; all others wait."""
    return {kind: run for module in modules for kind, run in module.steps.items()} | _STEPS


def source_of(state: State) -> Source | None:
    """Where the next draw comes from; None when no draw is due."""
    if not state.todo or state.todo[0].decides:
        return None
    kind = type(state.todo[0])
    return _SOURCES.get(kind) or next((m.sources[kind] for m in state.setup.modules if kind in m.sources), None)


def turn(setup: Setup, seat: int) -> tuple[Step, ...]:
    """The agenda of a seat's turn."""
    return _turn(seat, setup.modules, setup.rulings.score_before_tiles)


def turn_end(setup: Setup) -> tuple[Step, ...]:
    """What follows when a player has acted and placed the tiles."""
    return turn(setup, 0)[1:]


@lru_cache(maxsize=256)
def _turn(seat: int, modules: tuple[Module, ...], score_before_tiles: bool) -> tuple[Step, ...]:  # noqa: FBT001  a key
    refills: tuple[Step, ...] = (RefillMoney(), RefillTiles(), ScoreDue())
    if score_before_tiles:
        refills = (RefillMoney(), ScoreDue(), RefillTiles())
    return (Act(seat), *refills, EndTest(), *(step for module in modules for step in module.after_turn), NextTurn())


def preparation(setup: Setup) -> tuple[Step, ...]:
    """The agenda of the set-up."""
    dirk = (DirkDraws((DIRKS_TILES,) * len(setup.game.lanes), EVEN),) if setup.players == 2 else ()
    modules = (step for module in setup.modules for step in module.prepares(setup))
    return (RefillTiles(first=True), *dirk, *modules, DealHand(0), RefillMoney(), Begin())


# Cards


def _refill_money(state: State, step: RefillMoney, rest: tuple[Step, ...]) -> Any:
    if len(state.display) >= CARDS_IN_DISPLAY:
        return DONE
    if state.deck.layers:
        return WAITS
    if len(state.discard) or state.deck.later:
        return state.but(deck=reshuffled(state.discard, state.deck.later), discard=NO_CARDS, todo=(step, *rest))
    return DONE


def _money_drawn(state: State, _: RefillMoney, what: Card | Bureau | Round) -> State:
    deck = without(state.deck, what)
    if isinstance(what, Round):
        return state.but(deck=deck, todo=tuple(_with_due(each, what) for each in state.todo))
    return state.but(deck=deck, display=state.display.plus(what))


def _with_due(step: Step, card: Round) -> Step:
    return ScoreDue((*step.rounds, card)) if isinstance(step, ScoreDue) else step


def _deal_hand(state: State, step: DealHand, rest: tuple[Step, ...]) -> Any:
    if state.players[step.seat].hand.total() < CAPITAL and state.deck.layers:
        return WAITS
    if step.seat + 1 < len(state.players):
        return state.but(todo=(DealHand(step.seat + 1), *rest))
    return DONE


def _hand_drawn(state: State, step: DealHand, what: Card | Bureau) -> State:
    hand = state.players[step.seat].hand.plus(what)
    return state.but(players=state.players_with(step.seat, hand=hand), deck=without(state.deck, what))


def _begin(state: State, _: Begin, __: tuple[Step, ...]) -> State:
    ages = state.setup.ages or (0,) * len(state.players)
    first = min(
        range(len(state.players)),
        key=lambda seat: (len(state.players[seat].hand), state.players[seat].hand.total(), ages[seat], seat),
    )
    return state.but(deck=cut(state.deck, state.setup), mover=first, todo=turn(state.setup, first))


# Tiles


def shown(tile: Tile, face: str | None) -> Tile:
    """A tile of a bag as it comes out: with the even face up or the odd one."""
    return tile.turned if face == ODD and tile.down is not None else tile


Bag = tuple[Sequence["Tile"], str | None]
"""Some tiles, each as likely to come as any other, and the face that they will show."""


def drawn_from(bag: Callable[[State, Any], Bag], drawn: Callable[[State, Any, Any], State]) -> Source:
    """A draw of one of some tiles."""

    def weights(state: State, step: Step) -> list[tuple[Tile, int]]:
        tiles, face = bag(state, step)
        return [(shown(tile, face), 1) for tile in tiles]

    def can_come(state: State, step: Step, what: object) -> bool:
        tiles, face = bag(state, step)
        return any(shown(tile, face) == what for tile in tiles)

    def pick(state: State, step: Step, rng: HasRandrange) -> Tile:
        tiles, face = bag(state, step)
        return shown(tiles[rng.randrange(len(tiles))], face)

    return Source(weights, can_come, pick, drawn)


def _empty_slots(state: State) -> list[int]:
    """The slots of the yard that are empty and can be filled."""
    bags = state.bags
    return [slot for slot, tile in enumerate(state.yard) if tile is None and bags[slot % len(bags)]]


def _refill_tiles(state: State, step: RefillTiles, rest: tuple[Step, ...]) -> Any:
    if not all(state.yard) and _empty_slots(state):
        return WAITS
    if step.moves_marker:
        return state.but(marker=_other_field(state.marker), todo=rest)
    return DONE


def _bag_for_the_yard(state: State, step: RefillTiles) -> Bag:
    game, lane = state.setup.game, _empty_slots(state)[0] % len(state.bags)
    bag = state.bags[lane]
    if step.first and game.lanes[lane] in game.first_with_edges:
        bag = tuple(tile for tile in bag if tile.up.edges) or bag
    return bag, state.marker


def _drawn_for_the_yard(state: State, step: RefillTiles, what: Tile) -> State:
    slot = _empty_slots(state)[0]
    lane = slot % len(state.bags)
    two_faced = state.setup.game.lanes[lane] is state.setup.game.two_faced
    return state.but(
        yard=replaced(state.yard, slot, what),
        bags=_bags_without(state, lane, what),
        todo=state.todo_with(RefillTiles(step.moves_marker or two_faced, step.first)),
    )


def _other_field(marker: str | None) -> str:
    """The other field of the marker."""
    return EVEN if marker == ODD else ODD


def _bags_without(state: State, lane: int, what: Tile) -> tuple[tuple[Tile, ...], ...]:
    bag = state.bags[lane]
    even = what if what.down is None or what.up.price % 2 == 0 else what.turned
    place = bisect_left(bag, even.text, key=BY_TEXT)
    return replaced(state.bags, lane, bag[:place] + bag[place + 1 :])


def _dirk_lanes(state: State, step: DirkDraws) -> list[int]:
    """The supplies from which Dirk still draws."""
    return [lane for lane, left in enumerate(step.left) if left and state.bags[lane]]


def _dirk_draws(state: State, step: DirkDraws, _: tuple[Step, ...]) -> Any:
    return WAITS if _dirk_lanes(state, step) else DONE


def _bag_for_dirk(state: State, step: DirkDraws) -> Bag:
    return state.bags[_dirk_lanes(state, step)[0]], step.face or state.marker


def _drawn_for_dirk(state: State, step: DirkDraws, what: Tile) -> State:
    lane = _dirk_lanes(state, step)[0]
    left = replaced(step.left, lane, step.left[lane] - 1)
    return state.but(
        bags=_bags_without(state, lane, what),
        dirk=with_face(state.dirk, what),
        todo=state.todo_with(DirkDraws(left, step.face)),
    )


def with_face(dirk: Dirk | None, tile: Tile) -> Dirk:
    """Dirk with one more tile."""
    dirk = dirk or Dirk()
    return Dirk(tuple(sorted((*dirk.faces, tile.up))), dirk.points)


def _dirk_share(state: State, step: DirkShare, rest: tuple[Step, ...]) -> State:
    if step.round is Round.A:
        left = (DIRKS_TILES,) * len(state.bags)
    else:
        more = DIRKS_PART // 2 if state.rulings.dirk_third_nearest else 0
        left = tuple((len(bag) + more) // DIRKS_PART for bag in state.bags)
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
    dirk = state.dirk and evolve(state.dirk, points=state.dirk.points + sum(row.of(None) for row in rows))
    return state.but(players=with_points(state.players, rows), dirk=dirk, todo=rest)


def yard_has_ended(setup: Setup, yard: tuple[Tile | None, ...], bags: tuple[tuple[Tile, ...], ...]) -> bool:
    """Whether a space of the yard is empty, or by other readings half of one, or there is no tile left to be laid."""
    rulings = setup.rulings
    if rulings.empty_bag_ends and not any(bags):
        return True
    if all(yard):
        return False
    halves = rulings.half_empty_ends or (rulings.exhausted_ends and not any(bags))
    lanes = 1 if halves else len(setup.game.lanes)
    return not all(map(any, zip(*[yard[lane::lanes] for lane in range(lanes)], strict=True)))


def _end_test(state: State, _: EndTest, __: tuple[Step, ...]) -> Any:
    if all(state.yard) and any(state.bags):  # most often: nothing is lacking
        return DONE
    if not yard_has_ended(state.setup, state.yard, state.bags):
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
    yard = replaced(state.yard, step.slot, None)
    return state.but(yard=yard, todo=(PlaceTiles(seat, (Pending(tile, bought=False),)), *rest))


def _next_turn(state: State, _: NextTurn, __: tuple[Step, ...]) -> State:
    seat, setup = ((state.mover or 0) + 1) % len(state.players), state.setup
    return state.but(mover=seat, todo=_turn(seat, setup.modules, setup.rulings.score_before_tiles))


Handler = Callable[["State", Any, tuple[Step, ...]], Any]
"""How a step is run: given the state, the step, and the steps after it, what it leads to."""
_STEPS: dict[type[Step], Handler] = {
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
    RefillMoney: Source(card_weights, card_can_come, pick_card, _money_drawn),
    DealHand: Source(card_weights, card_can_come, pick_card, _hand_drawn),
    RefillTiles: drawn_from(_bag_for_the_yard, _drawn_for_the_yard),
    DirkDraws: drawn_from(_bag_for_dirk, _drawn_for_dirk),
}
