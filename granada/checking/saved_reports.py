"""Reports that ``granada check --json`` has written, read again and compared with each other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from granada.board import InvalidState
from granada.rulebook import FORMAT
from granada.suite import FAILED, PASSED, SKIPPED, short
from granada.text import aligned, visible
from granada.wire import read_json

STATUSES = (PASSED, FAILED, SKIPPED)


@frozen
class SavedResult:
    """What came of one question.

    - ``rows``: The rows of a scoring: the points of each seat as expected, and as they came.
    """

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
    question: dict[str, object] = field(factory=dict)
    expected: dict[str, object] = field(factory=dict)
    answer: object = None
    rows: tuple[Mapping[str, object], ...] = ()


@frozen
class SavedReport:
    """A whole report: by which program, and what came of each question."""

    name: str
    results: tuple[SavedResult, ...]
    nothing_checked: str = ""
    interrupted: bool = False

    def count(self, status: str) -> int:
        """How many results have a status."""
        return sum(result.status == status for result in self.results)

    @property
    def totals(self) -> str:
        """How many passed, failed and were skipped."""
        return ", ".join(f"{self.count(status)} {status}" for status in STATUSES)

    @property
    def by_rule(self) -> dict[tuple[str, str], Counter[str]]:
        """How often each status came up, by chapter and rule; random questions by kind."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for result in self.results:
            key = (result.chapter, result.kind if result.chapter == "fuzz" else result.rule)
            found.setdefault(key, Counter())[result.status] += 1
        return found


def read_report(text: str) -> SavedReport:
    """A report from its JSON; an InvalidState says what is wrong with it."""
    return report_from(read_json(text))


def report_from(data: object) -> SavedReport:
    """A report from its data; an InvalidState says what is wrong with it."""
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(results, list):
        raise InvalidState(['this is no report of granada check --json: it has no "results"'])
    if data.get("format") != FORMAT:
        raise InvalidState([f"a report has the format {FORMAT}, not {short(data.get('format'))}"])
    name = data.get("name", "engine")
    if not isinstance(name, str):
        raise InvalidState([f"the name of a program is a text, not {short(name)}"])
    nothing = data.get("nothing_checked", "")
    read = tuple(_result(number, each) for number, each in enumerate(results, start=1))
    empty = visible(nothing) if isinstance(nothing, str) else ""
    return SavedReport(visible(name), read, empty, data.get("interrupted") is True)


_NEEDED = ("id", "chapter", "rule", "kind", "status")
_OPTIONAL = ("why", "like", "direction", "note", "toml", "stratum")


def _result(number: int, data: object) -> SavedResult:
    """One result; the number is for complaints."""
    if not isinstance(data, dict):
        raise InvalidState([f"result {number} is an object, not {short(data)}"])
    if wrong := [key for key in _NEEDED if not isinstance(data.get(key), str)]:
        raise InvalidState([f"result {number}: {wrong[0]} is a text, not {short(data.get(wrong[0]))}"])
    if data["status"] not in STATUSES:
        raise InvalidState([f"result {number}: status is {', '.join(STATUSES)}, not {short(data['status'])}"])
    fields: dict[str, Any] = {key: visible(data[key]) for key in _NEEDED}  # each has the type of its name
    fields |= {key: data[key] for key in _OPTIONAL if isinstance(data.get(key), str)}
    fields |= {key: data[key] for key in ("question", "expected") if isinstance(data.get(key), dict)}
    rows = data.get("rows")
    read = tuple(row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()
    return SavedResult(**fields, answer=data.get("answer"), rows=read)


# Comparing reports


def by_rule(reports: Sequence[SavedReport]) -> Iterator[tuple[str, str, list[Counter[str]]]]:
    """Each chapter and rule of which some report has an answer, with the statuses of each report."""
    counted = [report.by_rule for report in reports]
    for key in dict.fromkeys(key for counts in counted for key in counts):
        found = [counts.get(key, Counter()) for counts in counted]
        if any(map(_answers, found)):
            yield *key, found


def compared(reports: Sequence[SavedReport]) -> str:
    """A table of several reports, rule by rule: how many answers are right; where the reports differ it is marked."""
    rows = [("chapter", "rule", *(f"{number}." for number in range(1, len(reports) + 1)), "")]
    for chapter, rule, counts in by_rule(reports):
        rows.append((chapter, rule, *map(outcome, counts), "<-" if differ(counts) else ""))
    names = [f"{number}. {report.name}: {report.totals}" for number, report in enumerate(reports, start=1)]
    lines = aligned(rows, left=2)
    return "\n".join([*lines, "", *names])


def _answers(counts: Counter[str]) -> int:
    """How many questions were answered."""
    return counts[PASSED] + counts[FAILED]


def outcome(counts: Counter[str]) -> str:
    """How many answers are right, and how many there are; a dash where there is none."""
    return f"{counts[PASSED]}/{_answers(counts)}" if _answers(counts) else "-"


def differ(counts: Sequence[Counter[str]]) -> bool:
    """Whether of those programs that answered some fail more often than others."""
    return len({each[FAILED] for each in counts if _answers(each)}) > 1
