"""The suite: all rules and cases, as they are shipped and as the chapters make them."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from granada.board import InvalidState
from granada.game import GAMES
from granada.rulebook import FORMAT, Rule, shipped_suite, specs_folder
from granada.suite.cases import Case, case_from
from granada.suite.chapters import Chapter, read_chapters
from granada.suite.complaints import no_such
from granada.wire import canonical_json


@cache
def cases() -> tuple[Case, ...]:
    """All cases of the suite that is shipped."""
    return tuple(map(case_from, shipped_suite()["cases"].values()))


def cases_of(names: Iterable[str]) -> tuple[Case, ...]:
    """The cases of some chapters or rules, or with some ids, now or once, without reading the others; else all."""
    wanted = {shipped_suite()["renamed"].get(name, name) for name in names}
    if not wanted:
        return cases()
    known = shipped_suite()["cases"].values()
    return tuple(case_from(each) for each in known if {each["id"], each["rule"], each["chapter"]} & wanted)


def case_named(name: str) -> Case:
    """The case with an id, or that had it once, without reading the others; an InvalidState where there is none."""
    known = shipped_suite()["cases"]
    name = shipped_suite()["renamed"].get(name, name)
    if name not in known:
        raise InvalidState(no_such("case", name, known))
    return case_from(known[name])


def case_ids() -> Collection[str]:
    """The ids of all cases, by the suite that is shipped."""
    found: Collection[str] = shipped_suite()["cases"].keys()
    return found


def renamed() -> dict[str, str]:
    """The ids that cases had once, each with the id that the case has now, by the suite that is shipped."""
    found: dict[str, str] = shipped_suite()["renamed"]
    return found


def read_renamed(changes: str) -> dict[str, str]:
    r"""The ids that cases had once, each with the one it has now, from the tables of ``CHANGES.md``.

    >>> read_renamed("| old | new |\n|---|---|\n| `a/b` | `a/c` |\n| `a/c` | `a/d` |\n")
    {'a/b': 'a/d', 'a/c': 'a/d'}
    """
    found = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", changes, re.MULTILINE))
    for old, new in reversed(found.items()):
        found[old] = found.get(new, new)
    return found


@cache
def chapter_of() -> dict[str, str]:
    """The chapter of each rule."""
    return {name: rule["chapter"] for name, rule in shipped_suite()["rules"].items()}


def suite_text() -> str:
    """The suite as it must be written: a line for each rule and each case."""
    data = suite_data(read_chapters())
    rules = ",\n".join(canonical_json(rule) for rule in data["rules"])
    listed = ",\n".join(canonical_json(case) for case in data["cases"])
    old = ",\n".join(f"{canonical_json(name)}:{canonical_json(now)}" for name, now in data["renamed"].items())
    parts = f'"rules":[\n{rules}\n],\n"cases":[\n{listed}\n],\n"renamed":{{\n{old}\n}}'
    return f'{{"format":{FORMAT},\n{parts}}}\n'


def readme_text(readme: str, suite: str) -> str:
    """The page about the specification, with the number of cases of each kind for each game."""
    number = Counter((case["kind"], game) for case in json.loads(suite)["cases"] for game in case["games"])

    def row(match: re.Match[str]) -> str:
        return f"| `{match[1]}` | {' | '.join(str(number[match[1], game]) for game in GAMES)} |"

    return re.sub(r"^\| `([a-z]+)` \| \d+ \| \d+ \| \d+ \|$", row, readme, flags=re.MULTILINE)


def suite_data(chapters: tuple[Chapter, ...]) -> dict[str, Any]:
    """The whole suite as canonical JSON: rules with their texts, and cases."""
    return {
        "format": FORMAT,
        "rules": [
            {
                "rule": text.rule,
                "chapter": chapter.name,
                "sentence": Rule.named(text.rule).sentence,
                "sources": list(text.sources),
                "ruling": text.ruling,
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
            for family in text.with_twins
            for case in family
        ],
        "renamed": read_renamed((specs_folder() / "CHANGES.md").read_text(encoding="utf-8")),
    }
