"""Explain the wrong answers of an engine by as few mistakes as possible.

``causes`` finds the mistakes; an ``inquiry`` counts the questions that are left. ``general_causes`` tests
``hypotheses`` that would explain many failures at once, such as ``misunderstandings`` of scorings. ``disagreements``
finds the signs of the other failures, ``score_rows`` finds those of scorings, and ``grouping`` groups failures by
their signs. ``meanings`` is the only table of rules and sentences for facts; ``facts`` finds facts about courses of
actions. ``courses`` follows a course to its first wrong action, ``neighbours`` finds the passing case most similar to a
failure, and ``sentences`` describes causes.
"""

from granada.causes.causes import causes_of
from granada.causes.inquiry import MADE_SMALLER, Cause
from granada.causes.meanings import rule_of_kind
from granada.causes.score_rows import without_edges
