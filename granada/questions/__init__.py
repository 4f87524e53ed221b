"""Questions and answers of the protocol, as values: read once and then answered, compared, made smaller and written.

``question`` is what all kinds have in common, ``kinds`` and ``position_kinds`` what there is to ask and its answer. A
new kind is a class in one of the two; its fields are what it needs, and a test compares the schema with them.
``parts`` says how each part of a question is read and written, which facts may be asked of a state, and what is wrong
with what somebody wrote; ``positions`` how a state is written in few words, ``reading`` how a question comes out of a
text, JSON or a table written by hand, and ``answers`` what answers look like. ``protocol`` is our own answer to a
message, with notes on what cannot lie on a table, and says what an engine must know to answer; ``grading`` says in
what an answer differs from another.
"""

from granada.questions.answers import Written, as_expected, expected, read_answer, written_answer
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
from granada.questions.parts import FACTS, SEATS, complaining, no_such, short, summary, waiting
from granada.questions.position_kinds import ApplyQuestion, Course, DrawQuestion, GameQuestion, LegalQuestion
from granada.questions.positions import as_told, idle, read_position, written_position
from granada.questions.protocol import (
    HELLO,
    NOTATION,
    answer as answer,
    answer_with,
    faces_of,
    games_of,
    is_boxed,
    modules_needed,
    notes_on,
)
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
    read_toml,
    read_written,
    says_the_same,
    toml_text,
)
