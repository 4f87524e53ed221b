"""The agenda at work: what is done in a turn and in the set-up, and the steps that run by themselves."""

from collections.abc import Callable

from attrs import evolve

from granada import steps
from granada.board import CURRENCIES, NO_CARDS, Purse, Round, Tile
from granada.game.deck import cut, reshuffled
from granada.game.scoring import plans, score_row, with_points
from granada.game.state import Dirk, Idle, Outcome, Setup, State, replaced, slot_space

CARDS_IN_DISPLAY = 4
"""Four money cards lie face up."""
CAPITAL = 20
"""Cards are dealt until they are worth 20 or more."""
DIRKS_TILES = 6
"""Dirk gets six tiles at the start and six more after the first scoring; in the combined game, of each bag."""
DIRKS_PART = 3
"""After the second scoring Dirk gets a third of the bag, rounded down; in the combined game, of each bag."""
DONE, WAITS = Idle.DONE, Idle.WAITS
Steps = tuple[steps.Step, ...]
Tell = Callable[[steps.Step, State | None], None]
"""Who is told of a step that has run, and of the state after it if it changed something."""


def preparation(setup: Setup) -> Steps:
    """The agenda of the set-up."""
    dirk = (steps.DirkDraws((DIRKS_TILES,) * len(setup.game.lanes), steps.EVEN),) if setup.players == 2 else ()
    return _completed(
        setup, (steps.RefillTiles(first=True), *dirk, steps.DealHand(0), steps.RefillMoney(), steps.Begin())
    )


def turn(setup: Setup, seat: int) -> Steps:
    """The agenda of a seat's turn."""
    refills: Steps = (steps.RefillTiles(), steps.ScoreDue())
    if setup.rulings.score_before_tiles:
        refills = (steps.ScoreDue(), steps.RefillTiles())
    return _completed(setup, (steps.Act(seat), steps.RefillMoney(), *refills, steps.EndTest(), steps.NextTurn()))


def turn_end(setup: Setup) -> Steps:
    """What follows when a player has acted and placed the tiles."""
    return turn(setup, 0)[1:]


def _completed(setup: Setup, agenda: Steps) -> Steps:
    """Some steps, and those that modules put before them."""
    return tuple(
        each for step in agenda for each in (*(own for m in setup.modules for own in m.before(setup, step)), step)
    )


