"""The suite: all rules and cases, as they are shipped and as the chapters make them."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from granada.game import GAMES
from granada.rulebook import FORMAT, Rule, specs_folder
from granada.suite.cases import case_from
from granada.suite.chapters import read_chapters
from granada.wire import canonical_json

if TYPE_CHECKING:
    from granada.suite.cases import Case
    from granada.suite.chapters import Chapter


@cache
def _shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    return found


@cache
def cases() -> tuple[Case, ...]:
    """All cases of the suite that is shipped."""
    return tuple(map(case_from, _shipped()["cases"]))


@cache
def chapter_of() -> dict[str, str]:
    """The chapter of each rule."""
    return {rule["rule"]: rule["chapter"] for rule in _shipped()["rules"]}


def suite_text() -> str:
    """The suite as it must be written: a line for each rule and each case."""
    data = suite_data(read_chapters())
    rules = ",\n".join(canonical_json(rule) for rule in data["rules"])
    listed = ",\n".join(canonical_json(case) for case in data["cases"])
    return f'{{"format":{FORMAT},\n"rules":[\n{rules}\n],\n"cases":[\n{listed}\n]}}\n'


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
                "sentence": Rule(text.rule).sentence,  # type: ignore[call-arg]  # by its slug
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
            for family in text.families
            for case in family
        ],
    }
