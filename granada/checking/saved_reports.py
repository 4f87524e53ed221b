"""Read and compare the reports that ``granada check --json`` writes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from attrs import define, field, frozen

from granada.checking.report import Counted, Report
from granada.checking.reports import REPORT_FORMAT, as_data, named
from granada.errors import InvalidState
from granada.examining import FAILED, PASSED, STATUSES
from granada.questions import short
from granada.text import aligned, visible
from granada.wire import read_json

LONGEST_LINE = 4_000
"""The maximum length of a line about a whole report."""


@define
class SavedResult:
    """The result of one question; the class is not frozen, so that making thousands of results is three times as fast.

    - ``asks``: A hash of the question that does not depend on its id.
    - ``remark``: The note in the case.
    - ``rows``: The rows of a scoring, each with the expected and the actual points for each seat.
    """

    id: str
    chapter: str
    rule: str
    kind: str
    status: str
    why: str = ""
    asks: str = ""
    direction: str = ""
    remark: str = ""
    stratum: str = ""
    question: dict[str, object] = field(factory=dict)
    expected: dict[str, object] = field(factory=dict)
    answer: object = None
    rows: tuple[Mapping[str, object], ...] = ()

    @property
    def key(self) -> str:
        """The text that identifies the question across reports."""
        return self.asks or self.id

    @property
    def row(self) -> tuple[str, str]:
        """The chapter and the rule under which the result is counted."""
        return self.chapter, self.rule


@frozen
class SavedCause:
    """A cause of one or more failures, given by their ids, and an example."""

    example: SavedResult
    rule: str = ""
    sentence: str = ""
    failures: tuple[str, ...] = ()
    note: str = ""
    passes: str = ""
    toml: str = ""


@frozen
class SavedReport(Counted):
    """A whole report: the program, the results, and the causes of the failures."""

    name: str
    results: tuple[SavedResult, ...]
    headline: str = ""
    summary: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    nothing_checked: str = ""
    interrupted: bool = False
    causes: tuple[SavedCause, ...] = ()


def read_report(text: str) -> SavedReport:
    """Read a report from JSON text; raise InvalidState if it is invalid."""
    return report_from(read_json(text))


def saved(report: Report) -> SavedReport:
    """Convert a report to the form that saving and reading it would give, but without fingerprints."""
    return report_from(as_data(report, known=False))


def report_from(data: object) -> SavedReport:
    """Read a report from JSON data; raise InvalidState if it is invalid."""
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(results, list):
        raise InvalidState('this is not a report from granada check --json: it has no "results"')
    if data.get("format") != REPORT_FORMAT:
        raise InvalidState(f"the format must be {REPORT_FORMAT}, not {short(data.get('format'))}; check again")
    name = data.get("name", "engine")
    if not isinstance(name, str):
        raise InvalidState(f"the name of a program must be a text, not {short(name)}")
    read = tuple(_result(f"result {number}", each) for number, each in enumerate(results, start=1))
    texts = (data.get(key) for key in ("headline", "nothing_checked"))
    headline, nothing = (visible(each) if isinstance(each, str) else "" for each in texts)
    summary, skipped = (_lines(data.get(key)) for key in ("summary", "not_judged"))
    causes = data.get("causes")
    explained = tuple(_cause(number, each) for number, each in enumerate(causes, 1)) if isinstance(causes, list) else ()
    broken_off = data.get("interrupted") is True
    return SavedReport(visible(name), read, headline, summary, skipped, nothing, broken_off, explained)


def _lines(data: object) -> tuple[str, ...]:
    """The items in a list that are texts."""
    lines = data if isinstance(data, list) else []
    return tuple(visible(line, LONGEST_LINE) for line in lines if isinstance(line, str))


@lru_cache(maxsize=1024)
def _shown(text: str) -> str:
    """Make an untrusted text visible; cached, because chapters, rules and kinds repeat."""
    return visible(text)


_NEEDED = ("id", "chapter", "rule", "kind", "status")
_OPTIONAL = {
    **dict.fromkeys(("why", "asks", "direction", "remark", "stratum"), str),
    **dict.fromkeys(("question", "expected"), dict),
}
"""The optional parts of a result that are read unchanged, with their types."""
_OF_CAUSES = ("rule", "sentence", "note", "passes", "toml")


def _cause(number: int, data: object) -> SavedCause:
    """Read a cause; error messages mention its number."""
    if not isinstance(data, dict):
        raise InvalidState(f"cause {number} must be an object, not {short(data)}")
    texts = {key: data[key] for key in _OF_CAUSES if isinstance(data.get(key), str)}
    example = _result(f"the example of cause {number}", data.get("example"))
    return SavedCause(example, failures=_lines(data.get("failures")), **texts)


def _result(what: str, data: object) -> SavedResult:
    """Read a result; error messages mention its name."""
    if not isinstance(data, dict):
        raise InvalidState(f"{what} must be an object, not {short(data)}")
    if wrong := [key for key in _NEEDED if not isinstance(data.get(key), str)]:
        raise InvalidState(f"{what}: {wrong[0]} must be a text, not {short(data.get(wrong[0]))}")
    if data["status"] not in STATUSES:
        raise InvalidState(f"{what}: status must be one of {', '.join(STATUSES)}, not {short(data['status'])}")
    chapter, rule, kind, status = map(_shown, (data["chapter"], data["rule"], data["kind"], data["status"]))
    result = SavedResult(visible(data["id"]), chapter, rule, kind, status, answer=data.get("answer"))
    for key in data.keys() & _OPTIONAL.keys():
        if isinstance(data[key], _OPTIONAL[key]):
            setattr(result, key, data[key])
    if isinstance(rows := data.get("rows"), list):
        result.rows = tuple(row for row in rows if isinstance(row, dict))
    return result


# Comparing reports


def by_rule(reports: Sequence[SavedReport]) -> Iterator[tuple[str, str, list[Counter[str]]]]:
    """For every chapter and rule with an answer in any report, the number of results by status in each report."""
    tables = [report.by_rule for report in reports]
    for key in dict.fromkeys(key for table in tables for key in table):
        found = [table.get(key, Counter()) for table in tables]
        if any(map(_answers, found)):
            yield *key, found


def compared(reports: Sequence[SavedReport]) -> str:
    """A table that compares reports by rule: the numbers of correct answers, with a mark where the reports differ."""
    rows = [("chapter", "rule", *(f"{number}." for number in range(1, len(reports) + 1)), "")]
    for chapter, rule, counts in by_rule(reports):
        rows.append((chapter, rule, *map(outcome, counts), "<-" if differ(counts) else ""))
    names = [f"{number}. {report.name}: {report.totals}" for number, report in enumerate(reports, start=1)]
    lines = aligned(rows, left=2)
    return "\n".join([*lines, "", *names, *_changes(reports)])


def _changes(reports: Sequence[SavedReport]) -> Iterator[str]:
    """The answers that became correct or wrong from one report to the next, even if ids changed."""
    known = [{result.key: result for result in report.results} for report in reports]
    for number, (before, after) in enumerate(pairwise(known), start=1):
        for old, new, what in ((FAILED, PASSED, "right"), (PASSED, FAILED, "wrong")):
            now = [(key, each.id) for key, each in after.items() if each.status == new and key in before]
            if ids := [name for key, name in now if before[key].status == old]:
                yield f"{len(ids)} became {what} from report {number} to report {number + 1}: {named(ids)}"


def _answers(counts: Counter[str]) -> int:
    """The number of answered questions."""
    return counts[PASSED] + counts[FAILED]


def outcome(counts: Counter[str]) -> str:
    """The number of correct answers out of all answers; a dash if there are none."""
    return f"{counts[PASSED]}/{_answers(counts)}" if _answers(counts) else "-"


def differ(counts: Sequence[Counter[str]]) -> bool:
    """Whether the programs that answered have different numbers of failures."""
    return len({each[FAILED] for each in counts if _answers(each)}) > 1
