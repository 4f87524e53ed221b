"""Examining an engine: it gets the questions that it declared, and each answer becomes a result.

``examiner`` greets an engine and asks it, under the readings that it follows, also one that draws by itself;
``results`` grades answers. Here an engine is any callable; ``checking`` runs programs.
"""

from granada.examining.examiner import ONLY, Asked, Examiner, Fault, meet, modules_of, selected
from granada.examining.results import (
    ACCEPTED,
    ERROR,
    FAILED,
    FUZZ,
    PASSED,
    POSITIONS,
    PROTOCOL,
    REFUSED,
    SILENT,
    SKIPPED,
    STATUSES,
    UNREADABLE,
    WRONG,
    Result,
    RowAnswer,
    grade,
    protocol_failure,
)
