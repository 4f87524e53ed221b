"""The agenda at work: what is done in a turn and in the set-up, and the steps that run by themselves."""

from collections.abc import Callable

from attrs import evolve

from granada.board import CURRENCIES, NO_CARDS, Purse, Round, Tile
from granada.game.deck import cut, reshuffled
from granada.game.scoring import plans, score_row, with_points
from granada.game.state import Dirk, Idle, Outcome, Setup, State, replaced, slot_space
from granada.steps import (
    EVEN,
    ODD,
    Act,
    Award,
    Begin,
    DealHand,
    Decision,
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

CARDS_IN_DISPLAY = 4
"""Four money cards lie face up."""
CAPITAL = 20
"""Cards are dealt until they are worth 20 or more."""
DIRKS_TILES = 6
"""Dirk gets six tiles at the start and six more after the first scoring."""
DIRKS_PART = 3
"""After the second scoring Dirk gets a third of the bag, rounded down."""
DONE, WAITS = Idle.DONE, Idle.WAITS
Steps = tuple[Step, ...]
Tell = Callable[[Step, State | None], None]
"""Who is told of a step that has run, and of the state after it if it changed something."""


def preparation(setup: Setup) -> Steps:
    """The agenda of the set-up."""
    dirk = (DirkDraws((DIRKS_TILES,) * len(setup.game.lanes), EVEN),) if setup.players == 2 else ()
    return _completed(setup, (RefillTiles(first=True), *dirk, DealHand(0), RefillMoney(), Begin()))


def turn(setup: Setup, seat: int) -> Steps:
    """The agenda of a seat's turn."""
    refills: Steps = (RefillTiles(), ScoreDue())
    if setup.rulings.score_before_tiles:
        refills = (ScoreDue(), RefillTiles())
    return _completed(setup, (Act(seat), RefillMoney(), *refills, EndTest(), NextTurn()))


def turn_end(setup: Setup) -> Steps:
    """What follows when a player has acted and placed the tiles."""
    return turn(setup, 0)[1:]


def _completed(setup: Setup, steps: Steps) -> Steps:
    """Some steps, and those that modules put before them."""
    return tuple(
        each for step in steps for each in (*(own for m in setup.modules for own in m.before(setup, step)), step)
    )


def settle(state: State, tell: Tell | None = None) -> State:
    """Run the steps that run by themselves, until a player must decide or something must be drawn.

    Whoever wants to know is told each step that has run, and the state after it; none where it had nothing to do.
    """
    todo = state.todo
    while todo:
        step, rest = todo[0], todo[1:]
        outcome = _run(state, step, rest)
        if outcome is WAITS:
            break
        after = outcome if isinstance(outcome, State) else None
        if tell is not None:
            tell(step, after)
        state, todo = (after, after.todo) if after else (state, rest)
    return state if todo is state.todo else evolve(state, todo=todo)


def _run(state: State, step: Step, rest: Steps) -> Outcome:
    """What a step does by itself before the rest of the agenda: first what a module does, then what every game does."""
    if isinstance(step, Decision):
        return WAITS
    for module in state.setup.modules:
        outcome = module.runs(state, step, rest)
        if outcome is not WAITS:
            return outcome
    return _by_itself(state, step, rest)


def _by_itself(state: State, step: Step, rest: Steps) -> Outcome:
    """What a step does by itself in every game."""
    match step:
        case DealHand():
            return _deal_hand(state, step, rest)
        case Begin():
            return _begin(state)
        case RefillMoney():
            return _refill_money(state, step, rest)
        case RefillTiles():
            return _refill_tiles(state, step, rest)
        case ScoreDue():
            return _score_due(state, step, rest)
        case ScoreRow():
            return _score_row(state, step, rest)
        case DirkShare():
            return _dirk_share(state, step, rest)
        case DirkDraws():
            return WAITS if tiles_for_dirk(state, step) else DONE
        case EndTest():
            return _end_test(state)
        case Award():
            return _award(state, step, rest)
        case NextTurn():
            return _begin_turn(state, ((state.mover or 0) + 1) % len(state.players))
        case _:
            return WAITS


# The set-up


def _deal_hand(state: State, step: DealHand, rest: Steps) -> Outcome:
    if state.players[step.seat].hand.total() < CAPITAL and state.deck.layers:
        return WAITS
    if step.seat + 1 < len(state.players):
        return evolve(state, todo=(DealHand(step.seat + 1), *rest))
    return DONE


def _begin(state: State) -> State:
    """Cut the deck; who has the fewest cards begins, then who has the least money, then the youngest."""
    ages = state.setup.ages or (0,) * len(state.players)
    hands = [player.hand for player in state.players]
    first = min(range(len(hands)), key=lambda seat: (len(hands[seat]), hands[seat].total(), ages[seat], seat))
    return _begin_turn(evolve(state, deck=cut(state.deck, state.setup)), first)


def _begin_turn(state: State, seat: int) -> State:
    return evolve(state, mover=seat, todo=turn(state.setup, seat))


# Money


def _refill_money(state: State, step: RefillMoney, rest: Steps) -> Outcome:
    if len(state.display) >= CARDS_IN_DISPLAY:
        return DONE
    if state.deck.layers:
        return WAITS
    if len(state.discard) or state.deck.later:
        deck = reshuffled(state.discard, state.deck.later)
        return evolve(state, deck=deck, discard=NO_CARDS, todo=(step, *rest))
    return DONE


def with_due(todo: Steps, card: Round) -> Steps:
    """The agenda when a scoring card has come: it is scored in this turn."""
    return tuple(ScoreDue((*step.rounds, card)) if isinstance(step, ScoreDue) else step for step in todo)


# Tiles


def empty_slots(state: State) -> list[int]:
    """The slots of the yard that are empty and can be filled."""
    lanes = len(state.bags)
    return [slot for slot, tile in enumerate(state.yard) if tile is None and state.bags[slot % lanes]]


def _refill_tiles(state: State, step: RefillTiles, rest: Steps) -> Outcome:
    if empty_slots(state):
        return WAITS
    if step.moves_marker:
        return evolve(state, marker=EVEN if state.marker == ODD else ODD, todo=rest)
    return DONE


def tiles_for_the_yard(state: State, step: RefillTiles) -> tuple[Tile, ...]:
    """What can come onto the first empty slot, as the marker shows it; the first ones of a family may need a moat."""
    slots, game = empty_slots(state), state.setup.game
    if not slots:
        return ()
    lane = slots[0] % len(state.bags)
    bag = state.bags[lane]
    if step.first and game.lanes[lane] in game.first_with_edges:
        bag = tuple(tile for tile in bag if tile.up.edges) or bag
    return _lying(bag, state.marker)


def dirks_lanes(state: State, step: DirkDraws) -> list[int]:
    """The supplies from which Dirk still draws."""
    return [lane for lane, left in enumerate(step.left) if left and state.bags[lane]]


def tiles_for_dirk(state: State, step: DirkDraws) -> tuple[Tile, ...]:
    """What Dirk can draw next."""
    lanes = dirks_lanes(state, step)
    return _lying(state.bags[lanes[0]], step.face or state.marker) if lanes else ()


def _lying(bag: tuple[Tile, ...], face: str | None) -> tuple[Tile, ...]:
    """The tiles of a bag as they come out: with the even face up or the odd one."""
    return tuple([tile.turned for tile in bag]) if face == ODD else bag


def with_face(dirk: Dirk | None, tile: Tile) -> Dirk:
    """Dirk with one more tile."""
    dirk = dirk or Dirk()
    return Dirk(tuple(sorted((*dirk.faces, tile.up))), dirk.points)


def _dirk_share(state: State, step: DirkShare, rest: Steps) -> State:
    left = (DIRKS_TILES,) * len(state.bags)
    if step.round is not Round.A:
        more = DIRKS_PART // 2 if state.rulings.dirk_third_nearest else 0
        left = tuple((len(bag) + more) // DIRKS_PART for bag in state.bags)
    return evolve(state, todo=(DirkDraws(left), *rest))


# Scorings and the end


def _score_due(state: State, step: ScoreDue, rest: Steps) -> Outcome:
    if not step.rounds:
        return DONE
    first, *others = step.rounds
    dirk = (DirkShare(first),) if state.dirk is not None else ()
    return evolve(state, todo=(ScoreRow(first), *dirk, ScoreDue(tuple(others)), *rest))


def _score_row(state: State, step: ScoreRow, rest: Steps) -> Outcome:
    plan = plans(state.setup)
    if step.row == len(plan):
        return DONE
    row = score_row(state, step.round, plan[step.row])
    dirk = state.dirk and evolve(state.dirk, points=state.dirk.points + row.of(None))
    todo = (ScoreRow(step.round, step.row + 1), *rest)
    return evolve(state, players=with_points(state.players, row), dirk=dirk, todo=todo)


def _end_test(state: State) -> Outcome:
    if not yard_has_ended(state.setup, state.yard, state.bags):
        return DONE
    return evolve(state, todo=(*(Award(slot) for slot in range(len(state.yard))), ScoreRow(Round.C)))


def yard_has_ended(setup: Setup, yard: tuple[Tile | None, ...], bags: tuple[tuple[Tile, ...], ...]) -> bool:
    """Whether a space of the yard is empty, or by other readings half of one, or there is no tile left to be laid."""
    rulings = setup.rulings
    if rulings.empty_bag_ends and not any(bags):
        return True
    halves = rulings.half_empty_ends or (rulings.exhausted_ends and not any(bags))
    size = 1 if halves else len(setup.game.lanes)
    return not all(any(yard[slot : slot + size]) for slot in range(0, len(yard), size))


def _award(state: State, step: Award, rest: Steps) -> Outcome:
    tile = state.yard[step.slot]
    seat = richest(tuple(player.hand for player in state.players), slot_space(state.setup, step.slot))
    if tile is None or seat is None:
        return DONE
    placing = PlaceTiles(seat, (Pending(tile, bought=False),))
    return evolve(state, yard=replaced(state.yard, step.slot, None), todo=(placing, *rest))


def richest(hands: tuple[Purse, ...], space: int) -> int | None:
    """The seat with the most money in the currency of a space; None on a tie."""
    totals = [hand.total(CURRENCIES[space - 1]) for hand in hands]
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None
