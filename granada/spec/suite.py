"""The suite: all rules and cases, as shipped and as generated from the chapters."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

from granada.errors import InvalidState, refuse
from granada.game import GAMES, MODULES
from granada.questions import KINDS, no_such
from granada.rulebook import FORMAT, Rule, schema, shipped_suite, specs_folder
from granada.spec.cases import Case, case_from
from granada.spec.chapters import Chapter, RuleText, read_chapters
from granada.wire import canonical_json


@cache
def cases() -> tuple[Case, ...]:
    """All cases in the shipped suite."""
    return tuple(map(case_from, shipped_suite()["cases"].values()))


def cases_of(names: Iterable[str]) -> tuple[Case, ...]:
    """Read only the cases for the given chapters, rules, and current or former ids; without names, read all cases."""
    wanted = {shipped_suite()["renamed"].get(name, name) for name in names}
    if not wanted:
        return cases()
    known = shipped_suite()["cases"].values()
    return tuple(case_from(each) for each in known if {each["id"], each["rule"], each["chapter"]} & wanted)


def case_named(name: str) -> Case:
    """Read only the case whose current or former id is given; raise InvalidState if there is none."""
    known = shipped_suite()["cases"]
    name = shipped_suite()["renamed"].get(name, name)
    if name not in known:
        raise InvalidState(no_such("case", name, known))
    return case_from(known[name])


def case_ids() -> Collection[str]:
    """The ids of all cases in the shipped suite."""
    found: Collection[str] = shipped_suite()["cases"].keys()
    return found


def renamed() -> dict[str, str]:
    """A mapping from former ids of cases to their current ids in the shipped suite."""
    found: dict[str, str] = shipped_suite()["renamed"]
    return found


def read_renamed(changes: str) -> dict[str, str]:
    r"""Read the mapping from former ids of cases to their current ids from the tables of ``CHANGES.md``.

    >>> read_renamed("| old | new |\n|---|---|\n| `a/b` | `a/c` |\n| `a/c` | `a/d` |\n")
    {'a/b': 'a/d', 'a/c': 'a/d'}
    """
    found = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", changes, re.MULTILINE))
    for old, new in reversed(found.items()):
        found[old] = found.get(new, new)
    return found


@cache
def chapter_of() -> dict[str, str]:
    """A mapping from the names of rules to their chapters."""
    return {name: rule["chapter"] for name, rule in shipped_suite()["rules"].items()}


LICENCE = "MIT"
"""The licence of the suite; its text is in the same folder."""


def head_of(changes: str) -> dict[str, Any]:
    """The metadata of a suite; the newest heading of ``CHANGES.md`` gives its version and date.

    >>> head_of("## 0.2.0 (2027-01-31)")["version"]
    '0.2.0'
    """
    found = re.search(r"^## ([0-9.]+) \(([0-9]{4}-[0-9]{2}-[0-9]{2})\)$", changes, re.MULTILINE)
    if found is None:
        raise InvalidState("CHANGES.md has no heading such as ## 0.1.0 (2026-11-17)")
    return {"format": FORMAT, "schema": schema()["$id"], "version": found[1], "date": found[2], "licence": LICENCE}


def suite_data(
    chapters: Iterable[Chapter], cases_under: Callable[[RuleText], Iterable[Case]] = lambda text: text.cases
) -> dict[str, Any]:
    """The suite generated from the chapters, as JSON data: the rules with their texts, and their cases."""
    changes = (specs_folder() / "CHANGES.md").read_text(encoding="utf-8")
    return {
        **head_of(changes),
        "rules": [
            {
                "rule": text.rule,
                "chapter": chapter.name,
                "sentence": Rule.named(text.rule).sentence,
                "sources": list(text.sources),
                **({"rulings": [each.data for each in text.rulings]} if text.rulings else {}),
                **({"differences": [each.data for each in text.differences]} if text.differences else {}),
                "games": list(text.games),
            }
            for chapter in chapters
            for text in chapter.rules
        ],
        "cases": [
            {**case.data, "chapter": chapter.name}
            for chapter in chapters
            for text in chapter.rules
            for case in cases_under(text)
        ],
        "renamed": read_renamed(changes),
    }


def suite_json(suite: dict[str, Any]) -> str:
    """The text of ``suite.json``: the metadata, then a line for each rule, each case and each former id."""
    head = canonical_json({name: value for name, value in suite.items() if name not in {"rules", "cases", "renamed"}})
    rules, listed = (",\n".join(map(canonical_json, suite[name])) for name in ("rules", "cases"))
    old = ",\n".join(f"{canonical_json(name)}:{canonical_json(now)}" for name, now in suite["renamed"].items())
    return f'{head[:-1]},\n"rules":[\n{rules}\n],\n"cases":[\n{listed}\n],\n"renamed":{{\n{old}\n}}}}\n'


def part_of(
    games: Collection[str] = (), kinds: Collection[str] = (), modules: Collection[str] = tuple(MODULES)
) -> dict[str, Any]:
    """The part of the shipped suite for the given games, modules and kinds of question; by default the whole suite.

    >>> part = part_of(["alhambra"], ["moat"])
    >>> {case["kind"] for case in part["cases"]}, part["version"] == shipped_suite()["version"]
    ({'moat'}, True)
    """
    for what, names, known in (("game", games, GAMES), ("kind", kinds, KINDS), ("module", modules, MODULES)):
        refuse(no_such(what, name, known) for name in names if name not in known)
    suite = shipped_suite()
    found = [
        case
        for case in suite["cases"].values()
        if (not games or {*games} & {*case["games"]})
        and (not kinds or case["kind"] in kinds)
        and {*modules} >= {*case["modules"]}
    ]
    ids, rules = {case["id"] for case in found}, {case["rule"] for case in found}
    return {
        **suite,
        "rules": [rule for name, rule in suite["rules"].items() if name in rules],
        "cases": found,
        "renamed": {old: now for old, now in suite["renamed"].items() if now in ids},
    }


def is_fresh(suite: str) -> bool:
    """Whether a suite's text agrees with the chapters in every rule and every case, apart from twins."""
    found = json.loads(suite)
    written = [case for case in found.get("cases", ()) if "twin_of" not in case]
    return {**found, "cases": written} == suite_data(read_chapters())
