"""A scoring taken apart: each moat and each building is asked by itself, so that the row that is wrong can be named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from granada.board import Cell, City, Face, Family, Layout
from granada.game import ALHAMBRA, HUTS, SIMPLIFIED, Border, Longest, Majority, plans
from granada.rulebook import Rule
from granada.suite.cases import answered
from granada.suite.questions.kinds import MoatQuestion, ScoreQuestion
from granada.suite.report import FAILED, PASSED, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game import Row, RowPlan
    from granada.suite.cases import Case
    from granada.suite.questions.question import Question
    from granada.suite.report import Result

    Ask = Callable[[Case], Result]


def parts_of(result: Result, ask: Ask) -> tuple[Part, ...]:
    """The rows of a scoring that went wrong, each with what the engine says of it; nothing for other questions."""
    asked, said = result.case.asked, result.answer
    if not isinstance(asked, ScoreQuestion) or result.status != FAILED:
        return ()
    if not isinstance(said, dict) or "error" in said or "points" not in said:
        return ()
    rows = zip(plans(asked.setup), asked.scored.rows, strict=True)
    return tuple(_row(asked, plan, row, lambda part: _answer(part, result.case.id, ask)) for plan, row in rows)


def _answer(asked: Question, where: str, ask: Ask) -> Result | None:
    """What an engine says to a part; None where there is no such question, or it does not answer it."""
    case = answered(asked, "part", "scoring")
    if case is None:
        return None
    kind = f"{asked.kind} {getattr(asked, 'family', None) or ''}".strip()
    result = ask(evolve(case, id=f"{where}/{kind}"))
    return result if result.status in (PASSED, FAILED) and isinstance(result.answer, dict) else None


def _row(asked: ScoreQuestion, plan: RowPlan, row: Row, ask: Callable[[Question], Result | None]) -> Part:
    """One row: what each seat, and Dirk, should get, and what the engine says."""
    match plan:
        case Longest(_, family):
            lengths = [len(city.longest(family)) for city in asked.cities]
            questions = [
                MoatQuestion(game=asked.game, city=city, family=_named(asked, family)) for city in asked.cities
            ]
            told = [ask(question) for question in questions]
            given = None if None in told else [each.answer.get("result") for each in told if each]
            return Part(
                row.name, str(Rule.LONGEST_WALL if family is Family.ALHAMBRA else Rule.LONGEST_MOAT), lengths, given
            )
        case Majority(building=building):
            seats: list[int | None] = [*range(len(asked.cities)), *([None] if asked.dirk is not None else [])]
            expected = [row.of(seat) for seat in seats]
            alone = _alone(asked, [face for face in _all_faces(asked) if face.building is building])
            told_all = alone and ask(alone)
            return Part(row.name, str(_of_row(asked, row)), expected, told_all and _points(told_all, asked))
        case Border():
            return Part(
                row.name, str(Rule.BORDER_SCORES_TWO), [row.of(seat) for seat in range(len(asked.cities))], None
            )


def _points(result: Result, asked: ScoreQuestion) -> list[object]:
    """The points that an engine gives to each seat, and to Dirk."""
    points = result.answer.get("points")
    told = list(points) if isinstance(points, list) else [points]
    return told if asked.dirk is None else [*told, result.answer.get("dirk")]


def _named(asked: ScoreQuestion, family: Family) -> Family | None:
    """The family of a moat, where a question must tell it."""
    return family if len(asked.game.lanes) > 1 else None


def _all_faces(asked: ScoreQuestion) -> Iterator[Face]:
    yield from (face for city in asked.cities for face in city.faces)
    yield from asked.dirk or ()


def _alone(asked: ScoreQuestion, faces: list[Face]) -> ScoreQuestion | None:
    """The same scoring on cities that consist of some tiles in a row, without moats; None where none can be laid."""
    if HUTS in asked.modules or any(face.family is not asked.game.start for face in faces):
        return None
    wanted = set(faces)
    rows = [[face for face in city.faces if face in wanted] for city in asked.cities]
    cities = tuple(_in_a_row(row, asked.game.start) for row in rows)
    dirk = None if asked.dirk is None else tuple(face for face in asked.dirk if face in wanted)
    shown = asked.shown and tuple(
        tuple(Face(face.building, face.price) for face in seat if face in wanted) for seat in asked.shown
    )
    return evolve(asked, cities=cities, dirk=dirk, shown=shown)


def _in_a_row(faces: list[Face], start: Family) -> City:
    """A street of tiles without moats or walls."""
    bare = (Face(face.building, face.price) for face in faces)
    return City.of(Layout(tuple((Cell(x, 0), face) for x, face in enumerate(bare, start=1)), (), start))


def _of_row(asked: ScoreQuestion, row: Row) -> Rule:
    """The rule that a wrong row of buildings is about."""
    counts = [standing.count for standing in row.standings]
    return rule_of_buildings(asked, tied=len(set(counts)) < len(counts))


def rule_of_buildings(asked: ScoreQuestion, *, tied: bool) -> Rule:
    """The rule that a wrong scoring of buildings is about, with a tie or without one."""
    simple, alhambra = asked.scoring == SIMPLIFIED, asked.game is ALHAMBRA
    if tied:
        plain = Rule.TIES_SHARE_THEIR_PLACES if alhambra else Rule.TIES_GO_TO_THE_HIGHEST_PRICE
        return Rule.SIMPLIFIED_TIES if simple else plain
    if asked.shown:
        return Rule.BONUS_COUNTS_ONE_MORE
    if HUTS in asked.modules:
        return Rule.HUT_COUNTS_ITS_NEIGHBOURS
    plain = Rule.ALHAMBRA_POINTS if alhambra else Rule.FIRST_SECOND_THIRD
    return Rule.SIMPLIFIED_POINTS if simple else plain
