"""Checking another program: it is asked the cases of the suite and random questions, whatever it does.

``program`` runs it, ``checker`` asks it, ``reports`` tell what came of it. ``questionnaire`` draws random questions
from ``random_cities``, ``random_money`` and ``random_games``; ``fuzz`` asks them, ``shrink`` makes each disagreement
small, ``disagreements`` finds the rule that it is about. ``serve`` is the other end: this engine as such a program.
Equal seeds ask equal questions: who changes the order in which something is drawn changes them all.
"""
