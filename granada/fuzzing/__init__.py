"""Random questions, and the shrinking of questions.

``random_questions`` draws questions evenly over the strata of the other ``random_…`` modules, by a seed and a number.
``shrink`` and ``shrink_cities`` find a smaller question that still shows a mistake.
"""

from granada.fuzzing.random_questions import RandomQuestions, Scope
from granada.fuzzing.shrink import shrunk
