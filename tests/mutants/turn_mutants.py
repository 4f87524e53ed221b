"""Mutants of the turn: money, purchases, placing, refilling, the end, two players, the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board.money import CURRENCIES, NO_CARDS, Card, Purse, Round
from granada.board.tiles import Face, Tile
from granada.game import acting, agenda, chance, deck, placing, rules, slot_space
from granada.game.actions import Add, Buy, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take
from granada.game.buying import can_pay_exactly, tile_bought, wanted_tile
from granada.game.state import Pile
from granada.questions import facts, kinds, position_kinds
from granada.rulebook import Rule
from granada.steps import (
    EVEN,
    ODD,
    Act,
    Award,
    Begin,
    DirkDraws,
    DirkShare,
    EndTest,
    Pending,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    ScoreRow,
)
from granada.table import table
from tests.mutants.mutant import Mutant, around, done, instead, judged, run, then, together

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.board.tiles import Marker
    from granada.game.actions import Draw
    from granada.game.state import Deck, Setup, State
    from granada.steps import Step

Patch = Any
"""What spoils the engine, or a function that is patched in."""
Sound = Any
"""The sound function, which a wrong one gets first."""


def but(*forgotten: Rule) -> Patch:
    """Judge as ever, but for some rules."""
    return lambda found, *_: [rule for rule in found if rule not in forgotten]


def too(rule: Rule, when: Callable[..., bool]) -> Patch:
    """Judge as ever, and find one more rule broken now and then."""
    return lambda found, *args: found or ([rule] if when(*args) else [])


def hand(state: State, seat: int, cards: Purse) -> State:
    """The state with another hand on a seat."""
    return state.with_player(seat, evolve(state.players[seat], hand=cards))


# Taking money


def limit(most: int, *, single: bool = False) -> Patch:
    """Several cards, or single ones too, are worth at most so much."""

    def dear(_: State, __: Act, action: Take) -> bool:
        return action.cards.total() > most and (single or len(action.cards) > 1)

    rule = Rule.TAKE_SEVERAL_UP_TO_FIVE
    return judged(Take, lambda found, *args: too(rule, dear)(but(rule)(found), *args))


def alike(cards: Purse) -> bool:
    return len(cards.currencies) <= 1


MONEY = (
    Mutant("several cards up to four", "take-several-up-to-five", limit(4)),
    Mutant("several cards up to six", "take-several-up-to-five", limit(6)),
    Mutant("one card up to five", "take-several-up-to-five", limit(5, single=True)),
    Mutant(
        "two cards at the most",
        "take-several-up-to-five",
        judged(Take, too(Rule.TAKE_SEVERAL_UP_TO_FIVE, lambda _, __, take: len(take.cards) > 2)),
    ),
    Mutant(
        "several cards of one currency only",
        "take-several-up-to-five",
        judged(Take, too(Rule.TAKE_SEVERAL_UP_TO_FIVE, lambda _, __, take: not alike(take.cards))),
    ),
    Mutant(
        "cards that were taken are discarded",
        "take-several-up-to-five",
        done(Take, lambda after, state, _, take: evolve(after, discard=state.discard + take.cards)),
    ),
    Mutant("one may always pass", "act-on-your-turn", judged(Pass, but(Rule.ACT_ON_YOUR_TURN))),
    Mutant(
        "one passes only without money on display",
        "act-on-your-turn",
        judged(Pass, lambda _, state, *__: [Rule.ACT_ON_YOUR_TURN] if len(state.display) else []),
    ),
    Mutant(
        "one never passes",
        "act-on-your-turn",
        judged(Pass, too(Rule.ACT_ON_YOUR_TURN, lambda *_: True)),
    ),
    Mutant(
        "the turn goes round the other way",
        "turn-order",
        around(
            agenda,
            _begin_turn=lambda sound, state, seat: sound(
                state, seat if state.mover is None else (state.mover - 1) % len(state.players)
            ),
        ),
    ),
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
    Mutant(
        "every purchase earns an action",
        "exact-payment-earns-an-action",
        instead(acting, earns_an_action=lambda *_: True),
    ),
    Mutant(
        "no purchase earns an action",
        "exact-payment-earns-an-action",
        instead(acting, earns_an_action=lambda *_: False),
    ),
    Mutant(
        "being able to pay exactly is enough",
        "exact-payment-earns-an-action",
        instead(acting, earns_an_action=by_ability),
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
        done(
            Buy,
            lambda after, state, _, buy: evolve(after, discard=state.discard, display=state.display + buy.cards),
        ),
    ),
    Mutant("a tile is worth what was paid", "ties-go-to-the-highest-price", around(acting, tile_bought=priced_as_paid)),
    Mutant(
        "mixed currencies pay",
        "pay-in-the-space-currency",
        judged(Buy, but(Rule.PAY_IN_THE_SPACE_CURRENCY)),
    ),
    Mutant("any single currency pays", "pay-in-the-space-currency", judged(Buy, single_currency)),
    Mutant(
        "too little is enough",
        "pay-at-least-the-price",
        judged(Buy, but(Rule.PAY_AT_LEAST_THE_PRICE)),
    ),
    Mutant("the lower price is enough", "pay-at-least-the-price", judged(Buy, lower_price)),
    Mutant(
        "nobody may pay too much",
        "pay-at-least-the-price",
        judged(Buy, too(Rule.PAY_AT_LEAST_THE_PRICE, too_much)),
    ),
    Mutant(
        "needless cards are refused",
        "pay-at-least-the-price",
        judged(Buy, too(Rule.PAY_AT_LEAST_THE_PRICE, needless)),
    ),
    Mutant(
        "the action that was earned must be taken",
        "act-on-your-turn exact-payment-earns-an-action",
        judged(Stop, lambda *_: [Rule.ACT_ON_YOUR_TURN]),
    ),
    Mutant(
        "one purchase a turn",
        "one-tile-a-purchase exact-payment-earns-an-action",
        judged(Buy, too(Rule.IN_ITS_PHASE, after_a_purchase)),
    ),
    Mutant(
        "no redesigning after a purchase",
        "add-from-the-reserve swap-in-place exact-payment-earns-an-action",
        judged((Add, Remove, Swap), too(Rule.IN_ITS_PHASE, after_a_purchase)),
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


def buildable(state: State, step: PlaceTiles, action: Store) -> bool:
    """Whether a tile is stored that could be built."""
    return bool(state.players[step.seat].city.sites(action.face))


PLACING = (
    Mutant("a flip costs four", "flip-costs-three", instead(placing, FLIP_PRICE=4)),
    Mutant("a flip costs two", "flip-costs-three", instead(placing, FLIP_PRICE=2)),
    Mutant(
        "a flip is paid exactly",
        "flip-costs-three",
        judged(Flip, too(Rule.FLIP_COSTS_THREE, lambda _, __, flip: flip.cards.total() != 3)),
    ),
    Mutant(
        "a flip is paid with one card",
        "flip-costs-three",
        judged(Flip, too(Rule.FLIP_COSTS_THREE, lambda _, __, flip: len(flip.cards) > 1)),
    ),
    Mutant(
        "two currencies pay a flip",
        "flip-in-one-currency",
        judged(Flip, but(Rule.FLIP_IN_ONE_CURRENCY)),
    ),
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
    Mutant(
        "tiles are placed in order",
        "place-in-any-order",
        judged(
            Place,
            too(Rule.IN_ITS_PHASE, lambda _, step, place: step.tiles[0].tile.up != place.face),
        ),
    ),
    Mutant("a stored tile keeps its face", "store-either-face", around(rules, placed=as_it_lies)),
    Mutant("a reserve holds eight tiles", "reserve-has-no-limit", judged(Store, too(Rule.TILE_IS_THERE, full))),
    Mutant(
        "a tile that fits must be built",
        "every-bought-tile-finds-a-place",
        judged(Store, too(Rule.TILE_IS_THERE, buildable)),
    ),
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


def last_empty(state: State) -> list[int]:
    """The slots that can be filled, from the last on."""
    bags = state.bags
    return [slot for slot, tile in enumerate(state.yard) if tile is None and bags[slot % len(bags)]][::-1]


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
    return evolve(after, deck=deck.reshuffled(after.discard, ()), discard=NO_CARDS)


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
    Mutant("tiles show the other face", "tiles-show-the-marker", around(chance, tiles_for_the_yard=turned_over)),
    Mutant(
        "tiles show either face",
        "tiles-show-the-marker",
        around(chance, tiles_for_the_yard=lambda sound, *args: (*sound(*args), *turned_over(sound, *args))),
    ),
    Mutant(
        "spaces are refilled from the last",
        "tiles-in-space-order fill-as-far-as-possible",
        together(instead(agenda, empty_slots=last_empty), instead(chance, empty_slots=last_empty)),
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
        around(chance, card_weights=lambda sound, deck: [(what, 1) for what, _ in sound(deck)]),
    ),
    Mutant("a scoring card is not replaced", "scoring-card-is-replaced", drawing(RefillMoney, not_replaced)),
    Mutant(
        "a scoring card is scored when it is drawn",
        "score-before-the-next-turn",
        drawing(RefillMoney, scores_at_once),
    ),
    Mutant(
        "scored before the tiles are refilled",
        "score-before-the-next-turn",
        reads=lambda state: state if state.rulings.score_before_tiles else reordered(ScoreDue, RefillTiles)(state),
    ),
    Mutant(
        "of two scoring cards only one is scored",
        "three-scorings",
        run(ScoreDue, only_the_first),
    ),
)


# The end


def to_the_first(hands: tuple[Purse, ...], space: int) -> int | None:
    """A tie goes to the lowest seat."""
    totals = [cards.total(CURRENCIES[space - 1]) for cards in hands]
    return totals.index(max(totals))


def to_the_first_with_money(hands: tuple[Purse, ...], space: int) -> int | None:
    """A tie goes to the lowest seat, if there is any money."""
    totals = [cards.total(CURRENCIES[space - 1]) for cards in hands]
    return totals.index(max(totals)) if max(totals) else None


def only_one(values: list[int]) -> int | None:
    return values.index(max(values)) if values.count(max(values)) == 1 else None


def by_number(hands: tuple[Purse, ...], space: int) -> int | None:
    """The most cards win."""
    return only_one([len(cards.values(CURRENCIES[space - 1])) for cards in hands])


def by_the_best_card(hands: tuple[Purse, ...], space: int) -> int | None:
    """The most valuable card wins."""
    return only_one([max(cards.values(CURRENCIES[space - 1]), default=0) for cards in hands])


def everywhere_richest(wrong: Patch) -> Patch:
    return together(instead(agenda, richest=wrong), instead(kinds, richest=wrong))


def winning(wrong: Patch) -> Patch:
    """Name the winners in another way, wherever they are named."""
    return together(*(instead(where, winners=wrong) for where in (table, facts, position_kinds)))


def if_affordable(after: State, state: State, step: Award) -> State:
    """A tile is awarded only to who could pay for it."""
    tile, space = state.yard[step.slot], slot_space(state.setup, step.slot)
    seat = agenda.richest(tuple(p.hand for p in state.players), space)
    if tile and seat is not None and state.players[seat].hand.total(CURRENCIES[space - 1]) < tile.up.price:
        return state.then()
    return after


def paid_award(after: State, state: State, step: Award) -> State:
    """An award is paid with all the money of its currency."""
    if after.actor is None:
        return after
    currency = CURRENCIES[slot_space(state.setup, step.slot) - 1]
    seat = after.actor
    kept = Purse.of(c for c in after.players[seat].hand if isinstance(c, Card) and c.currency is not currency)
    return hand(after, seat, kept)


def awarding(order: Callable[[State, list[Award]], list[Award]]) -> Patch:
    """Award the tiles in another order."""

    def wrong(after: State, state: State, _: EndTest) -> State:
        awards = [each for each in after.todo if isinstance(each, Award)]
        return evolve(after, todo=(*order(state, awards), *after.todo[len(awards) :]))

    return run(EndTest, wrong)


def ending(wrong: Callable[[State], State]) -> Patch:
    """Let something else follow when the game ends."""
    return run(EndTest, lambda after, state, _: wrong(after) if after.todo != state.todo[1:] else after)


def by_seat(state: State, awards: list[Award]) -> list[Award]:
    """Awards go seat by seat."""
    hands = tuple(player.hand for player in state.players)
    seats = {each: agenda.richest(hands, slot_space(state.setup, each.slot)) for each in awards}
    return sorted(awards, key=lambda each: 9 if (seat := seats[each]) is None else seat)


def with_the_bag(sound: Sound, setup: Setup, yard: tuple[object, ...], bags: tuple[object, ...]) -> bool:
    """The game ends when the bag is empty."""
    return (None not in yard and not any(bags)) or sound(setup, yard, bags)


def first_winner(state: State) -> tuple[int, ...]:
    """One player wins."""
    return (state.points.index(max(state.points)),)


def awarded(_: State, step: PlaceTiles, __: object) -> bool:
    return not step.tiles[0].bought


END = (
    Mutant("a tied tile goes to the lowest seat", "tied-awards-stay", everywhere_richest(to_the_first)),
    Mutant(
        "a tied tile goes to the lowest seat with money",
        "tied-awards-stay",
        everywhere_richest(to_the_first_with_money),
    ),
    Mutant("the most cards win an award", "award-to-the-richest", everywhere_richest(by_number)),
    Mutant("the most valuable card wins an award", "award-to-the-richest", everywhere_richest(by_the_best_card)),
    Mutant(
        "the most money of all currencies wins an award",
        "award-to-the-richest",
        everywhere_richest(lambda hands, _: only_one([cards.total() for cards in hands])),
    ),
    Mutant("an award must be affordable", "award-to-the-richest", run(Award, if_affordable)),
    Mutant("an award is paid", "award-to-the-richest", run(Award, paid_award)),
    Mutant("awards go seat by seat", "award-in-space-order", awarding(by_seat)),
    Mutant("awards go from space 4 to space 1", "award-in-space-order", awarding(lambda _, awards: awards[::-1])),
    Mutant(
        "the game ends when the bag is empty",
        "end-when-a-space-stays-empty",
        around(agenda, game_ends=with_the_bag),
    ),
    Mutant(
        "the game ends when the whole yard is empty",
        "end-when-a-space-stays-empty",
        around(agenda, game_ends=lambda sound, setup, yard, bags: not any(yard) and sound(setup, yard, bags)),
    ),
    Mutant(
        "nothing is awarded",
        "award-to-the-richest award-in-space-order awards-are-built-at-once",
        awarding(lambda _, __: []),
    ),
    Mutant(
        "the last scoring comes before the awards",
        "last-scoring awards-may-be-declined",
        ending(lambda after: evolve(after, todo=(after.todo[-1], *after.todo[:-1]))),
    ),
    Mutant(
        "there is no last scoring",
        "last-scoring most-points-win",
        ending(lambda after: evolve(after, todo=after.todo[:-1])),
    ),
    Mutant(
        "an award cannot be declined",
        "awards-may-be-declined",
        judged(Store, too(Rule.TILE_IS_THERE, awarded)),
    ),
    Mutant(
        "an award is turned over for money",
        "awards-are-not-flipped",
        judged(Flip, but(Rule.AWARDS_ARE_NOT_FLIPPED)),
    ),
    Mutant(
        "an award is stored with either face",
        "awards-are-not-flipped",
        judged(Store, but(Rule.AWARDS_ARE_NOT_FLIPPED)),
    ),
    Mutant("one player wins", "most-points-win", winning(first_winner)),
)


# Two players


def shares(count: Callable[[State, DirkShare], tuple[int, ...]]) -> Patch:
    """Dirk gets another number of tiles."""
    return run(DirkShare, lambda _, state, step: state.then(DirkDraws(count(state, step))))


def after_a(tiles: int) -> Callable[[State, DirkShare], tuple[int, ...]]:
    """Dirk gets so many tiles after scoring A, and a third after B as ever."""
    return lambda state, step: tuple(tiles if step.round is Round.A else len(bag) // 3 for bag in state.bags)


def with_moats(after: State, _: State, step: ScoreRow) -> State:
    """Dirk scores for the moats on his tiles."""
    if step.row or after.dirk is None:
        return after
    moats = sum(face.edges.bit_count() for face in after.dirk.faces)
    return evolve(after, dirk=evolve(after.dirk, points=after.dirk.points + moats))


def moving_marker(after: State, state: State, step: DirkDraws, _: object) -> State:
    """Dirk's tiles move the marker."""
    return after if step.face else evolve(after, marker=toggled(state.marker))


