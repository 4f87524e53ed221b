"""Mutants of the Alhambra, and of the two games combined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from granada.board.building import Violation, violations
from granada.board.cells import START, Cell, beyond
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import Purse, Round
from granada.board.tiles import Building, Face, Family
from granada.game import agenda, scoring
from granada.game.games import COMBINED, Border
from granada.game.scoring import ROUNDS
from granada.game.state import Deck, Pile
from granada.rulebook import Rule
from granada.steps import Award, DirkDraws, RefillTiles
from tests.mutants.building_mutants import adding, everywhere, keeping
from tests.mutants.end_mutants import awarding, in_piles
from tests.mutants.mutant import Mutant, in_each, instead, together
from tests.mutants.scoring_mutants import majority, ranking, row
from tests.mutants.turn_mutants import drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from granada.game.games import Majority, RowPlan
    from granada.game.scoring import Row
    from granada.game.state import State, Yard
    from granada.rulebook import Rulings
    from tests.mutants.mutant import Patch


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


SHARES = "ties-share-their-places"
ALHAMBRA = (
    *(
        Mutant(bug, SHARES, sharing(share, following))
        for bug, share, following in (
            ("those who tie share the first of their places", lambda places, n, size: places[n] // size, int.__add__),
            (
                "the next place follows a tie",
                lambda places, n, size: sum(places[n : n + size]) // size,
                lambda n, _: n + 1,
            ),
            ("all who tie get their place in full", lambda places, n, _: places[n], int.__add__),
            ("shares are rounded up", lambda places, n, size: -(-sum(places[n : n + size]) // size), int.__add__),
        )
    ),
    *(
        Mutant(bug, rules, of_alhambra(change))
        for bug, rules, change in (
            (
                "prices break the ties of the Alhambra",
                f"{SHARES} alhambra-points",
                lambda plan: evolve(plan, ties_by_price=True),
            ),
            ("the Alhambra is scored by value", "alhambra-points", lambda plan: evolve(plan, by_value=True)),
            (
                "all buildings are worth as much as the pavilion",
                "alhambra-points",
                lambda plan: evolve(plan, places=((1,), (8, 1), (16, 8, 1))),
            ),
        )
    ),
    Mutant(
        "walls are scored before buildings",
        "buildings-before-walls",
        in_each(scoring, agenda, plans=lambda s: tuple(reversed(s.game.rows(s.scoring, s.rulings)))),
    ),
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


def barred(layout: Layout, _: Cell | None, border: Violation) -> bool:
    """Whether there is a wall or a moat where the cities touch."""
    one, other = border.cells
    side = next(s for s in range(4) if beyond(one, s) == other)
    return bool(layout.edges(one) >> side & 1 or layout.edges(other) >> (side + 2) % 4 & 1)


def families_round(layout: Layout, cells: Iterable[Cell]) -> set[Family]:
    """The families of the tiles beside some cells."""
    near = (beyond(cell, side) for cell in cells for side in range(4))
    return {layout.family(other) for other in near if other == START or other in layout.by_cell}


def dead_cells(layout: Layout, _: Cell | None) -> list[Violation]:
    """A cell that no tile could fill counts as a hole."""
    found = list(violations(layout))
    if found or layout.founding is None:
        return found
    taken = {START, *layout.by_cell}
    between = sorted({beyond(each, side) for each in taken for side in range(4)} - taken)
    dead = [cell for cell in between if len(families_round(layout, (cell,))) > 1 and not can_be_filled(layout, cell)]
    return [Violation(Rule.NO_HOLES, (cell,)) for cell in dead]


def can_be_filled(layout: Layout, cell: Cell) -> bool:
    faces = (Face(building, 13, edges) for building in (Building.ARENA, Building.TOWER) for edges in range(16))
    whole = ({**layout.by_cell, cell: face} for face in faces)
    return any(not violations(Layout.of(tiles, start=layout.start, founding=layout.founding)) for tiles in whole)


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

    return in_each(scoring, agenda, score_row=score_row)


def always_moving(after: State, _: State, step: RefillTiles, __: object) -> State:
    """Every tile moves the marker."""
    return after.then(evolve(step, moves_marker=True))


def half_empty(_: Rulings, yard: Yard, __: object) -> bool:
    """Half of a space is enough."""
    return not all(map(all, yard))


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
    Mutant(
        "both sides of the border may be bare", "wall-meets-moat", everywhere(keeping(Rule.WALL_MEETS_MOAT, barred))
    ),
    Mutant(
        "a wall or a moat is enough at the border",
        "wall-meets-moat",
        everywhere(keeping(Rule.WALL_MEETS_MOAT, lambda *args: not barred(*args))),
    ),
    Mutant("a cell that no tile could fill is a hole", "dead-cells-are-no-holes", everywhere(dead_cells)),
    Mutant("holes are looked for in each city by itself", "cities-stay-together", everywhere(apart)),
    Mutant("the cities may be parted", "cities-stay-together", everywhere(drifting)),
    Mutant(
        "there are no holes between the cities",
        "cities-stay-together",
        everywhere(keeping(Rule.NO_HOLES, lambda layout, _, flaw: len(families_round(layout, flaw.cells)) == 1)),
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
    Mutant("Dirk draws from Granada first", "combined-dirk", instead(agenda, dirks_lanes=last_lane)),
)
ALL = (*ALHAMBRA, *COMBINED_MUTANTS)
