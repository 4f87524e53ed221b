"""The report on an engine: how each answer was graded, counted by chapter and rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.spec.cases import Case
from granada.spec.questions.question import Nothing
from granada.spec.suite import chapter_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
FUZZ, PROTOCOL = "fuzz/", "protocol"
"""How the ids of random questions begin, and the rule of whatever belongs to no rule of the game."""


@frozen
class Result:
    """How an answer to a case was graded, and why."""

    case: Case
    status: str
    answer: Any = None
    why: str = ""
    toml: str = ""
    """The case ready to be pasted into a chapter, when it is none of the suite."""
    like: str = ""
    """The id of an earlier failure that has the same cause, as far as it can be told."""

    @property
    def asked(self) -> bool:
        """Whether a question was asked at all; one that was not is skipped without an answer."""
        return self.case.rule != PROTOCOL and (self.status != SKIPPED or self.answer is not None)

    @property
    def row(self) -> tuple[str, str]:
        """The chapter and the rule under which it is reported."""
        if self.case.id.startswith(FUZZ):
            return FUZZ.rstrip("/"), self.case.kind
        return chapter_of().get(self.case.rule, PROTOCOL), self.case.rule


@frozen
class Report:
    """The results of a whole check."""

    results: tuple[Result, ...]
    name: str = "engine"

    def count(self, status: str) -> int:
        """How many results have a status."""
        return sum(result.status == status for result in self.results)

    @property
    def failed(self) -> tuple[Result, ...]:
        """The results that are wrong."""
        return tuple(result for result in self.results if result.status == FAILED)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failed

    @property
    def by_rule(self) -> dict[tuple[str, str], Counter[str]]:
        """How often each status came up, by chapter and rule."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for result in self.results:
            found.setdefault(result.row, Counter())[result.status] += 1
        return found

    @property
    def totals(self) -> str:
        """How many passed, failed and were skipped."""
        return ", ".join(f"{self.count(status)} {status}" for status in (PASSED, FAILED, SKIPPED))

    @property
    def asked(self) -> bool:
        """Whether a single question was asked."""
        return any(result.asked for result in self.results)

    @property
    def emptiness(self) -> str:
        """A plain word when nothing was asked or graded; empty otherwise."""
        if any(result.asked and result.status != SKIPPED for result in self.results):
            return ""
        told = "the engine skipped every question" if self.asked else "not a single question was asked"
        reasons = Counter(result.why for result in self.results if result.status == SKIPPED).most_common(3)
        why = "; ".join(f"{reason} ({number})" for reason, number in reasons)
        return f"Nothing was checked: {told}{why and f': {why}'}"

    @property
    def table(self) -> str:
        """A table by chapter and rule; rules that were only skipped share a line."""
        rows = [
            (chapter, rule, *(str(counts[status]) for status in (PASSED, FAILED, SKIPPED)))
            for chapter, rule, counts in _together(self.by_rule)
        ]
        lines = [("chapter", "rule", PASSED, FAILED, SKIPPED), *rows]
        widths = [max(len(line[column]) for line in lines) for column in range(5)]
        return "\n".join(
            "  ".join(
                [line[0].ljust(widths[0]), line[1].ljust(widths[1])]
                + [number.rjust(width) for number, width in zip(line[2:], widths[2:], strict=True)]
            )
            for line in lines
        )

    def __str__(self) -> str:
        """The table and the totals."""
        return "\n".join([self.table, *filter(None, [self.emptiness]), self.totals])


def _together(counted: dict[tuple[str, str], Counter[str]]) -> Iterator[tuple[str, str, Counter[str]]]:
    """The rows of a table: those that were only skipped in one for their chapter, whole chapters in a last one."""
    chapters: dict[str, dict[str, Counter[str]]] = {}
    for (chapter, rule), counts in counted.items():
        chapters.setdefault(chapter, {})[rule] = counts
    skipped: dict[str, dict[str, Counter[str]]] = {}
    for chapter, rules in chapters.items():
        idle = {rule: counts for rule, counts in rules.items() if set(+counts) <= {SKIPPED}}
        if len(idle) == len(rules):
            skipped[chapter] = rules
            continue
        yield from ((chapter, rule, counts) for rule, counts in rules.items() if rule not in idle)
        if idle:
            yield chapter, _other_rules(idle, "other"), sum(idle.values(), Counter())
    if skipped:
        title = next(iter(skipped)) if len(skipped) == 1 else f"{len(skipped)} chapters"
        idle = {rule: counts for rules in skipped.values() for rule, counts in rules.items()}
        yield title, _other_rules(idle), sum(idle.values(), Counter())


def _other_rules(rules: dict[str, Counter[str]], which: str = "") -> str:
    """The name of a rule, or how many there are."""
    return next(iter(rules)) if len(rules) == 1 else f"{len(rules)} {which} rules".replace("  ", " ")


def protocol_failure(why: str, name: str = "hello") -> Result:
    """A failure that belongs to no case: the engine does not keep to the protocol."""
    return Result(Case(f"{PROTOCOL}/{name}", PROTOCOL, name, Nothing(name), {}), FAILED, None, why)
