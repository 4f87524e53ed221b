"""Mutants of the end, of the game for two, and of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada import game
from granada.board.money import CURRENCIES, Card, Purse, Round
from granada.game import acting, agenda
from granada.game.actions import Flip, Give, Store
from granada.game.state import Pile
from granada.questions import parts, position_kinds
from granada.rulebook import Rule
from granada.steps import EVEN, Award, Begin, DirkDraws, DirkShare, EndTest, PlaceTiles, RefillTiles, ScoreRow
from granada.table import table
from tests.mutants.mutant import Mutant, around, done, forgets, in_each, instead, judged, refuses, run
from tests.mutants.turn_mutants import drawing, hand, marker_stays, toggled, turned_over

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.game.state import Deck, Setup, State, Yard
    from granada.rulebook import Rulings
    from tests.mutants.mutant import Patch, Sound


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


def in_any_currency(hands: tuple[Purse, ...], _: int) -> int | None:
    """The most money of all currencies wins."""
    return only_one([cards.total() for cards in hands])


def everywhere_richest(wrong: Patch) -> Patch:
    return in_each(agenda, game, richest=wrong)


def winning(wrong: Patch) -> Patch:
    """Name the winners in another way, wherever they are named."""
    return in_each(table, parts, position_kinds, winners=wrong)


def if_affordable(after: State, state: State, step: Award) -> State:
    """A tile is awarded only to who could pay for it."""
    slot = state.setup.game.slots[step.slot]
    tile, space = state.slots[slot], slot.space
    seat = agenda.richest(tuple(p.hand for p in state.players), space)
    if tile and seat is not None and state.players[seat].hand.total(CURRENCIES[space - 1]) < tile.up.price:
        return state.then()
    return after


def paid_award(after: State, state: State, step: Award) -> State:
    """An award is paid with all the money of its currency."""
    if after.actor is None:
        return after
    currency = CURRENCIES[state.setup.game.slots[step.slot].space - 1]
    seat = after.actor
    kept = Purse(c for c in after.players[seat].hand if isinstance(c, Card) and c.currency is not currency)
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
    slots = state.setup.game.slots
    seats = {each: agenda.richest(hands, slots[each.slot].space) for each in awards}
    return sorted(awards, key=lambda each: 9 if (seat := seats[each]) is None else seat)


def with_the_bag(sound: Sound, rulings: Rulings, yard: Yard, bags: tuple[object, ...]) -> bool:
    """The game ends when the bag is empty."""
    return (all(map(all, yard)) and not any(bags)) or sound(rulings, yard, bags)


def first_winner(state: State) -> tuple[int, ...]:
    """One player wins."""
    return (state.points.index(max(state.points)),)


def awarded(_: State, step: PlaceTiles, __: object) -> bool:
    return not step.tiles[0].bought


END = (
    *(
        Mutant(bug, rule, everywhere_richest(richest))
        for bug, rule, richest in (
            ("a tied tile goes to the lowest seat", "tied-awards-stay", to_the_first),
            ("a tied tile goes to the lowest seat with money", "tied-awards-stay", to_the_first_with_money),
            ("the most cards win an award", "award-to-the-richest", by_number),
            ("the most valuable card wins an award", "award-to-the-richest", by_the_best_card),
            ("the most money of all currencies wins an award", "award-to-the-richest", in_any_currency),
        )
    ),
    Mutant("an award must be affordable", "award-to-the-richest", run(Award, if_affordable)),
    Mutant("an award is paid", "award-to-the-richest", run(Award, paid_award)),
    Mutant("awards go seat by seat", "award-in-space-order", awarding(by_seat)),
    Mutant("awards go from space 4 to space 1", "award-in-space-order", awarding(lambda _, awards: awards[::-1])),
    Mutant(
        "the game ends when the bag is empty", "end-when-a-space-stays-empty", around(agenda, game_ends=with_the_bag)
    ),
    Mutant(
        "the game ends when the whole yard is empty",
        "end-when-a-space-stays-empty",
        around(agenda, game_ends=lambda sound, _, yard, bags: not any(map(any, yard)) and sound(_, yard, bags)),
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
    refuses("an award cannot be declined", Store, Rule.TILE_IS_THERE, awarded, "awards-may-be-declined"),
    forgets("an award is turned over for money", Flip, Rule.AWARDS_ARE_NOT_FLIPPED),
    forgets("an award is stored with either face", Store, Rule.AWARDS_ARE_NOT_FLIPPED),
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


def a_third(state: State, _: DirkShare) -> tuple[int, ...]:
    return tuple(len(bag) // 3 for bag in state.bags)


def rounded_up(state: State, step: DirkShare) -> tuple[int, ...]:
    return tuple(6 if step.round is Round.A else -(-len(bag) // 3) for bag in state.bags)


TWO = (
    *(
        Mutant(bug, f"dirk-gets-{rule}", shares(count))
        for bug, rule, count in (
            ("Dirk gets a third rounded up", "a-third-after-b", rounded_up),
            ("Dirk gets six tiles after B", "a-third-after-b", lambda state, _: (6,) * len(state.bags)),
            ("Dirk gets a third after A", "six-after-a", a_third),
            ("Dirk gets nothing after A", "six-after-a", after_a(0)),
            ("Dirk gets five tiles after A", "six-after-a", after_a(5)),
        )
    ),
    Mutant(
        "Dirk's later tiles are even",
        "dirk-follows-the-marker",
        around(agenda, tiles_for_dirk=lambda sound, state, step: sound(state, DirkDraws(step.left, EVEN))),
    ),
    Mutant(
        "Dirk's first tiles follow the marker",
        "dirk-starts-with-six",
        around(agenda, tiles_for_dirk=lambda sound, state, step: sound(state, DirkDraws(step.left))),
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
        around(acting, dirk_with=lambda sound, dirk, tile: sound(dirk, tile.turned)),
    ),
    Mutant(
        "awards are gifts too",
        "awards-may-be-declined gifts-to-dirk",
        judged(Give, lambda found, state, *args: [] if state.dirk and awarded(state, *args) else found),
    ),
)


# The set-up


def begins_with(key: Callable[[Purse, int, int], Any]) -> Patch:
    """Another player begins: the least by hand, age and seat."""

    def wrong(after: State, state: State, _: Begin) -> State:
        ages = state.setup.ages or (0,) * len(state.players)
        first = min(range(len(ages)), key=lambda seat: key(state.players[seat].hand, ages[seat], seat))
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
    *(
        Mutant(bug, "start-player", begins_with(key))
        for bug, key in (
            ("the lowest total begins", lambda hand, _, seat: (hand.total(), seat)),
            ("the highest total breaks a tie", lambda hand, _, seat: (len(hand), -hand.total(), seat)),
            ("the most cards begin", lambda hand, _, seat: (-len(hand), seat)),
            ("the first seat begins", lambda _, __, seat: seat),
            ("the oldest begins", lambda hand, age, seat: (len(hand), hand.total(), -age, seat)),
        )
    ),
    Mutant("A is in the first pile", "scoring-cards-in-the-deck", in_piles(A=1, B=4)),
    Mutant("B is in the third pile", "scoring-cards-in-the-deck", in_piles(A=2, B=3)),
    Mutant(
        "the last pile takes the cards that are over",
        "scoring-cards-in-the-deck",
        instead(agenda, sizes=lambda cards: (*([cards // 5] * 4), cards - cards // 5 * 4)),
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
            agenda,
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
ALL = (*END, *TWO, *SET_UP)
