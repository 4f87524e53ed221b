"""Random questions, and making questions small.

``random_questions`` draws questions evenly over the strata of the other ``random_…`` files, by a seed and a number.
``shrink`` makes a question small that still shows a mistake, with ``shrink_cities``.
"""

from granada.fuzzing.random_questions import RandomQuestions, Scope
from granada.fuzzing.shrink import shrunk
