"""Mutants of the Alhambra, of the modules, and of the two games combined."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve
from building_mutants import adding, everywhere, keeping  # type: ignore[import-not-found]  # beside this file
from mutant import Mutant, instead, source, step, together, verb  # type: ignore[import-not-found]  # beside this file
from scoring_mutants import majority, ranking, row  # type: ignore[import-not-found]  # beside this file
from turn_mutants import but, everywhere_richest, in_piles  # type: ignore[import-not-found]  # beside this file

from granada.board.building import Violation, violations
from granada.board.cells import START, Cell, beyond
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import BUREAUS, CURRENCIES, Bureau, Purse, Round
from granada.board.tiles import Building, Face, Family, Tile
from granada.game import agenda, scoring
from granada.game.actions import Buy, Give, Reactivate, Reveal, TakeHut
from granada.game.agenda import DONE
from granada.game.games import COMBINED, Border
from granada.game.modules import MODULES
from granada.game.modules.bonus import Bonus
from granada.game.modules.vizier import Favour, OpenFavour
from granada.game.state import Deck, Layer
from granada.game.steps import Act, Award, DirkDraws, EndTest, PlaceTiles, RefillTiles, Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game.games import Majority, RowPlan
    from granada.game.scoring import Row
    from granada.game.state import Setup, State

Patch = Any
"""What spoils the engine, or a function that is patched in."""
Outcome = Any
"""A state, or a mark that a step has nothing to do or waits."""

VIZIER, EXCHANGE, BONUS, HUTS = (MODULES[name] for name in ("vizier", "exchange", "bonus", "huts"))
Sound = Any
"""The sound function, which a wrong one gets first."""


def within(value: object, **wrong: Any) -> Patch:  # noqa: ANN401  functions and data
    """Put something wrong into a module or a game, which are frozen values."""

    @contextmanager
    def spoiled() -> Iterator[None]:
        sound = {name: getattr(value, name) for name in wrong}
        for name, each in wrong.items():
            object.__setattr__(value, name, each)
        try:
            yield
        finally:
            for name, each in sound.items():
                object.__setattr__(value, name, each)

    return spoiled


# The Palace of Alhambra


def sharing(share: Callable[[tuple[int, ...], int, int], int], following: Callable[[int, int], int]) -> Outcome:
    """Let those who tie share in another way: by the places, their first place and their number."""

    def wrong(state: State, which: Round, plan: Majority) -> Row:
        found: Row = majority(state, which, plan)
        if plan.ties_by_price:
            return found
        places = (*plan.places[which], *([0] * 9))
        standings, place = [], 0
        for number in sorted({s.count for s in found.standings}, reverse=True):
            group = [s for s in found.standings if s.count == number]
            standings += [evolve(s, points=share(places, place, len(group))) for s in group]
            place = following(place, len(group))
        return evolve(found, standings=tuple(standings))

    return ranking(wrong)


def of_alhambra(change: Callable[[Majority], Majority]) -> Patch:
    """Score the buildings of the Alhambra in another way."""
    return ranking(
        lambda state, which, plan: majority(
            state, which, change(plan) if plan.building.family is Family.ALHAMBRA else plan
        )
    )


ALHAMBRA = (
    Mutant(
        "those who tie share the first of their places",
        "ties-share-their-places",
        sharing(lambda places, place, size: places[place] // size, lambda place, size: place + size),
    ),
    Mutant(
        "the next place follows a tie",
        "ties-share-their-places",
        sharing(lambda places, place, size: sum(places[place : place + size]) // size, lambda place, _: place + 1),
    ),
    Mutant(
        "all who tie get their place in full",
        "ties-share-their-places",
        sharing(lambda places, place, _: places[place], lambda place, size: place + size),
    ),
    Mutant(
        "shares are rounded up",
        "ties-share-their-places",
        sharing(
            lambda places, place, size: -(-sum(places[place : place + size]) // size), lambda place, size: place + size
        ),
    ),
    Mutant(
        "prices break the ties of the Alhambra",
        "ties-share-their-places alhambra-points",
        of_alhambra(lambda plan: evolve(plan, ties_by_price=True)),
    ),
    Mutant("the Alhambra is scored by value", "alhambra-points", of_alhambra(lambda plan: evolve(plan, by_value=True))),
    Mutant(
        "all buildings are worth as much as the pavilion",
        "alhambra-points",
        of_alhambra(lambda plan: evolve(plan, places={Round.A: (1,), Round.B: (8, 1), Round.C: (16, 8, 1)})),
    ),
    Mutant(
        "walls are scored before buildings",
        "buildings-before-walls",
        together(
            instead(scoring, plans=lambda setup: tuple(reversed(setup.game.rows(setup.scoring, setup.rulings)))),
            instead(agenda, plans=lambda setup: tuple(reversed(setup.game.rows(setup.scoring, setup.rulings)))),
        ),
    ),
)


# The vizier's favour


def acts_again(sound: Sound, state: State, at: Favour, action: Buy) -> State:
    """The exact payment earns an action."""
    after: State = sound(state, at, action)
    place, *rest = after.todo
    return after.but(todo=(place, Act(at.seat), *rest))


def stays_up(sound: Sound, state: State, at: Favour, action: Buy) -> State:
    """The vizier is not turned over."""
    after: State = sound(state, at, action)
    return after.with_extra(VIZIER, state.extra(VIZIER))


def skipping(*kinds: type) -> Patch:
    """A purchase with the vizier leads to fewer steps."""

    def wrong(sound: Sound, state: State, at: Favour, action: Buy) -> State:
        after: State = sound(state, at, action)
        return after.but(todo=(*(s for s in after.todo[:4] if not isinstance(s, kinds)), *after.todo[4:]))

    return wrong


def asking(order: Callable[[State], list[int]]) -> Patch:
    """Ask the seats in another order."""

    def wrong(sound: Sound, state: State, at: OpenFavour, rest: tuple[Step, ...]) -> Outcome:
        asked = tuple(seat for seat in order(state) if state.extra(VIZIER)[seat])
        return state.but(todo=(Favour(asked[0], asked[1:]), *rest)) if asked else sound(state, at, rest)

    return step(OpenFavour, wrong, table=VIZIER.steps)


def from_the_next(state: State) -> list[int]:
    count = len(state.players)
    return [((state.mover or 0) + 1 + turn) % count for turn in range(count)]


def free_reactivation(sound: Sound, state: State, at: Act, action: Reactivate) -> State:
    """Turning the vizier up is no action."""
    after: State = sound(state, at, action)
    return after.but(todo=state.todo)


def window_first(state: State) -> State:
    """The window comes before the end test."""
    todo = [each for each in state.todo if not isinstance(each, OpenFavour)]
    place = next((n for n, each in enumerate(todo) if isinstance(each, EndTest)), None)
    if place is None or len(todo) == len(state.todo):
        return state
    return state.but(todo=(*todo[:place], OpenFavour(), *todo[place:]))


VIZIERS = (
    Mutant(
        "the vizier earns an action", "vizier-earns-no-action", verb(Favour, Buy, done=acts_again, table=VIZIER.verbs)
    ),
    Mutant(
        "the vizier may overpay",
        "vizier-pays-exactly",
        verb(Favour, Buy, judged=but(Rule.VIZIER_PAYS_EXACTLY), table=VIZIER.verbs),
    ),
    Mutant("the vizier stays up", "vizier-window vizier-order", verb(Favour, Buy, done=stays_up, table=VIZIER.verbs)),
    Mutant(
        "nobody is asked again after a use",
        "vizier-order",
        verb(Favour, Buy, done=skipping(OpenFavour), table=VIZIER.verbs),
    ),
    Mutant(
        "the yard is not refilled after a use",
        "vizier-refills-the-yard",
        verb(Favour, Buy, done=skipping(RefillTiles), table=VIZIER.verbs),
    ),
    Mutant(
        "the game does not end after a use",
        "vizier-refills-the-yard",
        verb(Favour, Buy, done=skipping(EndTest), table=VIZIER.verbs),
    ),
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
        asking(lambda state: [seat for seat in from_the_next(state) if state.players[seat].hand.code]),
    ),
    Mutant(
        "turning the vizier up is no action",
        "vizier-is-reactivated",
        verb(Act, Reactivate, done=free_reactivation, table=VIZIER.verbs),
    ),
    Mutant("who can turn the vizier up may pass", "vizier-is-reactivated", within(VIZIER, forces=())),
    Mutant("the vizier is asked before the end", "vizier-rests-at-the-end", reads=window_first),
)


# Exchange bureaus


def bureau_payment(*forgotten: Rule) -> Patch:
    """Forget some rules about payments with bureaus."""
    sound = EXCHANGE.pays

    def wrong(inner: Any) -> Any:  # noqa: ANN401  payments
        pays = sound(inner)  # type: ignore[misc]  # the module has it
        return evolve(pays, broken=lambda *args: iter([r for r in pays.broken(*args) if r not in forgotten]))

    return within(EXCHANGE, pays=wrong)


def kept_bureau(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """A bureau stays in the hand."""
    after: State = sound(state, at, action)
    player = after.players[at.seat]
    richer = evolve(player, hand=player.hand + action.cards.bureaus)
    players = (*after.players[: at.seat], richer, *after.players[at.seat + 1 :])
    return after.but(players=players, discard=after.discard - action.cards.bureaus)


def lost_bureau(sound: Sound, state: State, at: Act, action: Buy) -> State:
    """A used bureau leaves the game."""
    after: State = sound(state, at, action)
    return after.but(discard=after.discard - action.cards.bureaus)


def with_bureaus_worth(value: int) -> Patch:
    """Bureaus count at the award."""

    def wrong(hands: tuple[Purse, ...], space: int) -> int | None:
        totals = [
            cards.total(CURRENCIES[space - 1])
            + value * sum(isinstance(c, Bureau) and CURRENCIES[space - 1] in (c.first, c.second) for c in cards)
            for cards in hands
        ]
        return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None

    return wrong


EXCHANGES = (
    Mutant("a bureau may overpay", "bureau-pays-exactly", bureau_payment(Rule.BUREAU_PAYS_EXACTLY)),
    Mutant("a bureau is used again", "one-bureau-a-purchase bureaus-come-back", verb(Act, Buy, done=kept_bureau)),
    Mutant("a used bureau leaves the game", "bureaus-come-back", verb(Act, Buy, done=lost_bureau)),
    Mutant("two bureaus serve one purchase", "one-bureau-a-purchase", bureau_payment(Rule.ONE_BUREAU_A_PURCHASE)),
    Mutant("any bureau fits", "bureau-fits-the-space", bureau_payment(Rule.BUREAU_FITS_THE_SPACE)),
    Mutant("a bureau need not be needed", "bureau-is-needed", bureau_payment(Rule.BUREAU_IS_NEEDED)),
    Mutant(
        "bureaus are worth one at the award", "bureaus-are-worth-nothing", everywhere_richest(with_bureaus_worth(1))
    ),
    Mutant("a bureau is taken with money", "bureau-is-taken-alone", within(EXCHANGE, judges=lambda *_: ())),
    Mutant(
        "bureaus lie in the first three piles",
        "bureaus-in-the-deck",
        within(EXCHANGE, cards=(Purse.of(BUREAUS), ((1, 2), (2, 2), (3, 2)))),
    ),
    Mutant(
        "bureaus lie in the last piles",
        "bureaus-in-the-deck",
        within(EXCHANGE, cards=(Purse.of(BUREAUS), ((3, 2), (4, 2), (5, 2)))),
    ),
)


# Bonus cards


def any_of_its_kind(sound: Sound, state: State, at: Any, action: Reveal) -> Iterator[Rule]:  # noqa: ANN401  any step
    """A card may be shown for any tile of its building."""
    found = list(sound(state, at, action))
    city = state.players[at.seat].city
    if any(face.building is action.face.building for face in city.faces):
        found = [rule for rule in found if rule is not Rule.REVEAL_WITH_THE_TILE_BUILT]
    return iter(found)


def by_price(sound: Sound, state: State, at: Any, action: Reveal) -> Iterator[Rule]:  # noqa: ANN401  any step
    """A card may be shown for a tile with its building and price, whatever its walls."""
    found = list(sound(state, at, action))
    kind = action.face.building, action.face.price
    if any((face.building, face.price) == kind for face in state.players[at.seat].city.faces):
        found = [rule for rule in found if rule is not Rule.REVEAL_WITH_THE_TILE_BUILT]
    return iter(found)


def from_the_reserve(sound: Sound, state: State, at: Any, action: Reveal) -> Iterator[Rule]:  # noqa: ANN401  any step
    """A tile in the reserve is enough."""
    found = list(sound(state, at, action))
    if action.face in state.players[at.seat].reserve:
        found = [rule for rule in found if rule is not Rule.REVEAL_WITH_THE_TILE_BUILT]
    return iter(found)


def hidden_too(state: State, seat: int, building: Building) -> int:
    """Hidden cards count when their tile is built."""
    bonus, built = state.extra(BONUS), state.players[seat].city.faces
    cards = (*bonus.shown[seat], *(face for face in bonus.hidden[seat] if face in built))
    return sum(face is not None and face.building is building for face in cards)


def any_building(state: State, seat: int, building: Building) -> int:
    """A card counts for every building its owner has."""
    cards = state.extra(BONUS).shown[seat]
    return len(cards) if state.players[seat].city.of_building(building) else 0


def into_the_box(state: State, bonus: Bonus, seat: int, face: Face) -> Bonus:
    """A card whose tile is removed goes back into the box."""
    del state
    shown = tuple(tuple(f for f in faces if (owner, f) != (seat, face)) for owner, faces in enumerate(bonus.shown))
    return Bonus(bonus.left, bonus.hidden, shown)


def costs_the_action(sound: Sound, state: State, at: Any, action: Reveal) -> State:  # noqa: ANN401  any step
    """Showing a card is an action."""
    after: State = sound(state, at, action)
    return after.but(todo=after.todo[1:]) if isinstance(at, Act) and not at.bought else after


def only_who_can(state: State, plan: RowPlan) -> tuple[Step, ...]:
    """Only those are asked who hold a fitting card."""
    windows = SOUND_WINDOWS(state, plan)
    bonus = state.extra(BONUS)
    return tuple(
        window
        for window in windows
        if any(face in state.players[window.seat].city.faces for face in bonus.hidden[window.seat])  # type: ignore[attr-defined]  # such steps have it
    )


def from_the_first_seat(state: State, plan: RowPlan) -> tuple[Step, ...]:
    """The lowest seat is asked first."""
    return tuple(sorted(SOUND_WINDOWS(state, plan), key=lambda window: window.seat))  # type: ignore[attr-defined]  # such steps have it


SOUND_WINDOWS = BONUS.before_row
BONUSES = (
    Mutant(
        "a card is shown for any tile of its building",
        "reveal-with-the-tile-built",
        verb(Step, Reveal, judged=any_of_its_kind, table=BONUS.verbs),
    ),
    Mutant(
        "the wrong garden for ten will do",
        "reveal-with-the-tile-built",
        verb(Step, Reveal, judged=by_price, table=BONUS.verbs),
    ),
    Mutant(
        "a tile in the reserve is enough for a card",
        "reveal-with-the-tile-built",
        verb(Step, Reveal, judged=from_the_reserve, table=BONUS.verbs),
    ),
    Mutant("hidden cards count", "bonus-counts-one-more", within(BONUS, counts=hidden_too)),
    Mutant("a card counts for every building", "bonus-counts-one-more", within(BONUS, counts=any_building)),
    Mutant(
        "a card counts two",
        "bonus-counts-one-more",
        within(
            BONUS,
            counts=lambda state, seat, building: (
                2 * sum(face.building is building for face in state.extra(BONUS).shown[seat])
            ),
        ),
    ),
    Mutant(
        "a card stays when its tile is removed",
        "bonus-returns-to-hand",
        within(BONUS, leaves=lambda _, bonus, __, ___: bonus),
    ),
    Mutant(
        "a card goes into the box when its tile is removed", "bonus-returns-to-hand", within(BONUS, leaves=into_the_box)
    ),
    Mutant(
        "showing a card is an action", "reveal-window", verb(Step, Reveal, done=costs_the_action, table=BONUS.verbs)
    ),
    Mutant("nobody is asked before a building is scored", "reveal-window", within(BONUS, before_row=lambda *_: ())),
    Mutant("only who can show a card is asked", "bonus-cards-are-secret", within(BONUS, before_row=only_who_can)),
    Mutant(
        "the lowest seat is asked for its cards first", "reveal-window", within(BONUS, before_row=from_the_first_seat)
    ),
)


# Builders' huts


def counting(wrong: Callable[[State, City, Cell, Face], int]) -> Patch:
    """Let a hut count in another way."""

    def counts(state: State, seat: int, building: Building) -> int:
        city = state.players[seat].city
        huts = [(cell, city[cell]) for cell in city if city[cell].is_hut and city[cell].building is building]
        return sum(wrong(state, city, cell, hut) for cell, hut in huts)

    return within(HUTS, counts=counts)


def beside(city: City, cell: Cell, hut: Face, *, walls: bool = True, huts: bool = False, corners: bool = False) -> int:
    """The neighbours of a hut that show its colour."""
    near = [beyond(cell, side) for side in range(4) if not (walls and hut.edges >> side & 1)]
    near += [Cell(cell.x + dx, cell.y + dy) for dx in (-1, 1) for dy in (-1, 1)] if corners else []
    faces = (city.get(other) for other in near)
    return sum(face is not None and face.building is hut.building and (huts or not face.is_hut) for face in faces)


def owned(state: State, seat: int, *, reserve: bool = True) -> int:
    player = state.players[seat]
    return sum(face.is_hut for face in (*player.city.faces, *(player.reserve if reserve else ())))


def up_to(most: int, *, reserve: bool = True) -> Patch:
    """Another number of huts."""

    def wrong(sound: Sound, state: State, at: Act, action: TakeHut) -> Iterator[Rule]:
        found = [rule for rule in sound(state, at, action) if rule is not Rule.THREE_HUTS_AT_MOST]
        if not found and owned(state, at.seat, reserve=reserve) >= most:
            found = [Rule.THREE_HUTS_AT_MOST]
        return iter(found)

    return verb(Act, TakeHut, judged=wrong, table=HUTS.verbs)


def hut_and_more(sound: Sound, state: State, at: Act, action: TakeHut) -> State:
    """A hut earns a further action."""
    after: State = sound(state, at, action)
    return after.but(todo=(after.todo[0], Act(at.seat), *after.todo[1:]))


def hut_later(sound: Sound, state: State, at: Act, action: TakeHut) -> State:
    """The next hut is turned up when the first has been placed."""
    after: State = sound(state, at, action)
    turn_up, place, *rest = after.todo
    return after.but(todo=(place, turn_up, *rest))


def hut_never(sound: Sound, state: State, at: Act, action: TakeHut) -> State:
    """No further hut is turned up."""
    after: State = sound(state, at, action)
    return after.but(todo=after.todo[1:])


def hut_as_gift(sound: Sound, state: State, at: PlaceTiles, action: Give) -> Iterator[Rule]:
    """A hut may be given to Dirk."""
    found = list(sound(state, at, action))
    return iter([] if action.face.is_hut and state.dirk else found)


def hut_tile(sound: Sound, state: State, at: Act, action: TakeHut) -> State:
    """A hut is stored at once."""
    after: State = sound(state, at, action)
    player = after.players[at.seat]
    richer = evolve(player, reserve=tuple(sorted((*player.reserve, action.face))))
    players = (*after.players[: at.seat], richer, *after.players[at.seat + 1 :])
    return after.but(players=players, todo=(after.todo[0], *after.todo[2:]))


HUT_MUTANTS = (
    Mutant(
        "a hut counts across a wall",
        "hut-counts-its-neighbours",
        counting(lambda _, city, cell, hut: min(3, beside(city, cell, hut, walls=False))),
    ),
    Mutant(
        "a hut counts itself",
        "hut-counts-its-neighbours",
        counting(lambda _, city, cell, hut: min(3, 1 + beside(city, cell, hut))),
    ),
    Mutant(
        "a hut counts other huts",
        "hut-counts-its-neighbours",
        counting(lambda _, city, cell, hut: min(3, beside(city, cell, hut, huts=True))),
    ),
    Mutant(
        "a hut counts four", "hut-counts-its-neighbours", counting(lambda _, city, cell, hut: beside(city, cell, hut))
    ),
    Mutant(
        "a hut counts across corners",
        "hut-counts-its-neighbours",
        counting(lambda _, city, cell, hut: min(3, beside(city, cell, hut, corners=True))),
    ),
    Mutant(
        "a hut counts one at the most",
        "hut-counts-its-neighbours",
        counting(lambda _, city, cell, hut: min(1, beside(city, cell, hut))),
    ),
    Mutant(
        "a hut counts neighbours of any colour",
        "hut-counts-its-neighbours",
        counting(
            lambda _, city, cell, hut: min(
                3,
                sum(
                    (face := city.get(beyond(cell, side))) is not None and not face.is_hut and not hut.edges >> side & 1
                    for side in range(4)
                ),
            )
        ),
    ),
    Mutant(
        "a building counts for one hut only",
        "hut-counts-its-neighbours",
        within(
            HUTS,
            counts=lambda state, seat, building: len(
                {
                    beyond(cell, side)
                    for city in (state.players[seat].city,)
                    for cell in city
                    if (hut := city[cell]).is_hut and hut.building is building
                    for side in range(4)
                    if not hut.edges >> side & 1
                    and (face := city.get(beyond(cell, side))) is not None
                    and face.building is building
                    and not face.is_hut
                }
            ),
        ),
    ),
    Mutant("four huts at the most", "three-huts-at-most", up_to(4)),
    Mutant("two huts at the most", "three-huts-at-most", up_to(2)),
    Mutant("huts in the reserve do not matter", "three-huts-at-most", up_to(3, reserve=False)),
    Mutant("a hut earns an action", "hut-is-an-action", verb(Act, TakeHut, done=hut_and_more, table=HUTS.verbs)),
    Mutant(
        "the next hut is turned up too late",
        "next-hut-is-turned-up",
        verb(Act, TakeHut, done=hut_later, table=HUTS.verbs),
    ),
    Mutant(
        "the next hut is not turned up", "next-hut-is-turned-up", verb(Act, TakeHut, done=hut_never, table=HUTS.verbs)
    ),
    Mutant(
        "a hut is stored at once",
        "hut-is-an-action hut-is-placed-like-a-tile",
        verb(Act, TakeHut, done=hut_tile, table=HUTS.verbs),
    ),
    Mutant("a hut may be given to Dirk", "hut-is-placed-like-a-tile", verb(PlaceTiles, Give, judged=hut_as_gift)),
    Mutant("who can take a hut may pass", "hut-is-an-action", within(HUTS, forces=())),
)


# Alhambra and Granada combined


def walked_together(layout: Layout, new: Cell | None) -> list[Violation]:
    """One walks from one city into the other across wall and moat."""
    found = list(violations(layout))
    if new is None or layout.founding is None:
        return found
    strangers = [
        other
        for s in range(4)
        if (other := beyond(new, s)) in layout.by_cell and layout.family(other) is not layout.family(new)
    ]
    return [flaw for flaw in found if flaw.rule is not Rule.WALKABLE or not strangers]


def anywhere(layout: Layout, new: Cell | None) -> list[Violation]:
    """The first tile of Granada may lie anywhere."""
    found = list(violations(layout))
    if new is None or new != layout.founding:
        return found
    return [f for f in found if f.rule not in (Rule.EDGE_CONTACT, Rule.WALKABLE)]


def anyhow(layout: Layout, new: Cell | None) -> list[Violation]:
    """The first tile of Granada needs no wall."""
    found = list(violations(layout))
    return [f for f in found if f.rule is not Rule.WALL_MEETS_MOAT] if new and new == layout.founding else found


def or_neither(layout: Layout, _: Cell | None) -> list[Violation]:
    """Where the cities touch, both sides may be bare."""

    def barred(one: Cell, other: Cell) -> bool:
        side = next(s for s in range(4) if beyond(one, s) == other)
        return bool(layout.edges(one) >> side & 1 or layout.edges(other) >> (side + 2) % 4 & 1)

    return [f for f in violations(layout) if f.rule is not Rule.WALL_MEETS_MOAT or barred(*f.cells)]


def moats_as_walls(layout: Layout, _: Cell | None) -> list[Violation]:
    """A side with a wall or moat is enough where the cities touch."""

    def bare(one: Cell, other: Cell) -> bool:
        side = next(s for s in range(4) if beyond(one, s) == other)
        return not (layout.edges(one) >> side & 1 or layout.edges(other) >> (side + 2) % 4 & 1)

    return [f for f in violations(layout) if f.rule is not Rule.WALL_MEETS_MOAT or bare(*f.cells)]


def dead_cells(layout: Layout, _: Cell | None) -> list[Violation]:
    """A cell that no tile could fill counts as a hole."""
    found = list(violations(layout))
    if found or layout.founding is None:
        return found
    taken = {START, *layout.by_cell}
    for cell in sorted({beyond(each, side) for each in taken for side in range(4)} - taken):
        families = {layout.family(other) for s in range(4) if (other := beyond(cell, s)) in taken}
        if len(families) > 1 and not any(
            fits(layout, cell, building, edges) for building in KINDS for edges in range(16)
        ):
            found.append(Violation(Rule.NO_HOLES, (cell,)))
    return found


KINDS = (Building.ARENA, Building.TOWER)


def fits(layout: Layout, cell: Cell, building: Building, edges: int) -> bool:
    tiles = {**layout.by_cell, cell: Face(building, 13, edges)}
    return not violations(Layout.of(tiles, start=layout.start, founding=layout.founding))


def apart(layout: Layout, _: Cell | None) -> list[Violation]:
    """Holes are looked for in each city by itself."""
    found = [flaw for flaw in violations(layout) if flaw.rule is not Rule.NO_HOLES]
    for family in Family:
        own = {c: f for c, f in layout.by_cell.items() if f.family is family}
        alone = Layout.of(own, start=layout.start, founding=layout.founding if family is Family.GRANADA else None)
        if family is layout.start or layout.founding is not None:
            found += [flaw for flaw in violations(alone) if flaw.rule is Rule.NO_HOLES]
    return found


def drifting(layout: Layout, _: Cell | None) -> list[Violation]:
    """The cities may be parted."""
    return [f for f in violations(layout) if f.rule is not Rule.EDGE_CONTACT or f.cells != (layout.founding,)]


def outer_only(city: City, family: Family | None = None) -> tuple[tuple[Cell, int], ...]:
    """Walls and moats along the border count nothing."""
    best: list[tuple[Cell, int]] = []
    for loop in city.outline(family):
        edges = [(c, s, barred and beyond(c, s) not in city) for c, s, barred in loop]
        bare = next((n for n, (_, _, barred) in enumerate(edges) if not barred), 0)
        run: list[tuple[Cell, int]] = []
        for cell, side, barred in edges[bare:] + edges[:bare]:
            run = [*run, (cell, side)] if barred else []
            best = max(best, run, key=len)
    return tuple(best)


def border_worth(each: int) -> Patch:
    """An edge of the border is worth another number of points."""

    def score_row(state: State, which: Round, plan: RowPlan) -> Row:
        return row(state, which, evolve(plan, points=each) if isinstance(plan, Border) else plan)  # type: ignore[no-any-return]  # the sound function is untyped

    return together(instead(scoring, score_row=score_row), instead(agenda, score_row=score_row))


def always_moving(sound: Sound, state: State, at: RefillTiles, what: Any) -> State:  # noqa: ANN401  a tile
    """Every tile moves the marker."""
    after: State = sound(state, at, what)
    first: Any = after.todo[0]
    return (
        after.but(todo=(evolve(first, moves_marker=True), *after.todo[1:])) if isinstance(first, RefillTiles) else after
    )


def half_empty(_: Setup, yard: tuple[Tile | None, ...], __: object) -> bool:
    """Half of a space is enough."""
    return None in yard


def granada_first(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """Granada's tile of a space is awarded before the Alhambra's."""
    after = sound(state, at, rest)
    if after is DONE:
        return after
    return after.but(todo=tuple(Award(each.slot ^ 1) if isinstance(each, Award) else each for each in after.todo))


def lane_by_lane(sound: Sound, state: State, at: EndTest, rest: tuple[Step, ...]) -> Outcome:
    """All tiles of the Alhambra are awarded first."""
    after = sound(state, at, rest)
    if after is DONE:
        return after
    awards = sorted((each for each in after.todo if isinstance(each, Award)), key=lambda each: each.slot % 2)
    return after.but(todo=(*awards, *after.todo[len(awards) :]))


def last_lane(state: State, at: DirkDraws) -> list[int]:
    """Dirk draws from Granada first."""
    return [lane for lane, left in enumerate(at.left) if left and state.bags[lane]][::-1]


def ordinary_reshuffle(discard: Purse, later: tuple[tuple[Round, int], ...]) -> Deck:
    """Card B lies anywhere in the new deck."""
    return Deck((discard,), (Layer((len(discard),), tuple(card for card, _ in later)),))


COMBINED_MUTANTS = (
    Mutant("one walks from one city into the other", "each-city-is-walked-by-itself", adding(walked_together)),
    Mutant("the first tile of Granada lies anywhere", "granada-is-founded-at-a-wall", adding(anywhere)),
    Mutant("the first tile of Granada needs no wall", "granada-is-founded-at-a-wall wall-meets-moat", adding(anyhow)),
    Mutant("both sides of the border may be bare", "wall-meets-moat", everywhere(or_neither)),
    Mutant("a wall or a moat is enough at the border", "wall-meets-moat", everywhere(moats_as_walls)),
    Mutant("a cell that no tile could fill is a hole", "dead-cells-are-no-holes", everywhere(dead_cells)),
    Mutant("holes are looked for in each city by itself", "cities-stay-together", everywhere(apart)),
    Mutant("the cities may be parted", "cities-stay-together", everywhere(drifting)),
    Mutant(
        "there are no holes between the cities",
        "cities-stay-together",
        everywhere(
            keeping(
                Rule.NO_HOLES,
                lambda layout, _, flaw: (
                    len(
                        {
                            layout.family(other)
                            for cell in flaw.cells
                            for s in range(4)
                            if (other := beyond(cell, s)) == START or other in layout.by_cell
                        }
                    )
                    == 1
                ),
            )
        ),
    ),
    Mutant("the border counts for neither wall nor moat", "both-cities-score", instead(City, longest=outer_only)),
    Mutant("the border counts once", "border-scores-two", border_worth(1)),
    Mutant("the border counts nothing more", "border-scores-two", border_worth(0)),
    Mutant(
        "a tile of the Alhambra moves the marker", "marker-follows-granada", source(RefillTiles, drawn=always_moving)
    ),
    Mutant(
        "card B is in the first deck",
        "combined-deck",
        together(in_piles(A=3, B=5), within(COMBINED, piles=((Round.A, 3), (Round.B, 5)), later=())),
    ),
    Mutant("card A is in the second pile", "combined-deck", within(COMBINED, piles=((Round.A, 2),))),
    Mutant("card B lies anywhere in the new deck", "combined-deck", instead(agenda, reshuffled=ordinary_reshuffle)),
    Mutant("the game ends at the first empty half", "combined-end", instead(agenda, yard_has_ended=half_empty)),
    Mutant("Granada's tile is awarded first", "combined-awards", step(EndTest, granada_first)),
    Mutant("the Alhambra's tiles are all awarded first", "combined-awards", step(EndTest, lane_by_lane)),
    Mutant(
        "the first tiles of Granada may be without a moat",
        "first-granada-tiles-have-moats",
        within(COMBINED, first_with_edges=()),
    ),
    Mutant(
        "the first tiles of the Alhambra need walls",
        "first-granada-tiles-have-moats",
        within(COMBINED, first_with_edges=(Family.ALHAMBRA, Family.GRANADA)),
    ),
    Mutant("Dirk draws from Granada first", "combined-dirk", instead(agenda, _dirk_lanes=last_lane)),
)
ALL = (*ALHAMBRA, *VIZIERS, *EXCHANGES, *BONUSES, *HUT_MUTANTS, *COMBINED_MUTANTS)
