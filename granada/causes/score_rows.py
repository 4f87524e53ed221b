"""The rows of a scoring: a question about each moat and each building alone, so that a wrong row can be named."""

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from granada.board import PRICES, Building, Cell, City, Face, Family, Layout
from granada.causes.wrong_rows import scored
from granada.errors import InvalidState
from granada.examining import FAILED, PASSED, Examiner, Result, RowAnswer
from granada.game import ALHAMBRA, HUTS, SIMPLIFIED, Border, Longest, Majority, Row, RowPlan, plans
from granada.questions import MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.spec import Case, answered


@frozen
class RowQuestions:
    """A row of a scoring: what each seat, and Dirk, should get in it, and the cases that are about it alone.

    - ``cases``: None where there is no such question.
    - ``total``: The points that came for all rows, where the cases are about all rows but this one, or there is none.
    - ``rest``: What everybody gets for other rows in the first case; the last one shows that those are right.
    """

    name: str
    rule: Rule
    expected: list[int]
    cases: tuple[Case, ...] = ()
    total: tuple[object, ...] = ()
    rest: tuple[int, ...] = ()

    def answer(self, results: list[Result]) -> RowAnswer:
        """The answer of an engine to the row, by its answers to the cases; None where it lacks one."""
        if self.total and not self.cases:
            return RowAnswer(self.name, str(self.rule), self.expected, list(self.total))
        usable = [each for each in results if each.status in (PASSED, FAILED) and isinstance(each.answer, dict)]
        values = [value for result in usable for value in _values(result)]
        complete = bool(results) and len(usable) == len(results) and not any("error" in r.answer for r in usable)
        if self.rest:
            complete = complete and results[-1].status == PASSED
            values = _less(values, self.rest)[: len(self.expected)]
        elif self.total:
            values = _less(self.total, values)[: len(self.expected)]
        if self.rest or self.total:
            complete = complete and len(values) == len(self.expected)
        return RowAnswer(self.name, str(self.rule), self.expected, values if complete else None)


def _less(some: Iterable[object], others: Iterable[object]) -> list[object]:
    """Numbers less others, as far as both are numbers."""
    pairs = zip(some, others, strict=False)
    found: list[object] = [each - other for each, other in pairs if isinstance(each, int) and isinstance(other, int)]
    return found


def with_rows(examiner: Examiner, result: Result) -> Result:
    """A failure with the rows of its scoring, each of which is asked alone; any other result as it is."""
    rows = tuple(row.answer([examiner.ask(case) for case in row.cases]) for row in rows_of(result))
    return evolve(result, score_rows=rows) if rows else result


def rows_of(result: Result) -> Iterator[RowQuestions]:
    """The rows of a scoring that an engine got wrong; none for other questions."""
    question, answer = result.case.asked, result.answer
    if not isinstance(question, ScoreQuestion) or result.status != FAILED:
        return
    if not isinstance(answer, dict) or not ("error" in answer or "points" in answer):
        return
    points = answer.get("points")
    total = tuple(n for n in points if type(n) is int) if isinstance(points, list) else ()
    whole = total if len(total) == len(question.cities) else ()
    rows = [pair for pair in zip(plans(question.setup), scored(question).rows, strict=True) if _counts(question, *pair)]
    found = [_row(question, plan, row) for plan, row in rows]
    if len(found) == 1 and whole:  # nothing else can be wrong
        dirk = () if len(found[0].expected) == len(whole) else (answer.get("dirk"),)
        yield evolve(found[0], total=(*whole, *dirk))
        return
    for (plan, _), each in zip(rows, found, strict=True):
        yield _asked(question, plan, each, result.case.id, whole)


def _counts(question: ScoreQuestion, plan: RowPlan, row: Row) -> bool:
    """Whether there is anything that could be counted in a row, rightly or wrongly."""
    if question.modules or row.standings:
        return True
    return isinstance(plan, Longest) and any(face.edges for face in _all_faces(question))


