"""Explain an engine's wrong answers by as few mistakes as possible.

``causes`` finds the mistakes; an ``inquiry`` counts the questions that are left. ``general_causes`` tests
``hypotheses`` that would explain many failures at once, such as ``misunderstandings`` of the scoring rules.
``score_rows`` finds the signs of failures in scorings, ``disagreements`` finds those of other failures, and
``grouping`` groups failures by their signs. ``meanings`` is the only table of the rules and sentences for facts;
``facts`` finds facts about courses, which are sequences of actions. ``courses`` follows a course to its first wrong
action, ``neighbours`` finds the passing case most similar to a failure, and ``sentences`` describes causes.
"""

from granada.causes.causes import causes_of
from granada.causes.inquiry import MADE_SMALLER, Cause
from granada.causes.meanings import rule_of_kind
from granada.causes.score_rows import without_edges