def dirk_too(state: State) -> tuple[int, ...]:
    """Whoever has less than Dirk has not won."""
    most = max((*state.points, state.dirk.points if state.dirk else 0))
    return tuple(seat for seat, points in enumerate(state.points) if points == most)


TWO = (
    Mutant(
        "Dirk gets a third rounded up",
        "dirk-gets-a-third-after-b",
        shares(lambda state, step: tuple(6 if step.round is Round.A else -(-len(bag) // 3) for bag in state.bags)),
    ),
    Mutant("Dirk gets six tiles after B", "dirk-gets-a-third-after-b", shares(lambda state, _: (6,) * len(state.bags))),
    Mutant(
        "Dirk gets a third after A",
        "dirk-gets-six-after-a",
        shares(lambda state, _: tuple(len(bag) // 3 for bag in state.bags)),
    ),
    Mutant("Dirk gets nothing after A", "dirk-gets-six-after-a", shares(after_a(0))),
    Mutant("Dirk gets five tiles after A", "dirk-gets-six-after-a", shares(after_a(5))),
    Mutant(
        "Dirk's later tiles are even",
        "dirk-follows-the-marker",
        around(chance, tiles_for_dirk=lambda sound, state, step: sound(state, DirkDraws(step.left, EVEN))),
    ),
    Mutant(
        "Dirk's first tiles follow the marker",
        "dirk-starts-with-six",
        around(chance, tiles_for_dirk=lambda sound, state, step: sound(state, DirkDraws(step.left))),
    ),
    Mutant("Dirk's tiles move the marker", "dirk-follows-the-marker", drawing(DirkDraws, moving_marker)),
    Mutant("Dirk scores for moats", "dirk-scores-buildings-only longest-moat", run(ScoreRow, with_moats)),
    Mutant(
        "Dirk's points are not kept",
        "dirk-scores-buildings-only dirk-wins-nothing",
        run(ScoreRow, lambda after, state, _: evolve(after, dirk=state.dirk)),
    ),
    Mutant("Dirk may win", "dirk-wins-nothing", winning(dirk_too)),
    Mutant(
        "a gift does not reach Dirk",
        "gifts-to-dirk",
        done(Give, lambda after, state, *_: evolve(after, dirk=state.dirk)),
    ),
    Mutant(
        "a gift is turned over",
        "gifts-keep-their-face gifts-to-dirk",
        around(placing, dirk_with=lambda sound, dirk, tile: sound(dirk, tile.turned)),
    ),
    Mutant(
        "awards are gifts too",
        "awards-may-be-declined gifts-to-dirk",
        judged(Give, lambda found, state, *args: [] if state.dirk and awarded(state, *args) else found),
    ),
)


# The set-up


def begins_with(key: Callable[[State, int], Any]) -> Patch:
    """Another player begins."""

    def wrong(after: State, state: State, _: Begin) -> State:
        first = min(range(len(state.players)), key=lambda seat: key(state, seat))
        return evolve(after, mover=first, todo=agenda.turn(state.setup, first))

    return run(Begin, wrong)


def in_piles(**piles: int) -> Patch:
    """The scoring cards are mixed into other piles."""

    def wrong(sound: Sound, deck: Deck, setup: Setup) -> Deck:
        made = sound(deck, setup)
        layers = [Pile(layer.slots) for layer in made.piles]
        for name, pile in piles.items():
            layers[pile - 1] = Pile(layers[pile - 1].slots, (*layers[pile - 1].cards, Round(name)))
        return evolve(made, piles=tuple(layers))  # type: ignore[no-any-return]  # a deck

    return around(agenda, cut=wrong)


SET_UP = (
    Mutant("the capital is more than twenty", "starting-capital", instead(agenda, CAPITAL=21)),
    Mutant("the capital may be nineteen", "starting-capital", instead(agenda, CAPITAL=19)),
    Mutant(
        "the lowest total begins", "start-player", begins_with(lambda s, seat: (s.players[seat].hand.total(), seat))
    ),
    Mutant(
        "the highest total breaks a tie",
        "start-player",
        begins_with(lambda s, seat: (len(s.players[seat].hand), -s.players[seat].hand.total(), seat)),
    ),
    Mutant("the most cards begin", "start-player", begins_with(lambda s, seat: (-len(s.players[seat].hand), seat))),
    Mutant("the first seat begins", "start-player", begins_with(lambda _, seat: seat)),
    Mutant(
        "the oldest begins",
        "start-player",
        begins_with(
            lambda s, seat: (
                len(s.players[seat].hand),
                s.players[seat].hand.total(),
                -(s.setup.ages or (0,) * 6)[seat],
                seat,
            )
        ),
    ),
    Mutant("A is in the first pile", "scoring-cards-in-the-deck", in_piles(A=1, B=4)),
    Mutant("B is in the third pile", "scoring-cards-in-the-deck", in_piles(A=2, B=3)),
    Mutant(
        "the last pile takes the cards that are over",
        "scoring-cards-in-the-deck",
        instead(deck, sizes=lambda cards: (*([cards // 5] * 4), cards - cards // 5 * 4)),
    ),
    Mutant(
        "the first refill is even",
        "first-tiles-show-even",
        run(RefillTiles, lambda after, state, step: marker_stays(after, state, step) if step.first else after),
    ),
    Mutant(
        "the first tiles show odd",
        "first-tiles-show-even",
        around(
            chance,
            tiles_for_the_yard=lambda sound, state, step: (
                turned_over(sound, state, step) if step.first else sound(state, step)
            ),
        ),
    ),
    Mutant(
        "Dirk starts with five",
        "dirk-starts-with-six",
        reads=lambda state: evolve(
            state,
            todo=tuple(
                evolve(each, left=(5,)) if isinstance(each, DirkDraws) and each.face else each for each in state.todo
            ),
        ),
    ),
)
ALL = (*MONEY, *BUYING, *PLACING, *REFILLING, *END, *TWO, *SET_UP)
