"""Chapters of the specification: Markdown read into rules with their sources, rulings and cases."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.board import InvalidState
from granada.rulebook import Difference, specs_folder
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
    differences: tuple[Difference, ...]
    """What books print otherwise."""
    cases: tuple[Case, ...]


@frozen
class Chapter:
    """A chapter of the specification."""

    name: str
    title: str
    introduction: str
    rules: tuple[RuleText, ...]


_FENCE = re.compile(r"^```toml\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


def read_chapters(folder: Path | None = None) -> tuple[Chapter, ...]:
    """All chapters, in reading order."""
    folder = folder or specs_folder()
    return tuple(
        read_chapter(name, path.read_text(encoding="utf-8"))
        for name in ORDER
        if (path := folder / f"{name}.md").is_file()
    )


def read_chapter(name: str, text: str) -> Chapter:
    """A chapter from its Markdown."""
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, introduction = head.strip().partition("\n")
    rules = tuple(_read_rule(section) for section in sections)
    return Chapter(name, title.removeprefix("# "), introduction.strip(), rules)


def _read_rule(section: str) -> RuleText:
    heading, _, body = section.partition("\n")
    rule = heading.strip()
    prose = _FENCE.sub("", body)
    sources = re.search(r"^\*Sources\*\n+((?:- .*\n?(?:  .*\n?)*)+)", prose, re.MULTILINE)
    listed = re.split(r"^- ", sources[1], flags=re.MULTILINE)[1:] if sources else []
    rulings = re.findall(r"^\*Ruling\.\*(.*?)(?=\n\n|\Z)", prose, re.MULTILINE | re.DOTALL)
    text = prose.split("*Sources*")[0].strip()
    blocks = [_block(rule, fence) for fence in _FENCE.findall(body)]
    return RuleText(
        rule,
        text,
        tuple(" ".join(each.split()) for each in listed),
        "\n\n".join(" ".join(each.split()) for each in rulings),
        tuple(_difference(rule, told) for block in blocks for told in block.get("difference", [])),
        tuple(read_case(rule, case) for block in blocks for case in block.get("case", [])),
    )


def _block(rule: str, fence: str) -> dict[str, Any]:
    try:
        return tomllib.loads(fence)
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState([f"{rule}: a case is no TOML: {flaw}"]) from None


def _difference(rule: str, told: dict[str, Any]) -> Difference:
    try:
        return Difference.read(rule, told)
    except ValueError as flaw:
        raise InvalidState([str(flaw)]) from None
