"""The specification that runs: chapters and cases, questions as values, their answers, grading and judging.

``chapters`` reads the Markdown into rules and ``cases``, ``twins`` puts each into the words of the other games, and
``suite`` writes them to ``suite.json``, the questions to every engine, as far as it meets their ``requirements``.
A question is read once, by ``questions``, from a chapter, from JSON or from the wire, and is a value from then on:
``protocol`` is our own answer, ``examiner`` asks an engine, ``grading`` compares, ``score_rows`` finds the wrong row
of a scoring, ``report`` counts. ``judging`` answers a single question with its reasons: ``relevant_rules`` knows the
rules, ``verdict`` and ``answer_words`` say it in words, ``verdict_page`` takes them apart for a page, and
``question_pictures`` draws it. ``rule_search`` finds rules in plain words, by the index that ``search_index`` makes,
and ``rule_text`` prints them, ``refereeing`` replays recorded games.
"""

from granada.suite.cases import Case, answered
from granada.suite.chapters import ORDER
from granada.suite.complaints import no_such, short
from granada.suite.examiner import Asked, Examiner, Fault, meet, modules_of, selected
from granada.suite.grading import as_words, grade
from granada.suite.judging import judge, read_only, read_questions, says_the_same
from granada.suite.protocol import HELLO, answer_with
from granada.suite.protocol import answer as answer
from granada.suite.question_pictures import (
    Scene,
    city_scene,
    laid_out,
    on_a_sheet,
    pictures,
    pictures_of,
    scene,
    wrong_cells,
)
from granada.suite.questions.facts import FACTS, summary
from granada.suite.questions.kinds import (
    KINDS,
    AwardQuestion,
    BuyQuestion,
    CityQuestion,
    FlipQuestion,
    LayoutQuestion,
    MoatQuestion,
    NotationQuestion,
    PlaceQuestion,
    RemoveQuestion,
    ScoreQuestion,
    SwapQuestion,
    TakeQuestion,
)
from granada.suite.questions.parts import SEATS
from granada.suite.questions.position_kinds import ApplyQuestion, Course, DrawQuestion, GameQuestion, LegalQuestion
from granada.suite.questions.positions import as_told, idle, read_position, written_position
from granada.suite.questions.question import (
    USUAL,
    ActionQuestion,
    Answer,
    Nothing,
    Question,
    StateQuestion,
    TableQuestion,
)
from granada.suite.questions.reading import read_question
from granada.suite.refereeing import referee, referee_lines
from granada.suite.relevant_rules import READINGS, rules_for
from granada.suite.report import (
    ACCEPTED,
    ERROR,
    FAILED,
    FUZZ,
    PASSED,
    POSITIONS,
    PROTOCOL,
    REFUSED,
    SILENT,
    SKIPPED,
    UNREADABLE,
    WRONG,
    Report,
    Result,
    RowAnswer,
    protocol_failure,
)
from granada.suite.requirements import is_boxed
from granada.suite.rule_text import listed_rules, looked_up
from granada.suite.score_rows import rule_of_buildings
from granada.suite.search_index import index_text
from granada.suite.suite import (
    case_ids,
    case_named,
    cases,
    cases_of,
    chapter_of,
    readme_text,
    renamed,
    suite_text,
)
from granada.suite.toml import toml_text
from granada.suite.verdict import Verdict
from granada.suite.verdict_page import on_a_page
