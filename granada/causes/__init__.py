"""Causes: what an engine answers wrongly, folded into as few mistakes as explain it.

``causes`` does it, for an ``inquiry`` that counts what may still be asked. ``general_causes`` tests ``hypotheses``,
which would explain much at once, with ``misunderstandings`` of scorings. ``disagreements`` has the signs of the others,
with ``score_rows`` and ``wrong_rows`` for scorings, by which ``grouping`` puts them together. ``meanings`` is the one
table of which rules a fact is about, and how it is told. ``courses`` follows actions to where they first go wrong,
``following`` tells what only follows from that, ``neighbours`` finds a case most like a failure that passes, and
``sentences`` says what seems to be wrong.
"""

from granada.causes.causes import causes_of
from granada.causes.inquiry import MADE_SMALLER, Cause
from granada.causes.meanings import rule_of_kind
from granada.causes.score_rows import without_edges
