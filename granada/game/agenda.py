"""The agenda: the steps of a turn and of the set-up, the automatic steps, and the deck."""

from collections.abc import Callable
from math import prod

from attrs import evolve

from granada import steps
from granada.board import CURRENCIES, NO_CARDS, Bureau, Card, Marker, Purse, Round, Tile
from granada.game.games import Slot
from granada.game.scoring import plans, score_row
from granada.game.state import Deck, Dirk, Pile, Setup, State, Yard, more, replaced
from granada.generators import HasRandrange
from granada.rulebook import Rulings

PILES = 5
"""The number of piles, of roughly equal size, into which the deck is split."""


def sizes(cards: int) -> tuple[int, ...]:
    """The sizes of the five piles; the first piles get the remainder."""
    return tuple(cards // PILES + (pile < cards % PILES) for pile in range(PILES))


def cut(deck: Deck, setup: Setup) -> Deck:
    """The deck split into five piles, with the scoring cards and the modules' cards mixed in."""
    money = deck.pools[0] if deck.pools else NO_CARDS
    pools = [money]
    slots = [[size] for size in sizes(len(money))]
    for module in setup.modules:
        if module.cards is not None:
            cards, piles = module.cards
            pools.append(cards)
            for pile, place in enumerate(slots, start=1):
                place.append(dict(piles).get(pile, 0))
    return Deck(tuple(pools), _mixed(slots, setup.game.piles), setup.game.later)


def _mixed(slots: list[list[int]], scorings: tuple[tuple[Round, int], ...]) -> tuple[Pile, ...]:
    """The non-empty piles, given the number of cards that each gets from each pool, and the scoring cards."""
    cards = [tuple(card for card, pile in scorings if pile == each) for each in range(1, PILES + 1)]
    piles = (Pile(tuple(numbers), some) for numbers, some in zip(slots, cards, strict=True))
    return tuple(pile for pile in piles if len(pile))


def reshuffled(discard: Purse, later: tuple[tuple[Round, int], ...]) -> Deck:
    """A new deck made from the discards: one pile, or five piles if scoring cards are waiting for the reshuffle."""
    if not later:
        return Deck((discard,), (Pile((len(discard),)),))
    return Deck((discard,), _mixed([[size] for size in sizes(len(discard))], later))


def without(deck: Deck, what: Card | Bureau | Round) -> Deck:
    """The deck after a draw, without the empty piles and pools."""
    top, *rest = deck.piles
    pools = deck.pools
    if isinstance(what, Round):
        top = Pile(top.slots, tuple(card for card in top.cards if card is not what))
    else:
        pool = next(n for n, size in enumerate(top.slots) if size and what in pools[n])
        pools = replaced(pools, pool, pools[pool].minus(what))
        top = Pile(replaced(top.slots, pool, top.slots[pool] - 1), top.cards)
    piles = (top, *rest) if len(top) else tuple(rest)
    if not piles:
        return Deck((), (), deck.later)
    if len(pools) > 1 and not all(map(len, pools)):
        kept = [n for n, cards in enumerate(pools) if len(cards)]
        pools = tuple(pools[n] for n in kept)
        piles = tuple(Pile(tuple(each.slots[n] for n in kept), each.cards) for each in piles)
    return Deck(pools, piles, deck.later)


def card_can_come(deck: Deck, what: object) -> bool:
    """Whether a card can be drawn from the top pile."""
    top = deck.piles[0]
    if not isinstance(what, Card | Bureau):
        return what in top.cards
    return any(size and pool.count(what) for pool, size in zip(deck.pools, top.slots, strict=True))


def card_weights(deck: Deck) -> list[tuple[Card | Bureau | Round, int]]:
    """Every card that can be drawn from the top pile, with a weight in proportion to its probability."""
    top, pools = deck.piles[0], deck.pools
    whole = prod(len(pool) for pool, size in zip(pools, top.slots, strict=True) if size)
    weights: list[tuple[Card | Bureau | Round, int]] = [(card, whole) for card in top.cards]
    for pool, size in zip(pools, top.slots, strict=True):
        if size:
            weights += [(card, size * pool.count(card) * whole // len(pool)) for card in pool.kinds]
    return weights


def pick_card(deck: Deck, rng: HasRandrange) -> Card | Bureau | Round:
    """Draw a card from the top pile; if the pile contains several kinds of cards, choose the kind before the card."""
    top, pools = deck.piles[0], deck.pools
    if len(pools) > 1 or top.cards:
        slot = rng.randrange(len(top))
        for pool, size in zip(pools, top.slots, strict=True):
            if slot < size:
                return pool.cards[rng.randrange(len(pool))]
            slot -= size
        return top.cards[slot]
    return pools[0].cards[rng.randrange(len(pools[0]))]


CARDS_IN_DISPLAY = 4
"""The number of money cards in a full display."""
CAPITAL = 20
"""The minimum value of a starting hand; cards are dealt until a hand reaches it."""
DIRKS_TILES = 6
"""The number of tiles that Dirk gets from each bag at the start and after scoring A."""
DIRKS_PART = 3
"""The divisor for Dirk's share of each bag after scoring B; the share is rounded down."""
Steps = tuple[steps.Step, ...]
Tell = Callable[[steps.Step, State], None]
"""A function that receives each finished step and the state after it."""


def preparation(setup: Setup) -> Steps:
    """The steps that set up a game."""
    dirk = (steps.DirkDraws((DIRKS_TILES,) * len(setup.game.lanes), steps.EVEN),) if setup.players == 2 else ()
    return _completed(
        setup, (steps.RefillTiles(first=True), *dirk, steps.DealHand(0), steps.RefillMoney(), steps.Begin())
    )


def turn(setup: Setup, seat: int) -> Steps:
    """The steps of a seat's turn."""
    return (*_completed(setup, (steps.Act(seat),)), *turn_end(setup))


def turn_end(setup: Setup) -> Steps:
    """The steps that end a turn, after a player has acted and placed tiles."""
    refills: Steps = (steps.RefillTiles(), steps.ScoreDue())
    if setup.rulings.score_before_tiles:
        refills = (steps.ScoreDue(), steps.RefillTiles())
    return _completed(setup, (steps.RefillMoney(), *refills, steps.EndTest(), steps.NextTurn()))


def _completed(setup: Setup, agenda: Steps) -> Steps:
    """The given steps, including those that modules insert before them."""
    found: list[steps.Step] = []
    for step in agenda:
        for module in setup.modules:
            found += module.before(setup, step)
        found.append(step)
    return tuple(found)


def settle(state: State, tell: Tell | None = None) -> State:
    """Run automatic steps until a player must decide or a draw is due."""
    while state.todo and (after := _run(state, state.todo[0])):
        if tell is not None:
            tell(state.todo[0], after)
        state = after
    return state


def _run(state: State, step: steps.Step) -> State | None:
    """The state after an automatic step of the game or a module; None if the step waits for a decision or a draw."""
    if isinstance(step, steps.Decision):
        return None
    for module in state.setup.modules:
        if after := module.runs(state, step):
            return after
    return run_in_every_game(state, step)


def run_in_every_game(state: State, step: steps.Step) -> State | None:
    """The state after an automatic step that every game has; None if the step waits for a decision or a draw."""
    match step:
        case steps.DealHand():
            return _deal_hand(state, step)
        case steps.Begin():
            return _begin(state)
        case steps.RefillMoney():
            return _refill_money(state)
        case steps.RefillTiles() if empty_slots(state):  # slots are filled until the tiles run out
            return None
        case steps.RefillTiles(moves_marker=True):  # a tile with two faces was drawn
            return evolve(state, marker=steps.EVEN if state.marker == steps.ODD else steps.ODD).then()
        case steps.ScoreDue(rounds=(first, *others)):  # one scoring after another; Dirk gets tiles after each
            dirk = (steps.DirkShare(first),) if state.dirk is not None else ()
            return state.then(steps.ScoreRow(first), *dirk, steps.ScoreDue(tuple(others)))
        case steps.ScoreRow():
            return _score_row(state, step)
        case steps.DirkShare(Round.A):  # six tiles after A
            return state.then(steps.DirkDraws((DIRKS_TILES,) * len(state.bags)))
        case steps.DirkShare():  # after B a third of each bag, rounded down (or to the nearest)
            rounding = DIRKS_PART // 2 if state.rulings.dirk_third_nearest else 0
            return state.then(steps.DirkDraws(tuple((len(bag) + rounding) // DIRKS_PART for bag in state.bags)))
        case steps.DirkDraws() if tiles_for_dirk(state, step):
            return None
        case steps.EndTest() if game_ends(state.rulings, state.yard, state.bags):
            awards = map(steps.Award, range(len(state.slots)))  # the tiles left are awarded slot by slot; C follows
            return evolve(state, todo=(*awards, steps.ScoreRow(Round.C)))
        case steps.Award():
            return _award(state, step)
        case steps.NextTurn():
            return _begin_turn(state, ((state.mover or 0) + 1) % len(state.players))
        case steps.RefillTiles() | steps.ScoreDue() | steps.DirkDraws() | steps.EndTest():  # nothing is left to do
            return state.then()
    return None


# The set-up


def _deal_hand(state: State, step: steps.DealHand) -> State | None:
    """Wait for cards until a seat has its starting capital, then continue with the next seat."""
    if state.players[step.seat].hand.total() < CAPITAL and state.deck.piles:
        return None
    return state.then(steps.DealHand(step.seat + 1)) if step.seat + 1 < len(state.players) else state.then()


def _begin(state: State) -> State:
    """Cut the deck, and let the player with the fewest cards begin; ties go to the poorest, then to the youngest."""
    ages = state.setup.ages or (0,) * len(state.players)
    hands = [player.hand for player in state.players]
    first = min(range(len(hands)), key=lambda seat: (len(hands[seat]), hands[seat].total(), ages[seat], seat))
    return _begin_turn(evolve(state, deck=cut(state.deck, state.setup)), first)


def _begin_turn(state: State, seat: int) -> State:
    return evolve(state, mover=seat, todo=turn(state.setup, seat))


# Money


def _refill_money(state: State) -> State | None:
    """Refill the display; an empty deck is reshuffled when a card is needed or, under another reading, at once."""
    full = len(state.display) >= CARDS_IN_DISPLAY
    if state.deck.piles:
        return state.then() if full else None
    wanted = state.rulings.reshuffle_at_once or not full
    if (len(state.discard) and wanted) or (state.deck.later and not full):
        return evolve(state, deck=reshuffled(state.discard, state.deck.later), discard=NO_CARDS)
    return state.then()


def with_scoring_due(todo: Steps, card: Round) -> Steps:
    """The agenda after a scoring card has been drawn; its scoring takes place in the same turn."""
    return tuple(steps.ScoreDue((*step.rounds, card)) if isinstance(step, steps.ScoreDue) else step for step in todo)


# Tiles


def empty_slots(state: State) -> list[Slot]:
    """The empty yard slots that can be filled."""
    return [slot for slot, tile in state.slots.items() if tile is None and state.bags[slot.lane]]


def tiles_for_the_yard(state: State, step: steps.RefillTiles) -> tuple[Tile, ...]:
    """The possible tiles for the first empty slot; in the combined game, the first Granada tiles must have a moat."""
    slots, game = empty_slots(state), state.setup.game
    if not slots:
        return ()
    lane = slots[0].lane
    bag = state.bags[lane]
    if step.first and game.lanes[lane] in game.first_with_edges:
        bag = tuple(tile for tile in bag if tile.up.edges) or bag
    return _as_drawn(bag, state.marker)


def dirks_lanes(state: State, step: steps.DirkDraws) -> list[int]:
    """The bags from which Dirk still draws."""
    return [lane for lane, left in enumerate(step.left) if left and state.bags[lane]]


def tiles_for_dirk(state: State, step: steps.DirkDraws) -> tuple[Tile, ...]:
    """The tiles that Dirk can draw next."""
    lanes = dirks_lanes(state, step)
    return _as_drawn(state.bags[lanes[0]], step.face or state.marker) if lanes else ()


def _as_drawn(bag: tuple[Tile, ...], face: Marker | None) -> tuple[Tile, ...]:
    """The tiles in a bag with the even or the odd face up."""
    return tuple([tile.turned for tile in bag]) if face == steps.ODD else bag


def dirk_with(dirk: Dirk | None, tile: Tile) -> Dirk:
    """Dirk after he has received a tile."""
    dirk = dirk or Dirk()
    return Dirk(more(dirk.faces, tile.up), dirk.points)


# Scorings and the end


def _score_row(state: State, step: steps.ScoreRow) -> State:
    """Score one row, and schedule the remaining rows."""
    plan = plans(state.setup)
    if step.row == len(plan):
        return state.then()
    row = score_row(state, step.round, plan[step.row])
    dirk = state.dirk and evolve(state.dirk, points=state.dirk.points + row.of(None))
    players = [evolve(player, points=player.points + row.of(seat)) for seat, player in enumerate(state.players)]
    return evolve(state, players=tuple(players), dirk=dirk).then(steps.ScoreRow(step.round, step.row + 1))


def game_ends(rulings: Rulings, yard: Yard, bags: tuple[tuple[Tile, ...], ...]) -> bool:
    """Whether a yard space is empty or, under other readings, half of a space or a bag is empty."""
    exhausted = not any(bags)
    if rulings.empty_bag_ends and exhausted:
        return True
    if rulings.half_empty_ends or (rulings.exhausted_ends and exhausted):
        return not all(map(all, yard))
    return not all(map(any, yard))


def _award(state: State, step: steps.Award) -> State:
    """Award a remaining tile to the player with the most money in its currency; on a tie, the tile stays."""
    slot = state.setup.game.slots[step.slot]
    tile = state.slots[slot]
    seat = richest(tuple(player.hand for player in state.players), slot.space)
    if tile is None or seat is None:
        return state.then()
    return state.with_tile(slot, None).then(steps.PlaceTiles(seat, (steps.Pending(tile, bought=False),)))


def richest(hands: tuple[Purse, ...], space: int) -> int | None:
    """The seat with the most money in the currency of a space; None on a tie."""
    totals = [hand.total(CURRENCIES[space - 1]) for hand in hands]
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None
