"""Reports that were written as JSON, read again: by which program, and what came of each question."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from granada.board import InvalidState
from granada.rulebook import FORMAT
from granada.suite import FAILED, PASSED, SKIPPED, short
from granada.text import visible
from granada.wire import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STATUSES = (PASSED, FAILED, SKIPPED)


@frozen
class Line:
    """What came of one question."""

    id: str
    chapter: str
    rule: str
    kind: str
    status: str
    why: str = ""
    like: str = ""
    direction: str = ""
    note: str = ""
    toml: str = ""
    stratum: str = ""
    question: dict[str, Any] = field(factory=dict)
    expected: dict[str, Any] = field(factory=dict)
    answer: Any = None
    rows: tuple[dict[str, Any], ...] = ()


@frozen
class Told:
    """A whole report as it was written."""

    name: str
    lines: tuple[Line, ...]
    nothing_checked: str = ""
    interrupted: bool = False

    def count(self, status: str) -> int:
        """How many questions came to this."""
        return sum(line.status == status for line in self.lines)

    @property
    def totals(self) -> str:
        """How many passed, failed and were skipped."""
        return ", ".join(f"{self.count(status)} {status}" for status in STATUSES)

    @property
    def by_rule(self) -> dict[tuple[str, str], Counter[str]]:
        """How often each status came up, by chapter and rule; random questions by kind."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for line in self.lines:
            key = (line.chapter, line.kind if line.chapter == "fuzz" else line.rule)
            found.setdefault(key, Counter())[line.status] += 1
        return found


def read_report(text: str) -> Told:
    """A report from its JSON; an InvalidState says what is wrong with it."""
    return told(read_json(text))


def told(data: Any) -> Told:  # noqa: ANN401  whatever was written
    """A report from its data; an InvalidState says what is wrong with it."""
    if not isinstance(data, dict) or not isinstance(data.get("results"), list):
        raise InvalidState(['this is no report of granada check --json: it has no "results"'])
    if data.get("format") != FORMAT:
        raise InvalidState([f"a report has the format {FORMAT}, not {short(data.get('format'))}"])
    name = data.get("name", "engine")
    if not isinstance(name, str):
        raise InvalidState([f"the name of a program is a text, not {short(name)}"])
    nothing = data.get("nothing_checked", "")
    lines = tuple(_line(number, each) for number, each in enumerate(data["results"], start=1))
    empty = visible(nothing) if isinstance(nothing, str) else ""
    return Told(visible(name), lines, empty, data.get("interrupted") is True)


_TEXTS = ("id", "chapter", "rule", "kind", "status")
_MORE = ("why", "like", "direction", "note", "toml", "stratum")


def _line(number: int, data: Any) -> Line:  # noqa: ANN401  whatever was written
    if not isinstance(data, dict):
        raise InvalidState([f"result {number} is an object, not {short(data)}"])
    if wrong := [key for key in _TEXTS if not isinstance(data.get(key), str)]:
        raise InvalidState([f"result {number}: {wrong[0]} is a text, not {short(data.get(wrong[0]))}"])
    if data["status"] not in STATUSES:
        raise InvalidState([f"result {number}: status is {', '.join(STATUSES)}, not {short(data['status'])}"])
    named: dict[str, Any] = {key: visible(data[key]) for key in _TEXTS}
    more = {key: data[key] for key in _MORE if isinstance(data.get(key), str)}
    objects = {key: data[key] for key in ("question", "expected") if isinstance(data.get(key), dict)}
    rows = data.get("rows") if isinstance(data.get("rows"), list) else []
    kept = tuple(row for row in rows or () if isinstance(row, dict))
    return Line(**named, **more, **objects, answer=data.get("answer"), rows=kept)


def all_rules(reports: Sequence[Told]) -> list[tuple[str, str]]:
    """The chapters and rules of several reports, in their order."""
    return list(dict.fromkeys(key for report in reports for key in report.by_rule))


def compared(reports: Sequence[Told]) -> str:
    """A table of several reports, rule by rule: how many of those asked passed; where they differ it is marked."""
    rows = [("chapter", "rule", *(f"{number}." for number in range(1, len(reports) + 1)), "")]
    counted = [report.by_rule for report in reports]
    for key in all_rules(reports):
        counts = [each.get(key, Counter()) for each in counted]
        cells = list(map(outcome, counts))
        if set(cells) != {"-"}:
            rows.append((*key, *cells, "<-" if differ(counts) else ""))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    names = [f"{number}. {report.name}: {report.totals}" for number, report in enumerate(reports, start=1)]
    return "\n".join([*_aligned(rows, widths), "", *names])


def _aligned(rows: Sequence[tuple[str, ...]], widths: Sequence[int]) -> Iterator[str]:
    for row in rows:
        cells = [
            text.ljust(width) if at < 2 else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def outcome(counts: Counter[str]) -> str:
    """How many of those that were asked passed; a dash where nothing was asked."""
    asked = counts[PASSED] + counts[FAILED]
    return f"{counts[PASSED]}/{asked}" if asked else "-"


def differ(counts: Sequence[Counter[str]]) -> bool:
    """Whether of those programs that were asked some fail more often than others."""
    return len({each[FAILED] for each in counts if each[PASSED] + each[FAILED]}) > 1
