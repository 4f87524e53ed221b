"""An engine examined: it is asked what it says it can answer, and each answer becomes a result.

``examiner`` greets an engine and asks it, under the readings that it follows; ``own_draws`` asks those that draw by
themselves; ``results`` grades an answer. An engine is any callable here; programs are run by ``checking``.
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
