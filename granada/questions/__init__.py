"""The protocol's questions and answers, as values that can be read, written, answered and compared.

``question`` contains the base classes; ``kinds`` and ``position_kinds`` contain the kinds of question and their
answers. To add a kind, write a class in ``kinds`` or ``position_kinds``; its fields are the members of the question,
and a test checks the schema. ``parts`` reads and writes each part of a question, lists the facts about a state, and
describes errors; ``positions`` reads states in short form, and ``reading`` reads questions from JSON or TOML and
guesses a missing kind or game. ``protocol`` answers messages, adds notes on impossible positions, and lists the
features that a question requires; ``grading`` reads, writes and compares answers.
"""

from granada.questions.grading import (
    MOST_TOLD,
    Written,
    as_expected,
    as_words,
    differences,
    expected,
    pays_needlessly,
    read_answer,
    written_answer,
)
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
from granada.questions.parts import FACTS, SEATS, UNCHANGED, complaining, no_such, short, summary, waiting
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
    about_its_cities,
    guessed,
    only_question,
    read_either,
    read_only,
    read_question,
    read_questions,
    read_written,
    says_the_same,
    toml_text,
)
