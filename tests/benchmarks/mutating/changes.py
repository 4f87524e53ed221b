"""Changes to source code at single places: another comparison, another number, a statement less, branches swapped."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "is not": "is"}
COMPARISONS |= {"in": "not in", "not in": "in"}
ARITHMETIC = {"+": "-", "-": "+", "*": "//", "//": "*", "%": "//", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "^": "|"}
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
SIGNS: dict[type, str] = dict(
    zip(
        (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn),
        COMPARISONS,
        strict=True,
    )
)
SIGNS |= dict(
    zip(
        (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.LShift, ast.RShift, ast.BitXor),
        ARITHMETIC,
        strict=True,
    )
)
"""How each operator is written."""


class Change(NamedTuple):
    """Another text in the place of some of a file."""

    file: str
    start: int
    end: int
    before: str
    after: str
    line: int
    where: str
    """The function or class that it is in."""

    @property
    def key(self) -> str:
        """What it is called, wherever the line has moved to."""
        return f"{self.file} {self.where}: {' '.join(self.before.split())} -> {' '.join(self.after.split())}"

    def applied(self, source: str) -> str:
        """The changed file."""
        return source[: self.start] + self.after + source[self.end :]


def changes_of(path: Path, name: str) -> list[Change]:
    """Every change to a file that is still Python; those that would be called the same are told apart by a number."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    finder = _Finder(source, name)
    finder.visit(tree)
    found: list[Change] = []
    seen: dict[str, int] = {}
    for change in sorted(finder.found):
        if _compiles(change.applied(source)):
            number = seen[change.key] = seen.get(change.key, 0) + 1
            found.append(change if number == 1 else change._replace(where=f"{change.where}#{number}"))
    return found


def _compiles(source: str) -> bool:
    try:
        compile(source, "changed", "exec")
    except SyntaxError:
        return False
    return True


class _Finder(ast.NodeVisitor):
    """Finds the places; annotations, decorators, docstrings and what is imported for types only are left alone."""

    def __init__(self, source: str, name: str) -> None:
        self.source, self.name = source, name
        self.found: list[Change] = []
        self._where: list[str] = []
        lengths = [len(line.encode()) for line in source.splitlines(keepends=True)]
        self._starts = [sum(lengths[:at]) for at in range(len(lengths) + 1)]
        self._bytes = source.encode()

    def _at(self, line: int, column: int) -> int:
        """The place in the text of a line and a column in bytes."""
        return len(self._bytes[: self._starts[line - 1] + column].decode())

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self._at(node.lineno, node.col_offset),  # type: ignore[attr-defined]  # it has a place
            self._at(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]  # as above
        )

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end]

    def _change(self, start: int, end: int, after: str, line: int) -> None:
        before = self.source[start:end]
        if before != after:
            where = ".".join(self._where) or "module"
            self.found.append(Change(self.name, start, end, before, after, line, where))

    def _instead(self, node: ast.expr | ast.stmt, after: str) -> None:
        start, end = self._span(node)
        self._change(start, end, after, node.lineno)

    # What is not looked into

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._inside(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node)

    def _inside(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self._where.append(node.name)
        if isinstance(node, ast.FunctionDef):
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self._where.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        del node  # words for people

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._decided(node.test)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._decided(node.guard)
        self.generic_visit(node)

    def _decided(self, test: ast.expr) -> None:
        """The other branch, always the one, always the other."""
        for after in (f"not ({self._text(test)})", "True", "False"):
            self._instead(test, after)

    # What is changed

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        self._instead(node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self._where and not isinstance(node.targets[0], ast.Name | ast.Tuple):
            self._instead(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._instead(node, "pass")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._instead(node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._instead(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._instead(node, "continue")

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            sign = SIGNS[type(operator)]
            self._between(left, right, sign, COMPARISONS[sign])
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sign = SIGNS.get(type(node.op), "")
        if sign in ARITHMETIC:
            self._between(node.left, node.right, sign, ARITHMETIC[sign])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        sign, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, sign, other)
        self.generic_visit(node)

    def _between(self, left: ast.expr, right: ast.expr, sign: str, other: str) -> None:
        """Another sign between two expressions."""
        start, end = self._span(left)[1], self._span(right)[0]
        at = self.source.find(sign, start, end)
        if at >= 0:
            self._change(at, at + len(sign), other, left.end_lineno or left.lineno)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
            self._instead(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        body, test, other = map(self._text, (node.body, node.test, node.orelse))
        self._instead(node, f"{other} if {test} else {body}")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._instead(condition, "True")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in NAMES:
            self._instead(node.func, NAMES[node.func.id])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._instead(node, str(not node.value))
        elif isinstance(node.value, int):
            self._instead(node, str(node.value + 1))
            self._instead(node, str(node.value - 1) if node.value else "-1")


def all_changes(package: Path, names: tuple[str, ...]) -> Iterator[Change]:
    """Every change to some files of a package."""
    for name in names:
        yield from changes_of(package / name, name)
