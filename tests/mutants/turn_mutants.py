"""Mutants of the turn: money, purchases, placing, refilling, the end, two players, the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve
from mutant import Mutant, instead, source, step, together, verb  # type: ignore[import-not-found]  # beside this file

from granada.board.money import CURRENCIES, NO_CARDS, UNITS, Card, Purse, Round
from granada.board.tiles import Face, Tile
from granada.game import acting, agenda, deck, placing, slot_space
from granada.game.actions import Add, Buy, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take
from granada.game.agenda import DONE
from granada.game.state import Layer, Player, replaced
from granada.game.steps import (
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
)
from granada.rulebook import Rule
from granada.suite.questions import facts, kinds, position_kinds
from granada.table import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game.state import Deck, Setup, State
    from granada.game.steps import Step

Patch = Any
"""What spoils the engine, or a function that is patched in."""
Outcome = Any
"""A state, or a mark that a step has nothing to do or waits."""

Sound = Any
"""The sound function, which a wrong one gets first."""


def but(*forgotten: Rule) -> Patch:
    """Judge as ever, but for some rules."""
    return lambda sound, *args: iter([rule for rule in sound(*args) if rule not in forgotten])


def too(rule: Rule, when: Callable[[State, Any, Any], bool]) -> Patch:
    """Judge as ever, and find one more rule broken now and then."""

    def wrong(sound: Sound, state: State, at: Any, action: Any) -> Iterator[Rule]:  # noqa: ANN401  any step, any action
        found = list(sound(state, at, action))
        return iter(found or ([rule] if when(state, at, action) else []))

    return wrong


def hand(state: State, seat: int, cards: Purse) -> State:
    """The state with another hand on a seat."""
    player = state.players[seat]
    return state.but(players=replaced(state.players, seat, Player(cards, player.city, player.reserve, player.points)))


# Taking money


def limit(most: int, *, single: bool = False) -> Patch:
    """Several cards, or single ones too, are worth at most so much."""

    def wrong(sound: Sound, state: State, at: Act, action: Take) -> Iterator[Rule]:
        found = [rule for rule in sound(state, at, action) if rule is not Rule.TAKE_SEVERAL_UP_TO_FIVE]
        if not found and action.cards.total() > most and (single or len(action.cards) > 1):
            found = [Rule.TAKE_SEVERAL_UP_TO_FIVE]
        return iter(found)

    return wrong


def alike(cards: Purse) -> bool:
    return len(cards.currencies) <= 1


MONEY = (
    Mutant("several cards up to four", "take-several-up-to-five", verb(Act, Take, judged=limit(4))),
    Mutant("several cards up to six", "take-several-up-to-five", verb(Act, Take, judged=limit(6))),
    Mutant("one card up to five", "take-several-up-to-five", verb(Act, Take, judged=limit(5, single=True))),
    Mutant(
        "two cards at the most",
        "take-several-up-to-five",
        verb(Act, Take, judged=too(Rule.TAKE_SEVERAL_UP_TO_FIVE, lambda _, __, take: len(take.cards) > 2)),
    ),
    Mutant(
        "several cards of one currency only",
        "take-several-up-to-five",
        verb(Act, Take, judged=too(Rule.TAKE_SEVERAL_UP_TO_FIVE, lambda _, __, take: not alike(take.cards))),
    ),
    Mutant(
        "cards that were taken are discarded",
        "take-several-up-to-five",
        verb(
            Act,
            Take,
            done=lambda sound, state, at, take: sound(state, at, take).but(discard=state.discard + take.cards),
        ),
    ),
    Mutant("one may always pass", "act-on-your-turn", verb(Act, Pass, judged=but(Rule.ACT_ON_YOUR_TURN))),
    Mutant(
        "one passes only without money on display",
        "act-on-your-turn",
        verb(Act, Pass, judged=lambda *args: iter([Rule.ACT_ON_YOUR_TURN] if args[1].display.code else [])),
    ),
    Mutant("one never passes", "act-on-your-turn", verb(Act, Pass, judged=too(Rule.ACT_ON_YOUR_TURN, lambda *_: True))),
    Mutant(
        "the turn goes round the other way",
        "turn-order",
        step(
            NextTurn,
            lambda _, state, __, ___: state.but(
                mover=((state.mover or 0) - 1) % len(state.players),
                todo=agenda.turn(state.setup, ((state.mover or 0) - 1) % len(state.players)),
            ),
        ),
    ),
)


# Buying


def refunded(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """Change is given."""
    tile = state.yard[acting.slot_of(state.setup, action) or 0]
    after: State = sound(state, at, action)
    change = action.cards.total() - (tile.up.price if tile else 0)
    if not 1 <= change <= 9:
        return after
    back = Purse(UNITS[Card(CURRENCIES[action.space - 1], change).index])
    return hand(after, at.seat, after.players[at.seat].hand + back)


def always_again(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """Every purchase earns an action."""
    after: State = sound(state, at, action)
    first = after.todo[0]
    if not isinstance(first, PlaceTiles):
        return after
    return after.but(todo=(Act(at.seat, tuple(pending.tile for pending in first.tiles)), *after.todo[1:]))


def never_again(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """No purchase earns an action."""
    after: State = sound(state, at, action)
    first = after.todo[0]
    if not isinstance(first, Act):
        return after
    return after.but(todo=(PlaceTiles(at.seat, tuple(Pending(tile) for tile in first.bought)), *after.todo[1:]))


def by_ability(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """Whoever could have paid exactly may act again."""
    tile = state.yard[acting.slot_of(state.setup, action) or 0]
    price = tile.up.price if tile else 0
    shift = CURRENCIES[action.space - 1]
    held = [card.value for card in state.players[at.seat].hand if isinstance(card, Card) and card.currency is shift]
    sums = {0}
    for value in held:
        sums |= {total + value for total in sums}
    return always_again(sound, state, at, action) if price in sums else never_again(sound, state, at, action)


def refilled_at_once(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """The yard is refilled right after a purchase."""
    after: State = sound(state, at, action)
    return after.but(todo=(RefillTiles(), *after.todo))


def out_of_the_game(sound: Sound, state: State, *args: Any) -> State:  # noqa: ANN401  a step and an action
    """Cards that were paid leave the game."""
    after: State = sound(state, *args)
    return after.but(discard=state.discard)


def onto_the_display(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """Cards that were paid lie on display."""
    after: State = sound(state, at, action)
    return after.but(discard=state.discard, display=state.display + action.cards)


def priced_as_paid(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """A tile is worth what was paid for it."""
    slot = acting.slot_of(state.setup, action) or 0
    tile = state.yard[slot]
    paid = min(13, action.cards.total())
    if tile is not None:
        dear = Tile(evolve(tile.up, price=paid), tile.down)
        state = state.but(yard=(*state.yard[:slot], dear, *state.yard[slot + 1 :]))
    return sound(state, at, action)  # type: ignore[no-any-return]  # a state


def lower_price(sound: Sound, state: State, at: Act, action: Buy) -> Iterator[Rule]:
    """The lower of the two prices is enough."""
    slot = acting.slot_of(state.setup, action)
    tile = None if slot is None else state.yard[slot]
    found = list(sound(state, at, action))
    if tile is not None and tile.down is not None and action.cards.total() >= min(tile.up.price, tile.down.price):
        found = [rule for rule in found if rule is not Rule.PAY_AT_LEAST_THE_PRICE]
    return iter(found)


def exactly_only(state: State, _: Act, action: Buy) -> bool:
    tile = state.yard[acting.slot_of(state.setup, action) or 0]
    return tile is not None and action.cards.total() != tile.up.price


def needless(state: State, _: Act, action: Buy) -> bool:
    """Whether a payment includes a card that it does not need."""
    tile = state.yard[acting.slot_of(state.setup, action) or 0]
    values = [card.value for card in action.cards if isinstance(card, Card)]
    return tile is not None and bool(values) and action.cards.total() - min(values) >= tile.up.price


BUYING = (
    Mutant("change is given", "no-change", verb(Act, Buy, done=refunded)),
    Mutant("every purchase earns an action", "exact-payment-earns-an-action", verb(Act, Buy, done=always_again)),
    Mutant("no purchase earns an action", "exact-payment-earns-an-action", verb(Act, Buy, done=never_again)),
    Mutant("being able to pay exactly is enough", "exact-payment-earns-an-action", verb(Act, Buy, done=by_ability)),
    Mutant("the yard is refilled after each purchase", "bought-tiles-wait", verb(Act, Buy, done=refilled_at_once)),
    Mutant("cards that were paid leave the game", "paid-cards-are-discarded", verb(Act, Buy, done=out_of_the_game)),
    Mutant("cards that were paid lie on display", "paid-cards-are-discarded", verb(Act, Buy, done=onto_the_display)),
    Mutant("a tile is worth what was paid", "ties-go-to-the-highest-price", verb(Act, Buy, done=priced_as_paid)),
    Mutant(
        "mixed currencies pay", "pay-in-the-space-currency", verb(Act, Buy, judged=but(Rule.PAY_IN_THE_SPACE_CURRENCY))
    ),
    Mutant(
        "any single currency pays",
        "pay-in-the-space-currency",
        verb(
            Act,
            Buy,
            judged=lambda sound, state, at, buy: iter(
                [r for r in sound(state, at, buy) if r is not Rule.PAY_IN_THE_SPACE_CURRENCY or not alike(buy.cards)]
            ),
        ),
    ),
    Mutant("too little is enough", "pay-at-least-the-price", verb(Act, Buy, judged=but(Rule.PAY_AT_LEAST_THE_PRICE))),
    Mutant("the lower price is enough", "pay-at-least-the-price", verb(Act, Buy, judged=lower_price)),
    Mutant(
        "nobody may pay too much",
        "pay-at-least-the-price",
        verb(Act, Buy, judged=too(Rule.PAY_AT_LEAST_THE_PRICE, exactly_only)),
    ),
    Mutant(
        "needless cards are refused",
        "pay-at-least-the-price",
        verb(Act, Buy, judged=too(Rule.PAY_AT_LEAST_THE_PRICE, needless)),
    ),
    Mutant(
        "the action that was earned must be taken",
        "act-on-your-turn exact-payment-earns-an-action",
        verb(Act, Stop, judged=too(Rule.ACT_ON_YOUR_TURN, lambda *_: True)),
    ),
    Mutant(
        "one purchase a turn",
        "one-tile-a-purchase exact-payment-earns-an-action",
        verb(Act, Buy, judged=too(Rule.IN_ITS_PHASE, lambda _, at, __: bool(at.bought))),
    ),
    Mutant(
        "no redesigning after a purchase",
        "add-from-the-reserve swap-in-place exact-payment-earns-an-action",
        together(
            *(
                verb(Act, kind, judged=too(Rule.IN_ITS_PHASE, lambda _, at, __: bool(at.bought)))
                for kind in (Add, Remove, Swap)
            )
        ),
    ),
)


# Placing and flipping


def flip_price(least: int) -> Patch:
    return instead(placing, FLIP_PRICE=least)


def acts_again(sound: Sound, state: State, at: PlaceTiles, action: Flip) -> State:
    """A flip paid exactly earns an action."""
    after: State = sound(state, at, action)
    if action.cards.total() != 3:
        return after
    return after.but(todo=(Act(at.seat), *after.todo))


def flipped_often(sound: Sound, state: State, at: PlaceTiles, action: Flip) -> State:
    """Who has paid for a flip may flip on and on."""
    after: State = sound(state, at, action)
    first, *rest = after.todo
    tiles = tuple(evolve(pending, flipped=False) for pending in first.tiles)  # type: ignore[attr-defined]  # it places
    return after.but(todo=(PlaceTiles(at.seat, tiles), *rest))


def all_flipped(sound: Sound, state: State, at: PlaceTiles, action: Flip) -> State:
    """One payment turns all tiles."""
    after: State = sound(state, at, action)
    first, *rest = after.todo
    tiles = tuple(p if p.flipped else Pending(p.tile.turned, p.bought, flipped=True) for p in first.tiles)  # type: ignore[attr-defined]  # such steps have it
    return after.but(todo=(PlaceTiles(at.seat, tiles), *rest))


def kept_money(sound: Sound, state: State, at: PlaceTiles, action: Flip) -> State:
    """A flip is free after all."""
    after: State = sound(state, at, action)
    return hand(after.but(discard=state.discard), at.seat, state.players[at.seat].hand)


def mirrored(tile: Tile) -> Tile:
    """A tile whose moats change sides when it is turned over."""
    if tile.down is None:
        return tile
    edges = tile.up.edges & 0b0101 | (tile.up.edges & 0b0010) << 2 | (tile.up.edges & 0b1000) >> 2
    return Tile(Face(tile.down.building, tile.down.price, edges), Face(tile.up.building, tile.up.price, edges))


def in_order(state: State, at: PlaceTiles, action: Place) -> bool:
    del state
    return at.tiles[0].tile.up != action.face


def as_it_lies(sound: Sound, state: State, at: PlaceTiles, action: Store) -> State:
    """A stored tile keeps the face that lies up."""
    lying = next((p.tile.up for p in at.tiles if p.tile.down == action.face and p.tile.up != action.face), None)
    return sound(state, at, Store(lying or action.face))  # type: ignore[no-any-return]  # a state


PLACING = (
    Mutant("a flip costs four", "flip-costs-three", flip_price(4)),
    Mutant("a flip costs two", "flip-costs-three", flip_price(2)),
    Mutant(
        "a flip is paid exactly",
        "flip-costs-three",
        verb(PlaceTiles, Flip, judged=too(Rule.FLIP_COSTS_THREE, lambda _, __, flip: flip.cards.total() != 3)),
    ),
    Mutant(
        "a flip is paid with one card",
        "flip-costs-three",
        verb(PlaceTiles, Flip, judged=too(Rule.FLIP_COSTS_THREE, lambda _, __, flip: len(flip.cards) > 1)),
    ),
    Mutant(
        "two currencies pay a flip",
        "flip-in-one-currency",
        verb(PlaceTiles, Flip, judged=but(Rule.FLIP_IN_ONE_CURRENCY)),
    ),
    Mutant(
        "a flip is free after all", "flip-costs-three paid-cards-are-discarded", verb(PlaceTiles, Flip, done=kept_money)
    ),
    Mutant(
        "the money for a flip leaves the game", "paid-cards-are-discarded", verb(PlaceTiles, Flip, done=out_of_the_game)
    ),
    Mutant("an exact flip earns an action", "flip-earns-no-action", verb(PlaceTiles, Flip, done=acts_again)),
    Mutant("a tile is flipped as often as one likes", "flip-once", verb(PlaceTiles, Flip, done=flipped_often)),
    Mutant("one payment turns all tiles", "flips-are-paid-one-by-one", verb(PlaceTiles, Flip, done=all_flipped)),
    Mutant("a flip mirrors the moats", "moats-on-both-faces", instead(Tile, turned=property(mirrored))),
    Mutant(
        "tiles are placed in order",
        "place-in-any-order",
        verb(PlaceTiles, Place, judged=too(Rule.IN_ITS_PHASE, in_order)),
    ),
    Mutant("a stored tile keeps its face", "store-either-face", verb(PlaceTiles, Store, done=as_it_lies)),
    Mutant(
        "a reserve holds eight tiles",
        "reserve-has-no-limit",
        verb(
            PlaceTiles,
            Store,
            judged=too(Rule.TILE_IS_THERE, lambda state, at, _: len(state.players[at.seat].reserve) >= 8),
        ),
    ),
    Mutant(
        "a tile that fits must be built",
        "every-bought-tile-finds-a-place",
        verb(
            PlaceTiles,
            Store,
            judged=too(
                Rule.TILE_IS_THERE, lambda state, at, store: bool(state.players[at.seat].city.sites(store.face))
            ),
        ),
    ),
)


# Refilling


def toggled(marker: str | None) -> str:
    return "even" if marker == "odd" else "odd"


def marker_every_turn(sound: Sound, state: State, at: RefillTiles, rest: tuple[Step, ...]) -> Outcome:
    """The marker moves whether or not a tile came."""
    if sound(state, at, rest) is agenda.WAITS:
        return agenda.WAITS
    return state.but(marker=toggled(state.marker), todo=rest)


def marker_with_every_tile(sound: Sound, state: State, at: RefillTiles, what: Tile) -> State:
    """The marker moves with every tile."""
    after: State = sound(state, at, what)
    return after.but(marker=toggled(state.marker), todo=(RefillTiles(), *after.todo[1:]))


def marker_before(sound: Sound, state: State, at: RefillTiles, what: Tile) -> State:
    """The marker moves as soon as the first tile has come."""
    after: State = sound(state, at, what)
    return after if at.moves_marker else after.but(marker=toggled(state.marker))


def marker_stays(sound: Sound, state: State, at: RefillTiles, rest: tuple[Step, ...]) -> Outcome:
    """The marker never moves."""
    return sound(state, RefillTiles(first=at.first), rest)


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
        return state.but(todo=tuple(todo))

    return reads


def early_reshuffle(sound: Sound, state: State, *args: Any) -> State:  # noqa: ANN401  a step and a card
    """The deck is reshuffled as soon as it is empty."""
    after: State = sound(state, *args)
    if after.deck.layers or not after.discard.code:
        return after
    return after.but(deck=deck.reshuffled(after.discard, ()), discard=NO_CARDS)


def copied_discards(sound: Sound, state: State, at: RefillMoney, rest: tuple[Step, ...]) -> Outcome:
    """The discards stay where they are as well."""
    after = sound(state, at, rest)
    return after if after in (DONE, agenda.WAITS) else after.but(discard=state.discard)


def no_reshuffle(sound: Sound, state: State, at: RefillMoney, rest: tuple[Step, ...]) -> Outcome:
    """An empty deck stays empty."""
    return sound(state, at, rest) if state.deck.layers else DONE


def not_replaced(sound: Sound, state: State, at: RefillMoney, what: Any) -> State:  # noqa: ANN401  a card
    """A scoring card takes the place of a money card."""
    after: State = sound(state, at, what)
    if isinstance(what, Round) and len(state.display) == 3:
        return after.but(todo=after.todo[1:])
    return after


def scores_at_once(sound: Sound, state: State, at: RefillMoney, what: Any) -> State:  # noqa: ANN401  a card
    """A scoring card is scored when it is drawn."""
    after: State = sound(state, at, what)
    if not isinstance(what, Round):
        return after
    rest = tuple(ScoreDue() if isinstance(each, ScoreDue) else each for each in after.todo)
    return after.but(todo=(ScoreRow(what), *rest))


def equally_likely(sound: Sound, *args: Any) -> list[tuple[Any, int]]:  # noqa: ANN401  as the engine calls it
    """Every kind of card is as likely as any other, however many there are."""
    return [(what, 1) for what, _ in sound(*args)]


def other_face(sound: Sound, *args: Any) -> list[tuple[Any, int]]:  # noqa: ANN401  as the engine calls it
    """Tiles come with the other face up."""
    return [(tile.turned, weight) for tile, weight in sound(*args)]


def either_face(sound: Sound, *args: Any) -> list[tuple[Any, int]]:  # noqa: ANN401  as the engine calls it
    """Tiles come with either face up."""
    return [pair for tile, weight in sound(*args) for pair in ((tile, weight), (tile.turned, weight))]


REFILLING = (
    Mutant("the marker moves every turn", "marker-moves-after-a-refill", step(RefillTiles, marker_every_turn)),
    Mutant(
        "the marker moves with every tile",
        "marker-moves-after-a-refill tiles-show-the-marker",
        source(RefillTiles, drawn=marker_with_every_tile),
    ),
    Mutant(
        "the marker moves before the refill is complete",
        "marker-moves-after-a-refill tiles-show-the-marker",
        source(RefillTiles, drawn=marker_before),
    ),
    Mutant("the marker stays", "marker-moves-after-a-refill", step(RefillTiles, marker_stays)),
    Mutant("tiles show the other face", "tiles-show-the-marker", source(RefillTiles, weights=other_face)),
    Mutant("tiles show either face", "tiles-show-the-marker", source(RefillTiles, weights=either_face)),
    Mutant(
        "spaces are refilled from the last",
        "tiles-in-space-order fill-as-far-as-possible",
        instead(agenda, _empty_slots=last_empty),
    ),
    Mutant("tiles come before money", "money-before-tiles", reads=reordered(RefillTiles, RefillMoney)),
    Mutant("the display is refilled to three", "money-to-four", instead(agenda, CARDS_IN_DISPLAY=3)),
    Mutant("the display is refilled to five", "money-to-four", instead(agenda, CARDS_IN_DISPLAY=5)),
    Mutant("the deck is reshuffled too early", "reshuffle", source(RefillMoney, drawn=early_reshuffle)),
    Mutant("the deck is never reshuffled", "reshuffle", step(RefillMoney, no_reshuffle)),
    Mutant("the discards are copied", "reshuffle", step(RefillMoney, copied_discards)),
    Mutant(
        "every kind of card is as likely",
        "money-cards starting-capital",
        together(source(RefillMoney, weights=equally_likely), source(DealHand, weights=equally_likely)),
    ),
    Mutant("a scoring card is not replaced", "scoring-card-is-replaced", source(RefillMoney, drawn=not_replaced)),
    Mutant(
        "a scoring card is scored when it is drawn",
        "score-before-the-next-turn",
        source(RefillMoney, drawn=scores_at_once),
    ),
    Mutant(
        "scored before the tiles are refilled",
        "score-before-the-next-turn",
        reads=lambda state: state if state.rulings.score_before_tiles else reordered(ScoreDue, RefillTiles)(state),
    ),
    Mutant(
        "of two scoring cards only one is scored",
        "three-scorings",
        step(ScoreDue, lambda sound, state, at, rest: sound(state, ScoreDue(at.rounds[:1]), rest)),
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
    currency = CURRENCIES[space - 1]
    return only_one([sum(isinstance(c, Card) and c.currency is currency for c in cards) for cards in hands])


def by_the_best_card(hands: tuple[Purse, ...], space: int) -> int | None:
    """The most valuable card wins."""
    currency = CURRENCIES[space - 1]
    return only_one(
        [max((c.value for c in cards if isinstance(c, Card) and c.currency is currency), default=0) for cards in hands]
    )


def everywhere_richest(wrong: Patch) -> Patch:
    return together(instead(agenda, richest=wrong), instead(kinds, richest=wrong))


def winning(wrong: Patch) -> Patch:
    """Name the winners in another way, wherever they are named."""
    return together(*(instead(where, winners=wrong) for where in (table, facts, position_kinds)))


def if_affordable(sound: Sound, state: State, at: Award, rest: tuple[Step, ...]) -> Outcome:
    """A tile is awarded only to who could pay for it."""
    tile, space = state.yard[at.slot], slot_space(state.setup, at.slot)
    seat = agenda.richest(tuple(p.hand for p in state.players), space)
    if tile and seat is not None and state.players[seat].hand.total(CURRENCIES[space - 1]) < tile.up.price:
        return DONE
    return sound(state, at, rest)


def paid_award(sound: Sound, state: State, at: Award, rest: tuple[Step, ...]) -> Outcome:
    """An award is paid with all the money of its currency."""
    after = sound(state, at, rest)
    if after is DONE:
        return after
    seat = after.todo[0].seat
    currency = CURRENCIES[slot_space(state.setup, at.slot) - 1]
    kept = Purse.of(c for c in after.players[seat].hand if isinstance(c, Card) and c.currency is not currency)
    return hand(after, seat, kept)


def in_hand_order(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """Awards go seat by seat."""
    after = sound(state, at, rest)
    if after is DONE:
        return after
    hands = tuple(player.hand for player in state.players)
    won = [each for each in after.todo if isinstance(each, Award)]
    seats = {each: agenda.richest(hands, slot_space(state.setup, each.slot)) for each in won}
    won.sort(key=lambda each: 9 if (seat := seats[each]) is None else seat)
    return after.but(todo=(*won, *after.todo[len(won) :]))


def from_the_last(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """Awards go from space 4 to space 1."""
    after = sound(state, at, rest)
    if after is DONE:
        return after
    awards = [each for each in after.todo if isinstance(each, Award)]
    return after.but(todo=(*reversed(awards), *after.todo[len(awards) :]))


def with_the_bag(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """The game ends when the bag is empty."""
    if None not in state.yard and not any(state.bags):
        return state.but(todo=(*(Award(slot) for slot in range(len(state.yard))), ScoreRow(Round.C)))
    return sound(state, at, rest)


def with_the_whole_yard(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """The game ends when the whole yard is empty."""
    return DONE if any(state.yard) else sound(state, at, rest)


def without_awards(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """Nothing is awarded."""
    after = sound(state, at, rest)
    return after if after is DONE else after.but(todo=(ScoreRow(Round.C),))


def scored_first(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """The last scoring comes before the awards."""
    after = sound(state, at, rest)
    return after if after is DONE else after.but(todo=(after.todo[-1], *after.todo[:-1]))


def not_scored(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """There is no last scoring."""
    after = sound(state, at, rest)
    return after if after is DONE else after.but(todo=after.todo[:-1])


def first_winner(state: State) -> tuple[int, ...]:
    """One player wins."""
    return (state.points.index(max(state.points)),)


def awarded(_: State, at: PlaceTiles, __: Any) -> bool:  # noqa: ANN401  any action
    return not at.tiles[0].bought


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
    Mutant("an award must be affordable", "award-to-the-richest", step(Award, if_affordable)),
    Mutant("an award is paid", "award-to-the-richest", step(Award, paid_award)),
    Mutant("awards go seat by seat", "award-in-space-order", step(EndTest, in_hand_order)),
    Mutant("awards go from space 4 to space 1", "award-in-space-order", step(EndTest, from_the_last)),
    Mutant("the game ends when the bag is empty", "end-when-a-space-stays-empty", step(EndTest, with_the_bag)),
    Mutant(
        "the game ends when the whole yard is empty", "end-when-a-space-stays-empty", step(EndTest, with_the_whole_yard)
    ),
    Mutant("nothing is awarded", "award-in-space-order awards-are-built-at-once", step(EndTest, without_awards)),
    Mutant(
        "the last scoring comes before the awards", "last-scoring awards-may-be-declined", step(EndTest, scored_first)
    ),
    Mutant("there is no last scoring", "last-scoring most-points-win", step(EndTest, not_scored)),
    Mutant(
        "an award cannot be declined",
        "awards-may-be-declined",
        verb(PlaceTiles, Store, judged=too(Rule.TILE_IS_THERE, awarded)),
    ),
    Mutant(
        "an award is turned over for money",
        "awards-are-not-flipped",
        verb(PlaceTiles, Flip, judged=but(Rule.AWARDS_ARE_NOT_FLIPPED)),
    ),
    Mutant(
        "an award is stored with either face",
        "awards-are-not-flipped",
        verb(PlaceTiles, Store, judged=but(Rule.AWARDS_ARE_NOT_FLIPPED)),
    ),
    Mutant(
        "one player wins",
        "most-points-win",
        winning(first_winner),
    ),
)


# Two players


def shares(count: Callable[[State, DirkShare], tuple[int, ...]]) -> Patch:
    """Dirk gets another number of tiles."""
    return step(DirkShare, lambda _, state, at, rest: state.but(todo=(DirkDraws(count(state, at)), *rest)))


def with_moats(sound: Sound, state: State, at: ScoreRow, rest: tuple[Step, ...]) -> Outcome:
    """Dirk scores for the moats on his tiles."""
    after = sound(state, at, rest)
    if after is DONE or at.row or after.dirk is None:
        return after
    moats = sum(face.edges.bit_count() for face in after.dirk.faces)
    return after.but(dirk=evolve(after.dirk, points=after.dirk.points + moats))


def moving_marker(sound: Sound, state: State, at: DirkDraws, what: Tile) -> State:
    """Dirk's tiles move the marker."""
    after: State = sound(state, at, what)
    return after if at.face else after.but(marker=toggled(state.marker))