def _row(question: ScoreQuestion, plan: RowPlan, row: Row) -> RowQuestions:
    """A row of a scoring: its rule, and what everybody should get."""
    seats = range(len(question.cities))
    match plan:
        case Longest(_, family):
            rule = Rule.LONGEST_WALL if family is Family.ALHAMBRA else Rule.LONGEST_MOAT
            return RowQuestions(row.name, rule, [len(city.longest(family)) for city in question.cities])
        case Majority(building=building):
            counts = [standing.count for standing in row.standings]
            tied = len(set(counts)) < len(counts)
            rule = rule_of_buildings(question, _faces_of(question, building), tied=tied)
            ranked = (*seats, *(() if question.dirk is None else (None,)))
            return RowQuestions(row.name, rule, [row.of(seat) for seat in ranked])
        case Border():
            return RowQuestions(row.name, Rule.BORDER_SCORES_TWO, [row.of(seat) for seat in seats])


def _asked(
    question: ScoreQuestion, plan: RowPlan, row: RowQuestions, case: str, total: tuple[int, ...]
) -> RowQuestions:
    """A row with the cases that are about it alone, where so many points came in total."""
    combined, huts = len(question.game.lanes) > 1, HUTS in question.modules
    match plan:
        case Longest() if total and not combined and not huts:  # the moats are the total less the buildings
            return evolve(row, cases=_cases([without_edges(question)], f"{case}/score"), total=total)
        case Longest(_, family) if total and family is question.game.start and (part := _of_start_alone(question)):
            rest = tuple(all_ - wall for all_, wall in zip(scored(part).points, row.expected, strict=True))
            return evolve(row, cases=_cases([part, without_edges(part)], f"{case}/score"), rest=rest)
        case Longest(_, family):
            named = family if combined else None
            moats = [MoatQuestion(game=question.game, city=city, family=named) for city in question.cities]
            return evolve(row, cases=_cases(moats, f"{case}/moat {named or ''}".strip()))
        case Majority(building=building) if building.family is question.game.start and not huts:
            alone = _with_these_alone(question, _faces_of(question, building))
            return evolve(row, cases=_cases([alone], f"{case}/score"))
        case Majority(building=building) if not huts:
            founded = [_founded(question, building, apart=apart) for apart in (False, True)]
            found = scored(founded[0])
            totals = (*found.points, found.dirk)[: len(row.expected)]
            rest = tuple(all_ - own for all_, own in zip(totals, row.expected, strict=True))
            return evolve(row, cases=_cases(founded, f"{case}/score"), rest=rest)
    return row


def _faces_of(question: ScoreQuestion, building: Building) -> set[Face]:
    """The faces that show a building, of everybody and of Dirk."""
    return {face for face in _all_faces(question) if face.building is building}


def _cases(questions: list[MoatQuestion] | list[ScoreQuestion], name: str) -> tuple[Case, ...]:
    """Questions with our answers, under a name; none where one of them is no question at all."""
    found = [case for each in questions if (case := answered(each, "part", "scoring"))]
    return tuple(evolve(case, id=name) for case in found) if len(found) == len(questions) else ()


def _values(result: Result) -> list[object]:
    """The length of a moat that an engine gives, or the points of each seat, and of Dirk."""
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


def _of_start_alone(question: ScoreQuestion) -> ScoreQuestion | None:
    """The same scoring on combined cities without Granada; None where that leaves no legal city."""
    start = question.game.start
    tiles = ([(cell, face) for cell, face in city.layout.tiles if face.family is start] for city in question.cities)
    dirk = question.dirk and tuple(face for face in question.dirk if face.family is start)
    try:
        return evolve(question, cities=tuple(City.of(some, start=start) for some in tiles), dirk=dirk)
    except InvalidState:
        return None


