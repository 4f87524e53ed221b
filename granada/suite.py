"""The suite: its cases, how an answer to one is graded, and the report on a whole engine."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from granada.actions import Action, Buy, Flip
from granada.chapters import Case, read_chapters, suite_data
from granada.money import Purse
from granada.notation import BadNotation
from granada.questions import answer as own_answer
from granada.rulebook import FORMAT, Rulings, specs_folder
from granada.rules import is_legal
from granada.wire import canonical_json, read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada.questions import Answer, Question

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
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


@frozen
class Result:
    """How an answer to a case was graded, and why."""

    case: Case
    status: str
    answer: Any = None
    why: str = ""


@frozen
class Report:
    """The results of a whole check."""

    results: tuple[Result, ...]
    name: str = "engine"
    findings: tuple[str, ...] = ()
    """What was wrong with the engine apart from its answers."""

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
        return not self.failed and not self.findings

    @property
    def by_rule(self) -> dict[tuple[str, str], Counter[str]]:
        """How often each status came up, by chapter and rule."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for result in self.results:
            rule = result.case.rule
            found.setdefault((chapter_of().get(rule, "fuzz"), rule), Counter())[result.status] += 1
        return found

    def __str__(self) -> str:
        """A table by chapter and rule, and the totals."""
        rows = [
            (chapter, rule, *(str(counts[status]) for status in (PASSED, FAILED, SKIPPED)))
            for (chapter, rule), counts in self.by_rule.items()
        ]
        lines = [("chapter", "rule", PASSED, FAILED, SKIPPED), *rows]
        widths = [max(len(line[column]) for line in lines) for column in range(5)]
        table = [
            "  ".join(
                [line[0].ljust(widths[0]), line[1].ljust(widths[1])]
                + [number.rjust(width) for number, width in zip(line[2:], widths[2:], strict=True)]
            )
            for line in lines
        ]
        totals = ", ".join(f"{self.count(status)} {status}" for status in (PASSED, FAILED, SKIPPED))
        return "\n".join([*table, *self.findings, totals])


def check(
    answer: Callable[[Question], Answer],
    *,
    only: Iterable[str] = (),
    rulings: Rulings | None = None,
    asked: Iterable[Case] | None = None,
) -> Report:
    """Ask any Python callable the questions of the suite, and grade its answers.

    ``only`` names chapters, rules or cases; ``rulings`` asks all under another reading;
    ``asked`` replaces the cases of the suite.
    """
    said = _safely(answer, HELLO)
    declared = said if isinstance(said, dict) else {}
    readings = chosen_readings(declared, rulings)
    wanted = selected(cases() if asked is None else asked, only)
    results = []
    for case in wanted:
        under = under_readings(case, readings)
        reason = not_asked(under, declared, readings)
        if reason:
            results.append(Result(under, SKIPPED, None, reason))
        else:
            results.append(grade(under, _safely(answer, under.question)))
    return Report(tuple(results), str(declared.get("name", "engine")))


def _safely(answer: Callable[[Question], Answer], question: Question) -> Any:  # noqa: ANN401  it may answer anything
    """What a callable answers; an exception is an answer as well."""
    try:
        return answer(json.loads(json.dumps(question)))
    except Exception as flaw:  # noqa: BLE001  whatever an engine under test raises is a finding
        return {"error": f"{type(flaw).__name__}: {flaw}"}


def selected(from_cases: Iterable[Case], only: Iterable[str]) -> list[Case]:
    """The cases of some chapters or rules, or with some ids."""
    names = set(only)
    return [case for case in from_cases if not names or {case.id, case.rule, chapter_of().get(case.rule, "")} & names]


def chosen_readings(declared: dict[str, Any], rulings: Rulings | None) -> dict[str, Any] | None:
    """The readings under which an engine is asked; None when it follows whatever a question says."""
    if rulings is not None:
        return rulings.chosen
    said = declared.get("rulings", {})
    if said == "any":
        return None
    try:
        return Rulings(**said).chosen
    except (TypeError, ValueError):
        return {}


def rulings_of(case: Case) -> dict[str, Any]:
    """The readings that a case is asked under."""
    where = case.given.get("state", case.given)
    found: dict[str, Any] = where.get("rulings", {})
    return found


def under_readings(case: Case, readings: dict[str, Any] | None) -> Case:
    """A case that states no reading of its own, asked under others; the answer is worked out anew."""
    if not readings or rulings_of(case) or case.kind in {"notation", "game"}:
        return case
    if "state" in case.given:
        given = {**case.given, "state": {**case.given["state"], "rulings": readings}}
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


def not_asked(case: Case, declared: dict[str, Any], readings: dict[str, Any] | None) -> str:
    """Why a case is not asked of an engine, by what it declares; empty when it is."""
    state = case.given.get("state", case.given)
    if "kinds" in declared and case.kind not in declared["kinds"]:
        return f"the engine does not answer {case.kind}"
    game = state.get("game", "granada")
    if "games" in declared and game not in declared["games"]:
        return f"the engine does not play {game}"
    modules = [name for name in state.get("modules", ()) if name not in declared.get("modules", state["modules"])]
    if modules:
        return f"the engine does not know {', '.join(modules)}"
    if readings is not None and rulings_of(case) != readings and case.kind not in {"notation", "game"}:
        return "the engine follows another reading"
    return ""


