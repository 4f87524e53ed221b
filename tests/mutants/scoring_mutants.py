"""Mutants of the scoring of buildings, and of what surrounds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board.money import Round
from granada.board.tiles import Family
from granada.game import agenda, scoring
from granada.game.games import SIMPLIFIED, Longest, Majority
from granada.game.scoring import ROUNDS, Row, Standing
from tests.mutants.mutant import Mutant, in_each, instead

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.board.tiles import Building, Face
    from granada.game.games import RowPlan
    from granada.game.state import State
    from tests.mutants.mutant import Patch

    Count = tuple[int | None, int, int]
    """A seat, or None for Dirk, how many it has of a building, and the highest price."""

counts: Callable[..., list[Count]] = scoring._counts
row: Callable[..., Row] = scoring.score_row
majority = row
"""The row of a building."""


def counting(wrong: Callable[[State, Building], list[Count]]) -> Patch:
    """Count buildings in another way."""
    return instead(scoring, _counts=wrong)


def scored(kind: type, wrong: Callable[..., Row]) -> Patch:
    """Score some rows in another way."""

    def score_row(state: State, which: Round, plan: RowPlan) -> Row:
        return wrong(state, which, plan) if isinstance(plan, kind) else row(state, which, plan)

    return in_each(scoring, agenda, score_row=score_row)


def ranking(wrong: Callable[[State, Round, Majority], Row]) -> Patch:
    """Rank in another way."""
    return scored(Majority, wrong)


def ordered(key: Callable[[State, Building, Count], Any]) -> Patch:
    """Rank by another key, the least first, without ties."""

    def wrong(state: State, which: Round, plan: Majority) -> Row:
        found = sorted(counts(state, plan.building), key=lambda count: key(state, plan.building, count))
        value = (majority(state, which, plan).value or 0) if plan.by_value else 1
        places = (*plan.places[ROUNDS.index(which)], *([0] * len(found)))
        return Row(plan.name, tuple(Standing(s, n, value * p) for (s, n, _), p in zip(found, places, strict=False)))

    return ranking(wrong)


def breaking_ties(key: Callable[..., Any]) -> Patch:
    """Rank by number, and those who tie by another key."""
    return ordered(lambda state, building, count: (-count[1], key(state, building, *count)))


def faces_of(state: State, seat: int | None) -> tuple[Face, ...]:
    """The faces in a city, or with Dirk."""
    return (state.dirk.faces if state.dirk else ()) if seat is None else state.players[seat].city.faces


def dearest(state: State, seat: int | None) -> int:
    """The highest price in a city, or with Dirk."""
    return max(face.price for face in faces_of(state, seat))


def owned(state: State, seat: int | None, building: Building) -> list[int]:
    """The prices of a building in a city, or with Dirk."""
    return [face.price for face in faces_of(state, seat) if face.building is building]


def with_reserve(state: State, building: Building) -> list[Count]:
    """Tiles in a reserve count."""
    found = []
    for seat, player in enumerate(state.players):
        faces = (*player.city.faces, *player.reserve)
        prices = [face.price for face in faces if face.building is building]
        if prices:
            found.append((seat, len(prices), max(prices)))
    return [*found, *(count for count in counts(state, building) if count[0] is None)]


def reserve_breaks_ties(state: State, building: Building) -> list[Count]:
    """A dear tile in the reserve breaks a tie."""
    best = {count[0]: count[2] for count in with_reserve(state, building)}
    return [(seat, number, best[seat]) for seat, number, _ in counts(state, building)]


def without_dirk(state: State, building: Building) -> list[Count]:
    return [count for count in counts(state, building) if count[0] is not None]


def even_only(state: State, building: Building) -> list[Count]:
    """Even and odd faces of a building are different buildings."""
    kept = {seat: [p for p in owned(state, seat, building) if p % 2 == 0] for seat, _, _ in counts(state, building)}
    return [(seat, len(prices), max(prices)) for seat, prices in kept.items() if prices]


def with_the_yard(state: State, which: Round, plan: Majority) -> Row:
    """Tiles in the yard make a building dearer."""
    found = majority(state, which, plan)
    value = found.value or 0
    lying = sum(tile is not None and tile.up.building is plan.building for tile in state.slots.values())
    dearer = [evolve(s, points=s.points // value * (value + lying) if value else s.points) for s in found.standings]
    return evolve(found, standings=tuple(dearer))


def valued(value: Callable[[State, Majority, Standing], int]) -> Patch:
    """Give a building another value."""

    def wrong(state: State, which: Round, plan: Majority) -> Row:
        found = majority(state, which, plan)
        if not found.value:
            return found
        worth = found.value
        changed = [evolve(s, points=s.points // worth * value(state, plan, s)) for s in found.standings]
        return evolve(found, standings=tuple(changed))

    return ranking(wrong)


def of_round(**instead_of: str) -> Callable[[State, Round, Majority], Row]:
    """One round by the table of another."""
    return lambda state, which, plan: majority(state, Round(instead_of.get(which.value, which.value)), plan)


def simplified(wrong: Callable[[State, Round, Majority], Row]) -> Callable[[State, Round, Majority], Row]:
    """Rank in another way in the simplified scoring alone, which is Granada's."""

    def ranked(state: State, which: Round, plan: Majority) -> Row:
        simple = state.setup.scoring == SIMPLIFIED and plan.building.family is Family.GRANADA
        return (wrong if simple else majority)(state, which, plan)

    return ranked


