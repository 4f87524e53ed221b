"""Mutants of the Alhambra, of the modules, and of the two games combined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board.building import Violation, violations
from granada.board.cells import START, Cell, beyond
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import BUREAUS, CURRENCIES, Purse, Round
from granada.board.tiles import Building, Face, Family, Tile
from granada.game import acting, agenda, buying, chance, scoring
from granada.game.actions import Buy, Give, Reactivate, Reveal, Take, TakeHut
from granada.game.games import COMBINED, Border
from granada.game.modules import bonus, huts, vizier
from granada.game.modules.bonus import BONUS
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import HUTS
from granada.game.modules.vizier import VIZIER
from granada.game.scoring import ROUNDS
from granada.game.state import Deck, Pile
from granada.rulebook import Rule, Rulings
from granada.steps import Act, Award, DirkDraws, EndTest, OpenFavour, RefillTiles, Show, Step
from tests.mutants.building_mutants import adding, everywhere, keeping
from tests.mutants.mutant import Mutant, around, done, instead, judged, then, together
from tests.mutants.scoring_mutants import majority, ranking, row
from tests.mutants.turn_mutants import awarding, but, drawing, everywhere_richest, in_piles

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.game.games import Majority, RowPlan
    from granada.game.scoring import Row
    from granada.game.state import Setup, State

Patch = Any
"""What spoils the engine, or a function that is patched in."""
Sound = Any
"""The sound function, which a wrong one gets first."""


# The Palace of Alhambra


def sharing(share: Callable[[tuple[int, ...], int, int], int], following: Callable[[int, int], int]) -> Patch:
    """Let those who tie share in another way: by the places, their first place and their number."""

    def wrong(state: State, which: Round, plan: Majority) -> Row:
        found: Row = majority(state, which, plan)
        if plan.ties_by_price:
            return found
        places = (*plan.places[ROUNDS.index(which)], *([0] * 9))
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
        of_alhambra(lambda plan: evolve(plan, places=((1,), (8, 1), (16, 8, 1)))),
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


VIZIERS = (
    Mutant(
        "the vizier earns an action",
        "vizier-earns-no-action",
        around(
            vizier,
            with_purchase=lambda sound, state, seat, action, place, *rest: sound(
                state, seat, action, place, Act(seat), *rest
            ),
        ),
    ),
    Mutant("the vizier may overpay", "vizier-pays-exactly", instead(vizier, _is_exact=lambda *_: True)),
    Mutant(
        "the vizier stays up",
        "vizier-window vizier-order",
        around(vizier, _turned=lambda sound, state, seat, **_: sound(state, seat, active=True)),
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
        "who can turn the vizier up may pass",
        "vizier-is-reactivated",
        instead(acting, Reveal=(Reveal, Reactivate)),
    ),
    Mutant("the vizier is asked before the end", "vizier-rests-at-the-end", reads=window_first),
)


# Exchange bureaus


def payment(*forgotten: Rule) -> Patch:
    """Forget some rules about payments."""
    return around(buying, _broken_by_payment=lambda sound, *args: but(*forgotten)(sound(*args)))


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
    Mutant(
        "a bureau is taken with money",
        "bureau-is-taken-alone",
        judged(Take, but(Rule.BUREAU_IS_TAKEN_ALONE)),
    ),
    Mutant(
        "bureaus lie in the first three piles",
        "bureaus-in-the-deck",
        instead(EXCHANGE, cards=(Purse.of(BUREAUS), ((1, 2), (2, 2), (3, 2)))),
    ),
    Mutant(
        "bureaus lie in the last piles",
        "bureaus-in-the-deck",
        instead(EXCHANGE, cards=(Purse.of(BUREAUS), ((3, 2), (4, 2), (5, 2)))),
    ),
)


# Bonus cards


def shown_for(suits: Callable[[State, int, Face], bool]) -> Patch:
    """A card may be shown for other tiles as well."""

    def wrong(found: list[Rule], state: State, seat: int, face: Face) -> list[Rule]:
        return [rule for rule in found if rule is not Rule.REVEAL_WITH_THE_TILE_BUILT or not suits(state, seat, face)]

    return around(bonus, _broken_by_revealing=lambda sound, *args: wrong(list(sound(*args)), *args))


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


def into_the_box(after: State, state: State, _: int) -> State:
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
    Mutant(
        "a card counts two",
        "bonus-counts-one-more",
        around(BONUS, counts=lambda sound, *args: 2 * sound(*args)),
    ),
    Mutant(
        "a card stays when its tile is removed",
        "bonus-returns-to-hand",
        instead(bonus, _covered=lambda state, _: state),
    ),
    Mutant(
        "a card goes into the box when its tile is removed",
        "bonus-returns-to-hand",
        then(bonus, _covered=into_the_box),
    ),
    Mutant("showing a card is an action", "reveal-window", then(bonus, _revealed=costs_the_action)),
    Mutant(
        "nobody is asked before a building is scored", "reveal-window", instead(bonus, windows_before=lambda *_: ())
    ),
    Mutant("only who can show a card is asked", "bonus-cards-are-secret", around(bonus, windows_before=only_who_can)),
    Mutant(
        "the lowest seat is asked for its cards first",
        "reveal-window",
        around(bonus, windows_before=from_the_first_seat),
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

    def performs(after: State, _: State, step: Step, action: object) -> State:
        return change(after, step.seat, action.face) if isinstance(step, Act) and isinstance(action, TakeHut) else after

    return then(HUTS, performs=performs)


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
    Mutant(
        "a hut counts across a wall",
        "hut-counts-its-neighbours",
        instead(huts, _matching_neighbours=lambda city, cell: beside(city, cell, walls=False)),
    ),
    Mutant(
        "a hut counts itself",
        "hut-counts-its-neighbours",
        around(huts, _matching_neighbours=lambda sound, city, cell: 1 + sound(city, cell)),
    ),
    Mutant(
        "a hut counts other huts",
        "hut-counts-its-neighbours",
        instead(huts, _matching_neighbours=lambda city, cell: beside(city, cell, huts=True)),
    ),
    Mutant(
        "a hut counts across corners",
        "hut-counts-its-neighbours",
        instead(huts, _matching_neighbours=lambda city, cell: beside(city, cell, corners=True)),
    ),
    Mutant("a hut counts one at the most", "hut-counts-its-neighbours", instead(Rulings, hut_cap=1)),
    Mutant(
        "a hut counts neighbours of any colour",
        "hut-counts-its-neighbours",
        instead(huts, _matching_neighbours=of_any_colour),
    ),
    Mutant("a building counts for one hut only", "hut-counts-its-neighbours", instead(HUTS, counts=each_once)),
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
        edges = [(c, s, barred and not city.is_taken(beyond(c, s))) for c, s, barred in loop]
        bare = next((n for n, (_, _, barred) in enumerate(edges) if not barred), 0)
        run: list[tuple[Cell, int]] = []
        for cell, side, barred in edges[bare:] + edges[:bare]:
            run = [*run, (cell, side)] if barred else []
            best = max(best, run, key=len)
    return tuple(best)


def border_worth(each: int) -> Patch:
    """An edge of the border is worth another number of points."""

    def score_row(state: State, which: Round, plan: RowPlan) -> Row:
        return row(state, which, evolve(plan, points=each) if isinstance(plan, Border) else plan)

    return together(instead(scoring, score_row=score_row), instead(agenda, score_row=score_row))


def always_moving(after: State, _: State, step: RefillTiles, __: object) -> State:
    """Every tile moves the marker."""
    return after.then(evolve(step, moves_marker=True))


def half_empty(_: Setup, yard: tuple[Tile | None, ...], __: object) -> bool:
    """Half of a space is enough."""
    return None in yard


def last_lane(state: State, step: DirkDraws) -> list[int]:
    """Dirk draws from Granada first."""
    return [lane for lane, left in enumerate(step.left) if left and state.bags[lane]][::-1]


def ordinary_reshuffle(discard: Purse, later: tuple[tuple[Round, int], ...]) -> Deck:
    """Card B lies anywhere in the new deck."""
    return Deck((discard,), (Pile((len(discard),), tuple(card for card, _ in later)),))


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
    Mutant("a tile of the Alhambra moves the marker", "marker-follows-granada", drawing(RefillTiles, always_moving)),
    Mutant(
        "card B is in the first deck",
        "combined-deck",
        together(in_piles(A=3, B=5), instead(COMBINED, piles=((Round.A, 3), (Round.B, 5)), later=())),
    ),
    Mutant("card A is in the second pile", "combined-deck", instead(COMBINED, piles=((Round.A, 2),))),
    Mutant("card B lies anywhere in the new deck", "combined-deck", instead(agenda, reshuffled=ordinary_reshuffle)),
    Mutant("the game ends at the first empty half", "combined-end", instead(agenda, game_ends=half_empty)),
    Mutant(
        "Granada's tile is awarded first",
        "combined-awards",
        awarding(lambda _, awards: [Award(each.slot ^ 1) for each in awards]),
    ),
    Mutant(
        "the Alhambra's tiles are all awarded first",
        "combined-awards",
        awarding(lambda _, awards: sorted(awards, key=lambda each: each.slot % 2)),
    ),
    Mutant(
        "the first tiles of Granada may be without a moat",
        "first-granada-tiles-have-moats",
        instead(COMBINED, first_with_edges=()),
    ),
    Mutant(
        "the first tiles of the Alhambra need walls",
        "first-granada-tiles-have-moats",
        instead(COMBINED, first_with_edges=(Family.ALHAMBRA, Family.GRANADA)),
    ),
    Mutant(
        "Dirk draws from Granada first",
        "combined-dirk",
        together(instead(agenda, dirks_lanes=last_lane), instead(chance, dirks_lanes=last_lane)),
    ),
)
ALL = (*ALHAMBRA, *VIZIERS, *EXCHANGES, *BONUSES, *HUT_MUTANTS, *COMBINED_MUTANTS)
