"""Compute the result of a scoring or the length of a moat as an engine with one misunderstanding would."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import Any

from attrs import evolve, frozen

from granada.board import START, City, Face, Family
from granada.causes.score_rows import scored
from granada.game import HUTS, Longest, Majority, Row, plans
from granada.questions import Answer, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule

Comes = Callable[[Question, Answer], Answer | None]
"""A function that returns the wrong answer to a question, given the correct one; None if it is unknown."""


def lengths(measure: Callable[[City, Family], int]) -> Comes:
    """The answers about moats and scorings that an engine would give if it measured moats differently."""

    def answer(question: Question, right: Answer) -> Answer | None:
        if isinstance(question, MoatQuestion):
            family = question.family or question.city.start
            return {"result": measure(question.city, family)}
        if not isinstance(question, ScoreQuestion):
            return None
        points = list(right["points"])
        for plan in plans(question.setup):
            if isinstance(plan, Longest):
                for seat, city in enumerate(question.cities):
                    points[seat] += measure(city, plan.family) - len(city.longest(plan.family))
        return {**right, "points": points}

    return answer


def _all_edges(city: City, family: Family) -> int:
    """The number of a family's edges that have a moat or wall."""
    return sum(face.edges.bit_count() for face in city.faces if face.family is family)


def _outer_edges(city: City, family: Family) -> int:
    """The number of a family's outer edges that have a moat or wall."""
    return sum(barred for loop in city.outline(family) for _, _, barred in loop)


def _with_start(city: City, family: Family) -> int:
    """The longest moat or wall if the start tile had one on every side."""
    loops = ([(barred or cell == START, 0) for cell, _, barred in loop] for loop in city.outline(family))
    return max(map(_longest, loops), default=0)


def _straight(city: City, family: Family) -> int:
    """The longest moat or wall if it ended at each corner."""
    return max((_longest([(barred, side) for _, side, barred in loop]) for loop in city.outline(family)), default=0)


def _longest(loop: list[tuple[bool, int]]) -> int:
    """The longest straight barred stretch in a loop."""
    longest = run = before = 0
    for barred, way in [*loop, *loop]:
        run = (run + 1 if run and way == before else 1) if barred else 0
        before = way
        longest = max(longest, min(run, len(loop)))
    return longest


Points = dict[int | None, int]
"""The points for each seat in a row; None stands for Dirk."""


@frozen
class Ranking:
    """The data needed to rank the seats in one row of a scoring.

    - ``worth``: The points for each place in this round.
    - ``held``: A mapping from each seat with the row's building to the number of its tiles and their highest price.
    - ``by_price``: Whether the highest price breaks a tie.
    - ``without``: The seats without the row's building.
    - ``rounds``: The points for each place in each round; ``round`` is the current round.
    """

    worth: tuple[int, ...]
    held: dict[int | None, tuple[int, int]]
    by_price: bool
    without: tuple[int, ...]
    rounds: dict[str, tuple[int, ...]]
    round: str


Share = Callable[[tuple[int, ...], int, int, int], int]
"""A function that returns a tied seat's points, given the points for each place, the number of seats ahead, the number
of different counts ahead, and the number of tied seats."""
Key = Callable[[int, int], object]
"""A sort key for seats, given their number of buildings and their highest price."""


def _worth(worth: tuple[int, ...], place: int) -> int:
    return worth[place] if place < len(worth) else 0


def _shared(worth: tuple[int, ...], ahead: int, _: int, tied: int) -> int:
    """The points for each tied seat, if the points for their places are divided equally among them."""
    return sum(worth[ahead : ahead + tied]) // tied


def _ranked(ranking: Ranking, share: Share = _shared, key: Key | None = None) -> Points:
    """The points for all seats with a building."""
    level: Key = key or ((lambda count, price: (count, price)) if ranking.by_price else (lambda count, _: count))
    keys: dict[int | None, Any] = {seat: level(*held) for seat, held in ranking.held.items()}
    points: Points = {}
    for seat, own in keys.items():
        ahead = [other for other in keys.values() if other > own]
        points[seat] = share(ranking.worth, len(ahead), len(set(ahead)), list(keys.values()).count(own))
    return points


def scored_by(misread: Callable[[Ranking], Points]) -> Comes:
    """The result of a scoring by an engine that ranks buildings differently."""

    def answer(question: Question, _: Answer) -> Answer | None:
        if not isinstance(question, ScoreQuestion) or HUTS in question.modules:
            return None
        found = scored(question)
        points: Points = {**dict(enumerate(found.points)), None: found.dirk}
        for row, ranking in _rankings(question):
            other = misread(ranking)
            points = {seat: number + other.get(seat, 0) - row.of(seat) for seat, number in points.items()}
        dirk = points.pop(None)
        listed = {"points": list(points.values())}
        return listed if question.dirk is None else {**listed, "dirk": dirk}

    return answer


