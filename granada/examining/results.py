"""The result of a question: how an engine's answer was graded, and why."""

import json
from itertools import islice
from typing import Any

from attrs import frozen

from granada.questions import MOST_TOLD, Nothing, differences
from granada.spec import Case, chapter_of
from granada.text import shortened, visible

POSITIONS = ("legal", "apply", "draw", "game")
"""The kinds about whole positions, in which a mistake often follows from another."""
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
FUZZ, PROTOCOL = "fuzz/", "protocol"
"""How the ids of random questions begin, and the rule of what belongs to no rule of the game."""
ACCEPTED, REFUSED, WRONG = "accepts the illegal", "refuses the legal", "wrong answer"
ERROR, SILENT, UNREADABLE = "reports an error", "does not answer", "cannot be read"
"""The directions in which an engine can fail."""
MADE_SMALLER = "the case of this name was made smaller"
"""The note of an example to which its name need not fit any more."""
LONGEST_KEPT = 20_000
"""An answer longer than this is not kept as it came."""


@frozen
class RowAnswer:
    """The answer of an engine to a single row of a scoring.

    - ``rule``: The rule that a wrong answer is about.
    - ``answer``: None where it was not answered.
    """

    name: str
    rule: str
    expected: list[int]
    answer: list[object] | None

    @property
    def wrong(self) -> bool:
        """Whether it was answered, and wrongly."""
        return self.answer is not None and self.answer != self.expected


@frozen
class Result:
    """How an answer to a case was graded, and why.

    - ``toml``: The case ready to be pasted into a chapter, when it is none of the suite.
    - ``like``: The id of the failure that stands for all those with the same cause; empty for that one itself.
    - ``cause``: What seems to be wrong, in a sentence, for the failure that stands for others.
    - ``filed``: The rule that it turned out to be about.
    - ``note``: What else a reader should know.
    - ``made_from``: The case that was asked first, where a smaller one tells the same.
    - ``passes``: The case most like it that was answered rightly, and in what it differs.
    - ``score_rows``: The rows of a scoring that went wrong, each with the answer to it alone.
    """

    case: Case
    status: str
    answer: Any = None
    why: str = ""
    toml: str = ""
    like: str = ""
    cause: str = ""
    filed: str = ""
    note: str = ""
    made_from: Case | None = None
    passes: str = ""
    score_rows: tuple[RowAnswer, ...] = ()

    @property
    def rule(self) -> str:
        """The rule that it is about: that of the case, unless its cause or the rows of a scoring say otherwise.

        A row that was answered wrongly names it; or, where all others were right, the only one that was not answered.
        """
        if self.filed or not self.score_rows:
            return self.filed or self.case.rule
        wrong = [row.rule for row in self.score_rows if row.wrong]
        unknown = [row.rule for row in self.score_rows if row.answer is None]
        return wrong[0] if wrong else unknown[0] if len(unknown) == 1 else self.case.rule

    @property
    def direction(self) -> str:
        """In which way a failure is wrong."""
        answer, expect = self.answer if isinstance(self.answer, dict) else {}, self.case.expect
        if self.status != FAILED:
            return ""
        if self.answer is None:
            return SILENT
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

    @property
    def asked(self) -> bool:
        """Whether a question was asked at all; one that was not is skipped without an answer."""
        return self.case.rule != PROTOCOL and (self.status != SKIPPED or self.answer is not None)

    @property
    def row(self) -> tuple[str, str]:
        """The chapter and the rule under which it is reported."""
        if self.case.id.startswith(FUZZ):
            return FUZZ.rstrip("/"), self.case.kind
        rule = self.rule
        return chapter_of().get(rule, PROTOCOL), rule


def grade(case: Case, answer: object) -> Result:
    """Grade an answer, which may be anything."""
    if not isinstance(answer, dict):
        return Result(case, FAILED, kept(answer), "the answer is no JSON object")
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
    """What is kept of an answer: all, unless it is so long that many like it would not fit."""
    try:
        text = json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return "something that is no JSON"
    return answer if len(text) <= LONGEST_KEPT else shortened(text, LONGEST_KEPT)


def protocol_failure(why: str, name: str = "hello") -> Result:
    """A failure that belongs to no case: the engine does not keep to the protocol."""
    return Result(Case(f"{PROTOCOL}/{name}", PROTOCOL, name, Nothing(name), {}), FAILED, None, why)