def tied_share(state: State, which: Round, plan: Majority) -> Row:
    """Those who tie share their places, whatever their prices."""
    return majority(state, which, evolve(plan, ties_by_price=False))


def tied_get_all(state: State, which: Round, plan: Majority) -> Row:
    """All who tie get the points of the first of their places."""
    found = majority(state, which, plan)
    best = {s.count: max(t.points for t in found.standings if t.count == s.count) for s in found.standings}
    return evolve(found, standings=tuple(evolve(s, points=best[s.count]) for s in found.standings))


def loser_drops_out(state: State, which: Round, plan: Majority) -> Row:
    """Who loses a tie gets nothing, and the next number is second."""
    found = majority(state, which, plan)
    places = (*plan.places[ROUNDS.index(which)], *([0] * len(found.standings)))
    numbers = sorted({s.count for s in found.standings}, reverse=True)
    first = {n: next(s.seat for s in found.standings if s.count == n) for n in numbers}
    value = found.value or 1
    return evolve(
        found,
        standings=tuple(
            evolve(s, points=places[numbers.index(s.count)] * value if first[s.count] == s.seat else 0)
            for s in found.standings
        ),
    )


def places_without_buildings(state: State, which: Round, plan: Majority) -> Row:
    """Free places go to players who have none of a building."""
    found = majority(state, which, plan)
    owners = [s.seat for s in found.standings]
    idle = [seat for seat in range(len(state.players)) if seat not in owners]
    value = found.value or 1
    free = plan.places[ROUNDS.index(which)][len(owners) :] if owners else ()
    more = tuple(Standing(seat, 0, points * value) for seat, points in zip(idle, free, strict=False))
    return evolve(found, standings=(*found.standings, *more))


def two_to_score(state: State, building: Building) -> list[Count]:
    return [count for count in counts(state, building) if count[1] > 1]


def moats(wrong: Callable[[State, Round, Row], Row]) -> Patch:
    """Score the row of the moats in another way."""
    return scored(Longest, lambda state, which, plan: wrong(state, which, row(state, which, plan)))


def only_the_longest(_: State, __: Round, found: Row) -> Row:
    """Only the longest moat of all scores."""
    return evolve(found, standings=found.standings[:1])


def by_round(_: State, which: Round, found: Row) -> Row:
    """Moats score more in later rounds."""
    times = {Round.A: 1, Round.B: 2, Round.C: 3}[which]
    return evolve(found, standings=tuple(evolve(s, points=s.points * times) for s in found.standings))


