"""The suite: its cases, how an answer to one is graded, and the report on a whole engine."""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields, frozen

from granada.game.games import GAMES
from granada.game.modules import MODULES
from granada.rulebook import EDITIONS, FORMAT, Rulings, specs_folder
from granada.spec.chapters import Case, read_chapters, suite_data
from granada.spec.grading import differences, no_such, short
from granada.spec.questions import KINDS
from granada.spec.questions import answer as own_answer
from granada.wire import canonical_json, read_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from granada.spec.questions import Answer, Question

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
FUZZ, PROTOCOL = "fuzz/", "protocol"
"""How the ids of random questions begin, and the rule of whatever belongs to no rule of the game."""
LONGEST_KEPT = 20_000
"""An answer longer than this is not kept as it came."""
FLAWS = 10
"""So many unknown names are complained of, and no more."""
HELLO: Question = {"id": "hello", "kind": "hello", "format": FORMAT}


@cache
def cases() -> tuple[Case, ...]:
    """All cases of the suite that is shipped."""
    data = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return tuple(
        Case(c["id"], c["rule"], c["name"], c["kind"], c["given"], c["expect"], c.get("note", ""))
        for c in data["cases"]
    )


@cache
def chapter_of() -> dict[str, str]:
    """The chapter of each rule."""
    data = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return {rule["rule"]: rule["chapter"] for rule in data["rules"]}


def suite_text() -> str:
    """The suite as it must be written: a line for each rule and each case."""
    data = suite_data(read_chapters())
    rules = ",\n".join(canonical_json(rule) for rule in data["rules"])
    listed = ",\n".join(canonical_json(case) for case in data["cases"])
    return f'{{"format":{FORMAT},\n"rules":[\n{rules}\n],\n"cases":[\n{listed}\n]}}\n'


class Fault(Exception):  # noqa: N818  what went wrong is the engine's doing, not an error of ours
    """An engine did not answer at all: it hangs, has died, or says something else."""


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


def check(
    answer: Callable[[Question], Answer],
    *,
    only: Iterable[str] = (),
    rulings: Rulings | str | None = None,
    asked: Iterable[Case] | None = None,
    told: Callable[[Result], object] | None = None,
) -> Report:
    """Ask any Python callable the questions of the suite, and grade its answers.

    ``only`` names chapters, rules or cases; ``rulings`` asks all under another reading, or under those of an edition;
    ``asked`` replaces the cases of the suite; ``told`` is called with each result as it comes.
    """
    examiner = meet(answer, rulings)
    results = [protocol_failure(flaw) for flaw in examiner.flaws]
    for case in selected(cases() if asked is None else asked, only):
        results.append(examiner.ask(case))
        if told is not None:
            told(results[-1])
    return Report(tuple(results), examiner.name)


def protocol_failure(why: str, name: str = "hello") -> Result:
    """A failure that belongs to no case: the engine does not keep to the protocol."""
    return Result(Case(f"{PROTOCOL}/{name}", PROTOCOL, name, name, {}, {}), FAILED, None, why)


def selected(from_cases: Iterable[Case], only: Iterable[str]) -> list[Case]:
    """The cases of some chapters or rules, or with some ids."""
    names = set(only)
    return [case for case in from_cases if not names or {case.id, case.rule, chapter_of().get(case.rule, "")} & names]


@frozen
class Examiner:
    """Asks an engine what it says it can answer, under the readings that it follows, and grades what it answers."""

    answer: Callable[[Question], Answer]
    declared: dict[str, Any]
    """What the engine says of itself, as far as it makes sense."""
    rulings: Rulings | str | None = None
    flaws: tuple[str, ...] = ()
    """What makes no sense in what it says of itself."""

    @property
    def name(self) -> str:
        """What the engine calls itself, with its version."""
        said = [str(self.declared[key])[:40] for key in ("name", "version") if key in self.declared]
        return " ".join(said) or "engine"

    def readings(self, game: str) -> dict[str, Any] | None:
        """The readings under which the engine is asked about a game; None when it follows whatever a question says."""
        if isinstance(self.rulings, str):
            return Rulings.edition(self.rulings, game).chosen
        if self.rulings is not None:
            return self.rulings.chosen
        said = self.declared.get("rulings", {})
        return None if said == "any" else Rulings(**said).chosen

    def ask(self, case: Case) -> Result:
        """Ask a case, and grade the answer; it is skipped where the engine does not claim to know."""
        try:
            readings = {} if case.kind == "notation" else self.readings(table_of(case).get("game", "granada"))
        except ValueError as unknown:
            return Result(case, SKIPPED, None, str(unknown))
        under = under_readings(case, readings)
        reason = not_asked(under, self.declared, readings)
        if reason:
            return Result(under, SKIPPED, None, reason)
        try:
            return grade(under, _safely(self.answer, under.question))
        except Fault as fault:
            return Result(under, FAILED, None, str(fault))