# Grading


def grade(case: Case, said: Any) -> Result:  # noqa: ANN401  an engine may answer anything
    """Grade an answer."""
    if not isinstance(said, dict):
        return Result(case, FAILED, said, "the answer is no JSON object")
    if "skip" in said:
        return Result(case, SKIPPED, said, str(said["skip"])[:200])
    if "error" in said and "error" not in case.expect:
        return Result(case, FAILED, said, f"the engine reports an error: {str(said['error'])[:200]}")
    try:
        why = next(_differences(case, said), "")
    except (ValueError, TypeError, KeyError, AttributeError) as flaw:
        why = f"the answer cannot be read: {flaw}"
    return Result(case, FAILED if why else PASSED, said, why)


def _differences(case: Case, said: Answer) -> Iterator[str]:
    expect = case.expect
    if "legal" in expect:
        yield from _legality_differences(expect, said)
    for key in ("exact", "points", "winners", "illegal", "unfinished"):
        if key in expect:
            yield from _unequal(key, expect[key], said.get(key))
    if "dirk" in expect:
        yield from _unequal("dirk", expect["dirk"], said.get("dirk"))
    if "result" in expect:
        yield from _unequal("result", expect["result"], said.get("result"))
    if "error" in expect and "error" not in said:
        yield f"expected an error, not {said.get('result')!r}"
    if "then" in expect:
        then = said.get("then")
        facts = then if isinstance(then, dict) else {}
        for name, value in expect["then"].items():
            yield from _unequal(name, _plain(name, value), _plain(name, facts.get(name)))
    if "draws" in expect:
        yield from _unequal("draws", _chances(expect["draws"]), _chances(said.get("draws")))
    if "actions" in expect:
        yield from _action_differences(case, said)


def _unequal(name: str, expected: object, found: object) -> Iterator[str]:
    if type(expected) is not type(found) or expected != found:
        yield f"{name}: expected {expected!r}, not {found!r}"


def _legality_differences(expect: dict[str, Any], said: Answer) -> Iterator[str]:
    legal, broken = said.get("legal"), said.get("broken")
    if legal is None and broken is None:
        yield "the answer says neither legal nor broken"
        return
    if broken is not None:
        if "broken" in expect and set(broken) != set(expect["broken"]):
            yield f"expected {_listed(expect['broken'])}, not {_listed(broken)}"
        if legal is None:
            legal = not broken
    if legal is not expect["legal"]:
        yield f"expected {'legal' if expect['legal'] else 'illegal'}"


def _listed(rules: Iterable[str]) -> str:
    return ", ".join(sorted(map(str, rules))) or "no rule broken"


_UNORDERED = {"reserves", "placing", "bought", "dirk", "bonus_hidden", "bonus_shown"}
_CARDS = {"display", "discard", "hands"}


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401  facts have various types
    """A fact in one form, whatever the order in which it was told."""
    if isinstance(value, list) and name in _UNORDERED:
        return (
            sorted((_plain(name, item) for item in value), key=str)
            if _flat(value)
            else [_plain(name, item) for item in value]
        )
    if name in _CARDS and isinstance(value, str):
        return str(Purse.parse(value))
    if name in _CARDS and isinstance(value, list):
        return [_plain(name, item) for item in value]
    return value


def _flat(values: list[Any]) -> bool:
    return not any(isinstance(value, list) for value in values)


def _chances(draws: Any) -> dict[str, Fraction] | None:  # noqa: ANN401  an engine may answer anything
    if not isinstance(draws, dict):
        return None
    return {str(what): Fraction(str(chance)) for what, chance in draws.items() if Fraction(str(chance))}


def _action_differences(case: Case, said: Answer) -> Iterator[str]:
    """The actions that are missing or wrong; payments with needless cards are ignored."""
    wanted = set(case.expect["actions"])
    texts = said.get("actions")
    if not isinstance(texts, list):
        yield "the answer has no list of actions"
        return
    found = set()
    for text in texts:
        try:
            found.add(str(Action.parse(text)))
        except BadNotation as flaw:
            yield f"{str(text)[:60]!r} is no action: {flaw}"
    if missing := sorted(wanted - found):
        yield f"missing: {', '.join(missing[:5])}"
    state = read_state(case.given["state"])
    extra = [text for text in sorted(found - wanted) if not _needless(state, Action.parse(text))]
    if extra:
        yield f"not legal: {', '.join(extra[:5])}"


def _needless(state: Any, action: Action) -> bool:  # noqa: ANN401  a State
    """Whether an action that is not listed is legal all the same, with cards that it does not need."""
    return isinstance(action, Buy | Flip) and is_legal(state, action)
