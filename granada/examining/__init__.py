"""Examine an engine: ask it the kinds of question that it says it can answer, and turn each answer into a result.

``examiner`` greets an engine and asks it questions under the readings that it follows, even if it makes its own draws;
``results`` grades the answers. In this package, an engine is any callable; ``checking`` runs programs.
"""

from granada.examining.examiner import ONLY, Asked, Examiner, Fault, meet, modules_of, selected
from granada.examining.results import (
    ACCEPTED,
    ERROR,
    FAILED,
    FUZZ,
    GAVE_UP,
    PASSED,
    POSITIONS,
    PROTOCOL,
    REFUSED,
    SILENT,
    SKIPPED,
    STATUSES,
    UNREADABLE,
    UNUSABLE,
    WRONG,
    Result,
    RowAnswer,
    grade,
    protocol_failure,
)
