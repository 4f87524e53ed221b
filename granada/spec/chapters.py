"""Chapters of the specification: Markdown read into rules with their sources, rulings and cases."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.board import InvalidState
from granada.rulebook import specs_folder
from granada.spec.cases import read_case

if TYPE_CHECKING:
    from pathlib import Path

    from granada.spec.cases import Case

ORDER = (
    *("set-up", "money", "buying", "building", "redesigning", "placing", "refilling", "scoring", "the-end"),
    *("two-players", "simplified-scoring", "alhambra", "vizier", "exchange", "bonus", "huts", "combined", "notation"),
)
"""The chapters in reading order."""


@frozen
class RuleText:
    """What a chapter says of a rule."""

    rule: str
    text: str
    """The rule in plain words, as Markdown."""
    sources: tuple[str, ...]
    ruling: str
    cases: tuple[Case, ...]
    also: tuple[str, ...] = ()
    """What people call it, in plain words and in those of the books; it is found by them."""


@frozen
class Chapter:
    """A chapter of the specification."""

    name: str
    title: str
    introduction: str
    rules: tuple[RuleText, ...]


ALSO = re.compile(r"\A\n*\*Also: ([^*]+?)\.?\*$\n?", re.MULTILINE)
"""The line of synonyms right under the heading of a rule."""
_FENCE = re.compile(r"^```toml\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


def read_chapters(folder: Path | None = None, *, cases: bool = True) -> tuple[Chapter, ...]:
    """All chapters, in reading order, with or without their cases, which take longest to read."""
    folder = folder or specs_folder()
    return tuple(
        read_chapter(name, path.read_text(encoding="utf-8"), cases=cases)
        for name in ORDER
        if (path := folder / f"{name}.md").is_file()
    )


def read_chapter(name: str, text: str, *, cases: bool = True) -> Chapter:
    """A chapter from its Markdown, with or without its cases."""
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, introduction = head.strip().partition("\n")
    rules = tuple(_read_rule(section, cases=cases) for section in sections)
    return Chapter(name, title.removeprefix("# "), introduction.strip(), rules)


def _read_rule(section: str, *, cases: bool) -> RuleText:
    heading, _, body = section.partition("\n")
    rule = heading.strip()
    prose = _FENCE.sub("", body)
    sources = re.search(r"^\*Sources\*\n+((?:- .*\n?(?:  .*\n?)*)+)", prose, re.MULTILINE)
    listed = re.split(r"^- ", sources[1], flags=re.MULTILINE)[1:] if sources else []
    rulings = re.findall(r"^\*Ruling\.\*(.*?)(?=\n\n|\Z)", prose, re.MULTILINE | re.DOTALL)
    also = ALSO.search(prose)
    text = ALSO.sub("", prose.split("*Sources*")[0], count=1).strip()
    return RuleText(
        rule,
        text,
        tuple(" ".join(each.split()) for each in listed),
        "\n\n".join(" ".join(each.split()) for each in rulings),
        tuple(read_case(rule, case) for fence in _FENCE.findall(body) for case in _cases(rule, fence)) if cases else (),
        tuple(name.strip() for name in also[1].split(",")) if also else (),
    )


def _cases(rule: str, fence: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = tomllib.loads(fence).get("case", [])
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState([f"{rule}: a case is no TOML: {flaw}"]) from None
    return found
