"""Causes: the wrong answers of an engine, explained by as few mistakes as possible.

``causes`` finds them, for an ``inquiry`` that counts the questions left. ``general_causes`` tests ``hypotheses``, which
would explain much at once, with ``misunderstandings`` of scorings. ``disagreements`` finds the signs of the other
failures, with ``score_rows`` for scorings, and ``grouping`` groups failures by their signs. ``meanings`` is the one
table with the rules and the sentence for each fact; ``facts`` has those about courses of actions. ``courses`` follows
such actions to the first wrong one, ``neighbours`` finds the passing case most similar to a failure, and ``sentences``
describes causes.
"""

from granada.causes.causes import causes_of
from granada.causes.inquiry import MADE_SMALLER, Cause
from granada.causes.meanings import rule_of_kind
from granada.causes.score_rows import without_edges
