"""Ask separately about each moat and each building in a scoring, and find the errors in the answers."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from attrs import evolve, frozen

from granada.board import PRICES, Building, Cell, City, Face, Family, Layout
from granada.causes.meanings import rules_meant
from granada.examining import FAILED, PASSED, Examiner, Result, RowAnswer
from granada.game import HUTS, Border, Longest, Majority, Row, RowPlan, Scoring, Standing, plans
from granada.questions import MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.spec import Case, answered, rules_of_row

LONG, SHORT = "moat too long", "moat too short"
"""The signs of a mismeasured moat or wall."""
UNASKED = "total unasked"
"""The sign for a scoring whose rows were not asked about."""
OWN_ONE, VALUE, PLACE, OTHER_PLACES = "row own-one", "row value", "row place granada", "row another place"
"""The signs of points for a seat without the building, of a wrong building value, of wrong points for a place, and of
points for too many or too few places."""
MEASURED = {str(rule) for rule in (Rule.LONGEST_MOAT, Rule.LONGEST_WALL, Rule.BORDER_SCORES_TWO)}
"""The rules for rows that count edges."""
BY_VALUE = {str(Rule.FIRST_SECOND_THIRD), str(Rule.TIES_GO_TO_THE_HIGHEST_PRICE)}
"""The rules for places that score a multiple of a building's value."""
Values = list[object]
"""The points for each seat and Dirk in a row, as far as an engine reports them."""


@frozen
class RowQuestions:
    """A row of a scoring: the expected points for each seat and Dirk, and the cases that reveal the actual points.

    - ``value``: A function that computes the actual points from the answers to all cases; None if there is no question.
    """

    name: str
    rule: Rule
    expected: list[int]
    cases: tuple[Case, ...] = ()
    value: Callable[[Values], Values] | None = None

    def answer(self, results: list[Result]) -> RowAnswer:
        """The engine's answer about the row, computed from its answers to the cases; None if one of them is missing."""
        answers = [each.answer for each in results if each.status in (PASSED, FAILED) and isinstance(each.answer, dict)]
        usable = len(answers) == len(results) and not any("error" in answer for answer in answers)
        values = self.value([each for result in results for each in _values(result)]) if self.value and usable else []
        complete = len(values) == len(self.expected)
        return RowAnswer(self.name, str(self.rule), self.expected, values if complete else None)


def _less(some: Iterable[object], others: Iterable[object]) -> Values:
    """The differences between corresponding numbers; None where a value is not a number."""
    return [each - other for each, other in zip(some, others, strict=False) if type(each) is type(other) is int]


def with_rows(examiner: Examiner, result: Result) -> Result:
    """A failure with each row of its scoring asked about alone, or only with the row without tiles if that is wrong."""
    answers = (row.answer([examiner.ask(case) for case in row.cases]) for row in rows_of(result))
    nobody = next(answers, None)
    return evolve(result, score_rows=(nobody,) if nobody.wrong else tuple(answers)) if nobody else result


def rows_of(result: Result) -> Iterator[RowQuestions]:
    """A row in which nobody has a tile, then the rows of a scoring that an engine got wrong; none if it is right."""
    question, answer = result.case.asked, result.answer
    if not isinstance(question, ScoreQuestion) or result.status != FAILED:
        return
    if not isinstance(answer, dict) or not ("error" in answer or "points" in answer):
        return
    points = answer.get("points")
    numbers = [n for n in points if type(n) is int] if isinstance(points, list) else []
    total = numbers if len(numbers) == len(question.cities) else []
    pairs = zip(plans(question.setup), scored(question).rows, strict=True)
    rows = [_row(question, plan, row, total, result.case.id) for plan, row in pairs if _counts(question, plan, row)]
    empty, nothing = _with_these_alone(question, set()), [0] * (len(question.cities) + (question.dirk is not None))
    yield RowQuestions("no tiles", Rule.OWN_ONE_TO_SCORE, nothing, _cases([empty], f"{result.case.id}/score"), list)
    if len(rows) == 1 and total:  # nothing else can be wrong
        everybody = [*total, answer.get("dirk")][: len(rows[0].expected)]
        rows = [evolve(rows[0], cases=(), value=lambda _: everybody)]
    yield from rows


def _counts(question: ScoreQuestion, plan: RowPlan, row: Row) -> bool:
    """Whether an engine could count anything in a row, correctly or not."""
    if question.modules or row.standings:
        return True
    return isinstance(plan, Longest) and any(face.edges for face in _all_faces(question))