def given_back(sound: Sound, state: State, at: PlaceTiles, action: Give) -> State:
    """A gift goes to the bag instead of to Dirk."""
    after: State = sound(state, at, action)
    return after.but(dirk=state.dirk)


def dirk_too(state: State) -> tuple[int, ...]:
    """Whoever has less than Dirk has not won."""
    most = max((*state.points, state.dirk.points if state.dirk else 0))
    return tuple(seat for seat, points in enumerate(state.points) if points == most)


TWO = (
    Mutant(
        "Dirk gets a third rounded up",
        "dirk-gets-a-third-after-b",
        shares(lambda state, at: tuple(6 if at.round is Round.A else -(-len(bag) // 3) for bag in state.bags)),
    ),
    Mutant("Dirk gets six tiles after B", "dirk-gets-a-third-after-b", shares(lambda state, _: (6,) * len(state.bags))),
    Mutant(
        "Dirk gets a third after A",
        "dirk-gets-six-after-a",
        shares(lambda state, _: tuple(len(bag) // 3 for bag in state.bags)),
    ),
    Mutant("Dirk gets nothing after A", "dirk-gets-six-after-a", shares(lambda state, _: (0,) * len(state.bags))),
    Mutant("Dirk gets five tiles after A", "dirk-gets-six-after-a", shares(lambda state, _: (5,) * len(state.bags))),
    Mutant(
        "Dirk's later tiles are even",
        "dirk-follows-the-marker",
        source(DirkDraws, weights=lambda sound, state, at: sound(state, DirkDraws(at.left, "even"))),
    ),
    Mutant(
        "Dirk's first tiles follow the marker",
        "dirk-starts-with-six",
        source(DirkDraws, weights=lambda sound, state, at: sound(state, DirkDraws(at.left))),
    ),
    Mutant("Dirk's tiles move the marker", "dirk-follows-the-marker", source(DirkDraws, drawn=moving_marker)),
    Mutant("Dirk scores for moats", "dirk-scores-buildings-only longest-moat", step(ScoreRow, with_moats)),
    Mutant(
        "Dirk's points are not kept",
        "dirk-scores-buildings-only dirk-wins-nothing",
        step(
            ScoreRow,
            lambda sound, state, at, rest: (
                after if (after := sound(state, at, rest)) is DONE else after.but(dirk=state.dirk)
            ),
        ),
    ),
    Mutant(
        "Dirk may win",
        "dirk-wins-nothing",
        winning(dirk_too),
    ),
    Mutant("a gift does not reach Dirk", "gifts-to-dirk", verb(PlaceTiles, Give, done=given_back)),
    Mutant(
        "a gift is turned over",
        "gifts-keep-their-face gifts-to-dirk",
        instead(placing, with_face=lambda dirk, tile: agenda.with_face(dirk, tile.turned)),
    ),
    Mutant(
        "awards are gifts too",
        "awards-may-be-declined gifts-to-dirk",
        verb(
            PlaceTiles,
            Give,
            judged=lambda sound, state, at, give: iter(
                [] if state.dirk and awarded(state, at, give) else sound(state, at, give)
            ),
        ),
    ),
)


# The set-up


def begins_with(key: Callable[[State, int], Any]) -> Patch:
    """Another player begins."""

    def wrong(sound: Sound, state: State, at: Begin, rest: tuple[Step, ...]) -> State:
        first = min(range(len(state.players)), key=lambda seat: key(state, seat))
        return sound(state, at, rest).but(mover=first, todo=agenda.turn(state.setup, first))  # type: ignore[no-any-return]  # the sound function is untyped

    return step(Begin, wrong)


def in_piles(**piles: int) -> Patch:
    """The scoring cards are mixed into other piles."""
    sound = deck.cut

    def wrong(deck: Deck, setup: Setup) -> Deck:
        made = sound(deck, setup)
        layers = [Layer(layer.slots) for layer in made.layers]
        for name, pile in piles.items():
            layers[pile - 1] = Layer(layers[pile - 1].slots, (*layers[pile - 1].cards, Round(name)))
        return evolve(made, layers=tuple(layers))

    return instead(agenda, cut=wrong)


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
        step(
            RefillTiles,
            lambda sound, state, at, rest: marker_stays(sound, state, at, rest) if at.first else sound(state, at, rest),
        ),
    ),
    Mutant(
        "the first tiles show odd",
        "first-tiles-show-even",
        source(
            RefillTiles, weights=lambda sound, state, at: other_face(sound, state, at) if at.first else sound(state, at)
        ),
    ),
    Mutant(
        "Dirk starts with five",
        "dirk-starts-with-six",
        reads=lambda state: state.but(
            todo=tuple(
                evolve(each, left=(5,)) if isinstance(each, DirkDraws) and each.face else each for each in state.todo
            )
        ),
    ),
)
ALL = (*MONEY, *BUYING, *PLACING, *REFILLING, *END, *TWO, *SET_UP)
