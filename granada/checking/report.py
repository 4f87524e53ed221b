"""The report on an engine: its results, counted by chapter and rule."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from textwrap import fill
from typing import Any

from attrs import frozen

from granada.causes import Cause
from granada.examining import FAILED, FUZZ, PASSED, POSITIONS, PROTOCOL, SKIPPED, STATUSES, Result
from granada.pictures import LONGEST_LINE
from granada.questions import KINDS
from granada.spec import chapter_of
from granada.text import aligned


class Counted:
    """Results, counted by status."""

    __slots__ = ()
    results: tuple[Any, ...]

    def count(self, status: str) -> int:
        """The number of results with a given status."""
        return sum(result.status == status for result in self.results)

    @property
    def totals(self) -> str:
        """The numbers of passed, failed and skipped questions, as text."""
        return ", ".join(f"{self.count(status)} {status}" for status in STATUSES)

    @property
    def by_rule(self) -> dict[tuple[str, str], Counter[str]]:
        """A mapping from each chapter and rule to the number of results with each status."""
        found = _counted((result.row, result.status) for result in self.results)
        order = {rule: number for number, rule in enumerate(chapter_of(), start=1)}
        return dict(sorted(found.items(), key=lambda pair: order.get(pair[0][1], 0 if pair[0][0] == PROTOCOL else 999)))

    @property
    def strata(self) -> dict[tuple[str, str], Counter[str]]:
        """A mapping from the kind and stratum of random questions to the number of results with each status."""
        found = _counted(((each.kind, each.stratum), each.status) for each in self.results if each.stratum)
        order = {kind: number for number, kind in enumerate(KINDS)}
        return dict(sorted(found.items(), key=lambda pair: (order.get(pair[0][0], len(order)), pair[0][1])))


@frozen(slots=False)
class Report(Counted):
    """The results of a whole check, and the causes of its failures.

    - ``results``: The result of each case.
    - ``name``: The name of the engine.
    - ``dead``: The reason why no question could be asked, if the engine did not answer hello.
    - ``interrupted``: Whether the check was interrupted.
    - ``explained``: The causes that were found.
    """

    results: tuple[Result, ...]
    name: str = "engine"
    dead: str = ""
    interrupted: bool = False
    explained: tuple[Cause, ...] = ()

    @cached_property
    def failed(self) -> tuple[Result, ...]:
        """The failed results."""
        return tuple(result for result in self.results if result.status == FAILED)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of the failures, starting with the most frequent; causes about positions come last.

        The questions that were not asked, because the program had failed too often, come after all causes.
        """
        known = {name for cause in self.explained for name in cause.failures}
        alone = (
            Cause(result.row[1], result.why.partition("\n")[0], result, (result.id,))
            for result in self.failed
            if result.id not in known and not result.left_out
        )
        order = {result.id: number for number, result in enumerate(self.results)}
        found = sorted((*self.explained, *alone), key=lambda each: order[each.example.id])
        found.sort(key=lambda each: (each.example.kind in POSITIONS, -len(each.failures)))
        return (*found, *self._given_up)

    @property
    def left_out(self) -> tuple[Result, ...]:
        """The results of the questions that were not asked because the program had failed too often."""
        return tuple(result for result in self.failed if result.left_out)

    @property
    def _given_up(self) -> tuple[Cause, ...]:
        """The cause of all questions that were not asked because the program had failed too often."""
        if not self.left_out:
            return ()
        first, names = self.left_out[0], tuple(result.id for result in self.left_out)
        number = f"{len(names):,} {'question was' if len(names) == 1 else 'questions were'} not asked"
        why = first.why.partition("\n")[0]
        return (Cause(PROTOCOL, f"{why}; {number}", first, names),)

    @property
    def headline(self) -> str:
        """The numbers of questions and failures in one line, or why there are none."""
        if self.emptiness:
            return self.emptiness
        times = Counter((result.status, result.asked) for result in self.results)
        wrong, left_out = times[FAILED, True], len(self.left_out)
        flaws = times[FAILED, False] - left_out
        causes = len(self.causes) - flaws - bool(left_out)
        answers, undeclared, skipped = wrong + times[PASSED, True], times[SKIPPED, False], times[SKIPPED, True]
        found = f"{causes:,} {'cause' if causes == 1 else 'causes'} in {wrong:,} of {answers:,} answers"
        random = sum(each.id.startswith(FUZZ) and each.asked and each.status != SKIPPED for each in self.results)
        parts = [found if wrong else f"all {answers:,} answers are right"]
        if flaws:
            parts.append(f"the program violates the protocol {'once' if flaws == 1 else f'{flaws:,} times'}")
        if left_out:
            parts.append(f"the check gave up on the program and did not ask {left_out:,} questions")
        if random:
            parts.append(f"{answers - random:,} to cases of the suite, {random:,} to random questions")
        if undeclared:
            parts.append(
                f"{undeclared:,} cases ask about games, modules, kinds or readings that the program does not declare"
            )
        if skipped:
            parts.append(f"the program skipped {skipped:,} questions itself")
        return "; ".join(parts)

    @property
    def ok(self) -> bool:
        """Whether no question failed."""
        return not self.failed

    @property
    def asked(self) -> bool:
        """Whether any question was asked."""
        return any(result.asked for result in self.results)

    @property
    def emptiness(self) -> str:
        """A sentence that says why nothing was asked or graded; empty if something was."""
        if self.dead:
            return f"Nothing was checked: {self.dead}"
        if any(result.asked and result.status != SKIPPED for result in self.results):
            return ""
        what = "the engine skipped every question" if self.asked else "no question was asked"
        if self.interrupted:
            what = f"the check was interrupted; {what}"
        reasons = Counter(result.why for result in self.results if result.status == SKIPPED).most_common(3)
        why = "; ".join(f"{reason} ({number})" for reason, number in reasons)
        return f"Nothing was checked: {what}{why and f': {why}'}"

    @property
    def table(self) -> str:
        """A table with a line for each rule, by chapter; rules whose questions were all skipped share a line."""
        rows = [
            (chapter, rule, *(str(found[status]) for status in STATUSES))
            for chapter, rule, found in _together(self.by_rule)
        ]
        return "\n".join(aligned([("chapter", "rule", *STATUSES), *rows], left=2))

    @property
    def asked_at_random(self) -> str:
        """A table of the strata of random questions, with one paragraph per kind; empty if none were asked."""
        kinds: dict[str, list[tuple[str, Counter[str]]]] = {}
        for (kind, name), found in self.strata.items():
            kinds.setdefault(kind, []).append((name, found))
        lines = [
            fill(
                "; ".join(f"{name} {_in_all(found)}" for name, found in drawn),
                LONGEST_LINE,
                initial_indent=f"{kind:<9} {sum(found.total() for _, found in drawn):>4}  ",
                subsequent_indent=" " * 16,
            )
            for kind, drawn in kinds.items()
        ]
        return "\n".join(["random questions, by the situation that they test", *lines, ""]) if lines else ""

    def __str__(self) -> str:
        """The table, the random questions, and the totals."""
        return "\n".join([self.table, *filter(None, [self.asked_at_random, self.emptiness]), self.totals])


def _counted(pairs: Iterable[tuple[tuple[str, str], str]]) -> dict[tuple[str, str], Counter[str]]:
    """A mapping from pairs of names to the number of results with each status."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for name, status in pairs:
        found[name][status] += 1
    return found


def _in_all(counts: Counter[str]) -> str:
    """The number of answers, and how many of them are wrong."""
    return f"{counts.total()}{f' ({counts[FAILED]} failed)' if counts[FAILED] else ''}"


def _together(counted: dict[tuple[str, str], Counter[str]]) -> Iterator[tuple[str, str, Counter[str]]]:
    """The rows of a table; skipped rules share one row for each chapter, and skipped chapters share the last row."""
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
    """The name of a single rule, or the number of rules."""
    return next(iter(rules)) if len(rules) == 1 else f"{len(rules)} {which} rules".replace("  ", " ")