def _founded(question: ScoreQuestion, building: Building, *, apart: bool) -> ScoreQuestion:
    """The same scoring on combined cities with no tiles of Granada but those of a building, in a row behind a wall.

    Where they are told ``apart``, each seat has as many of a building of its own, so that nobody ties.
    """
    walled = [each for each in Building if each.family is Family.ALHAMBRA]
    others = [each for each in Building if each.family is Family.GRANADA]
    cities = []
    for alhambra, granada, city in zip(walled, others, question.cities, strict=False):
        prices = [face.price for face in city.of_building(building)]
        first = {Cell(1, 0): Face(alhambra, PRICES[0], "e")} if prices else {}
        row = enumerate(prices, start=2)
        rest = {Cell(x, 0): Face(granada if apart else building, price, "w" if x == 2 else "") for x, price in row}
        founding = Cell(2, 0) if prices else None
        cities.append(City.of({**first, **rest}, start=question.game.start, founding=founding))
    dirk = question.dirk and tuple(face for face in question.dirk if face.building is building and not apart)
    shown = question.shown and ((),) * len(cities)  # bonus cards are of the Alhambra's buildings
    return evolve(question, cities=tuple(cities), dirk=dirk, shown=shown)


def _with_these_alone(question: ScoreQuestion, faces: set[Face]) -> ScoreQuestion:
    """The same scoring on cities that consist of some tiles in a row, without moats."""
    streets = ([face for face in city.faces if face in faces] for city in question.cities)
    return evolve(
        question,
        cities=tuple(_street(street, question.game.start) for street in streets),
        dirk=None if question.dirk is None else tuple(face for face in question.dirk if face in faces),
        shown=question.shown and tuple(tuple(_bare(face) for face in seat if face in faces) for seat in question.shown),
    )


def untied(result: Result) -> ScoreQuestion | None:
    """A wrong row with a tie by itself, in which one of those who tie has one tile more; None where there is none."""
    question = result.case.asked
    if not isinstance(question, ScoreQuestion) or HUTS in question.modules or question.shown:
        return None
    wrong = {row.name for row in result.score_rows if row.wrong}
    for plan in plans(question.setup):
        if isinstance(plan, Majority) and plan.name in wrong and plan.building.family is question.game.start:
            alone = _with_these_alone(question, _faces_of(question, plan.building))
            counts = [len(city.faces) for city in alone.cities]
            everybody = [*counts, len(alone.dirk or ())]
            tied = [seat for seat, number in enumerate(counts) if number and everybody.count(number) > 1]
            if tied:
                faces = [*alone.cities[tied[0]].faces, alone.cities[tied[0]].faces[0]]
                cities = list(alone.cities)
                cities[tied[0]] = _street(faces, question.game.start)
                return evolve(alone, cities=tuple(cities))
    return None


def without_edges(question: ScoreQuestion) -> ScoreQuestion:
    """The same scoring on the same cities without moats or walls."""
    bare = ({cell: _bare(face) for cell, face in city.layout.tiles} for city in question.cities)
    return evolve(question, cities=tuple(City.of(tiles, start=question.game.start) for tiles in bare))


def _bare(face: Face) -> Face:
    """A face without moats or walls."""
    return Face(face.building, face.price)


def _street(faces: list[Face], start: Family) -> City:
    """Tiles in a row, without moats or walls."""
    return City.of(Layout(tuple((Cell(x, 0), _bare(face)) for x, face in enumerate(faces, start=1)), (), start))


def rule_of_buildings(question: ScoreQuestion, faces: Iterable[Face], *, tied: bool) -> Rule:
    """The rule that a wrong scoring of buildings with these faces is about, with a tie or without one."""
    built = set(faces)
    simple = question.scoring == SIMPLIFIED
    alhambra = question.game is ALHAMBRA or any(face.family is Family.ALHAMBRA for face in built)
    if built & {face for seat in question.shown or () for face in seat}:
        return Rule.BONUS_COUNTS_ONE_MORE
    if any(face.is_hut for face in built):
        return Rule.HUT_COUNTS_ITS_NEIGHBOURS
    if tied:
        plain = Rule.TIES_SHARE_THEIR_PLACES if alhambra else Rule.TIES_GO_TO_THE_HIGHEST_PRICE
        return Rule.SIMPLIFIED_TIES if simple and not alhambra else plain
    plain = Rule.ALHAMBRA_POINTS if alhambra else Rule.FIRST_SECOND_THIRD
    return Rule.SIMPLIFIED_POINTS if simple and not alhambra else plain