def meet(answer: Callable[[Question], Answer], rulings: Rulings | str | None = None) -> Examiner:
    """Say hello to an engine."""
    if isinstance(rulings, str) and rulings not in {edition for edition, _ in EDITIONS}:
        known = ", ".join(sorted({edition for edition, _ in EDITIONS}))
        message = f"there is no edition {rulings!r}; there is {known}"
        raise ValueError(message)
    try:
        said = _safely(answer, HELLO)
    except Fault:
        said = None
    declared = said if isinstance(said, dict) and "error" not in said else {}
    sound, flaws = _understood(declared)
    return Examiner(answer, sound, rulings, tuple(flaws))


def _understood(declared: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What makes sense in what an engine says of itself, and complaints about the rest."""
    sound, flaws = dict(declared), []
    for key, known in (("kinds", KINDS), ("games", GAMES), ("modules", MODULES)):
        named = declared.get(key, [])
        if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
            flaws.append(f"{key}: expected a list of names, not {short(named)}")
            del sound[key]
        elif unknown := [name for name in named if name not in known]:
            flaws += [f"{key}: {no_such(key.removesuffix('s'), name, known, 1)}" for name in unknown[:FLAWS]]
            sound[key] = [name for name in named if name in known]
    if found := _ruling_flaws(declared.get("rulings", {})):
        flaws += [f"rulings: {flaw}" for flaw in found[:FLAWS]]
        del sound["rulings"]
    return sound, flaws


def _ruling_flaws(rulings: Any) -> list[str]:  # noqa: ANN401  an engine may say anything
    """What makes no sense in the readings that an engine says it follows."""
    if rulings == "any":
        return []
    expected = 'expected "any" or the readings that differ from the usual ones, such as {"several_cards_limit": 4}'
    if not isinstance(rulings, dict):
        return [f"{expected}, not {short(rulings)}"]
    known = [each.name for each in fields(Rulings)]
    if unknown := [str(name) for name in rulings if name not in known]:
        return [no_such("reading", name, known, 1) for name in unknown]
    try:
        Rulings(**rulings)
    except (TypeError, ValueError) as flaw:
        return [f"{expected}: {flaw}"]
    return []


def _safely(answer: Callable[[Question], Answer], question: Question) -> Any:  # noqa: ANN401  it may answer anything
    """What a callable answers; an exception is an answer as well."""
    try:
        return answer(json.loads(json.dumps(question)))
    except Fault:
        raise
    except Exception as flaw:  # noqa: BLE001  whatever an engine under test raises is a finding
        return {"error": f"{type(flaw).__name__}: {flaw}"}


def table_of(case: Case) -> dict[str, Any]:
    """What a case says of the table: the game, the modules, the readings."""
    if case.kind == "game":
        try:
            header = read_json(case.given["record"][0])
        except (ValueError, LookupError):
            return {}
        return header if isinstance(header, dict) else {}
    found: dict[str, Any] = case.given.get("state", case.given)
    return found


def under_readings(case: Case, readings: dict[str, Any] | None) -> Case:
    """A case that states no reading of its own, asked under others; the answer is worked out anew."""
    table = table_of(case)
    if not readings or table.get("rulings") or case.kind == "notation":
        return case
    if case.kind == "game":
        header = canonical_json({**table, "rulings": readings})
        given = {**case.given, "record": [header, *case.given["record"][1:]]}
    elif "state" in case.given:
        given = {**case.given, "state": {**table, "rulings": readings}}
    else:
        given = {**case.given, "rulings": readings}
    moved = evolve(case, given=given)
    return evolve(moved, expect=expected(moved))


def expected(case: Case) -> dict[str, Any]:
    """What this engine answers, in the form of an expectation."""
    said = own_answer(case.question)
    if case.kind == "notation" and "error" in said:
        return {"error": True}
    return {key: value for key, value in said.items() if key != "id"}


def modules_of(declared: dict[str, Any]) -> list[str] | None:
    """The modules that an engine knows; None for all, when it says nothing of what it plays."""
    found: list[str] | None = declared.get("modules", [] if "games" in declared else None)
    return found


def not_asked(case: Case, declared: dict[str, Any], readings: dict[str, Any] | None) -> str:
    """Why a case is not asked of an engine, by what it declares; empty when it is."""
    if "kinds" in declared and case.kind not in declared["kinds"]:
        return f"the engine does not answer {case.kind}"
    if case.kind == "notation":
        return ""
    table = table_of(case)
    game = table.get("game", "granada")
    if "games" in declared and game not in declared["games"]:
        return f"the engine does not play {game}"
    known = modules_of(declared)
    unknown = [] if known is None else [name for name in table.get("modules", ()) if name not in known]
    if unknown:
        return f"the engine does not know {', '.join(unknown)}"
    if readings is not None and table.get("rulings", {}) != readings:
        return "the engine follows another reading"
    return ""


def grade(case: Case, said: Any) -> Result:  # noqa: ANN401  an engine may answer anything
    """Grade an answer."""
    if not isinstance(said, dict):
        return Result(case, FAILED, kept(said), "the answer is no JSON object")
    if "skip" in said:
        return Result(case, SKIPPED, kept(said), str(said["skip"])[:200])
    if "error" in said and "error" not in case.expect:
        return Result(case, FAILED, kept(said), f"the engine reports an error: {str(said['error'])[:500]}")
    try:
        why = next(differences(case, said), "")
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as flaw:
        why = f"the answer cannot be read: {str(flaw)[:500]}"
    return Result(case, FAILED if why else PASSED, kept(said), why)


def kept(said: Any) -> Any:  # noqa: ANN401  an engine may answer anything
    """What is kept of an answer: all, unless it is so long that many like it would not fit."""
    try:
        text = json.dumps(said)
    except (TypeError, ValueError, RecursionError):
        return "something that is no JSON"
    return said if len(text) <= LONGEST_KEPT else f"{text[:LONGEST_KEPT]}…"


# The command


def add_arguments(parser: ArgumentParser) -> None:
    """What is done with the suite."""
    parser.epilog = (
        "Exit status: 0 when all is well, 1 when the suite is stale or this engine fails, 2 when it cannot be read."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write suite.json anew from the chapters")
    what.add_argument("--check", action="store_true", help="say whether it is fresh, and whether this engine passes")


def run(args: Namespace) -> int:
    """Write the suite, check it, or say what it holds."""
    path = specs_folder() / "suite.json"
    if args.write:
        text = suite_text()
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path}: {len(json.loads(text)['cases'])} cases\n")
        return 0
    if args.check:
        return _check_own(path)
    told = Counter(chapter_of()[case.rule] for case in cases())
    for chapter, number in told.items():
        rules = sum(each == chapter for each in chapter_of().values())
        sys.stdout.write(f"{chapter:<20}{rules:>4} rules{number:>5} cases\n")
    sys.stdout.write(f"{'together':<20}{len(chapter_of()):>4} rules{len(cases()):>5} cases\n")
    return 0


def _check_own(path: Path) -> int:
    fresh = path.read_text(encoding="utf-8") == suite_text()
    report = check(own_answer)
    for result in report.failed:
        sys.stdout.write(f"{result.case.id}: {result.why}\n")
    state = "fresh" if fresh else "stale; granada suite --write writes it anew"
    sys.stdout.write(f"{path} is {state}\n{report.totals}\n")
    return 0 if fresh and report.ok else 1
