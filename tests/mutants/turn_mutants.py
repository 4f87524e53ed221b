"""Mutants of the turn: money, purchases, placing, refilling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board.money import CURRENCIES, NO_CARDS, Card, Purse, Round
from granada.board.tiles import Face, Tile
from granada.game import acting, agenda, rules
from granada.game.actions import Add, Buy, Flip, Pass, Place, Remove, Stop, Store, Swap, Take
from granada.game.buying import can_pay_exactly, tile_bought, wanted_tile
from granada.rulebook import Rule
from granada.steps import EVEN, ODD, Act, NextTurn, Pending, PlaceTiles, RefillMoney, RefillTiles, ScoreDue, ScoreRow
from tests.mutants.mutant import Mutant, around, but, done, forgets, instead, judged, refuses, run, then, too

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.board.tiles import Marker
    from granada.game.actions import Draw
    from granada.game.games import Slot
    from granada.game.state import State
    from granada.steps import Step
    from tests.mutants.mutant import Patch, Sound


def hand(state: State, seat: int, cards: Purse) -> State:
    """The state with another hand on a seat."""
    return state.with_player(seat, evolve(state.players[seat], hand=cards))


# Taking money

SEVERAL = Rule.TAKE_SEVERAL_UP_TO_FIVE


def limit(most: int, *, single: bool = False) -> Patch:
    """Several cards, or single ones too, are worth at most so much."""

    def dear(_: State, __: Act, action: Take) -> bool:
        return action.cards.total() > most and (single or len(action.cards) > 1)

    return judged(Take, lambda found, *args: too(SEVERAL, dear)(but(SEVERAL)(found), *args))


def alike(cards: Purse) -> bool:
    return len(cards.currencies) <= 1


def the_other_way(after: State, state: State, _: NextTurn) -> State:
    """The turn goes to the seat before."""
    seat = ((state.mover or 0) - 1) % len(state.players)
    return evolve(after, mover=seat, todo=agenda.turn(state.setup, seat))


MONEY = (
    Mutant("several cards up to four", "take-several-up-to-five", limit(4)),
    Mutant("several cards up to six", "take-several-up-to-five", limit(6)),
    Mutant("one card up to five", "take-several-up-to-five", limit(5, single=True)),
    refuses("two cards at the most", Take, SEVERAL, lambda _, __, take: len(take.cards) > 2),
    refuses("several cards of one currency only", Take, SEVERAL, lambda _, __, take: not alike(take.cards)),
    Mutant(
        "cards that were taken are discarded",
        "take-several-up-to-five",
        done(Take, lambda after, state, _, take: evolve(after, discard=state.discard + take.cards)),
    ),
    forgets("one may always pass", Pass, Rule.ACT_ON_YOUR_TURN),
    Mutant(
        "one passes only without money on display",
        "act-on-your-turn",
        judged(Pass, lambda _, state, *__: [Rule.ACT_ON_YOUR_TURN] if len(state.display) else []),
    ),
    refuses("one never passes", Pass, Rule.ACT_ON_YOUR_TURN, lambda *_: True),
    Mutant("the turn goes round the other way", "turn-order", run(NextTurn, the_other_way)),
)


# Buying


def refunded(after: State, state: State, step: Act, action: Buy) -> State:
    """Change is given."""
    change = action.cards.total() - tile_bought(state, action).up.price
    if not 1 <= change <= 9:
        return after
    back = Card(CURRENCIES[action.space - 1], change)
    return hand(after, step.seat, after.players[step.seat].hand.plus(back))


def by_ability(state: State, seat: int, action: Buy) -> bool:
    """Whoever could have paid exactly may act again."""
    price = tile_bought(state, action).up.price
    return can_pay_exactly(state.players[seat].hand, CURRENCIES[action.space - 1], price)


def priced_as_paid(sound: Sound, state: State, action: Buy) -> Tile:
    """A tile is worth what was paid for it."""
    tile = sound(state, action)
    return Tile(evolve(tile.up, price=min(13, action.cards.total())), tile.down)


def single_currency(found: list[Rule], _: State, __: Act, action: Buy) -> list[Rule]:
    """Any currency pays, if it is only one."""
    return [rule for rule in found if rule is not Rule.PAY_IN_THE_SPACE_CURRENCY or not alike(action.cards)]


def lower_price(found: list[Rule], state: State, _: Act, action: Buy) -> list[Rule]:
    """The lower of the two prices is enough."""
    tile = wanted_tile(state, action)
    enough = tile is not None and tile.down is not None and action.cards.total() >= tile.down.price
    return [rule for rule in found if rule is not Rule.PAY_AT_LEAST_THE_PRICE or not enough]


def too_much(state: State, _: Act, action: Buy) -> bool:
    return action.cards.total() != tile_bought(state, action).up.price


def needless(state: State, _: Act, action: Buy) -> bool:
    """Whether a payment includes a card that it does not need."""
    values = action.cards.values()
    return bool(values) and action.cards.total() - min(values) >= tile_bought(state, action).up.price


def after_a_purchase(state: State, *_: object) -> bool:
    step = state.todo[0]
    return isinstance(step, Act) and bool(step.bought)


BUYING = (
    Mutant("change is given", "no-change", done(Buy, refunded)),
    *(
        Mutant(bug, "exact-payment-earns-an-action", instead(acting, earns_an_action=earns))
        for bug, earns in (
            ("every purchase earns an action", lambda *_: True),
            ("no purchase earns an action", lambda *_: False),
            ("being able to pay exactly is enough", by_ability),
        )
    ),
    Mutant(
        "the yard is refilled after each purchase",
        "bought-tiles-wait",
        done(Buy, lambda after, *_: evolve(after, todo=(RefillTiles(), *after.todo))),
    ),
    Mutant(
        "cards that were paid leave the game",
        "paid-cards-are-discarded",
        done(Buy, lambda after, state, *_: evolve(after, discard=state.discard)),
    ),
    Mutant(
        "cards that were paid lie on display",
        "paid-cards-are-discarded",
        done(Buy, lambda after, state, _, buy: evolve(after, discard=state.discard, display=state.display + buy.cards)),
    ),
    Mutant("a tile is worth what was paid", "ties-go-to-the-highest-price", around(acting, tile_bought=priced_as_paid)),
    forgets("mixed currencies pay", Buy, Rule.PAY_IN_THE_SPACE_CURRENCY),
    Mutant("any single currency pays", "pay-in-the-space-currency", judged(Buy, single_currency)),
    forgets("too little is enough", Buy, Rule.PAY_AT_LEAST_THE_PRICE),
    Mutant("the lower price is enough", "pay-at-least-the-price", judged(Buy, lower_price)),
    refuses("nobody may pay too much", Buy, Rule.PAY_AT_LEAST_THE_PRICE, too_much),
    refuses("needless cards are refused", Buy, Rule.PAY_AT_LEAST_THE_PRICE, needless),
    Mutant(
        "the action that was earned must be taken",
        "act-on-your-turn exact-payment-earns-an-action",
        judged(Stop, lambda *_: [Rule.ACT_ON_YOUR_TURN]),
    ),
    refuses(
        "one purchase a turn",
        Buy,
        Rule.IN_ITS_PHASE,
        after_a_purchase,
        "one-tile-a-purchase exact-payment-earns-an-action",
    ),
    refuses(
        "no redesigning after a purchase",
        (Add, Remove, Swap),
        Rule.IN_ITS_PHASE,
        after_a_purchase,
        "add-from-the-reserve swap-in-place exact-payment-earns-an-action",
    ),
)


# Placing and flipping


def acts_again(after: State, _: State, step: PlaceTiles, action: Flip) -> State:
    """A flip paid exactly earns an action."""
    return evolve(after, todo=(Act(step.seat), *after.todo)) if action.cards.total() == 3 else after


def flipped(change: Callable[[Pending], Pending]) -> Patch:
    """A flip changes all tiles that wait to be placed."""

    def wrong(after: State, _: State, step: PlaceTiles, __: Flip) -> State:
        first: Any = after.todo[0]
        return after.then(PlaceTiles(step.seat, tuple(map(change, first.tiles))))

    return done(Flip, wrong)


def turned(pending: Pending) -> Pending:
    return pending if pending.flipped else Pending(pending.tile.turned, pending.bought, flipped=True)


def mirrored(tile: Tile) -> Tile:
    """A tile whose moats change sides when it is turned over."""
    if tile.down is None:
        return tile
    edges = tile.up.edges & 0b0101 | (tile.up.edges & 0b0010) << 2 | (tile.up.edges & 0b1000) >> 2
    return Tile(Face(tile.down.building, tile.down.price, edges), Face(tile.up.building, tile.up.price, edges))


def as_it_lies(sound: Sound, state: State, step: PlaceTiles, action: object) -> State:
    """A stored tile keeps the face that lies up."""
    if not isinstance(action, Store):
        return sound(state, step, action)  # type: ignore[no-any-return]  # a state
    lying = next((p.tile.up for p in step.tiles if p.tile.down == action.face and p.tile.up != action.face), None)
    return sound(state, step, Store(lying or action.face))  # type: ignore[no-any-return]  # a state


def full(state: State, step: PlaceTiles, _: Store) -> bool:
    """Whether a tile is stored in a reserve of eight."""
    return len(state.players[step.seat].reserve) >= 8


def not_the_first(_: State, step: PlaceTiles, action: Place) -> bool:
    return step.tiles[0].tile.up != action.face


def buildable(state: State, step: PlaceTiles, action: Store) -> bool:
    """Whether a tile is stored that could be built."""
    return bool(state.players[step.seat].city.sites(action.face))


PLACING = (
    Mutant("a flip costs four", "flip-costs-three", instead(acting, FLIP_PRICE=4)),
    Mutant("a flip costs two", "flip-costs-three", instead(acting, FLIP_PRICE=2)),
    refuses("a flip is paid exactly", Flip, Rule.FLIP_COSTS_THREE, lambda _, __, flip: flip.cards.total() != 3),
    refuses("a flip is paid with one card", Flip, Rule.FLIP_COSTS_THREE, lambda _, __, flip: len(flip.cards) > 1),
    forgets("two currencies pay a flip", Flip, Rule.FLIP_IN_ONE_CURRENCY),
    Mutant(
        "a flip is free after all",
        "flip-costs-three paid-cards-are-discarded",
        done(Flip, lambda after, state, *_: evolve(after, discard=state.discard, players=state.players)),
    ),
    Mutant(
        "the money for a flip leaves the game",
        "paid-cards-are-discarded",
        done(Flip, lambda after, state, *_: evolve(after, discard=state.discard)),
    ),
    Mutant("an exact flip earns an action", "flip-earns-no-action", done(Flip, acts_again)),
    Mutant(
        "a tile is flipped as often as one likes", "flip-once", flipped(lambda pending: evolve(pending, flipped=False))
    ),
    Mutant("one payment turns all tiles", "flips-are-paid-one-by-one", flipped(turned)),
    Mutant("a flip mirrors the moats", "moats-on-both-faces", instead(Tile, turned=property(mirrored))),
    refuses("tiles are placed in order", Place, Rule.IN_ITS_PHASE, not_the_first, "place-in-any-order"),
    Mutant("a stored tile keeps its face", "store-either-face", around(rules, placed=as_it_lies)),
    refuses("a reserve holds eight tiles", Store, Rule.TILE_IS_THERE, full, "reserve-has-no-limit"),
    refuses("a tile that fits must be built", Store, Rule.TILE_IS_THERE, buildable, "every-bought-tile-finds-a-place"),
)


# Refilling


def drawing(kind: type[Step], wrong: Callable[[State, State, Any, Any], State]) -> Patch:
    """Let what is drawn at a step do something more: the wrong function gets the state after it, and before."""

    def drawn(after: State, state: State, draw: Draw) -> State:
        step = state.todo[0]
        return wrong(after, state, step, draw.what) if isinstance(step, kind) else after

    return then(rules, drawn=drawn)


def toggled(marker: Marker | None) -> Marker:
    return EVEN if marker == ODD else ODD


def marker_every_turn(after: State, state: State, _: RefillTiles) -> State:
    """The marker moves whether or not a tile came."""
    return evolve(after, marker=toggled(state.marker))


def marker_with_every_tile(after: State, state: State, *_: object) -> State:
    """The marker moves with every tile."""
    return evolve(after.then(RefillTiles()), marker=toggled(state.marker))


def marker_before(after: State, state: State, step: RefillTiles, _: object) -> State:
    """The marker moves as soon as the first tile has come."""
    return after if step.moves_marker else evolve(after, marker=toggled(state.marker))


def marker_stays(after: State, state: State, _: RefillTiles) -> State:
    """The marker never moves."""
    return evolve(after, marker=state.marker)


def turned_over(sound: Sound, *args: object) -> tuple[Tile, ...]:
    """Tiles come with the other face up."""
    return tuple(tile.turned for tile in sound(*args))


def last_empty(state: State) -> list[Slot]:
    """The slots that can be filled, from the last on."""
    return [slot for slot, tile in state.slots.items() if tile is None and state.bags[slot.lane]][::-1]


def reordered(*kinds: type) -> Callable[[State], State]:
    """The steps of some kinds in this order, wherever they stand in the agenda."""

    def reads(state: State) -> State:
        places = [n for n, each in enumerate(state.todo) if isinstance(each, kinds)]
        steps = sorted((state.todo[n] for n in places), key=lambda each: kinds.index(type(each)))
        todo = list(state.todo)
        for place, each in zip(places, steps, strict=True):
            todo[place] = each
        return agenda.settle(evolve(state, todo=tuple(todo)))

    return reads


def early_reshuffle(after: State, *_: object) -> State:
    """The deck is reshuffled as soon as it is empty."""
    if after.deck.piles or not len(after.discard):
        return after
    return evolve(after, deck=agenda.reshuffled(after.discard, ()), discard=NO_CARDS)


def no_reshuffle(after: State, state: State, _: RefillMoney) -> State:
    """An empty deck stays empty."""
    return after if state.deck.piles else state.then()


def only_the_first(after: State, _: State, __: ScoreDue) -> State:
    """Of the scorings that are due, the others are forgotten."""
    return evolve(after, todo=tuple(ScoreDue() if isinstance(each, ScoreDue) else each for each in after.todo))


def not_replaced(after: State, state: State, _: RefillMoney, what: object) -> State:
    """A scoring card takes the place of a money card."""
    last = isinstance(what, Round) and len(state.display) == 3
    return evolve(after, todo=after.todo[1:]) if last else after


def scores_at_once(after: State, _: State, __: RefillMoney, what: object) -> State:
    """A scoring card is scored when it is drawn."""
    if not isinstance(what, Round):
        return after
    rest = (ScoreDue() if isinstance(each, ScoreDue) else each for each in after.todo)
    return evolve(after, todo=(ScoreRow(what), *rest))


REFILLING = (
    Mutant("the marker moves every turn", "marker-moves-after-a-refill", run(RefillTiles, marker_every_turn)),
    Mutant(
        "the marker moves with every tile",
        "marker-moves-after-a-refill tiles-show-the-marker",
        drawing(RefillTiles, marker_with_every_tile),
    ),
    Mutant(
        "the marker moves before the refill is complete",
        "marker-moves-after-a-refill tiles-show-the-marker",
        drawing(RefillTiles, marker_before),
    ),
    Mutant("the marker stays", "marker-moves-after-a-refill", run(RefillTiles, marker_stays)),
    Mutant("tiles show the other face", "tiles-show-the-marker", around(agenda, tiles_for_the_yard=turned_over)),
    Mutant(
        "tiles show either face",
        "tiles-show-the-marker",
        around(agenda, tiles_for_the_yard=lambda sound, *args: (*sound(*args), *turned_over(sound, *args))),
    ),
    Mutant(
        "spaces are refilled from the last",
        "tiles-in-space-order fill-as-far-as-possible",
        instead(agenda, empty_slots=last_empty),
    ),
    Mutant("tiles come before money", "money-before-tiles", reads=reordered(RefillTiles, RefillMoney)),
    Mutant("the display is refilled to three", "money-to-four", instead(agenda, CARDS_IN_DISPLAY=3)),
    Mutant("the display is refilled to five", "money-to-four", instead(agenda, CARDS_IN_DISPLAY=5)),
    Mutant("the deck is reshuffled too early", "reshuffle", drawing(RefillMoney, early_reshuffle)),
    Mutant("the deck is never reshuffled", "reshuffle", run(RefillMoney, no_reshuffle)),
    Mutant(
        "the discards are copied",
        "reshuffle",
        run(RefillMoney, lambda after, state, _: evolve(after, discard=state.discard)),
    ),
    Mutant(
        "every kind of card is as likely",
        "money-cards starting-capital",
        around(agenda, card_weights=lambda sound, deck: [(what, 1) for what, _ in sound(deck)]),
    ),
    Mutant("a scoring card is not replaced", "scoring-card-is-replaced", drawing(RefillMoney, not_replaced)),
    Mutant(
        "a scoring card is scored when it is drawn", "score-before-the-next-turn", drawing(RefillMoney, scores_at_once)
    ),
    Mutant(
        "scored before the tiles are refilled",
        "score-before-the-next-turn",
        reads=lambda state: state if state.rulings.score_before_tiles else reordered(ScoreDue, RefillTiles)(state),
    ),
    Mutant("of two scoring cards only one is scored", "three-scorings", run(ScoreDue, only_the_first)),
)
ALL = (*MONEY, *BUYING, *PLACING, *REFILLING)