@lru_cache(maxsize=1024)
def _rankings(question: ScoreQuestion) -> tuple[tuple[Row, Ranking], ...]:
    """The rows for the buildings that a seat has, with the data for ranking; cached for all misunderstandings."""
    rows = zip(plans(question.setup), scored(question).rows, strict=True)
    known = ((plan, row) for plan, row in rows if isinstance(plan, Majority) and row.standings)
    return tuple((row, _ranking(question, plan, row)) for plan, row in known)


def _ranking(question: ScoreQuestion, plan: Majority, row: Row) -> Ranking:
    """The data for ranking the seats in a row."""
    value = (row.value or 0) if plan.by_value else 1
    rounds = {name: tuple(value * points for points in worth) for name, worth in zip("ABC", plan.places, strict=True)}
    faces: dict[int | None, Sequence[Face]] = {seat: city.faces for seat, city in enumerate(question.cities)}
    faces[None] = question.dirk or ()
    held: dict[int | None, tuple[int, int]] = {}
    for standing in row.standings:
        prices = (face.price for face in faces[standing.seat] if face.building is plan.building)
        held[standing.seat] = (standing.count, max(prices, default=0))
    without = tuple(seat for seat in range(len(question.cities)) if seat not in held)
    return Ranking(rounds[question.round.value], held, plan.ties_by_price, without, rounds, question.round.value)


def _in_round(some: str, other: str) -> Callable[[Ranking], Points]:
    """Score the given rounds as if they were another round."""
    return lambda ranking: _ranked(evolve(ranking, worth=ranking.rounds[other]) if ranking.round in some else ranking)


def _only(keep: Callable[[int | None, int], bool]) -> Callable[[Ranking], Points]:
    """Rank only certain seats, selected by the seat and its number of buildings."""
    return lambda rank: _ranked(evolve(rank, held={seat: own for seat, own in rank.held.items() if keep(seat, own[0])}))


def _first(places: int) -> Callable[[Ranking], Points]:
    """Give points only to the first places."""
    return lambda ranking: _ranked(evolve(ranking, worth=ranking.worth[:places]))


TIES: dict[str, Share] = {
    "tied players share their places, whatever their tiles cost": _shared,
    "every tied player gets the full points of the place": lambda worth, ahead, _, __: _worth(worth, ahead),
    "tied players share only the first of their places, not the next ones": lambda worth, ahead, _, tied: (
        _worth(worth, ahead) // tied
    ),
    "tied players share their places, but the points are rounded up": lambda worth, ahead, _, tied: (
        -(-sum(worth[ahead : ahead + tied]) // tied)
    ),
    "the player after a tie gets the place right after it": lambda worth, _, different, tied: (
        (sum(worth[different : different + tied]) // tied) if tied > 1 else _worth(worth, different)
    ),
    "tied players share their places, rounded to the nearest whole number": lambda worth, ahead, _, tied: (
        (2 * sum(worth[ahead : ahead + tied]) + tied) // (2 * tied)
    ),
    "tied players get no points": lambda worth, ahead, _, tied: _worth(worth, ahead) if tied == 1 else 0,
}
"""Ways to misunderstand how tied players share points."""
RANKINGS: dict[str, tuple[Rule, Callable[[Ranking], Points]]] = {
    **{
        name: (Rule.TIES_SHARE_THEIR_PLACES, partial(_ranked, share=share, key=lambda count, _: count))
        for name, share in TIES.items()
    },
    "the dearest tile is compared before the number of tiles": (
        Rule.PRICE_ONLY_BREAKS_TIES,
        partial(_ranked, key=lambda count, price: (price, count)),
    ),
    "a single building scores nothing": (Rule.OWN_ONE_TO_SCORE, _only(lambda _, count: count > 1)),
    "players without a building get a place after those with one": (
        Rule.OWN_ONE_TO_SCORE,
        lambda ranking: _ranked(evolve(ranking, held={**dict.fromkeys(ranking.without, (0, 0)), **ranking.held})),
    ),
    "Dirk is left out": (Rule.DIRK_SCORES_BUILDINGS_ONLY, _only(lambda seat, _: seat is not None)),
    "nobody but the first gets points for a building": (Rule.ALHAMBRA_POINTS, _first(1)),
    "the third place of a building gets no points": (Rule.ALHAMBRA_POINTS, _first(2)),
    **{
        f"round {one} is scored like round {other}": (Rule.ALHAMBRA_POINTS, _in_round(one, other))
        for one, other in permutations("ABC", 2)
    },
    "every round is scored like round A": (Rule.ALHAMBRA_POINTS, _in_round("ABC", "A")),
}
"""Ways to misunderstand how buildings are ranked."""
MEASURES: dict[str, tuple[Rule, Callable[[City, Family], int]]] = {
    "all moats and walls are counted, those inside too": (Rule.INNER_MOATS_COUNT_NOTHING, _all_edges),
    "all moats or walls on the outside are counted, not the longest stretch": (Rule.LONGEST_MOAT, _outer_edges),
    "the start tile is measured as if it had moats or walls": (Rule.START_TILE_HAS_NO_MOATS, _with_start),
    "a stretch ends at every corner": (Rule.LONGEST_MOAT, _straight),
}
"""Ways to mismeasure a moat or wall."""