def _row(question: ScoreQuestion, plan: RowPlan, row: Row, total: list[int], case: str) -> RowQuestions:
    """A row of a scoring, given the total points, with the cases that ask only about this row."""
    combined, huts = len(question.game.lanes) > 1, HUTS in question.modules
    everybody = (*range(len(question.cities)), *(() if question.dirk is None else (None,)))
    match plan:
        case Longest(_, family):
            lengths = [len(city.longest(family)) for city in question.cities]
            found = RowQuestions(row.name, _rule_of(question, row, set()), lengths)
            if total and not combined and not huts:  # the moats are the total minus the buildings
                bare = _cases([without_edges(question)], f"{case}/score")
                return evolve(found, cases=bare, value=partial(_less, total))
            named = family if combined else None
            moats = [MoatQuestion(game=question.game, city=city, family=named) for city in question.cities]
            return evolve(found, cases=_cases(moats, f"{case}/moat {named or ''}".strip()), value=list)
        case Majority(building=building):
            faces = {face for face in _all_faces(question) if face.building is building}
            found = RowQuestions(row.name, _rule_of(question, row, faces), [row.of(seat) for seat in everybody])
            if huts:
                return found
            if building.family is question.game.start:
                return evolve(found, cases=_cases([_with_these_alone(question, faces)], f"{case}/score"), value=list)
            founded = _founded(question, building)
            rest = _less((*scored(founded).points, scored(founded).dirk), found.expected)
            own = [bool(city.of_building(building)) for city in question.cities]

            def value(came: Values) -> Values:  # unknown where the border, one edge for each who has one, may be wrong
                gaps = _less(came, scored(founded).points)
                return [] if any(gaps == [gap * each for each in own] for gap in (-2, -1, 1, 2)) else _less(came, rest)

            return evolve(found, cases=_cases([founded], f"{case}/score"), value=value)
        case Border():
            return RowQuestions(row.name, Rule.BORDER_SCORES_TWO, [row.of(at) for at, _ in enumerate(question.cities)])


def _cases(questions: list[MoatQuestion] | list[ScoreQuestion], name: str) -> tuple[Case, ...]:
    """Make cases with a given name from questions and our answers; none if a question is invalid."""
    found = [case for each in questions if (case := answered(each, "part", "scoring"))]
    return tuple(evolve(case, id=name) for case in found) if len(found) == len(questions) else ()


def _values(result: Result) -> Values:
    """The length of a moat in an engine's answer, or the points for each seat and for Dirk."""
    question: Question = result.case.asked
    if isinstance(question, MoatQuestion):
        return [result.answer.get("result")]
    points = result.answer.get("points")
    listed = list(points) if isinstance(points, list) else [points]
    without_dirk = isinstance(question, ScoreQuestion) and question.dirk is None
    return listed if without_dirk else [*listed, result.answer.get("dirk")]


def _all_faces(question: ScoreQuestion) -> Iterator[Face]:
    yield from (face for city in question.cities for face in city.faces)
    yield from question.dirk or ()


def _founded(question: ScoreQuestion, building: Building) -> ScoreQuestion:
    """The same scoring on combined cities whose Granada tiles all show one building and lie in a row beyond a wall."""
    walled = [each for each in Building if each.family is Family.ALHAMBRA]
    cities = []
    for alhambra, city in zip(walled, question.cities, strict=False):
        prices = [face.price for face in city.of_building(building)]
        first = {Cell(1, 0): Face(alhambra, PRICES[0], "e")} if prices else {}
        rest = {Cell(x, 0): Face(building, price, "w" if x == 2 else "") for x, price in enumerate(prices, start=2)}
        founding = Cell(2, 0) if prices else None
        cities.append(City.of({**first, **rest}, start=question.game.start, founding=founding))
    dirk = question.dirk and tuple(face for face in question.dirk if face.building is building)
    shown = question.shown and ((),) * len(cities)  # bonus cards show the Alhambra's buildings
    return evolve(question, cities=tuple(cities), dirk=dirk, shown=shown)


def _with_these_alone(question: ScoreQuestion, faces: set[Face]) -> ScoreQuestion:
    """The same scoring on cities that consist of the given tiles in a row, without moats."""
    some = ([_bare(face) for face in city.faces if face in faces] for city in question.cities)
    streets = (tuple((Cell(x, 0), face) for x, face in enumerate(street, start=1)) for street in some)
    return evolve(
        question,
        cities=tuple(City.of(Layout(street, (), question.game.start)) for street in streets),
        dirk=None if question.dirk is None else tuple(face for face in question.dirk if face in faces),
        shown=question.shown and tuple(tuple(_bare(face) for face in seat if face in faces) for seat in question.shown),
    )


