"""Draw random questions, and shrink questions to simpler ones.

From a seed and a number, ``random_questions`` draws questions evenly from the strata in the other ``random_…`` modules.
``shrink`` and ``shrink_cities`` find a smaller question that still shows a mistake.
"""

from granada.fuzzing.random_questions import RandomQuestions, Scope
from granada.fuzzing.shrink import shrunk
