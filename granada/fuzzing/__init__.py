"""Draw random questions, and shrink questions to simpler ones.

``random_questions`` draws questions by seed and number, evenly over the strata in the other ``random_…`` modules.
``shrink`` and ``shrink_cities`` find a smaller question that still shows a mistake.
"""

from granada.fuzzing.random_questions import RandomQuestions, Scope
from granada.fuzzing.shrink import shrunk
