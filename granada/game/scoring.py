"""Scorings, with each seat's points in the rows for buildings, moats, walls and the border."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from attrs import frozen

from granada.board import Building, Cell, Round
from granada.errors import InvalidState, quoted
from granada.game.games import Border, Longest, Majority, RowPlan
from granada.game.state import Setup, State, a_state
from granada.notation import Pictured, drawn

ROUNDS = tuple(Round)


@frozen
class Standing:
    """A participant's standing in a row.

    - ``seat``: The seat, or None for Dirk.
    - ``count``: The number of buildings or edges.
    - ``points``: The points that the participant scores.
    - ``place``: The place in the ranking, counted from 1; None in rows that rank nobody.
    - ``price``: The highest price, if it broke a tie.
    - ``edges``: The edges of the longest moat or wall, each as a cell and a side.
    """

    seat: int | None
    count: int
    points: int
    place: int | None = None
    price: int | None = None
    edges: tuple[tuple[Cell, int], ...] = ()

    def __str__(self) -> str:
        """The count, the price that broke a tie (if any), and the points."""
        price = f" ({self.price})" if self.price else ""
        return f"{self.count}{price} → {self.points}"


@frozen
class Row:
    """One row of a scoring: a building, the moats or walls, or the border.

    - ``name``: The building, or moats, walls or border.
    - ``standings``: The participants with something to count, best first.
    - ``value``: The number of these buildings in all cities, if the points of a place depend on it.
    """

    name: str
    standings: tuple[Standing, ...]
    value: int | None = None

    def of(self, seat: int | None) -> int:
        """A seat's points, or Dirk's, in this row."""
        return sum(standing.points for standing in self.standings if standing.seat == seat)

    def standing(self, seat: int | None) -> str:
        """A seat's standing, or Dirk's: the count, the price that broke a tie, and the points."""
        return next((str(each) for each in self.standings if each.seat == seat), "-")


@frozen
class Scoring(Pictured):
    """The result of a scoring, row by row.

    - ``round``: A, B or C.
    - ``rows``: The rows, in the order of scoring.
    - ``points``: The points of each seat.
    - ``dirk``: Dirk's points.
    """

    round: Round
    rows: tuple[Row, ...]
    points: tuple[int, ...]
    dirk: int

    @classmethod
    def of(cls, which: Round, rows: Iterable[Row], players: int) -> Scoring:
        """Make a scoring from its rows, adding up the points."""
        all_rows = tuple(rows)
        points = tuple(sum(row.of(seat) for row in all_rows) for seat in range(players))
        return cls(which, all_rows, points, sum(row.of(None) for row in all_rows))

    @property
    def totals(self) -> dict[int | None, int]:
        """The points of each seat, and of Dirk (None) if he has tiles of some building."""
        ranks = any(standing.seat is None for row in self.rows for standing in row.standings)
        return {**dict(enumerate(self.points)), **({None: self.dirk} if ranks else {})}

    def __str__(self) -> str:
        """The rows as a table in text, followed by an explanation of its cells."""
        return drawn(self, width=None)


def plans(setup: Setup) -> tuple[RowPlan, ...]:
    """The rows of a game's scoring, in order."""
    return setup.game.rows(setup.scoring, setup.rulings)


def score(state: State, round: Round | str) -> Scoring:
    """Score the current cities."""
    a_state(state)
    if not isinstance(round, Round | str):
        raise TypeError(f"a scoring must be A, B or C, not {quoted(round)}")
    try:
        which = Round(round)
    except ValueError:
        raise InvalidState(f"a scoring must be A, B or C, not {quoted(round)}") from None
    return Scoring.of(which, (score_row(state, which, plan) for plan in plans(state.setup)), len(state.players))


def score_row(state: State, which: Round, plan: RowPlan) -> Row:
    """Score one row."""
    match plan:
        case Longest(name, family):
            runs = enumerate(player.city.longest(family) for player in state.players)
            return _by_count(name, [Standing(seat, len(run), len(run), edges=run) for seat, run in runs])
        case Border(name, each):
            borders = enumerate(player.city.border_length for player in state.players)
            return _by_count(name, [Standing(seat, number, number * each) for seat, number in borders])
        case Majority():
            return _majority(state, which, plan)


def _by_count(name: str, standings: list[Standing]) -> Row:
    """A row of the participants whose count is not zero, highest count first; ties are in seat order."""
    return Row(name, tuple(sorted((s for s in standings if s.count), key=lambda s: -s.count)))


def _majority(state: State, which: Round, plan: Majority) -> Row:
    """Rank all participants who have a building, and distribute the points of the places.

    In Granada a building exists once at each price, so the highest price always breaks a tie.
    Otherwise, tied participants share the points of the places that they hold together, rounded down.
    """
    counts = _counts(state, plan.building)
    numbers = [count for _, count, _ in counts]
    in_cities = state.rulings.value_in_cities
    value = sum(count for seat, count, _ in counts if seat is not None or not in_cities)  # Dirk (None) has no city
    value_of_each = value if plan.by_value else 1
    key = itemgetter(1, 2) if plan.ties_by_price else itemgetter(1)  # the number; in Granada, then the highest price
    counts.sort(key=key, reverse=True)
    places = plan.places[ROUNDS.index(which)]
    standings: list[Standing] = []
    for _, tied in groupby(counts, key):
        group, place = list(tied), len(standings)
        points = sum(places[place : place + len(group)]) * value_of_each // len(group)
        for seat, count, price in group:
            broke = price if plan.ties_by_price and numbers.count(count) > 1 else None
            standings.append(Standing(seat, count, points, place + 1, broke))
    return Row(plan.name, tuple(standings), value_of_each if plan.by_value else None)


def _counts(state: State, building: Building) -> list[tuple[int | None, int, int]]:
    """Each participant that has a building, as the seat (None for Dirk), the count and the highest price."""
    counts: list[tuple[int | None, int, int]] = []
    for seat, player in enumerate(state.players):
        prices = [face.price for face in player.city.of_building(building)]
        beyond = sum(module.counts(state, seat, building) for module in state.setup.modules)
        counts.append((seat, len(prices) + beyond, max(prices, default=0)))
    if state.dirk is not None:
        prices = [face.price for face in state.dirk.faces if face.building is building]
        counts.append((None, len(prices), max(prices, default=0)))
    return [each for each in counts if each[1]]
