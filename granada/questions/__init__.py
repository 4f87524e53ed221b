"""Questions and answers of the protocol, as values: read once and then answered, compared, made smaller and written.

``question`` is what all kinds have in common, ``kinds`` and ``position_kinds`` what there is to ask and its answer. A
new kind is a class in one of the two; its fields are what it needs, and a test compares the schema with them.
``parts`` says how each part of a question is read and written, ``positions`` how a state is written in few words,
``reading`` how a question comes out of a text, JSON or a table written by hand, ``toml`` how that is written, and
``answers`` what answers look like. ``protocol`` is our own answer to a message, with ``notes`` on what cannot lie on a
table; ``grading`` says in what an answer differs from another, ``requirements`` what an engine must know to answer,
``facts`` what may be asked of a state, and ``complaints`` what is wrong with what somebody wrote.
"""

from granada.questions.answers import Written, as_expected, expected, read_answer, written_answer
from granada.questions.complaints import complaining, no_such, short
from granada.questions.facts import FACTS, summary, waiting
from granada.questions.grading import MOST_TOLD, as_words, differences, pays_needlessly
from granada.questions.kinds import (
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
from granada.questions.notes import NOTATION, faces_of, notes_on
from granada.questions.parts import SEATS
from granada.questions.position_kinds import ApplyQuestion, Course, DrawQuestion, GameQuestion, LegalQuestion
from granada.questions.positions import as_told, idle, read_position, written_position
from granada.questions.protocol import HELLO, answer_with
from granada.questions.protocol import answer as answer
from granada.questions.question import (
    USUAL,
    ActionQuestion,
    Answer,
    Nothing,
    Question,
    StateQuestion,
    TableQuestion,
    legality,
)
from granada.questions.reading import (
    ANSWERS,
    only_question,
    read_either,
    read_only,
    read_question,
    read_questions,
    read_written,
    says_the_same,
)
from granada.questions.requirements import games_of, is_boxed, modules_needed
from granada.questions.toml import read_toml, toml_text
