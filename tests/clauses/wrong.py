"""Wrong clauses: each statement of ``specs/*.lp`` taken away, and each comparison in it turned."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import clingo
from clingo.ast import AST, ASTSequence, ASTType, ComparisonOperator, parse_string

from granada.rulebook import specs_folder
from tests.test_clauses import HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHERS = {
    ComparisonOperator.LessThan: (ComparisonOperator.GreaterEqual, ComparisonOperator.LessEqual),
    ComparisonOperator.LessEqual: (ComparisonOperator.GreaterThan, ComparisonOperator.LessThan),
    ComparisonOperator.GreaterThan: (ComparisonOperator.LessEqual, ComparisonOperator.GreaterEqual),
    ComparisonOperator.GreaterEqual: (ComparisonOperator.LessThan, ComparisonOperator.GreaterThan),
    ComparisonOperator.Equal: (ComparisonOperator.NotEqual,),
    ComparisonOperator.NotEqual: (ComparisonOperator.Equal,),
}
"""What takes the place of a comparison: its contrary, and where it has a bound, the bound itself in or out."""
OF_LAYOUTS = ("building", "scoring")
"""In these chapters L stands for a layout, which belongs to a question; elsewhere it is a list."""


class Statement(NamedTuple):
    """A clause or a fact of a chapter, and the rule under whose sentence it stands, which may be none."""

    chapter: str
    rule: str
    text: str


class Wrong(NamedTuple):
    """A statement by its place among all of them, what is wrong with it, and what stands there instead."""

    place: int
    statement: Statement
    change: str
    text: str

    @property
    def key(self) -> str:
        """Its name, which stays the same while the statement does."""
        return f"{self.statement.chapter}: {self.statement.text} | {self.change}"

    @property
    def bears_on(self) -> str:
        """A clause whose head holds of the questions that the wrong statement can change; nothing if it can change all.

        Its conditions are those that the wrong statement shares with the right one, or only the atoms among them.
        Where these do not hold in what the right clauses say, neither statement says anything, and no answer differs.
        """
        (right,) = _parsed(self.statement.text)
        body = list(right.body)
        if self.text:
            (wrong,) = _parsed(self.text)
            body = [part for part, other in zip(body, wrong.body, strict=True) if str(part) == str(other)]
        atoms = [part for part in body if re.match(r"\w+\(", str(part))]
        names = ("Q", "L") if self.statement.chapter in OF_LAYOUTS else ("Q",)
        question = next((name for name in names for part in atoms if re.search(rf"\b{name}\b", str(part))), "")
        conditions = ("; ".join(map(str, parts)) for parts in (body, atoms))
        safe = (each for each in conditions if _is_safe(f"bears({question}) :- {each}."))
        return next((f"bears({question},NUMBER) :- {each}." for each in safe), "") if question else ""


@cache
def statements() -> tuple[Statement, ...]:
    """All statements of all chapters in the order in which they are read."""
    return tuple(
        one for path in sorted(specs_folder().glob("*.lp")) for one in _read(path.stem, path.read_text("utf-8"))
    )


def program(wrong: Wrong | None = None) -> str:
    """All statements, one of which may be wrong."""
    texts = [statement.text for statement in statements()]
    if wrong:
        texts[wrong.place] = wrong.text
    return "\n".join(texts)


@cache
def all_wrong() -> tuple[Wrong, ...]:
    """Every statement taken away, and every comparison turned that decides and does not name."""
    return tuple(
        Wrong(place, statement, *change)
        for place, statement in enumerate(statements())
        for change in (("taken away", ""), *_turned(statement.text))
    )


def _read(chapter: str, text: str) -> Iterator[Statement]:
    """The statements of a file."""
    lines = text.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    headings = [(text.count("\n", 0, found.start()) + 1, found[1]) for found in HEADING.finditer(text)]
    for ast in _parsed(text):
        begin, end = ast.location.begin, ast.location.end
        piece = text[begins[begin.line - 1] + begin.column - 1 : begins[end.line - 1] + end.column - 1]
        above = [rule for line, rule in headings if line < begin.line]
        yield Statement(chapter, above[-1] if above else "", re.sub(r"\s*\n\s*", " ", piece))


def _parsed(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, found.append)
    return [ast for ast in found if ast.ast_type is ASTType.Rule]


def _turned(text: str) -> Iterator[tuple[str, str]]:
    """What is turned in a statement, and the statement after it."""
    (ast,) = _parsed(text)
    for number in range(len(list(_guards(ast)))):
        (copy,) = _parsed(text)
        guard, among = list(_guards(copy))[number]
        sign = ComparisonOperator(guard.comparison)
        before = str(among)
        for other in OTHERS[sign]:
            guard.comparison = int(other)
            if _is_safe(str(copy)):
                yield f"{before} -> {among}", str(copy)


def _guards(node: object, owner: AST | None = None) -> Iterator[tuple[AST, AST | None]]:
    """The signs of comparison in a statement, each with the comparison or the aggregate that has it."""
    if isinstance(node, ASTSequence):
        for child in node:
            yield from _guards(child, owner)
    elif isinstance(node, AST):
        if node.ast_type is ASTType.Guard:
            yield node, owner
        for child in node.values():
            yield from _guards(child, node)


def _is_safe(text: str) -> bool:
    """Whether every variable still has a value: what gives a variable its value is no comparison."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.add("base", [], text)
    try:
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True