def in_the_last_round(_: State, which: Round, found: Row) -> Row:
    """Moats score at the end only."""
    return found if which is Round.C else evolve(found, standings=())


TIES = "ties-go-to-the-highest-price"
WITH_DIRK = f"{TIES} dirk-scores-buildings-only"
ALL = (
    Mutant("ties are shared", TIES, ranking(tied_share)),
    Mutant("ties are shared in the simplified scoring", "simplified-ties", ranking(simplified(tied_share))),
    Mutant("all who tie get the first place", TIES, ranking(tied_get_all)),
    Mutant("who loses a tie gets nothing", TIES, ranking(loser_drops_out)),
    *(
        Mutant(bug, rules, breaking_ties(key))
        for bug, rules, key in (
            ("the sum of the prices breaks a tie", TIES, lambda s, building, seat, *_: -sum(owned(s, seat, building))),
            ("the lowest price breaks a tie", TIES, lambda *args: args[-1]),
            ("prices are compared as text", TIES, lambda *args: [-ord(digit) for digit in str(args[-1])]),
            ("the dearest tile of any building breaks a tie", TIES, lambda s, _, seat, *__: -dearest(s, seat)),
            ("the lower seat wins a tie", TIES, lambda _, __, seat, *___: 9 if seat is None else seat),
            ("Dirk wins every tie", WITH_DIRK, lambda _, __, seat, ___, price: (seat is not None, -price)),
            ("Dirk loses every tie", WITH_DIRK, lambda _, __, seat, ___, price: (seat is None, -price)),
        )
    ),
    Mutant("price comes before number", "price-only-breaks-ties", ordered(lambda _, __, c: (-c[2], -c[1]))),
    Mutant("tiles in the reserve count", "reserve-counts-nothing", counting(with_reserve)),
    Mutant("tiles in the reserve break ties", "reserve-counts-nothing", counting(reserve_breaks_ties)),
    Mutant("Dirk does not rank", "dirk-scores-buildings-only", counting(without_dirk)),
    Mutant(
        "Dirk does not count in the total",
        "value-of-a-building dirk-scores-buildings-only",
        valued(lambda state, plan, _: sum(count for _, count, _ in without_dirk(state, plan.building))),
    ),
    Mutant(
        "a building is worth what the player has of it",
        "value-of-a-building",
        valued(lambda _, __, standing: standing.count),
    ),
    Mutant("the yard makes a building dearer", "value-of-a-building", ranking(with_the_yard)),
    Mutant("odd faces do not count", "value-of-a-building own-one-to-score", counting(even_only)),
    Mutant(
        "a building is worth its prices",
        "value-of-a-building",
        valued(
            lambda state, plan, _: sum(sum(owned(state, s, plan.building)) for s, _, _ in counts(state, plan.building))
        ),
    ),
    Mutant("B is scored by the table of A", "first-second-third", ranking(of_round(B="A"))),
    Mutant("C is scored by the table of B", "first-second-third", ranking(of_round(C="B"))),
    Mutant("A is scored by the table of B", "first-second-third", ranking(of_round(A="B"))),
    Mutant("the simplified B is scored by the table of A", "simplified-points", ranking(simplified(of_round(B="A")))),
    Mutant("the simplified C is scored by the table of B", "simplified-points", ranking(simplified(of_round(C="B")))),
    Mutant(
        "the simplified scoring multiplies by the value",
        "simplified-points",
        ranking(simplified(lambda state, which, plan: majority(state, which, evolve(plan, by_value=True)))),
    ),
    Mutant("free places go to those without a building", "own-one-to-score", ranking(places_without_buildings)),
    Mutant("one building is not enough to score", "own-one-to-score", counting(two_to_score)),
    Mutant("only the longest moat of all scores", "longest-moat", moats(only_the_longest)),
    Mutant("moats score more in later rounds", "longest-moat simplified-moats", moats(by_round)),
    Mutant("moats score at the end only", "longest-moat simplified-moats", moats(in_the_last_round)),
)