def settle(state: State, tell: Tell | None = None) -> State:
    """Run the steps that run by themselves, until a player must decide or something must be drawn.

    ``tell`` is called for each step that has run, with the state after it, or None if it had nothing to do.
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


def _run(state: State, step: steps.Step, rest: Steps) -> Outcome:
    """What a step does by itself before the rest of the agenda: first what a module does, then what every game does."""
    if isinstance(step, steps.Decision):
        return WAITS
    for module in state.setup.modules:
        outcome = module.runs(state, step, rest)
        if outcome is not None:
            return outcome
    return _by_itself(state, step, rest)


def _by_itself(state: State, step: steps.Step, rest: Steps) -> Outcome:
    """What a step does by itself in every game."""
    match step:
        case steps.DealHand():
            return _deal_hand(state, step, rest)
        case steps.Begin():
            return _begin(state)
        case steps.RefillMoney():
            return _refill_money(state, step, rest)
        case steps.RefillTiles():
            return _refill_tiles(state, step, rest)
        case steps.ScoreDue():
            return _score_due(state, step, rest)
        case steps.ScoreRow():
            return _score_row(state, step, rest)
        case steps.DirkShare():
            return _dirk_share(state, step, rest)
        case steps.DirkDraws():
            return WAITS if tiles_for_dirk(state, step) else DONE
        case steps.EndTest():
            return _end_test(state)
        case steps.Award():
            return _award(state, step, rest)
        case steps.NextTurn():
            return _begin_turn(state, ((state.mover or 0) + 1) % len(state.players))
        case _:
            return WAITS


# The set-up


def _deal_hand(state: State, step: steps.DealHand, rest: Steps) -> Outcome:
    if state.players[step.seat].hand.total() < CAPITAL and state.deck.layers:
        return WAITS
    if step.seat + 1 < len(state.players):
        return evolve(state, todo=(steps.DealHand(step.seat + 1), *rest))
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


def _refill_money(state: State, step: steps.RefillMoney, rest: Steps) -> Outcome:
    """When the deck has run out, the discards become a new one: if a card is needed, or by another reading at once."""
    full = len(state.display) >= CARDS_IN_DISPLAY
    if state.deck.layers:
        return DONE if full else WAITS
    wanted = state.rulings.reshuffle_at_once or not full
    if (len(state.discard) and wanted) or (state.deck.later and not full):
        deck = reshuffled(state.discard, state.deck.later)
        return evolve(state, deck=deck, discard=NO_CARDS, todo=(step, *rest))
    return DONE


def with_scoring_due(todo: Steps, card: Round) -> Steps:
    """The agenda when a scoring card has come: it is scored in this turn."""
    return tuple(steps.ScoreDue((*step.rounds, card)) if isinstance(step, steps.ScoreDue) else step for step in todo)


# Tiles


def empty_slots(state: State) -> list[int]:
    """The slots of the yard that are empty and can be filled."""
    lanes = len(state.bags)
    return [slot for slot, tile in enumerate(state.yard) if tile is None and state.bags[slot % lanes]]


def _refill_tiles(state: State, step: steps.RefillTiles, rest: Steps) -> Outcome:
    """Empty slots are filled as long as there are tiles; then the marker moves, if a tile with two faces came."""
    if empty_slots(state):
        return WAITS
    if step.moves_marker:
        return evolve(state, marker=steps.EVEN if state.marker == steps.ODD else steps.ODD, todo=rest)
    return DONE


def tiles_for_the_yard(state: State, step: steps.RefillTiles) -> tuple[Tile, ...]:
    """What can come onto the first empty slot; the first tiles of Granada in the combined game must carry a moat."""
    slots, game = empty_slots(state), state.setup.game
    if not slots:
        return ()
    lane = slots[0] % len(state.bags)
    bag = state.bags[lane]
    if step.first and game.lanes[lane] in game.first_with_edges:
        bag = tuple(tile for tile in bag if tile.up.edges) or bag
    return _as_drawn(bag, state.marker)


def dirks_lanes(state: State, step: steps.DirkDraws) -> list[int]:
    """The bags from which Dirk still draws."""
    return [lane for lane, left in enumerate(step.left) if left and state.bags[lane]]


def tiles_for_dirk(state: State, step: steps.DirkDraws) -> tuple[Tile, ...]:
    """What Dirk can draw next."""
    lanes = dirks_lanes(state, step)
    return _as_drawn(state.bags[lanes[0]], step.face or state.marker) if lanes else ()


def _as_drawn(bag: tuple[Tile, ...], face: str | None) -> tuple[Tile, ...]:
    """The tiles of a bag as they are drawn: with the even face up, or the odd one."""
    return tuple([tile.turned for tile in bag]) if face == steps.ODD else bag


def dirk_with(dirk: Dirk | None, tile: Tile) -> Dirk:
    """Dirk with one more tile."""
    dirk = dirk or Dirk()
    return Dirk(tuple(sorted((*dirk.faces, tile.up))), dirk.points)


def _dirk_share(state: State, step: steps.DirkShare, rest: Steps) -> State:
    """Dirk gets six tiles after A, and after B a third of each bag, rounded down (or to the nearest)."""
    left = (DIRKS_TILES,) * len(state.bags)
    if step.round is Round.B:
        rounding = DIRKS_PART // 2 if state.rulings.dirk_third_nearest else 0
        left = tuple((len(bag) + rounding) // DIRKS_PART for bag in state.bags)
    return evolve(state, todo=(steps.DirkDraws(left), *rest))


# Scorings and the end


def _score_due(state: State, step: steps.ScoreDue, rest: Steps) -> Outcome:
    """The scorings that are due come one after the other, and after each Dirk gets tiles."""
    if not step.rounds:
        return DONE
    first, *others = step.rounds
    dirk = (steps.DirkShare(first),) if state.dirk is not None else ()
    return evolve(state, todo=(steps.ScoreRow(first), *dirk, steps.ScoreDue(tuple(others)), *rest))


def _score_row(state: State, step: steps.ScoreRow, rest: Steps) -> Outcome:
    plan = plans(state.setup)
    if step.row == len(plan):
        return DONE
    row = score_row(state, step.round, plan[step.row])
    dirk = state.dirk and evolve(state.dirk, points=state.dirk.points + row.of(None))
    todo = (steps.ScoreRow(step.round, step.row + 1), *rest)
    return evolve(state, players=with_points(state.players, row), dirk=dirk, todo=todo)


def _end_test(state: State) -> Outcome:
    """When the game ends, what is left in the yard is awarded slot by slot, and then C is scored."""
    if not game_ends(state.setup, state.yard, state.bags):
        return DONE
    return evolve(state, todo=(*(steps.Award(slot) for slot in range(len(state.yard))), steps.ScoreRow(Round.C)))


def game_ends(setup: Setup, yard: tuple[Tile | None, ...], bags: tuple[tuple[Tile, ...], ...]) -> bool:
    """Whether a space of the yard is empty; by other readings half of one is enough, or an empty bag."""
    rulings = setup.rulings
    if rulings.empty_bag_ends and not any(bags):
        return True
    halves = rulings.half_empty_ends or (rulings.exhausted_ends and not any(bags))
    size = 1 if halves else len(setup.game.lanes)
    return not all(any(yard[slot : slot + size]) for slot in range(0, len(yard), size))


def _award(state: State, step: steps.Award, rest: Steps) -> Outcome:
    """A tile that is left goes to whoever has most money of its currency; on a tie it stays."""
    tile = state.yard[step.slot]
    seat = richest(tuple(player.hand for player in state.players), slot_space(state.setup, step.slot))
    if tile is None or seat is None:
        return DONE
    placing = steps.PlaceTiles(seat, (steps.Pending(tile, bought=False),))
    return evolve(state, yard=replaced(state.yard, step.slot, None), todo=(placing, *rest))


def richest(hands: tuple[Purse, ...], space: int) -> int | None:
    """The seat with the most money in the currency of a space; None on a tie."""
    totals = [hand.total(CURRENCIES[space - 1]) for hand in hands]
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None
