"""Wrong rows: what is wrong with the points that came for a single row of a scoring."""

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from granada.causes.meanings import rules_meant
from granada.examining import Result, RowAnswer
from granada.game import Majority, Scoring, Standing, plans
from granada.questions import ScoreQuestion
from granada.rulebook import Rule

LONG, SHORT = "moat too long", "moat too short"
"""The signs of a moat or wall that is mismeasured."""
OWN_ONE = "row own-one"
"""The sign of points for a seat that has no building."""
VALUE, PLACE, OTHER_PLACES = "row value", "row place granada", "row place granada, given or not"
"""The signs of points for a building of another value, of wrong points for a place, and of points for a place that is
worth nothing, or of none for one that is: no other value explains that."""
MEASURED = {str(rule) for rule in (Rule.LONGEST_MOAT, Rule.LONGEST_WALL, Rule.BORDER_SCORES_TWO)}
"""The rules about rows in which edges are counted."""
BY_VALUE = {str(Rule.FIRST_SECOND_THIRD), str(Rule.TIES_GO_TO_THE_HIGHEST_PRICE)}
"""The rules about places that are worth so many times the value of a building."""


@frozen
class WrongRow:
    """What can be wrong with a row: a sign, and the rule that it is about."""

    sign: str
    rule: str
    row: RowAnswer | None = None


@lru_cache(maxsize=1024)
def scored(question: ScoreQuestion) -> Scoring:
    """The scoring that a question asks for, which is looked at again and again."""
    return question.scored


def wrong_rows(result: Result) -> Iterator[WrongRow]:
    """What is wrong in the rows of a scoring, the most telling first; where no row is, the total."""
    wrong = [row for row in result.score_rows if row.wrong]
    for row in wrong:
        telling = list(_telling(row, result))
        yield from (WrongRow(sign, str(rules_meant(sign)[0]), row) for sign in telling)
        if {OWN_ONE, VALUE} & {*telling}:
            continue  # there is no more to it
        if row.rule in {str(Rule.LONGEST_MOAT), str(Rule.LONGEST_WALL)}:
            came = [number for number in row.answer or () if isinstance(number, int)]
            yield WrongRow(LONG if sum(came) > sum(row.expected) else SHORT, row.rule, row)
        elif row.rule == str(Rule.FIRST_SECOND_THIRD) and _has_another_place(row, result):
            yield WrongRow(OTHER_PLACES, row.rule, row)
        else:
            yield WrongRow(_sign_of(row.rule), row.rule, row)
    unknown = [row for row in result.score_rows if row.answer is None]
    alone = len(unknown) == 1 and any(unknown[0].expected)
    likely = [row for row in unknown if _makes_the_difference(row.expected, result, alone=alone)]
    ranked = [row for row in unknown if row.rule not in MEASURED]
    likely = likely or [row for row in ranked if _makes_the_difference(row.expected, result, alone=True)]
    if not wrong and likely:  # all others are right, or do not go with what is wrong
        yield from (WrongRow(_sign_of(row.rule), row.rule, row) for row in likely)
    elif not wrong:
        yield WrongRow(f"total {result.why.partition(':')[0]}", "")


def _sign_of(rule: str) -> str:
    """The sign of a row with a rule: the same in both ways of scoring, not for both families of buildings."""
    signs = ("row tie alhambra", "row tie granada", "row place alhambra", PLACE)
    return next((sign for sign in signs if rule in map(str, rules_meant(sign))), f"row {rule}")


def _telling(row: RowAnswer, result: Result) -> Iterator[str]:
    """What is special about the points that came for a row."""
    pairs = _standings(row, result) if row.rule not in MEASURED else []
    if any(standing is None and came for standing, came in pairs):
        yield OWN_ONE
    ahead = [(standing.count, came) for standing, came in pairs if standing and standing.place == 1]
    if ahead == [(1, 0)]:
        yield "row single"
    if getattr(result.case.asked, "dirk", None) and row.answer and row.answer[:-1] == row.expected[:-1]:
        yield "row dirk"
    if row.rule in BY_VALUE and _in_its_place(row, result):
        yield VALUE


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
