"""Mutants of the modules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board.cells import Cell, beyond
from granada.board.money import BUREAUS, CURRENCIES, Purse
from granada.game import acting, buying
from granada.game.actions import Buy, Decline, Give, Reactivate, Remove, Reveal, Swap, Take, TakeHut
from granada.game.modules import bonus, huts, vizier
from granada.game.modules.bonus import BONUS
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import HUTS
from granada.game.modules.vizier import VIZIER
from granada.rulebook import Rule, Rulings
from granada.steps import Act, Decision, EndTest, Favour, OpenFavour, RefillTiles, Show, Step
from tests.mutants.end_mutants import everywhere_richest
from tests.mutants.mutant import Mutant, around, but, done, forgets, instead, judged, then, together

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.board.city import City
    from granada.board.tiles import Building, Face
    from granada.game.actions import Action
    from granada.game.state import State
    from tests.mutants.mutant import Patch, Sound


# The vizier's favour


def skipping(kind: type[Step]) -> Patch:
    """A purchase with the vizier leads to one step less."""
    return around(
        vizier,
        with_purchase=lambda sound, state, seat, action, *todo: sound(
            state, seat, action, *(step for step in todo if not isinstance(step, kind))
        ),
    )


def asking(order: Callable[[State], list[int]]) -> Patch:
    """Ask the seats in another order."""
    return instead(vizier, seats_to_ask=lambda state: tuple(seat for seat in order(state) if state.extra(VIZIER)[seat]))


def from_the_next(state: State) -> list[int]:
    count = len(state.players)
    return [((state.mover or 0) + 1 + turn) % count for turn in range(count)]


def window_first(state: State) -> State:
    """The window comes before the end test."""
    todo = [each for each in state.todo if not isinstance(each, OpenFavour)]
    place = next((n for n, each in enumerate(todo) if isinstance(each, EndTest)), None)
    if place is None or len(todo) == len(state.todo):
        return state
    return evolve(state, todo=(*todo[:place], OpenFavour(), *todo[place:]))


def forgotten(*rules: Rule) -> Sound:
    """A module that judges its actions as ever, but for some rules."""

    def broken(sound: Sound, *args: object) -> list[Rule] | None:
        found = sound(*args)
        return None if found is None else [rule for rule in found if rule not in rules]

    return broken


def every_purchase(sound: Sound, state: State, step: Step) -> list[Action]:
    """The vizier buys with any payment."""
    return [Decline(), *buying.purchases(state, step.seat)] if isinstance(step, Favour) else sound(state, step)


VIZIERS = (
    Mutant(
        "the vizier earns an action",
        "vizier-earns-no-action",
        around(vizier, with_purchase=lambda sound, *args: sound(*args[:4], Act(args[1]), *args[4:])),
    ),
    Mutant(
        "the vizier may overpay",
        "vizier-pays-exactly",
        around(VIZIER, broken=forgotten(Rule.VIZIER_PAYS_EXACTLY), options=every_purchase),
    ),
    Mutant(
        "the vizier stays up",
        "vizier-window vizier-order",
        done(Buy, lambda after, state, *_: after.with_extra(VIZIER, state.extra(VIZIER)), VIZIER),
    ),
    Mutant("nobody is asked again after a use", "vizier-order", skipping(OpenFavour)),
    Mutant("the yard is not refilled after a use", "vizier-refills-the-yard", skipping(RefillTiles)),
    Mutant("the game does not end after a use", "vizier-refills-the-yard vizier-rests-at-the-end", skipping(EndTest)),
    Mutant("the lowest seat is asked first", "vizier-order", asking(lambda state: list(range(len(state.players))))),
    Mutant(
        "the player who has moved is asked first",
        "vizier-order",
        asking(lambda state: [state.mover or 0, *from_the_next(state)[:-1]]),
    ),
    Mutant("the player who has moved is not asked", "vizier-order", asking(lambda state: from_the_next(state)[:-1])),
    Mutant(
        "who cannot pay is not asked",
        "vizier-window",
        asking(lambda state: [seat for seat in from_the_next(state) if len(state.players[seat].hand)]),
    ),
    Mutant(
        "turning the vizier up is no action",
        "vizier-is-reactivated",
        instead(vizier, after_acting=lambda state, _: state),
    ),
    Mutant(
        "who can turn the vizier up may pass", "vizier-is-reactivated", instead(acting, Reveal=(Reveal, Reactivate))
    ),
    Mutant("the vizier is asked before the end", "vizier-rests-at-the-end", reads=window_first),
)


# Exchange bureaus


def payment(*forgotten: Rule) -> Patch:
    """Forget some rules about payments."""
    judge = but(*forgotten)
    places = (acting, vizier)
    return together(*(around(where, broken_by_buying=lambda sound, *args: judge(sound(*args))) for where in places))


def kept_bureau(after: State, _: State, step: Act, action: Buy) -> State:
    """A bureau stays in the hand."""
    used, player = Purse(action.cards.bureaus), after.players[step.seat]
    richer = after.with_player(step.seat, evolve(player, hand=player.hand + used))
    return evolve(richer, discard=after.discard - used)


def lost_bureau(after: State, _: State, __: Act, action: Buy) -> State:
    """A used bureau leaves the game."""
    return evolve(after, discard=after.discard - Purse(action.cards.bureaus))


def with_bureaus(hands: tuple[Purse, ...], space: int) -> int | None:
    """Bureaus are worth one at the award."""
    currency = CURRENCIES[space - 1]
    totals = [cards.total(currency) + sum(currency in each.currencies for each in cards.bureaus) for cards in hands]
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


EXCHANGES = (
    Mutant("a bureau may overpay", "bureau-pays-exactly", payment(Rule.BUREAU_PAYS_EXACTLY)),
    Mutant("a bureau is used again", "one-bureau-a-purchase bureaus-come-back", done(Buy, kept_bureau)),
    Mutant("a used bureau leaves the game", "bureaus-come-back", done(Buy, lost_bureau)),
    Mutant("two bureaus serve one purchase", "one-bureau-a-purchase", payment(Rule.ONE_BUREAU_A_PURCHASE)),
    Mutant("any bureau fits", "bureau-fits-the-space", payment(Rule.BUREAU_FITS_THE_SPACE)),
    Mutant("a bureau need not be needed", "bureau-is-needed", payment(Rule.BUREAU_IS_NEEDED)),
    Mutant("bureaus are worth one at the award", "bureaus-are-worth-nothing", everywhere_richest(with_bureaus)),
    forgets("a bureau is taken with money", Take, Rule.BUREAU_IS_TAKEN_ALONE),
    Mutant(
        "bureaus lie in the first three piles",
        "bureaus-in-the-deck",
        instead(EXCHANGE, cards=(Purse(BUREAUS), ((1, 2), (2, 2), (3, 2)))),
    ),
    Mutant(
        "bureaus lie in the last piles",
        "bureaus-in-the-deck",
        instead(EXCHANGE, cards=(Purse(BUREAUS), ((3, 2), (4, 2), (5, 2)))),
    ),
)


# Bonus cards


def shown_for(suits: Callable[[State, int, Face], bool]) -> Patch:
    """A card may be shown for other tiles as well."""

    def wrong(sound: Sound, state: State, step: Decision, action: Action) -> Any:
        suited = isinstance(action, Reveal) and suits(state, step.seat, action.face)
        return (forgotten(Rule.REVEAL_WITH_THE_TILE_BUILT) if suited else forgotten())(sound, state, step, action)

    return around(BONUS, broken=wrong)


def by_price(state: State, seat: int, card: Face) -> bool:
    """Whether a tile with the building and the price of a card is built, whatever its walls."""
    built = state.players[seat].city.faces
    return any((face.building, face.price) == (card.building, card.price) for face in built)


def hidden_too(state: State, seat: int, building: Building) -> int:
    """Hidden cards count when their tile is built."""
    cards, built = state.extra(BONUS), state.players[seat].city.faces
    counted = (*cards.shown[seat], *(face for face in cards.hidden[seat] if face in built))
    return sum(face is not None and face.building is building for face in counted)


def any_building(state: State, seat: int, building: Building) -> int:
    """A card counts for every building its owner has."""
    cards = state.extra(BONUS).shown[seat]
    return len(cards) if state.players[seat].city.of_building(building) else 0


def into_the_box(after: State, state: State, *_: object) -> State:
    """A card whose tile is removed goes back into the box."""
    return after.with_extra(BONUS, evolve(after.extra(BONUS), hidden=state.extra(BONUS).hidden))


def costs_the_action(after: State, state: State, *_: object) -> State:
    """Showing a card is an action."""
    step = state.todo[0]
    return evolve(after, todo=after.todo[1:]) if isinstance(step, Act) and not step.bought else after


def only_who_can(sound: Sound, state: State, row: int) -> tuple[Show, ...]:
    """Only those are asked who hold a fitting card."""
    hidden = state.extra(BONUS).hidden
    return tuple(
        window
        for window in sound(state, row)
        if any(face in state.players[window.seat].city.faces for face in hidden[window.seat])
    )


def from_the_first_seat(sound: Sound, state: State, row: int) -> tuple[Show, ...]:
    """The lowest seat is asked first."""
    return tuple(sorted(sound(state, row), key=lambda window: window.seat))


BONUSES = (
    Mutant(
        "a card is shown for any tile of its building",
        "reveal-with-the-tile-built",
        shown_for(lambda state, seat, card: bool(state.players[seat].city.of_building(card.building))),
    ),
    Mutant("the wrong garden for ten will do", "reveal-with-the-tile-built", shown_for(by_price)),
    Mutant(
        "a tile in the reserve is enough for a card",
        "reveal-with-the-tile-built",
        shown_for(lambda state, seat, card: card in state.players[seat].reserve),
    ),
    Mutant("hidden cards count", "bonus-counts-one-more", instead(BONUS, counts=hidden_too)),
    Mutant("a card counts for every building", "bonus-counts-one-more", instead(BONUS, counts=any_building)),
    Mutant("a card counts two", "bonus-counts-one-more", around(BONUS, counts=lambda sound, *args: 2 * sound(*args))),
    Mutant(
        "a card stays when its tile is removed",
        "bonus-returns-to-hand",
        done((Remove, Swap), lambda _, state, *__: state, BONUS),
    ),
    Mutant(
        "a card goes into the box when its tile is removed",
        "bonus-returns-to-hand",
        done((Remove, Swap), into_the_box, BONUS),
    ),
    Mutant("showing a card is an action", "reveal-window", done(Reveal, costs_the_action, BONUS)),
    *(
        Mutant(bug, rule, around(bonus, windows_before=windows))
        for bug, rule, windows in (
            ("nobody is asked before a building is scored", "reveal-window", lambda *_: ()),
            ("only who can show a card is asked", "bonus-cards-are-secret", only_who_can),
            ("the lowest seat is asked for its cards first", "reveal-window", from_the_first_seat),
        )
    ),
)


# Builders' huts


def beside(city: City, cell: Cell, *, walls: bool = True, huts: bool = False, corners: bool = False) -> int:
    """The neighbours of a hut that show its colour."""
    hut = city[cell]
    near = [beyond(cell, side) for side in range(4) if not (walls and hut.barred(side))]
    near += [Cell(cell.x + dx, cell.y + dy) for dx in (-1, 1) for dy in (-1, 1)] if corners else []
    faces = (city.get(other) for other in near)
    return sum(face is not None and face.building is hut.building and (huts or not face.is_hut) for face in faces)


def of_any_colour(city: City, cell: Cell) -> int:
    """All neighbours of a hut to which one can walk, but for other huts."""
    near = (city.get(beyond(cell, side)) for side in range(4) if not city[cell].barred(side))
    return sum(face is not None and not face.is_hut for face in near)


def each_once(state: State, seat: int, building: Building) -> int:
    """A building counts for one hut only."""
    city = state.players[seat].city
    own = [cell for cell in city if city[cell].is_hut and city[cell].building is building]
    near = {beyond(cell, side) for cell in own for side in range(4) if not city[cell].barred(side)}
    return sum((face := city.get(cell)) is not None and face.building is building and not face.is_hut for cell in near)


def built_huts(state: State, seat: int) -> int:
    return sum(face.is_hut for face in state.players[seat].city.faces)


def once_taken(change: Callable[[State, int, Face], State]) -> Patch:
    """Taking a hut leads to something else."""
    return done(TakeHut, lambda after, _, step, action: change(after, step.seat, action.face), HUTS)


def counted(neighbours: Callable[[City, Cell], int]) -> Callable[[State, int, Building], int]:
    """Huts count other neighbours."""

    def counts(state: State, seat: int, building: Building) -> int:
        city = state.players[seat].city
        own = [cell for cell in city if city[cell].is_hut and city[cell].building is building]
        return sum(min(neighbours(city, cell), state.rulings.hut_cap) for cell in own)

    return counts


def turned_up_later(after: State, *_: object) -> State:
    """The next hut is turned up when the first has been placed."""
    turn_up, place, *rest = after.todo
    return evolve(after, todo=(place, turn_up, *rest))


def stored_at_once(after: State, seat: int, hut: Face) -> State:
    """A hut goes into the reserve."""
    player = after.players[seat]
    richer = evolve(player, reserve=tuple(sorted((*player.reserve, hut))))
    return evolve(after.with_player(seat, richer), todo=(after.todo[0], *after.todo[2:]))


HUT_MUTANTS = (
    *(
        Mutant(bug, "hut-counts-its-neighbours", instead(HUTS, counts=counts))
        for bug, counts in (
            ("a hut counts across a wall", counted(partial(beside, walls=False))),
            ("a hut counts itself", counted(lambda city, cell: 1 + beside(city, cell))),
            ("a hut counts other huts", counted(partial(beside, huts=True))),
            ("a hut counts across corners", counted(partial(beside, corners=True))),
            ("a hut counts neighbours of any colour", counted(of_any_colour)),
            ("a building counts for one hut only", each_once),
        )
    ),
    Mutant("a hut counts one at the most", "hut-counts-its-neighbours", instead(Rulings, hut_cap=1)),
    Mutant("four huts at the most", "three-huts-at-most", instead(huts, MOST_HUTS=4)),
    Mutant("two huts at the most", "three-huts-at-most", instead(huts, MOST_HUTS=2)),
    Mutant("huts in the reserve do not matter", "three-huts-at-most", instead(huts, huts_of=built_huts)),
    Mutant(
        "a hut earns an action",
        "hut-is-an-action",
        then(huts, after_acting=lambda after, _, step, *__: evolve(after, todo=(Act(step.seat), *after.todo))),
    ),
    Mutant("the next hut is turned up too late", "next-hut-is-turned-up", once_taken(turned_up_later)),
    Mutant(
        "the next hut is not turned up",
        "next-hut-is-turned-up",
        once_taken(lambda after, *_: evolve(after, todo=after.todo[1:])),
    ),
    Mutant("a hut is stored at once", "hut-is-an-action hut-is-placed-like-a-tile", once_taken(stored_at_once)),
    Mutant(
        "a hut may be given to Dirk",
        "hut-is-placed-like-a-tile",
        judged(Give, lambda found, state, _, give: [] if give.face.is_hut and state.dirk else found),
    ),
    Mutant("who can take a hut may pass", "hut-is-an-action", instead(acting, Reveal=(Reveal, TakeHut))),
)
ALL = (*VIZIERS, *EXCHANGES, *BONUSES, *HUT_MUTANTS)
