#!/usr/bin/env python3
"""The reference in the documentation: ``python .ci/reference.py`` writes it from the code, ``--check`` compares.

``docs/commands.md`` is made of the parsers. In ``docs/api.md`` what follows a line ``<!-- names: NAME ... -->``, up to
``<!-- end -->``, is made of the signatures and docstrings of these names.
"""

import ast
import inspect
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from enum import Enum
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path

from granada.__main__ import main as run
from granada.commands.command_line import COMMANDS

ROOT = Path(__file__).parents[1]
COMMANDS_PAGE, API_PAGE = ROOT / "docs" / "commands.md", ROOT / "docs" / "api.md"
BLOCK = re.compile(r"(<!-- names: ([^>]*?) -->\n).*?(<!-- end -->)", re.DOTALL)
MEMBERS = 20
"""Enumerations of more members are not listed."""


def helped(name: str) -> str:
    """What a command says of itself."""
    os.environ |= {"COLUMNS": "80", "LANGUAGE": "en", "NO_COLOR": "1"}
    with redirect_stdout(StringIO()) as told:
        run([name, "--help"])
    return told.getvalue().rstrip()


def commands() -> str:
    """The page of the commands: what each prints with ``--help``."""
    parts = [
        "# Commands",
        "This page contains the help text that each command prints with `--help`.",
        *(f"## granada {name}\n\n```text\n{helped(name)}\n```" for name in COMMANDS),
    ]
    return "\n\n".join(parts) + "\n"


@cache
def tree_of(path: str) -> ast.Module:
    """A module, parsed."""
    return ast.parse(Path(path).read_text(encoding="utf-8"))


def parameters(found: inspect.Signature) -> str:
    """The parameters of a signature, with types as the source writes them and defaults that one can read."""
    shown = []
    for each in found.parameters.values():
        if each.kind is each.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        text = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "") + each.name
        if each.annotation is not each.empty:
            written = each.annotation if isinstance(each.annotation, str) else inspect.formatannotation(each.annotation)
            text += ": " + re.sub(r"ForwardRef\('(\w+)'\)|(?:[a-z_]+\.)+(?=\w)", r"\1", written)
        if each.default is not each.empty:
            plain = each.default is None or isinstance(each.default, int | float | str | tuple)
            text += f"={each.default!r}" if plain else "=..."
        shown.append(text)
    return ", ".join(shown)


def signature(function: object, name: str) -> str:
    """The signature of a function, as it stands in the source."""
    found = inspect.unwrap(function)
    if not Path(found.__code__.co_filename).exists():  # hypothesis has written it
        return f"{name}({parameters(inspect.signature(found))})"
    line = found.__code__.co_firstlineno
    for node in ast.walk(tree_of(found.__code__.co_filename)):
        if isinstance(node, ast.FunctionDef) and line in (node.lineno, *(each.lineno for each in node.decorator_list)):
            arguments = re.sub(r"^(self|cls)(, |$)", "", ast.unparse(node.args))
            return f"{name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")
    raise LookupError(name)


def described(value: object) -> str:
    """The docstring of something, without its examples, which the tests run where they stand."""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    return "\n\n".join(each for each in paragraphs if not each.lstrip().startswith(">>>"))


def members(kind: type) -> Iterator[str]:
    """The public methods and properties of a class, with those of a base that its room does not offer by itself."""
    found = dict(vars(kind))
    for base in kind.__mro__[1:]:
        room = base.__module__.rpartition(".")[0]
        if room == kind.__module__.rpartition(".")[0] != "granada" and not hasattr(import_module(room), base.__name__):
            yield from (line for line in described(base).splitlines() if line.startswith("- ``"))
            found = {**vars(base), **found}
    for name, value in found.items():
        plain = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if name.startswith("_") or not inspect.getdoc(plain):
            continue
        if inspect.isfunction(plain):
            yield f"- `{signature(plain, name)}`: {' '.join(described(plain).split())}"
        elif isinstance(value, property) or hasattr(value, "func"):
            yield f"- `{name}`: {' '.join(described(value).split())}"


PLAIN = {"granada.fast.Position": "granada.fast.plain.Position"}
"""Where a name is described that has one meaning with the compiled kernel and another without."""


def entry(name: str) -> str:
    """What is said of a public name."""
    room, _, last = PLAIN.get(name, name).rpartition(".")
    value = getattr(import_module(room), last)
    head = f"### {name.removeprefix('granada.')}"
    if isinstance(value, type) and issubclass(value, Enum):
        listed = ", ".join(f"`{each.name}`" for each in value) if len(value) <= MEMBERS else ""
        return "\n\n".join(filter(None, [head, described(value), listed, "\n".join(members(value))]))
    if isinstance(value, type):
        try:
            given = parameters(inspect.signature(value))
        except ValueError:
            given = "..."
        shown = "" if getattr(value, "_is_protocol", False) else f"```text\n{last}({given})\n```"
        return "\n\n".join(filter(None, [head, shown, described(value), "\n".join(members(value))]))
    if inspect.isfunction(inspect.unwrap(value)):
        return f"{head}\n\n```text\n{signature(value, last)}\n```\n\n{described(value)}"
    return f"{head}\n\n`{value!r}`"


def api(text: str) -> str:
    """The page of the public names, with what the code says of them."""

    def filled(found: re.Match[str]) -> str:
        names = [name if name.startswith("granada.") else f"granada.{name}" for name in found[2].split()]
        return f"{found[1]}\n" + "\n\n".join(map(entry, names)) + f"\n\n{found[3]}"

    return BLOCK.sub(filled, text)


def pages() -> dict[Path, str]:
    """The pages as they should be."""
    return {COMMANDS_PAGE: commands(), API_PAGE: api(API_PAGE.read_text(encoding="utf-8"))}


def main() -> int | str:
    """Write the pages, or compare them."""
    stale = [path for path, text in pages().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        return f"stale: {', '.join(path.name for path in stale)}; run python .ci/reference.py" if stale else 0
    for path in stale:
        path.write_text(pages()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
