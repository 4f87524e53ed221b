"""What stands for each rule: its sentence, the books, its clause, cases on both sides, laws, and mutants.

Where something is missing, ``reasons.toml`` says why.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from attrs import frozen

from granada.rulebook import BOOKS, Rule, specs_folder
from granada.spec import Case, cases, chapter_of
from granada.spec.chapters import read_chapters
from tests.mutants.every_mutant import ALL
from tests.mutants.mutant import ignorant, zealous

TESTS = Path(__file__).parent.parent
HEADING = re.compile(r"^% ([a-z-]+)(?: and ([a-z-]+))?(?::| stand)")
"""The line above the clauses of a rule."""
PARTS = ("books", "clause", "cases", "laws", "mutants")
"""What stands for a rule."""
NEAR = ("layout", "place", "remove", "swap", "moat", "take", "buy", "flip", "award", "score", "legal", "apply", "draw")
"""The kinds of cases that laws change; see ``tests/rules/questions.py``."""


@frozen
class Row:
    """All that stands for a rule.

    - ``broken`` and ``kept``: How many cases break it, and how many of its own do not.
    - ``laws``: The tests that hold it, by file and name.
    - ``reasons``: Why parts are missing, by their names.
    """

    rule: str
    sentence: str
    books: tuple[str, ...]
    clause: str
    broken: int
    kept: int
    laws: tuple[str, ...]
    mutants: tuple[str, ...]
    reasons: dict[str, str]

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return self.broken + self.kept

    @property
    def missing(self) -> list[str]:
        """The parts that are missing."""
        return [part for part in PARTS if not getattr(self, part)]


@cache
def clauses() -> dict[str, str]:
    """The clauses of each rule that has some, as they stand under its sentence."""
    found: dict[str, str] = {}
    for path in sorted(specs_folder().glob("*.lp")):
        for block in re.split(r"\n\n\n+", path.read_text("utf-8")):
            heading, _, text = block.strip().partition("\n")
            if named := HEADING.match(heading):
                found |= {name: text.strip() for name in named.groups() if name in chapter_of()}
    return found


@cache
def laws() -> dict[str, tuple[str, ...]]:
    """The tests that say which rules they are about, by rule."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
        marks = [node.value for node in assigned if ast.unparse(node.targets[0]) == "pytestmark"]
        whole = [name for mark in marks for name in _texts(mark)]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in _marked(node) or whole:
                    found.setdefault(name, []).append(f"{path.name}: {node.name}")
    return {name: tuple(tests) for name, tests in found.items()}


def _marked(test: ast.FunctionDef) -> list[str]:
    """The rules that the marks of a test name."""
    for mark in test.decorator_list:
        called = ast.unparse(mark.func) if isinstance(mark, ast.Call) else ""
        if called == "rule":
            return _texts(mark)
        if called == "laws_of":
            return _rules_of_a_chapter(_texts(mark)[0])
        if "BREAKABLE" in ast.unparse(mark):
            return [rule for rule in map(str, Rule) if _breaking(rule)]
    return []


def _texts(node: ast.expr) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _rules_of_a_chapter(chapter: str) -> list[str]:
    """The rules of a chapter near which laws find questions."""
    own = [rule for rule, where in chapter_of().items() if where == chapter]
    return [rule for rule in own if any(case.kind in NEAR for case in _near(rule))]


@cache
def _near(rule: str) -> list[Case]:
    """The cases of a rule, and all that break it."""
    return [case for case in cases() if case.rule == rule or rule in case.expect.get("broken", ())]


def _breaking(rule: str) -> int:
    return sum(rule in case.expect.get("broken", ()) for case in _near(rule))


@cache
def reasons() -> dict[tuple[str, str], str]:
    """Why a part of a rule is missing."""
    told = tomllib.loads((Path(__file__).parent / "reasons.toml").read_text("utf-8"))["reason"]
    return {(rule, part): each["why"] for each in told for rule in each["rules"] for part in each["of"]}


def rows() -> list[Row]:
    """A row for each rule, in the order of the specification."""
    breakable = list(filter(_breaking, chapter_of()))
    mutants = (*ALL, *map(ignorant, breakable), *map(zealous, breakable))
    sources = {text.rule: text.sources for chapter in read_chapters() for text in chapter.rules}
    found = []
    for rule in chapter_of():
        printed = tuple(book.name for book in BOOKS if any(text.startswith(book.name) for text in sources[rule]))
        broken = _breaking(rule)
        found.append(
            Row(
                rule=rule,
                sentence=Rule.named(rule).sentence,
                books=printed,
                clause=clauses().get(rule, ""),
                broken=broken,
                kept=len(_near(rule)) - broken,
                laws=laws().get(rule, ()),
                mutants=tuple(mutant.bug for mutant in mutants if rule in mutant.rules),
                reasons={part: reasons()[rule, part] for part in PARTS if (rule, part) in reasons()},
            )
        )
    return found
