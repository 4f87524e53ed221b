"""The result for a question: the grade of an engine's answer and the reason for it."""

import json
from itertools import islice
from typing import Any

from attrs import frozen

from granada.questions import MOST_TOLD, Nothing, differences
from granada.spec import Case, chapter_of
from granada.text import shortened, visible

POSITIONS = ("legal", "apply", "draw", "game")
"""The kinds of questions about whole positions, where one mistake often causes another."""
STATUSES = PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
FUZZ, PROTOCOL = "fuzz/", "protocol"
"""The id prefix of random questions, and the rule name for failures that belong to no rule of the game."""
ACCEPTED, REFUSED, WRONG = "accepts the illegal", "refuses the legal", "wrong answer"
ERROR, SILENT, UNREADABLE = "reports an error", "does not answer", "cannot be read"
UNUSABLE = frozenset({ERROR, SILENT, UNREADABLE})
"""The directions of failures in which the engine gives no usable answer."""
GAVE_UP = "the check gave up"
"""How the reason begins why a question was not asked, because the program failed too often before."""
PRINTED = ("it printed ", "it answered ")
"""How the reason begins why there is no answer, if the program printed something else."""
LONGEST_KEPT = 20_000
"""The maximum length of a stored answer."""
NO_JSON = "something that is not JSON"
"""The text that replaces an answer that cannot be written as JSON."""


@frozen
class RowAnswer:
    """An engine's answer about a single row of a scoring.

    - ``rule``: The rule that a wrong answer violates.
    - ``answer``: The engine's answer; None if there was no answer.
    """

    name: str
    rule: str
    expected: list[int]
    answer: list[object] | None

    @property
    def wrong(self) -> bool:
        """Whether there is a wrong answer."""
        return self.answer is not None and self.answer != self.expected


@frozen
class Result:
    """The grade of an answer to a case, and its reason.

    - ``score_rows``: The wrong rows of a scoring, each with the answer about that row alone.
    """

    case: Case
    status: str
    answer: Any = None
    why: str = ""
    score_rows: tuple[RowAnswer, ...] = ()

    @property
    def id(self) -> str:
        """The case's id."""
        return self.case.id

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.case.kind

    @property
    def stratum(self) -> str:
        """The stratum of a random question; empty for a case from the suite."""
        return self.case.stratum

    @property
    def direction(self) -> str:
        """The direction of a failure, such as accepting an illegal action."""
        answer, expect = self.answer if isinstance(self.answer, dict) else {}, self.case.expect
        if self.status != FAILED:
            return ""
        if self.answer is None:
            return UNREADABLE if self.why.startswith(PRINTED) else SILENT
        if "error" in answer and "error" not in expect:
            return ERROR
        if self.why.startswith("the answer "):
            return UNREADABLE
        if "legal" in expect:
            legal = answer.get("legal") if "legal" in answer else not answer.get("broken")
            return WRONG if legal is expect["legal"] else REFUSED if expect["legal"] else ACCEPTED
        if "actions" in expect:
            return ACCEPTED if self.why.startswith("not legal") else REFUSED
        return WRONG

    def said(self, name: str) -> object:
        """One part of the answer; None if that part or the whole answer is missing."""
        return self.answer.get(name) if isinstance(self.answer, dict) else None

    @property
    def known(self) -> bool:
        """Whether the result still contains its question."""
        return not isinstance(self.case.asked, Nothing)

    @property
    def left_out(self) -> bool:
        """Whether the question was not asked because the program had failed too often."""
        return self.case.rule != PROTOCOL and self.status == FAILED and self.why.startswith(GAVE_UP)

    @property
    def asked(self) -> bool:
        """Whether the question was asked; a skipped question has no answer."""
        return self.case.rule != PROTOCOL and not self.left_out and (self.status != SKIPPED or self.answer is not None)

    @property
    def row(self) -> tuple[str, str]:
        """The case's chapter and rule; a random question is counted by its kind."""
        if self.id.startswith(FUZZ):
            return FUZZ.rstrip("/"), self.kind
        return chapter_of().get(self.case.rule, PROTOCOL), self.case.rule


def grade(case: Case, answer: object) -> Result:
    """Grade an answer, which may be any value."""
    if not isinstance(answer, dict) or kept(answer) == NO_JSON:
        return Result(case, FAILED, kept(answer), "the answer is not a JSON object")
    if "skip" in answer:
        return Result(case, SKIPPED, kept(answer), visible(answer["skip"], 200))
    if "error" in answer and "error" not in case.expect:
        return Result(case, FAILED, kept(answer), f"the engine reports an error: {visible(answer['error'], 500)}")
    try:
        why = "\n".join(islice(differences(case.asked, case.expect, answer), MOST_TOLD))
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as flaw:
        why = f"the answer cannot be read: {visible(flaw, 500)}"
    return Result(case, FAILED if why else PASSED, kept(answer), why)


def kept(answer: object) -> object:
    """The answer to store; it is truncated if it is very long."""
    try:
        text = json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return NO_JSON
    return answer if len(text) <= LONGEST_KEPT else shortened(text, LONGEST_KEPT)


def protocol_failure(why: str, name: str = "hello") -> Result:
    """A failure that belongs to no case, because the engine violates the protocol."""
    return Result(Case(f"{PROTOCOL}/{name}", PROTOCOL, name, Nothing(name), {}), FAILED, None, why)