def without_edges(question: ScoreQuestion) -> ScoreQuestion:
    """The same scoring on the same cities without moats or walls."""
    bare = ({cell: _bare(face) for cell, face in city.layout.tiles} for city in question.cities)
    return evolve(question, cities=tuple(City.of(tiles, start=question.game.start) for tiles in bare))


def _bare(face: Face) -> Face:
    """A face without moats or walls."""
    return Face(face.building, face.price)


def _rule_of(question: ScoreQuestion, row: Row, faces: set[Face]) -> Rule:
    """The rule that a wrong row with the given faces is about."""
    if faces & {face for seat in question.shown or () for face in seat}:
        return Rule.BONUS_COUNTS_ONE_MORE
    if any(face.is_hut for face in faces):
        return Rule.HUT_COUNTS_ITS_NEIGHBOURS
    rules, for_ties = rules_of_row(question.scoring, row.name)
    counts = [standing.count for standing in row.standings]
    return (for_ties if for_ties and len({*counts}) < len(counts) else rules)[-1]


@frozen
class WrongRow:
    """A mistake in a row: its sign and its rule."""

    sign: str
    rule: str
    row: RowAnswer | None = None


@lru_cache(maxsize=1024)
def scored(question: ScoreQuestion) -> Scoring:
    """The scoring in a question, cached."""
    return question.scored


def wrong_rows(result: Result) -> Iterator[WrongRow]:
    """The mistakes in the rows of a scoring, the most significant first, or in the total if no row is wrong."""
    wrong = [row for row in result.score_rows if row.wrong]
    for row in wrong:
        telling = list(_telling(row, result))
        yield from (WrongRow(sign, str(rules_meant(sign)[0]), row) for sign in telling)
        if {OWN_ONE, VALUE, OTHER_PLACES} & {*telling}:
            continue  # this explains the row
        if row.rule in {str(Rule.LONGEST_MOAT), str(Rule.LONGEST_WALL)}:
            came = [number for number in row.answer or () if isinstance(number, int)]
            yield WrongRow(LONG if sum(came) > sum(row.expected) else SHORT, row.rule, row)
        else:
            yield WrongRow(_sign_of(row.rule), row.rule, row)
    unknown = [row for row in result.score_rows if row.answer is None and any(row.expected)]
    likely = [row for row in unknown if _sign_of(row.rule) not in {"row tie granada", PLACE}] or unknown
    if not wrong and len(likely) == 1:  # all others are right, perhaps except for the border
        yield WrongRow(_sign_of(likely[0].rule), likely[0].rule, likely[0])
    elif not wrong:
        yield WrongRow(f"total {result.why.partition(':')[0]}" if result.score_rows else UNASKED, "")


def _sign_of(rule: str) -> str:
    """The sign for a row and a rule; both scoring methods share a sign, but the two families do not."""
    signs = ("row tie alhambra", "row tie granada", "row place alhambra", PLACE)
    return next((sign for sign in signs if rule in map(str, rules_meant(sign))), f"row {rule}")


def _telling(row: RowAnswer, result: Result) -> Iterator[str]:
    """A sign that describes what is unusual about the actual points in a row."""
    pairs = _standings(row, result) if row.rule not in MEASURED else []
    if any(standing is None and came for standing, came in pairs):
        yield OWN_ONE
    if getattr(result.case.asked, "dirk", None) and row.answer and row.answer[:-1] == row.expected[:-1]:
        yield "row dirk"
    if row.rule in BY_VALUE and _in_its_place(row, result):
        yield VALUE
    given = [(bool(standing.points), bool(came)) for standing, came in pairs if standing]
    if row.rule == str(Rule.FIRST_SECOND_THIRD) and any(should != came for should, came in given):
        yield OTHER_PLACES


def _standings(row: RowAnswer, result: Result) -> list[tuple[Standing | None, object]]:
    """Each seat's and Dirk's standing in a row, with the actual points; empty if the row is unknown."""
    question = result.case.asked
    if not isinstance(question, ScoreQuestion) or row.answer is None:
        return []
    seats = [*range(len(question.cities)), None]
    rows = (each.standings for each in scored(question).rows if each.name == row.name)
    by_seat = {standing.seat: standing for standings in rows for standing in standings}
    return [(by_seat.get(seat), came) for seat, came in zip(seats, row.answer, strict=False)]


def _in_its_place(row: RowAnswer, result: Result) -> bool:
    """Whether all points would fit the places if the building had a different value."""
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
