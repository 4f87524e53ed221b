"""A room that is imported by a name in a text lies below the room that imports it, as the contracts of rooms say."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import granada

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(granada.__file__).parent
CONTRACTS = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS: list[str] = next(contract["layers"] for contract in CONTRACTS if contract["type"] == "layers")
FLOORS = {room.strip(): floor for floor, rooms in enumerate(reversed(LAYERS)) for room in rooms.split("|")}
"""The floor of each room, counted from the lowest."""


def named_imports(code: str) -> Iterator[str]:
    """The modules of the package that code imports by a name in a text, whole or its beginning."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}:
            for text in ast.walk(node):
                if isinstance(text, ast.Constant) and str(text.value).startswith("granada."):
                    yield str(text.value)


def room_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def hidden_arrows(module: str, code: str) -> list[str]:
    """The modules that a module imports by name although they do not lie below it, or in its own room."""
    room = room_of(module)
    found = ((name, room_of(name)) for name in named_imports(code))
    return [name for name, other in found if other != room and FLOORS[other] >= FLOORS[room]]


def test_no_room_is_imported_by_its_name_from_below() -> None:
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if module != "granada.__init__":  # the front door opens every room
            assert hidden_arrows(module, path.read_text("utf-8")) == [], module


def imports(code: str) -> set[str]:
    """The modules from which code imports names."""
    return {str(node.module) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)}


def hidden_circles(room: dict[str, str]) -> list[tuple[str, str]]:
    """The imports by name inside a room, given as the code of each of its files, that close a circle of imports."""
    arrows = {module: {*imports(code), *named_imports(code)} & {*room} for module, code in room.items()}
    above = {module: arrows[module] for module in room}
    for _ in room:
        above = {module: reached.union(*(above[other] for other in reached)) for module, reached in above.items()}
    return [(module, name) for module in room for name in named_imports(room[module]) if module in above.get(name, ())]


def test_no_import_by_name_closes_a_circle_inside_a_room() -> None:
    for room in {path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE}:
        name = ".".join(room.relative_to(PACKAGE.parent).parts)
        files = {f"{name}.{path.stem}": path.read_text("utf-8") for path in room.glob("[!_]*.py")}
        assert hidden_circles(files) == [], name


def test_a_hidden_circle_is_found() -> None:
    reading = "from granada.board.writing import written"
    writing = 'def written(value):\n    return import_module("granada.board.reading").read(value)'
    circle = {"granada.board.reading": reading, "granada.board.writing": writing}
    assert hidden_circles(circle) == [("granada.board.writing", "granada.board.reading")]
    assert hidden_circles(circle | {"granada.board.reading": ""}) == []


def test_a_hidden_arrow_is_found() -> None:
    upwards = 'def draw(value):\n    return importlib.import_module("granada.pictures").picture(value)'
    assert hidden_arrows("granada.notation", upwards) == ["granada.pictures"]
    assert hidden_arrows("granada.commands.play", upwards) == []
    assert hidden_arrows("granada.board.city", '__import__(f"granada.game.{name}")') == ["granada.game."]
