"""Wrong rows: what is wrong with the points that came for a single row of a scoring."""

from collections.abc import Iterator
from functools import lru_cache

from granada.examining import Result, RowAnswer
from granada.game import Majority, Scoring, Standing, plans
from granada.questions import ScoreQuestion
from granada.rulebook import Rule

LONG, SHORT = "moat too long", "moat too short"
"""The signs of a moat or wall that is mismeasured."""
PLACES = f"row {Rule.FIRST_SECOND_THIRD} by places"
"""The sign of points for a place that is worth nothing, or of none for one that is; no other value explains it."""
MEASURED = {str(rule) for rule in (Rule.LONGEST_MOAT, Rule.LONGEST_WALL, Rule.BORDER_SCORES_TWO)}
"""The rules about rows in which edges are counted."""
BY_VALUE = {str(Rule.FIRST_SECOND_THIRD), str(Rule.TIES_GO_TO_THE_HIGHEST_PRICE)}
"""The rules about places that are worth so many times the value of a building."""


@lru_cache(maxsize=1024)
def scored(question: ScoreQuestion) -> Scoring:
    """The scoring that a question asks for, which is looked at again and again."""
    return question.scored


def signs_of_rows(result: Result) -> Iterator[str]:
    """The rows of a scoring that are wrong; where there is none, the total is, or Dirk's points."""
    wrong = [row for row in result.score_rows if row.wrong]
    for row in wrong:
        if row.rule in {str(Rule.LONGEST_MOAT), str(Rule.LONGEST_WALL)}:
            came = [number for number in row.answer or () if isinstance(number, int)]
            yield LONG if sum(came) > sum(row.expected) else SHORT
        elif row.expected[-1] and row.answer and row.answer[-1] == 0 and getattr(result.case.asked, "dirk", None):
            yield f"row {Rule.DIRK_SCORES_BUILDINGS_ONLY}"
        elif _has_none(row, result):
            yield f"row {Rule.OWN_ONE_TO_SCORE}"
        elif row.rule in BY_VALUE and _in_its_place(row, result):
            yield f"row {Rule.VALUE_OF_A_BUILDING}"
        elif row.rule == str(Rule.FIRST_SECOND_THIRD) and _has_another_place(row, result):
            yield PLACES
        else:
            yield f"row {row.rule}"
    unknown = [row for row in result.score_rows if row.answer is None]
    alone = len(unknown) == 1 and any(unknown[0].expected)
    likely = [row.rule for row in unknown if _makes_the_difference(row.expected, result, alone=alone)]
    ranked = [row for row in unknown if row.rule not in MEASURED]
    likely = likely or [row.rule for row in ranked if _makes_the_difference(row.expected, result, alone=True)]
    if not wrong and likely:  # all others are right, or do not go with what is wrong
        yield from (f"row {rule}" for rule in likely)
    elif not wrong:
        yield f"total {result.why.partition(':')[0]}"


def _makes_the_difference(row: list[int], result: Result, *, alone: bool) -> bool:
    """Whether what every seat has too much or too little is in proportion to its points in a row.

    Nobody can lose more in a row than there is in it. Where no other row can be wrong, or none is in proportion, it is
    enough that those who have none get what they should.
    """
    expected, came = result.case.expect["points"], result.answer.get("points")
    if not isinstance(came, list) or len(came) != len(expected) or not all(isinstance(each, int) for each in came):
        return alone
    gaps = [number - right for number, right in zip(came, expected, strict=True)]
    pairs = list(zip(gaps, row, strict=False))
    if any(gap + points < 0 for gap, points in pairs):
        return False
    if alone and (min(gaps) >= 0 or max(gaps) <= 0):
        return not any(gap for gap, points in pairs if not points)
    first = next(((gap, points) for gap, points in pairs if gap), (0, 0))
    return bool(first[1]) and all(gap * first[1] == first[0] * points for gap, points in pairs)


def _standings(row: RowAnswer, result: Result) -> list[tuple[Standing | None, object]]:
    """What each seat, and Dirk, has in a row, with the points that came; nothing where the row is not known."""
    question = result.case.asked
    if not isinstance(question, ScoreQuestion) or row.answer is None:
        return []
    found = next(each for each in scored(question).rows if each.name == row.name)
    seats = [*range(len(question.cities)), None]
    by_seat = {standing.seat: standing for standing in found.standings}
    return [(by_seat.get(seat), came) for seat, came in zip(seats, row.answer, strict=False)]


def _has_another_place(row: RowAnswer, result: Result) -> bool:
    """Whether somebody who has a building got points that should have none, or none that should have some."""
    return any(
        standing is not None and bool(standing.points) != bool(came) for standing, came in _standings(row, result)
    )


def _has_none(row: RowAnswer, result: Result) -> bool:
    """Whether a seat that has none of a building got points for it, or nobody who has a single one did."""
    pairs = _standings(row, result)
    single = [came for standing, came in pairs if standing and standing.points and standing.count == 1]
    return any(standing is None and came for standing, came in pairs) or (bool(single) and not any(single))


def _in_its_place(row: RowAnswer, result: Result) -> bool:
    """Whether everybody got the points of their place, for a building of another value."""
    question = result.case.asked
    if not isinstance(question, ScoreQuestion):
        return False
    plan = next(each for each in plans(question.setup) if each.name == row.name)
    places = plan.places["ABC".index(question.round.value)] if isinstance(plan, Majority) else ()
    worth = dict(enumerate(places, start=1))
    pairs = [(worth.get(standing.place or 0, 0) if standing else 0, came) for standing, came in _standings(row, result)]
    values = {came // worth for worth, came in pairs if worth and isinstance(came, int) and came % worth == 0}
    tied = row.rule == str(Rule.TIES_GO_TO_THE_HIGHEST_PRICE)
    return 0 < len(values) <= (1 if tied else len(pairs)) and all(
        isinstance(came, int) and (came > 0 and came % worth == 0 if worth else came == 0) for worth, came in pairs
    )
