"""Chapters of the specification: Markdown read into rules with their sources, rulings and cases."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.board import InvalidState
from granada.game import GAMES
from granada.rulebook import Difference, specs_folder
from granada.suite.cases import read_case
from granada.suite.twins import home, lone, twins_of

if TYPE_CHECKING:
    from pathlib import Path

    from granada.suite.cases import Case

ORDER = (
    *("set-up", "money", "buying", "building", "redesigning", "placing", "refilling", "scoring", "the-end"),
    *("two-players", "simplified-scoring", "alhambra", "vizier", "exchange", "bonus", "huts", "combined", "notation"),
)
"""The chapters in reading order."""
ALSO = re.compile(r"\A\*Also: ([^*]+?)\.\*\n")
"""Right under the heading of a rule, what people call it; ``finding`` finds it by that."""


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
    games: tuple[str, ...]
    """The games in which it holds."""
    elsewhere: str
    """Why not in the others."""
    cases: tuple[Case, ...]
    written: tuple[dict[str, Any], ...]
    """The cases as they are written."""

    @cached_property
    def families(self) -> tuple[tuple[Case, ...], ...]:
        """Each case, and after it its twins in the other games in which the rule holds."""
        pairs = zip(self.cases, self.written, strict=True)
        return tuple((case, *twins_of(case, written, self.games)) for case, written in pairs)

    @cached_property
    def lonely(self) -> dict[tuple[str, str], str]:
        """Why a case has no twin in a game in which the rule holds, by the case and the game."""
        return {
            (case.id, game): reason
            for case, written in zip(self.cases, self.written, strict=True)
            for game in self.games
            if game != home(case) and (reason := lone(case, written, game))
        }


@frozen
class Chapter:
    """A chapter of the specification."""

    name: str
    title: str
    introduction: str
    rules: tuple[RuleText, ...]


_HOLDS = re.compile(r"^\*Holds in\* ([a-z, ]+)(?:\.|: (.*?))(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
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
    rules = tuple(_read_rule(section, introduction) for section in sections)
    return Chapter(name, title.removeprefix("# "), _HOLDS.sub("", introduction).strip(), rules)


def _read_rule(section: str, introduction: str) -> RuleText:
    heading, _, body = section.partition("\n")
    rule, body = heading.strip(), ALSO.sub("", body)
    prose = _FENCE.sub("", body)
    games, elsewhere = _holds(rule, _HOLDS.search(prose) or _HOLDS.search(introduction))
    prose = _HOLDS.sub("", prose)
    sources = re.search(r"^\*Sources\*\n+((?:- .*\n?(?:  .*\n?)*)+)", prose, re.MULTILINE)
    listed = re.split(r"^- ", sources[1], flags=re.MULTILINE)[1:] if sources else []
    rulings = re.findall(r"^\*Ruling\.\*(.*?)(?=\n\n|\Z)", prose, re.MULTILINE | re.DOTALL)
    text = prose.split("*Sources*")[0].strip()
    blocks = [_block(rule, fence) for fence in _FENCE.findall(body)]
    written = tuple(case for block in blocks for case in _recorded_in(block))
    return RuleText(
        rule,
        text,
        tuple(" ".join(each.split()) for each in listed),
        "\n\n".join(" ".join(each.split()) for each in rulings),
        tuple(_difference(rule, told) for block in blocks for told in block.get("difference", [])),
        games,
        elsewhere,
        tuple(read_case(rule, case) for case in written),
        written,
    )


def _holds(rule: str, said: re.Match[str] | None) -> tuple[tuple[str, ...], str]:
    """The games in which a rule holds, all where nothing is said of it, and why not in the others."""
    if said is None:
        return tuple(GAMES), ""
    named = re.findall(r"[a-z]+", said[1].replace(" and ", " "))
    if unknown := [name for name in named if name not in GAMES]:
        raise InvalidState([f"{rule}: it holds in no game {', '.join(unknown)}; there is {', '.join(GAMES)}"])
    return tuple(game for game in GAMES if game in named), " ".join((said[2] or "").split())


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


def _recorded_in(block: dict[str, Any]) -> list[dict[str, Any]]:
    """The cases of a block, with the lines of recorded games."""
    found = block.get("case", [])
    return [{**case, "record": _recorded(case["record"])} if "record" in case else case for case in found]


def _recorded(told: str | list[str]) -> list[str]:
    """The lines of a recorded game; ``x.jsonl`` stands for a file without its result, ``x.jsonl:5`` for five events."""
    lines: list[str] = []
    for line in [told] if isinstance(told, str) else told:
        named = re.fullmatch(r"([a-z0-9-]+\.jsonl)(?::(\d+))?", line)
        if named is None:
            lines.append(line)
        else:
            *game, _ = (specs_folder() / "games" / named[1]).read_text(encoding="utf-8").splitlines()
            lines += game[: int(named[2]) + 1] if named[2] else game
    return lines
